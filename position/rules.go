package position

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Rules distinguish the games whose stones stay on their points.
// The zero value is Go. Other values come from the registry of games.
// Keys depend on Game, which therefore never changes.
type Rules struct {
	Game  int    // SGF's number; 0 for Go's
	Name  string // as drawings call the board; "" for "Go"
	Keep  bool   // stones are never captured
	Usual Size   // of a board whose size nobody says; zero for 19×19
	Bare  bool   // no stars on the middles of the sides, as on most boards but those of Go
	WithI bool   // columns are lettered with an I, as on most boards but those of Go

	// Hexes is set if the points are the hexagons of a rhombic board, each row half a
	// cell to the right of the one above: a point touches those beside it, above and
	// above to the right, below and below to the left. Columns have small letters, rows
	// are numbered from the top, and there are no stars. See [Rules.Orientations].
	Hexes bool
}

// Number returns SGF's number of the game, which for Go is 1.
func (r Rules) Number() int { return max(r.Game, 1) }

// size returns the size of a board whose size nobody says.
func (r Rules) size() Size {
	if r.Usual == (Size{}) {
		return Square(19)
	}
	return r.Usual
}

// NewBoard returns an empty board. A size that SGF cannot name is brought into
// range.
func (r Rules) NewBoard(size Size) *Board {
	b := &Board{rules: r}
	b.Reset(size)
	return b
}

// columnLetters are the letters of columns on boards of Go and in GTP: without
// I; those of boards that have one; and those of hexagons.
const (
	columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	allLetters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smallLetters  = "abcdefghijklmnopqrstuvwxyz"
)

func (r Rules) letters() string {
	switch {
	case r.Hexes:
		return smallLetters
	case r.WithI:
		return allLetters
	}
	return columnLetters
}

// ColumnName returns the name of a column as boards show it: the letters from A
// to Z, for Go without I, then AA, AB and so on.
func (r Rules) ColumnName(x int) string {
	letters := r.letters()
	n := len(letters)
	if x < n {
		return letters[x : x+1]
	}
	return letters[x/n-1:x/n] + letters[x%n:x%n+1]
}

// RowName returns the name of a row as boards show it.
func (r Rules) RowName(s Size, y int) string { return strconv.Itoa(r.row(s, y)) }

// row returns the number of a row from the top, or the row of a number.
func (r Rules) row(s Size, y int) int {
	if r.Hexes {
		return y + 1
	}
	return s.Rows - y
}

// PointName returns the point as players name it on a board of a size: "Q16", the
// column's letter and the row from the bottom, on hexagons "c2", with the row from the
// top; or "pass". On hexagons nobody may pass, and who does so swaps sides: then it is
// "swap-sides", and "swap-pieces" for SwapsStone.
func (r Rules) PointName(s Size, p Point) string {
	switch {
	case r.Hexes && p == Pass:
		return swapSides
	case r.Hexes && p == SwapsStone:
		return swapPieces
	case p == Pass:
		return "pass"
	}
	if !s.Contains(p) {
		return p.String()
	}
	return r.ColumnName(p.X()) + r.RowName(s, p.Y())
}

// ParsePoint is the inverse of PointName, in upper or lower case.
func (r Rules) ParsePoint(s Size, name string) (Point, error) {
	if strings.EqualFold(name, "pass") || r.Hexes && strings.EqualFold(name, swapSides) {
		return Pass, nil
	}
	letters := strings.TrimRight(name, "0123456789")
	row, err := strconv.Atoi(name[len(letters):])
	if err != nil || letters == "" || len(letters) > 2 {
		return 0, fmt.Errorf("point %q: want a letter and a row, such as %s", name, r.PointName(r.size(), At(r.size().Cols*4/5, 3)))
	}
	x := 0
	for _, c := range []byte(letters) {
		i := strings.IndexByte(strings.ToUpper(r.letters()), c&^('a'-'A'))
		if i < 0 {
			return 0, fmt.Errorf("point %q: there is no column %s", name, letters)
		}
		x = x*len(r.letters()) + i + 1
	}
	x--
	if x >= s.Cols || row < 1 || row > s.Rows {
		return 0, fmt.Errorf("point %q is not on a %v board", name, s)
	}
	if r.Hexes {
		return At(x, row-1), nil
	}
	return At(x, s.Rows-row), nil
}

// Star reports whether drawings of the game's board have a star on a point.
func (r Rules) Star(s Size, p Point) bool {
	aside := (p.X() == s.Cols/2) != (p.Y() == s.Rows/2)
	return !r.Hexes && Hoshi(s, p) && !(r.Bare && aside)
}

// boardName is how drawings call a board of the game.
func (r Rules) boardName() string { return cmp.Or(r.Name, "Go") + " board" }

// Orientations returns the maps of a board onto itself that keep the rules, the
// identity first: those of [Symmetries], and with swap also those that exchange the
// colors.
//
// Of a board of hexagons only the half turn leaves both players their sides. The
// mirrors in the two diagonals give each player those of the other, so they count only
// together with an exchange of colors, on boards with as many rows as columns; an
// exchange alone is none.
func (r Rules) Orientations(size Size, swap bool) []Orientation {
	if r.Hexes {
		list := []Orientation{{0, false}, {3, false}}
		if swap && size.Cols == size.Rows {
			list = append(list, Orientation{4, true}, Orientation{7, true})
		}
		return list
	}
	list := Orientations(size)
	if !swap {
		list = list[:len(list)/2]
	}
	return list
}
