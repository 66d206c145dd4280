package search

import (
	"context"
	"fmt"
	"time"

	"kifudb/query"
	"kifudb/store"
)

// Short ways for tests to ask a whole archive one thing.

// explained answers a query completely and returns what each of its terms cost.
// A term that was never asked, because others left no games, has no figures.
func explained(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) (*Explanation, error) {
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

// whatIsAsked returns the position or pattern of a query for continuations.
func whatIsAsked(s *store.Snapshot, q query.Query, o *Options) (query.Asked, error) {
	question, err := Resolve(context.Background(), s, q, map[string]Aggregation{only: &Continuations{}}, o)
	if err != nil {
		return query.Asked{}, err
	}
	return question.Asked()
}

// facetsOf counts all games that fulfil a query by the values of fields, in one
// go, and returns how many games these are. Limit and cursor of the options do
// not matter. A name that is not known is an error, see CheckFacet.
func facetsOf(ctx context.Context, s *store.Snapshot, q query.Query, names []string, o *Options) (facets []Facet, games int, err error) {
	found, err := askFor(ctx, s, q, &FacetCounts{Labels{Fields: names}}, o)
	if err != nil {
		return nil, 0, err
	}
	counted := found.(*FacetsOfGames)
	return counted.Facets, counted.Games, nil
}

// cursorAfter returns the place behind a game in the answer to a query, in the
// order of the options.
func cursorAfter(s *store.Snapshot, q query.Query, o *Options, id store.GameID) (Cursor, error) {
	if o == nil {
		o = &Options{}
	}
	c := Cursor{question: questionSum(q.String(), o.Sort), id: id}
	if len(o.Sort) == 0 {
		return c, nil
	}
	segment, local, ok := s.Segment(id)
	if !ok {
		return Cursor{}, fmt.Errorf("there is no game %d in the archive", id)
	}
	var keys keyReader
	c.key = keys.read(nil, segment, local, o.Sort)
	return c, nil
}
