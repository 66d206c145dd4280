package columns

import (
	"reflect"
	"testing"

	"kifudb/store/pages/pagestest"
)

// hidden returns an index of the same bytes that are not there until the guard is told of them.
func hidden(t testing.TB, x *Index) *Index {
	t.Helper()
	h, err := Open(pagestest.Hidden(x.data))
	if err != nil {
		t.Fatal(err)
	}
	if x.key != nil {
		if err := h.UseCorners(pagestest.Hidden(x.key.data)); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// compareHidden scans a hidden index and compares the answer with that of the open one.
func compareHidden(t testing.TB, x *Index, q *Query, want []Candidate) {
	t.Helper()
	if q.Plans != nil || q.Tally != nil {
		return // they are of the open one
	}
	h := hidden(t, x)
	got := scanOnce(t, h, q)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("something was read unguarded: %v, want %v", got, want)
	}
	for _, c := range got {
		if c.Image < 0 {
			continue
		}
		after, known := h.Sequel(c, &q.Images[c.Image])
		if wantAfter, wantKnown := x.Sequel(c, &q.Images[c.Image]); after != wantAfter || known != wantKnown {
			t.Fatalf("sequel of %v: something was read unguarded: %v, want %v", c, after, wantAfter)
		}
	}
}
