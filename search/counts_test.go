package search

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/search/match"
)

// hitByHit is an aggregation that wants all hits, so that nothing is counted of many
// games together.
type hitByHit struct{ Count }

func (h *hitByHit) Resolve(*Resolver) (Aggregation, error) { return h, nil }
func (*hitByHit) Keep() match.Keep                         { return match.KeepAll }

// TestCountsTogether compares continuations that are counted of many games together with
// those that are counted hit by hit: records of one game folded, and other terms, of which
// some are asked after the pattern, beside it.
func TestCountsTogether(t *testing.T) {
	a := newTestArchive(t, 350)
	r := rand.New(rand.NewPCG(18, 5))
	patterns := []string{
		"pat:[X]", "pat:[X.]", "pat:[XO|..]", "pat:[***|*X*|***]", "pat:[.x|O*] symmetry:off", "pat:[!!]", "pat:[...|.X.|...]",
		"pat:NE[....|....|..X.|....]", "pat:N[.X.|...]", "pat:[XX|X.]", "pat:[*O*|O.O]",
	}
	options := []string{"", " colors:either", " variations:off", " next:b", " move:<=20", " stood:>=2", " hits:every"}
	others := []string{"", " winner:black", " C:e", " -C:a", " moves:>=20", " (winner:white OR C:e)", " size:9", " dup:none", " C:/[aeiou]/", " -C:/e/"}
	folded, games, gone := 0, 0, 0
	for range testsize.Of(150, 50) {
		text := patterns[r.IntN(len(patterns))] + options[r.IntN(len(options))] + others[r.IntN(len(others))]
		clusters := someClusters(r, a, 60)
		o := &Options{Clusters: clusters}
		ask := func(more map[string]Aggregation) *Answer {
			more["next"] = &Continuations{}
			more["details"] = &Continuations{Detail: true, By: "winner"}
			if r.IntN(2) == 0 {
				delete(more, "details")
			}
			q, err := Resolve(t.Context(), a.Snapshot, mustParse(t, text), more, o)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			answer, err := Ask(t.Context(), NewLocal(a.Snapshot, clusters), q, nil)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return answer
		}
		got, want := ask(map[string]Aggregation{}), ask(map[string]Aggregation{"all": &hitByHit{}})
		for name, found := range got.Found {
			if want.Found[name] == nil {
				continue
			}
			if diff := cmp.Diff(want.Found[name], found); diff != "" {
				t.Fatalf("%s, %s (-hit by hit +together):\n%s", text, name, diff)
			}
		}
		if got.Folded != want.Folded {
			t.Errorf("%s: %d folded, want %d", text, got.Folded, want.Folded)
		}
		for i, f := range got.Terms {
			if w := want.Terms[i]; f.Index == "columns" && (f.Candidates() != w.Candidates() || f.Verified() != w.Verified()) {
				t.Errorf("%s: %s: %d candidates and %d verified, want %d and %d", text, f.Term, f.Candidates(), f.Verified(), w.Candidates(), w.Verified())
			}
		}
		folded += got.Folded
		table := got.Found["next"].(*Table)
		games += table.Games
		gone += table.Hits - table.Games
	}
	if folded < testsize.Of(300, 100) || games < testsize.Of(10000, 3000) || gone < testsize.Of(10000, 3000) {
		t.Errorf("%d records folded, %d games, %d further hits: too few to mean anything", folded, games, gone)
	}
}
