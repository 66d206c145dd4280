package game

import "testing"

// A game in PGN stands for the position at its end.
func TestReadPGN(t *testing.T) {
	for text, want := range map[string]string{
		"[Event \"A\"]\n[White \"B (1. d4)\"]\n\n1. e4 {a [good] move; (1. d4)} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 ; the rest\nNc6 1-0\n": "1. e4 e5 2. Nf3 Nc6",
		"1.e4 e5 2.Nf3 *": "1. e4 e5 2. Nf3",
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 1/2-1/2": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 e4",
		"[Event \"A\"]\n\n*":  "startpos",
		"1. e4 ( 1. d4 {open": "1. e4",
		"1. e4 ) e5":          "1. e4 e5",
	} {
		got, err := chessGame.ReadPosition(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if p, err := chessGame.ReadPosition(want); err != nil || !p.Equal(got) {
			t.Errorf("%q is %s, want %s %v", text, got.Text(), want, err)
		}
	}
	for _, text := range []string{"(;GM[3])", "[Event \"A\"]\n\n1. e4 e9", "[Event A]\n1. e4", "{1. e4"} {
		if p, err := chessGame.ReadPosition(text); err == nil {
			t.Errorf("%q is %s", text, p.Text())
		}
	}
}
