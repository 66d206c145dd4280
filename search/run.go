package search

import (
	"context"
	"errors"
	"iter"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// Run finds the games that fulfil a query, by id unless the options say
// otherwise, and yields the hits of each game one after the other, by node. It
// stops with the first error. Nil options are the defaults.
//
// It yields them as they are found, in this process; a [Page] is the same for
// any [Searcher].
func Run(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) iter.Seq2[match.Hit, error] {
	return func(yield func(match.Hit, error) bool) {
		if o == nil {
			o = &Options{}
		}
		page := &Page{Sort: o.Sort, After: o.After, Offset: max(o.Offset, 0), Limit: o.Limit, PerGame: o.PerGame}
		question, err := Resolve(ctx, s, q, map[string]Aggregation{only: page}, o)
		if err != nil {
			yield(match.Hit{}, err)
			return
		}
		l := NewLocal(s, o.Clusters)
		l.Workers, l.Progress = o.Workers, o.Progress
		stopped := errors.New("stopped")
		answer, err := l.Each(ctx, question, func(g PageGame) error {
			for _, h := range g.Hits {
				if !yield(h, nil) {
					return stopped
				}
			}
			return nil
		})
		if answer != nil {
			o.tell(answer)
		}
		if err != nil && err != stopped {
			yield(match.Hit{}, err)
		}
	}
}

// CountGames returns the number of games that fulfil a query. It ignores offset
// and limit.
func CountGames(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) (int, error) {
	found, err := askFor(ctx, s, q, &Count{}, o)
	if err != nil {
		return 0, err
	}
	return found.(int), nil
}

// only is the name of an aggregation that is alone.
const only = "only"

// askFor asks a whole archive for one aggregation.
func askFor(ctx context.Context, s *store.Snapshot, q query.Query, a Aggregation, o *Options) (any, error) {
	if o == nil {
		o = &Options{}
	}
	question, err := Resolve(ctx, s, q, map[string]Aggregation{only: a}, o)
	if err != nil {
		return nil, err
	}
	answer, err := question.ask(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return answer.Found[only], nil
}

// ask asks a whole archive a question that was resolved with some options, and
// tells their functions what they want to know.
func (q *Question) ask(ctx context.Context, s *store.Snapshot, o *Options) (*Answer, error) {
	l := NewLocal(s, o.Clusters)
	l.Workers, l.Progress = o.Workers, o.Progress
	answer, err := Ask(ctx, l, q, nil)
	if err != nil {
		return nil, err
	}
	o.tell(answer)
	return answer, nil
}

// tell calls the functions of the options with what they want to know.
func (o *Options) tell(answer *Answer) {
	if o.Folded != nil && answer.Folded > 0 {
		o.Folded(answer.Folded)
	}
	if o.Guessed != nil && answer.Guessed > 0 {
		o.Guessed(answer.Guessed)
	}
}
