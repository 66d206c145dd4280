package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// TestMergeEqualsOneBuild commits games in many small and unequal portions and
// compares with an archive that got them all at once.
func TestMergeEqualsOneBuild(t *testing.T) {
	n := testsize.Of(300, 150)
	whole := newDB(t, nil)
	w := newWriter(t, whole)
	addGames(t, w, 0, n)
	commit(t, w)

	parts := newDB(t, nil)
	p := newWriter(t, parts)
	for lo, step := 0, 1; lo < n; step = step%37 + 5 {
		hi := min(lo+step, n)
		addGames(t, p, lo, hi)
		if err := p.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		lo = hi
	}
	if err := p.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.IndexComments(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	s := newSnapshot(t, parts)
	if got := len(s.Segments()); got >= 3*fanIn {
		t.Errorf("%d segments are left after merging", got)
	}
	if got, want := answers(t, s), answers(t, newSnapshot(t, whole)); got != want {
		t.Errorf("merged archive differs (-one build +merged):\n%s", cmp.Diff(want, got))
	}

	// All in one segment, the files are the same.
	if err := p.replace(t.Context(), 0, len(p.manifest.Segments), nil); err != nil {
		t.Fatal(err)
	}
	got, want := listOf(t, p, 0), listOf(t, w, 0)
	for _, name := range []string{recordsName, indexName} {
		if got[name] != want[name] {
			t.Errorf("%s: %+v after merging, %+v built at once", name, got[name], want[name])
		}
	}
}

// listOf returns the files of the i-th segment.
func listOf(t testing.TB, w *Writer, i int) map[string]disk.FileSum {
	t.Helper()
	list, err := w.manifest.Segments[i].files(w.db.dir)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// answers asks an archive everything and writes it down.
func answers(t testing.TB, s *Snapshot) string {
	t.Helper()
	var b strings.Builder
	for _, g := range s.Segments() {
		for stored, err := range g.Records(nil) {
			if err != nil {
				t.Fatal(err)
			}
			script, err := g.Script(stored.Local)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&b, g.id(stored.Local), stored.Record.Source.Path, DigestOf(stored.Record.Raw), g.Facts(stored.Local), len(script), g.Info(stored.Local))
		}
	}
	for _, q := range textQueries() {
		fmt.Fprintf(&b, "%+v", q)
		for _, g := range s.Segments() {
			games, err := g.SearchValues(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, local := range games.ToArray() {
				fmt.Fprint(&b, " ", g.id(int(local)))
			}
			for h, err := range g.SearchComments(t.Context(), q) {
				if errors.Is(err, ErrNotIndexed) && !g.CommentsIndexed() {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, " %d@%d", g.id(h.Local), h.Node)
			}
		}
		b.WriteString("\n")
	}
	// The order of values and comments of different segments is that of the games.
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "{") {
			words := strings.Fields(line)
			slices.Sort(words)
			lines[i] = strings.Join(words, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// TestSameBytes builds the same archive twice.
func TestSameBytes(t *testing.T) {
	var lists [2]map[string]disk.FileSum
	for i := range lists {
		w := newWriter(t, newDB(t, nil))
		addGames(t, w, 100, 250)
		commit(t, w)
		lists[i] = listOf(t, w, 0)
	}
	if diff := cmp.Diff(lists[0], lists[1]); diff != "" {
		t.Errorf("two builds differ:\n%s", diff)
	}
}

func TestBoundedSegments(t *testing.T) {
	db := newDB(t, &Options{MaxGames: 16})
	w := newWriter(t, db)
	addGames(t, w, 0, 40)
	commit(t, w)
	var lens []int
	for _, g := range newSnapshot(t, db).Segments() {
		lens = append(lens, g.Len())
	}
	if want := []int{16, 16, 8}; !slices.Equal(lens, want) {
		t.Errorf("segments of %v games, want %v", lens, want)
	}
	if err := w.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}

	db = newDB(t, &Options{MaxBytes: 20 << 10})
	w = newWriter(t, db)
	addGames(t, w, 0, 40)
	commit(t, w)
	if n := len(newSnapshot(t, db).Segments()); n < 3 {
		t.Errorf("%d segments for 40 games of some 2 KB under a bound of 20 KB", n)
	}
}

func TestReaderDuringWriter(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	before := newSnapshot(t, db)
	other, err := Open(db.Dir(), nil) // as another process would
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	elsewhere, err := other.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()

	addGames(t, w, 10, 30)
	if got := newSnapshot(t, db).Len(); got != 10 {
		t.Errorf("%d games are visible before the commit, want 10", got)
	}
	commit(t, w)
	if err := w.replace(t.Context(), 0, 2, nil); err != nil { // takes the segments away
		t.Fatal(err)
	}
	for name, s := range map[string]*Snapshot{"same": before, "other": elsewhere} {
		if got := s.Len(); got != 10 {
			t.Errorf("%s process: a snapshot grew to %d games", name, got)
		}
		for id := GameID(1); id <= 10; id++ {
			compareGame(t, s, id, game(t, int(id)-1))
		}
	}
	if got := newSnapshot(t, other).Len(); got != 30 {
		t.Errorf("a new snapshot has %d games, want 30", got)
	}
}

func TestSecondWriter(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	other, err := Open(db.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for name, db := range map[string]*DB{"same": db, "other": other} {
		if _, err := db.Writer(derive); !errors.Is(err, ErrLocked) {
			t.Errorf("second writer of the %s DB: %v, want ErrLocked", name, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	newWriter(t, other)
	if _, err := w.Add(t.Context(), game(t, 1)); !errors.Is(err, ErrClosed) {
		t.Errorf("Add after Close: %v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("empty directory: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "thesis.doc"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, &Options{Create: true}); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("directory of other things: %v", err)
	}
	for _, test := range []struct {
		manifest string
		want     error
	}{
		{`{"format":9,"more":true}`, ErrCorrupt}, // it is sealed
		{`{"format":1,"segments":[]}`, ErrOlder},
		{`{"format":2,"next_segment":1,"segments":[],"crc32c":5}`, ErrOlder},
		{`{"format":0}`, ErrCorrupt},
		{`{"format":1`, ErrCorrupt},
		{``, ErrCorrupt},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, headName), []byte(test.manifest), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, nil); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.manifest, err, test.want)
		}
	}
}

func TestRemove(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 60)
	commit(t, w)
	addGames(t, w, 60, 90)
	commit(t, w)
	gone := []GameID{1, 7, 60, 61, 90}
	count := func() int { return newSnapshot(t, db).Len() }

	if err := w.Remove(gone...); err != nil {
		t.Fatal(err)
	}
	if got := count(); got != 85 {
		t.Errorf("%d games after removing 5 of 90", got)
	}
	if _, known := w.Known(game(t, 6).Digest); known {
		t.Error("a removed game is known")
	}
	compareKinds(t, db)
	all, err := newSnapshot(t, db).Segments()[0].SearchValues(t.Context(), fulltext.Query{Idents: []string{"PB"}, Text: "", Kind: fulltext.Regexp})
	if err != nil || all.ContainsInt(6) || all.GetCardinality() != 57 {
		t.Errorf("search after removal: %v, %v", all, err)
	}
	if err := w.Remove(91); err == nil {
		t.Error("removed a game that there never was")
	}
	if err := w.Restore(7); err != nil {
		t.Fatal(err)
	}
	if err := w.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkSilent(t, db)
	compareKinds(t, db)
	if got := count(); got != 86 {
		t.Errorf("%d games after restoring one", got)
	}
	s := newSnapshot(t, db)
	compareGame(t, s, 7, game(t, 6))
	g, local, _ := s.Segment(61)
	if _, err := g.Record(local); !errors.Is(err, ErrGone) {
		t.Errorf("record of a game that is gone: %v", err)
	}
	if err := w.Restore(61); !errors.Is(err, ErrGone) {
		t.Errorf("restored a game that is gone: %v", err)
	}
	if err := w.replace(t.Context(), 0, 2, nil); err != nil {
		t.Fatal(err)
	}
	if id, err := w.Add(t.Context(), game(t, 90)); err != nil || id != 91 {
		t.Errorf("next game: id %d, %v; want 91", id, err)
	}
	commit(t, w)
	s = newSnapshot(t, db)
	for id := GameID(1); id <= 91; id++ {
		if id == 7 || !slices.Contains(gone, id) {
			compareGame(t, s, id, game(t, int(id)-1))
		}
	}
}
