package search

import (
	"context"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/duplicate"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A folding leaves one record of each cluster of duplicates in an answer: of
// those that fulfil the query the one that is preferred to the others. Of a
// cluster that has records elsewhere, it waits for them. It is safe for
// concurrent use.
type folding struct {
	part *part
	open func(*store.Segment) match.Filter // the question

	mu   sync.Mutex           // guards best
	best map[int]store.GameID // by number of the cluster
}

// folds reports whether the records of one game count once.
func folds(q query.Query, o *Options) bool {
	return o.Clusters != nil && o.Clusters.Len() > 0 && !o.Records && !q.AsksForRecords()
}

func newFolding(p *part, open func(*store.Segment) match.Filter) *folding {
	return &folding{part: p, open: open, best: map[int]store.GameID{}}
}

// A waitingGame is a record of a block that counts if no better one of its
// cluster is found elsewhere.
type waitingGame struct {
	cluster store.GameID // its preferred record
	rank    int          // in the cluster
	local   uint32
}

// fold takes out of a block, whose mask holds the games that fulfil the query,
// those for which another record of their clusters stands, and returns how
// many they were; those that wait for records elsewhere; and the preferred records of
// clusters with records elsewhere, which count for certain, and stay.
func (f *folding) fold(ctx context.Context, b *match.Block) (folded int, waiting []waitingGame, preferred []store.GameID, err error) {
	if b.Mask.IsEmpty() {
		return 0, nil, nil, nil
	}
	var gone []uint32
	clusters := f.part.clusters
	from, to := b.ID(int(b.Mask.Minimum())), b.ID(int(b.Mask.Maximum()))+1
	for id, at := range clusters.Between(from, to) {
		local := uint32(id - b.Segment.Base())
		if !b.Mask.Contains(local) {
			continue
		}
		number, member := at[0], at[1]
		if member == 0 {
			if f.part.spans(number) {
				preferred = append(preferred, id)
			}
			continue
		}
		best, err := f.bestOf(ctx, number)
		if err != nil {
			return 0, nil, nil, err
		}
		if best != id {
			gone = append(gone, local)
			folded++
			continue
		}
		if f.part.spans(number) {
			gone = append(gone, local)
			waiting = append(waiting, waitingGame{clusters.Cluster(number).Preferred(), member, local})
		}
	}
	if len(gone) > 0 {
		b.Mask = roaring.AndNot(b.Mask, roaring.BitmapOf(gone...))
	}
	return folded, waiting, preferred, nil
}

// mayFold returns the games of a block that fold may take out of it.
func (f *folding) mayFold(b *match.Block) *roaring.Bitmap {
	games := roaring.New()
	if !b.Mask.IsEmpty() {
		from, to := b.ID(int(b.Mask.Minimum())), b.ID(int(b.Mask.Maximum()))+1
		for id := range f.part.clusters.Between(from, to) {
			games.Add(uint32(id - b.Segment.Base()))
		}
	}
	return games
}

// bestOf returns the first member of a cluster here that fulfils the query. At first
// it asks about one, then about more at a time; clusters may be large.
func (f *folding) bestOf(ctx context.Context, number int) (store.GameID, error) {
	f.mu.Lock()
	best, ok := f.best[number]
	f.mu.Unlock()
	if ok {
		return best, nil
	}
	members := f.part.clusters.Cluster(number).Members
	for n := 1; len(members) > 0; n *= 4 {
		some := members[:min(n, len(members))]
		members = members[len(some):]
		found, err := f.fulfil(ctx, some)
		if err != nil {
			return 0, err
		}
		if i := slices.IndexFunc(some, func(m duplicate.Member) bool { return found.Contains(uint32(m.ID)) }); i >= 0 {
			best = some[i].ID
			break
		}
	}
	f.mu.Lock()
	f.best[number] = best
	f.mu.Unlock()
	return best, nil
}

// fulfil returns the ids of the records that fulfil the query.
func (f *folding) fulfil(ctx context.Context, members []duplicate.Member) (*roaring.Bitmap, error) {
	found := roaring.New()
	bySegment := map[*store.Segment]*roaring.Bitmap{}
	for _, m := range members {
		g, local, ok := f.part.segment(m.ID)
		if !ok || !g.Live().ContainsInt(local) {
			continue
		}
		if bySegment[g] == nil {
			bySegment[g] = roaring.New()
		}
		bySegment[g].AddInt(local)
	}
	for g, mask := range bySegment {
		b := match.NewBlock(g, f.open(g), mask, match.KeepNone)
		b.Again = true
		if err := b.Apply(ctx); err != nil {
			return nil, err
		}
		for local := range b.Games() {
			found.Add(uint32(b.ID(local)))
		}
	}
	return found, nil
}
