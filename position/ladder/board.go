package ladder

import "kifudb/position"

// plainBoard is a board on which moves are tried and taken back. It has no turn and no ko. It
// notes which points a reading looked at, so that the reading's result can be kept until a stone
// changes there.
//
// Points lie as in [position.Board]: 64 cells to a row, within a border. A cell is one byte, its
// color and the number of its empty neighbors.
type plainBoard struct {
	size  position.Size
	cells []uint8
	log   []put                        // what was done and can be taken back
	key   uint64                       // hash of the stones
	steps int                          // chains' stones and moves that were looked at
	rows  [position.MaxSize + 2]uint64 // the points looked at, a bit each; see look

	seen  []uint32 // the walk that found the cell last
	walk  uint32
	chain []uint16 // cells of the chain that walkChain found
}

// put is a stone that was put on a cell, or taken off.
type put struct {
	cell  uint16
	color uint8
	taken bool
}

const (
	stride     = 64
	origin     = stride + 1
	colorShift = 3
	emptyMask  = 1<<colorShift - 1
	edge       = 3        // the border's color
	border     = 3<<3 | 3 // its count never falls to 0
)

func cellOf(p position.Point) int       { return int(p) + origin }
func pointOf(cell int) position.Point   { return position.Point(cell - origin) }
func around(cell int) [4]int            { return [4]int{cell - stride, cell - 1, cell + 1, cell + stride} }
func (b *plainBoard) color(c int) uint8 { return b.cells[c] >> colorShift }

// reset takes the size and the stones of a board.
func (b *plainBoard) reset(from *position.Board) {
	if size := from.Size(); b.size != size {
		n := (size.Rows + 2) * stride
		*b = plainBoard{
			size: size, cells: make([]uint8, n), seen: make([]uint32, n),
			log: b.log[:0], chain: b.chain[:0],
		}
	}
	for i := range b.cells {
		b.cells[i] = border
	}
	b.key, b.log = 0, b.log[:0]
	cols, rows := b.size.Cols, b.size.Rows
	for y := range rows {
		for x := range cols {
			empty := uint8(4)
			if x == 0 {
				empty--
			}
			if x == cols-1 {
				empty--
			}
			if y == 0 {
				empty--
			}
			if y == rows-1 {
				empty--
			}
			b.cells[cellOf(position.At(x, y))] = empty
		}
	}
	for y := range rows {
		for x := range cols {
			p := position.At(x, y)
			if c := from.At(p); c != position.Empty {
				b.set(cellOf(p), uint8(c))
			}
		}
	}
}

// set makes a cell hold a stone, or nothing, without captures.
func (b *plainBoard) set(cell int, color uint8) {
	if old := b.color(cell); old != 0 {
		b.remove(cell, old)
	}
	if color != 0 {
		b.place(cell, color)
	}
}

// place puts a stone on an empty cell.
func (b *plainBoard) place(cell int, color uint8) {
	for _, n := range around(cell) {
		b.cells[n]--
	}
	b.cells[cell] |= color << colorShift
	b.key ^= mix(cell, color)
}

// remove takes a stone off.
func (b *plainBoard) remove(cell int, color uint8) {
	for _, n := range around(cell) {
		b.cells[n]++
	}
	b.cells[cell] &= emptyMask
	b.key ^= mix(cell, color)
}

// mix returns the random number of a stone: the output function of the generator SplitMix64.
func mix(cell int, color uint8) uint64 {
	z := (uint64(cell)<<2 | uint64(color)) * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// look notes that a result depends on a cell and its neighbors.
func (b *plainBoard) look(cell int) {
	y, x := cell/stride, uint(cell%stride)
	rows := b.rows[y-1 : y+2 : y+2]
	rows[0] |= 1 << x
	rows[1] |= 7 << (x - 1)
	rows[2] |= 1 << x
	b.steps++
}

// forget empties the set of points looked at.
func (b *plainBoard) forget() { clear(b.rows[:]) }

// newWalk begins a walk, which marks cells in seen.
func (b *plainBoard) newWalk() uint32 {
	b.walk++
	if b.walk == 0 { // after 2^32 walks the old marks mean nothing
		clear(b.seen)
		b.walk = 1
	}
	return b.walk
}

// liberties is the first few liberties of a chain.
type liberties struct {
	n  int // at most 3, which stands for more as well
	at [3]int
}

// walkChain finds the stones of a chain, kept in b.chain, and its liberties. It stops at the third
// liberty: then some stones may be missing.
func (b *plainBoard) walkChain(cell int) (free liberties) {
	walk, color := b.newWalk(), b.color(cell)
	b.seen[cell] = walk
	b.chain = append(b.chain[:0], uint16(cell))
	for i := 0; i < len(b.chain); i++ {
		at := int(b.chain[i])
		b.look(at)
		for _, n := range around(at) {
			if b.seen[n] == walk {
				continue
			}
			switch b.color(n) {
			case color:
				b.seen[n] = walk
				b.chain = append(b.chain, uint16(n))
			case 0:
				b.seen[n] = walk
				free.at[free.n] = n
				free.n++
				if free.n == len(free.at) {
					return free
				}
			}
		}
	}
	return free
}

// empties returns the number of empty neighbors of a cell.
func (b *plainBoard) empties(cell int) uint8 {
	b.look(cell)
	return b.cells[cell] & emptyMask
}

// freedom returns the liberties of a chain after a stone was put on its last one, if they are
// easily known: the stone touches one stone of the chain and none of another.
func (b *plainBoard) freedom(cell int) (known bool, free liberties) {
	own := 0
	for _, n := range around(cell) {
		switch b.color(n) {
		case 0:
			free.at[free.n] = n
			free.n++
		case b.color(cell):
			own++
		}
	}
	return own == 1, free
}

// alive reports whether the chain of a stone has a liberty.
func (b *plainBoard) alive(cell int) bool {
	b.look(cell)
	if b.cells[cell]&emptyMask != 0 {
		return true
	}
	walk, color := b.newWalk(), b.color(cell)
	b.seen[cell] = walk
	b.chain = append(b.chain[:0], uint16(cell))
	for i := 0; i < len(b.chain); i++ {
		for _, n := range around(int(b.chain[i])) {
			if b.color(n) != color || b.seen[n] == walk {
				continue
			}
			b.look(n)
			if b.cells[n]&emptyMask != 0 {
				return true
			}
			b.seen[n] = walk
			b.chain = append(b.chain, uint16(n))
		}
	}
	return false
}

// try puts a stone on an empty cell, captures what has no liberties and reports whether that is
// a move: a suicide is none, and is taken back.
func (b *plainBoard) try(cell int, color uint8) bool {
	before := len(b.log)
	b.place(cell, color)
	b.log = append(b.log, put{uint16(cell), color, false})
	for _, n := range around(cell) {
		if b.color(n) != 3-color || b.alive(n) {
			continue
		}
		for _, at := range b.chain {
			b.remove(int(at), 3-color)
			b.log = append(b.log, put{at, 3 - color, true})
		}
	}
	if !b.alive(cell) {
		b.undo(before)
		return false
	}
	return true
}

// undo takes moves back until the log has a length.
func (b *plainBoard) undo(length int) {
	for i := len(b.log) - 1; i >= length; i-- {
		if p := b.log[i]; p.taken {
			b.place(int(p.cell), p.color)
		} else {
			b.remove(int(p.cell), p.color)
		}
	}
	b.log = b.log[:length]
}
