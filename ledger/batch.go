package ledger

import (
	"maps"
	"slices"

	"go.etcd.io/bbolt"
)

// A Batch is what a run enters at once.
type Batch struct {
	Outcomes []*Outcome
	Sources  map[string]Source // by absolute path
	Forget   []string          // sources that are not there any more
	Gone     []Gone            // replaces what was entered of each; without games it is forgotten
}

// Enter enters a batch for a run, and the run itself with its outcomes and
// totals counted on. All or nothing: if it fails, neither ledger nor run change.
func (db *DB) Enter(run *Run, b *Batch) error {
	next := *run
	next.Totals.Problems = nil // the map is not to be shared
	for code, n := range run.Totals.Problems {
		next.Totals.Count(&Outcome{Problems: map[string]int{code: n}})
	}
	err := db.update(func(tx *bbolt.Tx) error {
		blocks := blockWriter{bucket: tx.Bucket(bucketOutcomes), run: next.Number, at: next.Outcomes, first: next.Outcomes}
		blocks.bucket.FillPercent = 1 // keys ascend
		for _, o := range b.Outcomes {
			if err := blocks.add(o); err != nil {
				return err
			}
			next.Totals.Count(o)
		}
		if err := blocks.flush(); err != nil {
			return err
		}
		next.Outcomes = blocks.at
		sources := tx.Bucket(bucketSources)
		for _, path := range b.Forget {
			if err := sources.Delete([]byte(path)); err != nil {
				return err
			}
		}
		for _, path := range slices.Sorted(maps.Keys(b.Sources)) {
			if len(path) <= maxName {
				if err := putJSON(sources, []byte(path), b.Sources[path]); err != nil {
					return err
				}
			}
		}
		for _, g := range b.Gone {
			if err := g.put(tx.Bucket(bucketGone)); err != nil {
				return err
			}
		}
		return putJSON(tx.Bucket(bucketRuns), runKey(next.Number), next)
	})
	if err == nil {
		*run = next
	}
	return err
}
