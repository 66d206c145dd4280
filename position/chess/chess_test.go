package chess

import (
	"errors"
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// perft counts the lines of play of a length.
func perft(p *Position, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range p.Moves() {
		if depth == 1 {
			n++
			continue
		}
		q := *p
		q.apply(m)
		n += perft(&q, depth-1)
	}
	return n
}

// The counts are those published on https://www.chessprogramming.org/Perft_Results and
// https://www.chessprogramming.org/Chess960_Perft_Results.
func TestPerft(t *testing.T) {
	deepest := testsize.Of(5_000_000, 200_000)
	for _, c := range []struct {
		fen    string
		counts []int
	}{
		{startFEN, []int{20, 400, 8902, 197281, 4865609}},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []int{48, 2039, 97862, 4085603}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []int{14, 191, 2812, 43238, 674624}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467, 422333}},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486, 62379, 2103487}},
		{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2079, 89890, 3894594}},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []int{21, 528, 12189, 326672}},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []int{21, 807, 18002, 667366}},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []int{20, 479, 10471, 273318}},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.counts {
			if want > deepest {
				break
			}
			if got := perft(p, i+1); got != want {
				t.Errorf("%s: %d lines of %d moves, want %d", c.fen, got, i+1, want)
			}
		}
	}
}

// Whatever is legal is judged legal, written in SAN and read back; whatever is not is
// not; FEN, codes and UCI come back; an image has the same key and the same moves.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(testsize.Of(60, 15)) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := New()
		for range 120 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			legal := map[Move]bool{}
			for _, m := range moves {
				legal[m] = true
				text := p.SAN(m)
				if got, err := p.Resolve(text); err != nil || got != m {
					t.Fatalf("%s: %s is written %s and read %s, %v", p.FEN(), m, text, got, err)
				}
				if got, err := p.Resolve(m.String()); err != nil || got != m {
					t.Fatalf("%s: %s is read %s, %v", p.FEN(), m, got, err)
				}
				if got := MoveOf(m.Code()); got != m || m.Code() >= 1<<14 {
					t.Fatalf("%s: %s comes back as %s from its code", p.FEN(), m, got)
				}
			}
			for from := range NoSquare {
				for to := range NoSquare {
					for _, k := range []Kind{NoKind, Queen, Knight} {
						m := Move{from, to, k}
						if got := p.Judge(m) == NoFault; got != legal[m] {
							t.Fatalf("%s: %s is legal: %v", p.FEN(), m, got)
						}
					}
				}
			}
			again, err := ParseFEN(p.FEN())
			if err != nil || *again != *p || again.Key() != p.Key() {
				t.Fatalf("%s comes back as %s, %v", p.FEN(), again.FEN(), err)
			}
			for s := range p.Symmetries() {
				q := p.Image(s)
				if q.Canonical() != p.Canonical() || len(q.Moves()) != len(moves) || !q.Image(s).Same(p) {
					t.Fatalf("%s: image %d is %s", p.FEN(), s, q.FEN())
				}
				for _, m := range q.Moves() {
					if !legal[s.Move(m)] {
						t.Fatalf("%s: %s of image %d", p.FEN(), m, s)
					}
				}
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
}

func TestResolve(t *testing.T) {
	const castling, promoting = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "8/1P3k2/8/8/8/8/8/K7 w - -"
	for _, c := range []struct{ fen, text, want string }{
		{startFEN, "e4", "e2e4"}, {startFEN, "e2-e4", "e2e4"}, {startFEN, "Pe4", "e2e4"}, {startFEN, "♘f3", "g1f3"},
		{startFEN, "Ng1-f3!?", "g1f3"}, {startFEN, "--", "0000"}, {startFEN, "Z0", "0000"},
		{castling, "O-O", "e1h1"}, {castling, "0-0-0+", "e1a1"}, {castling, "e1g1", "e1h1"}, {castling, "e1c1", "e1a1"}, {castling, "e1h1", "e1h1"},
		{castling, "o-o", "e1h1"}, {castling, "Kf1", "e1f1"}, {castling, "Rxh8+", "h1h8"}, {castling, "R:h8", "h1h8"},
		{promoting, "b8=Q", "b7b8q"}, {promoting, "b8N", "b7b8n"}, {promoting, "b8(R)", "b7b8r"}, {promoting, "b7b8b", "b7b8b"}, {promoting, "b8", "b7b8q"}, {promoting, "b8/Q", "b7b8q"},
		{"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "dxc6e.p.", "d5c6"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "Rd1", "a1d1"},
		{"4k3/4r3/8/8/8/8/4N3/3NK3 w - -", "Nc3", "d1c3"}, // the other is pinned
		{"4k3/4r3/8/8/8/8/4N3/4K3 w - -", "Nc3", "e2c3"},  // which leaves the king in check, but is clear
		{"k7/8/8/8/8/8/1b6/1B2K3 w - -", "Be4+", "b1e4"},
		{"k7/8/8/8/2p5/8/1P6/4K3 w - -", "b3", "b2b3"},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := p.Resolve(c.text); err != nil || m.String() != c.want {
			t.Errorf("%s: %s is %s, %v, want %s", c.fen, c.text, m, err, c.want)
		}
	}
	for _, c := range []struct {
		fen, text string
		want      error
	}{
		{startFEN, "e5", ErrNoMove}, {startFEN, "O-O", ErrNoMove}, {startFEN, "Qx", ErrUnreadable}, {startFEN, "", ErrUnreadable}, {startFEN, "hello", ErrUnreadable},
		{startFEN, "Xe4", ErrUnreadable}, {startFEN, "e9", ErrUnreadable}, {startFEN, "(", ErrUnreadable}, {startFEN, "Sf3", ErrUnreadable},
		{"4k3/8/8/8/8/8/8/R1R1K3 w - -", "Rb1", ErrAmbiguous},
		{"r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq -", "O-O", ErrNoMove}, // over an attacked square
		{"r3k2r/8/8/8/8/8/8/RN2K2R w KQkq -", "O-O-O", ErrNoMove},
		{"4k3/8/8/8/8/8/8/R3K2R w - -", "O-O", ErrNoMove},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := p.Resolve(c.text); err != c.want {
			t.Errorf("%s: %q is %s, %v, want %v", c.fen, c.text, m, err, c.want)
		}
	}
}

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, uci, want string }{
		{"R3k3/8/8/8/8/8/8/R3K3 w - -", "a1a4", "R1a4+"},
		{"4k3/8/8/8/8/8/8/R1R1K3 w - -", "a1b1", "Rab1"},
		{"Q3Q3/8/8/8/Q6k/8/8/4K3 w - -", "a8e4", "Qa8e4+"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "a1a8", "Ra8#"},
		{"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "d5c6", "dxc6"},
		{"4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2", "d5c6", "d5c6"}, // which cannot be made
		{"1r2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q+"},
		{"4k3/8/8/8/8/8/8/4K2R w K -", "e1h1", "O-O"},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ParseMove(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.fen, c.uci, got, c.want)
		}
	}
}

func TestFEN(t *testing.T) {
	for text, want := range map[string]string{
		startFEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR":                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", // nobody takes there
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3": "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
		"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 0":                             "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1":     "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1",
		"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1":     "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1",
		"1r2k1r1/8/8/8/8/8/8/RR2K1RR w Bb - 3 40":                      "1r2k1r1/8/8/8/8/8/8/RR2K1RR w Bq - 3 40",
		"8/8/8/8/8/8/8/8 b - -":                                        "8/8/8/8/8/8/8/8 b - - 0 1",
	} {
		p, err := ParseFEN(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.FEN(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "p7/8/8/8/8/8/8/8", "kk6/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w Z",
		"8/8/8/8/8/8/8/8 w - z9", "8/8/8/8/8/8/8/8 w - - x", "x7/8/8/8/8/8/8/8", "ppppppppp/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7"} {
		if p, err := ParseFEN(text); err == nil {
			t.Errorf("%q is %s", text, p.FEN())
		}
	}
}

// Keys are in archives.
func TestKeysArePinned(t *testing.T) {
	p := New()
	want := []string{"start", "e4", "c5", "Nf3"}
	for i, key := range []uint64{0xd21af3f8475f21c, 0xf3281ff7f5186979, 0x711398f8aab94fed, 0x98397ad2ef4d69b} {
		if i > 0 {
			m, err := p.Resolve(want[i])
			if err != nil {
				t.Fatal(err)
			}
			p.Play(m)
		}
		if uint64(p.Key()) != key {
			t.Errorf("after %s: %#x, want %#x", want[i], uint64(p.Key()), key)
		}
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"e4", "O-O", "exd6e.p.", "b8=Q+", "Nbd7", "--", "(", "♘f3", "a1a1a1"} {
		f.Add(startFEN, s)
	}
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O-O")
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		if again, err := ParseFEN(p.FEN()); err != nil || !again.Same(p) {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		m, err := p.Resolve(text)
		if err != nil {
			return
		}
		name := p.SAN(m)
		if f := p.Play(m); !f.Possible() || name == "" {
			t.Fatalf("%s: %q is read as %s, which is impossible", fen, text, m)
		}
		p.Canonical()
	})
}

// slowKey adds up the numbers of the whole board, which positions keep from move to move.
func slowKey(p *Position) position.Key {
	var sum uint64
	for s, piece := range p.board {
		if piece != NoPiece {
			sum ^= numbers.pieces[piece-8][s]
		}
	}
	return p.finish(sum, 0)
}

// What is computed fast is what the plain way gives: keys of all images at once, whether a move
// leaves the king safe without making it, and the move that a text means.
func TestFastWays(t *testing.T) {
	unsafe, ambiguous := 0, 0
	for seed := range uint64(testsize.Of(40, 10)) {
		rng := rand.New(rand.NewPCG(seed, 17))
		p := New()
		for range 120 {
			least := slowKey(p)
			for s := range p.Symmetries() {
				image := slowKey(p.Image(s))
				if p.key(s) != image {
					t.Fatalf("%s: the key of image %d is %x, want %x", p.FEN(), s, p.key(s), image)
				}
				least = min(least, image)
			}
			if got := p.Canonical(); got != least {
				t.Fatalf("%s: the key is %x, want %x", p.FEN(), got, least)
			}
			for m := range p.reachable {
				after := *p
				after.apply(m)
				if want := !after.InCheck(p.turn); p.safe(m) != want {
					t.Fatalf("%s: %s is safe: %v", p.FEN(), m, !want)
				} else if !want {
					unsafe++
				}
			}
			for range 30 {
				w := wanted{kind: Kind(1 + rng.IntN(6)), file: -1, row: -1, to: Square(rng.IntN(64))}
				var legal, others []Move
				for from := range NoSquare {
					m := Move{From: from, To: w.to}
					if piece := p.board[from]; piece == NoPiece || piece.Color() != p.turn || piece.Kind() != w.kind {
						continue
					} else if piece.Kind() == Pawn && lastRow(w.to) {
						m.Promote = Queen
					}
					switch f := p.Judge(m); f {
					case NoFault:
						legal = append(legal, m)
					case InCheck:
						others = append(others, m)
					}
				}
				got, err := p.find(w)
				switch {
				case len(legal) == 1 && (err != nil || got != legal[0]), len(legal) > 1 && !errors.Is(err, ErrAmbiguous),
					len(legal) == 0 && len(others) == 1 && (err != nil || got != others[0]), len(legal) == 0 && len(others) != 1 && err == nil:
					t.Fatalf("%s: %+v is %v, %v; want one of %v, else of %v", p.FEN(), w, got, err, legal, others)
				case len(legal) > 1:
					ambiguous++
				}
			}
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if unsafe < 100 || ambiguous < 10 {
		t.Errorf("%d unsafe moves and %d ambiguous ones try too little", unsafe, ambiguous)
	}
}
