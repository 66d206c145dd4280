package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kifudb/store/disk"
)

// One commit may not have come to its end; what is of a later one was published
// once, unless there is a newer manifest as well.
func TestBehind(t *testing.T) {
	for _, tt := range []struct {
		removed, manifest uint64 // the numbers of the newest files
		behind            bool
	}{{5, 5, false}, {6, 5, false}, {7, 5, true}, {8, 5, true}, {7, 6, false}} {
		dir := t.TempDir()
		for folder, number := range map[string]uint64{removedName: tt.removed, manifestsName: tt.manifest} {
			if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, folder, numberName(number)), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := (&manifest{Generation: 5}).behind(dir)
		if errors.Is(err, ErrCorrupt) != tt.behind || err != nil && !tt.behind {
			t.Errorf("manifest 5, files of commit %d, newest manifest %d: got %v", tt.removed, tt.manifest, err)
		}
	}
}

// A reader may stand still for as long as it takes others to commit several times: what it finds
// afterwards is newer than its manifest, and no older one was copied back.
func TestBehindWhileOthersCommit(t *testing.T) {
	db := indexedArchive(t)
	m, err := readManifest(db.dir)
	if err != nil {
		t.Fatal(err)
	}
	looks := 0
	err = m.behindBy(db.dir, func(folder string) ([]os.DirEntry, error) {
		if looks++; looks > 1 {
			for range 3 {
				if err := db.Rebuild(t.Context(), derive, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		return os.ReadDir(folder)
	})
	if err != nil || looks < 3 {
		t.Errorf("%v, after %d looks", err, looks)
	}
	// And one that was copied back is noticed in the same archive.
	all, err := numbers(filepath.Join(db.dir, manifestsName))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		if n > m.Generation {
			if err := os.Remove(manifestPath(db.dir, n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := m.behind(db.dir); !errors.Is(err, ErrCorrupt) {
		t.Errorf("without the newer manifests: %v", err)
	}
}

// A commit that was published and cannot be read then ends its writer as well:
// what it would write next may not be of what is there.
func TestWriterAfterUnreadableCommit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	segments, away := filepath.Join(dir, segmentsName), filepath.Join(dir, "away")
	fails := false
	db, err := openWith(dir, &Options{Create: true}, disk.Files{Fail: func(op, path string) error {
		if fails && op == "rename" && filepath.Base(path) == headName { // the last step of a commit
			return os.Rename(segments, away)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, w, 0, 3)
	fails = true
	if err := w.Commit(t.Context()); err == nil {
		t.Fatal("a commit whose segments are gone succeeds")
	}
	fails = false
	if err := os.Rename(away, segments); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{"commit": w.Commit(t.Context()), "remove": w.Remove(1), "merge": w.Merge(t.Context())} {
		if err == nil {
			t.Errorf("%s goes on after a commit that cannot be read", what)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	newWriter(t, db)
	checkSilent(t, db)
	if got := newSnapshot(t, db).Len(); got != 3 {
		t.Errorf("%d games, want the 3 that were committed", got)
	}
}
