package store

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecordReader reads records in ascending order, with gaps, twice and in no
// order, and compares with Segment.Record.
func TestRecordReader(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for i := range 150 {
		if _, err := w.Add(t.Context(), game(t, i)); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, w)
	g := newSnapshot(t, db).Segments()[0]
	random := rand.New(rand.NewPCG(3, 5))
	var order []int
	for local := 0; local < g.Len(); local += 1 + random.IntN(5) {
		order = append(order, local)
	}
	order = append(order, 7, 7, 6, g.Len()-1, 0)
	for range 100 {
		order = append(order, random.IntN(g.Len()))
	}
	reader := g.RecordReader()
	for _, local := range order {
		want, wantErr := g.Record(local)
		got, err := reader.Record(local)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("game %d: %v, want %v", local, err, wantErr)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("game %d (-want +got)\n%s", local, d)
		}
	}
	for _, local := range []int{-1, g.Len()} {
		if _, err := reader.Record(local); err == nil || errors.Is(err, ErrGone) {
			t.Errorf("game %d: %v", local, err)
		}
	}
}
