package archive

import (
	"errors"
	"testing"

	registry "kifudb/game"
)

func pieces(text string) (list []registry.Piece) {
	for i, c := range text {
		if c == 'B' || c == 'W' {
			list = append(list, registry.Piece{Cell: i, Color: string(c), Kind: "stone"})
		}
	}
	return list
}

func TestArrange(t *testing.T) {
	// A stone in the corner is captured by the second one beside it.
	b := &registry.Board{Game: "go", Cols: 3, Rows: 3, Pieces: pieces("WB......."), ToPlay: "B"}
	after, err := Arrange(b, "A2")
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Pieces) != 2 || after.Pieces[0].Cell != 1 || after.Pieces[1].Cell != 3 || after.ToPlay != "W" || after.Captured[1] != 1 {
		t.Errorf("%+v", after)
	}
	again, err := Arrange(after)
	if err != nil || again.Text != after.Text || again.ToPlay != "W" {
		t.Errorf("%+v, %v", again, err)
	}
	start, err := registry.Start(registry.Of(8))
	if err != nil {
		t.Fatal(err)
	}
	shogi, err := Arrange(start.(registry.Shown).Data(), "7g7f")
	if err != nil || shogi.ToPlay != "W" {
		t.Errorf("%+v, %v", shogi, err)
	}
	for _, bad := range []*registry.Board{
		{Game: "nothing"},
		{Game: "go", Cols: 100000, Rows: 100000},
		{Game: "go", Cols: 3, Rows: 3, Pieces: []registry.Piece{{Cell: 9, Color: "B"}}},
		{Game: "go", Cols: 3, Rows: 3, Pieces: []registry.Piece{{Cell: 1, Color: "red"}}},
		{Game: "shogi", Text: "no position"},
		{Game: "amazons"},
	} {
		if got, err := Arrange(bad); !errors.Is(err, ErrRequest) {
			t.Errorf("%+v: %+v, %v", bad, got, err)
		}
	}
	for _, move := range []string{"A3", "Z9", ""} { // taken, not there, nothing
		if got, err := Arrange(b, move); !errors.Is(err, ErrRequest) {
			t.Errorf("move %q: %+v, %v", move, got, err)
		}
	}
}
