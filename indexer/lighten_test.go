package indexer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/indexer"
)

// collectionOf writes games, whose numbers make them differ, one after the other.
func collectionOf(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "(;PB[Player %d]C[%s];B[aa];W[%c%c])\n", n, strings.Repeat("x", n%7), 'b'+n%17, 'c'+n/17%16)
	}
	return b.String()
}

// changing imports a collection and a folder into small segments, changes half of the games of the
// collection, moves the folder, and imports both again, which ends early if cut is not 0.
func changing(t *testing.T, maxChanges, cut int) (*archive, indexer.Summary) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	files := map[string]string{}
	numbers := rng.Perm(60)
	files["many.sgf"] = collectionOf(numbers)
	for i := range 30 {
		files[fmt.Sprintf("old/%02d.sgf", i)] = collectionOf([]int{100 + i})
	}
	folder(t, files)
	a := newLedger(t)
	a.o.MaxGames = 8
	a.mustRun("many.sgf", "old")
	for i := range numbers {
		if rng.IntN(2) == 0 {
			numbers[i] += 1000
		}
	}
	numbers = append(numbers, 2000, numbers[3], 2001)
	rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	must(t, os.WriteFile("many.sgf", []byte(collectionOf(numbers)), 0o666))
	must(t, os.Rename("old", "new"))
	defer indexer.SetMaxChanges(maxChanges)()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	batches := 0
	summary, _, err := a.run(ctx, indexer.Options{Workers: 1, Progress: func(indexer.Progress) {
		if batches++; batches == cut {
			cancel()
		}
	}}, "many.sgf", "new")
	if err != nil && cut == 0 {
		t.Fatal(err)
	}
	a.check()
	return a, *summary
}

// TestChangesInPieces changes games in as many pieces as there are segments, and as one: what
// becomes of them is the same.
func TestChangesInPieces(t *testing.T) {
	var want []string
	var totals string
	for _, maxChanges := range []int{64 << 20, 1, 3000, 9000, 20000} {
		a, summary := changing(t, maxChanges, 0)
		var got []string
		for i, r := range a.records() {
			got = append(got, fmt.Sprint(i+1, r.Source, string(r.Raw)))
		}
		summary.Bytes = 0
		said := fmt.Sprintf("%+v", summary.Totals)
		if want == nil {
			want, totals = got, said
			if !strings.Contains(strings.Join(got, ""), "new/07.sgf") || summary.Changed == 0 {
				t.Fatalf("nothing has changed: %s", said)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("with at most %d bytes of changes (-at once +in pieces)\n%s", maxChanges, d)
		}
		if said != totals {
			t.Errorf("with at most %d bytes of changes: %s, want %s", maxChanges, said, totals)
		}
	}
}

// TestChangesCutOff interrupts changes that are made in pieces, and imports again: all that
// the files hold is there, once, and is found where it is.
func TestChangesCutOff(t *testing.T) {
	for _, maxChanges := range []int{1, 3000} {
		for cut := 1; cut < 12; cut++ {
			a, _ := changing(t, maxChanges, cut)
			a.mustRun("many.sgf", "new")
			a.check()
			held := map[string]int{}
			many, err := os.ReadFile("many.sgf")
			must(t, err)
			for _, line := range strings.Split(strings.TrimSpace(string(many)), "\n") {
				held[line] = 0
			}
			for _, r := range a.records() {
				line := strings.TrimSpace(string(r.Raw))
				if n, ok := held[line]; ok {
					held[line] = n + 1
				}
				if strings.HasPrefix(r.Source.Path, "old/") {
					t.Errorf("cut off after %d: a game is still at %s", cut, r.Source.Path)
				}
			}
			for line, n := range held {
				if n != 1 {
					t.Errorf("cut off after %d: %d times %s", cut, n, line)
				}
			}
		}
	}
}
