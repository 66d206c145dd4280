package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// copyOf returns a copy of an archive's directory, as one who works elsewhere has it.
func copyOf(t *testing.T, db *DB) *DB {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(db.dir)); err != nil {
		t.Fatal(err)
	}
	c, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// A segment that was made in a copy of the archive is adopted behind what the archive has
// got meanwhile, and the archive is as if its games had been added there.
func TestAdopt(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 20)
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	elsewhere := copyOf(t, db)
	other := newWriter(t, elsewhere)
	addGames(t, other, 50, 90)
	commit(t, other)
	if err := other.Remove(25); err != nil {
		t.Fatal(err)
	}
	w = newWriter(t, db)
	addGames(t, w, 20, 50)
	commit(t, w)
	s := newSnapshot(t, elsewhere)
	last := s.Segments()[len(s.Segments())-1]
	first, err := w.Adopt(t.Context(), elsewhere.dir, last.Name())
	if err != nil {
		t.Fatal(err)
	}
	if first != 51 {
		t.Errorf("the first game is %d", first)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkSilent(t, db)

	want := newDB(t, nil)
	all := newWriter(t, want)
	addGames(t, all, 0, 90)
	commit(t, all)
	if err := all.Remove(first + 25 - last.Base()); err != nil {
		t.Fatal(err)
	}
	if got, want := answers(t, newSnapshot(t, db)), answers(t, newSnapshot(t, want)); got != want {
		t.Errorf("the archive is not what it would be (-added +adopted):\n%s", cmp.Diff(want, got))
	}
	// Nothing of another archive is adopted.
	stranger := newDB(t, nil)
	x := newWriter(t, stranger)
	addGames(t, x, 0, 3)
	commit(t, x)
	w = newWriter(t, db)
	if _, err := w.Adopt(t.Context(), stranger.dir, "000001"); err == nil {
		t.Error("a segment of another archive was adopted")
	}
}

// What ReadContents names is the archive: a copy of these files alone is whole.
func TestContents(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for i := range 12 {
		addGames(t, w, 40*i, 40*i+40)
		commit(t, w)
	}
	if err := w.Remove(3, 100); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := ReadContents(db.dir)
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	bring := func(name string) {
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(db.dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	live := 0
	for _, s := range c.Segments {
		live += s.Live
		files, err := SegmentFiles(db.dir, s.Name)
		if err != nil {
			t.Fatal(err)
		}
		for name := range files[s.Name] {
			if !IsSegmentFile(s.Name, name) || IsSmallFile(name) {
				t.Errorf("%s is a file of segment %s", name, s.Name)
			}
			bring(name)
		}
	}
	for _, name := range c.Small {
		if !IsSmallFile(name) {
			t.Errorf("%s is a small file", name)
		}
		bring(name)
	}
	if last := c.Small[len(c.Small)-1]; last != headName || live != 478 || c.Next != 481 {
		t.Errorf("%s is the last file, %d games are live, the next is %d", last, live, c.Next)
	}
	copied, err := Open(to, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if got, want := answers(t, newSnapshot(t, copied)), answers(t, newSnapshot(t, db)); got != want {
		t.Errorf("the copy is another archive:\n%s", cmp.Diff(want, got))
	}
}

// A snapshot of some segments has these, and is otherwise that of the archive.
func TestSnapshotOf(t *testing.T) {
	db := newDB(t, &Options{MaxGames: 10})
	w := newWriter(t, db)
	addGames(t, w, 0, 40)
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := newSnapshot(t, db)
	var names []string
	for i, g := range whole.Segments() {
		if i%2 == 1 {
			names = append(names, g.Name())
		}
	}
	// The other segments need not be there.
	dir := copyOf(t, db).dir
	for _, g := range whole.Segments() {
		if !slices.Contains(names, g.Name()) {
			if err := os.RemoveAll(filepath.Join(dir, segmentsName, g.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	again, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	s, err := again.SnapshotOf(names)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(s.Segments()) != len(names) || s.Stamp() != whole.Stamp() || s.Generation() != whole.Generation() || s.ID() != whole.ID() {
		t.Errorf("%d segments of %d, stamps %x and %x", len(s.Segments()), len(names), s.Stamp(), whole.Stamp())
	}
	for id := GameID(1); id <= 40; id++ {
		g, _, ok := s.Segment(id)
		if want, _, _ := whole.Segment(id); ok != slices.Contains(names, want.Name()) || ok && g.Base() != want.Base() {
			t.Errorf("game %d: %v", id, ok)
		}
	}
	if _, err := again.SnapshotOf([]string{"999999"}); !errors.Is(err, ErrStale) {
		t.Errorf("a segment that is not there: %v", err)
	}
	if _, err := again.Snapshot(); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("all of them: %v", err)
	}
}
