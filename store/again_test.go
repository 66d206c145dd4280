package store

import (
	"errors"
	"runtime"
	"testing"
	"time"
)

// Snapshots of one commit share their segments as long as nothing else is opened, and files are
// closed when nobody sees them any more.
func TestSnapshotAgain(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("manifests are always read here")
	}
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	later := time.Now().Add(time.Hour)
	open := func() *Snapshot {
		t.Helper()
		m, err := db.last.newest(db.dir, later)
		if err != nil {
			t.Fatal(err)
		}
		s, err := db.snapshotAgain(m, false)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	closeAll := func(list ...*Snapshot) {
		t.Helper()
		for _, s := range list {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	first, second := open(), open()
	if first.segments[0].files != second.segments[0].files || first.segments[0] == second.segments[0] || first.Stamp() != second.Stamp() || first.Stamp() == 0 || first.Generation() != second.Generation() {
		t.Error("two snapshots of one commit have not the same files, each with segments of its own")
	}
	files := first.segments[0].files
	closeAll(first, second)
	if refs := db.open[first.segments[0].entry.Name].refs; refs != files.refs || refs < 1 {
		t.Errorf("%d refs are left", refs)
	}
	func() { // which would read what a writer may have taken away
		defer func() {
			if recover() == nil {
				t.Error("a game can be read when its snapshot is closed")
			}
		}()
		first.segments[0].Facts(0)
	}()
	third := open()
	if err := w.Remove(3); err != nil {
		t.Fatal(err)
	}
	fourth := open()
	if fourth.Len() != 9 || third.Len() != 10 || fourth.Stamp() == third.Stamp() {
		t.Errorf("%d and %d games", fourth.Len(), third.Len())
	}
	if again, err := db.snapshotAgain(fourth.manifestOf(t, db), false); err != nil || again.Len() != 9 {
		t.Error(again, err)
	} else {
		closeAll(again)
	}
	closeAll(third, fourth)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if len(db.open) != 0 {
		t.Errorf("%d segments are open", len(db.open))
	}
	m, err := db.last.newest(db.dir, later)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := db.snapshotAgain(m, false); err != ErrClosed {
		t.Error(s, err)
	}
}

// manifestOf returns the manifest that a snapshot is of, which is the newest.
func (s *Snapshot) manifestOf(t *testing.T, db *DB) *manifest {
	t.Helper()
	m, err := db.last.newest(db.dir, time.Now().Add(time.Hour))
	if err != nil || m.Generation != s.generation {
		t.Fatal(m, err)
	}
	return m
}

// Segments that a snapshot may have again are not those whose files are closed, whoever lets go of
// them last: a writer that has merged them, or a snapshot that was opened when the archive kept
// them no more.
func TestSnapshotAgainOfClosedFiles(t *testing.T) {
	other := newDB(t, nil)
	w := newWriter(t, other)
	addGames(t, w, 0, 10)
	commit(t, w)
	db, err := Open(other.dir, nil) // where no writer has files open
	if err != nil {
		t.Fatal(err)
	}
	m, err := db.last.newest(db.dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	open := func() *Snapshot {
		t.Helper()
		s, err := db.snapshotAgain(m, false)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	readable := func(what string, list ...*Snapshot) {
		t.Helper()
		for _, s := range list {
			if db.open[s.segments[0].entry.Name] != s.segments[0].files {
				t.Fatalf("%s: the files of a snapshot are closed", what)
			}
			if err := s.Verify(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	readable("at first", open())
	forget := func() {
		t.Helper()
		db.mu.Lock()
		defer db.mu.Unlock()
		if err := db.forget(&manifest{}); err != nil {
			t.Fatal(err)
		}
	}
	forget() // as a writer does whose commit names other segments
	readable("a writer let go of them", open(), open())
	before := open()
	forget()
	again := open()
	readable("they are kept no more", before, again)
	readable("a snapshot let go of them", open(), open())
	if err := errors.Join(w.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
}
