package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A gamePage is a game at one of its nodes.
type gamePage struct {
	*archive.Node
	ID        string
	Bare      bool             // only what is of the node, for who has the rest already
	Picture   *drawing.Picture // nil if the rules of the game are not known
	Scene     template.JS      // the same for the script
	Rows      []string         // the board as text
	Described []string         // the markup in words
	Steps     steps
	Moves     []moveLink // around the node, on its line; none if the page is bare
	Cut       [2]int     // moves of the line before and behind these
	Instead   *branches  // the moves at the place of the node's, if there are several
	Follow    *branches  // those that follow, if they are several
	Strip     *strip     // the line in short
	Variants  *treeWindow
	Comments  []archive.Value
	Judged    []nodeJudgement
	Facts     []fact
	MoreFacts int // that are only in the record
	Searches  []namedLink
	Corners   []namedLink
	Sides     []namedLink
	Clocks    [2]string   // of Black and of White, "" if they are not known
	Estimated string      // who is ahead, as the record says
	Lost      string      // what the move lost, "" if it is not known
	Losses    *gameLosses // nil if nothing is known of the line
	Course    []template.HTML
	Same      *sameGame // nil if it is the only record
	Problems  []namedLink
	Charsets  []string // to choose from; none if nothing may be changed
	Tree      *archive.GameTree
	Captured  *[2]int
	ToPlay    string // "" if the game is over
	Over      bool   // on the board
	Winner    string // "B" or "W" then, "" if nobody has won
	Own       *ownBoxes
	NoteHere  *noteBox // on the position, nil if the rules are not known
	Trial     *trial   // nil if the page shows the record

	words    words
	board    *ask.Board // nil if the rules of the game are not known
	children map[int][]int
	*recordLine
}

// steps are the places to which the buttons below the board lead, "" for none.
type steps struct{ First, Back, Forward, Last string }

// A moveLink is a node of the record.
type moveLink struct {
	Node    int
	Number  int
	Color   string
	Name    string
	Link    string
	Here    bool
	Comment bool
	Marked  bool
	Signs   string // what the node says of its move, as books print it
	Judged  string // and in words
}

// A namedLink is a link with its words.
type namedLink struct{ Name, Link string }

// shownLine is how many moves before and behind the node are listed.
const shownLine = 500

// maxNodes bounds how many nodes of a record are looked at for its lines: a hostile
// one has millions. What is cut off is said.
const maxNodes = 200_000

// game shows a game at a node.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	ref := r.PathValue("ref")
	if !strings.Contains(ref, "@") {
		ref += "@end"
	}
	var f *frame
	err := s.look(r.Context(), func(ctx context.Context, v *archive.View) error {
		p, err := s.gameAt(ctx, v, ref, r.URL.Query())
		if err != nil {
			return err
		}
		f = s.frame(v, "games", versus(p.Game), "")
		f.Body = p
		f.Script = "game.js"
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "game.html", f)
}

// gameAt makes the page of a game at a node. It is looked at on the line that leads
// through the node "via", so that who goes back in a variation can go forward in it,
// with the part of the tree around the place "tree".
func (s *Server) gameAt(ctx context.Context, v *archive.View, ref string, asked url.Values) (*gamePage, error) {
	n, err := nodeAfter(v, ref, asked)
	if err != nil {
		return nil, err
	}
	tree, err := readTree(v, n.Game.ID)
	if err != nil {
		return nil, err
	}
	if err := archive.ReadFeatures(n); err != nil {
		return nil, err
	}
	if len(n.Tried) == 0 {
		for _, term := range asked["mark"] {
			n.MarkTerm(term)
		}
	}
	p, err := s.nodePage(n, tree, tree.choose(n.Node, asked.Get("via")), asked.Get("tree"), false)
	if err != nil {
		return nil, err
	}
	if p.Own, err = s.ownBoxes(ctx, v, n); err != nil {
		return nil, err
	}
	p.Facts, p.MoreFacts = factsOf(n, p.Raw())
	if !s.options.ReadOnly {
		p.Charsets = archive.Charsets()
	}
	return p, p.about(ctx, v, p.words)
}

// nodePage makes what the page of a game shows of a node, which is looked at on a line.
func (s *Server) nodePage(n *archive.Node, tree *recordTree, line *recordLine, around string, bare bool) (*gamePage, error) {
	words := s.pages.words
	p := &gamePage{Bare: bare, words: words, Node: n, ID: n.Game.Name(), Tree: tree.GameTree, children: tree.children, recordLine: line, Comments: n.Texts}
	if n.Node == 0 {
		p.Comments = n.Comments() // that on the game as a whole, too
	}
	p.Judged = judgements(words, n.Judged)
	p.board, _ = n.Data() // an error says that there is none
	if err := p.draw(words); err != nil {
		return nil, err
	}
	p.moves()
	p.drawTree(words, around)
	p.course(words)
	p.searches(words)
	p.tried(s.options.ReadOnly)
	p.NoteHere = s.noteHere(n)
	return p, nil
}

// A recordTree is the nodes of a record with the children of each.
type recordTree struct {
	*archive.GameTree
	children map[int][]int
}

func readTree(v *archive.View, id archive.GameID) (*recordTree, error) {
	tree, err := v.GameTree(id, 0, maxNodes)
	if err != nil {
		return nil, err
	}
	return newRecordTree(tree), nil
}

func newRecordTree(tree *archive.GameTree) *recordTree {
	t := &recordTree{tree, map[int][]int{}}
	for _, node := range tree.Nodes {
		t.children[node.Parent] = append(t.children[node.Parent], node.Node)
	}
	return t
}

// A recordLine is the nodes from the root through a node to the end.
type recordLine struct {
	line  []archive.RecordNode
	place map[int]int // of its nodes
	turn  int         // place of the last node on it that is not a first child; 0 for none
}

// through returns the line through a node.
func (t *recordTree) through(node int) *recordLine {
	l := &recordLine{line: t.Line(node), place: map[int]int{}}
	for i, n := range l.line {
		l.place[n.Node] = i
		if n.Parent >= 0 && t.children[n.Parent][0] != n.Node {
			l.turn = i
		}
	}
	return l
}

// choose returns the line through the node "via" if a node is on it, otherwise that of
// first children.
func (t *recordTree) choose(node int, via string) *recordLine {
	if n, err := strconv.Atoi(via); err == nil && n > node {
		if l := t.through(n); l.has(node) {
			return l
		}
	}
	return t.through(node)
}

func (l *recordLine) has(node int) bool { _, ok := l.place[node]; return ok }

// factOrder is the order in which people look for what is known of a game; all else
// comes behind, as the record has it.
var factOrder = []string{"GN", "EV", "RO", "DT", "PC", "PB", "BR", "BT", "PW", "WR", "WT", "RE", "KM", "HA", "RU", "TM", "OT", "ON", "opening", "blackopening", "whiteopening", "castle", "blackcastle", "whitecastle", "handicap", "ending", "SO", "US", "AN", "CP", "GC"}

// A fact is a value of the information on a game.
type fact struct {
	Property string
	Text     excerpt
}

// factsOf is the information on a game, without what is about the record only, as far as a page
// shows it. More is the number of further values.
func factsOf(n *archive.Node, record string) (facts []fact, more int) {
	var list []archive.Value
	for _, value := range n.Info {
		if value.Text != "" && (value.Property == strings.ToUpper(value.Property) || slices.Contains(archive.NameProperties(), value.Property)) {
			list = append(list, value)
		}
	}
	rank := func(v archive.Value) int {
		if i := slices.Index(factOrder, v.Property); i >= 0 {
			return i
		}
		return len(factOrder)
	}
	slices.SortStableFunc(list, func(a, b archive.Value) int { return rank(a) - rank(b) })
	said := 0
	for _, value := range list[:min(len(list), mostFacts)] {
		most := longestFact
		if said > allFacts {
			most = longestName
		}
		x := excerptOf(value.Text, most, record)
		said += utf8.RuneCountInString(x.Text)
		facts = append(facts, fact{value.Property, x})
	}
	return facts, len(list) - len(facts)
}

// Title is what a record without players is called, "" if it has players.
func (p *gamePage) Title() string {
	if p.Game.Black != "" || p.Game.White != "" {
		return ""
	}
	for _, property := range []string{"GN", "EV"} {
		for _, value := range p.Info {
			if value.Property == property && value.Text != "" {
				return value.Text
			}
		}
	}
	return path.Base(p.Game.File)
}

// AboutGame is event, round, date and place, as far as they are known.
func (p *gamePage) AboutGame() (list []string) {
	for _, text := range []string{p.Game.Round, p.Game.Date, p.Game.Place} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// searches are the questions that begin here.
func (p *gamePage) searches(w words) {
	if whole := p.Whole(); whole != "" {
		p.Searches = append(p.Searches, namedLink{w.say("game.position"), explorerLink(whole)})
	}
	here := map[bool][]namedLink{} // corners, sides
	for _, part := range p.Parts() {
		link := namedLink{w.say("part." + part.Name), explorerLink(part.Term)}
		corner := len(part.Name) == 2
		if corner {
			p.Corners = append(p.Corners, link)
		} else {
			p.Sides = append(p.Sides, link)
		}
		if part.Here {
			here[corner] = append(here[corner], link)
		}
	}
	for _, key := range []string{"game.corner", "game.side"} {
		links := here[key == "game.corner"]
		for _, l := range links {
			name := w.say(key)
			if len(links) > 1 { // on a middle line
				name = w.say(key+".of", l.Name)
			}
			p.Searches = append(p.Searches, namedLink{name, l.Link})
		}
	}
}

// link returns the link of a node.
func (p *gamePage) link(n archive.RecordNode) moveLink {
	m := moveLink{Node: n.Node, Number: n.Move, Color: n.Color, Comment: n.Comment, Marked: n.Marked, Here: n.Node == p.Node.Node}
	if n.Color != "" {
		m.Name = moveName(p.board, n)
	}
	m.Signs, m.Judged = signsOf(p.words, n.Judged)
	m.Link = gameLink(p.ID + "@n" + strconv.Itoa(n.Node))
	if !n.Variation && (n.Color != "" || n.Node == 0) {
		m.Link = gameLink(p.ID + "@" + strconv.Itoa(n.Move))
	}
	if i, ok := p.place[n.Node]; ok && i < p.turn {
		m.Link += "?via=" + strconv.Itoa(p.line[p.turn].Node)
	}
	return m
}

// moves lists the moves around the node and where the record branches.
func (p *gamePage) moves() {
	here, ok := p.place[p.Node.Node]
	if !ok {
		return // behind what is looked at
	}
	if here > 0 {
		p.Steps.First, p.Steps.Back = p.link(p.line[0]).Link, p.link(p.line[here-1]).Link
	}
	if here+1 < len(p.line) {
		p.Steps.Forward, p.Steps.Last = p.link(p.line[here+1]).Link, p.link(p.line[len(p.line)-1]).Link
	}
	for i, n := range p.line {
		switch {
		case p.Bare || n.Color == "":
		case i < here-shownLine:
			p.Cut[0]++
		case i >= here+shownLine:
			p.Cut[1]++
		default:
			p.Moves = append(p.Moves, p.link(n))
		}
	}
	p.Instead, p.Follow = p.several(p.children[p.line[here].Parent]), p.several(p.children[p.Node.Node])
	p.Strip = p.strip(here)
}

// branches are moves among which a record chooses, as links.
type branches struct {
	List []moveLink
	More int // that are not linked
}

// mostBranches is how many are linked; the tree has all.
const mostBranches = 60

// several links nodes, if there are several.
func (p *gamePage) several(nodes []int) *branches {
	if len(nodes) < 2 {
		return nil
	}
	b := &branches{More: max(0, len(nodes)-mostBranches)}
	for _, n := range nodes[:len(nodes)-b.More] {
		b.List = append(b.List, p.link(p.Tree.Nodes[n]))
	}
	return b
}

// LastMove is the number of the last move of the line.
func (p *gamePage) LastMove() int {
	if len(p.line) == 0 {
		return p.Tree.Moves
	}
	return p.line[len(p.line)-1].Move
}

// Players are the players, who begins first.
func (p *gamePage) Players() []side { return sidesOf(p.Game) }

// LastName is what players call the node's move.
func (p *gamePage) LastName() string {
	if p.Step != nil {
		if name := p.Step.Name(false); name != "" {
			return shortName(name)
		}
	}
	return moveName(p.board, archive.RecordNode{Point: p.Last.Point})
}

// Does says what the node's move does on the board, each with a link to games where moves do so.
func (p *gamePage) Does() (list []doneLink) {
	if len(p.Tried) > 0 {
		return nil
	}
	for i := range p.Features {
		f := &p.Features[i]
		done := doneLink{f.String(), listLink(f.Term()), ""}
		if len(f.Points) > 0 {
			done.Mark = p.here() + "?" + url.Values{"mark": {f.Term()}}.Encode()
		}
		list = append(list, done)
	}
	return list
}

// A doneLink is something that a move does.
type doneLink struct {
	Name, Link string
	Mark       string // the address of the page with its points marked, "" if it has none
}

// KomiText is the komi as it was understood, "" if it is not known.
func (p *gamePage) KomiText() string {
	if p.Game.Komi == nil {
		return ""
	}
	return strconv.FormatFloat(*p.Game.Komi, 'f', -1, 64)
}

// Raw is the address of the record as it came.
func (p *gamePage) Raw() string { return gameLink(p.ID) + "/raw" }

// Surely is how surely the encoding is known, in percent.
func (p *gamePage) Surely() int { return int(100 * p.Charset.Confidence) }

// Unseen is how many nodes were not looked at, as there are too many.
func (p *gamePage) Unseen() int { return p.Tree.Total - len(p.Tree.Nodes) }
