package game

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// TestMovesOnPoints compares the moves that a board offers with asking the rules about
// every point, on boards that are full of captures and kos.
func TestMovesOnPoints(t *testing.T) {
	rnd := rand.New(rand.NewPCG(16, 6))
	barred, forbidden := 0, 0
	for range 120 {
		size := position.Size{Cols: 2 + rnd.IntN(4), Rows: 2 + rnd.IntN(4)}
		b := position.NewBoard(size)
		for range 80 {
			p := OnPoints(b)
			var want []int
			for i := range size.Area() {
				at := size.At(i)
				if b.At(at) != position.Empty {
					continue
				}
				if b.Legal(position.Move{Color: b.ToPlay(), Point: at}) == nil {
					want = append(want, i)
				} else {
					forbidden++
				}
			}
			if _, ko := b.Ko(); ko {
				barred++
			}
			var got []int
			for _, m := range p.Moves() {
				if m.To >= 0 {
					got = append(got, m.To)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("on\n%s\n%v to play: moves %v, want %v", p.Text(), b.ToPlay(), got, want)
			}
			m := position.Move{Color: b.ToPlay(), Point: position.Pass}
			if len(want) > 0 {
				m.Point = size.At(want[rnd.IntN(len(want))])
			}
			b.Play(m)
		}
	}
	if barred < 50 || forbidden < 500 {
		t.Errorf("%d kos and %d forbidden points are too few to mean anything", barred, forbidden)
	}
}

func TestChessIsRecognized(t *testing.T) {
	const ranks = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR"
	for text, want := range map[string]bool{
		ranks: true, ranks + " w KQkq - 0 2": true, "fen " + ranks + " w": true, "FEN " + ranks: true, "position fen " + ranks: true, "position " + ranks: true,
		"startpos moves e2e4": true, "position startpos moves e2e4 e7e5": true,
		"": false, "position": false, "fen": false, "position fen": false, "startpos": false, "startpos moves": false, "startpos moves 7g7f": false, "startpos e2e4 e7e5": false,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL": false, // shogi's
		"8/8/8/8/8/8/8": false, "8/8/8/8/8/8/8/8/8": false, "a/8/8/8/8/8/8/8": false, "1. e4 c5": false,
	} {
		if got := Of(3).(interface{ Recognizes(string) bool }).Recognizes(text); got != want {
			t.Errorf("%q is chess: %v, want %v", text, got, want)
		}
	}
}

func TestChessPositions(t *testing.T) {
	const sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
	reader := Of(3).(PositionReader)
	read := func(text string) string {
		p, err := reader.ReadPosition(text)
		if err != nil {
			return "error: " + err.Error()
		}
		return p.(Men).Chess.FEN()
	}
	for _, text := range []string{
		"1. e4 c5", "1.e4 c5", "e4 c5", "e2e4 c7c5", "startpos moves e2e4 c7c5", "position startpos moves e2e4 c7c5", sicilian, "fen " + sicilian, "position fen " + sicilian,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 c7c5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e4 c5",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 1... c5",
	} {
		// What could be taken in passing is kept where it could be taken only.
		got, want := strings.Fields(read(text)), strings.Fields(sicilian)
		if len(got) != 6 || !slices.Equal(got[:3], want[:3]) || !slices.Equal(got[4:], want[4:]) {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, bad := range []string{"1. e4 e4", "1. Nd4", "e9", "9/8/8/8/8/8/8/8 w - - 0 1", sicilian + " e7e6"} {
		if got := read(bad); !strings.HasPrefix(got, "error") {
			t.Errorf("%q: %s, want an error", bad, got)
		}
	}
}

// TestBoardsAsData looks at the names of columns and lines, and at what is in hand.
func TestBoardsAsData(t *testing.T) {
	for _, test := range []struct {
		game          int
		text          string
		columns, rows string
		hands         string
	}{
		{2, "f5d6c3", "a b c d e f g h", "1 2 3 4 5 6 7 8", ""},
		{3, "1. e4 c5", "a b c d e f g h", "8 7 6 5 4 3 2 1", ""},
		{8, "4k4/9/9/9/9/9/9/9/4K4 b RBG2S3N4L5P2p 1", "9 8 7 6 5 4 3 2 1", "a b c d e f g h i", "R 1 B 1 G 1 S 2 N 3 L 4 P 5; P 2"},
	} {
		p, err := Of(test.game).(PositionReader).ReadPosition(test.text)
		if err != nil {
			t.Fatal(err)
		}
		b := p.(Shown).Data()
		if got := strings.Join(b.Columns, " "); got != test.columns {
			t.Errorf("%s: columns %s, want %s", test.text, got, test.columns)
		}
		if got := strings.Join(b.Lines, " "); got != test.rows {
			t.Errorf("%s: lines %s, want %s", test.text, got, test.rows)
		}
		var hands []string
		for _, h := range b.Hands {
			var pieces []string
			for _, piece := range h.Pieces {
				pieces = append(pieces, piece.Kind+" "+string(rune('0'+piece.Count)))
			}
			hands = append(hands, strings.Join(pieces, " "))
		}
		if got := strings.Join(hands, "; "); got != test.hands {
			t.Errorf("%s: in hand %q, want %q", test.text, got, test.hands)
		}
	}
}

// TestOthelloSubject: the images of a position have one subject, and the opening
// position's four first moves lead to one.
func TestOthelloSubject(t *testing.T) {
	subject := func(text string) string {
		p, err := Of(2).(PositionReader).ReadPosition(text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Subject()
	}
	first := subject("f5")
	for _, move := range []string{"c4", "d3", "e6"} {
		if got := subject(move); got != first {
			t.Errorf("%s: subject %q, want %q", move, got, first)
		}
	}
	p, err := Of(2).(PositionReader).ReadPosition("f5d6c3d3c4f4")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.(Imager).Images(ImageOptions{Mirror: true})); got != 8 {
		t.Errorf("%d images, want 8", got)
	}
}
