package indexer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMovedFolder moves what was imported and imports it again: the games are the
// same, and their places those where they are now. A second copy moves nothing.
func TestMovedFolder(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("old/%d.sgf", i)] = fmt.Sprintf("(;PB[Player %d];B[aa])(;PW[Player %d];B[bb])", i, i)
	}
	files["stays.sgf"] = gameA
	folder(t, files)
	a := newLedger(t)
	a.mustRun("old", "stays.sgf")
	before := a.records()
	must(t, os.Rename("old", "new"))
	must(t, os.WriteFile("copy.sgf", []byte(gameA), 0o666))
	a.mustRun("new", "copy.sgf")
	after := a.records()
	if len(before) != 81 || len(after) != len(before) {
		t.Fatalf("%d games became %d", len(before), len(after))
	}
	for i, r := range before {
		want := r
		if dir, name := filepath.Split(r.Source.Path); dir != "" {
			want.Source.Path = "new/" + name
		}
		if d := cmp.Diff(want, after[i]); d != "" {
			t.Errorf("game %d (-want +got)\n%s", i+1, d)
		}
	}
}

// TestFoldersOfOneName imports the same path from two working folders.
func TestFoldersOfOneName(t *testing.T) {
	folder(t, map[string]string{"one/games/a.sgf": gameA, "two/games/a.sgf": gameB})
	top, err := os.Getwd()
	must(t, err)
	a := newLedger(t)
	for _, dir := range []string{"one", "two"} {
		t.Chdir(filepath.Join(top, dir))
		a.mustRun("games")
	}
	t.Chdir(top)
	if d := cmp.Diff([]string{"one/games/a.sgf#0", "two/games/a.sgf#0"}, sources(a.records())); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
