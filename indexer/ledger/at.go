package ledger

import (
	"fmt"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// At is the state of an archive as a ledger must know it. Entries of a later state, or of
// another archive, do not count: the archive was restored to an earlier state, or the
// ledger was copied from elsewhere.
type At struct {
	Archive    string       // the archive's identity, "" if it has none yet
	Generation uint64       // the number of its latest commit
	Next       store.GameID // the first id that was not given
}

// AtOf returns the state that a snapshot sees.
func AtOf(s *store.Snapshot) At {
	at := At{s.ID(), s.Generation(), 1}
	if segments := s.Segments(); len(segments) > 0 {
		last := segments[len(segments)-1]
		at.Next = last.Base() + store.GameID(last.Len())
	}
	return at
}

// about says how far the ledger has come.
type about struct {
	Archive string       `json:"archive,omitempty"` // of which it is
	Commit  uint64       `json:"commit"`            // the latest of which something was entered
	Last    store.GameID `json:"last"`              // the greatest id that was entered
	Failed  bool         `json:"failed,omitempty"`  // sources say how many of their files failed

	Log   uint64 `json:"log,omitempty"`   // the number of the last change in the log
	Chain string `json:"chain,omitempty"` // that of this change, which the log has beside the change
	Base  uint64 `json:"base,omitempty"`  // bytes that the log had when it was last written anew
}

var (
	bucketAbout = []byte("about")
	keyAbout    = []byte("ledger")
)

// about returns the stored state; ledgers of older versions have none.
func (db *DB) about(tx *bbolt.Tx) (a about, known bool, err error) {
	b := tx.Bucket(bucketAbout)
	if b == nil {
		return a, false, nil
	}
	v := b.Get(keyAbout)
	if v == nil {
		return a, false, nil
	}
	return a, true, db.openJSON(keyAbout, v, &a)
}

// in reports whether all that was entered is true of a state of the archive, as
// far as that can be told without reading it.
func (a *about) in(at *At) bool {
	return a.sameArchive(at) && a.Commit <= at.Generation && a.Last < at.Next
}

// note counts in what is entered.
func (a *about) note(commit uint64, last store.GameID) {
	a.Commit, a.Last = max(a.Commit, commit), max(a.Last, last)
}

// mark returns the last change.
func (a *about) mark() store.LedgerMark { return store.LedgerMark{Number: a.Log, Chain: a.Chain} }

func (a *about) sameArchive(at *At) bool {
	return a.Archive == at.Archive || a.Archive == "" || at.Archive == ""
}

// counts reports whether the entry for a source is true of a state.
func (s *Source) counts(at *At) bool { return s.Commit <= at.Generation && s.Last < at.Next }

// lastOf returns the greatest id in spans.
func lastOf(games []Span) (last store.GameID) {
	for _, s := range games {
		last = max(last, s.ID+store.GameID(s.Count)-1)
	}
	return last
}

// settle drops what does not count, and returns how many sources that were. It
// looks at nothing if nothing can be ahead.
func (db *DB) settle(tx *loggedTx, at *At) (dropped int, err error) {
	a, known, err := db.about(tx.Tx)
	if err != nil {
		return 0, err
	}
	if !a.Failed {
		if err := db.countFailed(tx); err != nil {
			return 0, err
		}
		a.Failed = true
		if err := putJSON(tx.Bucket(bucketAbout), keyAbout, a); err != nil {
			return 0, err
		}
	}
	if known && a.in(at) {
		if a.Archive != "" || at.Archive == "" {
			return 0, nil
		}
		a.Archive = at.Archive // which had no identity until now
		return 0, putJSON(tx.Bucket(bucketAbout), keyAbout, a)
	}
	if !a.sameArchive(at) {
		dropped = tx.Bucket(bucketSources).Stats().KeyN
		for _, name := range append(buckets(), bucketAccepted) {
			if err := tx.Bucket(name).clear(); err != nil {
				return 0, err
			}
		}
		return dropped, putJSON(tx.Bucket(bucketAbout), keyAbout, about{Archive: at.Archive, Failed: true})
	}
	kept := &about{Archive: at.Archive, Failed: true}
	if dropped, err = db.settleSources(tx, at, kept); err != nil {
		return 0, err
	}
	if err := db.settleGone(tx, at, kept); err != nil {
		return 0, err
	}
	if err := db.settleRuns(tx, at); err != nil {
		return 0, err
	}
	return dropped, putJSON(tx.Bucket(bucketAbout), keyAbout, kept)
}

// entry is a key of a bucket and what is to be there, nil for nothing.
type entry struct {
	key   []byte
	value any
}

func putAll(b *writtenBucket, changes []entry) (err error) {
	for _, c := range changes {
		if c.value == nil {
			err = b.Delete(c.key)
		} else {
			err = putJSON(b, c.key, c.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) settleSources(tx *loggedTx, at *At, kept *about) (dropped int, err error) {
	blocks, err := db.newBlockReader(tx.Tx)
	if err != nil {
		return 0, err
	}
	defer blocks.close()
	var changes []entry
	b := tx.Bucket(bucketSources)
	err = b.ForEach(func(k, v []byte) error {
		var s Source
		if err := db.openJSON(k, v, &s); err != nil {
			return err
		}
		older := s.Commit == 0 // entered by a version that did not say
		if older {
			s.Commit = at.Generation
			for o, err := range blocks.outcomes(s.Run, s.Lo, s.Hi) {
				if err != nil {
					return err
				}
				s.Last = max(s.Last, lastOf(o.Games))
			}
		}
		switch key := append([]byte{}, k...); {
		case !s.counts(at):
			dropped++
			changes = append(changes, entry{key, nil})
			return nil
		case older:
			changes = append(changes, entry{key, s})
		}
		kept.note(s.Commit, s.Last)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return dropped, putAll(b, changes)
}

func (db *DB) settleGone(tx *loggedTx, at *At, kept *about) error {
	var changes []entry
	b := tx.Bucket(bucketGone)
	err := b.ForEach(func(k, v []byte) error {
		var g storedGone
		if err := db.openJSON(k, v, &g); err != nil {
			return err
		}
		if g.Commit > at.Generation || lastOf(g.Games) >= at.Next {
			changes = append(changes, entry{append([]byte{}, k...), nil})
		} else {
			kept.note(g.Commit, lastOf(g.Games))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return putAll(b, changes)
}

// settleRuns marks the runs that lack some entries.
func (db *DB) settleRuns(tx *loggedTx, at *At) error {
	blocks, err := db.newBlockReader(tx.Tx)
	if err != nil {
		return err
	}
	defer blocks.close()
	var changes []entry
	b := tx.Bucket(bucketRuns)
	err = b.ForEach(func(k, v []byte) error {
		var r Run
		if err := db.openJSON(k, v, &r); err != nil {
			return err
		}
		last := store.GameID(0)
		for o, err := range blocks.outcomes(r.Number, 0, r.Outcomes) {
			if err != nil {
				return err
			}
			last = max(last, lastOf(o.Games))
		}
		if r.State != Undone && (r.Commit > at.Generation || last >= at.Next) {
			r.State = Undone
			changes = append(changes, entry{append([]byte{}, k...), r})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return putAll(b, changes)
}

// entered notes how far the ledger has come.
func (db *DB) entered(tx *loggedTx, commit uint64, last store.GameID) error {
	a, _, err := db.about(tx.Tx)
	if err != nil {
		return err
	}
	if commit <= a.Commit && last <= a.Last {
		return nil
	}
	a.note(commit, last)
	return putJSON(tx.Bucket(bucketAbout), keyAbout, a)
}

// ahead says what of the ledger does not count, or nil.
func (db *DB) ahead(a *about, at *At) error {
	switch {
	case !a.sameArchive(at):
		return fmt.Errorf("%s: %w: it belongs to another archive", db.path(), ErrAhead)
	case !a.in(at):
		return fmt.Errorf("%s: %w: it knows commit %d and game %d, the archive is at commit %d and game %d",
			db.path(), ErrAhead, a.Commit, a.Last, at.Generation, at.Next-1)
	}
	return nil
}
