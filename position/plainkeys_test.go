package position

import (
	"slices"
	"testing"
)

// comparePlainKeys compares what PlainKeys finds with the keys and captures of a replay,
// of which captures are nil if the game is not plain.
func comparePlainKeys(t testing.TB, size Size, s Script, keys []Key, captures Captures) {
	t.Helper()
	var l CaptureLog
	var r Replayer
	before := []Key{1, 2}
	got, plain := r.PlainKeys(before, size, s, &l)
	if plain != (captures != nil) || !slices.Equal(l.Captures(), captures) {
		t.Fatalf("%v\nplain %t, captures %v; want %v", s, plain, l.Captures(), captures)
	}
	if !plain {
		keys = nil
	}
	if plain {
		// The board did not keep all keys, and has them nevertheless.
		var again Replayer
		again.Replay(size, s, func(*Board, *Step) bool { return true })
		key, canonical := r.Board().Key(), r.Board().Canonical()
		if want := again.Board(); key != want.Key() || canonical != want.Canonical() {
			t.Fatalf("%v\nkeys %x and %x at the end, want %x and %x", s, key, canonical, want.Key(), want.Canonical())
		}
	}
	if !slices.Equal(got[:2], before) || !slices.Equal(got[2:], keys) {
		t.Fatalf("%v\nkeys %x, want %x", s, got[2:], keys)
	}
}
