package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// removedTwo returns an archive of ten games, of which two were removed in one commit each, and the
// number of the last one.
func removedTwo(t *testing.T) (db *DB, last uint64) {
	t.Helper()
	db = newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	for _, id := range []GameID{3, 7} {
		if err := w.Remove(id); err != nil {
			t.Fatal(err)
		}
	}
	last = w.Generation()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return db, last
}

// TestRemovedTwice damages the files that say which games are removed: one of the two costs nothing, also in the
// next commit, and both keep everybody from reading until the loss is accepted.
func TestRemovedTwice(t *testing.T) {
	const both = -1
	for lost, name := range map[string]func(string) error{
		"deleted": os.Remove,
		"cut":     func(path string) error { return os.Truncate(path, 30) },
		"older": func(path string) error {
			all, err := numbers(filepath.Dir(path))
			if err != nil || len(all) != 2 {
				t.Fatal(all, err)
			}
			text, err := os.ReadFile(filepath.Join(filepath.Dir(path), numberName(all[0])))
			return errors.Join(err, os.WriteFile(path, text, 0o666))
		},
	} {
		for which := both; which <= 1; which++ {
			db, last := removedTwo(t)
			again := fmt.Sprintf("games between 1 and 10 that were removed after commit %d are there again", last-1)
			for i, path := range []string{removedPath(db.dir, last), removedCopyPath(db.dir, last)} {
				if which == both || which == i {
					if err := name(path); err != nil {
						t.Fatal(err)
					}
				}
			}
			fresh, err := Open(db.dir, &Options{Damaged: true})
			if err != nil {
				t.Fatal(err)
			}
			defer fresh.Close()
			removed := func() int {
				s, err := fresh.Snapshot()
				if err != nil {
					return -1
				}
				defer s.Close()
				return int(s.Segments()[0].Removed().GetCardinality())
			}
			faults := func() (all []string) {
				for err := range fresh.Check(t.Context(), derive) {
					all = append(all, err.Error())
				}
				return all
			}
			repair := func(accept bool) (told []error, err error) {
				err = fresh.Repair(t.Context(), derive, &RepairOptions{AcceptLoss: accept, Report: func(m SegmentRepair) { told = append(told, m.Faults...) }})
				return told, err
			}
			if which != both {
				if got := removed(); got != 2 {
					t.Errorf("%s: %d games are removed, want 2", lost, got)
				}
				if all := faults(); len(all) != 1 || !strings.Contains(all[0], removedName) {
					t.Errorf("%s: %q", lost, all)
				}
				if told, err := repair(false); err != nil || len(told) != 1 {
					t.Errorf("%s: %v, %v", lost, told, err)
				}
				if all := faults(); len(all) > 0 || removed() != 2 {
					t.Errorf("%s, repaired: %q, %d removed", lost, all, removed())
				}
				continue
			}
			if removed() != -1 {
				t.Errorf("%s twice: it can be read", lost)
			}
			if _, err := repair(false); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), again) {
				t.Errorf("%s twice, not accepted: %v", lost, err)
			}
			if removed() != -1 || len(faults()) == 0 {
				t.Errorf("%s twice, not accepted: it can be read", lost)
			}
			if told, err := repair(true); err != nil || len(told) == 0 {
				t.Errorf("%s twice, accepted: %v, %v", lost, told, err)
			}
			if all := faults(); len(all) > 0 || removed() != 1 {
				t.Errorf("%s twice, accepted: %q, %d removed, want the first of them", lost, all, removed())
			}
		}
	}
}

// TestRemovedCopiesArePruned demands that copies go with their files.
func TestRemovedCopiesArePruned(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 30)
	commit(t, w)
	for id := GameID(1); id <= 20; id++ {
		if err := w.Remove(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := numbers(filepath.Join(db.dir, removedName))
	entries, listErr := os.ReadDir(filepath.Join(db.dir, removedName))
	if err := errors.Join(err, listErr); err != nil || len(files) > keptManifests || len(entries) != 2*len(files) {
		t.Errorf("%d files, %d with copies, %v", len(files), len(entries), err)
	}
}

// TestRemovedWithoutManifest loses the newest manifest together with one of the two files of removed games: what
// was removed stays so.
func TestRemovedWithoutManifest(t *testing.T) {
	for _, lost := range []func(string, uint64) string{removedPath, removedCopyPath} {
		db, last := removedTwo(t)
		if err := errors.Join(os.Remove(manifestPath(db.dir, last)), os.Remove(lost(db.dir, last))); err != nil {
			t.Fatal(err)
		}
		fresh, err := Open(db.dir, &Options{Damaged: true})
		if err != nil {
			t.Fatal(err)
		}
		defer fresh.Close()
		if err := fresh.Repair(t.Context(), derive, &RepairOptions{Report: func(SegmentRepair) {}}); err != nil {
			t.Fatal(err)
		}
		for err := range fresh.Check(t.Context(), derive) {
			t.Errorf("repaired: %v", err)
		}
		s, err := fresh.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Segments()[0].Removed().GetCardinality(); n != 2 {
			t.Errorf("%s lost: %d games are removed, want 2", lost(db.dir, last), n)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOlderManifestBesideCopies: an older manifest that was copied back is noticed by the copy of a later
// file of removed games alone.
func TestOlderManifestBesideCopies(t *testing.T) {
	db, last := removedTwo(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(db.dir)); err != nil {
		t.Fatal(err)
	}
	m, err := readNumbered(dir, last-2)
	if err != nil {
		t.Fatal(err)
	}
	lost := []string{manifestPath(dir, last), manifestPath(dir, last-1), removedPath(dir, last), removedPath(dir, last-1)}
	for _, path := range lost {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.behind(dir); !errors.Is(err, ErrCorrupt) {
		t.Errorf("manifest %d beside the copies of commits %d and %d: %v", last-2, last-1, last, err)
	}
}
