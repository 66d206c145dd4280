package store

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kifudb/position"
	"kifudb/store/disk"
)

// A segment that has no game for a key says so without its file being mapped, a few times; it is
// mapped for a key that it has, and answers the same then.
func TestLacksWithoutMapping(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rnd := rand.New(rand.NewPCG(3, 18))
	for _, has := range []bool{false, true} {
		s, err := db.LazySnapshot()
		if err != nil {
			t.Fatal(err)
		}
		g := s.Segments()[0]
		if g.files.index.Mapped() {
			t.Fatal("it is mapped as it is opened")
		}
		db.lookups.segments.Store(manySegments)
		for asked := 0; ; asked++ {
			key := position.Key(rnd.Uint64())
			if has {
				key = keyOfSome(t, dir)
			}
			if offered := g.Offers(key); (offered > 0) != has {
				t.Fatalf("%d games are offered; want some: %t", offered, has)
			}
			_, known := g.Verified(key)
			if games := g.Positions(key); (len(games) > 0) != has || known && !has {
				t.Fatalf("games %v, known %t; want some: %t", games, known, has)
			}
			if g.files.index.Mapped() {
				if want := looksBeforeMapping; has && asked != 0 || !has && asked != want {
					t.Errorf("mapped after %d keys", asked)
				}
				break
			}
		}
		if err := errors.Join(g.Err(), s.Close(), db.Close()); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(dir, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// keyOfSome returns the key of a position of the first segment.
func keyOfSome(t *testing.T, dir string) position.Key {
	t.Helper()
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	g := s.Segments()[0]
	script, err := g.Script(0)
	if err != nil {
		t.Fatal(err)
	}
	f := g.Facts(0)
	var r position.Replayer
	board, ok := r.To(f.Size, script, 1)
	if !ok {
		t.Fatal("no node 1")
	}
	return board.IndexKey()
}

// Damage of the index of positions is told by a question for a key that is not in it.
func TestLacksTellsDamage(t *testing.T) {
	db, lazy := flipped(t, tagPositions, 12) // of how many entries there are
	db.lookups.segments.Store(manySegments)
	if games := lazy.Segments()[0].Positions(42); len(games) > 0 || !errors.Is(lazy.Err(), ErrCorrupt) {
		t.Errorf("games %v, %v", games, lazy.Err())
	}
}

// Who asks while another one has the file mapped gets the same answer.
func TestLacksWhileMapping(t *testing.T) {
	dir := damagedArchive(t)
	key := keyOfSome(t, dir)
	for range 30 {
		db, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := db.LazySnapshot()
		if err != nil {
			t.Fatal(err)
		}
		g := s.Segments()[0]
		db.lookups.segments.Store(manySegments)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if i%4 == 0 {
					g.Facts(0)
				}
				if len(g.Positions(42)) > 0 || len(g.Positions(key)) == 0 {
					t.Error("another answer")
				}
			})
		}
		all.Wait()
		if err := errors.Join(s.Err(), s.Close(), db.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// Key 0 is looked for like any other, though no key was yet.
func TestLacksKeyZero(t *testing.T) {
	db, err := Open(damagedArchive(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := db.LazySnapshot()
	if err != nil {
		t.Fatal(err)
	}
	db.lookups.segments.Store(manySegments)
	files := s.Segments()[0].files
	if lacks := files.lacks(0); !lacks || files.looks.Load() != 1 {
		t.Errorf("it is lacking: %t, after %d looks", lacks, files.looks.Load())
	}
	if err := errors.Join(s.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// Where there are few segments, or most have what is asked for, a file is mapped at once.
func TestLookupsPay(t *testing.T) {
	var few, found, lacking lookups
	few.segments.Store(manySegments - 1)
	found.segments.Store(manySegments)
	found.found.Store(5)
	lacking.segments.Store(manySegments)
	lacking.found.Store(5)
	lacking.lacking.Store(1)
	if (*lookups)(nil).pay() || few.pay() || found.pay() || !lacking.pay() {
		t.Error(few.pay(), found.pay(), lacking.pay())
	}
}

// flipped returns an archive, and a snapshot of it, in whose first segment a bit of a byte of a
// section is another one.
func flipped(t *testing.T, tag string, at int64) (*DB, *Snapshot) {
	t.Helper()
	dir := damagedArchive(t)
	path := filepath.Join(dir, segmentsName, "000001", indexName)
	s, err := disk.OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	at += s.Find(tag).At
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole[at] ^= 1
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	lazy, err := db.LazySnapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lazy.Close() })
	return db, lazy
}

// TestLazySnapshot meets damage where it lies: a snapshot is taken and read around
// it, and says what is wrong once it is read.
func TestLazySnapshot(t *testing.T) {
	db, lazy := flipped(t, tagFacts, 0)
	g := lazy.Segments()[0]
	if g.Digest(0) == (Digest{}) || len(g.Info(0)) == 0 || lazy.Err() != nil {
		t.Fatalf("what is whole cannot be read: %v", lazy.Err())
	}
	if f := g.Facts(0); f != (Facts{Komi: NoKomi}) {
		t.Errorf("damaged facts read as %+v", f)
	}
	if !errors.Is(lazy.Err(), ErrCorrupt) || !errors.Is(g.Err(), ErrCorrupt) || !errors.Is(lazy.Verify(), ErrCorrupt) {
		t.Errorf("after reading: %v, %v, %v", lazy.Err(), g.Err(), lazy.Verify())
	}
	if _, err := db.Snapshot(); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Snapshot: %v", err)
	}
	if _, err := db.Writer(derive); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Writer: %v", err)
	}
}
