package sgfread

import (
	"iter"
	"strings"
)

// MaxSize is the largest board, in columns or rows, whose points SGF can name.
const MaxSize = 52

// A Point is a column and a row, both from 0 at the upper left.
type Point struct{ X, Y uint8 }

// XY returns the column and the row as numbers, as boards count them.
func (p Point) XY() (x, y int) { return int(p.X), int(p.Y) }

// String returns the point as SGF writes it, or "" for one outside of 52×52.
func (p Point) String() string {
	if p.X >= MaxSize || p.Y >= MaxSize {
		return ""
	}
	return string([]byte{coordinate(p.X), coordinate(p.Y)})
}

func coordinate(n uint8) byte {
	if n < 26 {
		return 'a' + n
	}
	return 'A' + n - 26
}

// Size is a board's columns and rows.
type Size struct{ Cols, Rows int }

// Contains reports whether the point lies on a board of this size.
func (s Size) Contains(p Point) bool { return int(p.X) < s.Cols && int(p.Y) < s.Rows }

// letterValue returns the column or row a letter names, or 0xFF.
func letterValue(c byte) uint8 {
	switch {
	case c >= 'a' && c <= 'z':
		return c - 'a'
	case c >= 'A' && c <= 'Z':
		return c - 'A' + 26
	}
	return 0xFF
}

// ParsePoint reads a point of a Go board: two letters, a to z for 0 to 25 and
// A to Z for 26 to 51, the column first. It skips white space and backslashes in the value.
// It does not check whether the point is on the board.
func ParsePoint(raw []byte) (Point, bool) {
	if len(raw) != 2 {
		if raw = trimmed(raw); len(raw) != 2 {
			return Point{}, false
		}
	}
	p := Point{letterValue(raw[0]), letterValue(raw[1])}
	if p.X == 0xFF || p.Y == 0xFF {
		return Point{}, false
	}
	return p, true
}

// MoveKind says what a move's value means.
type MoveKind uint8

// The kinds of moves.
const (
	BadMove  MoveKind = iota // not a move of Go, or a point that is not on the board
	PlayMove                 // a stone on a point
	PassMove                 // [], or [tt] where there is no such point
)

// ParseMove reads the value of a move on a Go board of the given size. A pass
// is an empty value, or tt if the board is too small to have that point. For a
// point beside the board the kind is BadMove, and it returns the point all the same.
func ParseMove(raw []byte, size Size) (Point, MoveKind) {
	p, ok := ParsePoint(raw)
	switch {
	case !ok && len(trimmed(raw)) == 0:
		return Point{}, PassMove
	case !ok:
		return Point{}, BadMove
	case size.Contains(p):
		return p, PlayMove
	case p == Point{19, 19}:
		return p, PassMove
	}
	return p, BadMove
}

// A PointRange is a rectangle of points, corners included. A single point is a
// rectangle of one.
type PointRange struct{ From, To Point }

// Points iterates over the rectangle row by row.
func (r PointRange) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for y := r.From.Y; y <= r.To.Y; y++ {
			for x := r.From.X; x <= r.To.X; x++ {
				if !yield(Point{x, y}) {
					return
				}
			}
		}
	}
}

// ParsePoints reads one value of a list of points: a point, or a rectangle
// written as two opposite corners with a colon between, whichever corners.
// clean is false if they are not the upper left and the lower right one of a
// rectangle of more than one point, as the specification wants them.
func ParsePoints(raw []byte) (r PointRange, clean, ok bool) {
	if p, ok := ParsePoint(raw); ok {
		return PointRange{p, p}, true, true
	}
	first, second, ok := SplitComposed(raw, NoLead)
	if !ok {
		return r, false, false
	}
	p, ok1 := ParsePoint(first)
	q, ok2 := ParsePoint(second)
	if !ok1 || !ok2 {
		return r, false, false
	}
	r = PointRange{Point{min(p.X, q.X), min(p.Y, q.Y)}, Point{max(p.X, q.X), max(p.Y, q.Y)}}
	return r, r.From == p && p != q, true
}

// Points iterates over the points of all values of a list, rectangles
// expanded, in file order, as far as they are on the board. The same point may
// come twice. It is for AB, AW, AE and for marks alike.
func (p Property) Points(size Size) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for raw := range p.Values() {
			r, _, ok := ParsePoints(raw)
			if !ok {
				continue
			}
			for y := int(r.From.Y); y <= int(r.To.Y) && y < size.Rows; y++ {
				for x := int(r.From.X); x <= int(r.To.X) && x < size.Cols; x++ {
					if !yield(Point{uint8(x), uint8(y)}) {
						return
					}
				}
			}
		}
	}
}

// ParseSize reads the value of SZ: "19", or columns and rows as in "19:13",
// also "19x13" and "19,13". clean is false if it is not as the specification
// wants it. If ok is false the size is 19×19, the default for Go.
func ParseSize(raw []byte) (size Size, clean, ok bool) {
	usual := Size{19, 19}
	raw = trimmed(raw)
	cols, rest := leadingNumber(raw)
	size = Size{cols, cols}
	clean = true
	if len(rest) > 0 {
		switch rest[0] {
		case 'x', 'X', '*', ',':
			clean = false
		case ':':
		default:
			return usual, false, false
		}
		size.Rows, rest = leadingNumber(rest[1:])
		clean = clean && size.Cols != size.Rows
	}
	if len(rest) > 0 || size.Cols < 1 || size.Rows < 1 || size.Cols > MaxSize || size.Rows > MaxSize {
		return usual, false, false
	}
	return size, clean, true
}

// leadingNumber reads the digits raw begins with, up to a million.
func leadingNumber(raw []byte) (n int, rest []byte) {
	i := 0
	for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
		n = min(10*n+int(raw[i]-'0'), 1e6)
		i++
	}
	return n, raw[i:]
}

// namedPoint reads a point of Go by its name on the board, "Q16", as some programs write
// it.
func namedPoint(raw []byte, size Size) (p Point, ok bool) {
	const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	name := trimmed(raw)
	column := 0
	for len(name) > 0 && (name[0] < '0' || name[0] > '9') {
		i := strings.IndexByte(columns, name[0]&^('a'-'A'))
		if i < 0 || column > 1 {
			return p, false
		}
		column, name = column*len(columns)+i+1, name[1:]
	}
	row, ok := ParseNumber(name)
	if !ok || column < 1 || column > size.Cols || row < 1 || row > size.Rows {
		return p, false
	}
	return Point{uint8(column - 1), uint8(size.Rows - row)}, true
}

// namedPoints reads a value of a list of points by their names, "Q16" or "A1:C3".
func namedPoints(raw []byte, size Size) (r PointRange, ok bool) {
	first, second, two := SplitComposed(raw, NoLead)
	p, ok := namedPoint(first, size)
	q := p
	if ok && two {
		q, ok = namedPoint(second, size)
	}
	return PointRange{Point{min(p.X, q.X), min(p.Y, q.Y)}, Point{max(p.X, q.X), max(p.Y, q.Y)}}, ok
}
