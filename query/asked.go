package query

import (
	"context"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// Asked is what the board term of a query asks for, to be drawn with the
// continuations that Next counts: one of these.
type Asked struct {
	Board   *position.Board
	Shogi   *shogi.Position
	Pattern *position.Pattern
}

// WhatIsAsked returns the position or pattern of a query that Next accepts.
func WhatIsAsked(s *store.Snapshot, q Query, o *Options) (Asked, error) {
	if o == nil {
		o = &Options{}
	}
	q, err := q.opened(o.User)
	if err != nil {
		return Asked{}, err
	}
	if err := oneBoard(q.Root); err != nil {
		return Asked{}, err
	}
	r := resolver{ctx: context.Background(), snapshot: s, options: o}
	board, err := r.board(boardOf(q.Root))
	if err != nil {
		return Asked{}, err
	}
	return board.asked()
}

// asked returns what a board term that was resolved asks for.
func (b *Board) asked() (Asked, error) {
	made, err := b.condition()
	if err != nil {
		return Asked{}, err
	}
	switch made := made.(type) {
	case *positionCondition:
		return made.shown(), nil
	case *patternCondition:
		return Asked{Pattern: made.pattern}, nil
	}
	return Asked{}, nil // a game whose boards are not drawn here
}

// boardOf returns the one board term of a condition that passed oneBoard.
func boardOf(root Node) *Board {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	for _, n := range nodes {
		if b := boardIn(n); b != nil {
			return b
		}
	}
	return nil
}
