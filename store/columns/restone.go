package columns

import (
	"math/bits"
	"slices"
)

// restones are the stones in the counted games of a block that were not the first
// thing to happen on their points, such as those where others were captured. What
// came next may be one of them.
//
// They are listed game by game as they are asked for. Where an image stands in many games
// of the block at once, those of all games are sorted by point.
type restones struct {
	known uint64 // slots whose restones are listed
	games [BlockGames]restonesOf
	list  []restone

	dense    int // images that stood in many games
	sorted   bool
	from     []int32 // by point, and one more: where its stones begin
	byPoints []restone
}

// restonesOf says where the restones of a game lie in the list, and which is the
// earliest.
type restonesOf struct {
	from, to int32
	first    uint16 // node; never for none
}

// A restone is a stone on a point where something happened before.
type restone struct {
	point uint16
	time  uint16 // its node, and its color as in the section "first"
	slot  uint8
}

const (
	manyGames = 6 // are looked for by points rather than game by game
	manyDense = 8 // images in so many games are worth sorting
)

// begin forgets another block.
func (r *restones) begin() {
	r.known, r.dense, r.sorted, r.list = 0, 0, false, r.list[:0]
}

// restonesOf lists the restones of a slot, unless it is done.
func (s *scan) restonesOf(slot int) *restonesOf {
	r := &s.counter.restones
	g := &r.games[slot]
	if r.known>>slot&1 != 0 {
		return g
	}
	r.known |= 1 << slot
	g.from, g.first = int32(len(r.list)), never
	changes := s.changesOf(s.base + laneOf(slot))
	for i := 0; 4*i+4 <= len(changes); i++ {
		if c := changeAt(changes, i); c.color() != 0 && c.point() < s.area {
			color := uint16(c.color()-1) << 14 & white
			r.list = append(r.list, restone{uint16(c.point()), uint16(c.node()) | color, uint8(slot)})
			g.first = min(g.first, uint16(c.node()))
		}
	}
	g.to = int32(len(r.list))
	return g
}

// mergeRestonesOf takes the restones in the region of an image, at the point base,
// into the key of a slot.
func (s *scan) mergeRestonesOf(p *plan, base, slot int, g *restonesOf) {
	c := s.counter
	node := s.matches.nodes[slot]
	end := node + 1 + c.keys[slot]>>keyCells
	for _, stone := range c.restones.list[g.from:g.to] {
		if time := stone.time & timeMask; time <= node || time >= end {
			continue
		}
		if at := uint(int(stone.point) - base); at < uint(len(p.cellAt)) && p.cellAt[at] >= 0 {
			c.merge(stone, int(p.cellAt[at]), node)
		}
	}
}

// merge takes a restone, which lies on a cell, into the key of its slot, unless what
// it has came first.
func (c *counter) merge(stone restone, cell int, node uint16) {
	slot := stone.slot % BlockGames
	key := keyOf(stone.time, uint16(cell)%chunk, node)
	if key>>keyCells >= c.keys[slot]>>keyCells {
		return
	}
	c.keys[slot], c.part[slot] = key, uint8(cell>>keyCells)
	c.replaced |= 1 << slot
	c.white = c.white&^(1<<slot) | uint64(stone.time>>14&1)<<slot
}

// mergeRestones takes the restones in the region of an image, at the point base, into
// the keys of a set of slots. The keys of all others are 0, which nothing is less
// than. It reports false if this is better done game by game.
func (s *scan) mergeRestones(p *plan, base int, slots uint64) bool {
	c := s.counter
	r := &c.restones
	if bits.OnesCount64(slots) < manyGames {
		return false
	}
	if !r.sorted {
		if r.dense++; r.dense < manyDense {
			return false
		}
		s.sortRestones()
	}
	for y := range p.rows {
		begin := base + y*s.size.Cols
		for _, stone := range r.byPoints[r.from[begin]:r.from[begin+p.width]] {
			node := s.matches.nodes[stone.slot%BlockGames]
			if keyOf(stone.time, 0, node)>>keyCells < c.keys[stone.slot%BlockGames]>>keyCells {
				if cell := p.cellAt[int(stone.point)-base]; cell >= 0 {
					c.merge(stone, int(cell), node)
				}
			}
		}
	}
	return true
}

// sortRestones sorts the restones of the block by point.
func (s *scan) sortRestones() {
	r := &s.counter.restones
	for set := s.counter.slots &^ r.known; set != 0; set &= set - 1 {
		s.restonesOf(bits.TrailingZeros64(set))
	}
	r.sorted = true
	r.from = slices.Grow(r.from[:0], s.area+2)[:s.area+2]
	clear(r.from)
	// Counted two further on, then moved one on while they are put in their places.
	for i := range r.list {
		r.from[r.list[i].point+2]++
	}
	for i := 2; i < len(r.from); i++ {
		r.from[i] += r.from[i-1]
	}
	r.byPoints = slices.Grow(r.byPoints[:0], len(r.list))[:len(r.list)]
	for _, stone := range r.list {
		at := &r.from[stone.point+1]
		r.byPoints[*at] = stone
		*at++
	}
}
