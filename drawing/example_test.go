package drawing_test

import (
	"fmt"

	"kifudb/ask"
	"kifudb/drawing"
)

// Tic-tac-toe's board is the smallest that is drawn as text.
func Example() {
	board := &ask.Board{
		Cols: 3, Rows: 3, Columns: []string{"A", "B", "C"}, Lines: []string{"3", "2", "1"},
		Pieces: []ask.Piece{{Cell: 4, Color: "B"}, {Cell: 2, Color: "W"}},
	}
	for _, row := range drawing.Text(board) {
		fmt.Println(row)
	}
	fmt.Println(len(drawing.Board(board, drawing.Marks{Last: 2}, "a game").Stones), "stones are drawn")
	// Output:
	//   A B C
	// 3 . . O
	// 2 . X .
	// 1 . . .
	// 2 stones are drawn
}
