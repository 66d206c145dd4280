package query

import (
	"errors"
	"fmt"
	"slices"

	"kifudb/position"
)

// ErrNoBoard is what errors wrap where what follows the board term of a query is asked
// for, and there is not exactly one, as a condition that must hold.
var ErrNoBoard = errors.New("expected exactly one pos:, pat:, seq: or then( with one of them, to look at what follows it, outside of or and not")

// errNoneAtAll is the error of a query without a board term.
var errNoneAtAll = fmt.Errorf(`%w; the query has none: add the position, as in pos:"Q16 D4", or a pattern`, ErrNoBoard)

// OneBoard returns the board term whose continuations can be looked at: the one
// that must hold, if no other is in the condition. Otherwise the error wraps
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
	switch len(found) {
	case 0:
		return nil, errNoneAtAll
	case 1:
		return found[0], nil
	}
	return nil, ErrNoBoard
}

// OneBoardSeated does so in a condition that Seated returned, in which the board term
// stands twice where terms beside it are about the one or the other side.
func OneBoardSeated(root Node) (*Board, error) {
	if ways := waysOf(root); ways != nil {
		first, err := OneBoard(ways[0])
		if err != nil {
			return nil, err
		}
		second, err := OneBoard(ways[1])
		if err != nil {
			return nil, err
		}
		if Print(first) != Print(second) {
			return nil, ErrNoBoard
		}
		return first, nil
	}
	return OneBoard(root)
}

// waysOf returns the two ways in which Seated has set players with a board beside them, nil if it has not.
func waysOf(root Node) Or {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	var ways Or
	for _, n := range nodes {
		if n == nil || !hasBoard(n) {
			continue
		}
		or, ok := n.(Or)
		if ways != nil || !ok || len(or) != 2 || !sits(or[0], position.Black) || !sits(or[1], position.White) {
			return nil
		}
		ways = or
	}
	return ways
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
// second of a Then. If the second is about what a move does, it is the first.
func boardIn(n Node) *Board {
	switch n := n.(type) {
	case *Board:
		return n
	case *Then:
		if b, ok := n.Second.(*Board); ok {
			return b
		}
		b, _ := n.First.(*Board)
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
