package store

import "github.com/RoaringBitmap/roaring/v2"

// KindCounts are numbers of games by the kind of game, SGF's number of it.
type KindCounts [1 << 8]int

// KindCounts returns how many of the games that were not removed there are of each kind. All are
// counted once for the segment's files, then only the removed ones are.
func (g *Segment) KindCounts() (counts KindCounts) {
	if g.remote != nil {
		return lent(g, counts, (*Segment).KindCounts)
	}
	if g.corrected != nil {
		for live := g.live.Iterator(); live.HasNext(); {
			counts[g.Facts(int(live.Next())).Game]++
		}
		return counts
	}
	counts = *g.files.lateKindCounts.get(g.files.countKinds)
	removed := roaring.New()
	removed.AddRange(0, uint64(g.Len()))
	removed.AndNot(g.live)
	for gone := removed.Iterator(); gone.HasNext(); {
		counts[g.files.kindOf(int(gone.Next()))]--
	}
	return counts
}

// countKinds counts all games, the removed ones and those that are gone as well.
func (s *segmentFiles) countKinds() *KindCounts {
	counts := new(KindCounts)
	for local := range s.facts()[AllFacts].Len() / factsWidth {
		counts[s.kindOf(local)]++
	}
	return counts
}

// kindOf returns the kind of a game.
func (s *segmentFiles) kindOf(local int) uint8 {
	b := s.facts()[AllFacts].Bytes(local*factsWidth, factsWidth)
	if b == nil {
		return 0 // it is damaged, which was noted
	}
	return b[factsKind]
}
