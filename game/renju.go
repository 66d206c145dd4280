package game

import (
	"strings"

	"kifudb/position"
)

// A Ruled is a game whose rules differ, as its records say.
type Ruled interface {
	Judge
	// Under returns what judges moves by rules of the given name, SGF's RU.
	Under(rules string) Judge
}

// renju is gomoku by the rules of the Renju International Federation, which forbid Black
// three kinds of moves (https://www.renju.net/rifrules, 3 and 9):
//
//	overline      six or more in a row
//	double four   more than one four is made
//	double three  more than one three is made that can become a straight four
//
// A move that makes five in a row is none of them. A four is four stones to which one can
// be added that makes five, no more; a straight four is four side by side to which that can
// be done at both ends. A three counts if a stone can be added that makes a straight
// four, makes no five, and is not forbidden itself.
type renju struct{ *gomoku }

// renjuWords are in the names of rules and openings that are renju's.
var renjuWords = []string{"renju", "rif", "連珠", "连珠", "yamaguchi", "soosyrv", "soosõrv", "taraguchi", "tarannikov", "sakata", "okabe"}

// Under returns renju for rules that are called so.
func (g *gomoku) Under(rules string) Judge {
	for _, word := range renjuWords {
		if strings.Contains(strings.ToLower(rules), word) {
			return &renju{g}
		}
	}
	return g
}

// Judge says of moves that they come after the end, or are forbidden.
func (r *renju) Judge(b *position.Board, s *position.Step) string {
	if fault := r.gomoku.Judge(b, s); fault != "" || !s.Moved || s.Move.Color != position.Black || s.Move.Point == position.Pass || b.At(s.Move.Point) != position.Black {
		return fault
	}
	fouls := newFouls(b)
	if foul := fouls.at(s.Move.Point.X(), s.Move.Point.Y()); foul != "" {
		return foul + ", which renju forbids Black"
	}
	return ""
}

// fouls looks for forbidden moves on a board, as numbers row by row.
type fouls struct {
	cols, rows int
	cells      []position.Color
}

func newFouls(b *position.Board) *fouls {
	size := b.Size()
	f := &fouls{size.Cols, size.Rows, make([]position.Color, size.Area())}
	for i := range f.cells {
		f.cells[i] = b.At(size.At(i))
	}
	return f
}

// none is what lies beyond the edge: not empty and nobody's.
const none = position.Color(255)

func (f *fouls) get(x, y int) position.Color {
	if x < 0 || y < 0 || x >= f.cols || y >= f.rows {
		return none
	}
	return f.cells[y*f.cols+x]
}

// run returns how many black stones lie side by side through a point along d.
func (f *fouls) run(x, y int, d [2]int) int {
	n := 1
	for i := 1; f.get(x+i*d[0], y+i*d[1]) == position.Black; i++ {
		n++
	}
	for i := 1; f.get(x-i*d[0], y-i*d[1]) == position.Black; i++ {
		n++
	}
	return n
}

// at returns the name of the foul that Black's stone on a point makes, "" for none.
func (f *fouls) at(x, y int) string {
	over := false
	for _, d := range rowDirections {
		switch n := f.run(x, y, d); {
		case n == 5:
			return ""
		case n > 5:
			over = true
		}
	}
	if over {
		return "an overline"
	}
	fours, threes := 0, 0
	for _, d := range rowDirections {
		fours += f.fours(x, y, d)
	}
	if fours > 1 {
		return "a double four"
	}
	for _, d := range rowDirections {
		if f.three(x, y, d) {
			threes++
		}
	}
	if threes > 1 {
		return "a double three"
	}
	return ""
}

// rowDirections are those in which rows lie.
var rowDirections = [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// fours counts the fours that a point is part of along d. Two places that make five of
// the same four stones are those of a straight four, which is one.
func (f *fouls) fours(x, y int, d [2]int) int {
	var seen [][2]int // the first stone of the row, and which place is missing from it
	for i := -4; i <= 4; i++ {
		ex, ey := x+i*d[0], y+i*d[1]
		if i == 0 || f.get(ex, ey) != position.Empty {
			continue
		}
		first, n := f.joined(ex, ey, d) // of the row that a stone there makes
		if n != 5 {
			continue
		}
		from := i + first // relative to the point
		if from > 0 || from+4 < 0 {
			continue // without the point
		}
		seen = append(seen, [2]int{from, i})
	}
	n := 0
	for k, row := range seen {
		// The four stones side by side are made five at both ends.
		straight := false
		for _, other := range seen[:k] {
			straight = straight || other[0]+1 == row[0] && other[1] == other[0] && row[1] == row[0]+4
		}
		if !straight {
			n++
		}
	}
	return n
}

// joined returns the row that a stone on an empty point would be part of along d: where
// it begins, relative to the point, and its length.
func (f *fouls) joined(x, y int, d [2]int) (first, n int) {
	n = 1
	for i := 1; f.get(x+i*d[0], y+i*d[1]) == position.Black; i++ {
		n++
	}
	for i := 1; f.get(x-i*d[0], y-i*d[1]) == position.Black; i++ {
		first, n = -i, n+1
	}
	return first, n
}

// three reports whether a stone along d makes a straight four with the point, lawfully.
func (f *fouls) three(x, y int, d [2]int) bool {
	for i := -3; i <= 3; i++ {
		ex, ey := x+i*d[0], y+i*d[1]
		if i == 0 || f.get(ex, ey) != position.Empty {
			continue
		}
		first, n := f.joined(ex, ey, d)
		from := i + first
		if n != 4 || from > 0 || from+3 < 0 {
			continue
		}
		f.cells[ey*f.cols+ex] = position.Black
		straight := f.completes(x+(from-1)*d[0], y+(from-1)*d[1], d) && f.completes(x+(from+4)*d[0], y+(from+4)*d[1], d)
		lawful := straight && !f.five(ex, ey) && f.at(ex, ey) == ""
		f.cells[ey*f.cols+ex] = position.Empty
		if lawful {
			return true
		}
	}
	return false
}

// completes reports whether a stone on a point would make five along d.
func (f *fouls) completes(x, y int, d [2]int) bool {
	if f.get(x, y) != position.Empty {
		return false
	}
	_, n := f.joined(x, y, d)
	return n == 5
}

// five reports whether a stone is part of five in a row.
func (f *fouls) five(x, y int) bool {
	for _, d := range rowDirections {
		if f.run(x, y, d) == 5 {
			return true
		}
	}
	return false
}
