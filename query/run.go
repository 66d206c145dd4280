package query

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// Games are evaluated in blocks that grow, so that the first hits come at once
// and long searches do not pay for it. Blocks of which all hits are kept stay
// small: a shape of a stone or two has hundreds of hits in each game.
// What the index knows of a segment is asked at once.
const (
	firstBlock   = 512
	maxBlock     = 8192
	maxKeptBlock = 1024
)

// Run finds the games that fulfil a query, by id unless the options say
// otherwise, and yields the hits of each game one after the other, by node. It
// stops with the first error. Nil options are the defaults.
func (q Query) Run(ctx context.Context, s *store.Snapshot, o *Options) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		if o == nil {
			o = &Options{}
		}
		p, err := compile(ctx, q, s, o)
		if err != nil {
			yield(Hit{}, err)
			return
		}
		if len(o.Sort) > 0 {
			p.runSorted(ctx, s, o, yield)
			return
		}
		p.run(ctx, s, o, yield)
	}
}

// Count returns the number of games that fulfil a query. It ignores offset and
// limit.
func (q Query) Count(ctx context.Context, s *store.Snapshot, o *Options) (int, error) {
	if o == nil {
		o = &Options{}
	}
	p, err := compile(ctx, q, s, o)
	if err != nil {
		return 0, err
	}
	return p.count(ctx, s, o)
}

func (p *program) count(ctx context.Context, s *store.Snapshot, o *Options) (int, error) {
	n := 0
	for b, err := range p.blocks(ctx, s.Segments(), o, keepNone) {
		if err != nil {
			return 0, err
		}
		n += int(b.mask.GetCardinality())
	}
	return n, nil
}

// run yields hits in the order of the archive.
func (p *program) run(ctx context.Context, s *store.Snapshot, o *Options, yield func(Hit, error) bool) {
	skip, left := o.Offset, o.Limit
	kept := keepNone
	if o.Limit == 0 {
		kept = keepAll
	}
	segments := s.Segments()
	if o.After != nil {
		behind := *o
		behind.from, o = o.After.id+1, &behind
		segments = slices.DeleteFunc(slices.Clone(segments), func(g *store.Segment) bool {
			return g.Base()+store.GameID(g.Len()) <= o.from
		})
	}
	for b, err := range p.blocks(ctx, segments, o, kept) {
		if err != nil {
			yield(Hit{}, err)
			return
		}
		for local := range iterate(b.mask) {
			if skip > 0 {
				skip--
				continue
			}
			if !p.yieldGame(ctx, b, local, yield) {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// runSorted yields hits in another order: first it finds all games, then the
// hits of those on the page.
func (p *program) runSorted(ctx context.Context, s *store.Snapshot, o *Options, yield func(Hit, error) bool) {
	ids, err := p.sorted(ctx, s, o)
	if err != nil {
		yield(Hit{}, err)
		return
	}
	ids = ids[min(max(o.Offset, 0), len(ids)):]
	if o.Limit > 0 && o.Limit < len(ids) {
		ids = ids[:o.Limit]
	}
	filters := make(map[*store.Segment]filter)
	for _, id := range ids {
		segment, local, ok := s.Segment(id)
		if !ok {
			continue
		}
		f := filters[segment]
		if f == nil {
			f = p.open(segment)
			filters[segment] = f
		}
		b := newBlock(segment, f, roaring.BitmapOf(uint32(local)), keepAll, o.PerGame)
		b.again = true
		if _, err := f.narrow(ctx, b, b.mask); err != nil {
			yield(Hit{}, err)
			return
		}
		if !p.yieldGame(ctx, b, local, yield) {
			return
		}
	}
}

// yieldGame yields the hits of one game, at least one.
func (p *program) yieldGame(ctx context.Context, b *block, local int, yield func(Hit, error) bool) bool {
	hits, err := b.filter.hits(ctx, b, local, nil)
	if err != nil {
		return yield(Hit{}, err) && false
	}
	sortHits(hits)
	if b.perGame > 0 && len(hits) > b.perGame {
		hits = hits[:b.perGame]
	}
	if len(hits) == 0 {
		hits = []Hit{{Game: b.id(local)}}
	}
	if err := b.number(hits, local); err != nil {
		return yield(Hit{}, err) && false
	}
	for _, h := range hits {
		if !yield(h, nil) {
			return false
		}
	}
	return true
}

// open makes the query ready for a segment.
func (p *program) open(s *store.Segment) filter {
	if p.folding != nil {
		return p.folding.open(s)
	}
	return p.root.open(s)
}

// newBlock returns a block of games to be narrowed by a filter.
func newBlock(s *store.Segment, f filter, mask *roaring.Bitmap, k keep, perGame int) *block {
	return &block{segment: s, filter: f, mask: mask, keep: k, perGame: perGame, found: make(map[filter]boardHits)}
}

// blocks narrows the games of segments block by block, several at once, and
// yields the blocks in order with the games that are left in their masks. Their hits are kept
// as told.
func (p *program) blocks(ctx context.Context, segments []*store.Segment, o *Options, k keep) iter.Seq2[*block, error] {
	return func(yield func(*block, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		workers := o.Workers
		if workers <= 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		type outcome struct {
			block  *block
			seen   int
			folded int
			err    error
		}
		queue := make(chan chan outcome, workers)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		slots := make(chan struct{}, workers)
		running.Go(func() {
			defer close(queue)
			size := firstBlock
			for _, segment := range segments {
				f := p.open(segment)
				most := maxBlock
				switch cost := f.cost(); {
				case cost == costKnown:
					most = segment.Len()
				case k != keepNone && cost >= costPattern:
					most = maxKeptBlock
				}
				size = min(size, most)
				for next := max(0, int(int64(o.from)-int64(segment.Base()))); next < segment.Len(); {
					from, to := next, min(next+size, segment.Len())
					result := make(chan outcome, 1)
					select {
					case <-ctx.Done():
						return
					case slots <- struct{}{}:
					}
					select {
					case <-ctx.Done():
						return
					case queue <- result:
					}
					running.Go(func() {
						defer func() { <-slots }()
						mask := roaring.New()
						mask.AddRange(uint64(from), uint64(to))
						mask.And(segment.Live())
						b := newBlock(segment, f, mask, k, o.PerGame)
						var err error
						b.mask, err = f.narrow(ctx, b, mask)
						folded := 0
						if err == nil && p.folding != nil {
							folded, err = p.folding.fold(ctx, b)
						}
						if err == nil && k == keepReplies {
							err = b.count(ctx)
						}
						result <- outcome{b, to - from, folded, err}
					})
					next, size = to, min(2*size, most)
				}
			}
		})
		total := 0
		for _, segment := range segments {
			total += segment.Len()
		}
		done := 0
		for result := range queue {
			r := <-result
			if r.err == nil {
				r.err = ctx.Err()
			}
			if r.err != nil {
				yield(nil, r.err)
				return
			}
			done += r.seen
			if o.Folded != nil && r.folded > 0 {
				o.Folded(r.folded)
			}
			if n := r.block.guesses(); o.Guessed != nil && n > 0 {
				o.Guessed(n)
			}
			if o.Progress != nil {
				o.Progress(done, total)
			}
			if !yield(r.block, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		}
	}
}
