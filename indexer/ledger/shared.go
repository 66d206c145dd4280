package ledger

import (
	"cmp"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/bbolt"
)

// Where several computers import into an archive, each has a ledger of its own, as paths mean
// nothing elsewhere: those of the others are in a folder beside it, and are only read. Runs have
// numbers that no two of them have.

// OthersName is the folder in the archive's directory that has the ledgers of other computers,
// each under a name for its computer and ".db". Where it is, the archive is shared.
const OthersName = "ledgers"

// Shared reports whether other computers import into the archive, or may.
func (db *DB) Shared() bool {
	_, err := os.Stat(filepath.Join(db.dir, OthersName))
	return err == nil
}

// Others returns the ledgers of other computers, by their names.
func (db *DB) Others() (others []*DB, err error) {
	entries, err := os.ReadDir(filepath.Join(db.dir, OthersName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if name := filepath.Join(OthersName, e.Name()); filepath.Ext(name) == ".db" {
			others = append(others, &DB{dir: db.dir, name: name})
		}
	}
	return others, err
}

// All returns this ledger and those of other computers.
func (db *DB) All() ([]*DB, error) {
	others, err := db.Others()
	return append([]*DB{db}, others...), err
}

// each calls a function for all ledgers, until it fails.
func (db *DB) each(do func(*DB) error) error {
	all, err := db.All()
	for _, one := range all {
		err = cmp.Or(err, do(one))
	}
	return err
}

// AllRuns returns the runs of all computers by their numbers.
func (db *DB) AllRuns() (runs []Run, err error) {
	err = db.each(func(one *DB) error {
		some, err := one.Runs()
		runs = append(runs, some...)
		return err
	})
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Compare(a.Number, b.Number) })
	return runs, err
}

// Of returns the ledger that has a run, of any computer, and the run; for 0 the run with the
// greatest number. The error is as that of [DB.Run].
func (db *DB) Of(number int) (of *DB, run Run, err error) {
	all, err := db.All()
	if err != nil {
		return nil, run, err
	}
	missing := error(ErrNoRun)
	for _, one := range all {
		r, err := one.Run(number)
		switch {
		case errors.Is(err, ErrNoRun):
			missing = err
		case err != nil:
			return nil, run, err
		case of == nil || r.Number > run.Number:
			of, run = one, r
		}
	}
	if of == nil {
		return nil, run, missing
	}
	return of, run, nil
}

// lastOfOthers returns the greatest number of a run of another computer.
func (db *DB) lastOfOthers() (number int, err error) {
	others, err := db.Others()
	for _, one := range others {
		r, runErr := one.Run(0)
		if runErr != nil && !errors.Is(runErr, ErrNoRun) {
			return 0, runErr
		}
		number = max(number, r.Number)
	}
	return number, err
}

// A Twin is a file that another computer has imported.
type Twin struct {
	Source
	of *Reader
}

// Members returns the outcomes of the file.
func (s *Twin) Members() ([]*Outcome, error) { return s.of.Members(&s.Source) }

// A Comparer finds files that other computers have imported by their digests.
type Comparer struct {
	others  []*DB
	readers []*Reader
}

// NewComparer returns one; it is nil if no other computer has imported anything.
func (db *DB) NewComparer() (*Comparer, error) {
	others, err := db.Others()
	if err != nil || len(others) == 0 {
		return nil, err
	}
	c := &Comparer{others: others}
	for _, one := range others {
		c.readers = append(c.readers, one.NewReader())
	}
	return c, nil
}

// Find returns for each digest, as in [Source], the file that has it; nil if no file that was
// read to its end has. Entries that are not true of the archive's state do not count.
func (c *Comparer) Find(digests []string, at At) (twins []*Twin, err error) {
	twins = make([]*Twin, len(digests))
	for i, one := range c.others {
		err := one.view(func(tx *bbolt.Tx) error {
			if a, _, err := one.about(tx); err != nil || !a.sameArchive(&at) {
				return err
			}
			paths, sources := tx.Bucket(bucketDigests), tx.Bucket(bucketSources)
			if paths == nil {
				return nil
			}
			for j, digest := range digests {
				sum, err := hex.DecodeString(digest)
				if err != nil || len(sum) == 0 || twins[j] != nil {
					continue
				}
				path := paths.Get(sum)
				v := sources.Get(path)
				if path == nil || v == nil {
					continue
				}
				found := &Twin{of: c.readers[i]}
				if err := one.openJSON(path, v, &found.Source); err != nil {
					return err
				}
				// A file that failed is read again, so that this import reports its fault, too.
				if found.Digest == digest && found.counts(&at) && !found.Unread && found.Failed == 0 && found.Beside == nil {
					twins[j] = found
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return twins, nil
}

// Has reports whether another computer has imported a file of a path.
func (c *Comparer) Has(path string) (has bool, err error) {
	for _, one := range c.others {
		err := one.view(func(tx *bbolt.Tx) error {
			has = has || tx.Bucket(bucketSources).Get([]byte(path)) != nil
			return nil
		})
		if has || err != nil {
			return has, err
		}
	}
	return false, nil
}
