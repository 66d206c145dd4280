package archive

import (
	"context"
	"time"

	"kifudb/query"
)

// Explain answers a query completely and says how it was understood and what each
// of its terms cost.
func (v *View) Explain(ctx context.Context, s *Search) (*query.Explanation, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	q.options.Folded = nil
	return query.Explain(ctx, v.snapshot, s.Query, q.options)
}

// whyNothingTime is how long it may take to find out why nothing was found: it
// was not asked for.
const whyNothingTime = 5 * time.Second

// WhyNothing returns which condition to drop from a query that finds nothing, to
// find something. It gives up after some seconds.
func (v *View) WhyNothing(ctx context.Context, s *Search) ([]query.Relaxation, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, whyNothingTime)
	defer cancel()
	q.options.Progress, q.options.Folded = nil, nil
	useful, err := query.WhyZero(limited, v.snapshot, s.Query, q.options)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = nil
	}
	return useful, err
}
