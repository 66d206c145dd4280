package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/book/user"
	"kifudb/testdata"
)

// impatient waits little, as nothing in a test takes long.
var impatient = &objects.Patience{Tries: 12, First: time.Microsecond, Most: time.Millisecond, Silence: 10 * time.Second}

// A machine has a cache of its own for the archive in a store.
type machine struct {
	store objects.Store
	cache string
	grace time.Duration

	patience *objects.Patience // nil for little
}

func newMachine(t *testing.T, s objects.Store) *machine {
	t.Helper()
	return &machine{store: s, cache: t.TempDir()}
}

func (m *machine) open(o Options) (*Archive, error) {
	o.Objects = func(string) (objects.Store, error) { return m.store, nil }
	o.Cache.Dir, o.patience, o.grace = m.cache, cmp.Or(m.patience, impatient), m.grace
	return Open("objects:the-store", &o)
}

func (m *machine) archive(t *testing.T) *Archive {
	t.Helper()
	a, err := m.open(Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// copyOfStore returns a store with the objects of another, which is in a folder.
func copyOfStore(t *testing.T, dir string) *objects.Folder {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return objects.NewFolder(to)
}

// records writes files of a few games each, whose texts tell them apart, and returns their
// folder. Those of the same numbers are the same, byte for byte.
func records(t *testing.T, from, to int) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeRecords(dir, from, to); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeRecords(dir string, from, to int) error {
	for n := from; n < to; n++ {
		text := ""
		for i := range 3 {
			text += fmt.Sprintf("(;GM[1]FF[4]SZ[9]PB[Black %d]PW[White %d]C[game %d of %d];B[%c%c];W[%c%c])\n", n, i, i, n, 'a'+n%9, 'a'+i, 'a'+(n/9)%9, 'e'+i)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.sgf", n)), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func importedFrom(t *testing.T, a *Archive, paths ...string) *Imported {
	t.Helper()
	done, err := a.Import(t.Context(), &Import{Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// contentsOf returns how often each game is in the archive, by who played it.
func contentsOf(t *testing.T, a *Archive) map[string]int {
	t.Helper()
	found := map[string]int{}
	err := a.Ask(func(v *View) error {
		clear(found)
		page, err := v.Search(t.Context(), &Search{Query: parse(t, ""), Records: true})
		if err != nil {
			return err
		}
		for _, g := range page.Games {
			found[g.Black+", "+g.White]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// expectGames fails unless the games of some files are there, each once.
func expectGames(t *testing.T, a *Archive, from, to int) {
	t.Helper()
	found := contentsOf(t, a)
	if len(found) != 3*(to-from) {
		t.Errorf("%d games are in the archive, not %d", len(found), 3*(to-from))
	}
	for n := from; n < to; n++ {
		for i := range 3 {
			if name := fmt.Sprintf("Black %d, White %d", n, i); found[name] != 1 {
				t.Errorf("%s is there %d times", name, found[name])
			}
		}
	}
}

// sound fails if a check finds anything.
func sound(t *testing.T, a *Archive) {
	t.Helper()
	checked, err := a.Check(t.Context(), &Check{})
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range checked.Faults {
		t.Error(fault)
	}
}

// An archive in a store answers as one in a folder, on the machine that made it and on
// another one, also after changes of every kind.
func TestStoreAnswers(t *testing.T) {
	games := t.TempDir()
	if err := os.CopyFS(games, testdata.Collection()); err != nil {
		t.Fatal(err)
	}
	folder, err := Open(filepath.Join(t.TempDir(), "archive"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	s := objects.NewFolder(t.TempDir())
	here, there := newMachine(t, s).archive(t), newMachine(t, s).archive(t)
	ask := func(a *Archive) string {
		var text strings.Builder
		err := a.Ask(func(v *View) error {
			text.Reset()
			for _, q := range []string{"", "player:shuwa", `pos:"Q16 D4"`, "comment:ladder", "tag:fine", "note:here", "pat:NE[...|.X.|...]"} {
				page, err := v.Search(t.Context(), &Search{Query: parse(t, q)})
				if err != nil {
					return err
				}
				data, err := json.Marshal(page)
				if err != nil {
					return err
				}
				text.Write(append(data, '\n'))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	changes := []struct {
		name   string
		change func(a *Archive) error
	}{
		{"import", func(a *Archive) error {
			_, err := a.Import(t.Context(), &Import{Paths: []string{games}})
			return err
		}},
		{"tag", func(a *Archive) error {
			return a.Ask(func(v *View) error {
				_, err := v.Tag("fine", []GameID{3, 4})
				return err
			})
		}},
		{"remove", func(a *Archive) error {
			_, err := a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{3, 9}, nil })
			return err
		}},
		{"bring back", func(a *Archive) error {
			_, err := a.BringBack(t.Context(), func(*View) ([]GameID, error) { return []GameID{9}, nil })
			return err
		}},
		{"compact", func(a *Archive) error {
			_, err := a.Compact(t.Context(), nil)
			return err
		}},
		{"decide", func(a *Archive) error {
			return a.Ask(func(v *View) error { return v.Decide(t.Context(), Decision{Kind: user.Same, Games: []GameID{1, 2}}) })
		}},
		{"rebuild", func(a *Archive) error {
			_, err := a.Rebuild(t.Context(), nil)
			return err
		}},
	}
	for i, c := range changes {
		from := []*Archive{here, there}[i%2] // the machines take turns
		for _, a := range []*Archive{folder, from} {
			if err := c.change(a); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		want := ask(folder)
		for name, a := range map[string]*Archive{"here": here, "there": there, "a third": newMachine(t, s).archive(t)} {
			if a.mirror.Refresh(t.Context(), 0) != nil {
				t.Fatal("the archive cannot be refreshed")
			}
			if got := ask(a); got != want {
				t.Errorf("after %s: %s answers\n%s\nand the folder\n%s", c.name, name, got, want)
			}
		}
	}
	for _, a := range []*Archive{here, there} {
		sound(t, a)
	}
}

// Of two who import at once, each puts in what the other has not; a record that both have is
// there once, and the ledgers say under which number.
func TestStoreTwoImporters(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	newMachine(t, s).archive(t)
	var group sync.WaitGroup
	var machines []*machine
	var done [4]*Imported
	for i := range done {
		machines = append(machines, newMachine(t, s))
		a, dir := machines[i].archive(t), records(t, 10*i, 10*i+20) // each shares ten files with the next
		group.Go(func() {
			var err error
			if done[i], err = a.Import(t.Context(), &Import{Paths: []string{dir}}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	added := 0
	for i, m := range machines {
		a := m.archive(t)
		expectGames(t, a, 0, 50)
		sound(t, a)
		added += done[i].Added
		if done[i].Games != 60 || done[i].Added+done[i].Known != 60 {
			t.Errorf("importer %d: %+v", i, done[i].Totals)
		}
		ledgerNames(t, a)
		if again := importedFrom(t, a, records(t, 10*i, 10*i+20)); again.Added != 0 || again.Known != 60 {
			t.Errorf("the same again: %+v", again.Totals)
		}
	}
	if added != 150 {
		t.Errorf("%d games were added in all, not 150", added)
	}
}

// ledgerNames fails unless the ledger names each game that a file holds by its number.
func ledgerNames(t *testing.T, a *Archive) {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	n := 0
	l, err := a.ledger(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	runs, err := l.AllRuns()
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range runs {
		if i > 0 && runs[i-1].Number == run.Number {
			t.Errorf("two imports have the number %d", run.Number)
		}
		of, _, err := l.Of(run.Number)
		if err != nil {
			t.Fatal(err)
		}
		for o, err := range of.Outcomes(run.Number) {
			if err != nil {
				t.Fatal(err)
			}
			for _, span := range o.Games {
				for i := range span.Count {
					id := span.ID + GameID(i)
					g, err := v.Game(id)
					if err != nil {
						t.Fatal(err)
					}
					n++
					want := strings.TrimLeft(strings.TrimSuffix(filepath.Base(o.Source), ".sgf"), "0")
					if got := strings.TrimPrefix(g.Black, "Black "); got != want && got+want != "0" {
						t.Errorf("game %d of %s is that of %s", id, o.Source, g.Black)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("the ledger names no game")
	}
}

// A sparse cache lets go of what nobody uses, and of nothing else; if it is too small it says
// so.
func TestStoreCache(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	a := newMachine(t, s).archive(t)
	for i := range 5 {
		importedFrom(t, a, records(t, 20*i, 20*i+20+i))
	}
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Segments) < 4 {
		t.Fatalf("%d segments: too few to mean anything", len(state.Segments))
	}
	size := state.Segments[0].Bytes + state.Segments[1].Bytes + state.Segments[2].Bytes/2
	node, err := newMachine(t, s).open(Options{Sparse: true, Cache: Cache{Size: size}})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	there := func() (names []string) {
		entries, err := os.ReadDir(filepath.Join(node.Dir(), "segments"))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	hold := func(i int) *Holding {
		h, err := node.Hold(t.Context(), state, []string{state.Segments[i].Name})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	if len(there()) != 0 {
		t.Errorf("%v is there before anything is held", there())
	}
	h := hold(0)
	if err := hold(1).Close(); err != nil {
		t.Error(err)
	}
	if err := hold(2).Close(); err != nil { // the second one makes room
		t.Error(err)
	}
	if want := []string{state.Segments[0].Name, state.Segments[2].Name}; !slices.Equal(there(), want) {
		t.Errorf("%v is there, not %v", there(), want)
	}
	if _, err := node.Hold(t.Context(), state, []string{state.Segments[1].Name, state.Segments[2].Name}); !errors.Is(err, mirror.ErrCacheFull) {
		t.Errorf("more than there is room for: %v", err)
	}
	if _, err := h.Record(state.Segments[0].Base); err != nil {
		t.Error(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// Whatever another machine commits just before an import does, both are there afterwards.
func TestStoreRebase(t *testing.T) {
	for _, c := range []struct {
		name      string
		files     [2]int // of the import, from 2 on
		meanwhile func(a *Archive) error
		games     int // afterwards
		added     int // by the import
	}{
		{"nothing", [2]int{2, 5}, func(*Archive) error { return nil }, 15, 9},
		{"others", [2]int{2, 5}, importFiles(5, 9), 27, 9},
		{"the same", [2]int{2, 5}, importFiles(2, 5), 15, 0},
		{"some of the same", [2]int{2, 5}, importFiles(3, 7), 21, 3},
		{"many others", [2]int{2, 5}, importFiles(5, 200), 600, 9},
		{"a tag", [2]int{2, 5}, func(a *Archive) error {
			return a.Ask(func(v *View) error {
				_, err := v.Tag("fine", []GameID{1})
				return err
			})
		}, 15, 9},
		{"a removal", [2]int{2, 5}, func(a *Archive) error {
			_, err := a.Remove(context.Background(), func(*View) ([]GameID, error) { return []GameID{1}, nil })
			return err
		}, 14, 9},
		{"a compaction", [2]int{2, 5}, func(a *Archive) error {
			_, err := a.Remove(context.Background(), func(*View) ([]GameID, error) { return []GameID{1}, nil })
			if err == nil {
				_, err = a.Compact(context.Background(), nil)
			}
			return err
		}, 14, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := objects.NewFolder(t.TempDir())
			other := newMachine(t, folder).archive(t)
			importedFrom(t, other, records(t, 0, 1))
			importedFrom(t, other, records(t, 1, 2))
			commits := 0
			armed := false
			faulty := &objectstest.Faulty{Store: folder, Choose: func(operation, key string) objectstest.Fault {
				if armed && operation == "put-if-absent" && strings.HasPrefix(key, "commits/") {
					if commits++; commits == 1 {
						if err := c.meanwhile(other); err != nil {
							t.Error(err)
						}
					}
				}
				return objectstest.None
			}}
			a := newMachine(t, faulty).archive(t)
			armed = true
			dir := records(t, c.files[0], c.files[1])
			done := importedFrom(t, a, dir)
			if done.Added != c.added || done.Added+done.Known != 9 || done.Archive != "objects:the-store" {
				t.Errorf("the import says %+v", done)
			}
			if c.name == "nothing" && commits != 1 || c.name != "nothing" && commits < 2 {
				t.Errorf("%d commits were tried", commits)
			}
			ledgerNames(t, a)
			for _, a := range []*Archive{a, newMachine(t, folder).archive(t)} {
				found := contentsOf(t, a)
				for name, n := range found {
					if n != 1 {
						t.Errorf("%s is there %d times", name, n)
					}
				}
				if len(found) != c.games {
					t.Errorf("%d games are there, not %d", len(found), c.games)
				}
				sound(t, a)
			}
			if again := importedFrom(t, a, dir); again.Unchanged != 3 {
				t.Errorf("the files are read again: %+v", again.Totals)
			}
		})
	}
}

func importFiles(from, to int) func(*Archive) error {
	return func(a *Archive) error {
		dir, err := os.MkdirTemp("", "records")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := writeRecords(dir, from, to); err != nil {
			return err
		}
		_, err = a.Import(context.Background(), &Import{Paths: []string{dir}})
		return err
	}
}

func objectsOf(t *testing.T, s objects.Store, prefix string) (keys []string) {
	t.Helper()
	for info, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

// A collection that is killed leaves a commit of which the contents are gone, and one behind
// it is gone, too: the next collection removes it and is not stopped by it.
func TestStoreCollectAgain(t *testing.T) {
	folder := objects.NewFolder(t.TempDir())
	m := newMachine(t, folder)
	m.grace = time.Nanosecond
	other := newMachine(t, folder).archive(t)
	for i := range 4 {
		importedFrom(t, other, records(t, i, i+1))
	}
	old, _, err := objects.ReadAll(t.Context(), folder, "commits/0000000002", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	a := m.archive(t)
	time.Sleep(50 * time.Millisecond) // clocks of file systems tick all 10 ms at worst
	if gone, err := a.mirror.Collect(t.Context()); err != nil || gone.Objects < 8 {
		t.Fatalf("%+v, %v", gone, err)
	}
	if _, err := folder.PutIfAbsent(t.Context(), "commits/0000000002", objects.Text(old)); err != nil {
		t.Fatal(err)
	}
	if gone, err := a.mirror.Collect(t.Context()); err != nil || gone.Objects != 1 {
		t.Errorf("%+v, %v", gone, err)
	}
	expectGames(t, newMachine(t, folder).archive(t), 0, 4)
}
