package tactics

import (
	"encoding/binary"
	"math/bits"

	"kifudb/position"
)

// rows is a set of points: a word for each row of the board, a bit for each column.
type rows [position.MaxSize]uint64

func (s *rows) has(p position.Point) bool { return s[p.Y()]>>p.X()&1 != 0 }
func (s *rows) add(p position.Point)      { s[p.Y()] |= 1 << p.X() }

// A bitboard is a board as three sets of points, one for each [position.Color]. Questions about
// all chains at once are quick on it.
type bitboard struct {
	size position.Size
	full uint64 // a row with all of its points
	of   [3]rows
}

// reset empties the board.
func (b *bitboard) reset(size position.Size) {
	*b = bitboard{size: size, full: 1<<size.Cols - 1}
	for y := range size.Rows {
		b.of[position.Empty][y] = b.full
	}
}

// set puts a stone on a point of the board or, with Empty, takes it off.
func (b *bitboard) set(p position.Point, c position.Color) {
	for i := range b.of {
		b.of[i][p.Y()] &^= 1 << p.X()
	}
	b.of[c].add(p)
}

// read takes over a board.
func (b *bitboard) read(from *position.Board) {
	b.reset(from.Size())
	for i := range b.size.Area() {
		p := b.size.At(i)
		if c := from.At(p); c != position.Empty {
			b.set(p, c)
		}
	}
}

// readGrid takes over a grid of the same size.
func (b *bitboard) readGrid(g *grid) {
	for y := range b.size.Rows {
		row := g.cells[origin+y*stride:]
		var low, high uint64 // bits of the colors
		for x := 0; x < b.size.Cols; x += 8 {
			cells := binary.LittleEndian.Uint64(row[x:])
			low |= lowBit(cells) << x
			high |= lowBit(cells>>1) << x
		}
		b.of[position.Empty][y] = b.full &^ (low | high)
		b.of[position.Black][y] = b.full & low &^ high
		b.of[position.White][y] = b.full & high &^ low
	}
}

// lowBit returns the lowest bits of eight bytes, the first byte's in bit 0.
func lowBit(cells uint64) uint64 {
	const ones, gather = 0x0101010101010101, 0x0102040810204080
	return cells & ones * gather >> 56
}

// grown returns the points of a set and their neighbors.
func (b *bitboard) grown(s *rows) (grown rows) {
	n := b.size.Rows
	for y := range n {
		w := s[y] | s[y]<<1 | s[y]>>1
		if y > 0 {
			w |= s[y-1]
		}
		if y+1 < n {
			w |= s[y+1]
		}
		grown[y] = w & b.full
	}
	return grown
}

// An area is a set of points that lie in the rows from lo up to hi, hi excluded.
type area struct {
	set    rows
	lo, hi int
}

// whole makes an area of a set whose rows are not known.
func (b *bitboard) whole(s *rows) area { return area{*s, 0, b.size.Rows} }

// first returns the area's first point, and whether there is one.
func (a *area) first() (position.Point, bool) {
	for y := a.lo; y < a.hi; y++ {
		if a.set[y] != 0 {
			return position.At(bits.TrailingZeros64(a.set[y]), y), true
		}
	}
	return position.Pass, false
}

// count returns the number of points.
func (a *area) count() int {
	n := 0
	for y := a.lo; y < a.hi; y++ {
		n += bits.OnesCount64(a.set[y])
	}
	return n
}

// appendCells appends the cells of the points.
func (a *area) appendCells(dst []int32) []int32 {
	for y := a.lo; y < a.hi; y++ {
		for w := a.set[y]; w != 0; w &= w - 1 {
			dst = append(dst, cellOf(position.At(bits.TrailingZeros64(w), y)))
		}
	}
	return dst
}

// empty reports whether the area has no points.
func (a *area) empty() bool {
	_, some := a.first()
	return !some
}

// meets reports whether the area has a point of a set.
func (a *area) meets(s *rows) bool {
	for y := a.lo; y < a.hi; y++ {
		if a.set[y]&s[y] != 0 {
			return true
		}
	}
	return false
}

// within returns the points that are also in a set.
func (a *area) within(s *rows) area {
	r := area{lo: a.lo, hi: a.hi}
	for y := a.lo; y < a.hi; y++ {
		r.set[y] = a.set[y] & s[y]
	}
	return r
}

// without returns the points that are not in a set.
func (a *area) without(s *rows) area {
	r := area{lo: a.lo, hi: a.hi}
	for y := a.lo; y < a.hi; y++ {
		r.set[y] = a.set[y] &^ s[y]
	}
	return r
}

// remove takes the points of another area out.
func (a *area) remove(other *area) {
	for y := other.lo; y < other.hi; y++ {
		a.set[y] &^= other.set[y]
	}
}

// putInto adds the points to a set.
func (a *area) putInto(s *rows) {
	for y := a.lo; y < a.hi; y++ {
		s[y] |= a.set[y]
	}
}

// around returns the points of the area and their neighbors.
func (b *bitboard) around(a *area) area {
	r := area{lo: max(a.lo-1, 0), hi: min(a.hi+1, b.size.Rows)}
	for y := r.lo; y < r.hi; y++ {
		w := a.set[y] | a.set[y]<<1 | a.set[y]>>1
		if y > 0 {
			w |= a.set[y-1]
		}
		if y+1 < len(a.set) {
			w |= a.set[y+1]
		}
		r.set[y] = w & b.full
	}
	return r
}

// connected returns the points of a set that are connected with one of them by others.
func (b *bitboard) connected(p position.Point, s *rows) area {
	r := area{lo: p.Y(), hi: p.Y() + 1}
	r.set.add(p)
	b.fill(&r, s)
	return r
}

// fill adds to an area the points of a set that are connected with it by others. The set has the
// area.
func (b *bitboard) fill(r *area, s *rows) {
	for again := true; again; {
		again = false
		above := uint64(0)
		for y := r.lo; y < b.size.Rows; y++ {
			w := spread(r.set[y]|above&s[y], s[y])
			if w == 0 && y >= r.hi {
				break
			}
			if w != r.set[y] {
				r.set[y], r.hi, again = w, max(r.hi, y+1), true
			}
			above = w
		}
		below := uint64(0)
		for y := r.hi - 1; y >= 0; y-- {
			w := spread(r.set[y]|below&s[y], s[y])
			if w == 0 && y < r.lo {
				break
			}
			if w != r.set[y] {
				r.set[y], r.lo, again = w, min(r.lo, y), true
			}
			below = w
		}
	}
}

// spread returns the runs of bits in a row that have one of some bits. The row has those bits.
func spread(some, row uint64) uint64 {
	if some == 0 {
		return 0
	}
	some |= row &^ (row + some) // a carry runs up to the end of a run
	for {
		wider := some | some>>1&row
		if wider == some {
			return some
		}
		some = wider
	}
}
