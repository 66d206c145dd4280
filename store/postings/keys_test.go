package postings

import (
	"slices"
	"testing"

	"kifudb/position"
)

// TestKeys packs keys of which some are equal to those before them, and very many.
func TestKeys(t *testing.T) {
	const a, b = 0x1234_5678_9ABC << 16, 0x1234_5678_9ABD << 16
	if got, want := KeysOf(a, a, a, b, a), (Keys{a | 0<<1 | 1, b | 3<<1, a | 4<<1}); !slices.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	if got, want := KeysOf(a|1, a|2), (Keys{a | 0<<1, a | 1<<1}); !slices.Equal(got, want) {
		t.Errorf("keys that differ below what is kept: got %x, want %x", got, want)
	}
	many := make([]position.Key, 1<<16)
	for i := range many {
		many[i] = position.Key(i+1) << 16
	}
	got := KeysOf(many...)
	for _, i := range []int{0, 1, lastPlace - 1, lastPlace, lastPlace + 1, 1<<16 - 1} {
		if at := placeOf(got[i]); at != min(i, lastPlace) || repeated(got[i]) {
			t.Errorf("key %d is at place %d", i, at)
		}
	}
}
