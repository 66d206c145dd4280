package search

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"kifudb/book/duplicate"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A Searcher answers questions about the games of its segments. It is safe for
// concurrent use.
type Searcher interface {
	// Search answers a batch of questions, in their order. If watch is not nil,
	// it is called now and then, by one goroutine, with what is known so far; the
	// partial answers that it is given change when it has returned. Then games
	// from all over the segments are looked at first. Search stops with the
	// context's error when that ends, and with a [*StaleError] if a question is about
	// another state of the archive.
	Search(ctx context.Context, batch []*Question, watch func(sofar []*Partial)) ([]*Partial, error)
}

// Local is a Searcher for segments that this process has opened.
type Local struct {
	Workers int // goroutines that search; 0 for one per processor
	// Progress, if set, is called after each block of games with how many were
	// looked at and how many there are.
	Progress func(done, total int)
	// Every is the least time between two calls of those who watch, unless they take
	// long: then more, so that the answer is not much later for being watched. If it is
	// 0, they are called whenever something new is known.
	Every time.Duration
	// First, if set, is called once, at most, by one goroutine, with what is known of the
	// answer to the only question of a batch when its page is certain, with the hits of its games, and
	// other games are still to be looked at for the figures. Games are looked at in the
	// order of the archive then, and not some from all over it first. An error ends the search.
	// What comes in another order than that of the archive is certain at the end only.
	First func(sofar *Partial) error

	moment Moment
	part   part
}

// NewLocal returns a searcher for a whole archive. Clusters may be nil: then each
// record counts.
func NewLocal(s *store.Snapshot, clusters *duplicate.Clusters) *Local {
	return &Local{moment: momentOf(s, clusters), part: part{segments: s.Segments(), clusters: clusters, whole: true}, Every: watchEvery}
}

// NewLocalPart returns a searcher for some segments of a snapshot. The clusters
// are those of the archive.
func NewLocalPart(s *store.Snapshot, segments []*store.Segment, clusters *duplicate.Clusters) *Local {
	segments = slices.SortedFunc(slices.Values(segments), func(a, b *store.Segment) int { return cmp.Compare(a.Base(), b.Base()) })
	return &Local{moment: momentOf(s, clusters), part: part{segments: segments, clusters: clusters}, Every: watchEvery}
}

// Only returns a searcher for those of the segments that are to be kept.
func (l *Local) Only(keep func(*store.Segment) bool) *Local {
	only := &Local{Workers: l.Workers, Progress: l.Progress, Every: l.Every, First: l.First, moment: l.moment, part: part{clusters: l.part.clusters, whole: l.part.whole}}
	for _, g := range l.part.segments {
		if keep(g) {
			only.part.segments = append(only.part.segments, g)
		}
	}
	only.part.whole = l.part.whole && len(only.part.segments) == len(l.part.segments)
	return only
}

// watchEvery is how often an answer that grows is shown. What is shown more often
// nobody reads, and quick answers would be made several times.
const watchEvery = 200 * time.Millisecond

// watchFirst is when it is shown for the first time: people wait for that.
const watchFirst = 50 * time.Millisecond

// watchSample is for how long it is not shown before games from all over the archive have
// been looked at: after that it is shown as it is.
const watchSample = 100 * time.Millisecond

// watchShare bounds the time that goes into showing an answer that grows, which may be
// large: one part of so many.
const watchShare = 10

// Search answers questions, see [Searcher].
func (l *Local) Search(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	if l.part.away() {
		return l.inTurn(ctx, batch, watch)
	}
	prepare := match.Prepare
	if len(batch) > 1 {
		var filters []query.Node
		for _, q := range batch {
			filters = append(filters, q.filter)
		}
		prepare = match.NewSharing(filters).Prepare
	}
	games := l.part.games()
	searches := make([]*search, len(batch))
	partials := make([]*Partial, len(batch))
	parts := l.part.partsFor(batch)
	for i, q := range batch {
		err := q.fits(l.moment)
		if err != nil {
			return nil, err
		}
		own := prepare
		if c := q.prepared.take(); c != nil && len(batch) == 1 { // several share their terms
			own = func(query.Node) (match.Condition, error) { return c, nil }
		}
		if searches[i], err = newSearch(q, parts[i], own); err != nil {
			return nil, err
		}
		partials[i] = searches[i].partial
		partials[i].Cover.OfSegments, partials[i].Cover.OfGames = len(l.part.segments), games
	}
	began := time.Now()
	due := began.Add(min(l.Every, watchFirst))
	patience := began.Add(min(l.Every, watchSample))
	first := l.First
	err := l.evaluate(ctx, searches, watch != nil && first == nil, func(e *evaluated) error {
		if err := e.search.take(ctx, e); err != nil {
			return err
		}
		if first != nil && len(batch) == 1 && !e.search.enough.Load() && partials[0].Cover.Games < games && e.search.certain(e) {
			if err := e.search.settlePage(ctx); err != nil {
				return err
			}
			if err := first(partials[0]); err != nil {
				return err
			}
			first = nil
		}
		if now := time.Now(); watch != nil && !now.Before(due) && (!e.sample || !now.Before(patience)) {
			watch(partials)
			if took := time.Since(now); l.Every > 0 {
				due = now.Add(took + max(l.Every, (watchShare-1)*took))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range searches {
		if err := s.finish(ctx); err != nil {
			return nil, err
		}
	}
	return partials, nil
}

// evaluate calls take with one evaluated run after the other, until there are no
// more, or the searches know enough.
func (l *Local) evaluate(ctx context.Context, searches []*search, watched bool, take func(*evaluated) error) error {
	done, total := 0, 0
	if l.Progress != nil {
		total = l.part.games()
	}
	evaluate := func(ctx context.Context, p gameRun) *evaluated { return p.search.evaluate(ctx, p) }
	for e := range inOrder(ctx, l.Workers, l.runs(searches, watched), gameRun.light, evaluate) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := take(e); err != nil {
			return err
		}
		if done += e.games; l.Progress != nil {
			l.Progress(done, total)
		}
		if !slices.ContainsFunc(searches, func(s *search) bool { return !s.enough.Load() }) {
			return nil
		}
	}
	return ctx.Err()
}

// sample is the share of the games of each segment that is looked at first when
// an answer is watched: one of so many.
const sample = 40

// runs yields what is to be evaluated, segment by segment; if the answer is
// watched, first some games of each.
func (l *Local) runs(searches []*search, watched bool) iter.Seq[gameRun] {
	return func(yield func(gameRun) bool) {
		all := func(from, to func(*store.Segment) int, ahead bool) bool {
			for i := range l.part.segments {
				for _, s := range searches {
					g := s.part.segments[i]
					for p := range s.cut(g, from(g), to(g)) {
						p.ahead = ahead && i > 0
						p.sample = ahead && (i < len(l.part.segments)-1 || p.to < to(g))
						if !yield(p) {
							return false
						}
					}
				}
			}
			return true
		}
		start := func(*store.Segment) int { return 0 }
		end := (*store.Segment).Len
		if !watched {
			all(start, end, false)
			return
		}
		some := func(g *store.Segment) int { return (g.Len() + sample - 1) / sample }
		if all(start, some, true) {
			all(some, end, false)
		}
	}
}

// Ask answers one question with all that a searcher has.
func Ask(ctx context.Context, s Searcher, q *Question, watch func(sofar *Partial)) (*Answer, error) {
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) { watch(sofar[0]) }
	}
	answers, err := s.Search(ctx, []*Question{q}, each)
	if err != nil {
		return nil, err
	}
	return q.Finish(answers[0])
}
