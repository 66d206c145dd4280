package search

import (
	"cmp"
	"slices"
	"sync"

	"kifudb/book/duplicate"
	"kifudb/store"
)

// A part is some segments of an archive, and which of their records are of one
// game.
type part struct {
	segments []*store.Segment // by id
	clusters *duplicate.Clusters
	whole    bool // they are all there are

	once  sync.Once // guards mixed
	mixed []int     // numbers of the clusters that have records here and elsewhere, ascending
}

// segment returns the segment that holds an id, and the game's number in it.
func (p *part) segment(id store.GameID) (g *store.Segment, local int, ok bool) {
	i, found := slices.BinarySearchFunc(p.segments, id, func(g *store.Segment, id store.GameID) int { return cmp.Compare(g.Base(), id) })
	if !found {
		i--
	}
	if i < 0 || int64(id)-int64(p.segments[i].Base()) >= int64(p.segments[i].Len()) {
		return nil, 0, false
	}
	return p.segments[i], int(id - p.segments[i].Base()), true
}

// spanning returns the numbers of the clusters that have records here and
// elsewhere, ascending.
func (p *part) spanning() []int {
	if p.whole {
		return nil
	}
	p.once.Do(func() {
		for number, k := range p.clusters.All() {
			here := 0
			for _, m := range k.Members {
				if _, _, ok := p.segment(m.ID); ok {
					here++
				}
			}
			if here > 0 && here < len(k.Members) {
				p.mixed = append(p.mixed, number)
			}
		}
	})
	return p.mixed
}

// spans reports whether a cluster that has records here has some elsewhere.
func (p *part) spans(number int) bool {
	_, found := slices.BinarySearch(p.spanning(), number)
	return found
}

// games returns how many games there are.
func (p *part) games() int {
	n := 0
	for _, g := range p.segments {
		n += int(g.Live().GetCardinality())
	}
	return n
}
