package store

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestInfoReader reads the games of several segments in any order with one reader, whose
// blocks are those of one segment and then of another.
func TestInfoReader(t *testing.T) {
	db, err := Open(t.TempDir(), &Options{Create: true, MaxGames: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, w, 0, 70)
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := newSnapshot(t, db)
	if len(s.Segments()) < 3 {
		t.Fatalf("%d segments", len(s.Segments()))
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var r InfoReader
	values := 0
	for range 1000 {
		g := s.Segments()[rng.IntN(len(s.Segments()))]
		local := rng.IntN(g.Len())
		want := g.Info(local)
		if diff := cmp.Diff(want, r.Info(g, local)); diff != "" {
			t.Fatalf("game %d: %s", g.id(local), diff)
		}
		if cap(want) != len(want) {
			t.Fatalf("game %d: room for %d values, there are %d", g.id(local), cap(want), len(want))
		}
		values += len(want)
	}
	if values == 0 {
		t.Error("no game has values")
	}
}
