package columns

import (
	"encoding/binary"
	"math/bits"

	"kifudb/position"
)

// Four lanes of the section "first" in one number.
const (
	ones  = 0x0001_0001_0001_0001
	highs = ones << 15 // the bit "more"
	times = ones * timeMask
)

// find looks for the image of plan number n at one anchor, the point base, in a set
// of lanes.
func (s *scan) find(n, base int, anchor position.Point, set uint64) {
	if set == 0 {
		return
	}
	p := s.plans[n].whole()
	if mayTell(p) {
		if !s.occupancy.known && s.compared > s.patience {
			s.occupancy.learn(s.first, s.area)
		}
		if s.occupancy.known {
			set = s.occupancy.filter(p, base, set)
		}
	}
	begin, counted := len(s.hits), uint64(0)
	take := func(lane, node int) {
		slot := slot(lane) / 2
		if s.counter.slots>>slot&1 == 0 {
			s.hit(p, anchor, lane, node)
			return
		}
		counted |= 1 << slot
		s.matches.nodes[slot] = uint16(node)
	}
	any := (set | set>>16 | set>>32 | set>>48) & 0xFFFF
	for ; any != 0; any &= any - 1 {
		q := bits.TrailingZeros64(any)
		certain, open, nodes := s.compare(p, base, q, (set>>q&ones)<<15)
		s.compared++
		for ; certain != 0; certain &= certain - 1 {
			shift := bits.TrailingZeros64(certain) - 15
			take(q+shift, int(nodes>>shift&timeMask))
		}
		for ; open != 0; open &= open - 1 {
			shift := bits.TrailingZeros64(open) - 15
			if s.postpones {
				s.postponed = append(s.postponed, undecidedLane{n, base, q + shift, int(nodes >> shift & timeMask), anchor})
				continue
			}
			if node, ok := s.decide(p, base, q+shift, int(nodes>>shift&timeMask)); ok {
				take(q+shift, node)
			}
		}
	}
	if counted != 0 {
		s.count(n, base, counted, 0)
	}
	if s.nexts {
		for i := begin; i < len(s.hits); i++ {
			if h := &s.hits[i]; s.plain>>h.lane&1 != 0 {
				s.nextOf(p, base, h)
			}
		}
	}
}

// An undecidedLane is a lane whose changes alone decide whether it has an image at an anchor, the
// point base: the other points agree from a node on. If one occurrence is enough and no
// continuation is needed, most lanes have another one, and need no decision.
type undecidedLane struct {
	plan, base, lane, node int
	anchor                 position.Point
}

// postpone puts off deciding some slots, of which those that have a hit elsewhere need not be.
func (s *scan) postpone(n, base int, anchor position.Point, slots uint64) {
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		s.postponed = append(s.postponed, undecidedLane{n, base, laneOf(slot), int(s.matches.nodes[slot]), anchor})
	}
}

// decidePostponed decides the lanes that were put off and have no hit. Done after each of the
// last images it costs few decisions, and the lanes that it finds are compared no more.
func (s *scan) decidePostponed() {
	for i := range s.postponed {
		w := &s.postponed[i]
		if s.found>>w.lane&1 != 0 {
			continue
		}
		s.delay.decided(s.times.changed)
		p := &s.plans[w.plan]
		if node, ok := s.decide(p, w.base, w.lane, w.node); ok {
			s.hit(p, w.anchor, w.lane, node)
		}
	}
	if len(s.postponed) > 0 {
		s.postponed, s.asked = s.postponed[:0], s.asked&^s.found
	}
}

func (s *scan) hit(p *plan, anchor position.Point, lane, node int) {
	s.found |= 1 << lane
	s.foundSlots |= 1 << (slot(lane) / 2)
	s.hits = append(s.hits, hit{lane: uint8(lane), node: uint16(node), anchor: anchor, image: int32(p.image)})
}

// compare compares four lanes, those of them that are alive, at a time: the
// latest stone with the earliest end of an empty point, leaving out points
// where more happened. It returns the lanes that match for certain, with their
// nodes, and those where it depends on the points left out.
//
// Sets of lanes are in the highest bit of each 16. Times have 14 bits, which
// leaves room for a truth value: with the highest bit set in a, a-b leaves it
// set if a >= b.
func (s *scan) compare(p *plan, base, q int, alive uint64) (certain, open, nodes uint64) {
	le := binary.LittleEndian
	column := s.first[firstSize*base+8*q:]
	var marked uint64
	for i := range p.stones {
		c := &p.stones[i]
		v := le.Uint64(column[firstSize*c.delta:])
		m := v & highs
		alive &^= (v<<1 ^ c.color) & c.matters &^ m
		t := v & times &^ (m - m>>15)
		later := ((t | highs) - nodes) & highs
		later -= later >> 15
		nodes = t&later | nodes&^later
		marked |= m
		if alive == 0 {
			return 0, 0, 0
		}
	}
	alive &^= (nodes | highs) - times // never: there is no stone at all
	after := nodes + ones
	for i := range p.empties {
		v := le.Uint64(column[firstSize*p.empties[i].delta:])
		later := (v&times | highs) - after
		marked |= v &^ later
		alive &= later | v
		if alive == 0 {
			return 0, 0, 0
		}
	}
	for i := range p.halves {
		c := &p.halves[i]
		v := le.Uint64(column[firstSize*c.delta:])
		later := (v&times | highs) - after
		marked |= v &^ later
		alive &= later | v | ^(v<<1^c.color)&c.matters
		if alive == 0 {
			return 0, 0, 0
		}
	}
	alive &= highs
	return alive &^ marked, alive & marked, nodes
}

// colorOf returns the color of the first stone on a point. It means nothing if
// there was none.
func colorOf(v uint16) position.Color {
	return position.Black + position.Color(v>>14&1)
}

// at returns what first happened on a point in a lane of the block.
func (s *scan) at(point, lane int) uint16 {
	return binary.LittleEndian.Uint16(s.first[firstSize*point+slot(lane):])
}

// A decidingPoint is a point on which more happened than one stone.
type decidingPoint struct {
	first  uint16
	admits position.Cell
	point  int
	from   int // its first change
}

// decide does the same as compare where this depends on points where more
// happened; the stones on the others are there from node lo on. Each of the
// points in question gives the first node from there on where it fits; when all
// agree, that is it, unless by then an empty point is taken.
func (s *scan) decide(p *plan, base, lane, lo int) (node int, ok bool) {
	changes := s.changesOf(s.base + lane)
	s.deciding = s.deciding[:0]
	end := never + 1 // the first node at which one of the other points does not fit any more
	for k, cells := range [...][]cell{p.stones, p.empties, p.halves} {
		for i := range cells {
			c := &cells[i]
			v := s.at(base+c.delta, lane)
			t := int(v & timeMask)
			switch {
			case v&more != 0:
				s.deciding = append(s.deciding, decidingPoint{v, c.admits, base + c.delta, -1})
			case k > 0 && t <= end && !c.admits.Admits(colorOf(v)):
				end = t
			}
		}
	}
	for agree := 0; agree < len(s.deciding); {
		for k := range s.deciding {
			d := &s.deciding[k]
			if d.from < 0 {
				d.from = s.firstChangeOf(lane, changes, d.point)
			}
			t := fitsFrom(d.first, changes, d.from, d.point, d.admits, lo)
			if t == never || t >= end {
				return 0, false
			}
			if t > lo {
				lo, agree = t, 0
			}
			agree++
		}
	}
	return lo, true
}

// fitsFrom returns the first node from lo on after which the point holds what
// the cell admits, or never. First is what first happened there; the changes
// are those of the game; those on the point begin with number i.
func fitsFrom(first uint16, changes []byte, i, point int, admits position.Cell, lo int) int {
	from, color := 0, position.Empty
	next, nextColor := int(first&timeMask), colorOf(first)
	for ; ; i++ {
		// The point holds color after the nodes in [from, next).
		if next > lo && admits.Admits(color) {
			return max(from, lo)
		}
		if next == never {
			return never
		}
		from, color = next, nextColor
		next = never
		if 4*i+4 <= len(changes) {
			if c := changeAt(changes, i); c.point() == point {
				next, nextColor = c.node(), c.color()
			}
		}
	}
}

// firstChange returns the number of the first change at a point or after it.
func firstChange(changes []byte, point int) int {
	lo, hi := 0, len(changes)/4
	for lo < hi {
		m := int(uint(lo+hi) / 2)
		if changeAt(changes, m).point() < point {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}
