package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kifudb/store/disk"
)

// TestDeadFilesStopNothing demands that work goes on where nothing can be deleted, as on
// Windows while another program has the files open, and that a later writer deletes what is left.
func TestDeadFilesStopNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	refused := 0
	refusing, err := openWith(dir, &Options{Create: true}, disk.Files{Fail: func(operation, path string) error {
		if operation != "remove" {
			return nil
		}
		if _, err := os.Lstat(path); err != nil {
			return nil
		}
		refused++
		return errors.New("the file is open in another program")
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	did := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	for round := range 3 {
		w, err := refusing.Writer(derive)
		did("a writer", err)
		// What programs that were killed have left where this one builds, and where it puts the segment.
		for _, name := range []string{w.next().segmentName(), disk.TempPrefix + w.next().segmentName()} {
			did("a dead segment", os.MkdirAll(w.path(name), 0o777))
			did("a dead file", os.WriteFile(filepath.Join(w.path(name), "dead"), nil, 0o666))
		}
		addGames(t, w, 10*round, 10*round+10)
		did("commit", w.Commit(ctx))
		did("comments", w.IndexComments(ctx, nil))
		did("features", w.IndexFeatures(ctx, nil))
		did("remove", w.Remove(GameID(10*round+1)))
		did("rewrite", w.Rewrite(ctx, map[GameID]*Game{GameID(10*round + 2): game(t, 50+round)}))
		did("merge", w.replace(ctx, 0, len(w.manifest.Segments), nil))
		did("compact", w.Compact(ctx))
		did("close", w.Close())
	}
	if n, err := refusing.Leftover(); err != nil || n == 0 {
		t.Errorf("%d segments are said to be left, %v", n, err)
	}
	did("rebuild", refusing.Rebuild(ctx, derive, nil))
	did("repair", refusing.Repair(ctx, derive, nil))
	did("close", refusing.Close())
	if refused < 20 {
		t.Errorf("only %d files could not be deleted: little was tested", refused)
	}

	db, err := Open(dir, nil)
	did("open", err)
	defer db.Close()
	if got := newSnapshot(t, db).Len(); got != 27 {
		t.Errorf("%d games, want 27", got)
	}
	checkSilent(t, db)
	left := func() int {
		entries, err := os.ReadDir(filepath.Join(dir, segmentsName))
		did("read", err)
		return len(entries)
	}
	before := left()
	w, err := db.Writer(derive)
	did("a writer", err)
	if after := left(); after != len(w.manifest.Segments) || before <= after {
		t.Errorf("%d segments are left of %d by a writer that can delete, and the archive has %d", after, before, len(w.manifest.Segments))
	}
	did("close", w.Close())
	if n, err := db.Leftover(); err != nil || n != 0 {
		t.Errorf("%d segments are said to be left after all could be deleted, %v", n, err)
	}
}
