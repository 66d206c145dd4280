package shogi

import (
	"math/rand/v2"
	"testing"

	"kifudb/position"
)

// TestKeys pins keys: they are on disk.
func TestKeys(t *testing.T) {
	if got, want := keys.pieces[NewPiece(Black, Pawn)][0], position.Key(0x18259d1f76ede916); got != want {
		t.Errorf("first number is %x, want %x", got, want)
	}
	if got, want := keys.turn, position.Key(0xc75055b94e0a96bf); got != want {
		t.Errorf("last number, White's turn, is %x, want %x", got, want)
	}
	p := New()
	for _, test := range []struct {
		move string
		want position.Key
	}{
		{"", 0xb4566665b965ae16},
		{"7g7f", 0x7b3bb4894db6ab30},
		{"3c3d", 0x470175415a4a7112},
		{"8h2b+", 0xc35a37888a9eebc4}, // a bishop in hand
		{"3a2b", 0x793c78689aac2198},  // both have one
		{"B*4e", 0x6e1b55dd37f19afe},
	} {
		if test.move != "" {
			if f := p.Play(parseMove(t, test.move)); f != 0 {
				t.Fatalf("%s: %s", test.move, f)
			}
		}
		if got := p.Key(); got != test.want {
			t.Errorf("after %q: got %x, want %x", test.move, got, test.want)
		}
	}
	for _, test := range []struct {
		sfen string
		want position.Key
	}{
		{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 0x730633dcf76f38a9},
		{"4k4/9/9/9/9/9/9/9/4K4 b 2P 1", 0x88a7683fffad6cc3},
		{"4k4/9/9/9/9/9/9/9/4K4 b 2p 1", 0x4e83c52b0e4e11ca},
	} {
		if got := parseSFEN(t, test.sfen).Key(); got != test.want {
			t.Errorf("%s: got %x, want %x", test.sfen, got, test.want)
		}
	}
	if got, want := New().Canonical(), position.Key(0x801eabdbdd61db4e); got != want {
		t.Errorf("canonical start: got %x, want %x", got, want)
	}
}

// TestKeyKept compares the key that is kept with one made from scratch, and the
// four images' canonical keys, all along random games.
func TestKeyKept(t *testing.T) {
	randomGames(t, 40, func(p *Position) {
		if got, want := p.Key(), parseSFEN(t, p.SFEN()).Key(); got != want {
			t.Fatalf("%s\nkept %x, from scratch %x", p.SFEN(), got, want)
		}
		if got, want := p.Key()^p.BoardKey(), keys.turn; p.ToPlay() == White && got != want || p.ToPlay() == Black && got != 0 {
			t.Fatalf("%s: the board's key differs from the key by %x", p.SFEN(), got)
		}
		for s := range Symmetry(NumSymmetries) {
			image := p.Image(s)
			if got, want := p.imageKey(s), image.Key(); got != want {
				t.Fatalf("%s under %d\ngot %x, want %x", p.SFEN(), s, got, want)
			}
			if got, want := image.Canonical(), p.Canonical(); got != want {
				t.Fatalf("%s under %d\ncanonical key %x, want %x", p.SFEN(), s, got, want)
			}
			if back := image.Image(s); *back != *p {
				t.Fatalf("%s under %d twice is %s", p.SFEN(), s, back.SFEN())
			}
			if got, want := len(image.Moves(nil)), len(p.Moves(nil)); got != want {
				t.Fatalf("%s under %d has %d moves, not %d", p.SFEN(), s, got, want)
			}
		}
	})
}

// randomGames calls visit for the positions of n games of random moves.
func randomGames(t testing.TB, n int, visit func(*Position)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 9))
	visited := 0
	for range n {
		p := New()
		for range 150 {
			visit(p)
			visited++
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayLegal(moves[random.IntN(len(moves))])
		}
	}
	if visited < n {
		t.Fatal("no positions")
	}
}

func parseSFEN(t testing.TB, s string) *Position {
	t.Helper()
	p, err := ParseSFEN(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parseMove(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
