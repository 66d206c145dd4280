package columns

import (
	"encoding/binary"
	"slices"
)

// An occupancy tells of the points of a block which games' first stones were
// there by a few nodes. A pattern cannot come up if by one of these nodes some
// of its stones are not there yet while one of its empty points is taken for
// good. That is true of most games with the right stones, and asked for all
// games of a block at once.
//
// It takes longer to make than to scan a block for a few images, so it is made
// when a scan turns out to compare much. In assembly there are timetables instead.
type occupancy struct {
	known  bool
	points []occupied
}

// occupied holds sets of lanes: by deadline, where there was a stone, and where
// there was one and nothing more happened.
type occupied struct {
	ever, forGood [deadlines]uint64
}

// The deadlines lie closer together where games begin and most shapes arise:
// with 24, 60, 100 and 150 a third more games are left to be compared at sides.
const (
	deadlines = 4

	deadline0 = 16
	deadline1 = 40
	deadline2 = 80
	deadline3 = 130
)

// manyCompared is how many comparisons in a block are worth an occupancy.
const manyCompared = 2000

// mayTell reports whether an occupancy removes enough lanes for an image: one
// with many empty points and few stones. For others the bitmaps of the stones
// leave little.
func mayTell(p *plan) bool { return len(p.empties) >= 4*len(p.stones) }

// learn makes the occupancy of a block.
func (o *occupancy) learn(first []byte, area int) {
	le := binary.LittleEndian
	o.points = slices.Grow(o.points[:0], area)[:area]
	for i := range o.points {
		row := (*[firstSize]byte)(first[firstSize*i:])
		var marked, later0, later1, later2, later3 uint64
		for q := 0; q < firstSize; q += 8 {
			v := le.Uint64(row[q:])
			t := v&times | highs
			marked = marked>>1 | v&highs
			later0 = later0>>1 | (t-(deadline0+1)*ones)&highs
			later1 = later1>>1 | (t-(deadline1+1)*ones)&highs
			later2 = later2>>1 | (t-(deadline2+1)*ones)&highs
			later3 = later3>>1 | (t-(deadline3+1)*ones)&highs
		}
		o.points[i] = occupied{
			ever:    [deadlines]uint64{^later0, ^later1, ^later2, ^later3},
			forGood: [deadlines]uint64{^later0 &^ marked, ^later1 &^ marked, ^later2 &^ marked, ^later3 &^ marked},
		}
	}
	o.known = true
}

// filter removes lanes where an image cannot come up at an anchor.
func (o *occupancy) filter(p *plan, base int, set uint64) uint64 {
	var missing, taken [deadlines]uint64
	for i := range p.stones {
		at := &o.points[base+p.stones[i].delta]
		for k := range missing {
			missing[k] |= ^at.ever[k]
		}
	}
	for i := range p.empties {
		at := &o.points[base+p.empties[i].delta]
		for k := range taken {
			taken[k] |= at.forGood[k]
		}
	}
	for k := range taken {
		set &^= missing[k] & taken[k]
	}
	return set
}
