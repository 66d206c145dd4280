package store

import (
	"testing"

	"kifudb/position"
)

// played makes a game of moves in SGF coordinates, from Black on by turns.
func played(info []Value, day int32, moves string) *Game {
	var b position.ScriptBuilder
	b.Node()
	for i := 0; i < len(moves); i += 2 {
		p, err := position.ParsePoint(moves[i : i+2])
		if err != nil {
			panic(err)
		}
		b.Node()
		b.Move(position.Move{Color: position.Black + position.Color(i/2%2), Point: p})
	}
	return &Game{Info: info, Script: b.Script(), Facts: Facts{Game: 1, Size: position.Square(19), DateLo: day, DateHi: day}}
}

// rowsOf are moves along the upper rows of the board, n of them.
func rowsOf(n int) (moves string) {
	for i := range n {
		moves += position.At(i%19, i/19).String()
	}
	return moves
}

func TestLine(t *testing.T) {
	info := func(black, white string) []Value { return []Value{{"PB", black}, {"EV", "Meijin"}, {"PW", white}} }
	game := lineOf(played(info("Cho Chikun", "Ōtake Hideo"), 19800915, rowsOf(40)))

	if game.Digest == 0 || game.Head == 0 || game.Who == 0 || game.Dyer == (position.Dyer{}) {
		t.Fatalf("got %+v", game)
	}
	turned := played(info("otake-hideo", "CHO Chikun"), 19800915, rowsOf(40))
	for i, w := range turned.Script { // columns and rows exchanged
		if w < 0x8000 {
			turned.Script[i] = w&^0xFFF | w&63<<6 | w>>6&63
		}
	}
	if got := lineOf(turned); got.Digest != game.Digest || got.Head != game.Head || got.Who != game.Who {
		t.Errorf("turned, with players exchanged: got %+v, want the numbers of %+v", got, game)
	}
	longer := lineOf(played(info("Cho Chikun", "Ōtake Hideo"), 19800916, rowsOf(41)))
	if longer.Digest == game.Digest || longer.Head != game.Head || longer.Who == game.Who {
		t.Errorf("a move and a day more: got %+v, want another digest and day than %+v", longer, game)
	}
	if got := lineOf(played(nil, 19800915, rowsOf(HeadMoves-1))); got.Head != 0 || got.Who != 0 {
		t.Errorf("of a short game without players: got %+v", got)
	}
	for _, unknown := range []string{"", "?", "…"} {
		if got := lineOf(played(info("Cho Chikun", unknown), 19800915, "")); got.Who != 0 {
			t.Errorf("the player %q is known", unknown)
		}
	}
	month := played(info("Cho Chikun", "Ōtake Hideo"), 19800901, "")
	month.Facts.DateHi = 19800930
	if got := lineOf(month); got.Who != 0 {
		t.Error("a month counts as a day")
	}
	shogi := played(nil, 0, "aabb")
	shogi.Facts.Game, shogi.Facts.Size = 8, position.Square(9)
	mirrored := played(nil, 0, "iahb")
	mirrored.Facts.Game, mirrored.Facts.Size = 8, position.Square(9)
	if lineOf(shogi).Digest == lineOf(mirrored).Digest {
		t.Error("games of shogi are mirrored")
	}
}
