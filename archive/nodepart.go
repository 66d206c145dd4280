package archive

import (
	"fmt"
	"strings"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// A Part is a corner or a side of the board of a node, to be searched for.
type Part struct {
	Name string // NW, NE, SW, SE or N, E, S, W
	Term string // of a query
	Here bool   // the node's move lies in it
}

// partNames are all corners and sides, with their edges.
var partNames = []struct {
	name  string
	edges position.Edges
}{
	{"NW", position.North | position.West}, {"NE", position.North | position.East},
	{"SW", position.South | position.West}, {"SE", position.South | position.East},
	{"N", position.North}, {"E", position.East}, {"S", position.South}, {"W", position.West},
}

// Parts returns the corners, up to the middle lines, and the sides, a third of the
// board deep between the corners, in which there are stones. A side is searched for
// wherever it lies along an edge. There are none where stones are not put on points.
func (n *Node) Parts() []Part {
	board := n.Goban()
	if board == nil {
		return nil
	}
	var list []Part
	for _, part := range partNames {
		left, top, size := partOf(board.Size(), part.edges)
		p := &position.Pattern{
			Cols: size.Cols, Rows: size.Rows, Place: position.Place{Kind: position.AtEdges, Edges: part.edges},
			Cells: make([]position.Cell, size.Area()),
		}
		stones := false
		for i := range p.Cells {
			color := board.At(position.At(left+size.At(i).X(), top+size.At(i).Y()))
			p.Cells[i] = position.CellOf(color)
			stones = stones || color != position.Empty
		}
		if !stones {
			continue
		}
		text := strings.Replace(p.String(), fmt.Sprintf("%dx%d[", p.Cols, p.Rows), "[", 1)
		at := Part{Name: part.name, Term: (&query.Board{Kind: "pat", Text: text}).HeadText() + n.beside()}
		if n.Step.Moved && n.Step.Move.Point != position.Pass {
			x, y := n.Step.Move.Point.X()-left, n.Step.Move.Point.Y()-top
			at.Here = x >= 0 && y >= 0 && x < size.Cols && y < size.Rows
		}
		list = append(list, at)
	}
	return list
}

// partOf returns where a corner or a side lies.
func partOf(board position.Size, edges position.Edges) (left, top int, size position.Size) {
	span := func(length int, low, high, corner bool) (from, n int) {
		switch {
		case corner && low:
			return 0, (length + 1) / 2
		case corner:
			return length / 2, (length + 1) / 2
		case low:
			return 0, (length + 2) / 3
		case high:
			return length - (length+2)/3, (length + 2) / 3
		}
		between := (length + 1) / 4
		return between, length - 2*between
	}
	west, east := edges&position.West != 0, edges&position.East != 0
	north, south := edges&position.North != 0, edges&position.South != 0
	corner := (west || east) && (north || south)
	left, size.Cols = span(board.Cols, west, east, corner)
	top, size.Rows = span(board.Rows, north, south, corner)
	return left, top, size
}

// beside is what must stand beside a board term so that it is about the game of the
// node: nothing for the default game.
func (n *Node) beside() string {
	if n.Kind.About().Number == registry.Default().About().Number {
		return ""
	}
	return " " + query.GameTerm(n.Kind.About().Number)
}

// Whole returns the pos: term of the position, "" if the rules of the game are not
// known.
func (n *Node) Whole() string {
	if n.Position == "" {
		return ""
	}
	if len(n.Tried) > 0 {
		return (&query.Board{Kind: "pos", Text: n.Position}).HeadText() + " " + query.GameTerm(n.Kind.About().Number)
	}
	return (&query.Board{Kind: "pos", Text: n.Ref}).HeadText()
}
