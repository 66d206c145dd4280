package search

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/query"
)

// Hits of then(A, B) are game:node, with the node of A after a "<".
func TestThen(t *testing.T) {
	s := openRecords(t,
		testRecord{"a", "b", "B+R", "cc gg dd", nil},
		testRecord{"c", "d", "B+R", "dd gg cc", nil},                 // B came before A
		testRecord{"e", "f", "W+R", "cc (gg dd) (cg ee dd hh)", nil}, // white's stone on the second line
		testRecord{"g", "h", "W+R", "-- gg (cc aa) (aa -- dd)", nil}, // A and B on different lines
		testRecord{"i", "j", "0", "cc gg (dd) (-- -- dd)", nil},      // B on two lines
	)
	for _, test := range []struct{ query, want string }{
		{"then(pat:[X] anchor:@cc symmetry:off, pat:[X] anchor:@dd symmetry:off)", "1:3<1 3:3<1 5:3<1 5:6<1"},
		{"then(pat:[X] anchor:@cc symmetry:off, pat:[X] anchor:@dd symmetry:off colors:either)", "1:3<1 3:3<1 3:6<1 5:3<1 5:6<1"},
		{"then(pat:[X] anchor:@cc symmetry:off, within:2, pat:[X] anchor:@dd symmetry:off colors:either)", "1:3<1 3:3<1 5:3<1"},
		{"then(pat:[X] anchor:@cc symmetry:off, within:1, pat:[X] anchor:@dd symmetry:off)", ""},
		{"then(pos:[9x9 cc] symmetry:off, pat:[X] anchor:@dd symmetry:off) -winner:draw", "1:3<1 3:3<1"},
		{"then(pat:[X] anchor:@dd symmetry:off, pat:[X] anchor:@cc symmetry:off)", "2:3<1"},
	} {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for h, err := range Run(context.Background(), s, q, nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d:%d<%d", h.Game, h.Node, h.After.Node))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.query, got, test.want)
		}
	}
	q, err := query.Parse("then(pat:[X] anchor:@cc symmetry:off, pat:[X] anchor:@dd symmetry:off)")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Next(context.Background(), s, q, nil)
	if err != nil || table.Games != 3 || table.Hits != 4 {
		t.Errorf("Next counts %+v, %v; want 4 hits in 3 games", table, err)
	}
}

func TestWhyZeroInThen(t *testing.T) {
	s := openRecords(t,
		testRecord{"a", "b", "B+R", "cc gg dd", nil},
		testRecord{"e", "f", "W+R", "cc gg hh hg aa dd", nil}, // white's stone
	)
	q, err := query.Parse("then(pat:[X] anchor:@cc symmetry:off, within:1, pat:[X] anchor:@dd symmetry:off)")
	if err != nil {
		t.Fatal(err)
	}
	list, err := query.WhyZero(q, counter(s))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		what, _, _ := strings.Cut(r.Without, ", ")
		got = append(got, fmt.Sprintf("without %s: %d", what, r.Games))
	}
	want := []string{
		"without within:1: 1",
		"without the first term: 1",
		"without the second term: 2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}
