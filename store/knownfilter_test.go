package store

import "testing"

// TestKnownFilter asks so often that there is a filter, before, between and after commits
// and a removal, and compares with the look into each segment.
func TestKnownFilter(t *testing.T) {
	w := newWriter(t, newDB(t, nil))
	const games = 3 * filterAfter / 2
	compare := func(live func(i int) bool) (passed int) {
		t.Helper()
		for k := range 2 * games {
			i := k // one after the other, and then from segment to segment
			if k >= games {
				i = k%3*(games/3) + (k-games)/3
			}
			if id, got := w.Known(game(t, i).Digest); got != live(i) || got && id != GameID(i+1) {
				t.Fatalf("game %d is known: %d, %v, want %v", i+1, id, got, live(i))
			}
		}
		for i := range games {
			d := DigestOf([]byte{byte(i), byte(i >> 8), 'x'})
			if _, got := w.Known(d); got {
				t.Fatalf("a game that was never added is known")
			}
			if w.filter.mayKnow(d, w.snapshot) {
				passed++
			}
		}
		return passed
	}
	addGames(t, w, 0, games/3)
	compare(func(i int) bool { return i < games/3 })
	commit(t, w)
	if w.filter.words == nil {
		t.Fatal("there is no filter")
	}
	compare(func(i int) bool { return i < games/3 })
	for n := 2; n <= 3; n++ {
		addGames(t, w, (n-1)*games/3, n*games/3)
		commit(t, w)
		compare(func(i int) bool { return i < n*games/3 })
	}
	if err := w.Remove(7); err != nil {
		t.Fatal(err)
	}
	passed := compare(func(i int) bool { return i != 6 })
	if passed > games/50 {
		t.Errorf("the filter lets %d of %d digests pass that no game has", passed, games)
	}
	if id, ok := w.Removed(game(t, 6).Digest); !ok || id != 7 {
		t.Errorf("the removed game is %d, %v, want 7", id, ok)
	}

	// More than there is room for.
	w.filter.room = 1
	addGames(t, w, games, games+10)
	commit(t, w)
	if _, ok := w.Known(game(t, games+9).Digest); !ok {
		t.Error("a game is not known after the filter was made anew")
	}
	compare(func(i int) bool { return i != 6 })
}
