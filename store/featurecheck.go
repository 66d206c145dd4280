package store

import (
	"context"
	"iter"

	"kifudb/store/disk"
	"kifudb/store/features"
)

// CheckFeatures compares the indexes of features with the games, which it replays: n of them that
// are chosen by chance as [DB.CheckSample] does, or all if n is 0. Indexes that are missing, and kinds
// that another version of the program defined, are no faults. It tells progress how far it is.
func (db *DB) CheckFeatures(ctx context.Context, n int, seed uint64, progress func(FeatureProgress)) iter.Seq[error] {
	return func(yield func(error) bool) {
		if !db.HasFeatures() {
			return
		}
		s, err := db.LazySnapshot()
		if err != nil {
			yield(err)
			return
		}
		defer s.Close()
		var chosen []int
		if n > 0 {
			chosen = choose(n, s.Len(), seed)
		}
		p := FeatureProgress{Games: s.Text().Games}
		first := 0 // of the live games, the number of the segment's first
		for _, g := range s.segments {
			live := int(g.live.GetCardinality())
			var locals []int
			for len(chosen) > 0 && chosen[0] < first+live {
				if local, err := g.live.Select(uint32(chosen[0] - first)); err == nil { // always
					locals = append(locals, int(local))
				}
				chosen = chosen[1:]
			}
			first += live
			if g.remote == nil {
				if err := g.checkFeatures(ctx, db, n == 0, locals, func(games int) { progress(FeatureProgress{p.Indexed + games, p.Games}) }); err != nil && !yield(err) {
					return
				}
			}
			p.Indexed += g.Len()
		}
	}
}

// checkFeatures compares a segment's index with all its games, or with some.
func (g *Segment) checkFeatures(ctx context.Context, db *DB, all bool, locals []int, progress func(games int)) error {
	f := g.files.features(g.Stamp())
	if f.index == nil {
		return f.damage()
	}
	path := f.sections.Path
	if all {
		if f.index.Verify() != nil || f.sections.VerifySection(disk.TagPages) != nil {
			return f.damage()
		}
		directory, columns, err := g.observe(ctx, db.observer, progress)
		if err != nil {
			return err
		}
		want, err := features.Open(directory, columns, g.Len())
		if err != nil {
			return err
		}
		if kind, differs := f.index.Differs(want); differs {
			return disk.Damaged(path, "%s is not what the games give", kind)
		}
		return nil
	}
	g = g.Recorded()
	for _, local := range locals {
		part, err := g.observeBlock(ctx, db.observer, local, local+1)
		if err != nil {
			return err
		}
		directory, columns := features.Encode(g.Len(), []*features.Part{part})
		want, err := features.Open(directory, columns, g.Len())
		if err != nil {
			return err
		}
		if kind, differs := f.index.DiffersIn(want, local); differs {
			return disk.Damaged(path, "game %d: %s is not what the game gives", g.id(local), kind)
		}
	}
	return f.damage()
}
