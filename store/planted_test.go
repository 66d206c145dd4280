package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// TestWriterAfterFailure demands that a writer whose commit failed at an unknown
// point does nothing more: what it knows may not be what is on the disk.
func TestWriterAfterFailure(t *testing.T) {
	broken := errors.New("injected failure")
	for _, operation := range []string{"link", "sync"} {
		dir := filepath.Join(t.TempDir(), "archive")
		fails := false
		db, err := openWith(dir, &Options{Create: true}, disk.Files{Fail: func(op, path string) error {
			if fails && op == operation && strings.Contains(path, manifestsName) && !strings.Contains(path, disk.TempPrefix) {
				return broken
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		w, err := db.Writer(derive)
		if err != nil {
			t.Fatal(err)
		}
		addGames(t, w, 0, 5)
		fails = true
		if err := w.Commit(t.Context()); !errors.Is(err, broken) {
			t.Fatalf("commit: %v, want the injected failure", err)
		}
		fails = false
		for what, err := range map[string]error{"commit": w.Commit(t.Context()), "remove": w.Remove(1), "merge": w.Merge(t.Context())} {
			if err == nil {
				t.Errorf("%s failed, and after it %s goes on", operation, what)
			}
		}
		if err := errors.Join(w.Close(), db.Close()); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(dir, nil); err != nil {
			t.Fatal(err)
		}
		newWriter(t, db)
		checkSilent(t, db)
		if got := newSnapshot(t, db).Len(); got != 5 {
			t.Errorf("%s failed: %d games after the next writer has taken over, want the 5 that were complete", operation, got)
		}
		t.Cleanup(func() { db.Close() })
	}
}

// TestSegmentsInUse demands that a writer leaves the segments alone which a
// snapshot of its own process sees: their texts are opened when they are asked.
func TestSegmentsInUse(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for lo := 0; lo < 20; lo += 10 {
		addGames(t, w, lo, lo+10)
		commit(t, w)
	}
	s := newSnapshot(t, db)
	if err := errors.Join(w.replace(t.Context(), 0, 2, nil), w.clean()); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, g := range s.Segments() {
		for _, err := range g.SearchComments(t.Context(), fulltext.Query{Text: "black"}) {
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
	}
	if found == 0 {
		t.Error("no comment is found: nothing was tested")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.clean(); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Join(db.dir, segmentsName)); err != nil || len(entries) != 1 {
		t.Errorf("%d segments when nobody sees the others any more, %v; want 1", len(entries), err)
	}
}

// TestRemovedOutOfRange demands that a set of removed games fits its segment.
func TestRemovedOutOfRange(t *testing.T) {
	e := &segmentEntry{Name: "000001", Base: 1, Games: 10}
	for last, want := range map[int]error{9: nil, 10: ErrCorrupt, 11: ErrCorrupt} {
		data, err := packSet(roaring.BitmapOf(3, uint32(last)))
		if err != nil {
			t.Fatal(err)
		}
		r := &removedFile{Generation: 5, Sets: map[string][]byte{"000001": data}}
		if _, err := r.set("x", e); !errors.Is(err, want) {
			t.Errorf("game %d of 10 removed: %v, want %v", last, err, want)
		}
	}
	r := &removedFile{Sets: map[string][]byte{}}
	if _, err := r.set("x", e); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a file that does not name the segment: %v, want ErrCorrupt", err)
	}
}

// TestLaterSegmentIsKept demands that a writer does not delete what is later than
// its manifest, whoever called clean.
func TestLaterSegmentIsKept(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	later := w.path("000009")
	if err := os.CopyFS(later, os.DirFS(w.path("000001"))); err != nil {
		t.Fatal(err)
	}
	h, _, err := readHeader(w.path("000001"))
	if err != nil {
		t.Fatal(err)
	}
	h.Segment, h.Commit = "000009", []string{"000009"}
	for _, test := range []struct {
		generation uint64
		kept       bool
	}{{w.manifest.Generation + 1, true}, {w.manifest.Generation, false}} {
		h.Generation = test.generation
		if _, err := writeHeader(disk.Files{}, later, h); err != nil {
			t.Fatal(err)
		}
		if err := w.clean(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(later); (err == nil) != test.kept {
			t.Errorf("a segment of commit %d beside manifest %d: %v; want it kept: %t", test.generation, w.manifest.Generation, err, test.kept)
		}
	}
}
