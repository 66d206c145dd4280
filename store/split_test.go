package store

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
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

// Blocks in which moves are no steps, as before format 5, are read.
func TestBlocksWithoutSteps(t *testing.T) {
	encoder, err := newBlockEncoder()
	if err != nil {
		t.Fatal(err)
	}
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	var b plainBlock
	record := Record{Raw: []byte("(;B[qc];W[dc];B[];W[dd])"), Tree: [2]int{0, 24}}
	b.add(&record)
	older := binary.AppendUvarint(nil, uint64(len(encoder.records.EncodeAll(b.records, nil))))
	older = encoder.moves.EncodeAll(b.moves, encoder.records.EncodeAll(b.records, older))
	for _, data := range [][]byte{older, encoder.pack([]Record{record})} {
		var back plainBlock
		if err := back.unpack(decoder, data); err != nil {
			t.Fatal(err)
		}
		if r, err := back.cut(); err != nil || string(r.Raw) != string(record.Raw) {
			t.Errorf("%q comes back as %q, %v", record.Raw, r.Raw, err)
		}
	}
}

func FuzzSplitMoves(f *testing.F) {
	f.Add([]byte(sgf(1)))
	f.Add([]byte(";B[];W[aa];B[]C[;B[]]"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, moves := splitMoves(nil, nil, raw)
		toSteps(moves)
		fromSteps(moves)
		back, rest, ok := joinMoves(nil, text, moves)
		if string(back) != string(raw) || len(rest) != 0 || !ok {
			t.Errorf("%q comes back as %q, %q, %t", raw, back, rest, ok)
		}
	})
}
