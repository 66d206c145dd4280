package store

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kifudb/internal/testsize"
)

// TestMendRecords flips bytes of the records, up to two pages of them, and demands every game.
func TestMendRecords(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 30))
	for range testsize.Of(25, 6) {
		dir := damagedArchive(t)
		path := filepath.Join(dir, segmentsName, "000001", recordsName)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := bytes.Clone(whole)
		for range 1 + rnd.IntN(2) {
			bad[rnd.IntN(len(bad))] ^= 1 << rnd.IntN(8)
		}
		if rnd.IntN(4) == 0 {
			bad = bad[:len(bad)-rnd.IntN(600)]
		}
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		repaired := repairOne(t, dir, &RepairOptions{})
		if bytes.Equal(bad, whole) {
			continue // twice the same bit
		}
		if repaired.Err != nil || repaired.Pages == 0 || repaired.Found > 0 || len(repaired.Lost) > 0 {
			t.Fatalf("%+v", repaired)
		}
	}
}

// repairOne repairs an archive of one segment, demands all its games if that is said to be mended, and
// returns what was done.
func repairOne(t *testing.T, dir string, o *RepairOptions) (m SegmentRepair) {
	t.Helper()
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o.Report = func(one SegmentRepair) { m = one }
	if err := db.Repair(t.Context(), derive, o); (err == nil) != (m.Err == nil) {
		t.Fatalf("%v, but of the segment %v", err, m.Err)
	}
	if m.Err != nil {
		return m
	}
	checkSilent(t, db)
	s := newSnapshot(t, db)
	lost := map[GameID]bool{}
	for _, l := range m.Lost {
		lost[l.ID] = true
	}
	for id := GameID(1); id <= 12; id++ {
		if !lost[id] {
			compareGame(t, s, id, game(t, int(id)-1))
		}
	}
	return m
}

// TestFindLost loses all records, and finds some or all of them elsewhere.
func TestFindLost(t *testing.T) {
	for _, missing := range []int{0, 1, 12} {
		for _, giveUp := range []bool{false, true} {
			dir := damagedArchive(t)
			if err := os.Remove(filepath.Join(dir, segmentsName, "000001", recordsName)); err != nil {
				t.Fatal(err)
			}
			asked := 0
			m := repairOne(t, dir, &RepairOptions{GiveUp: giveUp, Find: func(_ context.Context, lost []Lost, found func(Record)) error {
				asked = len(lost)
				for i, l := range lost {
					want := record(int(l.ID) - 1)
					if l.Digest != want.Digest() || l.File != want.Source.Path {
						t.Errorf("game %d: digest %v of %q", l.ID, l.Digest, l.File)
					}
					if i >= missing {
						found(want)
						found(want) // twice is no harm
					}
				}
				found(record(99)) // nor is another one
				return nil
			}})
			mended := missing == 0 || giveUp
			switch {
			case asked != 12:
				t.Errorf("%d games were looked for", asked)
			case (m.Err == nil) != mended:
				t.Errorf("%d missing, given up %t: %v", missing, giveUp, m.Err)
			case mended && (m.Found != 12-missing || len(m.Lost) != missing):
				t.Errorf("%d missing: %d found, %d lost", missing, m.Found, len(m.Lost))
			case !mended && !errors.Is(m.Err, os.ErrNotExist):
				t.Errorf("%d missing: %v does not say why", missing, m.Err)
			}
		}
	}
}

// TestFindLostRemoved loses the records of games that were removed, too: they are found like others, and can
// be brought back then.
func TestFindLostRemoved(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Remove(3), w.Close(), os.Remove(filepath.Join(dir, segmentsName, "000001", recordsName))); err != nil {
		t.Fatal(err)
	}
	if err := db.Repair(t.Context(), derive, &RepairOptions{Find: func(_ context.Context, lost []Lost, found func(Record)) error {
		for _, l := range lost {
			found(record(int(l.ID) - 1))
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	w = newWriter(t, db)
	if err := w.Restore(3); err != nil {
		t.Fatal(err)
	}
	compareGame(t, newSnapshot(t, db), 3, game(t, 2))
}

// TestFindFails stops when looking elsewhere is stopped, and leaves everything as it is.
func TestFindFails(t *testing.T) {
	dir := damagedArchive(t)
	if err := os.Remove(filepath.Join(dir, segmentsName, "000001", recordsName)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is gone")
	m := repairOne(t, dir, &RepairOptions{GiveUp: true, Find: func(context.Context, []Lost, func(Record)) error { return broken }})
	if !errors.Is(m.Err, broken) || len(m.Lost) > 0 {
		t.Errorf("%+v", m)
	}
}
