package columns

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"kifudb/position"
)

// Where most of a scan's time goes there are two ways to do the same: in Go,
// and for processors of the kind amd64 with AVX2 in assembly, 16 lanes at a
// time. They give the same candidates. Assembly has no bounds of its own: the
// functions of this file slice what it reads and writes first.

// fast says which way is taken. Only tests change it, to compare.
var fast = hasKernels

// filterWidth is the number of neighboring anchors that are filtered together.
const filterWidth = 20

// maxFilters is how often that is done for the widest board.
const maxFilters = (position.MaxSize + filterWidth - 1) / filterWidth

// filterAnchors looks for the image of plan number n at all of its anchors, row by row.
func (s *scan) filterAnchors(n int) {
	p := &s.plans[n]
	var some [maxFilters]uint64
	all := uint64(0)
	for i := 0; p.left+i*filterWidth <= p.right; i++ {
		some[i] = s.filterRows(p, i)
		all |= some[i]
	}
	for ; all != 0; all &= all - 1 {
		y := bits.TrailingZeros64(all)
		for i, rows := range some {
			if rows>>y&1 != 0 {
				x := p.left + i*filterWidth
				s.anchors(n, x, p.top+y, s.filtered(p, i, y))
			}
		}
	}
}

// filterRows filters the i-th part of all rows of anchors. It returns the set
// of rows, counted from the top, that have any lanes left; see filtered.
func (s *scan) filterRows(p *plan, i int) (some uint64) {
	x := p.left + i*filterWidth
	var start [filterWidth]uint64
	for i := range min(p.right-x+1, filterWidth) {
		start[i] = s.asked
	}
	rows := p.bottom - p.top + 1
	sets := s.sets[i*filterWidth*s.size.Rows:][:filterWidth*rows]
	planes := s.planes.block[p.top*s.size.Cols+x:][:p.farthest+(rows-1)*s.size.Cols+filterWidth]
	return filterAVX2(unsafe.SliceData(sets), &start[0], unsafe.SliceData(planes),
		unsafe.SliceData(p.offsets), len(p.offsets), rows, s.size.Cols)
}

// filtered returns the lanes of the anchors in the i-th part of row y, counted
// from the top, which has any.
func (s *scan) filtered(p *plan, i, y int) []uint64 {
	sets := s.sets[filterWidth*(i*s.size.Rows+y):][:filterWidth]
	return sets[:min(filterWidth, p.right-p.left-i*filterWidth+1)]
}

// matches are the lanes that compare has found, by slots: slot 4i+j is lane
// 16j+i, as in the section "first". The functions in assembly know where the
// fields lie.
type matches struct {
	nodes         [BlockGames]uint16 // of the lanes in the next two
	certain, open uint64
	cells         [BlockGames]uint16 // which of the region came next; noCell for none
	marked        uint64
	late          uint64 // see compareTimesAVX2
	// The nodes in bytes, if they are of timetables.
	bytes [BlockGames]uint8
	again [BlockGames]uint8 // see againAVX2
}

const noCell = 1<<16 - 1

// A kernelCell is a cell for the functions in assembly.
type kernelCell struct {
	offset         int32 // in bytes
	color, matters uint16
}

// laneOf returns the lane of a slot.
func laneOf(slot int) int { return slot/4 + slot%4*16 }

// matchRow compares the lanes of the sets of neighboring anchors, an image from the point base on,
// with the timetables. It returns the anchors that have matches, which are in the row.
func (s *scan) matchRow(p *plan, base int, sets []uint64, among uint64) (some uint64) {
	tables := s.times.tables[base*timesSize:][:timesSize*((tableKinds-1)*s.area+p.reach+len(sets)-1)]
	row := s.rowMatches[:len(sets)]
	return compareTimesAVX2(unsafe.SliceData(row), unsafe.SliceData(tables), unsafe.SliceData(p.times), len(p.stones), len(p.empties)+len(p.halves),
		unsafe.SliceData(sets), len(sets), among)
}

// settleMatches decides what it can of matches by timetables, an image at the point base, that these
// leave open or cannot tell.
func (s *scan) settleMatches(p *plan, base int) {
	m := s.matches
	if m.open != 0 && s.times.changed {
		s.settle(p, base)
	}
	if m.late == 0 {
		return
	}
	late := &s.lateMatches
	s.matchFirst(late, p, base, lanesOf(m.late))
	m.certain |= late.certain
	m.open |= late.open
	for slots := late.certain | late.open; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		m.nodes[slot] = late.nodes[slot]
	}
}

// settle decides the open matches of an image at the point base by second stretches. Those that
// it leaves open may have come up in a later one.
func (s *scan) settle(p *plan, base int) {
	m, n := s.matches, len(p.seconds)
	tables := s.times.tables[base*timesSize:][:timesSize*((tableKinds-1)*s.area+p.reach)]
	settleAVX2(m, unsafe.SliceData(tables), unsafe.SliceData(p.times[n:]), unsafe.SliceData(p.seconds), unsafe.SliceData(p.secondEnds), n)
	if m.open == 0 {
		return
	}
	var others uint64
	for _, cells := range [...][]cell{p.stones, p.empties, p.halves} {
		for i := range cells {
			others |= s.times.others[base+cells[i].delta]
		}
	}
	m.open &= others
}

// matchFirst compares all lanes of a set, an image at the point base, without timetables.
func (s *scan) matchFirst(m *matches, p *plan, base int, set uint64) {
	first := s.first[firstSize*base:][:firstSize*p.reach]
	compareAVX2(m, unsafe.SliceData(first), unsafe.SliceData(p.cells), len(p.stones), len(p.empties), len(p.halves), set)
}

// lanesOf returns the lanes of a set of slots.
func lanesOf(slots uint64) (lanes uint64) {
	for ; slots != 0; slots &= slots - 1 {
		lanes |= 1 << laneOf(bits.TrailingZeros64(slots))
	}
	return lanes
}

// fillTimes makes wanted timetables of some points that follow one another, without the further changes.
func (s *scan) fillTimes(points pointRange, wanted uint64) {
	n := points.to - points.from
	tables := s.times.tables[timesSize*points.from:][:timesSize*((tableKinds-1)*s.area+n)]
	timesAVX2(unsafe.SliceData(tables), unsafe.SliceData(s.first[firstSize*points.from:][:firstSize*n]), n, wanted, s.area)
}

// next finds for some slots with matches what came next in the region of an
// image.
func (s *scan) next(p *plan, base int, slots uint64) {
	if len(p.region) == 0 {
		for i := range s.matches.cells {
			s.matches.cells[i] = noCell
		}
		s.matches.marked = 0
		return
	}
	first := s.first[firstSize*base:][:firstSize*p.reach]
	nextAVX2(s.matches, unsafe.SliceData(first), unsafe.SliceData(p.region), len(p.region), slots)
}

// prepare makes the lists of a plan that the functions in assembly read, apart from those of the
// filters.
func (p *plan) prepare() {
	cols, area := p.of.size.Cols, p.of.size.Area()
	p.reach = (p.height-1)*cols + p.width
	n := len(p.stones) + len(p.empties) + len(p.halves)
	p.cells = make([]kernelCell, 0, n)
	numbers := make([]int32, 4*n+len(p.pattern)) // room for the next lists
	list := func(size int) []int32 {
		room := numbers[:0:size]
		numbers = numbers[size:]
		return room
	}
	p.times, p.seconds, p.secondEnds, p.region = list(2*n), list(n), list(n), list(len(p.pattern))
	for _, cells := range [...][]cell{p.stones, p.empties, p.halves} {
		for i := range cells {
			c := &cells[i]
			p.cells = append(p.cells, kernelCell{int32(firstSize * c.delta), uint16(c.color), uint16(c.matters)})
		}
	}
	p.schedule(area)
	p.prepareTrees(area)
	rows := make([]uint64, 2*p.height)
	p.rows, p.asked = rows[:p.height:p.height], rows[p.height:]
	p.cellAt = make([]int16, p.reach)
	for i := range p.cellAt {
		p.cellAt[i] = -1
	}
	p.points = make([]position.Point, 0, len(p.pattern))
	for i, c := range p.pattern {
		if c != position.Outside {
			delta := p.deltaOf(i)
			p.cellAt[delta] = int16(len(p.region))
			p.region = append(p.region, int32(firstSize*delta))
			p.points = append(p.points, position.At(i%p.width, i/p.width))
			p.rows[i/p.width] |= 1 << (i % p.width)
			if c &= position.Any; c != position.Any && c != position.Outside {
				p.asked[i/p.width] |= 1 << (i % p.width)
			}
		}
	}
}

// ended returns those of some slots with matches, all by timetables, after which no stone is put
// into the region of an image at the point base.
func (s *scan) ended(p *plan, base int, slots uint64) uint64 {
	if !s.times.changed || len(p.region) == 0 {
		return 0
	}
	table := s.times.tables[(lastPut*s.area+base)*timesSize:][:timesSize*p.reach]
	return slots & endedAVX2(s.matches, unsafe.SliceData(table), unsafe.SliceData(p.region), len(p.region))
}

// mergeRuns takes all stones in the region of an image, at the point base, that are put on
// points that had one before into the keys of a set of slots with matches, by the changes of their games. Those of
// points where nothing is put after a match are not looked for.
func (s *scan) mergeRuns(p *plan, base int, slots uint64) {
	table := s.times.tables[(lastPut*s.area+base)*timesSize:][:timesSize*p.reach]
	first := s.first[firstSize*base:][:firstSize*p.reach]
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots) % BlockGames
		lane, node := laneOf(slot), s.matches.nodes[slot]
		late := uint8(min(node+1, lateByte))
		var changes []byte
		for cell, offset := range p.region {
			if table[int(offset)/2+slot] < late || first[int(offset)+2*slot+1]>>7 == 0 {
				continue
			}
			if changes == nil {
				changes = s.changesOf(s.base + lane)
			}
			s.mergeRun(base+int(offset)/firstSize, cell, slot, changes)
		}
	}
}

// mergeRun takes the first stone that is put on a point again after a match, a cell of its region,
// into the key of a slot, by the changes of its game.
func (s *scan) mergeRun(point, cell, slot int, changes []byte) {
	node := s.matches.nodes[slot]
	for i := s.firstChangeOf(laneOf(slot), changes, point); 4*i+4 <= len(changes); i++ {
		c := changeAt(changes, i)
		if c.point() != point {
			return
		}
		if c.color() != position.Empty && c.node() > int(node) {
			s.mergeRestone(restone{time: uint16(c.node()) | uint16(c.color()-1)<<14&white, slot: uint8(slot)}, cell)
			return
		}
	}
}

// mergeAgain takes the stones in the region of an image, at the point base, that are put on their
// points again into the keys of a set of slots with matches by timetables. It returns those of them
// that these cannot tell.
func (s *scan) mergeAgain(p *plan, base int, slots uint64) (left uint64) {
	if slots == 0 {
		return 0
	}
	m, size := s.matches, s.area*timesSize
	table := s.times.tables[third*size+base*timesSize:][:timesSize*p.reach]
	some := slots & againAVX2(m, unsafe.SliceData(table), unsafe.SliceData(p.region), len(p.region))
	for ; some != 0; some &= some - 1 {
		slot := bits.TrailingZeros64(some)
		after := m.again[slot]
		switch time := m.bytes[slot] + 1 + after; {
		case time == lateByte:
			left |= 1 << slot
		case uint16(after) < m.cells[slot]>>keyCells:
			for cell, offset := range p.region {
				if at := int(offset)/2 + slot; table[at] == time {
					stone := restone{time: uint16(time), slot: uint8(slot)}
					if s.times.tables[thirdWhite*size+base*timesSize+at] == time {
						stone.time |= white
					}
					s.mergeRestone(stone, cell)
					break
				}
			}
		}
	}
	slots &^= left
	lastPut := s.times.tables[lastPut*size+base*timesSize:][:timesSize*p.reach]
	for cell, offset := range p.region {
		at := int(offset) / 2
		for set := s.times.others[base+at/timesSize] & slots; set != 0; set &= set - 1 {
			slot := bits.TrailingZeros64(set)
			// A later one only if the first one is not after the match.
			if node := m.bytes[slot]; table[at+slot] <= node && lastPut[at+slot] > node {
				s.mergeRun(base+at/timesSize, cell, slot, s.changesOf(s.base+laneOf(slot)))
			}
		}
	}
	return left
}

// nextKeysFast is nextKeys in assembly.
func nextKeysFast(m *matches, first []byte, region []int32, slots uint64) (marked uint64) {
	nextKeysAVX2(m, unsafe.SliceData(first), unsafe.SliceData(region), len(region), slots)
	return m.marked & slots
}

// anchorsFast is anchors with the functions in assembly: without timetables one anchor after the
// other, with them all that are left of the row at once.
func (s *scan) anchorsFast(n, x, y int, sets []uint64) {
	var any uint64
	for _, set := range sets {
		any |= set
	}
	any &= s.asked
	s.coming |= any & s.open
	leave := s.open
	if s.once {
		leave = s.long
	}
	if any&^leave == 0 {
		return
	}
	if s.counter.Tally != nil {
		s.counter.block(s)
	}
	p, base := s.plans[n].whole(), y*s.size.Cols+x
	for i := range sets {
		among := s.asked &^ leave
		if s.once {
			among &^= s.found
		}
		s.learnIfWorth()
		if s.times.known {
			s.findInRow(n, x+i, y, sets[i:], among)
			return
		}
		if set := sets[i] & among; set != 0 {
			s.delay.compare(1, false)
			s.matchFirst(s.matches, p, base+i, set)
			s.matches.late = 0
			s.take(n, base+i, position.At(x+i, y))
		}
	}
}

// findInRow looks for the image of plan number n at neighboring anchors, from column x of row y on, in those
// lanes of their sets that are among some, with timetables.
func (s *scan) findInRow(n, x, y int, sets []uint64, among uint64) {
	compared := 0
	for _, set := range sets {
		if set&among != 0 {
			compared++
		}
	}
	s.delay.compare(compared, s.times.changed)
	p, base := &s.plans[n], y*s.size.Cols+x
	for some := s.matchRow(p, base, sets, among); some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		s.matches = &s.rowMatches[i]
		if s.once {
			s.matches.certain &^= s.foundSlots
			s.matches.open &^= s.foundSlots
			s.matches.late &^= s.foundSlots
		}
		s.settleMatches(p, base+i)
		s.take(n, base+i, position.At(x+i, y))
	}
}

// learnIfWorth makes timetables of the block, if they are worth it now.
func (s *scan) learnIfWorth() {
	switch {
	case s.times.changed:
	case s.hasty || s.delay.overChanges():
		s.learnTimes(true)
	case !s.times.known && s.delay.over():
		s.learnTimes(false)
	}
}

// take takes in the matches of the image of plan number n at an anchor, the point base.
func (s *scan) take(n, base int, anchor position.Point) {
	p := &s.plans[n]
	if s.postpones {
		s.postpone(n, base, anchor, s.matches.open)
		s.matches.open = 0
	}
	if !s.times.changed {
		s.delay.take(s.matches.open)
	}
	begin, nexts := len(s.hits), s.matches.certain
	told := s.matches.certain &^ s.matches.late // nodes that are in a timetable
	for slots := s.matches.certain &^ s.counter.slots; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		s.hit(p, anchor, laneOf(slot), int(s.matches.nodes[slot]))
	}
	for slots := s.matches.open; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		if node, ok := s.decide(p, base, laneOf(slot), int(s.matches.nodes[slot])); ok {
			s.matches.nodes[slot] = uint16(node)
			nexts |= 1 << slot
			if node < lateByte {
				s.matches.bytes[slot] = uint8(node)
				told |= 1 << slot
			}
			if s.counter.slots>>slot&1 == 0 {
				s.hit(p, anchor, laneOf(slot), node)
			}
		}
	}
	if counted := nexts & s.counter.slots; counted != 0 {
		s.count(n, base, counted, told)
		nexts &^= counted
	}
	if !s.nexts || len(s.hits) == begin {
		return
	}
	s.next(p, base, nexts)
	for i := begin; i < len(s.hits); i++ {
		h := &s.hits[i]
		if s.plain>>h.lane&1 == 0 {
			continue
		}
		h.known = true
		slot := slot(int(h.lane)) / 2
		if cell := s.matches.cells[slot]; cell != noCell {
			v := binary.LittleEndian.Uint16(s.first[firstSize*base+int(p.region[cell])+2*slot:])
			h.next, h.color, h.after = h.anchor+p.points[cell], colorOf(v), v&timeMask
		}
		if s.matches.marked>>slot&1 != 0 {
			s.nextChange(p, h)
		}
	}
}
