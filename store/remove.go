package store

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
)

// Remove hides games from all searches, at once and as one change. Nothing is
// deleted until Compact; until then Restore brings them back. Ids that are
// removed already are left as they are; an id that was never given is an error.
func (w *Writer) Remove(ids ...GameID) error {
	last := roaring.New()
	return w.mark(ids, last, func(removed *roaring.Bitmap, g *Segment, local int) error {
		if removed.CheckedAdd(uint32(local)) {
			last.Add(uint32(g.id(local)))
		}
		return nil
	})
}

// Restore brings removed games back, unless they are gone.
func (w *Writer) Restore(ids ...GameID) error {
	return w.mark(ids, roaring.New(), func(removed *roaring.Bitmap, g *Segment, local int) error {
		if !g.present(local) {
			return fmt.Errorf("game %d: %w for good", g.id(local), ErrGone)
		}
		removed.Remove(uint32(local))
		return nil
	})
}

// Removed returns the local numbers of the games that were removed and can
// still be brought back, that is, until Compact.
func (g *Segment) Removed() *roaring.Bitmap {
	removed := roaring.New()
	for local := range g.Len() {
		if !g.live.ContainsInt(local) && g.present(local) {
			removed.AddInt(local)
		}
	}
	return removed
}

// LastRemoved returns the games that the latest removal took away and that can
// still be brought back, ascending.
func (s *Snapshot) LastRemoved() []GameID {
	var ids []GameID
	for it := s.last.Iterator(); it.HasNext(); {
		id := GameID(it.Next())
		if g, local, ok := s.Segment(id); ok && g.present(local) && !g.live.ContainsInt(local) {
			ids = append(ids, id)
		}
	}
	return ids
}

// present reports whether the segment still has a game's record.
func (g *Segment) present(local int) bool { return g.Digest(local) != Digest{} }

// mark changes the sets of removed games. Games that change has put into last
// are the last removed from then on.
func (w *Writer) mark(ids []GameID, last *roaring.Bitmap, change func(removed *roaring.Bitmap, g *Segment, local int) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	sets := map[*Segment]*roaring.Bitmap{}
	for _, id := range ids {
		g, local, ok := w.snapshot.Segment(id)
		if !ok {
			return fmt.Errorf("there is no game %d", id)
		}
		if sets[g] == nil {
			sets[g] = cloneSet(g.entry.set)
		}
		if err := change(sets[g], g, local); err != nil {
			return err
		}
	}
	if len(sets) == 0 {
		return nil
	}
	next := w.next()
	if !last.IsEmpty() {
		next.setLast(last)
	}
	for i, g := range w.snapshot.segments {
		if sets[g] != nil {
			next.setRemoved(&next.Segments[i], sets[g])
		}
	}
	return w.publish(next)
}

// Compact deletes the removed games: their records, and all that was derived
// of them. Their ids remain unused. Segments without such games are left alone.
func (w *Writer) Compact(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	for i := range w.manifest.Segments {
		g := w.snapshot.segments[i]
		drop := roaring.AddOffset(g.Removed(), uint32(g.Base()))
		if drop.IsEmpty() {
			continue
		}
		if err := w.replace(ctx, i, i+1, drop); err != nil {
			return err
		}
	}
	return nil
}
