package ledger

import (
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// A Batch is what a run enters at once.
type Batch struct {
	Outcomes []*Outcome
	Sources  map[string]Source // by absolute path
	Forget   []string          // sources that are not there any more
	Gone     []Gone            // replaces what was entered of each; without games it is forgotten
	Commit   uint64            // the number of the commit after which all that is true
}

// Enter enters a batch for a run, and the run itself with its outcomes and
// totals counted on. All or nothing: if it fails, neither ledger nor run change.
func (db *DB) Enter(run *Run, b *Batch) error {
	next := *run
	// The maps are not to be shared.
	next.Totals.Problems, next.Totals.NotRead = maps.Clone(run.Totals.Problems), maps.Clone(run.Totals.NotRead)
	next.Totals.ProblemGames = maps.Clone(run.Totals.ProblemGames)
	err := db.update(func(tx *loggedTx) error {
		blocks := blockWriter{bucket: tx.Bucket(bucketOutcomes), run: next.Number, at: next.Outcomes, first: next.Outcomes}
		blocks.bucket.FillPercent = 1 // keys ascend
		last := store.GameID(0)
		for _, o := range b.Outcomes {
			if err := blocks.add(o); err != nil {
				return err
			}
			next.Totals.Count(o)
			last = max(last, lastOf(o.Games))
		}
		if err := blocks.flush(); err != nil {
			return err
		}
		next.Outcomes = blocks.at
		sources := tx.Bucket(bucketSources)
		sources.FillPercent = 0.95 // paths ascend in an import; later ones find a little room
		for _, path := range b.Forget {
			if err := sources.Delete([]byte(path)); err != nil {
				return err
			}
		}
		for _, path := range slices.Sorted(maps.Keys(b.Sources)) {
			s := b.Sources[path]
			if s.Commit = b.Commit; len(path) > maxName {
				continue
			}
			var err error
			if s.Lo >= run.Outcomes { // as a rule all of it is in the batch
				s.Last = lastIn(b.Outcomes[s.Lo-run.Outcomes : s.Hi-run.Outcomes])
			} else if s.Last, err = db.lastOfSource(tx.Tx, &s); err != nil {
				return err
			}
			if err := putJSON(sources, []byte(path), s); err != nil {
				return err
			}
		}
		for _, g := range b.Gone {
			last = max(last, lastOf(g.Games))
			if err := g.put(tx.Bucket(bucketGone), b.Commit); err != nil {
				return err
			}
		}
		next.Commit = max(next.Commit, b.Commit)
		if err := db.entered(tx, b.Commit, last); err != nil {
			return err
		}
		return putJSON(tx.Bucket(bucketRuns), runKey(next.Number), next)
	})
	if err == nil {
		*run = next
	}
	return err
}

func lastIn(outcomes []*Outcome) (last store.GameID) {
	for _, o := range outcomes {
		last = max(last, lastOf(o.Games))
	}
	return last
}

// lastOfSource returns the greatest id in the outcomes of a source.
func (db *DB) lastOfSource(tx *bbolt.Tx, s *Source) (last store.GameID, err error) {
	blocks, err := db.newBlockReader(tx)
	if err != nil {
		return 0, err
	}
	defer blocks.close()
	for o, err := range blocks.outcomes(s.Run, s.Lo, s.Hi) {
		if err != nil {
			return 0, err
		}
		last = max(last, lastOf(o.Games))
	}
	return last, nil
}
