package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/disk"
)

// TestLargeSectionsDamaged flips bits all over the sections that are not read whole: scripts,
// positions, columns, and the checksums of their pages. Whatever is asked then is answered rightly, or
// the segment says that it is damaged.
func TestLargeSectionsDamaged(t *testing.T) {
	dir := damagedArchive(t)
	path := filepath.Join(dir, segmentsName, "000001", indexName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := disk.OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want, err := askLarge(t, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]int{}
	for _, tag := range file.Tags() {
		if !disk.Large(tag) && tag != disk.TagSums {
			continue
		}
		s := file.Find(tag)
		for i := range testsize.Of(150, 40) {
			at := s.At + int64(i*7919%s.Length)
			bad := bytes.Clone(whole)
			bad[at] ^= 1 << (i % 8)
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, unmapped := range []bool{false, true} {
				got, err := askLarge(t, dir, func(db *DB) {
					if unmapped {
						db.lookups.segments.Store(manySegments)
					}
				})
				switch {
				case errors.Is(err, ErrCorrupt):
					refused[tag]++
				case err != nil:
					t.Fatal(err)
				case got != want:
					t.Errorf("byte %d of section %s: another answer without a word", at-s.At, tag)
				}
			}
		}
		if refused[tag] == 0 {
			t.Errorf("section %s: no question noticed anything", tag)
		}
	}
	if len(refused) < 5 {
		t.Errorf("only these sections were damaged: %v", refused)
	}
}

// askLarge asks an archive what its large sections answer, and whether they are damaged.
func askLarge(t *testing.T, dir string, prepare func(*DB)) (string, error) {
	t.Helper()
	db, err := Open(dir, nil)
	if err != nil {
		return "", err
	}
	defer db.Close()
	s, err := db.LazySnapshot()
	if err != nil {
		return "", err
	}
	defer s.Close()
	if prepare != nil {
		prepare(db)
	}
	var answer strings.Builder
	for _, g := range s.Segments() {
		for n := range g.Len() {
			for _, key := range game(t, n).Keys {
				fmt.Fprint(&answer, g.Offers(key), g.Positions(key))
				if m, ok := g.Verified(key); ok {
					for i := range m.Len() {
						fmt.Fprint(&answer, m.Game, m.Code(i))
					}
				}
			}
			script, err := g.Script(n)
			fmt.Fprint(&answer, script, err != nil)
		}
		stone := position.Image{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}, Right: 18, Bottom: 18}
		for _, size := range g.Sizes(1) {
			x := g.Columns(1, size)
			if x == nil {
				continue
			}
			stone.Right, stone.Bottom = size.Cols-1, size.Rows-1
			if err := x.Scan(context.Background(), &columns.Query{Images: []position.Image{stone}, Next: true}, func(c columns.Candidate) bool {
				fmt.Fprint(&answer, c)
				return true
			}); err != nil {
				return "", err
			}
		}
	}
	return answer.String(), s.Err()
}
