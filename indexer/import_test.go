package indexer_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/internal/testsize"
	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

// collection is the folder of the records that come with the program.
func collection(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "testdata", "sgf"))
	must(t, err)
	return path
}

// games makes n records that differ, in files of ten, one of which holds a
// record twice and one is damaged.
func games(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("games/%02d/%03d.sgf", i/500, i/10)
		files[name] += fmt.Sprintf("(;PB[Player %d]C[%s];B[%c%c];W[dd]C[a comment])\n", i, strings.Repeat("text ", i%40), 'a'+i%19, 'a'+i/19%19)
	}
	files["games/00/000.sgf"] += "(;PB[again])(;PB[again])"
	files["games/00/001.sgf"] += "(;PB[cut"
	files["games/none.sgf"] = ""
	return files
}

// The same input gives the same archive, however many workers there are.
func TestImportIsDeterministic(t *testing.T) {
	paths := []string{"games", collection(t), "nowhere"}
	n := testsize.Of(3000, 600)
	folder(t, games(n))
	one := newArchive(t)
	wantSummary, wantProblems, err := one.run(context.Background(), indexer.Options{Workers: 1}, paths...)
	must(t, err)
	want := one.records()
	if len(want) < n+80 || wantSummary.Added != len(want) {
		t.Fatalf("got %d records and %+v", len(want), wantSummary)
	}
	many := newArchive(t)
	summary, problems, err := many.run(context.Background(), indexer.Options{Workers: 8}, paths...)
	must(t, err)
	if diff := cmp.Diff(wantSummary, summary); diff != "" {
		t.Errorf("summary: -1 worker +8 workers:\n%s", diff)
	}
	if diff := cmp.Diff(wantProblems, problems); diff != "" {
		t.Errorf("problems: -1 worker +8 workers:\n%s", diff)
	}
	if diff := cmp.Diff(want, many.records()); diff != "" {
		t.Errorf("records: -1 worker +8 workers:\n%.2000s", diff)
	}
}

func TestImportTwiceIsImportOnce(t *testing.T) {
	folder(t, games(300))
	a := newArchive(t)
	first, _ := a.mustRun("games")
	want := a.records()
	second, _ := a.mustRun("games", "games")
	if second.Added != 0 || second.Known != first.Games || second.Files != first.Files {
		t.Errorf("got %+v the second time and %+v the first", second, first)
	}
	if got := a.records(); len(got) != len(want) {
		t.Errorf("got %d records, want %d", len(got), len(want))
	}
}

func TestSummaryAddsUp(t *testing.T) {
	folder(t, games(300))
	summary, problems := newArchive(t).mustRun("games", "nowhere")
	want := &indexer.Summary{Totals: ledger.Totals{
		Files: 30, Games: 303, Added: 302, Known: 1, Failed: 2,
		Problems:     map[string]int{"illegal-move": 1, "missing-close": 1, "unclosed-value": 1},
		ProblemGames: map[string]int{"illegal-move": 1, "missing-close": 1, "unclosed-value": 1},
		Bytes:        summary.Bytes,
	}}
	if diff := cmp.Diff(want, summary); diff != "" {
		t.Errorf("-want +got:\n%s\n%q", diff, problems)
	}
	size := 0
	for _, content := range games(300) {
		size += len(content)
	}
	if summary.Bytes != int64(size) {
		t.Errorf("got %d bytes, the files have %d", summary.Bytes, size)
	}
}

func TestProgressReachesTheEnd(t *testing.T) {
	folder(t, games(3000))
	var last indexer.Progress
	o := indexer.Options{Progress: func(p indexer.Progress) {
		if p.Bytes < last.Bytes || p.Games < last.Games || p.Files < last.Files || p.Bytes > p.TotalBytes {
			t.Errorf("got %+v after %+v", p, last)
		}
		last = p
	}}
	summary, _, err := newArchive(t).run(context.Background(), o, "games")
	must(t, err)
	if last.Bytes != last.TotalBytes || last.Games != summary.Games || last.Files != summary.Files {
		t.Errorf("got %+v at last, want %+v", last, summary)
	}
}

// An import that is interrupted anywhere leaves the beginning of what it would
// have made, and the same import goes on from there.
func TestImportInterrupted(t *testing.T) {
	many := testsize.Of(3000, 900)
	folder(t, games(many))
	whole := newArchive(t)
	whole.mustRun("games")
	want := sources(whole.records())

	r := rand.New(rand.NewPCG(1, 2))
	interrupted := 0
	for range testsize.Of(5, 3) {
		a := newArchive(t)
		a.o.MaxGames = many / 4 // commits on the way
		ctx, cancel := context.WithCancel(context.Background())
		stop := r.IntN(many)
		_, _, err := a.run(ctx, indexer.Options{Progress: func(p indexer.Progress) {
			if p.Games >= stop {
				cancel()
			}
		}}, "games")
		cancel()
		if err != nil {
			interrupted++
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped after %d: got %v, want %v", stop, err, context.Canceled)
			}
		}
		got := sources(a.records())
		if !slices.Equal(got, want[:len(got)]) {
			t.Errorf("stopped after %d: got %d records that are not the first of an uninterrupted import", stop, len(got))
		}
		a.check()
		a.mustRun("games")
		if diff := cmp.Diff(want, sources(a.records())); diff != "" {
			t.Errorf("stopped after %d and completed: -want +got:\n%s", stop, diff)
		}
	}
	if interrupted == 0 {
		t.Error("no import was interrupted")
	}
}

// What Derive makes of a stored record is what was stored: check relies on it.
func TestDeriveAgreesWithImport(t *testing.T) {
	a := newArchive(t)
	a.mustRun(collection(t))
	db := a.open()
	defer db.Close()
	s, err := db.Snapshot()
	must(t, err)
	defer s.Close()
	games := 0
	for _, g := range s.Segments() {
		for local := range g.Len() {
			games++
			r, err := g.Record(local)
			must(t, err)
			want, err := indexer.Derive(r)
			must(t, err)
			script, err := g.Script(local)
			must(t, err)
			got := store.Game{Facts: g.Facts(local), Info: g.Info(local), Script: script, Digest: g.Digest(local)}
			if diff := cmp.Diff(store.Game{Facts: want.Facts, Info: want.Info, Script: want.Script, Digest: want.Digest}, got, cmp.AllowUnexported(store.Game{})); diff != "" {
				t.Errorf("%s: -derived +stored:\n%s", r.Source.Path, diff)
			}
			for _, key := range want.Keys {
				if !slices.Contains(g.Positions(key), uint16(local)) {
					t.Errorf("%s: position %x is not found", r.Source.Path, key)
				}
			}
		}
	}
	if games < 80 {
		t.Errorf("got %d games, want at least 80", games)
	}
}
