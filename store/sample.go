package store

import (
	"context"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

// CheckSample is Check for n live games that are chosen by chance, all of them
// if there are fewer: each is derived again of its record, and compared with
// what is stored and indexed of it. Files are not read as a whole, so it takes
// as long as it takes to look n games up, however large the archive is; what
// belongs to no game by itself, such as the index of words, is not looked at.
// The same seed chooses the same games.
func (db *DB) CheckSample(ctx context.Context, derive Derive, n int, seed uint64) iter.Seq[error] {
	return func(yield func(error) bool) {
		s, err := db.Snapshot()
		if err != nil {
			yield(err)
			return
		}
		defer s.Close()
		c := &checker{ctx: ctx, db: db, derive: derive, yield: yield}
		first := 0 // of the live games, the number of the segment's first
		chosen := choose(n, s.Len(), seed)
		for _, g := range s.segments {
			live := int(g.live.GetCardinality())
			locals := roaring.New()
			for len(chosen) > 0 && chosen[0] < first+live {
				local, err := g.live.Select(uint32(chosen[0] - first))
				if err != nil { // not possible
					yield(err)
					return
				}
				locals.Add(local)
				chosen = chosen[1:]
			}
			first += live
			if c.name = g.entry.Name; !locals.IsEmpty() && !c.sample(g, locals) {
				return
			}
		}
	}
}

// choose returns n different numbers below total, ascending; see R. Floyd in
// Bentley, "Programming Pearls: A Sample of Brilliance", 1987.
func choose(n, total int, seed uint64) []int {
	r := rand.New(rand.NewPCG(seed, 0))
	taken := map[int]bool{}
	for i := total - min(n, total); i < total; i++ {
		pick := r.IntN(i + 1)
		if taken[pick] {
			pick = i
		}
		taken[pick] = true
	}
	numbers := make([]int, 0, len(taken))
	for i := range taken {
		numbers = append(numbers, i)
	}
	slices.Sort(numbers)
	return numbers
}

// sample checks some games of a segment.
func (c *checker) sample(g *Segment, locals *roaring.Bitmap) bool {
	g, release, err := g.Visit(c.ctx)
	if err != nil {
		return c.report(err)
	}
	defer release()
	games := make([]*Game, g.Len())
	failed := roaring.New()
	c.try(g.files.records.path, func() error {
		for d := range deriveAll(c.ctx, c.derive, g.files.records.all(locals), g.Base()) {
			if d.err != nil {
				failed.AddInt(d.local)
				c.report(d.err)
				continue
			}
			games[d.local] = d.game
		}
		return nil
	})
	locals = roaring.AndNot(locals, failed)
	c.try(g.files.index.Path, func() error {
		c.games(g, games, true, locals)
		return nil
	})
	if !g.entry.hasComments() {
		return !c.done
	}
	return c.try(filepath.Join(g.files.dir, commentsName), func() error { return c.commentsOf(g, games) })
}

// commentsOf compares the stored comments of some games.
func (c *checker) commentsOf(g *Segment, games []*Game) error {
	stored, err := g.openComments()
	if err != nil {
		return err
	}
	for local, game := range games {
		if game == nil {
			continue
		}
		first := sort.Search(stored.len(), func(i int) bool { return stored.games.Uint16(i) >= local })
		wanted := roaring.New()
		for i := first; i < stored.len() && stored.games.Uint16(i) == local; i++ {
			wanted.AddInt(i)
		}
		var got []Comment
		for t, err := range stored.all(c.ctx, wanted) {
			if err != nil {
				return err
			}
			got = append(got, Comment{stored.nodes.Uint32(t.number), stored.ident(t.number), string(t.text)})
		}
		if !slices.Equal(got, game.Comments) {
			c.report(disk.Damaged(stored.path, "game %d: comments %+v, the record has %+v", g.id(local), got, game.Comments))
		}
	}
	return nil
}
