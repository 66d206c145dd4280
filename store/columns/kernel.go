package columns

import (
	"encoding/binary"
	"math/bits"
	"slices"
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
}

const noCell = 1<<16 - 1

// A kernelCell is a cell for the functions in assembly.
type kernelCell struct {
	offset         int32 // in bytes
	color, matters uint16
}

// laneOf returns the lane of a slot.
func laneOf(slot int) int { return slot/4 + slot%4*16 }

// match compares all lanes of a set, an image at the point base, with the timetables
// if they are known.
func (s *scan) match(p *plan, base int, set uint64) {
	if !s.times.known {
		s.matchFirst(&s.matches, p, base, set)
		return
	}
	m := &s.matches
	tables := s.times.tables[base*timesSize:][:timesSize*((tableKinds-1)*s.area+p.reach)]
	compareTimesAVX2(m, unsafe.SliceData(tables), unsafe.SliceData(p.times), len(p.stones), len(p.empties)+len(p.halves), set)
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

// fillTimes makes the timetables, of which the one of what is gone is made if the changes
// are known.
func (s *scan) fillTimes(changed bool) {
	timesAVX2(unsafe.SliceData(s.times.tables), unsafe.SliceData(s.first[:firstSize*s.area]), s.area, s.tables, changed)
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
	nextAVX2(&s.matches, unsafe.SliceData(first), unsafe.SliceData(p.region), len(p.region), slots)
}

// prepare makes the lists of a plan that the functions in assembly read.
func (p *plan) prepare(x *Index, m *position.Image) {
	p.reach = (m.Rows-1)*x.size.Cols + m.Cols
	for i := range p.filters {
		f := &p.filters[i]
		offset := plane(x.area, f.admits) + f.delta
		p.offsets = append(p.offsets, offset)
		p.farthest = max(p.farthest, offset)
	}
	n := len(p.stones) + len(p.empties) + len(p.halves)
	p.cells, p.times = make([]kernelCell, 0, n), make([]int32, 0, 2*n)
	for _, cells := range [...][]cell{p.stones, p.empties, p.halves} {
		for i := range cells {
			c := &cells[i]
			p.cells = append(p.cells, kernelCell{int32(firstSize * c.delta), uint16(c.color), uint16(c.matters)})
		}
	}
	p.schedule(x)
	p.rows, p.asked = make([]uint64, m.Rows), make([]uint64, m.Rows)
	p.cellAt = slices.Repeat([]int16{-1}, p.reach)
	p.pattern, p.width = m.Cells, m.Cols
	p.region, p.points = make([]int32, 0, len(m.Cells)), make([]position.Point, 0, len(m.Cells))
	for i, c := range m.Cells {
		if c != position.Outside {
			delta := i/m.Cols*x.size.Cols + i%m.Cols
			p.cellAt[delta] = int16(len(p.region))
			p.region = append(p.region, int32(firstSize*delta))
			p.points = append(p.points, position.At(i%m.Cols, i/m.Cols))
			p.rows[i/m.Cols] |= 1 << (i % m.Cols)
			if c &= position.Any; c != position.Any && c != position.Outside {
				p.asked[i/m.Cols] |= 1 << (i % m.Cols)
			}
		}
	}
}

// nextKeysFast is nextKeys in assembly.
func nextKeysFast(m *matches, first []byte, region []int32, slots uint64) (marked uint64) {
	nextKeysAVX2(m, unsafe.SliceData(first), unsafe.SliceData(region), len(region), slots)
	return m.marked & slots
}

// findFast is find with the functions in assembly.
func (s *scan) findFast(n, base int, anchor position.Point, set uint64) {
	p := &s.plans[n]
	if !s.times.changed {
		if s.hasty || s.delay.overChanges() {
			s.learnTimes(true)
		} else if !s.times.known && s.delay.over() {
			s.learnTimes(false)
		}
	}
	s.match(p, base, set)
	s.delay.compared++
	if !s.times.changed {
		s.delay.take(s.matches.open)
	}
	begin, nexts := len(s.hits), s.matches.certain
	for slots := s.matches.certain &^ s.counter.slots; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		s.hit(p, anchor, laneOf(slot), int(s.matches.nodes[slot]))
	}
	for slots := s.matches.open; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		if node, ok := s.decide(p, base, laneOf(slot), int(s.matches.nodes[slot])); ok {
			s.matches.nodes[slot] = uint16(node)
			nexts |= 1 << slot
			if s.counter.slots>>slot&1 == 0 {
				s.hit(p, anchor, laneOf(slot), node)
			}
		}
	}
	if counted := nexts & s.counter.slots; counted != 0 {
		s.count(n, base, counted)
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
