package query

import (
	"errors"
	"slices"
)

// ErrNoBoard is returned where what follows the board term of a query is asked
// for, and there is not exactly one, as a condition that must hold.
var ErrNoBoard = errors.New("expected exactly one pos:, pat:, seq: or then( to look at what follows it, outside of or and not")

// OneBoard returns the board term whose continuations can be looked at: the one
// that must hold, if no other is in the condition. Otherwise it returns
// ErrNoBoard.
func OneBoard(root Node) (*Board, error) {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	var found []*Board
	for _, n := range nodes {
		if b := boardIn(n); b != nil {
			found = append(found, b)
		} else if n != nil && hasBoard(n) {
			return nil, ErrNoBoard
		}
	}
	if len(found) != 1 {
		return nil, ErrNoBoard
	}
	return found[0], nil
}

// WholeBoard reports whether a condition is one position of a whole board of stones and nothing else.
// The index of positions answers it: the position may be turned, mirrored or have its colors exchanged, but no
// option of it has games replayed.
func WholeBoard(root Node) bool {
	b, ok := root.(*Board)
	if !ok || b.Kind != "pos" || b.File {
		return false
	}
	plain := Board{Kind: b.Kind, Text: b.Text, SwapColors: b.SwapColors, Symmetry: b.Symmetry, Game: b.Game, Written: b.Written, Found: b.Found}
	if *b != plain {
		return false
	}
	asked, err := b.Asked()
	return err == nil && asked.Goban() != nil
}

// boardIn returns the board term that tells what follows a node: itself, or the
// second of a Then.
func boardIn(n Node) *Board {
	switch n := n.(type) {
	case *Board:
		return n
	case *Then:
		b, _ := n.Second.(*Board)
		return b
	}
	return nil
}

// HasBoards reports whether a query asks for something on the board.
func HasBoards(root Node) bool { return root != nil && hasBoard(root) }

// hasBoard reports whether there is a board term in a condition.
func hasBoard(n Node) bool {
	return HasTerm(n, func(t Node) bool {
		_, then := t.(*Then)
		return then || boardIn(t) != nil
	})
}

// Without returns a condition that holds where all other nodes of an And hold but
// the one that has a board term; nil if nothing is left.
func Without(root Node, board *Board) Node {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	var rest []Node
	for _, n := range nodes {
		if n != nil && boardIn(n) != board {
			rest = append(rest, n)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return and(rest)
}

// SplitBoards divides a condition into the nodes of its And that ask for something
// on the board, each by itself, and all others together; nil if nothing is left.
func SplitBoards(root Node) (boards []Node, rest Node) {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	var others []Node
	for _, n := range nodes {
		switch {
		case n == nil:
		case hasBoard(n):
			boards = append(boards, n)
		default:
			others = append(others, n)
		}
	}
	if len(others) > 0 {
		rest = and(others)
	}
	return boards, rest
}

// AllOf joins conditions, of which nil is none, so that all must hold.
func AllOf(nodes ...Node) Node {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n Node) bool { return n == nil })
	if len(nodes) == 0 {
		return nil
	}
	return and(nodes)
}
