package drawing

import (
	"testing"

	"kifudb/ask"
)

// White's men of shogi stand on their heads on small boards, too: nothing else tells
// whose they are.
func TestThumbTurnsWhitesMen(t *testing.T) {
	board := &ask.Board{Cols: 9, Rows: 9, Pieces: []ask.Piece{
		{Cell: 0, Color: "W", Kind: "L", Sign: "香"}, {Cell: 80, Color: "B", Kind: "+P", Sign: "と"}, {Cell: 4, Color: "W", Kind: "K", Sign: "♚"},
	}}
	got := SmallBoard(board, nil, -1).Signs
	for i, want := range []struct {
		turn  int
		class string
	}{{180, "sign W"}, {0, "sign B promoted"}, {0, "sign figure W"}} {
		if i >= len(got) || got[i].Turn != want.turn || got[i].Class != want.class {
			t.Errorf("%d of %+v: want %+v", i, got, want)
		}
	}
}
