package ledger

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/store"
)

// A check that cannot go on does not keep the others from theirs, and none goes on
// when nobody wants to know more.
func TestCheckGoesOn(t *testing.T) {
	archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	must(t, err)
	defer archive.Close()
	db := Open(archive.Dir())
	run := begin(t, db)
	must(t, db.Enter(run, &Batch{Gone: []Gone{{Source: "/b", Games: []Span{{0, 0, 5, Missing}}}}}))
	must(t, db.update(func(tx *loggedTx) error {
		return putJSON(tx.Bucket(bucketSources), []byte("/a"), Source{Run: 1, Lo: 0, Hi: 1})
	}))
	var faults []string
	for fault := range db.Check(t.Context(), archive) {
		faults = append(faults, fault.Error())
	}
	for _, want := range []string{"outcome 0 of run 1 is missing", "0 games from id 5 on"} {
		if !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("got %q, want one with %q", faults, want)
		}
	}
	n := 0
	for range db.Check(t.Context(), archive) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d faults after the first", n)
	}
}

// Spans of games that cannot be are faults; the greatest id of the others is noted.
func TestNamedGames(t *testing.T) {
	for _, test := range []struct {
		span Span
		last store.GameID // 0 if it is a fault
	}{
		{Span{1, 1, 1, Known}, 1},
		{Span{1, 3, 5, Known}, 7},
		{Span{1, 1, math.MaxUint32, Known}, math.MaxUint32},
		{Span{1, 2, math.MaxUint32, Known}, 0}, // it begins at 1 again
		{Span{1, 0, 5, Known}, 0},
		{Span{1, -1, 5, Known}, 0},
		{Span{1, 1, 0, Known}, 0},
	} {
		c := &checker{db: Open(t.TempDir())}
		c.named([]Span{test.span}, "/a")
		if c.last != test.last || (len(c.faults) > 0) != (test.last == 0) {
			t.Errorf("%+v: last %d, faults %v, want %d", test.span, c.last, c.faults, test.last)
		}
	}
}
