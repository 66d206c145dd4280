package store

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
)

// Rewrite replaces the records of games, which keep their ids, and all that was
// derived of them: after the file of a record has changed, or when a record is
// to be read in another way. It is one change: a reader sees all games as they
// were or all as they are now. A removed game becomes live again. An id that
// was never given, or whose game was compacted away, is an error, and then
// nothing is rewritten.
//
// Games that wait for Commit are committed first, as a change of their own, so
// that they can be rewritten like all others. The segments in which the games
// lie are built anew, which takes as long as to import what is in them: rewrite
// many games with one call. Nobody is kept from writing a game twice: ask Known.
func (w *Writer) Rewrite(ctx context.Context, games map[GameID]*Game) error {
	for _, g := range games {
		if err := g.Record.valid(); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.commit(ctx); err != nil {
		return err
	}
	inSegment := map[*Segment]map[int]*Game{}
	for id, game := range games {
		g, local, ok := w.snapshot.Segment(id)
		switch {
		case !ok:
			return fmt.Errorf("there is no game %d", id)
		case !g.present(local):
			return fmt.Errorf("game %d: %w for good", id, ErrGone)
		case inSegment[g] == nil:
			inSegment[g] = map[int]*Game{}
		}
		inSegment[g][local] = game
	}
	if len(games) == 0 {
		return nil
	}
	next := w.next()
	var names []string
	for range inSegment {
		names = append(names, next.segmentName())
	}
	rewritten := 0
	for i, g := range w.snapshot.segments {
		if inSegment[g] == nil {
			continue
		}
		entry := segmentEntry{Name: names[rewritten], Base: g.Base()}
		if err := w.rewriteSegment(ctx, next, &entry, g, inSegment[g], names); err != nil {
			return err
		}
		next.Segments[i] = entry
		rewritten++
	}
	return w.publish(next)
}

// rewriteSegment builds a segment anew with some of its games replaced, by
// their local numbers, and fills in its entry.
func (w *Writer) rewriteSegment(ctx context.Context, next *manifest, entry *segmentEntry, g *Segment, replaced map[int]*Game, commit []string) error {
	kept, removed := roaring.New(), roaring.New()
	for local := range g.Len() {
		_, isNew := replaced[local]
		if !isNew {
			kept.AddInt(local)
			if !g.live.ContainsInt(local) {
				removed.AddInt(local)
			}
		}
	}
	games := make([]*Game, g.Len())
	g, release, err := g.Visit(ctx)
	if err != nil {
		return err
	}
	defer release()
	for d := range deriveAll(ctx, w.derive, g.files.records, g.Base(), kept) {
		if d.err != nil {
			return d.err
		}
		games[d.local] = d.game
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for local, game := range replaced {
		games[local] = game
	}
	all, c, err := gatherAll(games, g.CommentsIndexed())
	if err != nil {
		return err
	}
	next.setRemoved(entry, removed)
	return w.writeSegment(ctx, next, entry, all, c, commit...)
}
