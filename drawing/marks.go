package drawing

import (
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// Marks are what is shown on a board besides what lies there.
type Marks struct {
	Region  *ask.Region
	Open    []ask.OpenCell
	Letters map[int]string
	Numbers map[int]int // of moves, on stones
	Last    int         // the cell of the last move, -1 for none

	Shapes    map[int]string // TR, SQ, CR, MA or SL, as SGF names them
	Territory [2][]int       // Black's cells and White's
	Arrows    [][2]int       // from, to
	Lines     [][2]int
	Dim       []int // cells that are grayed out
	Hidden    []int // and that are not shown
}

// MarkUp adds the markup of a node. What is beside the board is not drawn.
func (m *Marks) MarkUp(b *ask.Board, markup *archive.Markup) {
	cell := func(point string) (int, bool) {
		x, y, ok := archive.Coordinates(point)
		return y*b.Cols + x, ok && x < b.Cols && y < b.Rows
	}
	cells := func(points []string) (list []int) {
		for _, p := range points {
			if c, ok := cell(p); ok {
				list = append(list, c)
			}
		}
		return list
	}
	pairs := func(ends [][2]string) (list [][2]int) {
		for _, e := range ends {
			from, ok1 := cell(e[0])
			to, ok2 := cell(e[1])
			if ok1 && ok2 {
				list = append(list, [2]int{from, to})
			}
		}
		return list
	}
	for _, l := range markup.Labels {
		if c, ok := cell(l.Point); ok {
			m.Letters[c] = l.Text
		}
	}
	for _, s := range markup.Signs {
		if c, ok := cell(s.Point); ok {
			m.Shapes[c] = s.Kind
		}
	}
	m.Territory = [2][]int{cells(markup.Black), cells(markup.White)}
	m.Arrows, m.Lines, m.Dim = pairs(markup.Arrows), pairs(markup.Lines), cells(markup.Dim)
	if visible := cells(markup.Visible); len(visible) > 0 {
		for c := range b.Cols * b.Rows {
			if !slices.Contains(visible, c) {
				m.Hidden = append(m.Hidden, c)
			}
		}
	}
}

// OfScene returns the board that a query asks for, with the stones of its sequence, and what is shown on
// it: the letters stand on cells.
func OfScene(scene *ask.Scene, letters map[int]string) (*ask.Board, Marks) {
	board, numbers, taken := *scene.Board, map[int]int{}, map[int]bool{}
	for _, p := range board.Pieces {
		taken[p.Cell] = true
	}
	board.Pieces = slices.Clone(board.Pieces)
	for i, m := range scene.Moves {
		numbers[m.Cell] = i + 1
		if !taken[m.Cell] {
			board.Pieces = append(board.Pieces, ask.Piece{Cell: m.Cell, Color: m.Color, Kind: "stone"})
		}
	}
	return &board, Marks{Region: scene.Region, Open: scene.Open, Letters: letters, Numbers: numbers, Last: -1}
}

// CellOf returns the cell on which a move lies: of a piece where it went to.
func CellOf(b *ask.Board, n archive.RecordNode) (int, bool) {
	if n.Color == "" {
		return 0, false
	}
	if b.Cells != "squares" {
		x, y, ok := archive.Coordinates(n.Point)
		return y*b.Cols + x, ok && x < b.Cols && y < b.Rows
	}
	// As in 7g7f or P*5e+: what is left of signs ends with the names of a column and a row.
	name := []rune(strings.TrimRight(n.Point, "+="))
	if len(name) < 2 {
		return 0, false
	}
	x, y := slices.Index(b.Columns, string(name[len(name)-2])), slices.Index(b.Lines, string(name[len(name)-1]))
	return y*b.Cols + x, x >= 0 && y >= 0
}
