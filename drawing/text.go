package drawing

import (
	"strings"

	"kifudb/ask"
	"kifudb/game"
)

// Text writes a board as text: a line for each row, with the names of columns and
// rows, and what the players have in hand.
func Text(b *ask.Board) []string {
	cells := make([]string, b.Cols*b.Rows)
	wide, capitals := 1, Capitals(b)
	for i := range cells {
		cells[i] = "."
	}
	for _, piece := range b.Pieces {
		switch {
		case piece.Sign == "":
			cells[piece.Cell] = choose(piece.Color == "B", "X", "O")
		default: // as notation has it: capitals are those of who begins
			cells[piece.Cell] = choose(piece.Color == capitals, piece.Kind, strings.ToLower(piece.Kind))
		}
		wide = max(wide, len(cells[piece.Cell]))
	}
	for _, name := range b.Columns {
		wide = max(wide, len(name))
	}
	names := 0
	for _, name := range b.Lines {
		names = max(names, len(name))
	}
	pad := func(s string, n int) string { return strings.Repeat(" ", max(n-len(s), 0)) + s }
	head := pad("", names)
	for _, name := range b.Columns {
		head += " " + pad(name, wide)
	}
	rows := []string{head}
	for y, name := range b.Lines {
		row := pad(name, names)
		for x := range b.Cols {
			row += " " + pad(cells[y*b.Cols+x], wide)
		}
		rows = append(rows, row)
	}
	for _, hand := range b.Hands {
		row := hand.Color + ":"
		for _, held := range hand.Pieces {
			row += " " + held.Kind + strings.Repeat(held.Kind, held.Count-1)
		}
		if len(hand.Pieces) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Capitals returns whose pieces have capital letters: of who begins, B or W.
func Capitals(b *ask.Board) string {
	if g, ok := game.Named(b.Game); ok && g.About().WhiteAhead {
		return "W"
	}
	return "B"
}
