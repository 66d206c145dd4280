package query

import (
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
	q, err := q.resolve(o)
	if err != nil {
		return Asked{}, err
	}
	if err := oneBoard(q); err != nil {
		return Asked{}, err
	}
	c := compiler{snapshot: s, options: o}
	made, err := c.board(boardOf(q))
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

// boardOf returns the one board term of a query that passed oneBoard.
func boardOf(q Query) *Board {
	nodes, ok := q.Root.(And)
	if !ok {
		nodes = And{q.Root}
	}
	for _, n := range nodes {
		if b := boardIn(n); b != nil {
			return b
		}
	}
	return nil
}
