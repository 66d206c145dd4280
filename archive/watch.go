package archive

import (
	"context"
	"errors"
	"os"
	"time"

	"kifudb/indexer"
	"kifudb/indexer/ledger"
)

// The pause between two rounds of watching: at least minPause, and so long that
// looking takes no more than a twentieth of the time.
const (
	minPause  = 2 * time.Second
	pauseEach = 20
)

// settleTime is for how long a file must not have been written to.
const settleTime = time.Second

// Watched says what a round of watching has changed.
type Watched struct {
	Time time.Time `json:"time"`
	Run  int       `json:"run"` // its number in the ledger
	ledger.Totals
}

// Watch imports the paths whenever something below them has changed, until it is
// stopped: that is no error. Folders are listed and compared with the ledger, which
// works on every system and every file system, and finds what changed while nobody
// watched. Between the rounds others may write to the archive. Tell is called after
// each round that has done something, and with the error of one that another
// program was in the way of.
func (a *Archive) Watch(ctx context.Context, i *Import, tell func(*Watched, error) error) error {
	for _, path := range i.Paths {
		if _, err := os.Stat(path); err != nil {
			return err // a typing error would be watched for ever
		}
	}
	round := *i
	round.Settle = settleTime
	for first := true; ctx.Err() == nil; {
		start := time.Now()
		changes, err := a.changes(ctx, i.Paths)
		looked := time.Since(start)
		if err == nil && (changes > 0 || first) {
			if err = a.watchRound(ctx, &round, tell); err == nil {
				first = false
			}
		}
		if KindOf(err) == KindBusy {
			err = tell(nil, err)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(minPause, pauseEach*looked)):
		}
	}
	return nil
}

// watchRound imports once, and tells if something has changed.
func (a *Archive) watchRound(ctx context.Context, i *Import, tell func(*Watched, error) error) error {
	start := time.Now()
	done, err := a.Import(ctx, i)
	if _, ok := errors.AsType[*CompareError](err); ok || errors.Is(err, context.Canceled) {
		err = nil
	}
	if err != nil || done == nil || done.Files+done.Failed+done.Passed+done.Missing+done.Pruned == 0 {
		return err
	}
	return tell(&Watched{start.Round(time.Second), done.Run, done.Totals}, nil)
}

// StartWatch begins to watch as a job, which goes on until it is stopped. What it
// does each time is in the ledger of imports.
func (a *Archive) StartWatch(i Import) *Job {
	return a.Start(JobWatch, func(ctx context.Context, report func(JobProgress)) (any, error) {
		i.Report = report
		if err := a.Watch(ctx, &i, func(*Watched, error) error { return nil }); err != nil {
			return nil, err
		}
		return nil, ctx.Err()
	})
}

// changes returns how many files below some paths have changed since they were
// imported, those that are being written to not counted.
func (a *Archive) changes(ctx context.Context, paths []string) (int, error) {
	l, err := a.ledger(ctx)
	if err != nil {
		return 0, err
	}
	s, err := a.db.Snapshot()
	if err != nil {
		return 0, err
	}
	at := ledger.AtOf(s)
	if err := s.Close(); err != nil {
		return 0, err
	}
	return indexer.Changes(ctx, paths, at, &indexer.Options{Ledger: l, Settle: settleTime})
}
