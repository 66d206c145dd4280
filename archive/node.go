package archive

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/format"
	registry "kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/estimate"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/store"
)

// A Node is a game at one of the nodes of its record.
type Node struct {
	Game      *Game       `json:"game" doc:"The game, with its names, date and result."`
	Ref       string      `json:"ref" doc:"The place: 12@40 after a move of the main line, 12@n57 at a node."`
	Node      int         `json:"node" doc:"Number of the node. The root is 0."`
	Move      int         `json:"move" doc:"Number of moves to the node."`
	Variation bool        `json:"variation,omitempty" doc:"True if the node is not on the main line. Otherwise missing."`
	Last      *Move       `json:"last,omitempty" doc:"The node's own move. Missing if it has none."`
	Fault     string      `json:"fault,omitempty" doc:"How the move breaks the rules. Missing if it does not."`
	Board     []string    `json:"board,omitempty" doc:"The board: a string for each row, of B, W and dots, from the top. Missing in games without stones on points."`
	Position  string      `json:"position,omitempty" doc:"The position as text, for pos: in a query. Missing in games without rules."`
	Texts     []Value     `json:"texts" doc:"Texts of the node, such as its comment."`
	Markup    Markup      `json:"markup" doc:"Marks, labels and arrows of the node."`
	Printing  Printing    `json:"printing,omitzero" doc:"How the node is printed. Missing if the record says nothing."`
	Judged    []Judgement `json:"judgements,omitempty" doc:"What the record says about the move or position. Missing if it says nothing."`
	Info      []Value     `json:"info" doc:"Information about the game, with the user's corrections."`
	Clock     *Clock      `json:"clock,omitempty" doc:"Times at the node. Missing if the record has none."`
	Estimate  *Estimate   `json:"estimate,omitempty" doc:"Who is ahead, as an analysis beside the record says, or the record. Missing if neither says."`
	Loss      *MoveLoss   `json:"loss,omitempty" doc:"What the node's move lost, by the engine's values. Missing if they do not say."`
	Charset   Charset     `json:"charset" doc:"Encoding in which the record is read."`
	Sharing   int         `json:"sharing,omitempty" doc:"Number of games in one tree of the record. Missing if it holds one game."`
	Part      int         `json:"part,omitempty" doc:"Number of this game among them, from 1. Missing if the record is not divided."`
	Undivided bool        `json:"undivided,omitempty" doc:"True if the record holds too many games to be divided. Otherwise missing."`

	Corrections []CorrectedValue `json:"corrections,omitempty" doc:"Values that the user gave in place of the record's. Missing if there are none."`

	Tags         []string `json:"tags,omitempty" doc:"The game's tags. Missing if there are none."`
	Note         string   `json:"note,omitempty" doc:"The user's note on the game. Missing if there is none."`
	PositionNote string   `json:"position_note,omitempty" doc:"The user's note on the position. Missing if there is none."`
	Notices      []Notice `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`

	Record store.Record              `json:"-"`
	Kind   registry.Game             `json:"-"`
	Step   *registry.Step            `json:"-"` // nil if the rules of the game are not known
	Tried  []TriedMove               `json:"-"` // moves of the user's after the node's, see [View.Try]
	Labels map[position.Point]string `json:"-"` // of the node's markup, as terminals show it

	Features []Feature `json:"features,omitempty" doc:"What the node's move does on the board, without what nearly every move does. Missing if it does no such thing, if kifudb knows no such things of the game, and behind node 20000."`

	Differs []Differing `json:"differs,omitempty" doc:"Points that differ from the position that the request asked for. Missing if it asked for none."`
}

// A Value is a property's text, in UTF-8.
type Value struct {
	Property string `json:"property" doc:"Identifier of the SGF property."`
	Text     string `json:"text" doc:"Value as text, in UTF-8."`
}

// A Charset is the encoding in which a record is read.
type Charset struct {
	Name       string  `json:"name" doc:"Name of the encoding, such as utf-8 or gb18030."`
	Confidence float64 `json:"confidence" doc:"How certain the encoding is, from 0 to 1."`
	Reason     string  `json:"reason" doc:"Why this encoding was chosen: ascii, mark, escape, valid, damaged, declared, likely, neighbors or default."`
	Doubtful   bool    `json:"doubtful" doc:"True if the encoding may be wrong."`
}

// NewCharset says which encoding a record is in, and why.
func NewCharset(c store.Charset) Charset {
	return Charset{c.Name, math.Round(float64(c.Confidence)*100) / 100, c.Reason, indexer.IsDoubtful(c)}
}

// node returns a node of one of several archives, of the only one if number is 0.
func (v *View) node(archive int, ref string) (*Node, error) {
	id, at, found := strings.Cut(ref, "@")
	if !found {
		at = "end"
	}
	number, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return nil, badRequest("", "%q is not the number of a game", id)
	}
	list, err := v.nodes(archive, GameID(number), func(script position.Script) ([]int, error) {
		n, err := nodeAt(script, at)
		return []int{n}, err
	})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Nodes returns a game at several nodes, which are named by their numbers in ascending
// order. It reads the record and replays the game once.
func (v *View) Nodes(id GameID, numbers []int) ([]*Node, error) {
	return v.nodes(0, id, func(script position.Script) ([]int, error) {
		return numbers, checkNodes(script, numbers)
	})
}

// checkNodes reports whether a game has nodes, and whether their numbers ascend.
func checkNodes(script position.Script, numbers []int) error {
	nodes := script.Nodes()
	for i, n := range numbers {
		if n < 0 || n >= nodes {
			return noPlace(fmt.Sprintf("the game has %d nodes, numbered from 0", nodes))
		}
		if i > 0 && n <= numbers[i-1] {
			return badRequest("", "node %d stands behind node %d; name nodes in ascending order", n, numbers[i-1])
		}
	}
	return nil
}

// nodes returns the nodes of a game whose numbers a function chooses, in ascending order.
func (v *View) nodes(archive int, id GameID, choose func(position.Script) ([]int, error)) ([]*Node, error) {
	game, err := v.Game(id)
	if err != nil {
		return nil, err
	}
	game.Archive = archive
	g, local := game.segment, game.local
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	numbers, err := choose(script)
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	record, err := g.Record(local)
	if err != nil {
		return nil, err
	}
	info, corrections := values(withoutCourses(g.Info(local))), game.Corrections()
	var list nodeList
	for _, number := range numbers {
		list = append(list, &Node{
			Game: game, Node: number, Kind: game.Kind(), Record: record, Charset: NewCharset(record.Charset),
			Labels: map[position.Point]string{}, Texts: []Value{}, Info: info, Corrections: corrections,
		})
	}
	if err := list.replay(g.Facts(local).Size, g.Recorded().Info(local), script); err != nil {
		return nil, err
	}
	if draft, ok := indexer.DraftOf(&record); ok {
		list.readDraft(draft)
	} else if err := list.readTree(indexer.UTF8(record)); err != nil {
		return nil, err
	}
	if err := list.say(&record); err != nil {
		return nil, err
	}
	unread := unreadText(readCauses(g.Facts(local), record))
	for _, n := range list {
		if n.Ref, err = game.Ref(n.Node, n.Move); err != nil {
			return nil, err
		}
		n.readUser(v)
		if unread != "" {
			n.Notices = append(n.Notices, Notice{NoticeUnread, unread})
		}
	}
	return list, g.Err()
}

// A nodeList is nodes of one game, in the order of its record.
type nodeList []*Node

// say notes what the record says at the nodes besides their moves.
func (l nodeList) say(record *store.Record) error {
	first, last := l[0].Node, l[len(l)-1].Node
	said := make([]RecordNode, last-first+1) // as these follow each other
	for i := range said {
		said[i].Node, said[i].Parent = first+i, -1
	}
	for _, n := range l {
		of := &said[n.Node-first]
		if n.Last != nil {
			of.Color = n.Last.Color
		}
		if n.Step != nil {
			of.Parent = n.Step.Parent
		}
	}
	said, before := withParents(said)
	if err := l[0].Game.say(record, said); err != nil {
		return err
	}
	for _, n := range l {
		of := &said[before+n.Node-first]
		n.Clock, n.Estimate, n.Loss = of.Clock, of.Estimate, of.Loss
	}
	return nil
}

// NameProperties are the properties of [Node.Info] that hold what a game is called by its
// moves: openings, castles, how it ended on the board.
func NameProperties() (list []string) {
	for _, kind := range registry.NameKinds {
		for _, side := range []position.Color{position.Empty, position.Black, position.White} {
			list = append(list, registry.NameIdent(kind, side))
		}
	}
	return list
}

// withoutCourses leaves out what is said of each position, which is no information about
// the game.
func withoutCourses(list []store.Value) []store.Value {
	return slices.DeleteFunc(slices.Clone(list), func(v store.Value) bool {
		switch v.Ident {
		case estimate.LeadIdent, estimate.ChanceIdent, estimate.GradesIdent, clock.Ident, format.IdentProperties, format.IdentStem:
			return true
		}
		return estimate.Has([]byte(v.Ident)) // of the root
	})
}

func values(list []store.Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = Value{v.Ident, v.Text}
	}
	return out
}

// nodeAt finds a node by the number of a move of the main line, by "n" and its
// own number, or by "end", the last one of the main line. Queries name places
// in games in the same way.
func nodeAt(script position.Script, at string) (int, error) {
	if at == "end" {
		return lastNode(script), nil
	}
	digits, isNode := strings.CutPrefix(at, "n")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return 0, badRequest("", "%q is not a place in a game; expected a move number, n and a node number, or end", at)
	}
	if isNode {
		if nodes := script.Nodes(); n >= nodes {
			return 0, noPlace(fmt.Sprintf("the game has %d nodes, numbered from 0", nodes))
		}
		return n, nil
	}
	if moves := script.Moves(); n > moves {
		return 0, noPlace(fmt.Sprintf("the main line has %d moves", moves))
	}
	return script.NodeAt(n), nil
}

// noPlace says that a game ends before a place.
type noPlace string

func (e noPlace) Error() string { return string(e) }
func (e noPlace) Unwrap() error { return ErrNoPlace }

// lastNode is the end of the main line.
func lastNode(script position.Script) int {
	last := 0
	var r position.Replayer
	r.Start(position.Square(1), script) // where stones fall does not matter here
	for event := r.Next(); event == position.AtNode || event == position.Opened; event = r.Next() {
		last = r.Step().Node
	}
	return last
}

// replay makes the boards of a game whose rules are known.
func (l nodeList) replay(size position.Size, info []store.Value, script position.Script) error {
	rules, ok := l[0].Kind.(registry.Replayer)
	if !ok {
		for _, n := range l {
			n.count(script)
		}
		return nil
	}
	start, err := rules.Start(indexer.RecordOf(size, info))
	if err != nil {
		return fmt.Errorf("game %d: %w", l[0].Game.ID, err)
	}
	next := 0
	for step := range rules.Replay(start, script) {
		if step.Node != l[next].Node {
			continue
		}
		n := l[next]
		if next++; next < len(l) {
			step = keptStep(step)
		}
		n.take(step, info)
		if next == len(l) {
			break
		}
	}
	return nil
}

// keptStep returns a step that stays as it is when the replay goes on.
func keptStep(step *registry.Step) *registry.Step {
	kept := *step
	kept.Position = step.Position.Clone()
	if step.Moved && step.Before != nil { // otherwise it is not looked at
		kept.Before = step.Before.Clone()
	}
	return &kept
}

// take makes the board of the node from its step.
func (n *Node) take(step *registry.Step, info []store.Value) {
	n.Step = step
	n.Move, n.Variation, n.Fault = step.MoveNumber, !step.MainLine, step.Fault
	n.Position = step.Position.Text()
	if step.Moved {
		last := NewMove(n.Kind, match.Reply{Move: step.Move})
		n.Last = &last
	}
	if b := n.Goban(); b != nil {
		n.Board = boardRows(b)
		n.judge(info)
	}
}

// judge notes what the rules that the record names forbid.
func (n *Node) judge(info []store.Value) {
	ruled, ok := n.Kind.(registry.Ruled)
	if !ok || n.Fault != "" {
		return
	}
	for _, v := range info {
		if v.Ident == "RU" {
			n.Fault = ruled.Under(v.Text).Judge(n.Goban(), &position.Step{Moved: n.Step.Moved, Move: n.Step.Move, MoveNumber: n.Step.MoveNumber})
			return
		}
	}
}

// count finds the number of the node's move in a game whose rules are not known.
func (n *Node) count(script position.Script) {
	var r position.Replayer
	r.Replay(position.Square(1), script, func(_ *position.Board, step *position.Step) bool {
		if step.Node == n.Node {
			n.Move, n.Variation = step.MoveNumber, !step.MainLine
		}
		return step.Node < n.Node
	})
}

// Goban returns the board of a game whose stones are put on points and stay, nil of
// other games.
func (n *Node) Goban() *position.Board {
	if n.Step != nil {
		if p, ok := n.Step.Position.(*registry.Points); ok {
			return p.Goban
		}
	}
	return nil
}

// boardRows writes the stones as rows of B, W and dots.
func boardRows(b *position.Board) []string {
	rows := make([]string, b.Size().Rows)
	for y := range rows {
		var s strings.Builder
		for x := range b.Size().Cols {
			s.WriteString(b.At(position.At(x, y)).Letter())
		}
		rows[y] = s.String()
	}
	return rows
}

// readDraft reads the texts of the nodes of a record in another format than SGF.
func (l nodeList) readDraft(d *format.Draft) {
	at := map[int]*Node{}
	for _, n := range l {
		at[n.Node] = n
	}
	for _, c := range d.Comments {
		if n := at[c.Node]; n != nil {
			n.Texts = append(n.Texts, Value{c.Ident, c.Text})
		}
	}
}

// readTree reads the texts and the markup of the nodes from the tree.
func (l nodeList) readTree(text []byte) error {
	record, wanted := &l[0].Record, map[int]*Node{}
	part, isPart := indexer.PartOf(record)
	var shared sgfread.Sharing
	if !isPart {
		shared = sgfread.SharedGames(text, nil)
	}
	for _, n := range l {
		wanted[n.Node] = n
		switch {
		case isPart:
			n.Part, n.Sharing = part.Number, part.Of
		case shared.Count > 1 || shared.TooLarge:
			n.Undivided = shared.Games == nil
			if shared.Count > 1 {
				n.Sharing = shared.Count
			}
		}
	}
	f := nodeFinder{nodes: l, wanted: wanted}
	if err := sgfread.Walk(text, &f, nil); err != nil {
		return err
	}
	if f.next <= l[len(l)-1].Node {
		return errors.New("the record has no such node")
	}
	return nil
}

// A nodeFinder reads some nodes of a record. It is a sgfread.MoveHandler, as a
// node in a run of moves has no texts. No tree is built: a record may have
// millions of nodes.
type nodeFinder struct {
	nodes  nodeList
	wanted map[int]*Node // the same by their numbers
	next   int           // number of the next node
	now    lasting       // what holds at the latest node
	around []lasting

	branches sgfread.Branches
}

func (f *nodeFinder) Open(int64) {
	f.branches.Open(f.next - 1)
	f.around = append(f.around, f.now)
}

func (f *nodeFinder) Close(int64) {
	f.branches.Close()
	f.now, f.around = f.around[len(f.around)-1], f.around[:len(f.around)-1]
}

func (f *nodeFinder) Moves(run sgfread.Run) {
	first, _ := slices.BinarySearchFunc(f.nodes, f.next, func(n *Node, number int) int { return n.Node - number })
	for _, n := range f.nodes[first:] {
		if n.Node >= f.next+run.Len() {
			break
		}
		f.put(n)
	}
	f.next += run.Len()
}

func (f *nodeFinder) Node(n *sgfread.Node) {
	f.now.read(n)
	if wanted := f.wanted[f.next]; wanted != nil {
		f.read(wanted, n)
	}
	f.next++
}

// Late implements sgfread.LateHandler. The latest node is the one before the variation
// again, so what holds there is known.
func (f *nodeFinder) Late(n *sgfread.Node) {
	if wanted := f.wanted[f.branches.Node()]; wanted != nil {
		f.now.read(n)
		f.read(wanted, n)
	}
}

// put notes what holds at a node because one above says so.
func (f *nodeFinder) put(to *Node) {
	to.Markup.put(f.now)
	to.Printing.Numbers = f.now.numbers
}

// read reads what a node says, or what stands behind a variation of it.
func (f *nodeFinder) read(to *Node, n *sgfread.Node) {
	f.put(to)
	for p := range n.Properties() {
		to.readPrinting(p)
		switch name := string(p.AppendName(nil)); name {
		case "C", "N", "GC":
			for raw := range p.Values() {
				to.Texts = append(to.Texts, Value{name, string(sgfread.AppendText(nil, raw, 0))})
			}
		default:
			if isMarkup(name) {
				to.add(name, p)
			}
			if j, ok := judgement(p); ok && format.IsNodeProperty(to.Node, p) {
				to.Judged = append(to.Judged, j)
			}
		}
	}
}

// readUser reads what the user put on the game and on the position.
func (n *Node) readUser(v *View) {
	var notes Notices
	db := v.archive.user
	var err error
	if n.Tags, err = db.TagsOf(n.Game.ID); err == nil {
		n.Note, err = noteText(db.NoteOn(n.Game.ID))
	}
	if err != nil {
		notes.add(NoticeUser, err)
	}
	n.PositionNote = v.noteOn(n, &notes)
	n.Notices = notes.list
}

// noteOn returns the note on the position of a node, "" if there is none.
func (v *View) noteOn(n *Node, notes *Notices) string {
	asked := query.Asked{Game: n.Kind}
	if n.Step != nil {
		asked.Position = n.Step.Position
	}
	return v.noteAt(asked, notes)
}

// Drawing says how the board is drawn with its markup and the last move.
func (n *Node) Drawing() registry.Drawing {
	d := registry.Drawing{Labels: n.Labels}
	if len(n.Differs) > 0 { // they have the board to themselves
		d.Labels = map[position.Point]string{}
		for i, at := range n.Differs {
			d.Labels[at.at] = at.Label(i)
		}
	}
	if n.Step != nil && n.Step.Moved {
		d.Last = &n.Step.Move.Point
	}
	return d
}

// ErrNoBoard is what the errors wrap of those who want the board of a game whose
// rules are not known.
var ErrNoBoard = errors.New("there is no board")

// NoBoard returns the error that says why a game has no board.
func (n *Node) NoBoard() error {
	return fmt.Errorf("game %s is a game of %s, whose rules kifudb does not know: %w", n.Game.Name(), n.Game.Game, ErrNoBoard)
}

// WriteSVG draws the board as a picture.
func (n *Node) WriteSVG(w io.Writer) error {
	if n.Step == nil {
		return n.NoBoard()
	}
	p, ok := n.Step.Position.(registry.Pictured)
	if !ok {
		return fmt.Errorf("game %s is a game of %s, which kifudb cannot draw yet", n.Game.Name(), n.Game.Game)
	}
	return p.WriteSVG(w, n.Drawing())
}

// Data returns the board for programs that do not know the rules of the game.
func (n *Node) Data() (*registry.Board, error) {
	if n.Step == nil {
		return nil, n.NoBoard()
	}
	return n.Step.Position.(registry.Shown).Data(), nil
}

// Comments returns the texts of the game as a whole and of the node.
func (n *Node) Comments() []Value {
	var list []Value
	for _, value := range n.Info {
		if value.Property == "GC" && !slices.Contains(n.Texts, value) {
			list = append(list, value)
		}
	}
	for _, text := range n.Texts {
		corrected := slices.ContainsFunc(n.Corrections, func(c CorrectedValue) bool { return c.Property == text.Property })
		if !corrected { // otherwise it is listed as it is now
			list = append(list, text)
		}
	}
	return list
}

// Tree returns the bytes of the record as they came.
func (n *Node) Tree() []byte { return treeBytes(n.Record) }

// Text returns the record of the game in UTF-8, as it is read.
func (n *Node) Text() []byte { return indexer.UTF8(n.Record) }

func treeBytes(r store.Record) []byte { return r.Raw[r.Tree[0]:r.Tree[1]] }
