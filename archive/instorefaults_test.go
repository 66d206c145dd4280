package archive

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/store"
)

// At whatever operation a program is killed, the archive is as before its import or after
// it, nobody who reads misses anything, and what it has left goes after the grace time.
func TestStoreKilled(t *testing.T) {
	outcomes := map[string]int{}
	imported, more := t.TempDir(), records(t, 2, 4)
	importedFrom(t, newMachine(t, objects.NewFolder(imported)).archive(t), records(t, 0, 2))
	for at := 0; ; at++ {
		folder := copyOfStore(t, imported)
		n := 0
		faulty := &objectstest.Faulty{Store: folder, Choose: func(string, string) objectstest.Fault {
			if n++; n > at {
				return objectstest.Killed
			}
			return objectstest.None
		}}
		a, err := newMachine(t, faulty).open(Options{})
		if err == nil {
			_, err = a.Import(t.Context(), &Import{Paths: []string{more}})
			a.Close()
		}
		if err != nil && !errors.Is(err, objectstest.ErrKilled) {
			t.Fatalf("killed at operation %d: %v", at, err)
		}
		other := newMachine(t, folder)
		other.grace = time.Nanosecond // what the killed program has left is old by now
		b := other.archive(t)
		ledgerNames(t, b)
		runs, runsErr := b.Imports()
		if runsErr != nil {
			t.Fatal(runsErr)
		}
		switch games := len(contentsOf(t, b)); {
		case games/6 != len(runs):
			t.Fatalf("killed at operation %d: %d games, and the imports %+v", at, games, runs)
		case games == 6 && err != nil:
			expectGames(t, b, 0, 2)
			outcomes["before"]++
		case games == 12:
			expectGames(t, b, 0, 4)
			outcomes["after"]++
		default:
			t.Fatalf("killed at operation %d: %v, %d games", at, err, games)
		}
		time.Sleep(2 * time.Millisecond)
		if _, err := b.mirror.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		if checked, err := b.mirror.Check(t.Context()); err != nil || len(checked.Faults) > 0 || checked.Unnamed > 0 {
			t.Errorf("killed at operation %d: %+v, %v", at, checked, err)
		}
		if at%7 == 0 {
			expectGames(t, newMachine(t, folder).archive(t), 0, len(contentsOf(t, b))/3)
		}
		if err == nil {
			break
		}
	}
	t.Logf("killed at each of %d operations", outcomes["before"]+outcomes["after"]-1)
	if outcomes["before"] < 10 || outcomes["after"] < 1 {
		t.Errorf("too little happened to mean anything: %v", outcomes)
	}
}

// Each fault of a store, often: imports and searches come to their end, or say what is wrong.
func TestStoreFaults(t *testing.T) {
	for seed := range uint64(6) {
		faulty := &objectstest.Faulty{Store: objects.NewFolder(t.TempDir()), Choose: objectstest.Randomly(seed, 100), ListDelay: time.Hour}
		m := newMachine(t, faulty)
		a := m.archive(t)
		for i := range 4 {
			importedFrom(t, a, records(t, 5*i, 5*i+5))
			b := newMachine(t, faulty).archive(t)
			expectGames(t, b, 0, 5*i+5)
		}
		sound(t, a)
		for _, fault := range []objectstest.Fault{objectstest.Refused, objectstest.Lost, objectstest.CutOff, objectstest.Short, objectstest.Corrupt} {
			if seed == 5 && faulty.Count(fault) == 0 {
				t.Errorf("%s never happened", fault)
			}
		}
	}
}

// What cannot be had says so, and is never taken for an empty archive.
func TestStoreOutage(t *testing.T) {
	folder := objects.NewFolder(t.TempDir())
	importedFrom(t, newMachine(t, folder).archive(t), records(t, 0, 2))
	for operation, want := range map[string]error{"get": objects.ErrTemporary} {
		faulty := &objectstest.Faulty{Store: folder, Choose: func(op, _ string) objectstest.Fault {
			if op == operation {
				return objectstest.Refused
			}
			return objectstest.None
		}}
		if _, err := newMachine(t, faulty).open(Options{Create: true}); !errors.Is(err, want) {
			t.Errorf("without %s: %v", operation, err)
		}
	}
	// A store that goes away while the archive is open.
	down := false
	faulty := &objectstest.Faulty{Store: folder, Choose: func(string, string) objectstest.Fault {
		if down {
			return objectstest.Refused
		}
		return objectstest.None
	}}
	a := newMachine(t, faulty).archive(t)
	down = true
	if _, err := a.Import(t.Context(), &Import{Paths: []string{records(t, 2, 3)}}); !errors.Is(err, objects.ErrTemporary) {
		t.Errorf("an import: %v", err)
	}
	err := a.Ask(func(v *View) error {
		_, err := v.Tag("x", []GameID{1})
		return err
	})
	if !errors.Is(err, objects.ErrTemporary) {
		t.Errorf("a tag: %v", err)
	}
	down = false
	expectGames(t, a, 0, 2)
	err = a.Ask(func(v *View) error {
		tags, _, err := v.Tags(t.Context(), false)
		if len(tags) > 0 {
			t.Errorf("tags that were refused: %v", tags)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A store that ignores conditions is refused before anything is written.
func TestStoreUnconditional(t *testing.T) {
	s := &ignorant{Store: objects.NewFolder(t.TempDir())}
	if _, err := newMachine(t, s).open(Options{Create: true}); !errors.Is(err, objects.ErrUnconditional) {
		t.Error(err)
	}
	for info := range s.List(t.Context(), "") {
		t.Errorf("%s was written", info.Key)
	}
}

type ignorant struct{ objects.Store }

func (s *ignorant) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	tag, err := s.Store.PutIfAbsent(ctx, key, body)
	if errors.Is(err, objects.ErrExists) {
		return "tag", nil
	}
	return tag, err
}

// A byte that has changed in the store is found, whichever object it is in, and named.
func TestStoreDamaged(t *testing.T) {
	dir := t.TempDir()
	folder := objects.NewFolder(dir)
	importedFrom(t, newMachine(t, folder).archive(t), records(t, 0, 2))
	n := 0
	for info, err := range folder.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(info.Key))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		broken := slices.Clone(text)
		broken[len(broken)/2] ^= 1
		if err := os.WriteFile(name, broken, 0o666); err != nil {
			t.Fatal(err)
		}
		a, err := newMachine(t, folder).open(Options{})
		switch {
		case err == nil: // of the first commit, or of a ledger of another machine
			expectGames(t, a, 0, 2)
			a.Close()
		case !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), info.Key):
			t.Errorf("%s: %v", info.Key, err)
		default:
			n++
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if n < 8 {
		t.Errorf("damage was found in %d objects", n)
	}
}

// The time that counts is that of the store, whatever a machine thinks: what is new is not
// removed and what is old is, also if the store's clock is hours before or behind.
func TestStoreClock(t *testing.T) {
	for _, by := range []time.Duration{-3 * time.Hour, -time.Hour, time.Hour, 3 * time.Hour} {
		folder := objects.NewFolder(t.TempDir())
		shifted := &lateClock{folder, by}
		importedFrom(t, newMachine(t, shifted).archive(t), records(t, 0, 2))
		if _, err := folder.PutIfAbsent(t.Context(), "data/ab/ab", objects.Text([]byte("left over"))); err != nil {
			t.Fatal(err)
		}
		collect := func(grace time.Duration) *mirror.Collected {
			m := newMachine(t, shifted)
			m.grace = grace
			gone, err := m.archive(t).mirror.Collect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return gone
		}
		if gone := collect(time.Hour / 2); gone.Objects > 0 {
			t.Errorf("the store's clock is off by %v: what is new was removed: %+v", by, gone)
		}
		time.Sleep(20 * time.Millisecond)
		if gone := collect(10 * time.Millisecond); gone.Objects == 0 {
			t.Errorf("the store's clock is off by %v: what is old was not removed", by)
		}
		expectGames(t, newMachine(t, shifted).archive(t), 0, 2)
	}
}

type lateClock struct {
	*objects.Folder
	by time.Duration
}

func (s *lateClock) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	r, info, err := s.Folder.Get(ctx, key, offset, length)
	info.Modified = info.Modified.Add(s.by)
	return r, info, err
}

func (s *lateClock) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) {
		for info, err := range s.Folder.List(ctx, prefix) {
			info.Modified = info.Modified.Add(s.by)
			if !yield(info, err) {
				return
			}
		}
	}
}
