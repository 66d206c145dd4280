package columns

import (
	"errors"
	"fmt"
	"slices"

	"kifudb/position"
)

// ErrImage is returned for an image whose cells do not make a rectangle.
var ErrImage = errors.New("columns: image without a rectangle of cells")

// Plans are the images of a pattern made ready for scans of indexes of one size. They may
// be used by several at the same time. Which of their cells come first was chosen for the
// index that made them; for another one of many games the choice is as good.
type Plans struct {
	size   position.Size
	games  int // of the index that made them
	list   []plan
	tables uint64 // of all plans
	either bool   // some stone may be of either color
}

// Plan makes images ready for scans. Those that cannot lie anywhere on the
// board are left out; the error is about images that are none.
func (x *Index) Plan(images []position.Image) (*Plans, error) {
	p := &Plans{size: x.size, games: x.games}
	for i := range images {
		one, fits, err := x.plan(i, &images[i])
		if err != nil {
			return nil, err
		}
		if fits {
			p.list = append(p.list, one)
			p.tables |= one.tables
			p.either = p.either || slices.ContainsFunc(one.filters, func(f filter) bool { return f.matters == 0 })
		}
	}
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
type plan struct {
	image                    int
	left, right, top, bottom int // anchors, clipped to the board

	corners []cornerState // which games must have
	filters []filter      // rarest first
	stones  []cell        // cells that admit no empty point, rarest first
	empties []cell        // cells that admit no stone, likeliest to fail first
	halves  []cell        // cells that admit an empty point and stones of one color

	// The image row by row, a bit for each column.
	pattern []position.Cell
	width   int
	rows    []uint64 // the region
	asked   []uint64 // cells that do not admit everything

	// For the functions in assembly.
	offsets  []int            // of the filters, in words of the planes
	farthest int              // of the offsets
	cells    []kernelCell     // stones, empties, halves
	times    []int32          // see schedule
	tables   uint64           // that these are of, a bit each
	region   []int32          // offsets of all cells, in bytes
	points   []position.Point // of the region, counted from the anchor
	reach    int              // points from the anchor to the last cell
	cellAt   []int16          // by distance of a point from the anchor, the cell of the region; -1 for none
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

// sortCells sorts cells by rank, those of one rank as they came. It sorts numbers that hold
// both, which takes a fifth of the time.
func sortCells(cells []cell) {
	keys := make([]int64, len(cells))
	for i := range cells {
		keys[i] = int64(cells[i].rank)<<32 | int64(i)
	}
	slices.Sort(keys)
	came := slices.Clone(cells)
	for k, key := range keys {
		cells[k] = came[uint32(key)]
	}
}

// plan prepares an image. The second result is false if it cannot lie anywhere.
func (x *Index) plan(n int, m *position.Image) (plan, bool, error) {
	if m.Cols < 1 || m.Rows < 1 || m.Cols > position.MaxSize || len(m.Cells) != m.Cols*m.Rows {
		return plan{}, false, fmt.Errorf("%w: %d by %d with %d cells", ErrImage, m.Cols, m.Rows, len(m.Cells))
	}
	p := plan{
		image: n,
		left:  max(m.Left, 0), right: min(m.Right, x.size.Cols-m.Cols),
		top: max(m.Top, 0), bottom: min(m.Bottom, x.size.Rows-m.Rows),
	}
	if p.left > p.right || p.top > p.bottom {
		return plan{}, false, nil
	}
	if p.fixed() {
		p.corners = cornerStates(x.size, m, p.left, p.top)
	}
	// What removes most games comes first, judged by the weights where the image
	// lies when it is anchored in the middle.
	middle := (p.top+p.bottom)/2*x.size.Cols + (p.left+p.right)/2
	stone := func(delta int, admits position.Cell) cell {
		rank := 0
		if admits.Admits(position.Black) {
			rank += x.weight(middle+delta, everBlack)
		}
		if admits.Admits(position.White) {
			rank += x.weight(middle+delta, everWhite)
		}
		return newCell(delta, admits, rank)
	}
	p.empties = make([]cell, 0, len(m.Cells)) // as most are
	for i, c := range m.Cells {
		delta := i/m.Cols*x.size.Cols + i%m.Cols
		switch c &= position.Any; {
		case c == position.Outside || c == position.Any:
		case c&position.OnlyEmpty == 0:
			p.stones = append(p.stones, stone(delta, c))
		case c == position.OnlyEmpty:
			p.empties = append(p.empties, newCell(delta, c, -x.weight(middle+delta, early)))
		default:
			p.halves = append(p.halves, newCell(delta, c, -x.weight(middle+delta, early)))
		}
	}
	p.filters = slices.Clone(p.stones)
	for _, c := range m.Sequence {
		if c.Point.X() < m.Cols && c.Point.Y() < m.Rows && c.Color != position.Empty {
			p.filters = append(p.filters, stone(c.Point.Y()*x.size.Cols+c.Point.X(), position.CellOf(c.Color)))
		}
	}
	for _, cells := range [...][]cell{p.filters, p.stones, p.empties, p.halves} {
		sortCells(cells)
	}
	p.prepare(x, m)
	return p, true, nil
}
