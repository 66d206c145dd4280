package columns

import (
	"math/bits"
	"slices"
)

// restones are the stones in the counted games of a block that were not the first
// thing to happen on their points, such as those where others were captured. What
// came next may be one of them.
//
// They are listed game by game as they are asked for. If that is done often in a block,
// those of all its games are sorted by point, too, and looked for in the way that takes
// fewer steps.
type restones struct {
	known uint64 // slots whose restones are listed
	games [BlockGames]restonesOf
	list  []restone

	looked   int // how often the list of a game was looked through
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

// manyLooked is how often the lists of games are looked through before sorting them is
// worth it.
const manyLooked = 100

// listLength is about how many restones a game has.
const listLength = 10

// begin forgets another block.
func (r *restones) begin() {
	r.known, r.looked, r.sorted, r.list = 0, 0, false, r.list[:0]
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
	for changes := s.changesOf(s.base + laneOf(slot)); len(changes) >= 4; changes = changes[4:] {
		if c := changeAt(changes, 0); c.color() != 0 && c.point() < s.area {
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
func (s *scan) mergeRestonesOf(p *plan, base, slot int) {
	c := s.counter
	node := s.matches.nodes[slot]
	end := node + 1 + s.matches.cells[slot]>>keyCells
	g := s.restonesOf(slot)
	if g.first >= end {
		return
	}
	for _, stone := range c.restones.list[g.from:g.to] {
		if time := stone.time & timeMask; time <= node || time >= end {
			continue
		}
		if at := uint(int(stone.point) - base); at < uint(len(p.cellAt)) && p.cellAt[at] >= 0 {
			s.mergeRestone(stone, int(p.cellAt[at]))
		}
	}
}

// mergeRestone takes a restone, which lies on a cell, into the key of its slot, unless
// what it has came first.
func (s *scan) mergeRestone(stone restone, cell int) {
	c, m, slot := s.counter, s.matches, stone.slot%BlockGames
	key := keyOf(stone.time, uint16(cell)%chunk, m.nodes[slot])
	if key>>keyCells >= m.cells[slot]>>keyCells {
		return
	}
	m.cells[slot], c.part[slot] = key, uint8(cell>>keyCells)
	c.replaced |= 1 << slot
	c.white = c.white&^(1<<slot) | uint64(stone.time>>14&1)<<slot
}

// mergeRestones takes the restones in the region of an image, at the point base, into
// the keys of a set of slots. The keys of slots without a hit are 0, which nothing is
// less than.
func (s *scan) mergeRestones(p *plan, base int, slots uint64) {
	if slots == 0 {
		return
	}
	r := &s.counter.restones
	if !r.sorted {
		if r.looked += bits.OnesCount64(slots); r.looked > manyLooked {
			s.sortRestones()
		}
	}
	if !r.sorted || r.within(p, base, s.size.Cols) > listLength*bits.OnesCount64(slots) {
		for ; slots != 0; slots &= slots - 1 {
			s.mergeRestonesOf(p, base, bits.TrailingZeros64(slots))
		}
		return
	}
	m := s.matches
	for y := range p.rows {
		begin := base + y*s.size.Cols
		for _, stone := range r.byPoints[r.from[begin]:r.from[begin+p.width]] {
			slot := stone.slot % BlockGames
			if keyOf(stone.time, 0, m.nodes[slot])>>keyCells < m.cells[slot]>>keyCells {
				if cell := p.cellAt[int(stone.point)-base]; cell >= 0 {
					s.mergeRestone(stone, int(cell))
				}
			}
		}
	}
}

// within returns how many restones lie in the rectangle of an image, at the point base,
// when they are sorted.
func (r *restones) within(p *plan, base, cols int) (n int) {
	for range p.rows {
		n += int(r.from[base+p.width] - r.from[base])
		base += cols
	}
	return n
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
