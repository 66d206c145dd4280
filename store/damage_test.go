package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// TestEachFailure makes each step by which an archive is changed fail in turn, a file that is
// written with something else in it, and demands the old or the new archive, whole, and that the work can be
// taken up again.
func TestEachFailure(t *testing.T) {
	broken := errors.New("injected failure")
	changes := []struct {
		name   string
		change func(ctx context.Context, w *Writer) error
		after  string // what the archive may be, if not what it was; see state
	}{
		{"commit", func(ctx context.Context, w *Writer) error {
			for n := 20; n < 25; n++ {
				if _, err := w.Add(ctx, game(t, n)); err != nil {
					return err
				}
			}
			return w.Commit(ctx)
		}, state(25, 3, 4, 15)},
		{"comments", func(ctx context.Context, w *Writer) error { return w.IndexComments(ctx, nil) }, state(20, 2, 4, 15)},
		{"merge", func(ctx context.Context, w *Writer) error { return w.replace(ctx, 0, 2, nil) }, state(20, 1, 4, 15)},
		{"remove", func(_ context.Context, w *Writer) error { return w.Remove(3, 4, 17) }, state(17, 2, 4, 15)},
		{"compact", func(ctx context.Context, w *Writer) error {
			if err := w.Remove(3, 4); err != nil {
				return err
			}
			return w.Compact(ctx)
		}, state(18, 2, 4, 15)},
		{"rewrite", func(ctx context.Context, w *Writer) error {
			return w.Rewrite(ctx, map[GameID]*Game{5: game(t, 40), 16: game(t, 41)})
		}, state(20, 2, 40, 41)},
	}
	template := t.TempDir()
	db, err := Open(template, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w := newWriter(t, db)
	for _, span := range [][2]int{{0, 12}, {12, 20}} {
		addGames(t, w, span[0], span[1])
		if err := w.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range changes {
		t.Run(test.name, func(t *testing.T) {
			steps := 0
			for fail := 0; ; fail += stride() {
				dir := filepath.Join(t.TempDir(), "archive")
				if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
					t.Fatal(err)
				}
				db, err := Open(dir, nil)
				if err != nil {
					t.Fatal(err)
				}
				var mu sync.Mutex // parts are built side by side
				step := 0
				failing, err := openWith(dir, nil, disk.Files{Fail: func(operation, path string) error {
					mu.Lock()
					defer mu.Unlock()
					step++
					if step == fail+1 {
						if operation == "write" { // a short one: the disk is full, or the power went
							if err := os.WriteFile(path, []byte("{\"half of"), 0o666); err != nil {
								return err
							}
						}
						return fmt.Errorf("%s %s: %w", operation, filepath.Base(path), broken)
					}
					if step > fail+1 {
						return broken // nothing works any more: the process has ended
					}
					return nil
				}})
				if err != nil {
					t.Fatal(err)
				}
				w, err := failing.Writer(derive)
				if err == nil {
					err = test.change(t.Context(), w)
					err = errors.Join(err, w.Close())
				}
				if err != nil && !errors.Is(err, broken) {
					t.Fatalf("step %d: %v", fail, err)
				}
				failing.Close()

				checkSilent(t, db)
				s, err2 := db.Snapshot()
				if err2 != nil {
					t.Fatalf("step %d: %v", fail, err2)
				}
				got := state(s.Len(), len(s.Segments()), testGame(t, s, 5), testGame(t, s, 16))
				s.Close()
				if before := state(20, 2, 4, 15); got != before && got != test.after {
					t.Errorf("step %d (%v): %s; want %s, or %s", fail, err, got, before, test.after)
				}
				if err == nil && got != test.after {
					t.Errorf("nothing failed: %s; want %s", got, test.after)
				}
				// The next writer cleans up and goes on.
				w = newWriter(t, db)
				if fail%8 == 0 || err == nil {
					if err := w.IndexComments(t.Context(), nil); err != nil {
						t.Errorf("step %d: taken up again: %v", fail, err)
					}
					checkSilent(t, db)
				}
				entries, err2 := os.ReadDir(filepath.Join(dir, segmentsName))
				if err2 != nil || len(entries) != len(w.manifest.Segments) {
					t.Errorf("step %d: %d directories for %d segments, %v", fail, len(entries), len(w.manifest.Segments), err2)
				}
				if err := errors.Join(w.Close(), db.Close()); err != nil {
					t.Error(err)
				}
				if err == nil {
					steps = fail
					break
				}
			}
			if steps < 3 {
				t.Errorf("only %d steps: nothing was tested", steps)
			}
		})
	}
}

// stride is how many steps a test that makes each of them fail goes on at a time.
func stride() int {
	return testsize.Of(1, 7)
}

// every returns one of n values.
func every[T any](n int, list []T) []T {
	var some []T
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// state writes down what an archive holds: how many games and segments, and
// which test games are there as games 5 and 16.
func state(games, segments, fifth, sixteenth int) string {
	return fmt.Sprintf("%d games in %d segments, of them test games %d and %d", games, segments, fifth, sixteenth)
}

// testGame returns the number of the test game that has an id.
func testGame(t testing.TB, s *Snapshot, id GameID) (n int) {
	t.Helper()
	g, local, ok := s.Segment(id)
	if !ok {
		t.Fatalf("no game %d", id)
	}
	r, err := g.Record(local)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(filepath.Base(r.Source.Path), "%d.sgf", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// damagedArchive makes an archive with every kind of file.
func damagedArchive(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(derive)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Close()
	addGames(tb, w, 0, 12)
	commit(tb, w)
	return dir
}

// askDamaged asks an archive whatever can be asked, and returns why it cannot
// be opened. Errors of the rest do not matter, only that there are no faults.
func askDamaged(tb testing.TB, dir string) error {
	tb.Helper()
	db, err := Open(dir, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	want := game(tb, 3)
	s.Known(want.Digest)
	for _, g := range s.Segments() {
		for local := range g.Len() {
			g.Facts(local)
			g.Info(local)
			_, _ = g.Script(local)
		}
		for range g.Records(nil) {
		}
		for _, key := range want.Keys {
			g.Positions(key)
		}
		for _, ident := range g.Idents() {
			for range g.Values(ident) {
			}
			g.Having(ident)
		}
		for _, q := range []fulltext.Query{{Text: "cho"}, {Text: "策"}, {Text: "a", Kind: fulltext.Prefix}, {Text: "Cho Chikun", Kind: fulltext.Exact}, {Text: ".", Kind: fulltext.Regexp}} {
			_, _ = g.SearchValues(tb.Context(), q)
			for range g.SearchComments(tb.Context(), q) {
			}
		}
	}
	return nil
}

// TestFlippedBytes flips bytes all over the files of an archive: whatever that
// does, Check must say so, and nothing may fault.
func TestFlippedBytes(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checkSilent(t, db)
	segment := filepath.Join(dir, segmentsName, "000001")
	for _, name := range []string{indexName, recordsName, filepath.Join(commentsName, commentsIndexName)} {
		path := filepath.Join(segment, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		step := max(1, len(whole)/testsize.Of(60, 20))
		for at := 0; at < len(whole); at += step {
			data := append([]byte(nil), whole...)
			data[at] ^= 1 << (at % 8)
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := askDamaged(t, dir); err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNewer) {
				t.Errorf("%s, byte %d: %v", name, at, err)
			}
			reported := false
			for range db.Check(t.Context(), derive) {
				reported = true
			}
			if !reported {
				t.Errorf("%s, byte %d flipped: check is silent", name, at)
			}
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	checkSilent(t, db)
}

// TestFlippedBytesOfBleve damages an index of names, which Bleve trusts when
// it reads it.
func TestFlippedBytesOfBleve(t *testing.T) {
	dir := t.TempDir()
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w := newWriter(t, db)
	addGames(t, w, 0, 1500)
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := listOf(t, w, 0)
	names, err := filepath.Glob(filepath.Join(dir, segmentsName, "000001", namesName, "*"))
	if err != nil || len(names) < 2 {
		t.Fatalf("files of the index: %v, %v", names, err)
	}
	for _, path := range names {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += max(1, len(whole)/40) {
			data := append([]byte(nil), whole...)
			data[at] ^= 0xFF
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := askNames(t, dir); err != nil && !errors.Is(err, ErrCorrupt) {
				t.Logf("%s, byte %d: %v", filepath.Base(path), at, err)
			}
			// All of Check would take too long here; this is the part that reads
			// the files as a whole.
			c := &checker{ctx: t.Context(), db: db, name: "000001", yield: func(error) bool { return true }}
			if c.files(filepath.Join(dir, segmentsName, "000001"), list) {
				t.Errorf("%s, byte %d flipped: check is silent", filepath.Base(path), at)
			}
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := askNames(t, dir); err != nil {
		t.Error(err)
	}
}

// askNames searches values with the index of names.
func askNames(t *testing.T, dir string) error {
	db, err := Open(dir, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	for _, q := range []fulltext.Query{{Text: "cho"}, {Text: "策"}, {Text: "a", Kind: fulltext.Prefix}, {Text: "kobayshi", Kind: fulltext.Fuzzy}} {
		if _, err := s.Segments()[0].SearchValues(t.Context(), q); err != nil {
			return err
		}
	}
	return nil
}

// TestCheckReports damages an archive in ways that leave all checksums right.
func TestCheckReports(t *testing.T) {
	wrong := map[string]func(g *Game){
		"digest":    func(g *Game) { g.Digest[3]++ },
		"facts":     func(g *Game) { g.Facts.Handicap++ },
		"info":      func(g *Game) { g.Info[1].Text += "!" },
		"script":    func(g *Game) { g.Script = g.Script[:1] },
		"positions": func(g *Game) { g.Keys = g.Keys[1:] },
		"more keys": func(g *Game) { g.Keys = append(g.Keys, 12345) },
		"size":      func(g *Game) { g.Facts.Size.Cols-- },
	}
	for name, change := range wrong {
		db, err := Open(t.TempDir(), &Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		w, err := db.Writer(derive)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			g := game(t, n)
			if n == 3 {
				change(g)
			}
			if _, err := w.Add(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
			t.Fatal(err)
		}
		n := 0
		for err := range db.Check(t.Context(), derive) {
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s: %v", name, err)
			}
			n++
		}
		if n == 0 {
			t.Errorf("wrong %s: check is silent", name)
		}
		if err := db.Repair(t.Context(), derive, nil); err != nil {
			t.Fatal(err)
		}
		checkSilent(t, db)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckFilesMissing(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := os.Remove(filepath.Join(dir, segmentsName, "000001", recordsName)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for range db.Check(t.Context(), derive) {
		n++
	}
	if n == 0 {
		t.Error("check is silent")
	}
	if _, err := db.Snapshot(); !errors.Is(err, ErrCorrupt) {
		t.Errorf("snapshot: %v, want ErrCorrupt", err)
	}
}

// FuzzSections opens files of any bytes as sections and as their users do.
func FuzzSections(f *testing.F) {
	dir := damagedArchive(f)
	whole, err := os.ReadFile(filepath.Join(dir, segmentsName, "000001", indexName))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole[:4096])
	f.Add(whole[:200])
	f.Fuzz(func(t *testing.T, data []byte) {
		s := disk.Sound(data)
		d := &dictionary{values: s, valuesAt: s, games: s, gamesAt: s, info: s, infoAt: s, idents: []identRange{{"PB", 0, 50}}}
		for n := range 50 {
			for _, text := range d.texts(n, n+1) {
				if got := d.text(n); got != string(text) {
					t.Errorf("value %d: %q, want %q", n, got, text)
				}
			}
			d.of(n, nil)
			var set bitset
			d.addGames(&set, n)
			set.bitmap(100)
		}
		d.find(d.idents[0], "x")
		b := plainBlock{records: data, moves: data}
		for range 20 {
			if _, err := b.cut(); err != nil {
				break
			}
		}
		new(Facts).decode(append(s.Bytes(0, min(s.Len(), factsWidth)), make([]byte, factsWidth)...))
	})
}
