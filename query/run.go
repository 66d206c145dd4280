package query

import (
	"context"
	"errors"
	"iter"
	"slices"

	"kifudb/store"
)

// Run finds the games that fulfil a query, by id unless the options say
// otherwise, and yields the hits of each game one after the other, by node. It
// stops with the first error. Nil options are the defaults.
//
// It yields them as they are found, in this process; a [Page] is the same for
// any [Searcher].
func (q Query) Run(ctx context.Context, s *store.Snapshot, o *Options) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		if o == nil {
			o = &Options{}
		}
		r := runner{options: o, page: &Page{Sort: o.Sort, After: o.After, Offset: max(o.Offset, 0), Limit: o.Limit, PerGame: o.PerGame}}
		err := r.prepare(ctx, q, s)
		if err == nil {
			if len(o.Sort) > 0 {
				err = r.sorted(ctx, yield)
			} else {
				err = r.byID(ctx, yield)
			}
		}
		if err != nil && err != errStopped {
			yield(Hit{}, err)
		}
	}
}

// Count returns the number of games that fulfil a query. It ignores offset and
// limit.
func (q Query) Count(ctx context.Context, s *store.Snapshot, o *Options) (int, error) {
	found, err := askFor(ctx, s, q, &Count{}, o)
	if err != nil {
		return 0, err
	}
	return found.(int), nil
}

// only is the name of an aggregation that is alone.
const only = "only"

// askFor asks a whole archive for one aggregation.
func askFor(ctx context.Context, s *store.Snapshot, q Query, a Aggregation, o *Options) (any, error) {
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
	l.Workers, l.report = o.Workers, o.Progress
	answer, err := Ask(ctx, l, q, nil)
	if err != nil {
		return nil, err
	}
	if o.Folded != nil && answer.Folded > 0 {
		o.Folded(answer.Folded)
	}
	if o.Guessed != nil && answer.Guessed > 0 {
		o.Guessed(answer.Guessed)
	}
	return answer, nil
}

// errStopped is returned where nobody wants more hits.
var errStopped = errors.New("stopped")

// A runner yields the hits of the games of a page.
type runner struct {
	options *Options
	page    *Page
	local   *Local
	search  *search
}

func (r *runner) prepare(ctx context.Context, q Query, s *store.Snapshot) error {
	question, err := Resolve(ctx, s, q, map[string]Aggregation{only: r.page}, r.options)
	if err != nil {
		return err
	}
	r.local = NewLocal(s, r.options.Clusters)
	r.local.Workers, r.local.report = r.options.Workers, r.options.Progress
	r.search, err = newSearch(question, &r.local.part, prepare)
	return err
}

// blocks calls yield with one block after the other, narrowed and folded.
func (r *runner) blocks(ctx context.Context, yield func(*block) error) error {
	return r.local.evaluate(ctx, []*search{r.search}, false, func(e *evaluated) error {
		if e.err != nil {
			return e.err
		}
		if r.options.Folded != nil && e.folded > 0 {
			r.options.Folded(e.folded)
		}
		if r.options.Guessed != nil && e.guessed > 0 {
			r.options.Guessed(e.guessed)
		}
		return yield(e.block)
	})
}

// byID yields hits in the order of the archive.
func (r *runner) byID(ctx context.Context, yield func(Hit, error) bool) error {
	skip, left := r.page.Offset, r.page.Limit
	if left == 0 {
		r.search.keep = keepAll
	}
	return r.blocks(ctx, func(b *block) error {
		for local := range iterate(b.mask) {
			if skip > 0 {
				skip--
				continue
			}
			hits, err := b.hits(ctx, local, r.page.PerGame)
			if err != nil {
				return err
			}
			if !yieldAll(hits, yield) {
				return errStopped
			}
			if left--; left == 0 {
				return errStopped
			}
		}
		return nil
	})
}

// sorted yields hits in another order: first it finds all games, then the hits
// of those on the page, some at a time.
func (r *runner) sorted(ctx context.Context, yield func(Hit, error) bool) error {
	state := r.page.empty(r.search.question).(*pageState)
	if err := r.blocks(ctx, func(b *block) error { return state.add(ctx, b) }); err != nil {
		return err
	}
	state.sort()
	games := state.Entries[min(r.page.Offset, len(state.Entries)):]
	if limit := r.page.Limit; limit > 0 {
		games = games[:min(limit, len(games))]
	}
	const atOnce = 64
	for some := range slices.Chunk(games, atOnce) {
		if err := r.search.fill(ctx, some, r.page); err != nil {
			return err
		}
		for i := range some {
			if !yieldAll(some[i].Hits, yield) {
				return errStopped
			}
			some[i].Hits = nil
		}
	}
	return nil
}

func yieldAll(hits []Hit, yield func(Hit, error) bool) bool {
	for _, h := range hits {
		if !yield(h, nil) {
			return false
		}
	}
	return true
}

// hits returns the hits of one game, at least one and no more than so many; 0
// for all.
func (b *block) hits(ctx context.Context, local, most int) ([]Hit, error) {
	hits, err := b.filter.hits(ctx, b, local, nil)
	if err != nil {
		return nil, err
	}
	sortHits(hits)
	if most > 0 && len(hits) > most {
		hits = hits[:most]
	}
	if len(hits) == 0 {
		hits = []Hit{{Game: b.id(local)}}
	}
	return hits, b.number(hits, local)
}
