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
	return w.mark(ids, func(removed *roaring.Bitmap, _ *Segment, local int) error {
		removed.AddInt(local)
		return nil
	})
}

// Restore brings removed games back, unless they are gone.
func (w *Writer) Restore(ids ...GameID) error {
	return w.mark(ids, func(removed *roaring.Bitmap, g *Segment, local int) error {
		if !g.present(local) {
			return fmt.Errorf("game %d: %w for good", g.id(local), ErrGone)
		}
		removed.Remove(uint32(local))
		return nil
	})
}

// present reports whether the segment still has a game's record.
func (g *Segment) present(local int) bool { return g.Digest(local) != Digest{} }

func (w *Writer) mark(ids []GameID, change func(removed *roaring.Bitmap, g *Segment, local int) error) error {
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
			removed, err := g.entry.removed()
			if err != nil {
				return err
			}
			sets[g] = removed
		}
		if err := change(sets[g], g, local); err != nil {
			return err
		}
	}
	if len(sets) == 0 {
		return nil
	}
	next := w.next()
	for i, g := range w.snapshot.segments {
		if sets[g] != nil {
			if err := next.Segments[i].setRemoved(sets[g]); err != nil {
				return err
			}
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
		drop := roaring.New()
		for local := range g.Len() {
			if !g.live.ContainsInt(local) && g.present(local) {
				drop.Add(uint32(g.id(local)))
			}
		}
		if drop.IsEmpty() {
			continue
		}
		if err := w.replace(ctx, i, i+1, drop); err != nil {
			return err
		}
	}
	return nil
}
