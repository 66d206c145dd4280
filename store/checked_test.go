package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// pagedFile writes sections of several pages and of less than one.
func pagedFile(t *testing.T) (path string, data map[string][]byte) {
	t.Helper()
	data = map[string][]byte{}
	random := rand.NewChaCha8([32]byte{1})
	var w sectionWriter
	for _, row := range []struct {
		tag string
		n   int
	}{{tagScripts, 3 * pageBytes}, {tagLines, pageBytes}, {tagFacts, 3*pageBytes + 100}, {tagDigests, 2 * pageBytes}} {
		data[row.tag] = make([]byte, row.n)
		random.Read(data[row.tag])
		w.add(row.tag, data[row.tag])
	}
	path = filepath.Join(t.TempDir(), indexName)
	if err := w.write(files{}, path); err != nil {
		t.Fatal(err)
	}
	return path, data
}

// TestPages reads a file of which one byte has changed, all pages but the damaged
// one first.
func TestPages(t *testing.T) {
	path, data := pagedFile(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const largePage = 1 << largePageShift
	for _, row := range []struct {
		tag  string
		at   int
		from int // where the page begins and ends that is lost
		to   int
	}{
		{tag: tagFacts, at: 0, to: pageBytes},
		{tag: tagFacts, at: pageBytes - 1, to: pageBytes},
		{tag: tagFacts, at: pageBytes, from: pageBytes, to: 2 * pageBytes},
		{tag: tagFacts, at: 3*pageBytes + 99, from: 3 * pageBytes, to: 3*pageBytes + 100},
		{tag: tagDigests, at: 2*pageBytes - 1, from: pageBytes, to: 2 * pageBytes},
		{tag: tagLines, at: 5, to: pageBytes}, // all of a short one
		{tag: tagScripts, at: 5, to: largePage},
		{tag: tagScripts, at: 3*largePage + 17, from: 3 * largePage, to: 4 * largePage},
	} {
		t.Run(fmt.Sprint(row.tag, row.at), func(t *testing.T) {
			bad := bytes.Clone(whole)
			bad[bytes.Index(whole, data[row.tag])+row.at] ^= 4
			broken := filepath.Join(t.TempDir(), indexName)
			if err := os.WriteFile(broken, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := openSections(broken)
			if err != nil {
				t.Fatal(err)
			}
			defer s.close()
			for tag, want := range data {
				c := s.checked(tag)
				for at := 0; at < len(want); at += 64 {
					if tag == row.tag && at >= row.from && at < row.to {
						continue
					}
					n := min(64, len(want)-at)
					if !bytes.Equal(c.bytes(at, n), want[at:at+n]) {
						t.Fatalf("%s at %d is not what was written", tag, at)
					}
				}
			}
			if err := s.damage(); err != nil {
				t.Fatalf("what is whole is damaged: %v", err)
			}
			c := s.checked(row.tag)
			for _, at := range []int{row.from, row.at, row.to - 1} {
				if c.bytes(at, 1) != nil {
					t.Errorf("byte %d is read", at)
				}
			}
			if row.from > 0 && c.bytes(row.from-1, 2) != nil {
				t.Error("a part is read that reaches into the page")
			}
			if row.to < len(data[row.tag]) && c.bytes(row.to-1, 2) != nil {
				t.Error("a part is read that begins in the page")
			}
			if err := s.damage(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("damage: %v", err)
			}
			if err := s.verifySmall(); errors.Is(err, ErrCorrupt) == large(row.tag) {
				t.Errorf("verifySmall: %v", err)
			}
		})
	}
}

// TestPagesOfOlderFiles reads a file that has no checksums of pages: the first byte
// that is asked for compares all of its section.
func TestPagesOfOlderFiles(t *testing.T) {
	path, data := pagedFile(t)
	s, err := openSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.pagesOnce.Do(func() {}) // so that none are read
	if c := s.checked(tagFacts); !bytes.Equal(c.bytes(0, c.len()), data[tagFacts]) || s.damage() != nil {
		t.Fatal("it cannot be read", s.damage())
	}
	s.find(tagFacts).sum++
	if c := s.checked(tagFacts); c.bytes(0, 1) != nil || !errors.Is(s.damage(), ErrCorrupt) {
		t.Errorf("damaged bytes are read: %v", s.damage())
	}
}

// TestPagesOfAnotherLength opens files whose checksums of pages do not fit.
func TestPagesOfAnotherLength(t *testing.T) {
	for _, n := range []int{0, 4, 20, 28} { // 4 and 2 pages want 24
		var w sectionWriter
		w.add(tagFacts, make([]byte, 3*pageBytes+1))
		w.add(tagDigests, make([]byte, 2*pageBytes))
		sums := pageSums(map[string]section{tagFacts: w.data[0], tagDigests: w.data[1]})
		if len(sums) != 24 {
			t.Fatalf("%d bytes of sums", len(sums))
		}
		w.add(tagPages, append(sums, 0, 0, 0, 0)[:n])
		path := filepath.Join(t.TempDir(), indexName)
		if err := w.writeAs(files{}, path); err != nil {
			t.Fatal(err)
		}
		s, err := openSections(path)
		if err != nil {
			t.Fatal(err)
		}
		if s.checked(tagFacts); !errors.Is(s.damage(), ErrCorrupt) {
			t.Errorf("%d bytes of sums: %v", n, s.damage())
		}
		s.close()
	}
}

// TestSumsOfAnotherLength reads a large section that has fewer checksums than pages.
func TestSumsOfAnotherLength(t *testing.T) {
	var w sectionWriter
	w.add(tagPositions, make([]byte, 5<<largePageShift))
	w.add(tagScripts, make([]byte, 2<<largePageShift))
	sums := largeSums(map[string]section{tagPositions: w.data[0], tagScripts: w.data[1]})
	w.add(tagSums, sums[:len(sums)-4])
	path := filepath.Join(t.TempDir(), indexName)
	if err := w.writeAs(files{}, path); err != nil {
		t.Fatal(err)
	}
	s, err := openSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if c := s.checked(tagPositions); c.bytes(0, c.len()) == nil || s.damage() != nil {
		t.Errorf("a section with all its checksums is damaged: %v", s.damage())
	}
	if s.checked(tagScripts); !errors.Is(s.damage(), ErrCorrupt) {
		t.Errorf("a checksum is missing: %v", s.damage())
	}
}

// flipped returns an archive, and a snapshot of it, in whose first segment a bit of a byte of a
// section is another one.
func flipped(t *testing.T, tag string, at int64) (*DB, *Snapshot) {
	t.Helper()
	dir := damagedArchive(t)
	path := filepath.Join(dir, segmentsName, "000001", indexName)
	s, err := openSections(path)
	if err != nil {
		t.Fatal(err)
	}
	at += s.find(tag).at
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole[at] ^= 1
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	lazy, err := db.LazySnapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lazy.Close() })
	return db, lazy
}

// TestLazySnapshot meets damage where it lies: a snapshot is taken and read around
// it, and says what is wrong once it is read.
func TestLazySnapshot(t *testing.T) {
	db, lazy := flipped(t, tagFacts, 0)
	g := lazy.Segments()[0]
	if g.Digest(0) == (Digest{}) || len(g.Info(0)) == 0 || lazy.Err() != nil {
		t.Fatalf("what is whole cannot be read: %v", lazy.Err())
	}
	if f := g.Facts(0); f != (Facts{Komi: NoKomi}) {
		t.Errorf("damaged facts read as %+v", f)
	}
	if !errors.Is(lazy.Err(), ErrCorrupt) || !errors.Is(g.Err(), ErrCorrupt) || !errors.Is(lazy.Verify(), ErrCorrupt) {
		t.Errorf("after reading: %v, %v, %v", lazy.Err(), g.Err(), lazy.Verify())
	}
	if _, err := db.Snapshot(); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Snapshot: %v", err)
	}
	if _, err := db.Writer(derive); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Writer: %v", err)
	}
}
