package text_test

import (
	"fmt"
	"os"

	"kifudb/drawing"
	"kifudb/game"
	"kifudb/paper"
	"kifudb/paper/text"
)

func ExampleWrite() {
	start, err := game.Read(game.Default().(game.PositionReader), "(;SZ[5]AB[cb][cd][bc]AW[cc])")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := start.(game.Shown).Data()
	board.Pieces = append(board.Pieces, game.Piece{Cell: 2*5 + 3, Color: "B", Kind: "stone"})
	figure := &paper.Figure{Caption: "Figure 1 (7)", Board: board, Marks: drawing.Marks{Last: -1, Numbers: map[int]int{2*5 + 3: 7}}, Notes: []string{"8 pass"}}
	d := &paper.Document{Title: "A capture", Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Blocks: []paper.Block{figure, &paper.Paragraph{Lead: "7", Text: "Black takes a stone."}}}, nil)
	}}
	if err := text.Write(os.Stdout, d); err != nil {
		fmt.Println(err)
	}
	// Output:
	// A capture
	// =========
	//
	// $$B5m7 Figure 1 (7)
	// $$ -------------
	// $$ | . . . . . |
	// $$ | . . X . . |
	// $$ | . X O 1 . |
	// $$ | . . X . . |
	// $$ | . . . . . |
	// $$ -------------
	//
	// 8 pass
	//
	// 7: Black takes a stone.
}
