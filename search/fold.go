package search

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
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

	mu    sync.Mutex           // guards what follows
	best  map[int]store.GameID // by number of the cluster
	asked map[*store.Segment][]askedGames
}

// folds reports whether the records of one game count once.
func folds(q query.Query, o *Options) bool {
	return o.Clusters != nil && o.Clusters.Len() > 0 && !o.Records && !q.AsksForRecords()
}

func newFolding(p *part, open func(*store.Segment) match.Filter) *folding {
	return &folding{part: p, open: open, best: map[int]store.GameID{}, asked: map[*store.Segment][]askedGames{}}
}

// A waitingGame is a record of a block that counts if no better one of its
// cluster is found elsewhere.
type waitingGame struct {
	cluster store.GameID // its preferred record
	rank    int          // in the cluster
	local   uint32
}

// fold takes out of a block of the games from one number to before another, whose mask holds those that fulfil the query,
// those for which another record of their clusters stands, and returns how
// many they were; those that wait for records elsewhere; and the preferred records of
// clusters with records elsewhere, which count for certain, and stay.
func (f *folding) fold(ctx context.Context, b *match.Block, from, to int) (folded int, waiting []waitingGame, preferred []store.GameID, err error) {
	f.know(b, from, to)
	if b.Mask.IsEmpty() {
		return 0, nil, nil, nil
	}
	type record struct {
		id             store.GameID
		number, member int
	}
	var others []record
	var numbers []int
	for id, at := range f.clustered(b) {
		switch number, member := at[0], at[1]; {
		case member > 0:
			others, numbers = append(others, record{id, number, member}), append(numbers, number)
		case f.part.spans(number):
			preferred = append(preferred, id)
		}
	}
	best, err := f.bestOf(ctx, numbers)
	if err != nil {
		return 0, nil, nil, err
	}
	var gone []uint32
	for i, r := range others {
		local := uint32(r.id - b.Segment.Base())
		switch {
		case best[i] != r.id:
			gone = append(gone, local)
			folded++
		case f.part.spans(r.number):
			gone = append(gone, local)
			waiting = append(waiting, waitingGame{f.part.clusters.Cluster(r.number).Preferred(), r.member, local})
		}
	}
	if len(gone) > 0 {
		b.Mask = roaring.AndNot(b.Mask, roaring.BitmapOf(gone...))
	}
	return folded, waiting, preferred, nil
}

// clustered yields the games of a block that belong to a cluster, ascending, with the number of the
// cluster and which of its members each is: few games are looked up one by one.
func (f *folding) clustered(b *match.Block) iter.Seq2[store.GameID, [2]int] {
	const few = 16 // steps of a look-up
	clusters := f.part.clusters
	return func(yield func(store.GameID, [2]int) bool) {
		if int(b.Mask.GetCardinality()) < clusters.Records()/few {
			for local := range b.Games() {
				id := b.ID(local)
				if number, member, ok := clusters.Of(id); ok && !yield(id, [2]int{number, member}) {
					return
				}
			}
			return
		}
		games := b.Mask.Iterator()
		next := games.Next()
		for id, at := range clusters.Between(b.ID(int(b.Mask.Minimum())), b.ID(int(b.Mask.Maximum()))+1) {
			local := uint32(id - b.Segment.Base())
			for next < local { // there is a last one, which is not less than any local
				next = games.Next()
			}
			if next == local && !yield(id, at) {
				return
			}
		}
	}
}

// mayFold returns games, among them all of a block that fold may take out of it.
func (f *folding) mayFold(b *match.Block) *roaring.Bitmap {
	var games []uint32
	if !b.Mask.IsEmpty() {
		for id := range f.part.clusters.Between(b.ID(int(b.Mask.Minimum())), b.ID(int(b.Mask.Maximum()))+1) {
			games = append(games, uint32(id-b.Segment.Base()))
		}
	}
	return roaring.BitmapOf(games...)
}

// askedGames are a run of games of a segment, and those of them that fulfil the query.
type askedGames struct {
	from, to int
	fulfil   *roaring.Bitmap
}

// know notes what a block that was narrowed tells of the games from one number to before another.
func (f *folding) know(b *match.Block, from, to int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked[b.Segment] = append(f.asked[b.Segment], askedGames{from, to, b.Mask})
}

// knows reports whether it is known of a game whether it fulfils the query, and whether it does.
func (f *folding) knows(g *store.Segment, local int) (known, fulfils bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.asked[g] {
		if a.from <= local && local < a.to {
			return true, a.fulfil.ContainsInt(local)
		}
	}
	return false, false
}

// bestOf returns the first member here that fulfils the query of each of some clusters, 0 for none.
// It asks about all of these clusters together, at first about one member of each, then about more at a
// time; clusters may be large.
func (f *folding) bestOf(ctx context.Context, numbers []int) ([]store.GameID, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	best := make([]store.GameID, len(numbers))
	left := map[int][]duplicate.Member{} // by number of the cluster: who was not asked about yet
	f.mu.Lock()
	for _, number := range numbers {
		if _, ok := f.best[number]; !ok {
			left[number] = f.part.clusters.Cluster(number).Members
		}
	}
	f.mu.Unlock()
	for n := 1; len(left) > 0; n *= 4 {
		var some []duplicate.Member
		for _, members := range left {
			some = append(some, members[:min(n, len(members))]...)
		}
		found, err := f.fulfil(ctx, some)
		if err != nil {
			return nil, err
		}
		f.mu.Lock()
		for number, members := range left {
			these := members[:min(n, len(members))]
			i := slices.IndexFunc(these, func(m duplicate.Member) bool { return found.Contains(uint32(m.ID)) })
			switch {
			case i >= 0:
				f.best[number] = these[i].ID
				delete(left, number)
			case len(these) == len(members):
				f.best[number] = 0
				delete(left, number)
			default:
				left[number] = members[len(these):]
			}
		}
		f.mu.Unlock()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, number := range numbers {
		best[i] = f.best[number]
	}
	return best, nil
}

// fulfil returns the ids of the records that fulfil the query.
func (f *folding) fulfil(ctx context.Context, members []duplicate.Member) (*roaring.Bitmap, error) {
	found := roaring.New()
	var bySegment map[*store.Segment]*roaring.Bitmap
	for _, m := range members {
		g, local, ok := f.part.segment(m.ID)
		if !ok || !g.Live().ContainsInt(local) {
			continue
		}
		if known, fulfils := f.knows(g, local); known {
			if fulfils {
				found.Add(uint32(m.ID))
			}
			continue
		}
		if bySegment == nil {
			bySegment = map[*store.Segment]*roaring.Bitmap{}
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
