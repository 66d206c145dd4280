package tactics

import (
	"sync"

	"kifudb/position"
)

// A grid is a board of Go on which groups can be read quickly. It executes no moves: the observer
// copies the changes of a replay to it. Each point has a cell, and cells around the board hold an
// edge, so that no neighbor needs a check.
type grid struct {
	size  position.Size
	cells []uint8 // by cell: a position.Color or edge

	// The group that the latest read found. Both lists are valid until the next read.
	stones    []int32 // its cells
	liberties []int32 // cells of its liberties
	lost      []int32 // lose's

	mark  []uint32 // by cell: the read that found it last
	reads uint32
}

const (
	stride = 64         // cells from a point to the one below, as many as Point has columns
	origin = stride + 1 // the cell of the upper left point
	empty  = uint8(position.Empty)
	edge   = 3
)

func cellOf(p position.Point) int32  { return int32(p) + origin }
func pointOf(c int32) position.Point { return position.Point(c - origin) }

// beside returns the cells of the four neighbors.
func beside(c int32) [4]int32 { return [4]int32{c - stride, c - 1, c + 1, c + stride} }

// spareGrids has grids of games that were observed. Making them anew takes a fifth of the time of a
// question that replays games, such as liberties:1 atari:yes.
var spareGrids sync.Pool

// newGrid returns an empty grid. Its owner may give it back with free.
func newGrid(size position.Size) *grid {
	if g, ok := spareGrids.Get().(*grid); ok && g.size == size {
		g.reset()
		return g
	}
	n := (size.Rows + 2) * stride
	g := &grid{size: size, cells: make([]uint8, n), mark: make([]uint32, n)}
	for i := range g.cells {
		g.cells[i] = edge
	}
	for i := range size.Area() {
		g.cells[cellOf(size.At(i))] = empty
	}
	return g
}

// free gives the grid back. It must not be used any more.
func (g *grid) free() { spareGrids.Put(g) }

// reset empties the board and forgets what was read.
func (g *grid) reset() {
	for y := range g.size.Rows {
		row := cellOf(position.At(0, y))
		clear(g.cells[row : row+int32(g.size.Cols)])
	}
	g.stones, g.liberties, g.lost = g.stones[:0], g.liberties[:0], g.lost[:0]
	if g.reads > 1<<31 {
		clear(g.mark)
		g.reads = 0
	}
}

// at returns the color of a cell of the board.
func (g *grid) at(c int32) position.Color { return position.Color(g.cells[c]) }

// apply takes over the changes of a step.
func (g *grid) apply(changes []position.Change) {
	for _, c := range changes {
		g.cells[cellOf(c.Point)] = uint8(c.Color)
	}
}

// copy takes over a board.
func (g *grid) copy(b *position.Board) {
	for i := range g.size.Area() {
		p := g.size.At(i)
		g.cells[cellOf(p)] = uint8(b.At(p))
	}
}

// begin starts a question about several groups. The result is for seen.
func (g *grid) begin() uint32 {
	if g.reads > 1<<32-1<<16 { // no question reads so many groups
		clear(g.mark)
		g.reads = 0
	}
	return g.reads
}

// seen reports whether a stone belongs to a group that was read since the question began.
func (g *grid) seen(c int32, began uint32) bool { return g.mark[c] > began }

// read finds the group of a stone, and its liberties. It stops after it has found more than most
// liberties: then the list of stones has only some of them.
func (g *grid) read(stone int32, most int) {
	g.reads++
	cells, mark, read := g.cells, g.mark, g.reads
	color := cells[stone]
	stones, liberties := append(g.stones[:0], stone), g.liberties[:0]
	mark[stone] = read
	for i := 0; i < len(stones) && len(liberties) <= most; i++ {
		for _, c := range beside(stones[i]) {
			if mark[c] == read {
				continue
			}
			switch cells[c] {
			case color:
				mark[c] = read
				stones = append(stones, c)
			case empty:
				mark[c] = read
				liberties = append(liberties, c)
			}
		}
	}
	g.stones, g.liberties = stones, liberties
}

// all is more liberties than a group can have.
const all = position.MaxSize * position.MaxSize

// shares reports whether one of the cells is a liberty of the group that was read last.
func (g *grid) shares(liberties []int32) bool {
	for _, c := range liberties {
		if g.mark[c] == g.reads {
			return true
		}
	}
	return false
}

// beside counts the neighbors of a color.
func (g *grid) beside(c int32, color position.Color) int {
	n := 0
	for _, b := range beside(c) {
		if g.at(b) == color {
			n++
		}
	}
	return n
}

// lose returns the stones of a color that have no liberties, in the groups beside a cell. They are valid
// until the next call.
func (g *grid) lose(cell int32, color position.Color) []int32 {
	g.lost = g.lost[:0]
	began := g.begin()
	for _, c := range beside(cell) {
		if g.at(c) == color && !g.seen(c, began) {
			if g.read(c, 0); len(g.liberties) == 0 {
				g.lost = append(g.lost, g.stones...)
			}
		}
	}
	return g.lost
}
