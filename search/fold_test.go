package search

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// someClusters joins games of a test archive at random, also removed ones,
// which then do not count.
func someClusters(r *rand.Rand, a *testArchive, pairs int) *duplicate.Clusters {
	var decisions []user.Decision
	for range pairs {
		x := store.GameID(1 + r.IntN(350))
		y := store.GameID(1 + r.IntN(350))
		if r.IntN(3) == 0 {
			x = 5 // one large cluster
		}
		if x != y {
			decisions = append(decisions, user.Decision{Kind: user.Same, Games: []store.GameID{min(x, y), max(x, y)}})
		}
		if r.IntN(4) == 0 {
			decisions = append(decisions, user.Decision{Kind: user.Prefer, Games: []store.GameID{y}})
		}
	}
	return new(duplicate.Clusters).Decided(a.Snapshot, decisions)
}

// foldAll is the slow twin: it looks at all games that were found and drops
// those of which a better one of the cluster was found, too.
func foldAll(c *duplicate.Clusters, found []store.GameID) (kept []store.GameID) {
	for _, id := range found {
		number, member, ok := c.Of(id)
		better := false
		if ok {
			for _, m := range c.Cluster(number).Members[:member] {
				better = better || slices.Contains(found, m.ID)
			}
		}
		if !better {
			kept = append(kept, id)
		}
	}
	return kept
}

func TestFoldEqualsScan(t *testing.T) {
	a := newTestArchive(t, 350)
	ctx := context.Background()
	r := &randomQuery{rand.New(rand.NewPCG(13, 4)), a, a.ids()}
	folding := 0
	for i := range rounds(90) {
		clusters := someClusters(r.Rand, a, 60)
		text := r.query(i % 3)
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		all := slices.Sorted(maps.Keys(a.scan(t, q.Root)))
		want := all
		if !strings.Contains(text, "id:") {
			want = foldAll(clusters, all)
		}
		if len(want) < len(all) {
			folding++
		}
		folded := 0
		o := &Options{Clusters: clusters, Folded: func(n int) { folded += n }, Workers: 1 + i%3}
		got, _ := collect(t, Run(ctx, a.Snapshot, q, o))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", text, diff)
		}
		if folded != len(all)-len(want) {
			t.Fatalf("%s: %d records folded, want %d", text, folded, len(all)-len(want))
		}
		if n, err := CountGames(ctx, a.Snapshot, q, &Options{Clusters: clusters}); err != nil || n != len(want) {
			t.Fatalf("%s: Count = %d, %v, want %d", text, n, err, len(want))
		}
		if _, n, err := facetsOf(ctx, a.Snapshot, q, []string{"size"}, &Options{Clusters: clusters}); err != nil || n != len(want) {
			t.Fatalf("%s: Facets counts %d, %v, want %d", text, n, err, len(want))
		}
		sorted, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{Clusters: clusters, Sort: []Order{{Field: "id", Descending: true}}}))
		slices.Reverse(sorted)
		if !slices.Equal(sorted, want) {
			t.Fatalf("%s, sorted: got %v, want %v", text, sorted, want)
		}
		if got, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{Clusters: clusters, Records: true})); !slices.Equal(got, all) {
			t.Fatalf("%s: with Records got %v, want %v", text, got, all)
		}
		if len(want) > 2 { // the rest behind a cursor
			o := &Options{Clusters: clusters}
			cursor, err := cursorAfter(a.Snapshot, q, o, want[len(want)/2])
			if err != nil {
				t.Fatal(err)
			}
			o.After = &cursor
			if got, _ := collect(t, Run(ctx, a.Snapshot, q, o)); !slices.Equal(got, want[len(want)/2+1:]) {
				t.Fatalf("%s: behind game %d got %v, want %v", text, want[len(want)/2], got, want[len(want)/2+1:])
			}
		}
	}
	if folding < rounds(30) {
		t.Errorf("only %d of the queries find records to fold", folding)
	}
}

// Next counts a cluster once, by the record that stands for it.
func TestNextFolds(t *testing.T) {
	records := slices.Concat(middleGames, middleGames[:3])
	s := openRecords(t, records...)
	same := func(a, b store.GameID) user.Decision {
		return user.Decision{Kind: user.Same, Games: []store.GameID{a, b}}
	}
	clusters := new(duplicate.Clusters).Decided(s, []user.Decision{same(1, 6), same(2, 7), same(3, 8)})
	for _, text := range []string{"pos:[9x9 E5]", "pos:[9x9 E5] colors:either", "pos:[9x9 E5] player:cho"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Next(context.Background(), openRecords(t, middleGames...), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Next(context.Background(), s, q, &Options{Clusters: clusters})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-without the copies, +with copies folded):\n%s", text, diff)
		}
		all, err := Next(context.Background(), s, q, &Options{Clusters: clusters, Records: true})
		if err != nil {
			t.Fatal(err)
		}
		if all.Games <= got.Games {
			t.Errorf("%s: with Records %d games, else %d", text, all.Games, got.Games)
		}
	}
}

func TestDupField(t *testing.T) {
	a := newTestArchive(t, 120)
	ctx := context.Background()
	same := func(a, b store.GameID) user.Decision {
		return user.Decision{Kind: user.Same, Games: []store.GameID{a, b}}
	}
	clusters := new(duplicate.Clusters).Decided(a.Snapshot, []user.Decision{
		same(1, 110), same(1, 3), same(20, 21), same(7, 8), // 7 is removed
		{Kind: user.Prefer, Games: []store.GameID{3}}, {Kind: user.Prefer, Games: []store.GameID{20}},
	})
	tests := []struct{ query, want string }{
		{"dup:any", "[1 3 20 21 110]"},
		{"dup:said", "[1 3 20 21 110]"},
		{"dup:exact,near,prefix", "[]"},
		{"dup:preferred", "[3 20]"},
		{"dup:other", "[1 21 110]"},
		{"dup:110", "[1 3 110]"},
		{"dup:40", "[40]"},
		{"dup:7", "[]"},
		{"dup:any -dup:other id:<10", "[3]"},
		{"dup:Preferred,21", "[3 20 21]"},
	}
	for _, test := range tests {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatalf("Parse(%q): %v", test.query, err)
		}
		mustSurvive(t, q)
		got, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{Clusters: clusters}))
		if got == nil {
			got = []store.GameID{}
		}
		if s := fmt.Sprint(got); s != test.want {
			t.Errorf("%s: got %s, want %s", test.query, s, test.want)
		}
	}
	q, _ := query.Parse("dup:none")
	if n, err := CountGames(ctx, a.Snapshot, q, &Options{Clusters: clusters}); err != nil || n != len(a.games)-5 {
		t.Errorf("dup:none: got %d, %v, want %d", n, err, len(a.games)-5)
	}
	// Those of the archive, if there are no others: random games are no duplicates.
	if n, err := CountGames(ctx, a.Snapshot, q, nil); err != nil || n != len(a.games) {
		t.Errorf("dup:none without clusters: got %d, %v, want %d", n, err, len(a.games))
	}
	for _, bad := range []string{"dup:exakt", "dup:1..5", "dup:>3", "dup=", "sig:abc", "sig:1234", "sig:<aa", `sig:"pd dd"`, "sig:ncqfcqrorepnxx"} {
		if _, err := query.Parse(bad); err == nil {
			t.Errorf("Parse(%q) has no error", bad)
		}
	}
}

func TestSigField(t *testing.T) {
	a := newTestArchive(t, 350)
	r := rand.New(rand.NewPCG(3, 3))
	ids := a.ids()
	several := 0
	for range 200 {
		id := ids[r.IntN(len(ids))]
		g := a.games[id]
		size := g.Facts.Size
		image := g.Script.Sequence().Dyer().Image(position.Symmetry(r.IntN(position.Symmetries(size))), size).String()
		text := []byte(image)
		for i := range text {
			if r.IntN(3) > 0 {
				text[i] = '?'
			}
		}
		q, err := query.Parse(`sig:"` + string(text) + `"`)
		if err != nil {
			t.Fatal(err)
		}
		mustSurvive(t, q)
		var want []store.GameID
		for _, id := range ids {
			g := a.games[id]
			fits := false
			for s := range position.Symmetries(g.Facts.Size) {
				letters := g.Script.Sequence().Dyer().Image(position.Symmetry(s), g.Facts.Size).String()
				one := true
				for i := range text {
					one = one && (text[i] == '?' || text[i] == letters[i])
				}
				fits = fits || one
			}
			if fits && g.Facts.Game == goNumber {
				want = append(want, id)
			}
		}
		if len(want) > 1 && len(want) < len(ids)/2 {
			several++
		}
		got, _ := collect(t, Run(context.Background(), a.Snapshot, q, nil))
		if !slices.Equal(got, want) {
			t.Fatalf("sig:%s: got %v, want %v", text, got, want)
		}
	}
	if several < 20 {
		t.Errorf("only %d signatures find some games but few", several)
	}
}

// The figures of a term count each record once, though folding asks again about
// those of a cluster.
func TestFoldedFigures(t *testing.T) {
	a := newTestArchive(t, 120)
	var decisions []user.Decision
	for id := store.GameID(10); id < 60; id += 2 { // some in one segment, some in two
		decisions = append(decisions, user.Decision{Kind: user.Same, Games: []store.GameID{id, 61 + id}})
	}
	clusters := new(duplicate.Clusters).Decided(a.Snapshot, decisions)
	for _, text := range []string{"moves:>=0", "has:player or moves:>=0", "C:a or moves:>=0", "pat:[X] or moves:>=0"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		folded, err := explained(t.Context(), a.Snapshot, q, &Options{Clusters: clusters})
		if err != nil {
			t.Fatal(err)
		}
		all, err := explained(t.Context(), a.Snapshot, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if folded.Games >= all.Games {
			t.Errorf("%s: %d games, %d with nothing folded", text, folded.Games, all.Games)
		}
		for i, f := range folded.Terms {
			if w := all.Terms[i]; f.Candidates() != w.Candidates() || f.Verified() != w.Verified() {
				t.Errorf("%s: %s: %d of %d, want %d of %d", text, f.Term, f.Verified(), f.Candidates(), w.Verified(), w.Candidates())
			}
		}
	}
}
