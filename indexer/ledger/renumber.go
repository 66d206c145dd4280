package ledger

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kifudb/internal/durable"
	"kifudb/store"
)

// Renumber gives the last run another number, and changes the ids in what it has entered, as
// its games were committed under other ids. Id returns that of a game, and whether somebody else
// had put the game into the archive before; commit is the number of the commit that has them. It
// returns the run as it is then.
func (db *DB) Renumber(number int, commit uint64, id func(store.GameID) (_ store.GameID, known bool)) (run Run, err error) {
	err = db.update(func(tx *loggedTx) error {
		blocks, err := db.newBlockReader(tx.Tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		if run, err = db.lastRun(tx.Tx); err != nil {
			return err
		}
		greatest := store.GameID(0)
		var outcomes []*Outcome
		totals := Totals{Bytes: run.Totals.Bytes, Problems: map[string]int{}}
		for o, err := range blocks.outcomes(run.Number, 0, run.Outcomes) {
			if err != nil {
				return err
			}
			o = o.renumbered(id)
			greatest = max(greatest, lastOf(o.Games))
			totals.Count(o)
			outcomes = append(outcomes, o)
		}
		was := run.Number
		if err := db.replaceOutcomes(tx, was, number, outcomes); err != nil {
			return err
		}
		if err := tx.Bucket(bucketRuns).Delete(runKey(was)); err != nil {
			return err
		}
		run.Number, run.Totals, run.Commit = number, totals, commit
		if err := putJSON(tx.Bucket(bucketRuns), runKey(number), run); err != nil {
			return err
		}
		if err := db.renumberSources(tx, was, number, commit, greatest); err != nil {
			return err
		}
		a, _, err := db.about(tx.Tx)
		if err != nil {
			return err
		}
		a.Commit, a.Last = commit, max(greatest, a.Last)
		return putJSON(tx.Bucket(bucketAbout), keyAbout, a)
	})
	return run, err
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
			next.Add(int(from), own, fate)
		}
	}
	return &next
}

// replaceOutcomes writes the outcomes of a run anew, as those of another number.
func (db *DB) replaceOutcomes(tx *loggedTx, was, run int, outcomes []*Outcome) error {
	bucket := tx.Bucket(bucketOutcomes)
	c := bucket.Cursor()
	for k, _ := c.Seek(outcomeKey(was, 0)); k != nil; k, _ = c.Seek(outcomeKey(was, 0)) {
		if of, _ := sequenceOf(k); of != was {
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

// renumberSources notes of the sources of a run its number, and that they were entered with a
// commit.
func (db *DB) renumberSources(tx *loggedTx, was, run int, commit uint64, last store.GameID) error {
	var changes []entry
	b := tx.Bucket(bucketSources)
	err := b.ForEach(func(k, v []byte) error {
		var s Source
		if err := db.openJSON(k, v, &s); err != nil {
			return err
		}
		if s.Run == was {
			s.Run, s.Commit, s.Last = run, commit, last
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
