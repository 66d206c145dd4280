package position

// Symmetry is one of the eight maps of a square board onto itself, numbered as
// Kombilo does. With w and h for the last column and row, the point (x, y)
// becomes
//
//	0 (x, y)   1 (w-x, y)   2 (x, h-y)   3 (w-x, h-y)
//	4 (y, x)   5 (h-y, x)   6 (y, w-x)   7 (h-y, w-x)
//
// so bit 2 says that columns and rows are exchanged first, bit 0 that the
// result is mirrored left to right and bit 1 top to bottom. Oblong boards have
// the first four.
type Symmetry uint8

// Identity leaves every point where it is.
const Identity Symmetry = 0

// Symmetries returns the number of symmetries a board of this size has: the
// symmetries are 0 to Symmetries-1.
func Symmetries(size Size) int {
	if size.Cols == size.Rows {
		return 8
	}
	return 4
}

// Transposes reports whether columns and rows are exchanged.
func (s Symmetry) Transposes() bool { return s&4 != 0 }

// Size returns what a rectangle of the given size becomes.
func (s Symmetry) Size(size Size) Size {
	if s.Transposes() {
		return size.Transpose()
	}
	return size
}

// Apply returns where a point of a board, or of any rectangle of that size,
// comes to lie. Pass and SwapsStone stay what they are.
func (s Symmetry) Apply(p Point, size Size) Point {
	if p >= SwapsStone {
		return p
	}
	x, y := p.X(), p.Y()
	if s.Transposes() {
		x, y = y, x
		size = size.Transpose()
	}
	if s&1 != 0 {
		x = size.Cols - 1 - x
	}
	if s&2 != 0 {
		y = size.Rows - 1 - y
	}
	return At(x, y)
}

// Inverse returns the symmetry that undoes s. Mirrors undo themselves; of the
// two quarter turns, each undoes the other.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case 5:
		return 6
	case 6:
		return 5
	}
	return s
}

// Then returns the symmetry that does s first and t after it.
func (s Symmetry) Then(t Symmetry) Symmetry {
	mirrors := s & 3
	if t.Transposes() { // t exchanges the axes that s has mirrored
		mirrors = mirrors>>1 | mirrors<<1&2
	}
	return (s^t)&4 | mirrors ^ t&3
}
