package indexer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/store"
)

// An archive is a store in a temporary folder, which is checked when the test
// ends.
type archive struct {
	t      *testing.T
	dir    string
	o      store.Options
	ledger *ledger.DB // nil: imports keep none
}

func newArchive(t *testing.T) *archive {
	a := &archive{t, t.TempDir(), store.Options{Create: true}, nil}
	t.Cleanup(a.check)
	return a
}

// newLedger makes an archive whose imports keep a ledger.
func newLedger(t *testing.T) *archive {
	a := newArchive(t)
	a.ledger = ledger.Open(a.dir)
	return a
}

func (a *archive) open() *store.DB {
	a.t.Helper()
	db, err := store.Open(a.dir, &a.o)
	if err != nil {
		a.t.Fatal(err)
	}
	return db
}

// check demands that what is stored is what Derive makes of the records.
func (a *archive) check() {
	db := a.open()
	defer db.Close()
	for fault := range db.Check(context.Background(), indexer.Derive) {
		a.t.Errorf("check: %v", fault)
	}
	for fault := range ledger.Open(a.dir).Check(context.Background(), db) {
		a.t.Errorf("check: %v", fault)
	}
}

// run imports paths and returns the summary, the problems in their order, and
// the error.
func (a *archive) run(ctx context.Context, o indexer.Options, paths ...string) (*indexer.Summary, []string, error) {
	a.t.Helper()
	db := a.open()
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			a.t.Error(err)
		}
	}()
	var problems []string
	o.Ledger = a.ledger
	also := o.Problem
	o.Problem = func(p indexer.Problem) {
		problems = append(problems, p.Error())
		if also != nil {
			also(p)
		}
	}
	summary, err := indexer.Import(ctx, w, paths, &o)
	return summary, problems, err
}

// mustRun is run for input that is no reason to fail.
func (a *archive) mustRun(paths ...string) (*indexer.Summary, []string) {
	a.t.Helper()
	summary, problems, err := a.run(context.Background(), indexer.Options{}, paths...)
	if err != nil {
		a.t.Fatal(err)
	}
	return summary, problems
}

// near is a place from the working folder, in which tests write their files.
func near(place string) string {
	wd, err := os.Getwd()
	if err != nil {
		return place
	}
	return strings.TrimPrefix(place, wd+string(filepath.Separator))
}

// records returns all records in the order of their ids.
func (a *archive) records() []store.Record {
	a.t.Helper()
	db := a.open()
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		a.t.Fatal(err)
	}
	defer s.Close()
	var records []store.Record
	for _, g := range s.Segments() {
		for local := range g.Len() {
			r, err := g.Record(local)
			r.Source.Path = near(r.Source.Path)
			if err != nil {
				a.t.Fatal(err)
			}
			records = append(records, r)
		}
	}
	return records
}

// sources returns where the records came from: "path#game", from 0.
func sources(records []store.Record) []string {
	var s []string
	for _, r := range records {
		s = append(s, fmt.Sprintf("%s#%d", r.Source.Path, r.Source.Game))
	}
	return s
}

// contain demands that the got strings contain the wanted ones, in order and
// one for one.
func contain(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.EqualFunc(got, want, strings.Contains) {
		t.Errorf("got problems %q, want %q", got, want)
	}
}
