package charset

import (
	"bytes"
	"testing"
)

// The search by words finds what the plain one finds, wherever it is.
func TestNextHigh(t *testing.T) {
	plain := func(b []byte, i int) int {
		for ; i < len(b); i++ {
			if b[i] >= 0x80 {
				break
			}
		}
		return i
	}
	for size := range 100 {
		for at := range size + 1 {
			b := bytes.Repeat([]byte("a"), size)
			if at < size {
				b[at] = 0x80
			}
			for from := range size + 1 {
				if got, want := nextHigh(b, from), plain(b, from); got != want {
					t.Fatalf("byte %d of %d from %d: got %d, want %d", at, size, from, got, want)
				}
			}
		}
	}
}
