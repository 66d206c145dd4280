package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kifudb/store"
)

// spoiled changes a byte of the only games.idx of an archive: the first of what a
// section of it begins with.
func spoiled(t *testing.T, dir string, begins []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "segments/*/games.idx"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, begins)
	if at < 0 || len(begins) == 0 {
		t.Fatal("the section is not there")
	}
	data[at] ^= 1
	if err := os.WriteFile(files[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// An archive of which the values of games are damaged is asked everything that reads
// them. Views verify what they read, so that questions that do not read them are
// answered, and no other is; single views verify everything.
func TestDamagedValues(t *testing.T) {
	a := withGames(t, 20)
	a = reopened(t, a, func(dir string) { spoiled(t, dir, []byte("\x00\x08Player 0")) })
	if _, err := a.View(); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("View: %v", err)
	}
	ask := func(name string, damaged bool, ask func(vs *Views) error) {
		t.Helper()
		all, err := OpenAll([]string{a.Dir()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer all.Close()
		vs, err := all.View()
		if err != nil {
			t.Fatal(err)
		}
		if err := ask(vs); errors.Is(err, store.ErrCorrupt) != damaged || !damaged && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := vs.Close(); err != nil && !(damaged && errors.Is(err, store.ErrCorrupt)) {
			t.Errorf("%s, closing: %v", name, err)
		}
	}
	every := func() *Search { return &Search{Query: parse(t, "moves:>0"), Limit: 5} }
	ask("count", false, func(vs *Views) error { _, err := vs.Count(t.Context(), every()); return err })
	ask("search", true, func(vs *Views) error { _, err := vs.Search(t.Context(), every()); return err })
	ask("facets", true, func(vs *Views) error {
		s := every()
		s.Facets = []string{"player"}
		_, err := vs.Count(t.Context(), s)
		return err
	})
	ask("names", true, func(vs *Views) error {
		s := every()
		s.Query = parse(t, "player:nobody")
		_, err := vs.Count(t.Context(), s)
		return err
	})
	ask("each", true, func(vs *Views) error {
		n := 0
		_, err := vs.Each(t.Context(), every(), func(*Game) error { n++; return nil })
		if n > 0 {
			t.Errorf("%d games are given away", n)
		}
		return err
	})
	ask("node", true, func(vs *Views) error { _, err := vs.Node("3@2"); return err })
	ask("inventory", true, func(vs *Views) error { _, err := vs.View(0).Inventory(); return err })
	ask("audit", true, func(vs *Views) error { _, err := AskQuestion(t.Context(), vs, "audit", nil, ""); return err })
	ask("duplicates", true, func(vs *Views) error { _, err := vs.Duplicates(t.Context(), nil, 0, 0); return err })
	ask("verify", true, (*Views).Verify)
	ask("what nobody asks an error of", true, func(vs *Views) error {
		for _, g := range vs.View(0).snapshot.Segments() {
			g.Info(0)
		}
		return vs.Close()
	})
}
