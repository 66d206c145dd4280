package query

import (
	"context"
	"slices"
	"time"

	"kifudb/store"
)

// An Explanation says how a query was answered.
type Explanation struct {
	Query   string     // the normal form
	Terms   []*Figures // the terms, from left to right
	Games   int        // games that fulfil the query
	Archive int        // games in the archive
	Time    time.Duration
}

// Explain answers a query completely and returns what each of its terms cost.
// A term that was never asked, because others left no games, has no figures.
func Explain(ctx context.Context, s *store.Snapshot, q Query, o *Options) (*Explanation, error) {
	if o == nil {
		o = &Options{}
	}
	start := time.Now()
	p, err := compile(ctx, q, s, o)
	if err != nil {
		return nil, err
	}
	games, err := p.count(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return &Explanation{Query: q.String(), Terms: p.figures, Games: games, Archive: s.Len(), Time: time.Since(start)}, nil
}

// A Wider is a term that finds more than it says, and what: other spellings of
// a name, by the user's aliases.
type Wider struct {
	Term string   `json:"term"`
	Also []string `json:"also"`
}

// Widened returns the terms of a query that find more than they say.
func (q Query) Widened(s *store.Snapshot, o *Options) ([]Wider, error) {
	if o == nil {
		o = &Options{}
	}
	p, err := compile(context.Background(), q, s, o)
	if err != nil {
		return nil, err
	}
	var list []Wider
	for _, f := range p.figures {
		w := Wider{f.Term, f.Also}
		if len(w.Also) > 0 && !slices.ContainsFunc(list, func(seen Wider) bool { return seen.Term == w.Term }) {
			list = append(list, w)
		}
	}
	return list, nil
}
