package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
)

// A gamePage is a game at one of its nodes.
type gamePage struct {
	*archive.Node
	ID       string
	Picture  *picture // nil if the rules of the game are not known
	Steps    steps
	Moves    []moveLink // around the node, on its line
	Branches []moveLink // other moves at the place of the node's, and more than one that follow
	Comments []archive.Value
	Facts    []archive.Value
	Searches []namedLink
	Records  []namedLink // others of the same game
	Because  string
	Problems []namedLink
	Tree     *archive.GameTree
	Captured *[2]int
	ToPlay   string
	Rows     []string // the board as text
}

// steps are the places to which the buttons below the board lead, "" for none.
type steps struct{ First, Back, Forward, Last string }

// A moveLink is a node of the record.
type moveLink struct {
	Number  int
	Color   string
	Name    string
	Link    string
	Here    bool
	Comment bool
}

// A namedLink is a link with its words.
type namedLink struct{ Name, Link string }

// shownNumbers is how many of the last moves have their number on the board.
const shownNumbers = 10

// shownLine is how many moves before and behind the node are listed.
const shownLine = 40

// maxNodes bounds how many nodes of a record are looked at for its lines: a hostile
// one has millions.
const maxNodes = 200_000

// game shows a game at a node.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	ref := r.PathValue("ref")
	if !strings.Contains(ref, "@") {
		ref += "@end"
	}
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		p, err := s.gameAt(ctx, v, ref)
		if err != nil {
			return err
		}
		f = s.frame(v, "games", joinTerms(p.Game.Black, "–", p.Game.White), "")
		f.Body = p
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "game.html", f)
}

func (s *Server) gameAt(ctx context.Context, v *archive.View, ref string) (*gamePage, error) {
	n, err := v.Node(ref)
	if err != nil {
		return nil, err
	}
	p := &gamePage{Node: n, ID: n.Game.Name(), Comments: n.Comments()}
	if p.Tree, err = v.GameTree(n.Game.ID, 0, maxNodes); err != nil {
		return nil, err
	}
	line := p.line()
	if err := p.draw(line, s.pages.words); err != nil {
		return nil, err
	}
	p.moves(line)
	for _, value := range n.Info {
		if value.Property != "GC" && value.Text != "" { // that is shown with the comments
			p.Facts = append(p.Facts, value)
		}
	}
	words := s.pages.words
	if whole := n.Whole(); whole != "" {
		p.Searches = append(p.Searches, namedLink{words.say("game.position"), explorerLink(whole)})
	}
	for _, part := range n.Parts() {
		if part.Here && len(part.Name) == 2 {
			p.Searches = append(p.Searches, namedLink{words.say("game.corner"), explorerLink(part.Term)})
		}
	}
	return p, p.about(ctx, v)
}

// about finds what the archive knows of the record.
func (p *gamePage) about(ctx context.Context, v *archive.View) error {
	c, ok, err := v.ClusterOf(ctx, p.Game.ID)
	if err != nil {
		return err
	}
	if ok {
		p.Because = c.Because
		for _, m := range c.Records {
			if m.ID != p.Game.ID {
				id := strconv.FormatUint(uint64(m.ID), 10)
				p.Records = append(p.Records, namedLink{id + " (" + strings.Join(m.Kinds, ", ") + ")", gameLink(id)})
			}
		}
	}
	q, err := archive.ParseQuery("id:" + p.ID)
	if err != nil {
		return err
	}
	found, err := v.Count(ctx, &archive.Search{Query: q, Records: true, Facets: []string{"problem"}})
	if err != nil {
		return err
	}
	for _, f := range found.Facets {
		for _, value := range f.Values {
			p.Problems = append(p.Problems, namedLink{value.Value, listLink("problem:" + value.Value)})
		}
	}
	return nil
}

// line returns the nodes from the root to the node, and on along first children.
func (p *gamePage) line() []archive.RecordNode {
	nodes := p.Tree.Nodes
	if p.Node.Node >= len(nodes) {
		return nil // behind what was looked at
	}
	var line []archive.RecordNode
	for at := p.Node.Node; at >= 0; at = nodes[at].Parent {
		line = append(line, nodes[at])
	}
	slices.Reverse(line)
	for at := p.Node.Node + 1; at < len(nodes) && nodes[at].Parent == at-1; at++ {
		line = append(line, nodes[at])
	}
	return line
}

// draw draws the board with the numbers of the last moves, the markup and the last
// move.
func (p *gamePage) draw(line []archive.RecordNode, w words) error {
	board, err := p.Data()
	if err != nil {
		return nil // of a game without rules there is no board
	}
	m := marks{Letters: map[int]string{}, Numbers: map[int]int{}, Last: -1}
	p.Captured, p.ToPlay = board.Captured, board.ToPlay
	p.Rows = p.Node.Board
	for at, text := range p.Labels {
		if at.X() < board.Cols && at.Y() < board.Rows {
			m.Letters[at.Y()*board.Cols+at.X()] = text
		}
	}
	for _, n := range line {
		cell, ok := cellOf(board, n)
		if !ok || n.Node > p.Node.Node || n.Move <= p.Move-shownNumbers {
			continue
		}
		if n.Node == p.Node.Node {
			m.Last = cell
		}
		if _, marked := m.Letters[cell]; !marked && board.Cells == "points" {
			m.Numbers[cell] = n.Move
		}
	}
	label := w.say("board.thumbnail", p.Move)
	p.Picture = draw(board, m, label)
	return nil
}

// cellOf returns the cell on which a move lies: of a piece where it went to.
func cellOf(b *archive.Board, n archive.RecordNode) (int, bool) {
	if b.Cells == "points" {
		x, y, ok := archive.Coordinates(n.Point)
		return y*b.Cols + x, ok && x < b.Cols && y < b.Rows
	}
	// As in 7g7f or P*5e+: what is left of signs ends with the names of a column and a row.
	name := []rune(strings.TrimRight(n.Point, "+="))
	if len(name) < 2 {
		return 0, false
	}
	x, y := slices.Index(b.Columns, string(name[len(name)-2])), slices.Index(b.Lines, string(name[len(name)-1]))
	return y*b.Cols + x, x >= 0 && y >= 0
}

// moves lists the moves around the node and where the record branches.
func (p *gamePage) moves(line []archive.RecordNode) {
	board, _ := p.Data() // nil if there is none
	link := func(n archive.RecordNode) moveLink {
		m := moveLink{Number: n.Move, Color: n.Color, Name: moveName(board, n), Comment: n.Comment, Here: n.Node == p.Node.Node}
		m.Link = gameLink(p.ID + "@n" + strconv.Itoa(n.Node))
		if !n.Variation {
			m.Link = gameLink(p.ID + "@" + strconv.Itoa(n.Move))
		}
		return m
	}
	here := slices.IndexFunc(line, func(n archive.RecordNode) bool { return n.Node == p.Node.Node })
	if here < 0 {
		return
	}
	if here > 0 {
		p.Steps.First, p.Steps.Back = link(line[0]).Link, link(line[here-1]).Link
	}
	if here+1 < len(line) {
		p.Steps.Forward, p.Steps.Last = link(line[here+1]).Link, link(line[len(line)-1]).Link
	}
	for i := max(0, here-shownLine); i < min(len(line), here+shownLine); i++ {
		if line[i].Color != "" {
			p.Moves = append(p.Moves, link(line[i]))
		}
	}
	p.Branches = p.branches(line[here], link)
}

// branches are the other moves at the place of the node's, and those that follow if
// they are several.
func (p *gamePage) branches(here archive.RecordNode, link func(archive.RecordNode) moveLink) []moveLink {
	var siblings, children []moveLink
	for _, n := range p.Tree.Nodes {
		switch {
		case n.Parent == here.Parent && n.Parent >= 0:
			siblings = append(siblings, link(n))
		case n.Parent == here.Node:
			children = append(children, link(n))
		}
	}
	if len(siblings) < 2 {
		siblings = nil
	}
	if len(children) < 2 {
		children = nil
	}
	return append(siblings, children...)
}

// moveName is what players call a move.
func moveName(b *archive.Board, n archive.RecordNode) string {
	if b == nil || b.Cells != "points" {
		return n.Point
	}
	if n.Point == "" {
		return "–"
	}
	x, y, ok := archive.Coordinates(n.Point)
	if !ok || x >= b.Cols || y >= b.Rows {
		return n.Point
	}
	return b.Columns[x] + b.Lines[y]
}

// BlackSide is the player of Black.
func (p *gamePage) BlackSide() side {
	return side{"B", p.Game.Black, p.Game.BlackRank, strings.HasPrefix(p.Game.Result, "B+")}
}

// WhiteSide is the player of White.
func (p *gamePage) WhiteSide() side {
	return side{"W", p.Game.White, p.Game.WhiteRank, strings.HasPrefix(p.Game.Result, "W+")}
}

// LastName is what players call the node's move.
func (p *gamePage) LastName() string {
	board, _ := p.Data()
	return moveName(board, archive.RecordNode{Point: p.Last.Point})
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
