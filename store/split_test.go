package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestSplitMoves(t *testing.T) {
	tests := []struct{ raw, text, moves, runs string }{
		{"(;PB[Go];B[qc];W[dc];B[dq]C[3-3];B[])", "(;PB[Go];B[]C[3-3];B[])", "qcdcdq\x00\x00", "\x02\x00"},
		{"", "", "", ""},
		{"(;B[aa]", "(;B[]", "aa", "\x00"},
		{"(;B[a", "(;B[a", "", ""},
		{"(;B[", "(;B[", "", ""},
		{"(;B [aa];W[AA];AB[aa][bb]", "(;B [aa];W[AA];AB[aa][bb]", "", ""},
		{"C[;B[aa]]", "C[;B[]]", "aa", "\x00"}, // text that looks like a move: no harm
		{"C[;B[]];W[cc]", "C[;B[]];W[]", "\x00\x00cc", "\x00\x00"},
		{";W[aaa];W[aa:bb]", ";W[aaa];W[aa:bb]", "", ""},
		{"\n;B[pd]\n;W[tt]BL[3]", "\n;B[]\n;W[]BL[3]", "pdtt", "\x00\x00"},
		{";B[];W[aa];W[bb];B[cc];W[d", ";B[];W[];W[d", "\x00\x00aabbcc", "\x01\x01"},
		{";B[aa];W[];B[cc]W[dd]", ";B[];W[]W[dd]", "aa\x00\x00cc", "\x00\x01"},
		{";W[aa]" + strings.Repeat(";B[bb];W[cc]", 64) + "[", ";W[][", "aa" + strings.Repeat("bbcc", 64), "\x80\x01"},
	}
	for _, test := range tests {
		var s splitRecord
		s.split([]byte(test.raw))
		if string(s.text) != test.text || string(s.moves) != test.moves || string(s.runs) != test.runs {
			t.Errorf("%q: %q, %q and %q, want %q, %q and %q", test.raw, s.text, s.moves, s.runs, test.text, test.moves, test.runs)
		}
		s.moves, s.runs = append(s.moves, "xx"...), append(s.runs, "yy"...)
		raw, ok := s.join(nil)
		if string(raw) != test.raw || string(s.moves) != "xx" || string(s.runs) != "yy" || !ok {
			t.Errorf("%q comes back as %q, %q, %q, %t", test.raw, raw, s.moves, s.runs, ok)
		}
	}
	for _, s := range []splitRecord{
		{[]byte(";B[]"), []byte("a"), []byte{0}}, {[]byte(";B[]"), []byte("aabbc"), []byte{2}}, {[]byte(";B[]"), []byte("aabb"), []byte("\xff\xff\xff\xff\x0f")},
		{[]byte(";B[]"), []byte("aabb"), []byte{}}, {[]byte(";B[];W[]"), []byte("aa"), nil},
	} {
		moves, runs := s.moves, s.runs
		if raw, ok := s.join(nil); ok {
			t.Errorf("%q of %q and %q: joined to %q, though a move is missing", s.text, moves, runs, raw)
		}
	}
}

func TestSteps(t *testing.T) {
	moves := []byte("qcdc\x00\x00dcdcaa\x00\x00zz")
	steps := slices.Clone(moves)
	toSteps(steps)
	want := []byte{'q', 'c', 256 + 'd' - 'q', 0, 256 - 'd', 256 - 'c', 0, 0, 0, 0, 256 + 'a' - 'd', 256 + 'a' - 'c', 256 - 'a', 256 - 'a', 'z' - 'a', 'z' - 'a'}
	if !bytes.Equal(steps, want) {
		t.Errorf("got %d, want %d", steps, want)
	}
	fromSteps(steps)
	if !bytes.Equal(steps, moves) {
		t.Errorf("%q comes back as %q", moves, steps)
	}
	odd := []byte("abc") // of a damaged block
	fromSteps(odd)
}

func FuzzSplitMoves(f *testing.F) {
	f.Add([]byte(sgf(1)))
	f.Add([]byte(";B[];W[aa];B[]C[;B[]]"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s splitRecord
		s.split(raw)
		toSteps(s.moves)
		fromSteps(s.moves)
		s.runs = append(s.runs, 0)
		back, ok := s.join(nil)
		if string(back) != string(raw) || len(s.moves) != 0 || len(s.runs) != 1 || !ok {
			t.Errorf("%q comes back as %q, %q, %q, %t", raw, back, s.moves, s.runs, ok)
		}
	})
}
