package store

import (
	"testing"
)

func TestSplitMoves(t *testing.T) {
	tests := []struct{ raw, text, moves string }{
		{"(;PB[Go];B[qc];W[dc]C[3-3];B[])", "(;PB[Go];B[];W[]C[3-3];B[])", "qcdc\x00\x00"},
		{"", "", ""},
		{"(;B[aa]", "(;B[]", "aa"},
		{"(;B[a", "(;B[a", ""},
		{"(;B[", "(;B[", ""},
		{"(;B [aa];W[AA];AB[aa][bb]", "(;B [aa];W[AA];AB[aa][bb]", ""},
		{"C[;B[aa]]", "C[;B[]]", "aa"}, // text that looks like a move: no harm
		{"C[;B[]];W[cc]", "C[;B[]];W[]", "\x00\x00cc"},
		{";W[aaa];W[aa:bb]", ";W[aaa];W[aa:bb]", ""},
		{"\n;B[pd]\n;W[tt]BL[3]", "\n;B[]\n;W[]BL[3]", "pdtt"},
	}
	for _, test := range tests {
		text, moves := splitMoves(nil, nil, []byte(test.raw))
		if string(text) != test.text || string(moves) != test.moves {
			t.Errorf("%q: %q and %q, want %q and %q", test.raw, text, moves, test.text, test.moves)
		}
		raw, rest, ok := joinMoves(nil, text, append(moves, "xx"...))
		if string(raw) != test.raw || string(rest) != "xx" || !ok {
			t.Errorf("%q comes back as %q, %q, %t", test.raw, raw, rest, ok)
		}
	}
	if _, _, ok := joinMoves(nil, []byte(";B[]"), []byte("a")); ok {
		t.Error("joined a move that is missing")
	}
}

func FuzzSplitMoves(f *testing.F) {
	f.Add([]byte(sgf(1)))
	f.Add([]byte(";B[];W[aa];B[]C[;B[]]"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, moves := splitMoves(nil, nil, raw)
		back, rest, ok := joinMoves(nil, text, moves)
		if string(back) != string(raw) || len(rest) != 0 || !ok {
			t.Errorf("%q comes back as %q, %q, %t", raw, back, rest, ok)
		}
	})
}
