package archive

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/book/user"
	"kifudb/testdata"
)

// inParts returns an archive in a folder of several segments, and the bytes of its largest.
func inParts(t *testing.T) (a *Archive, largest int64) {
	t.Helper()
	games := t.TempDir()
	if err := os.CopyFS(games, testdata.Collection()); err != nil {
		t.Fatal(err)
	}
	a, err := Open(filepath.Join(t.TempDir(), "archive"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	importedFrom(t, a, records(t, 0, 20))
	importedFrom(t, a, games)
	importedFrom(t, a, records(t, 20, 30))
	importedFrom(t, a, records(t, 15, 60))
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range state.Segments {
		largest = max(largest, s.Bytes)
	}
	if len(state.Segments) < 4 {
		t.Fatalf("%d segments are no test", len(state.Segments))
	}
	return a, largest
}

// answersOf is all that an archive says of its games, by the methods of views.
func answersOf(t *testing.T, a *Archive) string {
	t.Helper()
	var text strings.Builder
	err := a.Ask(func(v *View) error {
		text.Reset()
		tell := func(what string, answer any, err error) error {
			if err != nil {
				return errors.Join(errors.New(what), err)
			}
			data, err := json.MarshalIndent(answer, "", " ")
			text.WriteString(what + ": " + string(data) + "\n")
			return err
		}
		ctx := t.Context()
		for i, q := range []string{"", "player:shuwa", "black:1", `pos:"Q16 D4"`, "comment:ladder", "comment:game", "tag:fine", "note:here", "pat:NE[...|.X.|...]", "date:1800..1900", "komi:6.5", "pos:70@3", `"black 17"`} {
			if testing.Short() && i%4 > 0 {
				continue
			}
			search := &Search{Query: parse(t, q), Sort: "-date,id", Limit: 30, Facets: []string{"player", "decade", "folder"}}
			page, err := v.Search(ctx, search)
			if err := tell("search "+q, page, err); err != nil {
				return err
			}
			stats, err := AskQuestion(ctx, v.Views, "stats", &Search{Query: parse(t, q)}, "player")
			if err := tell("stats "+q, stats, err); err != nil {
				return err
			}
			n := 0
			_, err = v.Each(ctx, &Search{Query: parse(t, q)}, func(g *Game) error {
				n++
				return tell("each "+q, g, nil)
			})
			if err != nil {
				return err
			}
		}
		next, err := AskQuestion(ctx, v.Views, "next", &Search{Query: parse(t, `pos:"Q16 D4"`)}, "")
		if err := tell("next", next, err); err != nil {
			return err
		}
		names, err := AskQuestion(ctx, v.Views, "names", &Search{Query: parse(t, "")}, "")
		return tell("names", names, err)
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// An archive that is larger than the cache answers as it does in a folder, and what is there
// of it never takes more than the cache may: one segment, of nine.
func TestCacheOfOneSegment(t *testing.T) {
	folder, largest := inParts(t)
	s := objects.NewFolder(t.TempDir())
	m := newMachine(t, s)
	o := &Options{Objects: func(string) (objects.Store, error) { return s, nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
	if _, err := Copy(t.Context(), folder.Dir(), "objects:the-store", o, nil); err != nil {
		t.Fatal(err)
	}
	fetched := 0
	a, err := m.open(Options{Cache: Cache{Size: largest}, Fetching: func(f Fetching) {
		if f.Segment < 1 || f.Segment > f.Of {
			t.Errorf("segment %d of %d", f.Segment, f.Of)
		}
		if fetched++; cached(t, m.cache) > largest {
			t.Errorf("%d bytes are in the cache, which may have %d", cached(t, m.cache), largest)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if cached(t, m.cache) > 0 {
		t.Error("segments were fetched before anybody asked")
	}
	equal := func(step string) {
		t.Helper()
		want, got := answersOf(t, folder), answersOf(t, a)
		if got != want {
			t.Fatalf("%s: the bounded cache answers otherwise:\n%s", step, firstDifference(want, got))
		}
	}
	equal("copied")
	if fetched < 8 {
		t.Fatalf("%d segments were fetched; they all fit", fetched)
	}
	more := records(t, 50, 90)
	for _, step := range []struct {
		name   string
		change func(a *Archive) error
	}{
		{"import", func(a *Archive) error {
			done, err := a.Import(t.Context(), &Import{Paths: []string{more}})
			if err == nil && done.Known != 30 {
				t.Errorf("%d of 30 games are known", done.Known)
			}
			return err
		}},
		{"tag", func(a *Archive) error {
			return a.Ask(func(v *View) error {
				_, err := v.Tag("fine", []GameID{3, 4, 70})
				return err
			})
		}},
		{"decide", func(a *Archive) error {
			return a.Ask(func(v *View) error {
				return v.Decide(t.Context(), user.Decision{Kind: user.Same, Games: []GameID{1, 70}})
			})
		}},
		{"correct", func(a *Archive) error {
			return a.Ask(func(v *View) error {
				return v.Correct([]CorrectionChange{{Game: 5, Property: "PB", After: "Shuwa"}})
			})
		}},
		{"remove", func(a *Archive) error {
			_, err := a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{3, 9, 80}, nil })
			return err
		}},
		{"compact", func(a *Archive) error {
			_, err := a.Compact(t.Context(), nil)
			return err
		}},
	} {
		for _, to := range []*Archive{folder, a} {
			if err := step.change(to); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
		}
		equal(step.name)
	}
	sound(t, a)
	back := filepath.Join(t.TempDir(), "back.tar.zst")
	if _, err := a.BackupFile(t.Context(), back, false, nil); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(back)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	restored := filepath.Join(t.TempDir(), "restored")
	if _, err := (&Restore{Backup: file, Dir: restored}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := Open(restored, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if want, got := answersOf(t, folder), answersOf(t, r); got != want {
		t.Errorf("restored from a backup of it:\n%s", firstDifference(want, got))
	}
}

// cached returns how many bytes of segments are in a cache.
func cached(t *testing.T, cache string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(cache, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(path, "/segments/") || !strings.Contains(path, "/archive-") {
			if errors.Is(err, os.ErrNotExist) {
				return nil
			}
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			from := max(0, i-5)
			return "- " + strings.Join(w[from:min(i+5, len(w))], "\n- ") + "\n+ " + strings.Join(g[from:min(i+5, len(g))], "\n+ ")
		}
	}
	return "one is longer"
}

// A segment that the store does not give away, or that is larger than the cache, is an error
// of the question, and no answer without it.
func TestCacheWithoutSegment(t *testing.T) {
	folder, largest := inParts(t)
	s := objects.NewFolder(t.TempDir())
	o := &Options{Objects: func(string) (objects.Store, error) { return s, nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
	if _, err := Copy(t.Context(), folder.Dir(), "objects:the-store", o, nil); err != nil {
		t.Fatal(err)
	}
	ask := func(a *Archive) error {
		return a.Ask(func(v *View) error {
			_, err := v.Search(t.Context(), &Search{Query: parse(t, "player:shuwa")})
			return err
		})
	}
	small, err := newMachine(t, s).open(Options{Cache: Cache{Size: largest - 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	if err := ask(small); !errors.Is(err, mirror.ErrCacheFull) {
		t.Errorf("a cache that is too small for a segment: %v", err)
	}
	faulty := &objectstest.Faulty{Store: s}
	broken, err := newMachine(t, faulty).open(Options{Cache: Cache{Size: largest}})
	if err != nil {
		t.Fatal(err)
	}
	defer broken.Close()
	if err := ask(broken); err != nil {
		t.Fatal(err)
	}
	faulty.Choose = func(operation, key string) objectstest.Fault {
		if operation == "get" && strings.HasPrefix(key, "data/") {
			return objectstest.Corrupt
		}
		return objectstest.None
	}
	if err := ask(broken); err == nil {
		t.Error("segments come damaged, and the question is answered")
	}
	faulty.Choose = nil
	if err := ask(broken); err != nil {
		t.Errorf("after the store is well again: %v", err)
	}
}
