package disk

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
	var w SectionWriter
	for _, row := range []struct {
		tag string
		n   int
	}{{Scripts, 3 * PageBytes}, {"lines", PageBytes}, {"facts", 3*PageBytes + 100}, {"digests", 2 * PageBytes}} {
		data[row.tag] = make([]byte, row.n)
		random.Read(data[row.tag])
		w.Add(row.tag, data[row.tag])
	}
	path = filepath.Join(t.TempDir(), "index")
	if err := w.Write(Files{}, path); err != nil {
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
		{tag: "facts", at: 0, to: PageBytes},
		{tag: "facts", at: PageBytes - 1, to: PageBytes},
		{tag: "facts", at: PageBytes, from: PageBytes, to: 2 * PageBytes},
		{tag: "facts", at: 3*PageBytes + 99, from: 3 * PageBytes, to: 3*PageBytes + 100},
		{tag: "digests", at: 2*PageBytes - 1, from: PageBytes, to: 2 * PageBytes},
		{tag: "lines", at: 5, to: PageBytes}, // all of a short one
		{tag: Scripts, at: 5, to: largePage},
		{tag: Scripts, at: 3*largePage + 17, from: 3 * largePage, to: 4 * largePage},
	} {
		t.Run(fmt.Sprint(row.tag, row.at), func(t *testing.T) {
			bad := bytes.Clone(whole)
			bad[bytes.Index(whole, data[row.tag])+row.at] ^= 4
			broken := filepath.Join(t.TempDir(), "index")
			if err := os.WriteFile(broken, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := OpenSections(broken)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for tag, want := range data {
				c := s.Section(tag)
				for at := 0; at < len(want); at += 64 {
					if tag == row.tag && at >= row.from && at < row.to {
						continue
					}
					n := min(64, len(want)-at)
					if !bytes.Equal(c.Bytes(at, n), want[at:at+n]) {
						t.Fatalf("%s at %d is not what was written", tag, at)
					}
				}
			}
			if err := s.Damage(); err != nil {
				t.Fatalf("what is whole is damaged: %v", err)
			}
			c := s.Section(row.tag)
			for _, at := range []int{row.from, row.at, row.to - 1} {
				if c.Bytes(at, 1) != nil {
					t.Errorf("byte %d is read", at)
				}
			}
			if row.from > 0 && c.Bytes(row.from-1, 2) != nil {
				t.Error("a part is read that reaches into the page")
			}
			if row.to < len(data[row.tag]) && c.Bytes(row.to-1, 2) != nil {
				t.Error("a part is read that begins in the page")
			}
			if err := s.Damage(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("damage: %v", err)
			}
			if err := s.VerifySmall(); errors.Is(err, ErrCorrupt) == Large(row.tag) {
				t.Errorf("verifySmall: %v", err)
			}
		})
	}
}

// TestPagesOfOlderFiles reads a file that has no checksums of pages: the first byte
// that is asked for compares all of its section.
func TestPagesOfOlderFiles(t *testing.T) {
	path, data := pagedFile(t)
	s, err := OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.pagesOnce.Do(func() {}) // so that none are read
	if c := s.Section("facts"); !bytes.Equal(c.Bytes(0, c.Len()), data["facts"]) || s.Damage() != nil {
		t.Fatal("it cannot be read", s.Damage())
	}
	s.Find("facts").sum++
	if c := s.Section("facts"); c.Bytes(0, 1) != nil || !errors.Is(s.Damage(), ErrCorrupt) {
		t.Errorf("damaged bytes are read: %v", s.Damage())
	}
}

// TestPagesOfAnotherLength opens files whose checksums of pages do not fit.
func TestPagesOfAnotherLength(t *testing.T) {
	for _, n := range []int{0, 4, 20, 28} { // 4 and 2 pages want 24
		var w SectionWriter
		w.Add("facts", make([]byte, 3*PageBytes+1))
		w.Add("digests", make([]byte, 2*PageBytes))
		sums := pageSums(map[string]raw{"facts": w.Data[0], "digests": w.Data[1]})
		if len(sums) != 24 {
			t.Fatalf("%d bytes of sums", len(sums))
		}
		w.Add(TagPages, append(sums, 0, 0, 0, 0)[:n])
		path := filepath.Join(t.TempDir(), "index")
		if err := w.writeAs(Files{}, path); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSections(path)
		if err != nil {
			t.Fatal(err)
		}
		if s.Section("facts"); !errors.Is(s.Damage(), ErrCorrupt) {
			t.Errorf("%d bytes of sums: %v", n, s.Damage())
		}
		s.Close()
	}
}

// TestSumsOfAnotherLength reads a large section that has fewer checksums than pages.
func TestSumsOfAnotherLength(t *testing.T) {
	var w SectionWriter
	w.Add(Positions, make([]byte, 5<<largePageShift))
	w.Add(Scripts, make([]byte, 2<<largePageShift))
	sums := largeSums(map[string]raw{Positions: w.Data[0], Scripts: w.Data[1]})
	w.Add(TagSums, sums[:len(sums)-4])
	path := filepath.Join(t.TempDir(), "index")
	if err := w.writeAs(Files{}, path); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if c := s.Section(Positions); c.Bytes(0, c.Len()) == nil || s.Damage() != nil {
		t.Errorf("a section with all its checksums is damaged: %v", s.Damage())
	}
	if s.Section(Scripts); !errors.Is(s.Damage(), ErrCorrupt) {
		t.Errorf("a checksum is missing: %v", s.Damage())
	}
}
