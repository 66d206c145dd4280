package position

import (
	"fmt"
	"strings"
)

// MaxSize is the largest number of columns or rows that SGF can name.
const MaxSize = 52

// Color is what lies on a point: nothing, black or white.
type Color uint8

// The three colors of a point. A move is always Black's or White's.
const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other player's color; Empty stays Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns "black", "white" or "empty".
func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "empty"
}

// Letter returns "B", "W" or ".", as SGF and diagrams write colors.
func (c Color) Letter() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return "."
}

// Size is a board's columns and rows, each from 1 to MaxSize.
type Size struct{ Cols, Rows int }

// Square is the size of an n×n board.
func Square(n int) Size { return Size{n, n} }

// Valid reports whether the size is one that SGF can name.
func (s Size) Valid() bool {
	return s.Cols >= 1 && s.Cols <= MaxSize && s.Rows >= 1 && s.Rows <= MaxSize
}

// Clamp returns the nearest valid size.
func (s Size) Clamp() Size {
	return Size{min(max(s.Cols, 1), MaxSize), min(max(s.Rows, 1), MaxSize)}
}

// Area returns the number of points.
func (s Size) Area() int { return s.Cols * s.Rows }

// Contains reports whether p lies on a board of this size.
func (s Size) Contains(p Point) bool { return p.X() < s.Cols && p.Y() < s.Rows }

// Index numbers the points of the board row by row from 0 at the upper left.
func (s Size) Index(p Point) int { return p.Y()*s.Cols + p.X() }

// At is the inverse of Index.
func (s Size) At(index int) Point { return At(index%s.Cols, index/s.Cols) }

// Transpose exchanges columns and rows.
func (s Size) Transpose() Size { return Size{s.Rows, s.Cols} }

// String returns "19x19" or "19x13", columns first.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// Point is an intersection, counted from the upper left as in SGF, independent
// of the board's size: the column in bits 0 to 5, the row in bits 6 to 11.
// It fits into the 12 data bits of a script word.
type Point uint16

// Pass stands in a Move for a move without a point. It lies on no board.
const Pass Point = 0xFFF

// SwapsStone stands for the point of a move that takes over the other's only stone, as
// swap-pieces does in Hex, in lists of continuations: see [Rules.Reply].
const SwapsStone Point = 0xFFE

// At returns the point in column x and row y, both from 0 to MaxSize-1.
func At(x, y int) Point { return Point(x | y<<6) }

// X returns the column, 0 at the left. It is 63 for Pass.
func (p Point) X() int { return int(p & 63) }

// Y returns the row, 0 at the top. It is 63 for Pass, and more for values that
// are no points.
func (p Point) Y() int { return int(p >> 6) }

// sgfLetters are SGF's coordinates in order: a to z, then A to Z.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// String returns the point in SGF coordinates, "pd" for the upper right star
// point of a 19×19 board, and "pass" for Pass.
func (p Point) String() string {
	if p == Pass {
		return "pass"
	}
	x, y := p.X(), p.Y()
	if x >= MaxSize || y >= MaxSize {
		return fmt.Sprintf("(%d,%d)", x, y)
	}
	return string([]byte{sgfLetters[x], sgfLetters[y]})
}

// ParsePoint reads a point in SGF coordinates: two letters.
func ParsePoint(s string) (Point, error) {
	if len(s) != 2 {
		return 0, fmt.Errorf("point %q: want two letters as in SGF", s)
	}
	x, y := strings.IndexByte(sgfLetters, s[0]), strings.IndexByte(sgfLetters, s[1])
	if x < 0 || y < 0 {
		return 0, fmt.Errorf("point %q: want two letters as in SGF", s)
	}
	return At(x, y), nil
}

// ColumnName returns the name of a column as boards of Go show it: A to Z without
// I, then AA, AB and so on.
func ColumnName(x int) string { return Rules{}.ColumnName(x) }

// Name returns the point as players of Go and GTP name it on a board of this
// size: "Q16", the column's letter without I and the row from the bottom, or
// "pass".
func (s Size) Name(p Point) string { return Rules{}.PointName(s, p) }

// ParseName is the inverse of Name, in upper or lower case.
func (s Size) ParseName(name string) (Point, error) { return Rules{}.ParsePoint(s, name) }

// Move is a stone of a color put on a point, or a pass.
type Move struct {
	Color Color
	Point Point
}

// String returns the move as SGF writes it: "B[pd]", and "W[]" for a pass.
func (m Move) String() string {
	if m.Point == Pass {
		return m.Color.Letter() + "[]"
	}
	return m.Color.Letter() + "[" + m.Point.String() + "]"
}

// Change is a point and the color it now has.
type Change struct {
	Point Point
	Color Color
}
