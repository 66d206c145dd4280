package store

import (
	"archive/zip"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// format1 is an archive of the first version of the format: six test games,
// of which the second was removed, with their comments indexed, and in a second
// segment three more without.
//
//go:embed testdata/format1.zip
var format1 []byte

// oldArchive unpacks format1.
func oldArchive(t *testing.T) (dir string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(format1), int64(len(format1)))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestOlder(t *testing.T) {
	dir := oldArchive(t)
	if _, err := Open(dir, nil); !errors.Is(err, ErrOlder) {
		t.Errorf("open an archive of format 1: %v, want ErrOlder", err)
	}
	db, err := Open(dir, &Options{Outdated: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Snapshot(); !errors.Is(err, ErrOlder) {
		t.Errorf("snapshot: %v, want ErrOlder", err)
	}
	if _, err := db.Writer(derive); !errors.Is(err, ErrOlder) {
		t.Errorf("writer: %v, want ErrOlder", err)
	}
	var progress []int
	if err := db.Rebuild(t.Context(), derive, func(done, total int) { progress = append(progress, done, total) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{0, 9, 6, 9, 6, 9, 9, 9}, progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	checkUpgraded(t, dir)
}

// checkUpgraded demands what format1 holds, in the newest format.
func checkUpgraded(t *testing.T, dir string) {
	t.Helper()
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checkSilent(t, db)
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 9 {
		if i == 1 {
			continue // removed
		}
		compareGame(t, s, GameID(i+1), game(t, i))
	}
	if got, want := fmt.Sprint(s.Len(), len(s.Segments()), s.Text()), "8 2 {6 9}"; got != want {
		t.Errorf("games, segments and comments indexed: %s, want %s", got, want)
	}
}

// TestRebuildSame rebuilds what is up to date.
func TestRebuildSame(t *testing.T) {
	db := newDB(t, nil)
	if err := db.Rebuild(t.Context(), derive, nil); err != nil {
		t.Errorf("empty archive: %v", err)
	}
	w := newWriter(t, db)
	addGames(t, w, 0, 50)
	commit(t, w)
	if err := db.Rebuild(t.Context(), derive, nil); !errors.Is(err, ErrLocked) {
		t.Errorf("rebuild beside a writer: %v, want ErrLocked", err)
	}
	before, list := w.manifest.Segments[0], listOf(t, w, 0)
	if err := errors.Join(w.Close(), db.Rebuild(t.Context(), derive, nil)); err != nil {
		t.Fatal(err)
	}
	after := newWriter(t, db)
	if got := after.manifest.Segments[0]; got.Name == before.Name {
		t.Errorf("segment %s was not built anew", got.Name)
	}
	if diff := cmp.Diff(list, listOf(t, after, 0)); diff != "" {
		t.Errorf("rebuilt (-was +is):\n%s", diff)
	}
}

// TestUpgradeFailure makes each step of an upgrade fail in turn. Whatever
// fails, an older program is kept away as soon as anything is in the new format,
// and the next rebuild completes the work without doing it twice.
func TestUpgradeFailure(t *testing.T) {
	broken := errors.New("injected failure")
	half := 0
	for fail := 1; ; fail += stride() {
		dir := oldArchive(t)
		var mu sync.Mutex // parts are built side by side
		step := 0
		failing, err := openWith(dir, &Options{Outdated: true}, files{fail: func(string, string) error {
			mu.Lock()
			defer mu.Unlock()
			if step++; step >= fail {
				return broken
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		err = failing.Rebuild(t.Context(), derive, nil)
		failing.Close()
		if err == nil {
			checkUpgraded(t, dir)
			if fail < 10 || half < 3/stride() {
				t.Errorf("%d steps, %d of them with half of the segments done: nothing was tested", fail, half)
			}
			return
		}
		if !errors.Is(err, broken) {
			t.Fatalf("step %d: %v", fail, err)
		}
		m, err := readManifest(dir)
		if err != nil {
			t.Fatalf("step %d: %v", fail, err)
		}
		formats := strings.ReplaceAll(fmt.Sprint(m.Format, m.Segments[0].Format, m.Segments[1].Format), fmt.Sprint(formatVersion), "n")
		db, err := Open(dir, nil)
		switch formats {
		case "1 1 1", "n 1 1", "n n 1":
			if !errors.Is(err, ErrOlder) {
				t.Errorf("step %d: formats %s: %v, want ErrOlder", fail, formats, err)
			}
		case "n n n":
			if err != nil {
				t.Errorf("step %d: formats %s: %v", fail, formats, err)
			} else {
				db.Close()
			}
		default:
			t.Errorf("step %d: formats of the archive and its segments: %s", fail, formats)
		}
		if db, err = Open(dir, &Options{Outdated: true}); err != nil {
			t.Fatal(err)
		}
		total := 0
		if err := db.Rebuild(t.Context(), derive, func(_, n int) { total = n }); err != nil {
			t.Fatalf("step %d: %v", fail, err)
		}
		if formats == "n n 1" {
			half++
			if total != 3 && total != 0 { // what was all but done is done when it is opened
				t.Errorf("step %d: %d games built again, want the 3 that were not done", fail, total)
			}
		}
		db.Close()
		checkUpgraded(t, dir)
		if entries, err := os.ReadDir(dir + "/" + segmentsName); err != nil || len(entries) != 2 {
			t.Errorf("step %d: %d directories for 2 segments, %v", fail, len(entries), err)
		}
	}
}

func TestRebuildCanceled(t *testing.T) {
	dir := oldArchive(t)
	db, err := Open(dir, &Options{Outdated: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithCancel(t.Context())
	err = db.Rebuild(ctx, derive, func(done, _ int) {
		if done == 6 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled after the first segment: %v", err)
	}
	if err := db.Rebuild(t.Context(), derive, nil); err != nil {
		t.Fatal(err)
	}
	checkUpgraded(t, dir)
}
