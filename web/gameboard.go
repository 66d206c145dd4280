package web

import (
	"encoding/json"
	"html/template"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// The board of a game at a node: a picture, and what its script says and does with it.

// shownNumbers is how many of the last moves have their number on the board.
const shownNumbers = 10

// draw draws the board with the numbers of the last moves, the markup and the last
// move.
func (p *gamePage) draw(w words) error {
	board := p.board
	if board == nil {
		return nil
	}
	m := &drawing.Marks{Letters: map[int]string{}, Numbers: map[int]int{}, Shapes: map[int]string{}, Last: -1}
	p.Captured, p.ToPlay = board.Captured, board.ToPlay
	if p.Over = board.Winner != "" || len(board.Moves) == 0; p.Over {
		p.ToPlay, p.Winner = "", board.Winner
	}
	p.Rows = drawing.Text(board)
	m.MarkUp(board, &p.Markup)
	markTried(m, p.Tried)
	for _, n := range p.line {
		cell, ok := drawing.CellOf(board, n)
		if len(p.Tried) > 0 || !ok || n.Node > p.Node.Node || n.Move <= p.Move-shownNumbers {
			continue
		}
		if n.Node == p.Node.Node {
			m.Last = cell
		}
		m.Numbers[cell] = n.Move // which only stones and discs show
	}
	p.Picture = drawing.Board(board, *m, w.say("board.thumbnail", p.Move))
	p.Described = markupWords(w, board, &p.Markup)
	var err error
	p.Scene, err = p.scene(board, m, w)
	return err
}

// maxDescribed is how many points of a kind are named in words.
const maxDescribed = 60

// markupWords says in words what the markup shows: one line for each kind.
func markupWords(w words, b *ask.Board, m *archive.Markup) (list []string) {
	name := func(point string) string { return moveName(b, archive.RecordNode{Point: point}) }
	say := func(key string, names []string) {
		if len(names) == 0 {
			return
		}
		text := strings.Join(names[:min(len(names), maxDescribed)], ", ")
		if more := len(names) - maxDescribed; more > 0 {
			text += " " + w.say("markup.more", more)
		}
		list = append(list, w.say("markup."+key, text))
	}
	var labels []string
	for _, l := range m.Labels {
		labels = append(labels, name(l.Point)+" "+l.Text)
	}
	say("LB", labels)
	for _, kind := range []string{"TR", "SQ", "CR", "MA", "SL"} {
		var names []string
		for _, s := range m.Signs {
			if s.Kind == kind {
				names = append(names, name(s.Point))
			}
		}
		say(kind, names)
	}
	each := func(points []string) (names []string) {
		for _, p := range points {
			names = append(names, name(p))
		}
		return names
	}
	ends := func(pairs [][2]string) (names []string) {
		for _, p := range pairs {
			names = append(names, name(p[0])+"–"+name(p[1]))
		}
		return names
	}
	say("TB", each(m.Black))
	say("TW", each(m.White))
	say("AR", ends(m.Arrows))
	say("LN", ends(m.Lines))
	say("DD", each(m.Dim))
	say("VW", each(m.Visible))
	return list
}

// A scene is what the script needs to know what is where on the board.
type scene struct {
	Game  string      `json:"game"` // its name
	At    int         `json:"at"`   // the node
	Board *ask.Board  `json:"board"`
	Marks sceneMarks  `json:"marks"`
	Line  []int       `json:"line"`  // nodes from the root on
	Turn  int         `json:"turn"`  // place in it of the last that is not a first child
	Next  []sceneNext `json:"next"`  // moves that follow in the record
	From  map[int]int `json:"from"`  // cells with pieces: the node that brought it there
	Say   string      `json:"say"`   // of the move, aloud
	Notes []int       `json:"notes"` // nodes of the line with comments
	Lost  []int       `json:"lost"`  // nodes of the line whose moves are mistakes
	Other [2]int      `json:"other"` // the branch before and after this one, -1 for none
	Tried []string    `json:"tried"` // moves of one's own after the node
}

// A sceneNext is a move that follows.
type sceneNext struct {
	Node int    `json:"node"`
	Cell int    `json:"cell"` // -1 for a pass
	Name string `json:"name"`
	Move string `json:"move"` // as moves of the board are written
}

// sceneMarks are what the script says of cells.
type sceneMarks struct {
	Letters map[int]string `json:"letters"`
	Notes   map[int]string `json:"notes"` // markup in words
	Last    int            `json:"last"`
	Keys    []string       `json:"keys"` // letters that are keys of the page
}

// scene returns the data for the script, as JSON that ends no element.
func (p *gamePage) scene(b *ask.Board, m *drawing.Marks, w words) (template.JS, error) {
	slim := *b
	slim.Moves = nil
	s := scene{
		Game: p.ID, At: p.Node.Node, Board: &slim, Line: []int{}, Turn: p.turn, Next: []sceneNext{}, From: map[int]int{}, Notes: []int{}, Lost: []int{}, Other: [2]int{-1, -1},
		Marks: sceneMarks{Letters: m.Letters, Notes: map[int]string{}, Last: m.Last, Keys: []string{"c", "m", "M", "p"}},
	}
	note := func(cell int, key string) {
		if text := s.Marks.Notes[cell]; text != "" {
			s.Marks.Notes[cell] = text + ", " + w.say(key)
		} else {
			s.Marks.Notes[cell] = w.say(key)
		}
	}
	for cell, kind := range m.Shapes {
		note(cell, "sign."+kind)
	}
	for i, key := range []string{"sign.TB", "sign.TW"} {
		for _, cell := range m.Territory[i] {
			note(cell, key)
		}
	}
	for _, cell := range m.Dim {
		note(cell, "sign.DD")
	}
	for _, cell := range m.Hidden {
		note(cell, "sign.hidden")
	}
	lies := map[int]bool{}
	for _, piece := range b.Pieces {
		lies[piece.Cell] = true
	}
	for _, n := range p.line {
		s.Line = append(s.Line, n.Node)
		if n.Comment {
			s.Notes = append(s.Notes, n.Node)
		}
		if isMistake(&n) {
			s.Lost = append(s.Lost, n.Node)
		}
		if cell, ok := drawing.CellOf(b, n); ok && n.Node <= p.Node.Node && lies[cell] {
			s.From[cell] = n.Node
		}
	}
	for _, n := range p.Tree.Nodes[min(p.Node.Node+1, len(p.Tree.Nodes)):] {
		if n.Parent == p.Node.Node && n.Color != "" && len(p.Tried) == 0 {
			cell, ok := drawing.CellOf(b, n)
			if !ok {
				cell = -1
			}
			s.Next = append(s.Next, sceneNext{n.Node, cell, moveName(b, n), n.Point})
		}
	}
	s.Other = p.others()
	for _, m := range p.Tried {
		s.Tried = append(s.Tried, m.Text)
	}
	s.Say = p.spoken(w)
	data, err := json.Marshal(s)
	return template.JS(data), err
}

// others are the siblings beside the node, or beside the last one before it that has
// any.
func (p *gamePage) others() [2]int {
	children := p.children
	for at := p.Node.Node; at > 0; at = p.Tree.Nodes[at].Parent {
		siblings := children[p.Tree.Nodes[at].Parent]
		if len(siblings) < 2 {
			continue
		}
		i := slices.Index(siblings, at)
		other := [2]int{-1, -1}
		if i > 0 {
			other[0] = siblings[i-1]
		}
		if i+1 < len(siblings) {
			other[1] = siblings[i+1]
		}
		return other
	}
	return [2]int{-1, -1}
}

// spoken says the move and where it is.
func (p *gamePage) spoken(w words) string {
	var list []string
	if p.Last != nil {
		name := w.say("move.pass")
		if p.Last.Point != "" {
			name = p.LastName()
		}
		list = append(list, w.say("color."+p.Last.Color)+" "+name)
	}
	if n := len(p.Tried); n > 0 {
		list = append(list, w.say("trial.spoken", n))
	} else {
		list = append(list, w.say("game.spoken", p.Move, p.LastMove()))
	}
	if p.Variation {
		list = append(list, w.say("game.variation"))
	}
	if p.Captured != nil && *p.Captured != [2]int{} {
		list = append(list, w.say("game.captured", p.Captured[1], p.Captured[0])) // which counts the stones that were lost
	}
	for _, j := range p.Judged {
		list = append(list, j.Words)
	}
	for _, c := range p.Comments {
		list = append(list, excerptOf(c.Text, longestFact, "").Text)
	}
	return strings.Join(list, ", ")
}

// shortName leaves out the squares that stand once more behind the name of a move.
func shortName(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return name
}

// moveName is what players call a move.
func moveName(b *ask.Board, n archive.RecordNode) string {
	switch {
	case n.Called != "":
		return shortName(n.Called)
	case n.Point == "":
		return "–"
	}
	if b == nil || b.Cells == "squares" {
		return n.Point
	}
	x, y, ok := archive.Coordinates(n.Point)
	if !ok || x >= b.Cols || y >= b.Rows {
		return n.Point
	}
	return b.Columns[x] + b.Lines[y]
}
