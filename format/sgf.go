package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/position"
	"kifudb/sgfread"
)

// An SGFTree says how a game that came in another format is written in SGF, apart from
// what all games have: the tree, the facts and the comments.
type SGFTree struct {
	// Node writes what a node does, by its number in the order of the script.
	Node func(s *SGF, number int, n *position.ScriptNode)
	// Comment returns the comment of a node; nil: those of the game.
	Comment func(number int) string
}

// SGF is a record in SGF that is being written.
type SGF struct{ out *bufio.Writer }

// Begin begins another node.
func (s *SGF) Begin() { s.out.WriteByte(';') }

// Put writes a property with values that need no escapes, unless there are none.
func (s *SGF) Put(ident string, values ...string) {
	for i, value := range values {
		if i == 0 {
			s.out.WriteString(ident)
		}
		s.out.WriteString("[" + value + "]")
	}
}

// Text writes a property whose value is a text, unless it is empty.
func (s *SGF) Text(ident, text string) {
	if text != "" {
		s.out.WriteString(ident + "[")
		s.out.Write(sgfread.AppendEscaped(nil, []byte(text), false))
		s.out.WriteByte(']')
	}
}

// Setup writes stones that are set up, on points that have names.
func (s *SGF) Setup(changes []position.Change, name func(position.Point) string) {
	for _, setup := range []struct {
		ident string
		color position.Color
	}{{"AB", position.Black}, {"AW", position.White}, {"AE", position.Empty}} {
		var points []string
		for _, c := range changes {
			if c.Color == setup.color {
				points = append(points, name(c.Point))
			}
		}
		s.Put(setup.ident, points...)
	}
}

// ofRecord are the identifiers of facts that are about a record, not its game.
var ofRecord = []string{"GM", "FF", "CA", "AP", "ST", "SZ"}

// OfGame reports whether an identifier of the info is a record's own word on its game.
func OfGame(ident string) bool { return !Own(ident) && !slices.Contains(ofRecord, ident) }

// Write writes the game with its variations and comments, and with the facts that the
// record told. Facts whose names cannot be identifiers of SGF are lost.
func (t *SGFTree) Write(w io.Writer, g *Written) error {
	s := &SGF{bufio.NewWriter(w)}
	comment := t.Comment
	if comment == nil {
		comment = Comments(g)
	}
	facts := &g.Game.Facts
	size := fmt.Sprint(facts.Size.Cols)
	if facts.Size.Rows != facts.Size.Cols {
		size = fmt.Sprintf("%d:%d", facts.Size.Cols, facts.Size.Rows)
	}
	s.out.WriteByte('(')
	s.Begin()
	s.Put("FF", "4")
	s.Put("GM", fmt.Sprint(facts.Game))
	s.Put("CA", "UTF-8")
	s.Put("AP", "kifudb")
	s.Put("SZ", size)
	for _, v := range g.Game.Info {
		switch {
		case !OfGame(v.Ident):
		case v.Ident == "" || strings.Trim(v.Ident, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
			if g.Lost != nil {
				g.Lost(Loss(v.Ident))
			}
		default:
			s.Text(v.Ident, v.Text)
		}
	}
	node, depth := -1, 0
	for n := range g.Game.Script.Contents() {
		switch n.Event {
		case position.Opened:
			s.out.WriteString("\n(")
			depth++
			continue
		case position.Closed:
			s.out.WriteByte(')')
			depth--
			continue
		}
		if node++; node > 0 {
			s.Begin()
		}
		t.Node(s, node, n)
		s.Text("C", comment(node))
	}
	s.out.WriteString(strings.Repeat(")", max(depth, 0)+1) + "\n")
	return s.out.Flush()
}

// Comments returns the comments of a game by the numbers of their nodes.
func Comments(g *Written) func(node int) string {
	all := map[int]string{}
	for _, c := range g.Game.Comments {
		all[c.Node] = strings.TrimPrefix(all[c.Node]+"\n"+c.Text, "\n")
	}
	return func(node int) string { return all[node] }
}
