package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"

	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

// everything returns all keys and values of which parts tell.
func everything(t *testing.T, name string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, reading(name, func(tx *bbolt.Tx) error {
		for _, bucket := range travelling {
			if b := bucketOf(tx, bucket); b != nil {
				must(t, b.ForEach(func(k, v []byte) error {
					all[string(bucket)+" "+string(k)] = string(v)
					return nil
				}))
			}
		}
		return nil
	}))
	return all
}

func partsOf(t *testing.T, older, newer string) (parts [][]byte) {
	t.Helper()
	must(t, Diff(older, newer, func(part []byte) error {
		parts = append(parts, part)
		return nil
	}))
	return parts
}

// The parts of a ledger that changes in every way, one after the other and some of them merged, are
// that ledger.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	db := Open(dir)
	older, made, joined := filepath.Join(dir, "older.db"), filepath.Join(dir, "made.db"), filepath.Join(dir, "joined.db")
	var waiting [][]byte
	var names []string
	for round := range 12 {
		was := everything(t, db.path())
		must(t, copyForTest(db.path(), older))
		run, err := db.Begin(Run{Paths: []string{"/in"}}, At{"mine", uint64(round), 1 << 20})
		must(t, err)
		b := &Batch{Sources: map[string]Source{}, Commit: uint64(round)}
		for i := range rng.IntN(30) {
			path := fmt.Sprintf("/in/%d", rng.IntN(40))
			o := &Outcome{Source: path, What: Read}
			o.Add(1, store.GameID(1+rng.IntN(100)), Added)
			b.Outcomes = append(b.Outcomes, o)
			b.Sources[path] = Source{Run: run.Number, Lo: i, Hi: i + 1, Digest: fmt.Sprintf("%064x", i)}
			if rng.IntN(3) == 0 {
				b.Forget = append(b.Forget, fmt.Sprintf("/in/%d", rng.IntN(40)))
			}
		}
		must(t, db.Enter(&run, b))
		if maps.Equal(was, everything(t, db.path())) {
			t.Fatal("nothing has changed")
		}
		parts := partsOf(t, older, db.path())
		names = append(names, fmt.Sprint(round))
		must(t, Apply(made, parts, names))
		if waiting = append(waiting, parts...); round%5 == 4 || round == 11 {
			var one [][]byte
			must(t, Merge(waiting, func(part []byte) error {
				one = append(one, part)
				return nil
			}))
			if waiting = nil; len(one) != 1 {
				t.Fatalf("%d parts", len(one))
			}
			must(t, Apply(joined, one, names))
			if diff := cmp.Diff(everything(t, db.path()), everything(t, joined)); diff != "" {
				t.Fatalf("round %d, merged: %s", round, diff)
			}
		}
		if diff := cmp.Diff(everything(t, db.path()), everything(t, made)); diff != "" {
			t.Fatalf("round %d: %s", round, diff)
		}
		if got, err := Parts(made); err != nil || !cmp.Equal(got, names) {
			t.Errorf("made of %q, %v", got, err)
		}
	}
	if parts := partsOf(t, db.path(), made); len(parts) > 0 {
		t.Errorf("%d parts of what is the same", len(parts))
	}
}

// copyForTest copies a ledger that may not be there.
func copyForTest(from, to string) error {
	return at(to).update(func(tx *loggedTx) error {
		for _, name := range travelling {
			if err := tx.DeleteBucket(name); err != nil {
				return err
			}
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return reading(from, func(old *bbolt.Tx) error {
			for _, name := range travelling {
				if b := bucketOf(old, name); b != nil {
					if err := b.ForEach(func(k, v []byte) error { return tx.Bucket(name).Put(bytes.Clone(k), bytes.Clone(v)) }); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

// A part that is damaged, in whatever place, is an error and changes nothing; so is one that
// only says it is one.
func TestPartDamaged(t *testing.T) {
	dir := t.TempDir()
	db := Open(dir)
	run := begin(t, db)
	must(t, db.Enter(run, &Batch{Outcomes: []*Outcome{{Source: "/in/a", What: Read}}, Sources: map[string]Source{"/in/a": {Run: 1, Hi: 1}}}))
	part := partsOf(t, "", db.path())[0]
	packer, err := zstd.NewWriter(nil)
	must(t, err)
	defer packer.Close()
	unpacker, err := zstd.NewReader(nil)
	must(t, err)
	defer unpacker.Close()
	text, err := unpacker.DecodeAll(part, nil)
	must(t, err)
	name := filepath.Join(dir, "made.db")
	accepted := 0
	for i := range text {
		for _, change := range []byte{1, 0x80} {
			other := append([]byte{}, text...)
			other[i] ^= change
			packed := packer.EncodeAll(other, nil)
			switch err := Apply(name, [][]byte{packed}, []string{"x"}); {
			case err == nil:
				accepted++ // the key of a deletion, or where there is no checksum
			case !errors.Is(err, ErrCorrupt):
				t.Fatalf("byte %d: %v", i, err)
			}
		}
		if err := Apply(name, [][]byte{packer.EncodeAll(text[:i], nil)}, nil); err == nil && i > 0 {
			accepted++
		}
	}
	if accepted > len(text)/10 {
		t.Errorf("%d of %d damaged parts were taken", accepted, 3*len(text))
	}
	if err := Apply(name, [][]byte{[]byte("no part")}, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("%v", err)
	}
}
