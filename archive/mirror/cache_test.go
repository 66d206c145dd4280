package mirror_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/book/duplicate"
	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/store"
)

// open opens the archive in a store with a cache.
func open(t *testing.T, s objects.Store, o mirror.Options) *mirror.Mirror {
	t.Helper()
	if o.Cache == "" {
		t.Fatal("a mirror without a cache of its own writes beside the code, and finds there what others have left")
	}
	o.Settle = func(context.Context, mirror.Work) ([]byte, string, error) { return []byte("decided"), "digest", nil }
	o.Derive = indexer.Derive
	m, err := mirror.Open(t.Context(), s, "test", o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// add adds a game, which gets a segment of its own.
func add(t *testing.T, m *mirror.Mirror, name string) {
	t.Helper()
	if err := m.Change(t.Context(), adding(name)); err != nil {
		t.Fatal(err)
	}
}

// adding adds games, each of which gets a segment of its own, in one commit.
func adding(names ...string) mirror.Change {
	return mirror.Change{Make: func(work mirror.Work) error {
		db, err := store.Open(work.Dir, &store.Options{MaxGames: 1})
		if err != nil {
			return err
		}
		defer db.Close()
		w, err := db.Writer(indexer.Derive)
		if err != nil {
			return err
		}
		defer w.Close()
		for _, name := range names {
			game, err := indexer.Derive(store.Record{Raw: []byte("(;PB[" + name + "];B[pd])"), Charset: store.Charset{Name: "UTF-8"}})
			if err != nil {
				return err
			}
			if _, err := w.Add(context.Background(), game); err != nil {
				return err
			}
		}
		return w.Commit(context.Background())
	}}
}

// segmentsOf returns the segments that the folder of a mirror has, and those of the archive.
func segmentsOf(t *testing.T, m *mirror.Mirror) (here []string, all []mirror.Segment) {
	t.Helper()
	state, err := m.State()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(m.Dir(), "segments"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		here = append(here, e.Name())
	}
	return here, state.Segments
}

// A sparse cache brings what is asked for, and gives up what was used longest ago and nobody
// uses any more, but only as much as it must.
func TestSparse(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	whole := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	for i := range 4 {
		add(t, whole, fmt.Sprint("player ", i))
	}
	here, all := segmentsOf(t, whole)
	if len(here) != 4 || len(all) != 4 {
		t.Fatalf("segments %v, %v", here, all)
	}
	size := all[0].Bytes
	for _, one := range all {
		size = max(size, one.Bytes)
	}
	m := open(t, s, mirror.Options{Cache: t.TempDir(), Sparse: true, Size: 2*size + size/2})
	need := func(what string, want []string, numbers ...int) func() error {
		t.Helper()
		var names []string
		for _, n := range numbers {
			names = append(names, all[n].Name)
		}
		release, err := m.Need(t.Context(), m.Commit(), names)
		if want == nil {
			if !errors.Is(err, mirror.ErrCacheFull) {
				t.Errorf("%s: %v", what, err)
			}
			return nil
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if here, _ := segmentsOf(t, m); !slices.Equal(here, want) {
			t.Errorf("%s: here are %v, want %v", what, here, want)
		}
		return release
	}
	past := func(n int, ago time.Duration) {
		name, then := filepath.Join(m.Dir(), "segments", all[n].Name), time.Now().Add(-ago)
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	names := func(numbers ...int) (list []string) {
		for _, n := range numbers {
			list = append(list, all[n].Name)
		}
		return list
	}
	release := need("the first", names(0), 0)
	second := need("the second", names(0, 1), 1)
	need("more than there is room for", nil, 2)
	if err := errors.Join(release(), second()); err != nil {
		t.Fatal(err)
	}
	past(0, time.Hour)
	past(1, 2*time.Hour)
	release = need("the third, for the one that was used longest ago", names(0, 2), 2)
	if err := release(); err != nil {
		t.Fatal(err)
	}
	past(2, 3*time.Hour)
	release = need("the first again, which is there", names(0, 2), 0)
	third := need("the second again, but not for the first, which is in use", names(0, 1), 1)
	if err := errors.Join(release(), third()); err != nil {
		t.Fatal(err)
	}
	release = need("two at once", names(2, 3), 2, 3)
	if err := release(); err != nil {
		t.Fatal(err)
	}
	need("three at once", nil, 1, 2, 3)
	// Pins of programs that are gone keep nothing.
	pin := filepath.Join(filepath.Dir(m.Dir()), "pins", "left")
	if err := os.WriteFile(pin, []byte(strings.Join(names(2, 3), "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	release = need("the first, in spite of a pin that was left", names(0, 3), 0)
	if _, err := os.Stat(pin); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the pin is there: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Need(t.Context(), m.Commit()-1, names(0)); !errors.Is(err, store.ErrStale) {
		t.Errorf("of another commit: %v", err)
	}
	if _, err := m.Need(t.Context(), m.Commit(), []string{"999999"}); !errors.Is(err, store.ErrStale) {
		t.Errorf("of no segment: %v", err)
	}
}

// A cache that is too small for a segment says so before it fetches anything.
func TestCacheTooSmall(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	m := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	add(t, m, "a")
	_, all := segmentsOf(t, m)
	for size, want := range map[int64]error{all[0].Bytes: nil, all[0].Bytes - 1: mirror.ErrCacheFull, 1: mirror.ErrCacheFull} {
		for _, anyway := range []bool{true, false} {
			small := open(t, s, mirror.Options{Cache: t.TempDir(), Size: size})
			release, err := small.Work().Bringer.Need(t.Context(), all[0].Name, anyway)
			if here, _ := segmentsOf(t, small); !errors.Is(err, want) || (len(here) == 1) != (want == nil) {
				t.Errorf("%d bytes for %d, anyway %t: %v, there is %v", size, all[0].Bytes, anyway, err, here)
			}
			if err == nil {
				if err := release(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A segment that this machine has made is in its cache, if there is room.
func TestCacheKeepsWhatIsMade(t *testing.T) {
	for size, want := range map[int64]int{1 << 30: 1, 1: 0} {
		m := open(t, objects.NewFolder(t.TempDir()), mirror.Options{Cache: t.TempDir(), Create: true, Size: size})
		add(t, m, "a")
		if here, all := segmentsOf(t, m); len(here) != want || len(all) != 1 {
			t.Errorf("with room for %d bytes there are %v of %v", size, here, all)
		}
	}
}

// A folder that is brought further has nothing of what no commit names, behind what one names.
func TestCacheSwept(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	m := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	add(t, m, "a")
	var left []string
	for _, folder := range []string{"segments", "manifests", "removed"} {
		name := filepath.Join(m.Dir(), folder, "999999")
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		left = append(left, name)
	}
	add(t, m, "b")
	for _, name := range left {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
	if here, all := segmentsOf(t, m); len(here) != 2 || len(all) != 2 {
		t.Errorf("there are %v of %v", here, all)
	}
}

// Whatever mirror.json says, the folder is one of the cache's own, and that of another archive,
// or of a program that was killed, is removed.
func TestCacheFolder(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	add(t, open(t, s, mirror.Options{Cache: t.TempDir(), Create: true}), "a")
	state := func(m *mirror.Mirror) string {
		st, err := m.State()
		if err != nil {
			t.Fatal(err)
		}
		return st.Archive
	}
	cache := t.TempDir()
	m := open(t, s, mirror.Options{Cache: cache})
	root, archive := filepath.Dir(m.Dir()), state(m)
	kept := m.Dir()
	if again := open(t, s, mirror.Options{Cache: cache}); again.Dir() != kept {
		t.Errorf("opened again it is %s, was %s", again.Dir(), kept)
	}
	for _, about := range []string{
		`{"archive":"` + archive + `","folder":"../../elsewhere","commit":9}`,
		`{"archive":"` + archive + `","folder":"a/b","commit":9}`,
		`{"archive":"` + archive + `","commit":9}`,
		`{"archive":"another","folder":"archive-x","commit":9}`,
		`{"archive":`,
	} {
		old := open(t, s, mirror.Options{Cache: cache}).Dir()
		if err := os.WriteFile(filepath.Join(root, "mirror.json"), []byte(about), 0o666); err != nil {
			t.Fatal(err)
		}
		m := open(t, s, mirror.Options{Cache: cache})
		if filepath.Dir(m.Dir()) != root || !strings.HasPrefix(filepath.Base(m.Dir()), "archive-") || m.Dir() == old {
			t.Errorf("%s: the folder is %s", about, m.Dir())
		}
		if here, all := segmentsOf(t, m); len(here) != 1 || len(all) != 1 {
			t.Errorf("%s: %v of %v", about, here, all)
		}
		if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %s is still there: %v", about, old, err)
		}
		var now struct{ Archive, Folder string }
		text, err := os.ReadFile(filepath.Join(root, "mirror.json"))
		if err = errors.Join(err, json.Unmarshal(text, &now)); err != nil || now.Archive != archive || now.Folder != filepath.Base(m.Dir()) {
			t.Errorf("%s: then it says %s, %v", about, text, err)
		}
	}
	// A folder without its manifest is not whole, whatever mirror.json says.
	m = open(t, s, mirror.Options{Cache: cache})
	if err := os.Remove(filepath.Join(m.Dir(), "MANIFEST")); err != nil {
		t.Fatal(err)
	}
	if m = open(t, s, mirror.Options{Cache: cache}); state(m) != archive {
		t.Error("it is another archive")
	}
}

// Pages in the cache are compared with their digests, and those that no commit names go.
func TestCachedPages(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	add(t, open(t, s, mirror.Options{Cache: t.TempDir(), Create: true}), "a")
	cache := t.TempDir()
	pages := filepath.Join(filepath.Dir(open(t, s, mirror.Options{Cache: cache}).Dir()), "pages")
	list := func() []os.DirEntry {
		entries, err := os.ReadDir(pages)
		if err != nil || len(entries) != 1 {
			t.Fatalf("pages %v, %v", entries, err)
		}
		return entries
	}
	name := filepath.Join(pages, list()[0].Name())
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(name, []byte("{}"), 0o666), os.WriteFile(filepath.Join(pages, "left"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	m := open(t, s, mirror.Options{Cache: cache})
	if text, err := os.ReadFile(name); err != nil || string(text) != string(good) {
		t.Errorf("the page is %q, %v", text, err)
	}
	if _, all := segmentsOf(t, m); len(all) != 1 {
		t.Errorf("segments %v", all)
	}
	list()
	// What is there is not asked for again.
	asked := map[string]int{}
	counting := &objectstest.Faulty{Store: s, Choose: func(operation, key string) objectstest.Fault {
		if operation == "get" && strings.HasPrefix(key, "data/") {
			asked[key]++
		}
		return objectstest.None
	}}
	open(t, counting, mirror.Options{Cache: cache})
	if len(asked) != 0 {
		t.Errorf("asked for again: %v", asked)
	}
	add(t, m, "b") // and the page of before is there until the next looks
	open(t, s, mirror.Options{Cache: cache})
	list()
}

// Copies of programs that were killed are removed before the next is made, those of others
// that are at work are not; and the store is probed once.
func TestWorkspaces(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	probes := 0
	counting := &objectstest.Faulty{Store: s, Choose: func(operation, key string) objectstest.Fault {
		if operation == "delete" && strings.HasPrefix(key, objects.ProbePrefix) {
			probes++
		}
		return objectstest.None
	}}
	m := open(t, counting, mirror.Options{Cache: t.TempDir(), Create: true})
	work := filepath.Join(filepath.Dir(m.Dir()), "work")
	for _, name := range []string{"left", "used"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(work, name, "archive"), 0o777), os.WriteFile(filepath.Join(work, name+".lock"), nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	used := flock.New(filepath.Join(work, "used.lock"))
	if ok, err := used.TryLock(); !ok || err != nil {
		t.Fatal(err)
	}
	defer used.Unlock()
	add(t, m, "a")
	add(t, m, "b")
	entries, err := os.ReadDir(work)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"used", "used.lock"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("left are %v, %v", names, err)
	}
	if probes != 1 {
		t.Errorf("the store was probed %d times", probes)
	}
	// A change that changes nothing makes no commit; one that fails leaves none, nor a copy.
	before := m.Commit()
	if err := m.Change(t.Context(), mirror.Change{Make: func(mirror.Work) error { return nil }}); err != nil || m.Commit() != before {
		t.Errorf("nothing: commit %d after %d, %v", m.Commit(), before, err)
	}
	broken := errors.New("broken")
	if err := m.Change(t.Context(), mirror.Change{Make: func(mirror.Work) error { return broken }}); !errors.Is(err, broken) || m.Commit() != before {
		t.Errorf("broken: commit %d after %d, %v", m.Commit(), before, err)
	}
	// Two changes at once are refused, and the second is told.
	err = m.Change(t.Context(), mirror.Change{Make: func(mirror.Work) error { return m.Change(t.Context(), adding("c")) }})
	if !errors.Is(err, store.ErrLocked) {
		t.Errorf("a change within a change: %v", err)
	}
	if text, err := m.Decided(t.Context()); string(text) != "decided" || err != nil {
		t.Errorf("decided is %q, %v", text, err)
	}
}

// A refresh within the time that the newest was known asks nothing.
func TestRefreshWithin(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	two := open(t, s, mirror.Options{Cache: t.TempDir()})
	add(t, one, "a")
	if err := two.Refresh(t.Context(), time.Hour); err != nil || two.Commit() != 1 {
		t.Errorf("within an hour: commit %d, %v", two.Commit(), err)
	}
	if err := two.Refresh(t.Context(), 0); err != nil || two.Commit() != 2 {
		t.Errorf("now: commit %d, %v", two.Commit(), err)
	}
	// Another program with the same cache may have brought it further.
	shared := t.TempDir()
	three, four := open(t, s, mirror.Options{Cache: shared}), open(t, s, mirror.Options{Cache: shared})
	add(t, one, "b")
	if err := three.Refresh(t.Context(), 0); err != nil || three.Commit() != 3 {
		t.Errorf("commit %d, %v", three.Commit(), err)
	}
	if _, err := four.State(); !errors.Is(err, store.ErrStale) {
		t.Errorf("the folder shows another commit: %v", err)
	}
	if err := four.Refresh(t.Context(), 0); err != nil || four.Commit() != 3 {
		t.Errorf("commit %d, %v", four.Commit(), err)
	}
	if _, err := mirror.Open(t.Context(), objects.NewFolder(t.TempDir()), "test", mirror.Options{Cache: t.TempDir()}); !errors.Is(err, mirror.ErrNone) {
		t.Errorf("an empty store: %v", err)
	}
}

// entering enters a file into the ledger of imports.
func entering(path string) mirror.Change {
	return mirror.Change{Make: func(work mirror.Work) error {
		db := ledger.Open(work.Dir)
		run, err := db.Begin(ledger.Run{Paths: []string{path}}, ledger.At{})
		if err != nil {
			return err
		}
		return db.Enter(&run, &ledger.Batch{Outcomes: []*ledger.Outcome{{Source: path, What: ledger.Read}}})
	}}
}

// importsOf returns what all computers have imported.
func importsOf(t *testing.T, m *mirror.Mirror) (paths []string) {
	t.Helper()
	if err := errors.Join(m.Refresh(t.Context(), 0), m.Ledgers(t.Context())); err != nil {
		t.Fatal(err)
	}
	db := ledger.Open(m.Dir())
	runs, err := db.AllRuns()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		of, _, err := db.Of(r.Number)
		if err != nil {
			t.Fatal(err)
		}
		for o, err := range of.Outcomes(r.Number) {
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, fmt.Sprint(r.Number, o.Source))
		}
	}
	return paths
}

// What is beside the games: what was found and what was imported is for everybody, and each has
// the latest.
func TestBesides(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	two := open(t, s, mirror.Options{Cache: t.TempDir()})
	change := func(m *mirror.Mirror, change mirror.Change) {
		t.Helper()
		if err := m.Change(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	found := func(text string) mirror.Change {
		return mirror.Change{Make: func(work mirror.Work) error {
			return os.WriteFile(filepath.Join(work.Dir, duplicate.FileName), []byte(text), 0o666)
		}}
	}
	expect := func(wantFound string, wantImports ...string) {
		t.Helper()
		for _, m := range []*mirror.Mirror{one, two} {
			if got := importsOf(t, m); !slices.Equal(got, wantImports) {
				t.Errorf("imports %q, want %q", got, wantImports)
			}
			if text, err := os.ReadFile(filepath.Join(m.Dir(), duplicate.FileName)); err != nil || string(text) != wantFound {
				t.Errorf("found %q, %v, want %q", text, err, wantFound)
			}
		}
	}
	change(one, found("by one"))
	change(one, entering("of one"))
	expect("by one", "1of one")
	change(two, found("by two"))
	change(two, entering("of two"))
	expect("by two", "1of one", "2of two")
	change(one, entering("more of one"))
	expect("by two", "1of one", "2of two", "3more of one")
	before := one.Commit()
	change(one, found("by two"))
	if one.Commit() != before {
		t.Errorf("the same again is commit %d after %d", one.Commit(), before)
	}
	// A change that others were faster than is made again, on what they have made.
	calls := 0
	err := one.Change(t.Context(), mirror.Change{Make: func(work mirror.Work) error {
		if calls++; calls == 1 {
			add(t, two, "of two")
		}
		return adding("of one").Make(work)
	}})
	if err != nil || calls != 2 {
		t.Errorf("made %d times, %v", calls, err)
	}
	for _, m := range []*mirror.Mirror{one, two} {
		if err := m.Refresh(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if here, all := segmentsOf(t, m); len(here) != 2 || len(all) != 2 {
			t.Errorf("segments %v of %v", here, all)
		}
	}
	// Or taken over, if it can be.
	again := 0
	err = one.Change(t.Context(), mirror.Change{
		Make: func(work mirror.Work) error {
			add(t, two, "more of two")
			return adding("more of one").Make(work)
		},
		Again: func(_ context.Context, work, mine mirror.Work, base *store.Contents) (func(), error) {
			again++
			if work.Dir == mine.Dir || len(base.Segments) != 2 {
				t.Errorf("taken over from %s to %s, made of %d segments", mine.Dir, work.Dir, len(base.Segments))
			}
			return func() {}, adding("more of one").Make(work)
		},
	})
	if _, all := segmentsOf(t, one); err != nil || again != 1 || len(all) != 4 {
		t.Errorf("taken over %d times, %v; segments %v", again, err, all)
	}
}
