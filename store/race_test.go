package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/store/fulltext"
)

// longRecord is a game whose info and comment are so long that their words are
// indexed.
func longRecord() Record {
	var name, talk strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&name, "%s %d ", names[i%len(names)], i%97)
		fmt.Fprintf(&talk, "%s %d ", remarks[i%len(remarks)], i%89)
	}
	raw := "(;GM[1]SZ[9]EV[" + name.String() + "];B[ee]C[" + talk.String() + "];W[cc])"
	return Record{Raw: []byte(raw), Tree: [2]int{0, len(raw)}, Source: Source{"long.sgf", 0}, Charset: Charset{"utf-8", 1, "no other byte"}}
}

// indexedArchive makes an archive of one game whose texts are in indexes.
func indexedArchive(t testing.TB) *DB {
	t.Helper()
	db, err := Open(filepath.Join(t.TempDir(), "archive"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	g, err := derive(longRecord())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return db
}

// askTexts looks a name and a word of a comment up in an archive as a process of
// its own would, and returns how many games and comments it finds.
func askTexts(t testing.TB, dir string) (games, comments int, err error) {
	db, err := Open(dir, nil)
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	for _, g := range s.Segments() {
		found, err := g.SearchValues(t.Context(), fulltext.Query{Text: "dosaku", Idents: []string{"EV"}})
		if err != nil {
			return 0, 0, err
		}
		games += int(found.GetCardinality())
		for _, err := range g.SearchComments(t.Context(), fulltext.Query{Text: "ladder"}) {
			if err != nil {
				return 0, 0, err
			}
			comments++
		}
	}
	return games, comments, nil
}

// TestReadersDuringRebuild searches texts while another process, as it were,
// rebuilds the archive again and again: each answer is right, or ErrStale.
// KIFUDB_RACES asks for more than some hundred searches.
func TestReadersDuringRebuild(t *testing.T) {
	races := testsize.Of(300, 60)
	if n, err := strconv.Atoi(os.Getenv("KIFUDB_RACES")); err == nil {
		races = n
	}
	db := indexedArchive(t)
	stop, done := make(chan bool), make(chan error)
	rebuilds := 0
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			if err := db.Rebuild(t.Context(), derive, nil); err != nil {
				done <- err
				return
			}
			rebuilds++
		}
	}()
	right, old := 0, 0
	for n := 0; n < races || right < races/2 && n < 20*races; n++ { // where the rebuilds are given more time than the searches
		games, comments, err := askTexts(t, db.dir)
		switch {
		case errors.Is(err, ErrStale):
			old++
		case err != nil:
			t.Errorf("a search during a rebuild: %v", err)
		case games != 1 || comments != 1:
			t.Errorf("found %d games and %d comments, want 1 and 1", games, comments)
		default:
			right++
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if rebuilds == 0 || right < races/2 {
		t.Errorf("%d rebuilds, %d right answers: nothing was tested", rebuilds, right)
	}
	t.Logf("%d searches during %d rebuilds: %d right, %d told that the archive has moved on, 0 wrong", right+old, rebuilds, right, old)
}

// TestTextIndexDamaged deletes, cuts off and flips bytes of each file of the
// indexes of words: a search must say so.
func TestTextIndexDamaged(t *testing.T) {
	db := indexedArchive(t)
	if games, comments, err := askTexts(t, db.dir); games != 1 || comments != 1 || err != nil {
		t.Fatalf("%d games, %d comments, %v", games, comments, err)
	}
	segment := filepath.Join(db.dir, segmentsName, "000001")
	paths, err := filepath.Glob(filepath.Join(segment, namesName, "*"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(segment, commentsName, commentWordsName, "*"))
	if paths = append(paths, more...); err != nil || len(paths) < 4 {
		t.Fatalf("files of indexes: %q, %v", paths, err)
	}
	trials := 0
	for _, path := range paths {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		try := func(what string) {
			t.Helper()
			trials++
			if _, _, err := askTexts(t, db.dir); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s %s: %v, want ErrCorrupt", filepath.Base(path), what, err)
			}
		}
		for _, n := range []int{0, len(whole) / 2, len(whole) - 1} {
			if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			try("cut off")
		}
		for at := 0; at < len(whole); at += len(whole)/20 + 1 {
			data := append([]byte(nil), whole...)
			data[at] ^= 1 << (at % 8)
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			try("flipped")
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		try("deleted")
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d trials", trials)
}
