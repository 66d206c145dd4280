package store

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/store/disk"
	"kifudb/store/features"
)

// A fakeObserver reports something of each word of a script, so that each game has instances of its own.
type fakeObserver struct {
	registry.Replayer
	about    registry.About
	kinds    []feature.Kind
	observed func() // if set, is called for each game
}

func newFakeObserver() *fakeObserver {
	return &fakeObserver{about: registry.About{Number: 1}, kinds: []feature.Kind{{Name: "low"}, {Name: "everywhere", Everywhere: true}, {Name: "high"}}}
}

func (f *fakeObserver) About() *registry.About                           { return &f.about }
func (f *fakeObserver) Features() []feature.Kind                         { return f.kinds }
func (f *fakeObserver) Start(registry.Record) (registry.Position, error) { return nil, nil }

func (f *fakeObserver) Observe(_ registry.Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return func(yield func(*feature.Instance) bool) {
		if f.observed != nil {
			f.observed()
		}
		for node, word := range s {
			i := feature.Instance{Node: node, By: position.Black + position.Color(word&1), Value: 1 + int32(word>>3&15)}
			if i.Kind = int(word % 5); i.Kind < len(f.kinds) && w.Kinds.Has(i.Kind) && !yield(&i) {
				return
			}
		}
	}
}

// observing makes an archive observe games with a fake.
func observing(db *DB) *fakeObserver {
	f := newFakeObserver()
	db.observer = func(number int) registry.Observer {
		if number != 1 {
			return nil
		}
		return f
	}
	return f
}

// compareFeatures compares the indexes of an archive with its games, and returns how many segments have one.
func compareFeatures(t *testing.T, db *DB, f *fakeObserver) (indexed int) {
	t.Helper()
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, g := range s.Segments() {
		x := g.Features()
		if x == nil {
			continue
		}
		indexed++
		for k := range f.kinds {
			c := x.Column(1, &f.kinds[k])
			if (c == nil) != f.kinds[k].Everywhere {
				t.Fatalf("segment %s: column of %s: %v", g.Name(), f.kinds[k].Name, c != nil)
			}
			if c == nil {
				continue
			}
			with := []uint32{}
			for local := range g.Len() {
				var want []features.Instance
				if script, err := g.Script(local); err == nil && g.present(local) {
					for i := range f.Observe(nil, script, feature.Wanted{Kinds: 1 << k}) {
						want = append(want, features.Instance{Node: i.Node, By: i.By, Value: i.Value})
					}
				}
				if got := slices.Collect(c.Instances(local)); !slices.Equal(got, want) {
					t.Fatalf("segment %s, game %d: %s: %v, want %v", g.Name(), local, f.kinds[k].Name, got, want)
				}
				if slices.ContainsFunc(want, func(i features.Instance) bool { return i.Value >= 3 }) {
					with = append(with, uint32(local))
				}
			}
			if got := c.Games(func(_ position.Color, value int32) bool { return value >= 3 }).ToArray(); !slices.Equal(got, with) {
				t.Fatalf("segment %s: %s of 3 or more in %v, want %v", g.Name(), f.kinds[k].Name, got, with)
			}
		}
	}
	return indexed
}

// featureFaults returns what a check says of the indexes.
func featureFaults(t *testing.T, db *DB, n int) (faults []error) {
	t.Helper()
	for err := range db.CheckFeatures(t.Context(), n, 7, func(FeatureProgress) {}) {
		faults = append(faults, err)
	}
	return faults
}

func featureFiles(t *testing.T, db *DB) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(db.dir, FeaturesName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// An archive has indexes of features from the first time that they are made until they are dropped,
// whatever becomes of its games.
func TestFeatures(t *testing.T) {
	db := newDB(t, &Options{MaxGames: 300})
	f := observing(db)
	observed := make(chan struct{}, 1<<16)
	f.observed = func() { observed <- struct{}{} }
	replayed := func(want int) {
		t.Helper()
		if got := len(observed); got != want {
			t.Fatalf("%d games replayed, want %d", got, want)
		}
		for range want {
			<-observed
		}
	}
	w := newWriter(t, db)
	must(t, w.IndexFeatures(t.Context(), nil)) // of no games
	addGames(t, w, 0, 700)
	must(t, w.Commit(t.Context()))
	if n := compareFeatures(t, db, f); n != 0 {
		t.Fatalf("%d segments have indexes that nobody made", n)
	}
	var told []FeatureProgress
	must(t, w.IndexFeatures(t.Context(), func(p FeatureProgress) { told = append(told, p) }))
	replayed(700)
	if !slices.IsSortedFunc(told, func(a, b FeatureProgress) int { return a.Indexed - b.Indexed }) || told[0].Indexed != 0 || told[len(told)-1] != (FeatureProgress{700, 700}) {
		t.Errorf("progress %v", told)
	}
	files := featureFiles(t, db)
	if n := compareFeatures(t, db, f); n != len(files) || n < 3 {
		t.Fatalf("%d segments have an index, %d files", n, len(files))
	}
	for len(observed) > 0 {
		<-observed
	}
	must(t, w.IndexFeatures(t.Context(), nil))
	replayed(0)

	// Removed games stay in the index until they are compacted away.
	must(t, w.Remove(5, 6, 7))
	must(t, w.IndexFeatures(t.Context(), nil))
	replayed(0)
	must(t, w.Compact(t.Context()))
	must(t, w.IndexFeatures(t.Context(), nil))
	if n := len(observed); n == 0 || n >= 700 {
		t.Errorf("%d games replayed after one segment was compacted", n)
	}
	compareFeatures(t, db, f)

	// Segments that are merged away lose their files when the writer ends.
	addGames(t, w, 700, 703)
	must(t, w.Commit(t.Context()), w.Merge(t.Context()), w.IndexFeatures(t.Context(), nil), w.Close())
	s, err := db.Snapshot()
	must(t, err)
	var want []string
	for _, g := range s.Segments() {
		want = append(want, g.Name()+featuresSuffix)
	}
	if stats := s.FeatureStats(); stats.Indexed != 703 || stats.Games != 703 || stats.Bytes == 0 {
		t.Errorf("statistics %+v", stats)
	}
	must(t, s.Close())
	slices.Sort(want)
	if got := featureFiles(t, db); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if faults := slices.Concat(featureFaults(t, db, 0), featureFaults(t, db, 20)); faults != nil {
		t.Error(faults)
	}

	// What is rebuilt is indexed again.
	must(t, db.Rebuild(t.Context(), derive, nil))
	if n := compareFeatures(t, db, f); n != 0 {
		t.Errorf("%d segments that were rebuilt have the indexes of others", n)
	}
	w = newWriter(t, db)
	must(t, w.IndexFeatures(t.Context(), nil))
	if n := compareFeatures(t, db, f); n != len(want) {
		t.Errorf("%d segments have an index after a rebuild, want %d", n, len(want))
	}
	must(t, w.DropFeatures())
	if n := compareFeatures(t, db, f); n != 0 || db.HasFeatures() {
		t.Errorf("%d segments have an index after all were dropped", n)
	}
}

// A kind that is defined in another way is replayed, and indexed again.
func TestFeaturesOfAnotherVersion(t *testing.T) {
	db := newDB(t, nil)
	f := observing(db)
	w := newWriter(t, db)
	addGames(t, w, 0, 40)
	must(t, w.Commit(t.Context()), w.IndexFeatures(t.Context(), nil))
	s, err := db.Snapshot()
	must(t, err)
	defer s.Close()
	g := s.Segments()[0]
	f.kinds = slices.Clone(f.kinds)
	f.kinds[0].Version++
	if g.Features().Column(1, &f.kinds[0]) != nil || g.Features().Column(1, &f.kinds[2]) == nil {
		t.Error("the index is not used by kinds")
	}
	if stats := s.FeatureStats(); stats.Indexed != 0 {
		t.Errorf("statistics %+v", stats)
	}
	// Only who asks for that kind has to wait for replays, and only of games that have it.
	for _, c := range []struct {
		number, kind, want int
	}{{1, 0, 40}, {1, 2, 0}, {2, 0, 0}, {300, 0, 0}} {
		if n := s.WithoutFeatures(map[int][]*feature.Kind{c.number: {&f.kinds[c.kind]}}); n != c.want {
			t.Errorf("%d games lack kind %d of game %d, want %d", n, c.kind, c.number, c.want)
		}
	}
	everywhere := f.kinds[0]
	everywhere.Everywhere = true
	if n := s.WithoutFeatures(map[int][]*feature.Kind{1: {&f.kinds[2], &everywhere}}); n != 0 {
		t.Errorf("%d games lack what no index holds", n)
	}
	if n := s.WithoutFeatures(map[int][]*feature.Kind{1: {&f.kinds[2], &f.kinds[0]}}); n != 40 {
		t.Errorf("%d games lack one of two kinds", n)
	}
	if faults := featureFaults(t, db, 0); faults != nil {
		t.Errorf("another version is a fault: %v", faults)
	}
	old := g.Features()
	must(t, w.IndexFeatures(t.Context(), nil))
	if g.Features().Column(1, &f.kinds[0]) == nil || old == g.Features() {
		t.Error("an open segment does not see the new index")
	}
	if old.Column(1, &f.kinds[2]).Games(nil).IsEmpty() {
		t.Error("the index that was replaced cannot be read any more")
	}
	f.kinds = append(f.kinds, feature.Kind{Name: "new"})
	if stats := s.FeatureStats(); stats.Indexed != 0 {
		t.Errorf("statistics %+v with a kind that is not indexed", stats)
	}
}

// An index that is stopped, at any step, leaves an archive that gives the same answers, and goes on.
func TestFeaturesStopped(t *testing.T) {
	db := newDB(t, &Options{MaxGames: 200})
	f := observing(db)
	w := newWriter(t, db)
	addGames(t, w, 0, 600)
	must(t, w.Commit(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	err := w.IndexFeatures(ctx, func(p FeatureProgress) {
		if p.Indexed > 250 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := compareFeatures(t, db, f); n != 1 {
		t.Errorf("%d segments are indexed", n)
	}
	failed := errors.New("no more room")
	for step := range 50 {
		n := 0
		w.db.files.Fail = func(string, string) error {
			if n++; n == step+1 {
				return failed
			}
			return nil
		}
		err := w.IndexFeatures(t.Context(), nil)
		w.db.files.Fail = nil
		compareFeatures(t, db, f)
		if err == nil {
			if step == 0 {
				t.Error("no step failed")
			}
			break
		}
		if !errors.Is(err, failed) {
			t.Fatal(err)
		}
	}
	if n := compareFeatures(t, db, f); n != 3 {
		t.Errorf("%d segments are indexed", n)
	}
	must(t, w.Close())
	for _, name := range featureFiles(t, db) {
		if strings.HasPrefix(name, disk.TempPrefix) {
			t.Errorf("%s is left over", name)
		}
	}
}

// A byte of an index that is another one, or missing, never gives a wrong answer; a check notices it, and
// the next index mends it.
func TestDamagedFeatures(t *testing.T) {
	db := newDB(t, nil)
	f := observing(db)
	w := newWriter(t, db)
	addGames(t, w, 0, 30)
	must(t, w.Commit(t.Context()), w.IndexFeatures(t.Context(), nil))
	path := filepath.Join(db.dir, FeaturesName, featureFiles(t, db)[0])
	whole, err := os.ReadFile(path)
	must(t, err)
	sections, err := disk.OpenSections(path)
	must(t, err)
	used := make([]bool, len(whole)) // bytes that are not between sections
	for i := range 64 + 64*len(sections.Table) {
		used[i] = i < 8 || i >= 12 // there is the version: an index of a newer one is no fault
	}
	for _, e := range sections.Table {
		for i := range e.Length {
			used[int(e.At)+i] = e.Tag != disk.TagPages
		}
	}
	must(t, sections.Close())
	try := func(what string, data []byte, faulty bool) {
		t.Helper()
		must(t, os.Remove(path), os.WriteFile(path, data, 0o666))
		s, err := db.Snapshot()
		must(t, err)
		defer s.Close()
		g := s.Segments()[0]
		for _, k := range []int{0, 2} {
			c := g.Features().Column(1, &f.kinds[k])
			if c == nil {
				continue
			}
			for local := range g.Len() {
				script, err := g.Script(local)
				must(t, err)
				var want []features.Instance
				for i := range f.Observe(nil, script, feature.Wanted{Kinds: 1 << k}) {
					want = append(want, features.Instance{Node: i.Node, By: i.By, Value: i.Value})
				}
				if got := slices.Collect(c.Instances(local)); !slices.Equal(got, want) {
					t.Fatalf("%s: game %d: %v, want %v", what, local, got, want)
				}
			}
		}
		if faults := featureFaults(t, db, 0); (len(faults) > 0) != faulty {
			t.Fatalf("%s: faults %v", what, faults)
		}
		if err := g.Err(); err != nil {
			t.Fatalf("%s: the segment counts as damaged: %v", what, err)
		}
	}
	for at := range whole {
		bad := slices.Clone(whole)
		bad[at] ^= 1 << (at % 8)
		try("flipped at "+strconv.Itoa(at), bad, used[at] || at == 8)
	}
	for n := 0; n < len(whole); n += 7 {
		try("cut off", whole[:n], true)
	}
	must(t, w.IndexFeatures(t.Context(), nil))
	if got, err := os.ReadFile(path); err != nil || !slices.Equal(got, whole) {
		t.Errorf("the index is not mended: %v", err)
	}
	try("whole", whole, false)
}

// A backup leaves indexes out, and an archive that is restored has none.
func TestFeaturesInBackup(t *testing.T) {
	db := newDB(t, nil)
	f := observing(db)
	w := newWriter(t, db)
	addGames(t, w, 0, 30)
	must(t, w.Commit(t.Context()), w.IndexFeatures(t.Context(), nil), w.Close())
	file, err := os.Create(filepath.Join(t.TempDir(), "backup"))
	must(t, err)
	defer file.Close()
	must(t, db.Backup(t.Context(), file, nil))
	_, err = file.Seek(0, 0)
	must(t, err)
	dir := filepath.Join(t.TempDir(), "restored")
	must(t, Unpack(t.Context(), file, dir))
	restored, err := Open(dir, nil)
	must(t, err)
	defer restored.Close()
	if restored.HasFeatures() || compareFeatures(t, restored, f) != 0 {
		t.Error("the backup has indexes of features")
	}
	// The file of another archive, or segment, is not used.
	must(t, os.CopyFS(filepath.Join(dir, FeaturesName), os.DirFS(filepath.Join(db.dir, FeaturesName))))
	observing(restored)
	if n := compareFeatures(t, restored, f); n != 1 {
		t.Errorf("%d segments are indexed by the same archive's file", n)
	}
}
