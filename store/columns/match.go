package columns

import (
	"encoding/binary"
	"math/bits"

	"kifudb/position"
)

// Four lanes of the section "first" in one number.
const (
	wordQuads = wordLanes / 4

	ones  = 0x0001_0001_0001_0001
	highs = ones << 15 // the bit "more"
	times = ones * timeMask
)

// fewLanes is the number of lanes of a word up to which they are compared one
// by one. Comparing all 64 takes about as long as ten one by one.
const fewLanes = 10

// word looks for an image at one anchor in the given lanes of a word.
func (s *scan) word(p *plan, base int, anchor position.Point, w int, set uint64) {
	if bits.OnesCount64(set) > fewLanes {
		var nodes [wordQuads]uint64
		var certain uint64
		certain, set = s.compare(p, base, w, set, &nodes)
		for ; certain != 0; certain &= certain - 1 {
			i := bits.TrailingZeros64(certain)
			s.hit(p, anchor, w*wordLanes+i, int(nodes[i/4]>>(i%4*16)&0xFFFF))
		}
	}
	for ; set != 0; set &= set - 1 {
		lane := w*wordLanes + bits.TrailingZeros64(set)
		if node, ok := s.match(p, base, lane); ok {
			s.hit(p, anchor, lane, node)
		}
	}
}

func (s *scan) hit(p *plan, anchor position.Point, lane, node int) {
	s.hits = append(s.hits, hit{lane: uint16(lane), node: uint16(node), image: int32(p.image), anchor: anchor})
}

// row returns the 64 lanes of a word at a point.
func (s *scan) row(point, w int) *[2 * wordLanes]byte {
	return (*[2 * wordLanes]byte)(s.first[2*wordLanes*(point*s.words+w):])
}

// compare compares four lanes at a time: the latest stone with the earliest
// end of an empty point, leaving out points where more happened. It returns the
// lanes that match for certain, with their nodes, and those where it depends on
// the points left out.
//
// In each 16 bits of a number, times have 14 bits, so the highest bit can hold
// a truth value: with it set in a, a-b leaves it set if a >= b.
func (s *scan) compare(p *plan, base, w int, set uint64, nodes *[wordQuads]uint64) (certain, open uint64) {
	le := binary.LittleEndian
	var alive, marked [wordQuads]uint64 // in the highest bits
	for q := range alive {
		alive[q] = spread(set >> (4 * q))
	}
	for _, c := range p.stones {
		row := s.row(base+c.delta, w)
		var any uint64
		for q := range alive {
			if alive[q] == 0 {
				continue
			}
			v := le.Uint64(row[8*q:])
			m := v & highs
			switch isWhite := v << 1; c.admits {
			case position.OnlyBlack:
				alive[q] &= ^isWhite | m
			case position.OnlyWhite:
				alive[q] &= isWhite | m
			}
			t := v & times &^ (m - m>>15)
			later := ((t | highs) - nodes[q]) & highs
			later -= later >> 15
			nodes[q] = t&later | nodes[q]&^later
			marked[q] |= m
			any |= alive[q]
		}
		if any == 0 {
			return 0, 0
		}
	}
	for _, c := range p.empties {
		row := s.row(base+c.delta, w)
		var any uint64
		for q := range alive {
			if alive[q] == 0 {
				continue
			}
			v := le.Uint64(row[8*q:])
			fits := (v&times | highs) - (nodes[q] + ones) | v
			switch isWhite := v << 1; c.admits {
			case position.BlackOrEmpty:
				fits |= ^isWhite
			case position.WhiteOrEmpty:
				fits |= isWhite
			}
			alive[q] &= fits
			marked[q] |= v
			any |= alive[q]
		}
		if any == 0 {
			return 0, 0
		}
	}
	for q := range alive {
		a := alive[q] &^ ((nodes[q] | highs) - times) // no stone at all: never
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
	lo, hi := 0, never
	s.deciding = s.deciding[:0]
	for _, c := range p.stones {
		v := s.at(base+c.delta, lane)
		if v&more != 0 {
			s.deciding = append(s.deciding, c)
			continue
		}
		if !c.admits.Admits(colorOf(v)) {
			return 0, false
		}
		lo = max(lo, int(v&timeMask))
	}
	if lo == never {
		return 0, false
	}
	for _, c := range p.empties {
		v := s.at(base+c.delta, lane)
		if v&more != 0 {
			s.deciding = append(s.deciding, c)
			continue
		}
		if t := int(v & timeMask); t < hi && !c.admits.Admits(colorOf(v)) {
			if t <= lo {
				return 0, false
			}
			hi = t
		}
	}
	if len(s.deciding) == 0 {
		return lo, true
	}
	return s.decide(base, lane, lo, hi)
}

// at returns what first happened on a point in a lane of the block.
func (s *scan) at(point, lane int) uint16 {
	return binary.LittleEndian.Uint16(s.first[2*(point*s.words*wordLanes+lane):])
}

// colorOf returns the color of the first stone on a point. It means nothing if
// there was none.
func colorOf(v uint16) position.Color {
	if v&white != 0 {
		return position.White
	}
	return position.Black
}

// decide looks for the first node from lo on and before hi where all the points
// where more happened fit. Each point gives the first such node for itself; when
// all agree, that is it.
func (s *scan) decide(base, lane, lo, hi int) (node int, ok bool) {
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
	return lo, true
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
