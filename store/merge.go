package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	// fanIn is how many neighbors of about the same size become one segment.
	// A game that is added alone is derived again five times until it lies in
	// a segment of 32,768.
	fanIn = 8

	// quickMerge is the number of games that Commit merges by itself: some 50 ms.
	quickMerge = 512

	// deriveChunk is how many records are read before they are derived on all
	// processors.
	deriveChunk = 1024
)

// Merge joins small segments until there are few. Ids do not change. It
// may take as long as the import of as many games; it can be canceled at any
// time, and what it has done by then stays done.
func (w *Writer) Merge(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	return w.merge(ctx, w.db.maxGames)
}

// merge joins neighbors of the same level as long as there are fanIn of them,
// and they have no more than limit games together.
func (w *Writer) merge(ctx context.Context, limit int) error {
	for {
		lo, hi := w.due(limit)
		if lo == hi {
			return nil
		}
		if err := w.replace(ctx, lo, hi, nil); err != nil {
			return err
		}
	}
}

// due returns the range of segments to be joined next, an empty one if none is.
func (w *Writer) due(limit int) (lo, hi int) {
	segments := w.manifest.Segments
	for level := range 6 {
		games, raw := 0, int64(0)
		lo := 0
		for hi := range segments {
			e := &segments[hi]
			games += e.Games
			raw += e.Bytes
			if e.level() > level {
				lo, games, raw = hi+1, 0, 0
			}
			for lo <= hi && (games > limit || games > w.db.maxGames || raw > w.db.maxBytes) {
				games -= segments[lo].Games
				raw -= segments[lo].Bytes
				lo++
			}
			if hi+1-lo >= fanIn {
				return lo, hi + 1
			}
		}
	}
	return 0, 0
}

// level returns the power of fanIn in the number of games.
func (e *segmentEntry) level() int { return (bits.Len(uint(e.Games)) - 1) / 3 }

// replace builds the segments from lo to hi anew as one, of their records.
// Games that drop names, by id, will be gone.
func (w *Writer) replace(ctx context.Context, lo, hi int, drop *roaring.Bitmap) error {
	segments := w.snapshot.segments[lo:hi]
	next := w.next()
	entry := segmentEntry{Name: next.segmentName(), Base: segments[0].Base()}
	removed := roaring.New()
	indexed := !slices.ContainsFunc(segments, func(g *Segment) bool { return !g.CommentsIndexed() })
	all, err := newPendingRebuild(indexed)
	if err != nil {
		return err
	}
	for _, g := range segments {
		first := len(all.games)
		for local := range g.Len() {
			if !g.live.ContainsInt(local) {
				removed.AddInt(first + local)
			}
		}
		here, release, err := g.Visit(ctx)
		if err != nil {
			return err
		}
		err = w.regather(ctx, all, here, drop)
		release()
		if err != nil {
			return err
		}
	}
	next.setRemoved(&entry, removed)
	if err := w.writeSegment(ctx, next, &entry, &all.pendingSegment, all.comments); err != nil {
		return err
	}
	next.Segments = append(next.Segments[:lo], append([]segmentEntry{entry}, next.Segments[hi:]...)...)
	return w.publish(next)
}

// regather makes the games of a segment again and gathers them; those that drop names, by id,
// will be gone.
func (w *Writer) regather(ctx context.Context, all *pendingRebuild, g *Segment, drop *roaring.Bitmap) error {
	first := len(all.games)
	for d := range deriveAll(ctx, w.derive, g.files.records.all(nil), g.Base()) {
		if d.err != nil {
			return d.err
		}
		if drop != nil && drop.Contains(uint32(g.Base())+uint32(d.local)) {
			continue
		}
		if err := all.addAt(first+d.local, d.game); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return all.goneTo(first + g.Len())
}

// rederive makes the games of a segment again; those that are gone, or that
// drop names by id, are nil. It calls progress, which may be nil, with the
// number of games that it has come to.
func (w *Writer) rederive(ctx context.Context, r *records, base GameID, drop *roaring.Bitmap, progress func(games int)) ([]*Game, error) {
	games := make([]*Game, r.games)
	for d := range deriveAll(ctx, w.derive, r.all(nil), base) {
		if d.err != nil {
			return nil, d.err
		}
		if drop == nil || !drop.Contains(uint32(base)+uint32(d.local)) {
			games[d.local] = d.game
		}
		if progress != nil && d.local%deriveChunk == 0 {
			progress(d.local)
		}
	}
	return games, ctx.Err()
}

// derivedGame is a game that was derived from its record, or the error.
type derivedGame struct {
	local  int
	record Record
	game   *Game // nil if the game is gone
	err    error
}

// deriveAll yields the games of records of a segment, derived on all processors, in order.
func deriveAll(ctx context.Context, derive Derive, stored iter.Seq2[int, recordOrError], base GameID) func(yield func(derivedGame) bool) {
	return func(yield func(derivedGame) bool) {
		chunk := make([]derivedGame, 0, deriveChunk)
		size := 0
		flush := func() bool {
			deriveInto(ctx, derive, base, chunk)
			for _, d := range chunk {
				if !yield(d) {
					return false
				}
			}
			chunk, size = chunk[:0], 0
			return ctx.Err() == nil
		}
		for local, r := range stored {
			if r.err == nil && len(r.Raw) == 0 {
				continue
			}
			chunk = append(chunk, derivedGame{local: local, record: r.Record, err: r.err})
			if size += len(r.Raw); (len(chunk) == deriveChunk || size > 16<<20) && !flush() {
				return
			}
		}
		flush()
	}
}

func deriveInto(ctx context.Context, derive Derive, base GameID, chunk []derivedGame) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(chunk) {
					return
				}
				d := &chunk[i]
				if d.err != nil {
					continue
				}
				if d.game, d.err = derive(d.record); d.err != nil {
					d.err = fmt.Errorf("game %d: %w", base+GameID(d.local), d.err)
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		for i := range chunk {
			chunk[i].err = errors.Join(chunk[i].err, err)
		}
	}
}
