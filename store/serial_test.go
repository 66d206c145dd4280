package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

func TestIsSerial(t *testing.T) {
	for text, want := range map[string]bool{
		"12345": true, "00000": true, "9876543210": true, strings.Repeat("7", maxWord): true,
		"": false, "1234": false, strings.Repeat("7", maxWord+1): false, "12345 ": false, "1234a": false, "12.345": false, "１２３４５": false, "-12345": false,
	} {
		if got := isSerial(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// olderSections returns the sections of a segment that are others in format 5, by their tags.
func olderSections(t *testing.T, s *Segment) map[string][]byte {
	t.Helper()
	before := &segmentEntry{Format: serialFormat - 1}
	var games []*gathered
	for local := range s.Len() {
		script, err := s.Script(local)
		if err != nil {
			t.Fatal(err)
		}
		g := &Game{Facts: s.Facts(local), Script: script, Keys: make([]position.Key, 1)}
		kept := gathered{facts: g.Facts, script: script}
		if _, ok := stonesOf(g.Facts); ok {
			kept.keys = kept.keys.Append(olderKeys(before, g))
		}
		games = append(games, &kept)
	}
	older := map[string][]byte{}
	for _, p := range partsOf(before) {
		if p.name != "columns" && p.name != "positions" {
			continue
		}
		var w sectionWriter
		if err := p.build(t.Context(), games, &w); err != nil {
			t.Fatal(err)
		}
		for i, tag := range w.tags {
			older[tag] = w.data[i]
		}
	}
	return older
}

// withSerials opens a copy of an archive, of one segment, whose index of names has
// serial numbers, as in format 5; its indexes of boards are older, too.
func withSerials(t *testing.T, db *DB) *DB {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(db.dir)); err != nil {
		t.Fatal(err)
	}
	m, err := readManifest(dir)
	if err != nil || len(m.Segments) != 1 {
		t.Fatalf("%d segments, %v; want 1", len(m.Segments), err)
	}
	e := &m.Segments[0]
	segment := filepath.Join(dir, segmentsName, e.Name)
	names, path := filepath.Join(segment, namesName), filepath.Join(segment, indexName)
	file, err := openSections(path)
	if err != nil {
		t.Fatal(err)
	}
	dict, err := openDictionary(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(names); err != nil {
		t.Fatal(err)
	}
	table, err := buildTextIndex(t.Context(), files{}, names, func(yield func(int, string) bool) {
		for _, r := range dict.idents {
			for number, text := range dict.texts(r.lo, r.hi) {
				if !ownIdent(r.ident) && !yield(number, string(text)) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if old := file.section(tagNames); len(table) <= len(old) || len(old) == 0 {
		t.Fatalf("an index of %d documents, without serial numbers of %d", len(table)/4, len(old)/4)
	}
	older := olderSections(t, newSnapshot(t, db).Segments()[0])
	var w sectionWriter
	for _, tag := range file.tags() {
		switch tag {
		case tagPages, tagSums: // written again
		case tagNames:
			w.add(tag, table)
		default:
			data := file.section(tag)
			if before := older[tag]; before != nil {
				if data = before; tag != tagVerified && bytes.Equal(data, file.section(tag)) {
					t.Fatalf("section %s is the same in the older format", tag)
				}
			}
			w.add(tag, data)
		}
	}
	if len(older) == 0 {
		t.Fatal("no index of boards")
	}
	if err := errors.Join(w.write(files{}, path+"~"), file.close(), os.Rename(path+"~", path)); err != nil {
		t.Fatal(err)
	}
	h, _, err := readHeader(segment)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(segment, headerName)); err != nil {
		t.Fatal(err)
	}
	comments := filepath.Join(segment, commentsName)
	if err := os.Rename(comments, filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	if h.Files, err = measureTree(segment); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "aside"), comments); err != nil {
		t.Fatal(err)
	}
	h.Format, e.Format = serialFormat-1, serialFormat-1
	if e.Header, err = writeHeader(files{}, segment, h); err != nil {
		t.Fatal(err)
	}
	m.Generation++
	if err := publishManifest(files{}, dir, m); err != nil {
		t.Fatal(err)
	}
	old, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { old.Close() })
	return old
}

// TestIndexesWithSerials compares the answers of an index of names without serial numbers
// with those of one that has them.
func TestIndexesWithSerials(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addSpellings(t, w, 1300)
	commit(t, w)
	old := withSerials(t, db)
	checkSilent(t, old)
	values := func(db *DB, q TextQuery) (found []string) {
		m, err := q.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		f := newSnapshot(t, db).Segments()[0].files
		if names, err := f.openNames(); names == nil || err != nil {
			t.Fatalf("index of names: %v, %v", names, err)
		}
		if err := f.searchValues(t.Context(), m, func(number int) { found = append(found, f.dict().text(number)) }); err != nil {
			t.Fatal(err)
		}
		return found
	}
	hits := 0
	for _, q := range textQueries() {
		got, want := values(db, q), values(old, q)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %q, want %q", q, got, want)
		}
		if slices.ContainsFunc(got, isSerial) {
			hits++
		}
	}
	if hits < 5 {
		t.Errorf("%d queries found serial numbers: the test has too few", hits)
	}
}
