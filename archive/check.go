package archive

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"kifudb/book/duplicate"
	"kifudb/indexer"
	"kifudb/store"
)

// A Check says what of an archive is checked. The zero Check is of everything.
type Check struct {
	Sample int     // as many games, chosen by chance; 0 for all, and all that concerns no single game
	Seed   *uint64 // chooses the same games again; nil for any

	Fault  func(fault string) // if set, is told each fault as it is found
	Report func(JobProgress)  // if set, is told how far the check is
}

// Checked says what a check has found.
type Checked struct {
	Faults []string `json:"faults"`
	Games  int      `json:"games"` // that were looked at

	// Of a sample: of how many games, and what chooses the same again.
	Of     int     `json:"of,omitempty"`
	Sample bool    `json:"sample,omitempty"`
	Seed   *uint64 `json:"seed,omitempty"`
}

// maxSeed bounds seeds that are chosen here, so that people can type them.
const maxSeed = 1_000_000

// Check derives everything anew from the records and compares it with what is
// stored. Faults are no error: that says why the check could not be done.
func (a *Archive) Check(ctx context.Context, o *Check) (*Checked, error) {
	if o.Sample < 0 {
		return nil, badRequest("sample", "a sample cannot be negative")
	}
	games, stored, countErr := a.counts() // a damaged archive cannot be counted
	c := &Checked{Faults: []string{}, Games: games}
	var faults iter.Seq[error]
	if o.Sample == 0 {
		faults = a.faults(ctx, deriveCounted(indexer.Derive, "checking", stored, o.Report))
	} else {
		seed := rand.Uint64N(maxSeed)
		if o.Seed != nil {
			seed = *o.Seed
		}
		c.Games, c.Of, c.Sample, c.Seed = min(o.Sample, games), games, true, &seed
		faults = a.db.CheckSample(ctx, deriveCounted(indexer.Derive, "checking", c.Games, o.Report), o.Sample, seed)
	}
	var seed uint64
	if c.Seed != nil {
		seed = *c.Seed
	}
	add := func(fault error) {
		c.Faults = append(c.Faults, fault.Error())
		if o.Fault != nil {
			o.Fault(fault.Error())
		}
	}
	for fault := range faults {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		add(fault)
	}
	if o.Sample == 0 && len(c.Faults) == 0 { // otherwise it would only say the same
		if err := a.checkDuplicates(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			add(err)
		}
	}
	if len(c.Faults) == 0 {
		for _, fault := range a.checkBoardIndex(ctx, o.Sample, seed, o.Report) {
			add(fault)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if countErr != nil && len(c.Faults) == 0 {
		return nil, countErr
	}
	return c, nil
}

// StartCheck begins a check as a job. Its result is a [Checked].
func (a *Archive) StartCheck(o Check) *Job {
	return start(a, JobCheck, func(ctx context.Context, report func(JobProgress)) (*Checked, error) {
		o.Report = report
		return a.Check(ctx, &o)
	})
}

// storeFaults yields what is wrong in the object store, if the archive is in one.
func (a *Archive) storeFaults(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		if a.mirror == nil {
			return
		}
		checked, err := a.mirror.Check(ctx)
		if err != nil {
			yield(err)
			return
		}
		for _, fault := range checked.Faults {
			if !yield(fault) {
				return
			}
		}
	}
}

// ledgerFaults yields what is wrong in the ledgers of imports, of all computers.
func (a *Archive) ledgerFaults(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		l, err := a.ledger(ctx)
		if err != nil {
			yield(err)
			return
		}
		all, err := l.All()
		if err != nil && !yield(err) {
			return
		}
		for _, one := range all {
			for fault := range one.Check(ctx, a.db) {
				if !yield(fault) {
					return
				}
			}
		}
	}
}

// faults yields what is wrong with the segments, the ledger of imports and what
// the user added.
func (a *Archive) faults(ctx context.Context, derive store.Derive) iter.Seq[error] {
	return func(yield func(error) bool) {
		own := func(yield func(error) bool) {
			for _, fault := range slices.Concat(a.user.Check(), a.evaluationFaults(ctx)) {
				if !yield(fault) {
					return
				}
			}
		}
		for _, faults := range []iter.Seq[error]{a.storeFaults(ctx), a.db.Check(ctx, derive), a.ledgerFaults(ctx), own} {
			for fault := range faults {
				if !yield(fault) {
					return
				}
			}
		}
	}
}

// checkDuplicates compares what is kept of which records are of one game with what
// the records say.
func (a *Archive) checkDuplicates(ctx context.Context) (err error) {
	s, err := a.db.Snapshot()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return duplicate.Check(ctx, s)
}

// counts returns how many games there are, and how many with those that were
// removed.
func (a *Archive) counts() (games, all int, err error) {
	s, err := a.db.Snapshot()
	if err != nil {
		return 0, 0, err
	}
	return s.Len(), s.Text().Games, s.Close()
}

// deriveCounted is a function that derives games and reports how many of how many
// it has come to. If they are more than was thought, so is the total.
func deriveCounted(derive store.Derive, stage string, total int, report func(JobProgress)) store.Derive {
	if report == nil {
		return derive
	}
	var mu sync.Mutex // protects done, and keeps reports in order
	done := int64(0)
	return func(r store.Record) (*store.Game, error) {
		mu.Lock()
		done++
		report(JobProgress{Stage: stage, Done: done, Total: max(done, int64(total)), Unit: UnitGames})
		mu.Unlock()
		return derive(r)
	}
}
