package chess_test

import (
	"testing"

	"kifudb/position/chess"
)

// The keys are those of the format's own description.
func TestPolyglotKey(t *testing.T) {
	for fen, want := range map[string]uint64{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":      0x463b96181691fc9c,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":   0x823c9b50fd114196,
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2": 0x0756b94461c50fb0,
		"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2":   0x662fafb965db29d4,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3": 0x22a48b5a8e47ff78,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3":    0x652a607ca3f242c1,
		"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4":     0x00fdd303c946bdd9,
		"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3": 0x3c8123ea7b067637,
		"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4":  0x5c3f9b829b279560,
	} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.PolyglotKey(); got != want {
			t.Errorf("%s: the key is %016x; expected %016x", fen, got, want)
		}
	}
}

// The codes follow from the table of bits in the format's description.
func TestPolyglotMove(t *testing.T) {
	for text, want := range map[string]uint16{
		"a1h8": 0<<6 | 63, "e2e4": 12<<6 | 28, "e1h1": 4<<6 | 7, "e8a8": 60<<6 | 56,
		"a7a8n": 1<<12 | 48<<6 | 56, "h2g1q": 4<<12 | 15<<6 | 6,
	} {
		m, err := chess.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Polyglot(); got != want {
			t.Errorf("%s: the code is %#x; expected %#x", text, got, want)
		}
	}
}
