package user

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"kifudb/store"
)

// witnessed is an archive whose manifest knows of a number of changes.
type witnessed struct {
	archive
	counts store.Counts
}

// Witnessed implements Archive.
func (w witnessed) Witnessed() (store.Counts, error) { return w.counts, nil }

// TestBothFilesLost takes both files of the log away, or puts older ones in their place, beside
// each kind of witness. Nobody reads or changes anything, Check says how much is lost, until that is accepted.
func TestBothFilesLost(t *testing.T) {
	const id = "00112233445566778899aabbccddeeff"
	for _, lost := range []string{"deleted", "older", "empty", "cut"} {
		for _, witness := range []string{"file", "manifest", "older file and manifest", "damaged file and manifest"} {
			t.Run(lost+", "+witness, func(t *testing.T) {
				db := named(t.TempDir(), id)
				put(t, db, "a", 1)
				olderLog, olderWitness := read(t, db, LogName), read(t, db, store.WitnessName)
				for n := store.GameID(2); n <= 5; n++ {
					put(t, db, "a", n)
				}
				counts := store.Counts{db.writer(): 5}
				switch witness {
				case "file":
					counts = nil
				case "manifest":
					if err := os.Remove(db.path(store.WitnessName)); err != nil {
						t.Fatal(err)
					}
				case "older file and manifest":
					write(t, db, store.WitnessName, olderWitness)
				default:
					write(t, db, store.WitnessName, strings.Replace(olderWitness, "1", "3", 1))
				}
				want := "5 changes"
				for _, name := range []string{LogName, CopyName} {
					switch lost {
					case "deleted":
						if err := os.Remove(db.path(name)); err != nil {
							t.Fatal(err)
						}
					case "older":
						write(t, db, name, olderLog)
						want = "4 changes"
					case "empty":
						write(t, db, name, "")
					case "cut":
						all := read(t, db, name)
						write(t, db, name, all[:len(all)-20])
						want = "1 change of"
					}
				}
				db = Of(witnessed{archive{db.dir, id}, counts})
				refuses(t, db, want)
				if mended, err := db.Repair(false); err != nil || len(mended) > 0 {
					t.Fatalf("Repair: %v, %v", mended, err)
				}
				refuses(t, db, want)
				before := names(t, db.dir)
				if mended, err := db.Repair(true); err != nil || len(mended) == 0 || !strings.Contains(mended[0], db.writer()) {
					t.Fatalf("accepted: %v, %v; before there were %v", mended, err, before)
				}
				if faults := db.Check(); len(faults) > 0 {
					t.Errorf("accepted: %v", faults)
				}
				put(t, db, "b", 9) // under a number that nobody has had
				if s, err := db.state(); err != nil || s.last(db.writer()) != 7 {
					t.Errorf("%v, number %d", err, s.last(db.writer()))
				}
				again := Of(witnessed{archive{db.dir, id}, store.Counts{db.writer(): 7}})
				if _, err := again.Tags(); err != nil {
					t.Errorf("it is not accepted for good: %v", err)
				}
			})
		}
	}
}

func refuses(t *testing.T, db *DB, want string) {
	t.Helper()
	if _, err := db.Tags(); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), want) {
		t.Errorf("reading: %v, want %s", err, want)
	}
	before := names(t, db.dir)
	if _, err := db.AddTag("more", []Game{game(8)}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("changing: %v", err)
	}
	if faults := db.Check(); len(faults) == 0 || !strings.Contains(faults[0].Error(), want) {
		t.Errorf("Check: %v", faults)
	}
	if err := db.Lost(); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Lost: %v", err)
	}
	if after := names(t, db.dir); !slices.Equal(before, after) && len(after) != len(before)+1 { // the lock
		t.Errorf("%v became %v", before, after)
	}
}

// TestWitnessAlone damages the witness alone, which costs nothing: Check names it, and Repair or the next
// change mends it.
func TestWitnessAlone(t *testing.T) {
	for _, mend := range []func(*DB) error{
		func(db *DB) error { _, err := db.Repair(false); return err },
		func(db *DB) error { _, err := db.AddTag("a", []Game{game(50)}); return err },
	} {
		for _, damage := range []string{"deleted", "flipped", "cut", "older", "of another archive"} {
			db := named(t.TempDir(), "00112233445566778899aabbccddeeff")
			put(t, db, "a", 1)
			older := read(t, db, store.WitnessName)
			for n := store.GameID(2); n <= 5; n++ {
				put(t, db, "a", n)
			}
			newest := read(t, db, store.WitnessName)
			switch damage {
			case "deleted":
				if err := os.Remove(db.path(store.WitnessName)); err != nil {
					t.Fatal(err)
				}
			case "flipped":
				write(t, db, store.WitnessName, strings.Replace(newest, "5", "7", 1))
			case "cut":
				write(t, db, store.WitnessName, newest[:len(newest)/2])
			case "older":
				write(t, db, store.WitnessName, older)
			default:
				text, err := store.WitnessText("another", store.Counts{db.writer(): 9})
				if err != nil {
					t.Fatal(err)
				}
				write(t, db, store.WitnessName, string(text))
			}
			db = Of(witnessed{archive{db.dir, "00112233445566778899aabbccddeeff"}, store.Counts{db.writer(): 3}})
			if got := tagsIn(t, db); len(got["a"]) != 5 {
				t.Errorf("%s: %v", damage, got)
			}
			if faults := db.Check(); len(faults) != 1 || !strings.Contains(faults[0].Error(), store.WitnessName) {
				t.Errorf("%s: %v", damage, faults)
			}
			if err := mend(db); err != nil {
				t.Errorf("%s: %v", damage, err)
			}
			if faults := db.Check(); len(faults) > 0 {
				t.Errorf("%s, mended: %v", damage, faults)
			}
		}
	}
}
