package search

import (
	"context"
	"time"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// An Explanation says how a query was answered.
type Explanation struct {
	Query   string           // the normal form
	Terms   []*match.Figures // the terms, from left to right
	Games   int              // games that fulfil the query
	Archive int              // games in the archive
	Time    time.Duration
}

// Explain answers a query completely and returns what each of its terms cost.
// A term that was never asked, because others left no games, has no figures.
func Explain(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) (*Explanation, error) {
	if o == nil {
		o = &Options{}
	}
	start := time.Now()
	question, err := Resolve(ctx, s, q, map[string]Aggregation{only: &Count{}}, o)
	if err != nil {
		return nil, err
	}
	answer, err := question.ask(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return &Explanation{Query: q.String(), Terms: answer.Terms, Games: answer.Found[only].(int), Archive: s.Len(), Time: time.Since(start)}, nil
}

// A Wider is a term that finds more than it says, and what: other spellings of
// a name, by the user's aliases.
type Wider struct {
	Term string   `json:"term"`
	Also []string `json:"also"`
}

// Widened returns the terms of a query that find more than they say.
func Widened(s *store.Snapshot, q query.Query, o *Options) ([]Wider, error) {
	if o == nil {
		o = &Options{}
	}
	question, err := Resolve(context.Background(), s, q, nil, o)
	if err != nil {
		return nil, err
	}
	return question.Widened(), nil
}

// WhatIsAsked returns the position or pattern of a query that Next accepts.
func WhatIsAsked(s *store.Snapshot, q query.Query, o *Options) (query.Asked, error) {
	if o == nil {
		o = &Options{}
	}
	q, err := q.Opened(o.User)
	if err != nil {
		return query.Asked{}, err
	}
	board, err := query.OneBoard(q.Root)
	if err != nil {
		return query.Asked{}, err
	}
	r := Resolver{ctx: context.Background(), snapshot: s, options: o}
	if board, err = r.board(board); err != nil {
		return query.Asked{}, err
	}
	return board.Asked()
}
