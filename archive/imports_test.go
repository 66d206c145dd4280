package archive

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer/ledger"
)

// outcomesOf returns the outcomes of an import by the names of their files.
func outcomesOf(t *testing.T, a *Archive, number int, of OutcomesOf) map[string]*FileOutcome {
	t.Helper()
	found := map[string]*FileOutcome{}
	for o, err := range a.Outcomes(t.Context(), number, of) {
		if err != nil {
			t.Fatal(err)
		}
		found[filepath.Base(o.Path)] = o
	}
	return found
}

func TestImportsAndOutcomes(t *testing.T) {
	a := emptyArchive(t)
	for _, number := range []int{0, 3} {
		for _, err := range a.Outcomes(t.Context(), number, EveryFile) {
			if !errors.Is(err, ErrNoImport) || KindOf(err) != KindNotFound {
				t.Errorf("import %d of none: %v", number, err)
			}
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.sgf": "(;GM[1]SZ[9]PB[A];B[aa])(;GM[1]SZ[9]PB[B];B[bb])",
		"b.sgf": "(;GM[1]SZ[9]PB[B];B[bb])(;GM[1]SZ[9]PB[C];B[cc];B[cc])",
		"c.sgf": "no game at all",
		"d.txt": "a letter",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Import(t.Context(), &Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &Import{Paths: []string{twice(t)}}); err != nil {
		t.Fatal(err)
	}
	runs, err := a.Imports()
	if err != nil || len(runs) != 2 || runs[0].Number != 1 || runs[0].Totals.Added != 3 || runs[0].State != ledger.Done {
		t.Fatalf("%+v, %v", runs, err)
	}
	first := outcomesOf(t, a, 1, EveryFile)
	if len(first) != 4 {
		t.Fatalf("%d outcomes", len(first))
	}
	if o := first["a.sgf"]; o.What != "read" || o.Run != 1 || o.Source != o.Path || len(o.Games) != 1 || o.Games[0].Count != 2 || o.Games[0].Fate != "added" {
		t.Errorf("%+v", o)
	}
	if o := first["b.sgf"]; len(o.Games) != 2 || o.Games[0].Fate != "known" || !strings.HasSuffix(o.Games[0].Of, "a.sgf") || o.Games[0].ID != 2 || o.Games[1].From != 2 {
		t.Errorf("%+v", o)
	}
	if o := first["c.sgf"]; o.What != "refused" || o.Reason == "" || o.Games == nil {
		t.Errorf("%+v", o)
	}
	if o := first["d.txt"]; o.What != "passed" {
		t.Errorf("%+v", o)
	}
	if failed := outcomesOf(t, a, 1, FailedFiles); len(failed) != 1 || failed["c.sgf"] == nil {
		t.Errorf("failed: %+v", failed)
	}
	if passed := outcomesOf(t, a, 1, PassedFiles); len(passed) != 1 || passed["d.txt"] == nil || passed["d.txt"].Reason != "no game record found" {
		t.Errorf("passed over: %v", passed)
	}
	last := outcomesOf(t, a, 0, EveryFile)["twice.sgf"]
	if last == nil || last.Run != 2 || len(last.Games) != 1 {
		t.Fatalf("the last import: %+v", last)
	}
	if g := last.Games[0]; g.ID != 4 || g.Count != 2 || len(g.Duplicates) != 1 || !slices.Contains([]DuplicateOf{{5, 4}, {4, 5}}, g.Duplicates[0]) {
		t.Errorf("%+v", g)
	}
}

// An import that has not ended is interrupted if nobody is at it.
func TestImportsThatNeverEnd(t *testing.T) {
	a := withGames(t, 3)
	s, err := a.db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Open(a.Dir()).Begin(ledger.Run{Paths: []string{"x"}}, ledger.AtOf(s)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	state := func() ledger.State {
		t.Helper()
		runs, err := a.Imports()
		if err != nil || len(runs) != 2 {
			t.Fatalf("%+v, %v", runs, err)
		}
		return runs[1].State
	}
	if got := state(); got != ledger.Interrupted {
		t.Errorf("nobody is at it, and it is %s", got)
	}
	if _, err := a.Remove(t.Context(), func(*View) ([]GameID, error) {
		if got := state(); got != ledger.Running {
			t.Errorf("somebody writes, and it is %s", got)
		}
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}
