package ledger

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"kifudb/internal/durable"
	"kifudb/store"
)

// Renumber changes the ids in what runs later than one have entered, as their games were
// committed under other ids. Id returns that of a game, and whether somebody else had put the
// game into the archive before; commit is the number of the commit that has them. It returns
// the last run as it is then.
func (db *DB) Renumber(since int, commit uint64, id func(store.GameID) (_ store.GameID, known bool)) (last Run, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		blocks, err := db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		if last, err = db.lastRun(tx); err != nil {
			return err
		}
		greatest := store.GameID(0)
		for number := since + 1; number <= last.Number; number++ {
			run, err := db.run(tx, number)
			if err != nil {
				return err
			}
			var outcomes []*Outcome
			totals := Totals{Bytes: run.Totals.Bytes, Problems: map[string]int{}}
			for o, err := range blocks.outcomes(number, 0, run.Outcomes) {
				if err != nil {
					return err
				}
				o = o.renumbered(id)
				greatest = max(greatest, lastOf(o.Games))
				totals.Count(o)
				outcomes = append(outcomes, o)
			}
			if err := db.replaceOutcomes(tx, number, outcomes); err != nil {
				return err
			}
			run.Totals, run.Commit = totals, commit
			if err := putJSON(tx.Bucket(bucketRuns), runKey(number), run); err != nil {
				return err
			}
			if number == last.Number {
				last = run
			}
		}
		if err := db.renumberSources(tx, since, commit, greatest); err != nil {
			return err
		}
		a, _, err := db.about(tx)
		if err != nil {
			return err
		}
		a.Commit, a.Last = commit, max(greatest, a.Last)
		return putJSON(tx.Bucket(bucketAbout), keyAbout, a)
	})
	return last, err
}

// renumbered returns an outcome with other ids.
func (o *Outcome) renumbered(id func(store.GameID) (store.GameID, bool)) *Outcome {
	next := *o
	next.Games = nil
	for _, s := range o.Games {
		for i := range s.Count {
			own, known := id(s.ID + store.GameID(i))
			fate, from := s.Fate, s.From
			if known && fate == Added {
				fate = Known
			}
			if from > 0 {
				from += i
			}
			next.Add(from, own, fate)
		}
	}
	return &next
}

// replaceOutcomes writes the outcomes of a run anew.
func (db *DB) replaceOutcomes(tx *bbolt.Tx, run int, outcomes []*Outcome) error {
	bucket := tx.Bucket(bucketOutcomes)
	c := bucket.Cursor()
	for k, _ := c.Seek(outcomeKey(run, 0)); k != nil; k, _ = c.Seek(outcomeKey(run, 0)) {
		if of, _ := sequenceOf(k); of != run {
			break
		}
		if err := bucket.Delete(k); err != nil {
			return err
		}
	}
	blocks := blockWriter{bucket: bucket, run: run}
	for _, o := range outcomes {
		if err := blocks.add(o); err != nil {
			return err
		}
	}
	return blocks.flush()
}

// renumberSources notes of sources of later runs that they were entered with a commit.
func (db *DB) renumberSources(tx *bbolt.Tx, since int, commit uint64, last store.GameID) error {
	var changes []entry
	b := tx.Bucket(bucketSources)
	err := b.ForEach(func(k, v []byte) error {
		var s Source
		if err := db.openJSON(k, v, &s); err != nil {
			return err
		}
		if s.Run > since {
			s.Commit, s.Last = commit, last
			changes = append(changes, entry{append([]byte{}, k...), s})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := putAll(b, changes); err != nil {
		return err
	}
	changes = nil
	gone := tx.Bucket(bucketGone)
	err = gone.ForEach(func(k, v []byte) error {
		var g storedGone
		if err := db.openJSON(k, v, &g); err != nil {
			return err
		}
		if g.Commit > commit {
			g.Commit = commit
			changes = append(changes, entry{append([]byte{}, k...), g})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return putAll(gone, changes)
}

// Copy puts the ledger of one directory, if there is one, in the place of that of another.
// Nobody else may use either.
func Copy(from, to string) (err error) {
	file, err := os.Open(filepath.Join(from, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = durable.Files{}.Write(filepath.Join(to, Name), true, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
	return err
}
