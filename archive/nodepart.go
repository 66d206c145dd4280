package archive

import (
	"fmt"
	"strings"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// Corner returns the pat: term of the corner of the board in which the node's move
// lies, up to the middle lines; "" where there is no such corner.
func (n *Node) Corner() string {
	return n.part(func(size position.Size, x, y int) (position.Edges, position.Size) {
		edges := position.Edges(0)
		if 2*x < size.Cols {
			edges |= position.West
		} else {
			edges |= position.East
		}
		if 2*y < size.Rows {
			edges |= position.North
		} else {
			edges |= position.South
		}
		return edges, position.Size{Cols: (size.Cols + 1) / 2, Rows: (size.Rows + 1) / 2}
	})
}

// part returns the pat: term of a part of the board near the node's move.
func (n *Node) part(choose func(size position.Size, x, y int) (position.Edges, position.Size)) string {
	board := n.Goban()
	if board == nil || n.Step == nil || !n.Step.Moved || n.Step.Move.Point == position.Pass {
		return ""
	}
	at := n.Step.Move.Point
	edges, size := choose(board.Size(), at.X(), at.Y())
	p := position.CutPattern(board, position.Place{Kind: position.AtEdges, Edges: edges}, size)
	text := strings.Replace(p.String(), fmt.Sprintf("%dx%d[", p.Cols, p.Rows), "[", 1)
	return (&query.Board{Kind: "pat", Text: text}).HeadText() + n.beside()
}

// beside is what must stand beside a board term so that it is about the game of the
// node: nothing for the default game.
func (n *Node) beside() string {
	if n.Kind.About().Number == registry.Default().About().Number {
		return ""
	}
	return " game:" + n.Game.Game
}

// Whole returns the pos: term of the position, "" if the rules of the game are not
// known.
func (n *Node) Whole() string {
	if n.Position == "" {
		return ""
	}
	return (&query.Board{Kind: "pos", Text: n.Ref}).HeadText()
}
