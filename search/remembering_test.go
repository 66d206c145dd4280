package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/store"
)

// What remembers texts finds what is found without, also when it has forgotten some, and
// so does a reader of info that keeps what it has decoded.
func TestRemembering(t *testing.T) {
	a := newTestArchive(t, 350)
	a.correct(rand.New(rand.NewPCG(18, 3)))
	var reader store.InfoReader
	values := 0
	for _, name := range []string{"player", "date", "result", "event", "file", "PB", "folder"} {
		attribute, err := NewAttribute(name)
		if err != nil {
			t.Fatal(err)
		}
		of := attribute.remembering(3)
		for _, g := range a.Segments() {
			for local := range g.Len() {
				want := attribute.OfInfo(g.Info(local))
				info := reader.Info(g, local)
				if got := of(info); !slices.Equal(got, want) || !slices.Equal(info, g.Info(local)) {
					t.Fatalf("%s of game %d: %q of %q, want %q of %q", name, local, got, info, want, g.Info(local))
				}
				values += len(want)
			}
		}
	}
	if values < 1000 {
		t.Errorf("only %d values were compared", values)
	}
}
