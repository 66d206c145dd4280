package game

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/shogi"
)

func TestShogiPositions(t *testing.T) {
	const pawn = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1"
	for _, test := range []struct{ text, sfen, err string }{
		{"startpos", shogi.StartSFEN, ""},
		{"position startpos moves 7g7f", pawn, ""},
		{"startpos moves 7g7f", pawn, ""},
		{"sfen " + shogi.StartSFEN + " moves 7g7f", pawn, ""},
		{pawn, pawn, ""},
		{strings.Fields(shogi.StartSFEN)[0], shogi.StartSFEN, ""},
		{"startpos moves 7g7f 7g7f", "", "move 2, 7g7f: against the rules: no such piece"},
		{"startpos moves pd", "", "move 1, pd: not a move in USI"},
		{"startpos moves 7g7f 8b8e", "", "move 2, 8b8e: against the rules: the piece does not go there"},
		{"sfen 9/9", "", "rank"},
		{"9/9/9/9/9/9/9/9/9 x", "", "side to move"},
	} {
		if !shogiGame.Recognizes(test.text) {
			t.Errorf("%s: is not taken for shogi", test.text)
		}
		p, err := shogiGame.ReadPosition(test.text)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got error %v, want %q", test.text, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
		} else if got := p.(Pieces).Shogi.SFEN(); got != test.sfen {
			t.Errorf("%s: got %s, want %s", test.text, got, test.sfen)
		}
	}
	for _, text := range []string{"", "B[pd];W[dp]", "pd dp", "........./........./........./........./....X..../........./........./........./.........", "Q16 D4", "a/b/c"} {
		if shogiGame.Recognizes(text) {
			t.Errorf("%q is taken for shogi", text)
		}
	}
}

// TestShogiObserves replays a game by its entry in the registry, and one from a position.
func TestShogiObserves(t *testing.T) {
	observer, ok := Of(8).(Observer)
	if !ok {
		t.Fatal("shogi is no Observer")
	}
	for _, test := range []struct{ sfen, moves, want string }{
		{"", "7g7f 3c3d 8h2b+ 3a2b", "2 black takes 6, 3 white takes 13, 3 white exchangesbishops 1"},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "0 black mate 2"},
	} {
		start, err := observer.Start(Record{Info: func(ident string) string {
			if ident == shogi.StartIdent {
				return test.sfen
			}
			return ""
		}})
		if err != nil {
			t.Fatal(err)
		}
		var b position.ScriptBuilder
		by := position.Black
		for _, word := range strings.Fields(test.moves) {
			code, err := shogiGame.ReadMove(word)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(position.Move{Color: by, Point: code})
			by = by.Opponent()
		}
		var set feature.Set
		for i, k := range observer.Features() {
			if k.Name == "takes" || k.Name == "exchangesbishops" || k.Name == "mate" {
				set |= 1 << i
			}
		}
		var got []string
		for in := range observer.Observe(start, b.Script(), feature.Wanted{Kinds: set}) {
			got = append(got, fmt.Sprint(in.Node, " ", in.By, " ", observer.Features()[in.Kind].Name, " ", in.Value))
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: got %s, want %s", test.moves, text, test.want)
		}
	}
}
