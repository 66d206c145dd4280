package columns

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"kifudb/position"
)

// ErrImage is returned for an image whose cells do not make a rectangle.
var ErrImage = errors.New("columns: image without a rectangle of cells")

// Plans are the images of a pattern made ready for scans of indexes of one size. They may
// be used by several at the same time. Which of their cells come first was chosen for the
// index that made them; for another one of many games the choice is as good.
type Plans struct {
	size     position.Size
	games    int     // of the index that made them
	weights  weights // and its own
	list     []plan
	points   []pointRange // that may be covered
	either   bool         // some stone may be of either color
	floating bool         // some image has several anchors

	ordered sync.Once
	order   []uint16 // see earliest
}

// earliest returns all points, first those that most games have taken early.
func (l *Plans) earliest() []uint16 {
	l.ordered.Do(func() {
		area := l.size.Area()
		keys := make([]int64, area)
		for point := range keys {
			keys[point] = -int64(l.weights.at(point, early))<<16 | int64(point)
		}
		slices.Sort(keys)
		l.order = make([]uint16, area)
		for i, key := range keys {
			l.order[i] = uint16(key)
		}
	})
	return l.order
}

// Plan makes images ready for scans. Those that cannot lie anywhere on the
// board are left out; the error is about images that are none.
func (x *Index) Plan(images []position.Image) (*Plans, error) {
	p := &Plans{size: x.size, games: x.games, weights: x.keptWeights(), list: make([]plan, 0, len(images))}
	by := sorters.Get().(*sorter)
	defer sorters.Put(by)
	for i := range images {
		if err := p.add(i, &images[i], by); err != nil {
			return nil, err
		}
	}
	p.points = coveredBy(p.list, x.size)
	return p, nil
}

// manyGames is how many games say well enough which points are rarely taken.
const manyGames = 2048

// Suits reports whether plans, perhaps of another index, need not be made anew for this
// one. To make them takes a tenth of the time of a question for a rare corner.
func (p *Plans) Suits(x *Index) bool {
	return p != nil && p.size == x.size && p.games >= min(x.games, manyGames)
}

// A plan is an image as a scan uses it. Points are given as distances from the
// anchor in the board's numbering, so one list serves all anchors.
//
// What rules out games is made at once. The rest waits until games are left, see whole: of a
// rare corner most images have none, and the rest, of 361 cells for a whole board, took half of the time
// of the question.
type plan struct {
	of                       *Plans
	image                    int
	left, right, top, bottom int // anchors, clipped to the board

	corners  []cornerState // which games must have
	keys     []uint32      // of states of which games must have one, see keyHashes
	filters  []filter      // rarest first
	offsets  []int         // of the filters, in words of the planes
	farthest int           // of the offsets
	stones   []cell        // cells that admit no empty point, rarest first

	// The image row by row.
	pattern       []position.Cell
	width, height int
	sequence      []position.Change
	wanted        int // cells that admit no empty point

	standing sync.Once // its stones are made

	completed sync.Once
	ready     atomic.Bool // it is completed
	*wholePlan
}

// A wholePlan is what complete makes of a plan.
type wholePlan struct {
	empties []cell   // cells that admit no stone, likeliest to fail first
	halves  []cell   // cells that admit an empty point and stones of one color
	rows    []uint64 // the region, a bit for each column
	asked   []uint64 // cells that do not admit everything

	// For the functions in assembly.
	treeOffsets  []int            // of stones and empty points, in words of the planes of a group of stretches
	treeFarthest int              // of these
	cells        []kernelCell     // stones, empties, halves
	times        []int32          // see schedule
	seconds      []int32          // of the cells, where second stretches begin
	secondEnds   []int32          // and end
	tables       uint64           // that these are of, a bit each
	region       []int32          // offsets of all cells, in bytes
	points       []position.Point // of the region, counted from the anchor
	reach        int              // points from the anchor to the last cell
	cellAt       []int16          // by distance of a point from the anchor, the cell of the region; -1 for none
}

// A filter wants that a stone of one of the colors ever lies on a point.
type filter = cell

// A cell asks for something at a point.
type cell struct {
	delta  int
	admits position.Cell
	rank   int // the least is compared first

	// For four lanes in the highest bits: whether the color of a stone that is
	// admitted is white, and whether one color only is.
	color, matters uint64
}

func newCell(delta int, admits position.Cell, rank int) cell {
	c := cell{delta: delta, admits: admits, rank: rank}
	switch admits &^ position.OnlyEmpty {
	case position.OnlyBlack:
		c.matters = highs
	case position.OnlyWhite:
		c.color, c.matters = highs, highs
	}
	return c
}

// A sorter sorts cells. Its memory serves all lists of a pattern's images, and later patterns.
type sorter struct {
	keys []int64
	came []cell
}

// sorters are those that nobody uses.
var sorters = sync.Pool{New: func() any { return new(sorter) }}

// sort sorts cells by rank, those of one rank as they came. It sorts numbers that hold
// both, which takes a fifth of the time.
func (s *sorter) sort(cells []cell) {
	s.keys, s.came = s.keys[:0], append(s.came[:0], cells...)
	for i := range cells {
		s.keys = append(s.keys, int64(cells[i].rank)<<32|int64(i))
	}
	slices.Sort(s.keys)
	for k, key := range s.keys {
		cells[k] = s.came[uint32(key)]
	}
}

// add prepares an image, unless it cannot lie anywhere.
func (l *Plans) add(n int, m *position.Image, by *sorter) error {
	if m.Cols < 1 || m.Rows < 1 || m.Cols > position.MaxSize || len(m.Cells) != m.Cols*m.Rows {
		return fmt.Errorf("%w: %d by %d with %d cells", ErrImage, m.Cols, m.Rows, len(m.Cells))
	}
	left, right := max(m.Left, 0), min(m.Right, l.size.Cols-m.Cols)
	top, bottom := max(m.Top, 0), min(m.Bottom, l.size.Rows-m.Rows)
	if left > right || top > bottom {
		return nil
	}
	l.list = append(l.list, plan{of: l, image: n, left: left, right: right, top: top, bottom: bottom, pattern: m.Cells, width: m.Cols, height: m.Rows})
	p := &l.list[len(l.list)-1]
	p.sequence = m.Sequence
	for _, c := range m.Cells {
		if wantsStone(c) {
			p.wanted++
			l.either = l.either || c&position.AnyStone == position.AnyStone
		}
	}
	if p.fixed() {
		p.keys = keyHashes(l.size, m, p.left, p.top)
	} else {
		l.floating = true
		p.standing.Do(func() { p.stand(by) })
	}
	return nil
}

// withStones returns the plan with its stones. A plan whose image lies in one place has them made when
// games are left: of a rare corner most images have none in the key, or none in an index of few games.
func (p *plan) withStones() *plan {
	p.standing.Do(func() {
		by := sorters.Get().(*sorter)
		p.stand(by)
		sorters.Put(by)
	})
	return p
}

// stand makes what rules out games by their stones.
func (p *plan) stand(by *sorter) {
	l := p.of
	if p.fixed() {
		p.corners = cornerStates(l.size, &position.Image{Cols: p.width, Rows: p.height, Cells: p.pattern}, p.left, p.top)
	}
	p.stones = make([]cell, 0, p.wanted)
	for i, c := range p.pattern {
		if wantsStone(c) {
			p.stones = append(p.stones, p.stone(p.deltaOf(i), c&position.Any))
		}
	}
	by.sort(p.stones)
	p.filters = p.stones
	if len(p.sequence) > 0 {
		p.filters = slices.Clone(p.stones)
		for _, c := range p.sequence {
			if c.Point.X() < p.width && c.Point.Y() < p.height && c.Color != position.Empty {
				p.filters = append(p.filters, p.stone(c.Point.Y()*l.size.Cols+c.Point.X(), position.CellOf(c.Color)))
			}
		}
		by.sort(p.filters)
	}
	p.offsets = make([]int, 0, len(p.filters))
	for i := range p.filters {
		f := &p.filters[i]
		offset := plane(l.size.Area(), f.admits) + f.delta
		p.offsets = append(p.offsets, offset)
		p.farthest = max(p.farthest, offset)
	}
}

// wantsStone reports whether a cell admits stones only.
func wantsStone(c position.Cell) bool {
	c &= position.Any
	return c != position.Outside && c&position.OnlyEmpty == 0
}

// middle returns the anchor in the middle of the board. The plan orders cells by their
// weights there, so that the cells that remove most games come first.
func (p *plan) middle() int { return (p.top+p.bottom)/2*p.of.size.Cols + (p.left+p.right)/2 }

// deltaOf returns how far a cell of the image lies from the anchor.
func (p *plan) deltaOf(cell int) int { return cell/p.width*p.of.size.Cols + cell%p.width }

// stone returns the cell of a stone.
func (p *plan) stone(delta int, admits position.Cell) cell {
	rank, middle := 0, p.middle()
	if admits.Admits(position.Black) {
		rank += p.of.weights.at(middle+delta, everBlack)
	}
	if admits.Admits(position.White) {
		rank += p.of.weights.at(middle+delta, everWhite)
	}
	return newCell(delta, admits, rank)
}

// whole returns the plan with all that belongs to it. It is asked for at each anchor, and so can be
// inlined.
func (p *plan) whole() *plan {
	if !p.ready.Load() {
		p.completed.Do(p.complete)
	}
	return p
}

// complete makes what add does not.
func (p *plan) complete() {
	p.withStones()
	empties, halves := 0, 0
	for _, c := range p.pattern {
		switch c &= position.Any; {
		case c == position.Outside || c == position.Any || c&position.OnlyEmpty == 0:
		case c == position.OnlyEmpty:
			empties++
		default:
			halves++
		}
	}
	room := make([]cell, empties+halves)
	p.wholePlan = new(wholePlan)
	p.empties, p.halves = room[:0:empties], room[empties:empties]
	middle := p.middle()
	for i, c := range p.pattern {
		delta := p.deltaOf(i)
		switch c &= position.Any; {
		case c == position.Outside || c == position.Any || c&position.OnlyEmpty == 0:
		case c == position.OnlyEmpty:
			p.empties = append(p.empties, newCell(delta, c, -p.of.weights.at(middle+delta, early)))
		default:
			p.halves = append(p.halves, newCell(delta, c, -p.of.weights.at(middle+delta, early)))
		}
	}
	by := sorters.Get().(*sorter)
	by.sort(p.empties)
	by.sort(p.halves)
	sorters.Put(by)
	p.prepare()
	p.ready.Store(true)
}
