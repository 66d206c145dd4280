package columns

import (
	"encoding/binary"
	"math/bits"
)

// A pattern of which some points may differ is looked for in three steps, each of
// which leaves out games that cannot have it, and none other.
//
// The bitmaps of where a stone ever lies are added up instead of intersected, for
// all games of a block at once: a stone of the pattern that never lies on its point
// is a miss, and a game with more misses than may differ is out. The counts are
// spread over words, a bit of each in one, as adders do it.
//
// For the games that are left the times of the first stones tell more. After a
// node, a point where at most one thing ever happens differs if its stone is not there yet,
// or its empty point is taken. Points on which more happened are taken to fit. If more differ
// after every node, the game is out.
//
// What is left is reported undecided, once for each game. Games with variations
// go through their stretches instead of the times, with misses added up in
// the same way.

// mismatchCounters are 64 counters that end when they exceed a limit.
type mismatchCounters struct {
	planes [16]uint64
	width  int
	over   uint64 // those that exceeded it
}

// countTo returns counters that exceed a limit of at most 2704.
func countTo(limit int) (c mismatchCounters) {
	c.width = bits.Len(uint(limit))
	for i := range c.width { // so that one more than the limit carries
		if (1<<c.width-1-limit)>>i&1 != 0 {
			c.planes[i] = ^uint64(0)
		}
	}
	return c
}

// add counts one for each of a set.
func (c *mismatchCounters) add(set uint64) {
	for i := 0; i < c.width && set != 0; i++ {
		c.planes[i], set = c.planes[i]^set, c.planes[i]&set
	}
	c.over |= set
}

// nearAnchors looks for an image with some points different at all of its anchors.
func (s *scan) nearAnchors(p *plan) {
	s.spreadEver()
	p.whole()
	for y := p.top; y <= p.bottom; y++ {
		for x := p.left; x <= p.right; x++ {
			set := s.asked &^ s.undecided
			if set == 0 {
				return
			}
			base := y*s.size.Cols + x
			if set = s.filterNear(p, base, set); set == 0 {
				continue
			}
			if open := set & s.open; open != 0 {
				s.undecided |= s.standing(p, base, open)
			}
			for closed := set &^ s.open; closed != 0; closed &= closed - 1 {
				if lane := bits.TrailingZeros64(closed); s.mayBeNear(p, base, lane) {
					s.undecided |= 1 << lane
				}
			}
		}
	}
}

// filterNear returns those of some lanes where few enough stones of an image are
// missing at all times.
func (s *scan) filterNear(p *plan, base int, set uint64) uint64 {
	missing := countTo(s.near)
	for i := range p.stones {
		c := &p.stones[i]
		missing.add(set &^ s.planes.block[plane(s.area, c.admits)+base+c.delta])
		if set &^= missing.over; set == 0 {
			break
		}
	}
	return set
}

// mayBeNear reports whether after some node of a lane's main line few enough
// points differ, as far as the first stones tell.
func (s *scan) mayBeNear(p *plan, base, lane int) bool {
	column := s.first[slot(lane):]
	at := func(c *cell) uint16 {
		return binary.LittleEndian.Uint16(column[firstSize*(base+c.delta):])
	}
	// The latest times of stones, descending: while k of them are not there yet,
	// it is before the k-th.
	left := s.near
	late := s.late[:0]
	for i := range p.stones {
		c := &p.stones[i]
		v := at(c)
		switch t := v & timeMask; {
		case t == never || v&more == 0 && !c.admits.Admits(colorOf(v)):
			if left--; left < 0 {
				return false
			}
		case v&more == 0:
			late = insertLate(late, t, s.near+1)
		}
	}
	s.late = late
	for missing := range left + 1 {
		node := uint16(0) // after which only so many are missing
		if missing < len(late) {
			node = late[missing]
		}
		taken := missing
		for _, cells := range [...][]cell{p.empties, p.halves} {
			for i := range cells {
				c := &cells[i]
				if v := at(c); v&more == 0 && v&timeMask <= node && !c.admits.Admits(colorOf(v)) {
					if taken++; taken > left {
						break
					}
				}
			}
		}
		if taken <= left {
			return true
		}
		if missing >= len(late) {
			break // no stone is there, and nothing comes before that
		}
	}
	return false
}

// insertLate puts a time into a descending list of limited length.
func insertLate(late []uint16, t uint16, most int) []uint16 {
	if len(late) == most {
		if t <= late[most-1] {
			return late
		}
		late = late[:most-1]
	}
	i := len(late)
	for late = append(late, t); i > 0 && late[i-1] < t; i-- {
		late[i] = late[i-1]
	}
	late[i] = t
	return late
}

// nearInGroup returns those of some stretches of a group in which few enough points of an image
// differ after some node, as far as the bits tell.
func nearInGroup(p *plan, base int, group []byte, near int, set uint64) uint64 {
	missing := countTo(near)
	for i := 0; i < len(p.stones) && set != 0; i++ {
		c := &p.stones[i]
		missing.add(set &^ admitted(group[stretchSize*(base+c.delta):], c.admits))
		set &^= missing.over
	}
	for i := 0; i < len(p.empties) && set != 0; i++ {
		missing.add(set & binary.LittleEndian.Uint64(group[stretchSize*(base+p.empties[i].delta)+2*BlockGames/8:]))
		set &^= missing.over
	}
	return set
}
