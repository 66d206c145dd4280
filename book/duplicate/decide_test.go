package duplicate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/book/user"
	"kifudb/store"
)

func TestDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	game, other := randomGame(r, 100), randomGame(r, 100)
	_, s := openRecords(t, 65536, []testRecord{of("EV[1]", game), of("EV[2]", game), of("", game[:80]), of("EV[4]", other), of("EV[5]", other), of("", randomGame(r, 50))})
	found := find(t, s)
	if got, want := found.text(), "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact"; got != want {
		t.Fatalf("found %q, want %q", got, want)
	}
	decide := func(kind user.DecisionKind, games ...store.GameID) user.Decision {
		return user.Decision{Kind: kind, Games: games}
	}
	tests := []struct {
		name      string
		decisions []user.Decision
		want      string
		reason    Reason // of the first cluster
	}{
		{"nothing", nil, "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact", Earlier},
		{"a preferred record", []user.Decision{decide(user.Prefer, 3)}, "3 prefix, 1 exact+prefix, 2 exact+prefix; 4 exact, 5 exact", Chosen},
		{"two preferred, the later one counts", []user.Decision{decide(user.Prefer, 2), decide(user.Prefer, 3)}, "3 prefix, 2 exact+prefix, 1 exact+prefix; 4 exact, 5 exact", Chosen},
		{"no duplicate", []user.Decision{decide(user.Alone, 2)}, "1 exact+prefix, 3 prefix; 4 exact, 5 exact", MoreMoves},
		{"the best one is not a duplicate", []user.Decision{decide(user.Alone, 1)}, "2 exact+prefix, 3 prefix; 4 exact, 5 exact", MoreMoves},
		{"of two one leaves", []user.Decision{decide(user.Alone, 5)}, "1 exact+prefix, 2 exact+prefix, 3 prefix", Earlier},
		{"not of one game", []user.Decision{decide(user.Apart, 1, 3)}, "1 exact+prefix, 2 exact+prefix; 4 exact, 5 exact", Earlier},
		{"not of one game, as is known", []user.Decision{decide(user.Apart, 1, 4)}, "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact", Earlier},
		{"of one game", []user.Decision{decide(user.Same, 1, 6)}, "1 exact+prefix+said, 2 exact+prefix, 3 prefix, 6 said; 4 exact, 5 exact", Earlier},
		{"of one game, both alone", []user.Decision{decide(user.Alone, 5), decide(user.Same, 4, 6)}, "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact+said, 6 said", Earlier},
		{"two clusters", []user.Decision{decide(user.Same, 3, 4)}, "1 exact+prefix, 2 exact+prefix, 4 exact+said, 5 exact, 3 prefix+said", Earlier},
		{"of one game, as is known", []user.Decision{decide(user.Same, 1, 3)}, "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact", Earlier},
		{"games that are not there", []user.Decision{decide(user.Alone, 7), decide(user.Same, 1, 99), decide(user.Prefer, 6)}, "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact", Earlier},
	}
	for _, test := range tests {
		got := found.Decided(s, test.decisions)
		if got.text() != test.want || got.Cluster(0).Reason() != test.reason {
			t.Errorf("%s: got %q, %v, want %q, %v", test.name, got.text(), got.Cluster(0).Reason(), test.want, test.reason)
		}
	}
	if got, want := found.text(), "1 exact+prefix, 2 exact+prefix, 3 prefix; 4 exact, 5 exact"; got != want {
		t.Errorf("the clusters that were found have become %q", got)
	}
}

// Whatever is decided, each record is in one cluster at most, and can be found
// in it.
func TestDecidedIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	_, s := openRecords(t, 65536, manyRecords(r, 30))
	found := find(t, s)
	id := func() store.GameID { return store.GameID(1 + r.IntN(s.Len()+2)) }
	for range 300 {
		var decisions []user.Decision
		for range r.IntN(30) {
			a, b := id(), id()
			if a == b {
				continue
			}
			switch r.IntN(4) {
			case 0:
				decisions = append(decisions, user.Decision{Kind: user.Prefer, Games: []store.GameID{a}})
			case 1:
				decisions = append(decisions, user.Decision{Kind: user.Alone, Games: []store.GameID{a}})
			case 2:
				decisions = append(decisions, user.Decision{Kind: user.Apart, Games: []store.GameID{min(a, b), max(a, b)}})
			case 3:
				decisions = append(decisions, user.Decision{Kind: user.Same, Games: []store.GameID{min(a, b), max(a, b)}})
			}
		}
		c := found.Decided(s, decisions)
		seen := map[store.GameID]bool{}
		for number, cluster := range c.All() {
			for i, m := range cluster.Members {
				n, k, ok := c.Of(m.ID)
				if seen[m.ID] || !ok || n != number || k != i {
					t.Fatalf("%v: record %d of cluster %d: seen before %v, found as %d of %d, %v", decisions, m.ID, number, seen[m.ID], k, n, ok)
				}
				seen[m.ID] = true
			}
			if len(cluster.Members) < 2 {
				t.Fatalf("%v: a cluster of %v", decisions, cluster.Members)
			}
		}
		for _, d := range decisions {
			if n, _, ok := c.Of(d.Games[0]); d.Kind == user.Alone && ok && live(s, d.Games[0]) {
				t.Fatalf("%v: record %d is in cluster %d", decisions, d.Games[0], n)
			}
		}
		if got := slices.Collect(func(yield func(string) bool) {
			for id, at := range c.Between(5, 20) {
				if !yield(fmt.Sprint(id, at)) {
					return
				}
			}
		}); len(got) > 15 {
			t.Fatalf("records from 5 to 19: %v", got)
		}
	}
}
