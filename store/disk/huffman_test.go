package disk

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
)

// TestAppendLiterals has a decoder of zstd read what AppendLiterals wrote, and what was changed in it.
func TestAppendLiterals(t *testing.T) {
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	r := rand.New(rand.NewPCG(7, 8))
	var s huff0.Scratch
	var kept []byte
	for _, size := range []int{leastLiterals, leastLiterals + 1, 5000, 16 << 10, 70_000, mostLiterals} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(r.NormFloat64() * 4)
		}
		frame, ok := AppendLiterals([]byte("before"), data, &s)
		if !ok || !bytes.HasPrefix(frame, []byte("before")) {
			t.Fatalf("%d bytes: %v, %q", size, ok, frame[:min(6, len(frame))])
		}
		frame = frame[6:]
		if len(frame) > 3*size/4 {
			t.Errorf("%d bytes became %d", size, len(frame))
		}
		got, err := decoder.DecodeAll(frame, nil)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes come back as %d, %v", size, len(got), err)
		}
		kept = frame
	}
	for range 200 {
		damaged := bytes.Clone(kept)
		damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
		if got, err := decoder.DecodeAll(damaged, nil); err == nil {
			if again, ok := AppendLiterals(nil, got, &s); !ok || !bytes.Equal(again, kept) {
				t.Error("damage is not noticed")
			}
		}
	}
	noise := make([]byte, 10_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, data := range [][]byte{nil, make([]byte, leastLiterals-1), make([]byte, 5000), noise, make([]byte, mostLiterals+1)} {
		if frame, ok := AppendLiterals([]byte("x"), data, &s); ok || string(frame) != "x" {
			t.Errorf("%d bytes: %v, %d bytes appended", len(data), ok, len(frame)-1)
		}
	}
}
