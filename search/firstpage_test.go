package search

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"kifudb/query"
)

// A page is given away before all games were looked at, if it is, as it is in the whole
// answer: the same games with the same hits, the same next page; and what is found
// otherwise is the same, whether anybody wants the page first or not.
func TestPageFirst(t *testing.T) {
	a := newTestArchive(t, 350)
	r := &randomQuery{rand.New(rand.NewPCG(18, 2)), a, a.ids()}
	early, sorted := 0, 0
	for i := range rounds(80) {
		clusters := someClusters(r.Rand, a, 60)
		q, err := query.Parse(r.query(i % 3))
		if err != nil {
			t.Fatal(err)
		}
		page := &Page{Limit: 1 + r.IntN(8), Offset: r.IntN(3), PerGame: r.IntN(3), Matches: []string{"PB", "PW"}}
		if i%8 == 0 {
			page.Sort = []Order{{Field: "moves"}}
		}
		o := &Options{Clusters: clusters}
		asked := map[string]Aggregation{"page": page, "count": &Count{}, "facets": &FacetCounts{Labels{Fields: []string{"size"}}}}
		resolved, err := Resolve(t.Context(), a.Snapshot, q, asked, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Ask(t.Context(), NewLocal(a.Snapshot, clusters), resolved, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLocal(a.Snapshot, clusters)
		l.Workers = 1 + i%3
		var first *PageOfGames
		l.First = func(sofar *Partial) error {
			answer, err := resolved.Finish(sofar)
			if err != nil {
				return err
			}
			if first != nil || answer.Cover.Games >= answer.Cover.OfGames {
				t.Errorf("%s: a page after %d games, one before: %v", q, answer.Cover.Games, first != nil)
			}
			first = answer.Found["page"].(*PageOfGames)
			return nil
		}
		var watch func(*Partial)
		if i%2 == 0 {
			watch = func(*Partial) {} // who watches besides changes nothing
		}
		got, err := Ask(t.Context(), l, resolved, watch)
		if err != nil {
			t.Fatal(err)
		}
		got.Terms, want.Terms = nil, nil // with times
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: with the page first\n%+v, otherwise\n%+v", q, got, want)
		}
		if first == nil {
			continue
		}
		early++
		if page.Sort != nil {
			sorted++
		}
		if !reflect.DeepEqual(first, want.Found["page"]) {
			t.Errorf("%s: first the page\n%+v, at the end\n%+v", q, first, want.Found["page"])
		}
		stop := errors.New("seen enough")
		l.First = func(*Partial) error { return stop }
		if _, err := Ask(t.Context(), l, resolved, nil); !errors.Is(err, stop) {
			t.Errorf("%s: stopped by who was given the page with %v", q, err)
		}
	}
	if early < rounds(20) || sorted > 0 {
		t.Errorf("%d pages were given away early, %d of them sorted", early, sorted)
	}
}
