package store

import (
	"context"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
)

// Changes say what becomes of games that are there, by id; each is in one of the maps at most.
type Changes struct {
	Games   map[GameID]*Game  // what they are from now on
	Records map[GameID]Record // likewise, to be derived when their turn comes: it takes less memory
	Places  map[GameID]Source // the records stay, and are found there now
}

// len returns how many games change.
func (c *Changes) len() int { return len(c.Games) + len(c.Records) + len(c.Places) }

// ids yields the games that change, and whether they become others.
func (c *Changes) ids(yield func(id GameID, other bool) bool) {
	for id := range c.Games {
		if !yield(id, true) {
			return
		}
	}
	for id := range c.Records {
		if !yield(id, true) {
			return
		}
	}
	for id := range c.Places {
		if !yield(id, false) {
			return
		}
	}
}

// valid says which record cannot be stored.
func (c *Changes) valid() error {
	for _, g := range c.Games {
		if err := g.Record.valid(); err != nil {
			return err
		}
	}
	for _, r := range c.Records {
		if err := r.valid(); err != nil {
			return err
		}
	}
	return nil
}

// Rewrite replaces games, see [Writer.Change].
func (w *Writer) Rewrite(ctx context.Context, games map[GameID]*Game) error {
	return w.Change(ctx, &Changes{Games: games})
}

// Change replaces the records of games, which keep their ids, and all that was
// derived of them: after the file of a record has changed, or when a record is
// to be read in another way, or is found in another place. It is one change: a reader sees all games as they
// were or all as they are now. A removed game becomes live again, unless it only has another
// place. An id that was never given, or whose game was compacted away, is an error, and then
// nothing is changed.
//
// Games that wait for Commit are committed first, as a change of their own, so
// that they can be changed like all others. The segments in which the games
// lie are built anew, which takes as long as to import what is in them: change
// many games with one call. Nobody is kept from writing a game twice: ask Known.
func (w *Writer) Change(ctx context.Context, c *Changes) error {
	if err := c.valid(); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.commit(ctx); err != nil {
		return err
	}
	touched := map[*Segment]*roaring.Bitmap{} // local games that become others
	for id, other := range c.ids {
		g, local, ok := w.snapshot.Segment(id)
		switch {
		case !ok:
			return fmt.Errorf("there is no game %d", id)
		case !g.present(local):
			return fmt.Errorf("game %d: %w for good", id, ErrGone)
		case touched[g] == nil:
			touched[g] = roaring.New()
		}
		if other {
			touched[g].AddInt(local)
		}
	}
	if c.len() == 0 {
		return nil
	}
	next := w.next()
	var names []string
	for range touched {
		names = append(names, next.segmentName())
	}
	rewritten := 0
	for i, g := range w.snapshot.segments {
		if touched[g] == nil {
			continue
		}
		entry := segmentEntry{Name: names[rewritten], Base: g.Base()}
		if err := w.rewriteSegment(ctx, next, &entry, g, c, touched[g], names); err != nil {
			return err
		}
		next.Segments[i] = entry
		rewritten++
	}
	return w.publish(next)
}

// SegmentBase returns the least id of the segment in which a game was committed, 0 if it was
// not: the games from there on are changed together.
func (w *Writer) SegmentBase(id GameID) GameID {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0
	}
	g, _, ok := w.snapshot.Segment(id)
	if !ok {
		return 0
	}
	return g.Base()
}

// rewriteSegment builds a segment anew with some of its games changed, of which
// others become other games, and fills in its entry.
func (w *Writer) rewriteSegment(ctx context.Context, next *manifest, entry *segmentEntry, g *Segment, c *Changes, others *roaring.Bitmap, commit []string) error {
	removed := roaring.New()
	for local := range g.Len() {
		if !g.live.ContainsInt(local) && !others.ContainsInt(local) {
			removed.AddInt(local)
		}
	}
	g, release, err := g.Visit(ctx)
	if err != nil {
		return err
	}
	defer release()
	all, err := newPendingRebuild(g.CommentsIndexed())
	if err != nil {
		return err
	}
	made := func(until int) error { // takes in the games that need not be derived
		for local := len(all.games); local < until; local++ {
			if game := c.Games[g.id(local)]; game != nil {
				if err := all.addAt(local, game); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for d := range deriveAll(ctx, w.derive, c.records(g, others), g.Base()) {
		if d.err != nil {
			return d.err
		}
		if err := made(d.local); err != nil {
			return err
		}
		if err := all.addAt(d.local, d.game); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := made(g.Len()); err != nil {
		return err
	}
	if err := all.goneTo(g.Len()); err != nil {
		return err
	}
	next.setRemoved(entry, removed)
	return w.writeSegment(ctx, next, entry, &all.pendingSegment, all.comments, commit...)
}

// records yields the records of a segment that are to be derived, as they are from now on.
func (c *Changes) records(g *Segment, others *roaring.Bitmap) iter.Seq2[int, recordOrError] {
	return func(yield func(int, recordOrError) bool) {
		at := 0
		given := func(until int) bool { // yields those that become others
			for ; at < until; at++ {
				if r, ok := c.Records[g.id(at)]; ok && !yield(at, recordOrError{Record: r}) {
					return false
				}
			}
			return true
		}
		kept := roaring.New()
		kept.AddRange(0, uint64(g.Len()))
		kept.AndNot(others)
		for local, r := range g.files.records.all(kept) {
			if !given(local) {
				return
			}
			if place, ok := c.Places[g.id(local)]; ok && r.err == nil {
				r.Source = place
			}
			if !yield(local, r) {
				return
			}
			at = local + 1
		}
		given(g.Len())
	}
}
