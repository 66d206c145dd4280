package archive

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/book/duplicate"
)

// withGames makes an archive of different games in a folder of the test.
func withGames(t *testing.T, n int) *Archive {
	t.Helper()
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, n)}}); err != nil {
		t.Fatal(err)
	}
	return a
}

// reopened closes an archive, lets something be done to its files, and opens it
// again.
func reopened(t *testing.T, a *Archive, do func(dir string)) *Archive {
	t.Helper()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	do(a.Dir())
	again, err := Open(a.Dir(), &Options{Damaged: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { again.Close() })
	return again
}

// overwritten writes something else over the only file of a name in an archive.
func overwritten(t *testing.T, dir, pattern string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	if err := os.WriteFile(files[0], []byte("nothing that anybody has written"), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	a := withGames(t, 30)
	state, err := a.StartCheck(Check{}).Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, ok := state.Result.(*Checked)
	if !ok || state.State != "done" || c.Games != 30 || c.Sample || len(c.Faults) != 0 {
		t.Fatalf("%+v with %+v", state, c)
	}
	if p := state.Progress; p.Stage != "checking" || p.Done != 30 || p.Total != 30 || p.Unit != "games" {
		t.Errorf("progress %+v", p)
	}
	if text, err := json.Marshal(c); err != nil || string(text) != `{"faults":[],"games":30}` {
		t.Errorf("%s, %v", text, err)
	}
}

// A sample says of how many games it is, and by which seed, also 0.
func TestCheckOfASample(t *testing.T) {
	a := withGames(t, 30)
	seed := uint64(0)
	c, err := a.Check(t.Context(), &Check{Sample: 7, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(c); err != nil || string(text) != `{"faults":[],"games":7,"of":30,"sample":true,"seed":0}` {
		t.Errorf("%s, %v", text, err)
	}
	c, err = a.Check(t.Context(), &Check{Sample: 100})
	if err != nil || c.Games != 30 || c.Seed == nil {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := a.Check(t.Context(), &Check{Sample: -1}); KindOf(err) != KindUsage {
		t.Errorf("a sample of -1: %v", err)
	}
}

// Faults are told as they are found, and are the answer of the check.
func TestCheckFindsDamage(t *testing.T) {
	for _, damage := range []string{"segments/*/games.idx", "segments/*/games.db", "ledger.db", "MANIFEST"} {
		a := reopened(t, withGames(t, 30), func(dir string) { overwritten(t, dir, damage) })
		var told []string
		c, err := a.Check(t.Context(), &Check{Fault: func(fault string) { told = append(told, fault) }})
		if err != nil || len(c.Faults) == 0 || !slices.Equal(told, c.Faults) {
			t.Fatalf("%s: %+v, told %q, %v", damage, c, told, err)
		}
		if name := filepath.Base(damage); !strings.Contains(strings.Join(c.Faults, "\n"), name) {
			t.Errorf("%s is not named in %q", name, c.Faults)
		}
	}
}

// twice writes a file with two records of one game.
func twice(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "twice.sgf")
	moves := []byte("SZ[19]")
	for i := range 60 {
		moves = fmt.Appendf(moves, ";%c[%c%c]", "BW"[i%2], 'a'+i*7%19, 'a'+i*5%17)
	}
	text := fmt.Sprintf("(;GM[1]PB[A]PW[B]DT[1990]%s)(;GM[1]PB[A]PW[B]DT[1990]C[again]%[1]s)", moves)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// What is kept of which records are of one game is checked, too, and made again.
func TestCheckComparesDuplicates(t *testing.T) {
	a := withGames(t, 3)
	done, err := a.Import(t.Context(), &Import{Paths: []string{twice(t)}})
	if err != nil || done.Duplicates != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) != 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	a = reopened(t, a, func(dir string) { overwritten(t, dir, duplicate.FileName) })
	if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if r, err := a.Repair(t.Context(), &Repair{}); err != nil || len(r.Besides) != 1 || len(r.Faults) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if n, err := a.duplicates(t.Context()); err != nil || n != 1 {
		t.Errorf("%d games with more than one record, %v", n, err)
	}
}

func TestCheckIsStopped(t *testing.T) {
	a := withGames(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []Check{{}, {Sample: 2}} {
		if c, err := a.Check(ctx, &o); !errors.Is(err, context.Canceled) || c != nil {
			t.Errorf("%+v: %+v, %v", o, c, err)
		}
	}
	if r, err := a.Repair(ctx, &Repair{}); !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("repair: %+v, %v", r, err)
	}
}

// olderArchive makes a folder of an archive that an older version of the program
// wrote.
func olderArchive(t *testing.T, name string) string {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join("..", "testdata", "archive", name))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return dir
}
