package columns

import (
	"encoding/binary"
	"math/bits"

	"kifudb/position"
)

// Four lanes of the section "first" in one number.
const (
	quads = BlockGames / 4 // of a point

	ones  = 0x0001_0001_0001_0001
	highs = ones << 15 // the bit "more"
	times = ones * timeMask
)

// fewLanes is the number of lanes up to which they are compared one by one.
const fewLanes = 12

// find looks for an image at one anchor, the point base, in a set of lanes.
func (s *scan) find(p *plan, base int, anchor position.Point, set uint64) {
	if bits.OnesCount64(set) > fewLanes {
		var nodes [quads]uint64
		var certain uint64
		certain, set = s.compare(p, base, set, &nodes)
		for ; certain != 0; certain &= certain - 1 {
			i := bits.TrailingZeros64(certain)
			s.hit(p, anchor, i, int(nodes[i/4]>>(i%4*16)&0xFFFF))
		}
	}
	for ; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros64(set)
		if node, ok := s.match(p, base, lane); ok {
			s.hit(p, anchor, lane, node)
		}
	}
}

func (s *scan) hit(p *plan, anchor position.Point, lane, node int) {
	s.hits = append(s.hits, hit{lane: uint8(lane), node: uint16(node), anchor: anchor, image: int32(p.image)})
}

// compare compares four lanes at a time: the latest stone with the earliest
// end of an empty point, leaving out points where more happened. It returns the
// lanes that match for certain, with their nodes, and those where it depends on
// the points left out.
//
// In each 16 bits of a number, times have 14 bits, so the highest bit can hold
// a truth value: with it set in a, a-b leaves it set if a >= b.
func (s *scan) compare(p *plan, base int, set uint64, nodes *[quads]uint64) (certain, open uint64) {
	le := binary.LittleEndian
	var alive, marked [quads]uint64 // in the highest bits
	for q := range alive {
		alive[q] = spread(set >> (4 * q))
	}
	for i := range p.stones {
		c := &p.stones[i]
		row := (*[firstSize]byte)(s.first[firstSize*(base+c.delta):])
		// The color bit, shifted to the highest, must differ from wrong where the
		// color matters.
		var wrong, matters uint64 = 0, highs
		switch c.admits {
		case position.OnlyBlack:
			wrong = highs
		case position.AnyStone:
			matters = 0
		}
		var any uint64
		for q := range alive {
			v := le.Uint64(row[8*q:])
			m := v & highs
			alive[q] &^= ^(v<<1 ^ wrong) & matters &^ m
			t := v & times &^ (m - m>>15)
			later := ((t | highs) - nodes[q]) & highs
			later -= later >> 15
			nodes[q] = t&later | nodes[q]&^later
			marked[q] |= m
			any |= alive[q]
		}
		if any&highs == 0 {
			return 0, 0
		}
	}
	for i := range p.empties {
		c := &p.empties[i]
		row := (*[firstSize]byte)(s.first[firstSize*(base+c.delta):])
		// A stone of the color that is admitted does no harm.
		var harmless, matters uint64 = 0, 0
		switch c.admits {
		case position.BlackOrEmpty:
			harmless, matters = highs, highs
		case position.WhiteOrEmpty:
			matters = highs
		}
		var any uint64
		for q := range alive {
			v := le.Uint64(row[8*q:])
			later := (v&times | highs) - nodes[q] - ones
			marked[q] |= v &^ later
			alive[q] &= later | v | (v<<1^harmless)&matters
			any |= alive[q]
		}
		if any&highs == 0 {
			return 0, 0
		}
	}
	for q := range alive {
		a := alive[q] &^ ((nodes[q] | highs) - times) // never: there is no stone at all
		certain |= gather(a&^marked[q]) << (4 * q)
		open |= gather(a&marked[q]) << (4 * q)
	}
	return certain, open
}

// spread puts the lowest four bits of n into the highest bits of four lanes.
func spread(n uint64) uint64 { return n & 15 * (1<<15 | 1<<30 | 1<<45 | 1<<60) & highs }

// gather is the inverse of spread; other bits of v do not matter.
func gather(v uint64) uint64 { return v & highs >> 15 * (1<<48 | 1<<33 | 1<<18 | 1<<3) >> 48 & 15 }

// match compares in one lane of the block. It returns the first node where the
// image stands.
func (s *scan) match(p *plan, base, lane int) (node int, ok bool) {
	le := binary.LittleEndian
	column := s.first[firstSize*base+2*lane:]
	lo, open := uint16(0), false
	for i := range p.stones {
		c := &p.stones[i]
		v := le.Uint16(column[firstSize*c.delta:])
		if v&more != 0 {
			open = true
			continue
		}
		if !c.admits.Admits(colorOf(v)) {
			return 0, false
		}
		lo = max(lo, v&timeMask)
	}
	for i := range p.empties {
		c := &p.empties[i]
		v := le.Uint16(column[firstSize*c.delta:])
		switch {
		case v&timeMask > lo:
		case v&more != 0:
			open = true
		case !c.admits.Admits(colorOf(v)):
			return 0, false
		}
	}
	if open {
		return s.decide(p, base, lane)
	}
	return int(lo), lo < never
}

// colorOf returns the color of the first stone on a point. It means nothing if
// there was none.
func colorOf(v uint16) position.Color {
	return position.Black + position.Color(v>>14&1)
}

// at returns what first happened on a point in a lane of the block.
func (s *scan) at(point, lane int) uint16 {
	return binary.LittleEndian.Uint16(s.first[firstSize*point+2*lane:])
}

// decide does the same as match where this depends on points where more
// happened. The other points leave the nodes from lo on and before hi. Each
// of the points in question gives the first such node where it fits; when all
// agree, that is it.
func (s *scan) decide(p *plan, base, lane int) (node int, ok bool) {
	lo, hi := 0, never
	s.deciding = s.deciding[:0]
	for _, c := range p.stones {
		if v := s.at(base+c.delta, lane); v&more != 0 {
			s.deciding = append(s.deciding, c)
		} else {
			lo = max(lo, int(v&timeMask))
		}
	}
	for _, c := range p.empties {
		if v := s.at(base+c.delta, lane); v&more != 0 {
			s.deciding = append(s.deciding, c)
		} else if !c.admits.Admits(colorOf(v)) {
			hi = min(hi, int(v&timeMask))
		}
	}
	changes := s.changesOf(s.base + lane)
	for agree := 0; agree < len(s.deciding); {
		for _, c := range s.deciding {
			t := fitsFrom(s.at(base+c.delta, lane), changes, base+c.delta, c.admits, lo)
			if t >= hi {
				return 0, false
			}
			if t > lo {
				lo, agree = t, 0
			}
			agree++
		}
	}
	return lo, lo < hi
}

// fitsFrom returns the first node from lo on after which the point holds what
// the cell admits, or never. First is what first happened there; the changes
// are those of the game.
func fitsFrom(first uint16, changes []byte, point int, admits position.Cell, lo int) int {
	from, color := 0, position.Empty
	next, nextColor := int(first&timeMask), colorOf(first)
	for i := firstChange(changes, point); ; i++ {
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
			if c := change(binary.LittleEndian.Uint32(changes[4*i:])); c.point() == point {
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
		if change(binary.LittleEndian.Uint32(changes[4*m:])).point() < point {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}
