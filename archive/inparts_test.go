package archive

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
)

// An import into a store is there as far as it has come: for others while it goes on, and for
// everybody after it was killed. The next one goes on from there; nothing is lost, nothing is
// there twice, and what no commit names is removed when the time is over.
func TestStoreImportKilled(t *testing.T) {
	const files = 60
	games := records(t, 0, files)
	for _, part := range []int{1, 3, 6} {
		s := objects.NewFolder(t.TempDir())
		commits := 0
		faulty := &objectstest.Faulty{Store: s, Choose: func(operation, key string) objectstest.Fault {
			if operation == "put-if-absent" && strings.HasPrefix(key, "commits/") {
				if commits++; commits == part+2 { // the first one makes the archive
					return objectstest.Killed
				}
			}
			return objectstest.None
		}}
		m := newMachine(t, faulty)
		killed, err := m.open(Options{Create: true, maxGames: 16})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := killed.Import(t.Context(), &Import{Paths: []string{games}}); !errors.Is(err, objectstest.ErrKilled) {
			t.Fatalf("killed at commit %d: %v", part+2, err)
		}
		killed.Close()
		there := newMachine(t, s).archive(t)
		found := contentsOf(t, there)
		if want := 16 * part; len(found) != want {
			t.Errorf("%d games are there after %d parts of 16", len(found), part)
		}
		for name, n := range found {
			if n != 1 {
				t.Errorf("%s is there %d times", name, n)
			}
		}
		again := &machine{store: s, cache: m.cache}
		a, err := again.open(Options{maxGames: 16})
		if err != nil {
			t.Fatal(err)
		}
		done := importedFrom(t, a, games)
		if done.Added+done.Known != 3*(files-done.Unchanged) || done.Unchanged < 16*part/3-1 {
			t.Errorf("the second import: %d added, %d known, %d files unchanged", done.Added, done.Known, done.Unchanged)
		}
		expectGames(t, a, 0, files)
		newest(t, there)
		expectGames(t, there, 0, files)
		sound(t, there)
		later := &machine{store: s, cache: t.TempDir(), grace: time.Nanosecond} // what the killed program has left is old by now
		c := later.archive(t)
		if _, err := c.mirror.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		checked, err := c.mirror.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if checked.Unnamed > 0 || len(checked.Faults) > 0 {
			t.Errorf("%d objects that nothing names, %v", checked.Unnamed, checked.Faults)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// newest makes an archive show what is in the store now, which it need not for some seconds.
func newest(t *testing.T, a *Archive) {
	t.Helper()
	if err := a.mirror.Refresh(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
}

// Imports in parts by several machines at once: each game is there once, each ledger names its
// games by the numbers that they have, and each import that ends is there at once for all.
func TestStoreImportsInPartsAtOnce(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	newMachine(t, s).archive(t)
	var group sync.WaitGroup
	var machines []*Archive
	for i := range 3 {
		games := records(t, 20*i, 20*i+30) // ten files are imported by the next one, too
		var faulty objects.Store = &objectstest.Faulty{Store: s, Choose: objectstest.Randomly(uint64(i), 10)}
		a, err := newMachine(t, faulty).open(Options{maxGames: 16, Cache: Cache{Size: int64(i%2) << 30}})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		machines = append(machines, a)
		group.Go(func() {
			done, err := a.Import(context.Background(), &Import{Paths: []string{games}})
			if err != nil {
				t.Error(err)
			} else if done.Added+done.Known != 90 {
				t.Errorf("%d games added, %d known, of 90", done.Added, done.Known)
			}
		})
	}
	group.Wait()
	there := newMachine(t, s).archive(t)
	expectGames(t, there, 0, 70)
	sound(t, there)
	for _, a := range machines {
		newest(t, a)
		ledgerNames(t, a)
		expectGames(t, a, 0, 70)
	}
}

// What was imported so far is there for others while the import goes on, and an import by
// somebody else in between is no obstacle.
func TestStoreImportIsSeenWhileItGoesOn(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	other := newMachine(t, s).archive(t)
	var seen []int
	m := newMachine(t, &objectstest.Faulty{Store: s, Choose: func(operation, key string) objectstest.Fault {
		if operation == "put-if-absent" && strings.HasPrefix(key, "commits/") {
			if err := other.mirror.Refresh(t.Context(), 0); err != nil {
				t.Error(err)
			}
			if seen = append(seen, len(contentsOf(t, other))); len(seen) == 3 { // somebody else is faster
				importedFrom(t, other, records(t, 40, 43))
			}
		}
		return objectstest.None
	}})
	a, err := m.open(Options{maxGames: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	importedFrom(t, a, records(t, 0, 40))
	for i, want := range []int{0, 16, 32, 41, 57, 73, 89, 105} {
		if i >= len(seen) || seen[i] != want {
			t.Fatalf("others have seen %d games", seen)
		}
	}
	for _, a := range []*Archive{a, other} {
		newest(t, a)
		expectGames(t, a, 0, 43)
		sound(t, a)
	}
	ledgerNames(t, a)
}
