package shogi

import (
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name, sfen, move string
		want             Fault
	}{
		{"pawn forward", StartSFEN, "7g7f", 0},
		{"pawn backward", "4k4/9/9/9/4P4/9/9/9/4K4 b - 1", "5e5f", Unreachable},
		{"nobody there", StartSFEN, "5e5d", NotThere},
		{"the other side's piece", StartSFEN, "3c3d", NotThere},
		{"onto an own piece", StartSFEN, "1i1g", Occupied | Unreachable},
		{"bishop through a pawn", StartSFEN, "8h6f", Unreachable},
		{"knight jumps", "4k4/9/9/9/9/9/9/PPP6/LN2K4 b - 1", "8i7g", 0},
		{"promotes entering", "4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "5d6c+", 0},
		{"promotes leaving", "8k/9/2S6/9/9/9/9/9/4K4 b - 1", "7c6d+", 0},
		{"White promotes in the far ranks", "4k4/9/9/9/9/s8/9/9/4K4 w - 1", "9f9g+", 0},
		{"promotes outside", "4k4/9/9/9/4S4/9/9/9/4K4 b - 1", "5e5d+", NoPromotion},
		{"gold does not promote", "8k/9/9/4G4/9/9/9/9/4K4 b - 1", "5d5c+", NoPromotion},
		{"promoted piece does not promote", "8k/9/9/4+S4/9/9/9/9/4K4 b - 1", "5d5c+", NoPromotion},
		{"pawn must promote", "8k/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", DeadPiece},
		{"knight must promote", "8k/9/9/P1N6/9/9/9/9/4K4 b - 1", "7d6b", DeadPiece},
		{"lance may wait", "8k/9/9/L8/9/9/9/9/4K4 b - 1", "9d9b", 0},
		{"drop", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5e", 0},
		{"drop of a piece not in hand", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "S*5e", NotThere},
		{"drop of the other side's piece", "4k4/9/9/9/9/9/9/9/4K4 b g 1", "G*5e", NotThere},
		{"drop on a piece", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5a", Occupied},
		{"drop of a dead knight", "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b", DeadPiece},
		{"drop of a dead lance of White's", "4k4/9/9/9/9/9/9/9/4K4 w l 1", "L*1i", DeadPiece},
		{"nifu", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5d", Nifu},
		{"promoted pawn is no pawn", "4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5d", 0},
		{"pawn drop that mates", "8k/6G2/8G/9/9/9/9/9/4K4 b P 1", "P*1b", DropMate},
		{"pawn drop that only checks", "8k/9/6G2/9/9/9/9/9/4K4 b P 1", "P*1b", 0},
		{"pawn move that mates", "8k/6G2/8P/8L/9/9/9/9/4K4 b - 1", "1c1b", 0},
		{"pinned", "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", LeavesCheck},
		{"pinned, along the line", "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h5g", 0},
		{"king into check", "4k4/3r5/9/9/9/9/9/9/4K4 b - 1", "5i6i", LeavesCheck},
		{"king away along the line of check", "4k4/9/4r4/9/9/9/9/4K4/9 b - 1", "5h5i", LeavesCheck},
		{"check not parried", "4k4/9/4r4/9/9/9/9/9/G3K4 b - 1", "9i9h", LeavesCheck},
		{"check parried by a drop", "4k4/9/4r4/9/9/9/9/9/4K4 b P 1", "P*5h", 0},
		{"no king to leave in check", "4k4/4r4/9/9/9/9/9/4G4/9 b - 1", "5h4h", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := parseSFEN(t, test.sfen)
			if got := p.Judge(parseMove(t, test.move)); got != test.want {
				t.Errorf("%s: got %q, want %q", test.move, got, test.want)
			}
		})
	}
}

func TestPlayIllegal(t *testing.T) {
	p := parseSFEN(t, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1")
	if f := p.Play(parseMove(t, "P*5d")); f != Nifu || !f.Slip() || f.String() != "second pawn on the file" {
		t.Errorf("nifu is %q", f)
	}
	if got, want := p.SFEN(), "4k4/9/9/4P4/9/9/4P4/9/4K4 w - 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if f := p.Play(parseMove(t, "1a1b")); f.Possible() {
		t.Errorf("a piece that is not there moved: %q", f)
	}
	// A king may be taken when a record says so; it goes to nobody's hand.
	p = parseSFEN(t, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1")
	if f := p.Play(parseMove(t, "5b5a")); !f.Possible() || p.SFEN() != "4R4/9/9/9/9/9/9/9/4K4 w - 1" {
		t.Errorf("%q, then %s", f, p.SFEN())
	}
}

func TestMate(t *testing.T) {
	for _, test := range []struct {
		sfen string
		want bool
	}{
		{"8k/8G/8P/9/9/9/9/9/4K4 w - 1", true},
		{"8k/8G/9/9/9/9/9/9/4K4 w - 1", false}, // the king takes
		{StartSFEN, false},
		{"9/9/9/9/9/9/9/9/9 b - 1", false}, // no move, but no check
	} {
		if got := parseSFEN(t, test.sfen).Mate(); got != test.want {
			t.Errorf("%s: got %t", test.sfen, got)
		}
	}
}

func TestSFEN(t *testing.T) {
	for _, sfen := range []string{
		StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
		"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
		"9/9/9/9/9/9/9/9/9 b - 1",
	} {
		p := parseSFEN(t, sfen)
		again := parseSFEN(t, p.SFEN())
		if *again != *p {
			t.Errorf("%s became %s", sfen, again.SFEN())
		}
	}
	// Hands are written in one order, side and hands may be missing on the way in.
	for _, test := range []struct{ sfen, want string }{
		{"4k4/9/9/9/9/9/9/9/4K4 w p2P2pS 37", "4k4/9/9/9/9/9/9/9/4K4 w S2P3p 1"},
		{"4k4/9/9/9/9/9/9/9/4K4", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		{"startpos", StartSFEN},
		{"1111k4/36/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
	} {
		if got := parseSFEN(t, test.sfen).SFEN(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.sfen, got, test.want)
		}
	}
}

func TestSFENErrors(t *testing.T) {
	for _, test := range []struct{ sfen, want string }{
		{"", "0 fields"},
		{"a b c d e", "5 fields"},
		{"9/9/9 b - 1", "ends in rank 3"},
		{"9/9/9/9/9/9/9/9/9/9 b - 1", "more than 9 ranks"},
		{"8/9/9/9/9/9/9/9/9 b - 1", "rank 1 has 8 files"},
		{"9p/9/9/9/9/9/9/9/9 b - 1", "more than 9 files"},
		{"+g8/9/9/9/9/9/9/9/9 b - 1", `'+' before 'g'`},
		{"x8/9/9/9/9/9/9/9/9 b - 1", `'x' on rank 1`},
		{"9/9/9/9/9/9/9/9/8+ b - 1", "ends in rank 9"},
		{"9/9/9/9/9/9/9/9/9 x - 1", "side to move"},
		{"9/9/9/9/9/9/9/9/9 b 2 1", "end in a number"},
		{"9/9/9/9/9/9/9/9/9 b K 1", `'K' in the hands`},
		{"9/9/9/9/9/9/9/9/9 b 19p 1", "19 pieces of kind P"},
		{"9/9/9/9/9/9/9/9/9 b 999999999999999999999p 1", "in the hands"},
		{"9/9/9/9/9/9/9/9/9 b - x", "not a move number"},
		{"9/9/4R4/9/9/9/9/9/9 b Rr 1", "3 pieces of kind R"},
		{"kk7/9/9/9/9/9/9/9/9 b - 1", "white has 2 kings"},
	} {
		if _, err := ParseSFEN(test.sfen); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %q", test.sfen, err, test.want)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	for _, s := range []string{"", "7g", "7g7", "7g7g", "0a1a", "7j7f", "7g7f-", "7g7f++", "K*5e", "p*5e", "P*5j", "P*", "X*5e"} {
		if m, err := ParseMove(s); err == nil {
			t.Errorf("%q: got %v", s, m)
		}
	}
}

func TestMoveCodes(t *testing.T) {
	n := 0
	for code := range 1 << 16 {
		m, ok := MoveOf(uint16(code))
		if !ok {
			continue
		}
		n++
		if got := m.Code(); int(got) != code {
			t.Fatalf("%d is %v, whose code is %d", code, m, got)
		}
		if code >= 1<<14 {
			t.Fatalf("%v needs more than 14 bits", m)
		}
	}
	if want := 2*81*80 + 7*81; n != want {
		t.Errorf("%d moves, want %d", n, want)
	}
	// Codes are on disk.
	for move, want := range map[string]uint16{"9a9b": 9, "7g7f": 4583, "8h2b+": 12328, "P*5e": 6601} {
		if got := parseMove(t, move).Code(); got != want {
			t.Errorf("%s: got %d, want %d", move, got, want)
		}
	}
}

func TestHandicaps(t *testing.T) {
	for _, test := range []struct {
		name Handicap
		want string
	}{
		{NoHandicap, StartSFEN},
		{LanceGiven, "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{BishopGiven, "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{RookGiven, "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{RookLance, "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{TwoPieces, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{FourPieces, "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{SixPieces, "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{EightPieces, "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
		{TenPieces, "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	} {
		p, ok := NewHandicap(test.name)
		if !ok || p.SFEN() != test.want {
			t.Errorf("%s: got %s", test.name, p.SFEN())
			continue
		}
		if got, ok := p.Handicap(); got != test.name || !ok {
			t.Errorf("%s is recognised as %q", test.name, got)
		}
	}
	if _, ok := NewHandicap("3P"); ok {
		t.Error("there is a handicap 3P")
	}
	if _, ok := parseSFEN(t, "4k4/9/9/9/9/9/9/9/4K4 b - 1").Handicap(); ok {
		t.Error("a bare board is a handicap")
	}
}
