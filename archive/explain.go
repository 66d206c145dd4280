package archive

import (
	"context"
	"time"

	"kifudb/query"
	"kifudb/search"
)

// Explain answers a query completely and says how it was understood and what each
// of its terms cost.
func (vs *Views) Explain(ctx context.Context, s *Search) (*search.Explanation, error) {
	start := time.Now()
	q, err := vs.Question(ctx, s, AskCount)
	if err != nil {
		return nil, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	x := &search.Explanation{
		Query: s.Query.String(), Terms: answer.Terms, Games: answer.Found[AskCount].(int), Archive: vs.Len(),
		Time: time.Since(start),
	}
	if q.assumed != nil {
		x.Assumed = q.assumed.About().Name
	}
	return x, nil
}

// whyNothingTime is how long it may take to find out why nothing was found: it
// was not asked for.
const whyNothingTime = 5 * time.Second

// WhyNothing returns which condition to drop from a query that finds nothing, to
// find something. It gives up after some seconds.
func (vs *Views) WhyNothing(ctx context.Context, s *Search) ([]query.Relaxation, error) {
	limited, cancel := context.WithTimeout(ctx, whyNothingTime)
	defer cancel()
	useful, err := query.WhyZero(s.Query, func(wider Query) (int, error) {
		return vs.countGames(limited, s, wider)
	})
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = nil
	}
	return useful, err
}
