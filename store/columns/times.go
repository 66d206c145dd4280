package columns

import (
	"encoding/binary"
	"slices"

	"kifudb/position"
)

// timetables are the times of a block in the form that the assembly compares: for
// every point 64 bytes, by slots, in tables one after the other. They are built when a
// scan compares more than a few sets of lanes in the block: see delay.go.
//
// The condition of a cell holds in one stretch of most games, also if more happened
// on its point: from the first stone on, until the first further change. The
// tables give for each cell a node before which it cannot hold, one until which
// it holds from then on, and one after which it never holds again. Take the latest first node of all
// cells: the image appears there if that is before all second nodes. It does not appear if
// that is not before all third nodes. Otherwise the changes decide.
//
// Tables of second stretches decide most of these cases. A second stretch begins with the
// first or the second further change, usually when a stone is captured and when another one is put on
// its point. The node before which an image cannot appear rises, cell by cell, to the stretch in
// which the cell next holds, until it stays. The changes decide only what may come after second
// stretches.
//
// Looking up the first further change of all points takes longer than all the rest. Until it
// pays, the change may be anywhere after the first stone, and the changes decide more.
//
// A byte holds nodes up to lateByte. An image that appears in a game at that node or
// later is compared without tables.
type timetables struct {
	known   bool
	changed bool // the first further changes are known
	tables  []uint8
	runs    []uint16 // by point and slot, the game's first change of the point
	others  []uint64 // by point, slots where more happened than two further changes, or other ones
}

// The nodes of the tables that are not what they are.
const (
	lateByte  = 253 // this one or a later one
	neverByte = 254
)

// The tables.
const (
	taken     = iota // the first stone
	gone             // the first further change, or before they are known a node that is not after it; never for none
	blackFrom        // the first stone if it is black, otherwise gone
	whiteFrom        // the first stone if it is white, otherwise gone
	kept             // the first stone if nothing more happened and it is not late, otherwise never
	keptWhite        // the same if it is white, otherwise never
	keptBlack        // the same if it is black, otherwise never

	// Once the changes are known:
	lastPut    // the last stone that was put there, 0 if none was
	third      // the second further change, a stone that is put there again; never for none
	thirdBlack // the same if it is black, otherwise never
	thirdWhite // the same if it is white, otherwise never
	fourth     // the third further change or never, where there is a second
	tableKinds = iota
)

// timesSize is the number of bytes of a point in a table.
const timesSize = BlockGames

// learnTimes makes the timetables of the block, without the first further changes or with
// them, for those of its games that are asked about and the points that images may cover.
func (s *scan) learnTimes(changed bool) {
	t := &s.times
	if n := tableKinds * s.area * timesSize; len(t.tables) != n {
		t.tables = slices.Grow(t.tables[:0], n)[:n]
	}
	if s.tables == 0 {
		s.tables = s.tablesWanted()
	}
	const unchanged = 1<<lastPut - 1 // tables that need no changes
	wanted := s.tables
	switch {
	case !changed:
		wanted &= unchanged
	case t.known:
		wanted &^= unchanged
	}
	for _, points := range s.points {
		s.fillTimes(points, wanted)
	}
	if changed {
		s.learnFurther()
	}
	t.known, t.changed = true, changed
}

// tablesWanted returns the set of the tables that the scan needs.
func (s *scan) tablesWanted() (wanted uint64) {
	for i := range s.plans {
		wanted |= s.plans[i].whole().tables
	}
	if s.counter.Tally != nil {
		wanted |= 1<<lastPut | 1<<third
	}
	return wanted
}

// learnFurther puts the further changes into the tables.
func (s *scan) learnFurther() {
	t := &s.times
	size := s.area * timesSize
	table := func(kind int) []uint8 { return t.tables[kind*size:][:size] }
	gone, lastPut, third, fourth := table(gone), table(lastPut), table(third), table(fourth)
	from := [...][]uint8{table(whiteFrom), table(blackFrom)}
	thirds := [...][]uint8{table(thirdBlack), table(thirdWhite)}
	if len(t.others) != s.area {
		t.others, t.runs = make([]uint64, s.area), make([]uint16, size)
	}
	clear(t.others)
	for lane := range min(BlockGames, s.Index.games-s.base) {
		if s.asked>>lane&1 == 0 {
			continue
		}
		slot, wanted := slot(lane), s.points
		changes := s.changesOf(s.base + lane)
		for i, n := 0, len(changes)/4; i < n; {
			c := changeAt(changes, i)
			point := c.point()
			i++
			for len(wanted) > 0 && point >= wanted[0].to {
				wanted = wanted[1:]
			}
			if len(wanted) == 0 {
				break
			}
			if point < wanted[0].from {
				continue
			}
			at := point*timesSize + slot/2
			first := binary.LittleEndian.Uint16(s.first[firstSize*point+slot:])
			node := timeByte(c.node())
			gone[at], t.runs[at] = node, uint16(i-1)
			// The other color comes first at this node, if at all.
			from[first>>14&1][at] = node
			taken := c.color() == position.Empty
			if i < n {
				if d := changeAt(changes, i); d.point() == point {
					again := timeByte(d.node())
					third[at], thirds[uint8(d.color()-1)&1][at], lastPut[at] = again, again, again
					thirds[uint8(d.color())&1][at], fourth[at] = neverByte, neverByte
					taken = taken && d.color() != position.Empty
					if i++; i < n {
						if d = changeAt(changes, i); d.point() == point {
							// A stone of the other color comes at this node or later, if at all.
							other := timeByte(d.node())
							fourth[at], thirds[uint8(changeAt(changes, i-1).color())&1][at] = other, other
							t.others[point] |= 1 << (slot / 2)
							for ; d.point() == point; d = changeAt(changes, i) {
								if d.color() != position.Empty {
									lastPut[at] = timeByte(d.node())
								}
								if i++; i == n {
									break
								}
							}
						}
					}
				}
			}
			if !taken { // a stretch of no length, and others that are not known
				node := timeByte(int(first & timeMask))
				gone[at], from[first>>14&1][at], third[at], thirds[0][at], thirds[1][at], fourth[at] = node, node, node, node, node, node
				lastPut[at] = lateByte
				t.others[point] |= 1 << (slot / 2)
			}
		}
	}
}

// firstChangeOf returns the number of the first change of a point in a lane, which has some, or
// where it would be.
func (s *scan) firstChangeOf(lane int, changes []byte, point int) int {
	if s.times.changed {
		if i := int(s.times.runs[point*timesSize+slot(lane)/2]); 4*i+4 <= len(changes) && changeAt(changes, i).point() == point {
			return i
		}
	}
	return firstChange(changes, point)
}

// timeByte is a node in a table.
func timeByte(node int) uint8 { return uint8(min(node, lateByte)) }

// schedule makes the lists of a plan for the timetables: of its stones when they can be
// there from; of its empty points and halves after when they never fit again; of all until
// when they fit.
func (p *plan) schedule(area int) {
	list := func(list []int32, kind int, c *cell) []int32 {
		p.tables |= 1 << kind
		return append(list, int32(timesSize*(kind*area+c.delta)))
	}
	add := func(kind int, c *cell) { p.times = list(p.times, kind, c) }
	second := func(from, to int, c *cell) {
		p.seconds, p.secondEnds = list(p.seconds, from, c), list(p.secondEnds, to, c)
	}
	for i := range p.stones {
		switch c := &p.stones[i]; c.admits & position.AnyStone {
		case position.OnlyBlack:
			add(blackFrom, c)
			second(thirdBlack, fourth, c)
		case position.OnlyWhite:
			add(whiteFrom, c)
			second(thirdWhite, fourth, c)
		default:
			add(taken, c)
			second(third, fourth, c)
		}
	}
	for i := range p.empties {
		c := &p.empties[i]
		add(kept, c)
		second(gone, third, c)
	}
	for i := range p.halves {
		if c := &p.halves[i]; c.admits.Admits(position.Black) {
			add(keptWhite, c)
			second(gone, thirdWhite, c)
		} else {
			add(keptBlack, c)
			second(gone, thirdBlack, c)
		}
	}
	for i := range p.stones {
		add(gone, &p.stones[i])
	}
	for i := range p.empties {
		add(taken, &p.empties[i])
	}
	for i := range p.halves {
		if c := &p.halves[i]; c.admits.Admits(position.Black) {
			add(whiteFrom, c)
		} else {
			add(blackFrom, c)
		}
	}
}

// A pointRange is some points that follow one another, the one at to excluded.
type pointRange struct{ from, to int }

// coveredBy returns the points that any of some plans covers, wherever its image lies.
func coveredBy(plans []plan, size position.Size) (list []pointRange) {
	covered := make([]bool, size.Area()+1)
	for i := range plans {
		p := &plans[i]
		for y := p.top; y < p.bottom+p.height; y++ {
			row := covered[y*size.Cols:][:size.Cols]
			for x := p.left; x < p.right+p.width; x++ {
				row[x] = true
			}
		}
	}
	from := -1
	for point, is := range covered { // the last of which is none
		switch {
		case is && from < 0:
			from = point
		case !is && from >= 0:
			list = append(list, pointRange{from, point})
			from = -1
		}
	}
	return list
}

// countPoints returns how many points some ranges have.
func countPoints(list []pointRange) (n int) {
	for _, r := range list {
		n += r.to - r.from
	}
	return n
}
