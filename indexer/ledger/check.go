package ledger

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// Check yields every fault of the ledger: damage, contradictions, and names that the
// archive does not have. Examples are runs whose totals differ from their outcomes,
// sources whose outcomes are missing or belong to another file, and ids that were never
// given. A missing ledger is no fault. Check does not call bbolt's own check, which ends
// the process if a page lies outside of the file.
//
// An import may be at work meanwhile. Check reads the archive after the ledger, which is
// never ahead of it.
func (db *DB) Check(ctx context.Context, archive *store.DB) iter.Seq[error] {
	return func(yield func(error) bool) {
		c := &checker{db: db}
		_, _, faults, _, err := db.twoFaults()
		if err != nil {
			faults = append(faults, err)
		}
		for _, fault := range faults {
			if !yield(fault) {
				return
			}
		}
		if len(faults) > 0 { // the rest would only repeat it
			return
		}
		for _, check := range []func() error{
			func() error { return c.runs(ctx) },
			c.sources,
			c.gone,
			func() error { _, err := db.Accepted(); return err },
			func() error { return c.ahead(archive) },
		} {
			err := check()
			if ctx.Err() != nil {
				yield(ctx.Err())
				return
			}
			if err != nil && !yield(err) {
				return
			}
			for _, fault := range c.faults {
				if !yield(fault) {
					return
				}
			}
			c.faults = nil
		}
	}
}

type checker struct {
	db     *DB
	faults []error      // since they were last reported
	last   store.GameID // the greatest id that is named
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, c.db.damaged(format, args...))
	}
}

// named notes the ids of games.
func (c *checker) named(games []Span, by string) {
	for _, s := range games {
		if end := s.ID + store.GameID(s.Count) - 1; s.Count < 1 || s.ID < 1 || end < s.ID {
			c.fault("%s: %d games from id %d on", by, s.Count, s.ID)
		} else {
			c.last = max(c.last, end)
		}
	}
}

func (c *checker) runs(ctx context.Context) error {
	runs, err := c.db.Runs()
	for i, r := range runs {
		// Where others import, too, the numbers between are theirs.
		if shared := c.db.Shared(); !shared && r.Number != i+1 || shared && i > 0 && r.Number <= runs[i-1].Number {
			c.fault("run %d is in the place of run %d", r.Number, i+1)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.run(r.Number); err != nil {
			c.faults = append(c.faults, err)
		}
	}
	return err
}

// run compares a run with its outcomes as of one moment.
func (c *checker) run(number int) error {
	return c.db.view(func(tx *bbolt.Tx) error {
		r, err := c.db.run(tx, number)
		if err != nil {
			return err
		}
		blocks, err := c.db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		got := Totals{Bytes: r.Totals.Bytes}
		for o, err := range blocks.outcomes(number, 0, r.Outcomes) {
			if err != nil {
				return err
			}
			got.Count(o)
			if r.State != Undone {
				c.named(o.Games, o.Path())
			}
		}
		if r.Totals.ProblemGames == nil { // as older versions wrote it
			got.ProblemGames = nil
		}
		if want := r.Totals; !got.equal(&want) {
			c.fault("run %d: its outcomes add up to %+v, it says %+v", number, got, want)
		}
		return nil
	})
}

func (t Totals) equal(u *Totals) bool {
	if !maps.Equal(t.Problems, u.Problems) || !maps.Equal(t.NotRead, u.NotRead) {
		return false
	}
	v := *u
	t.Problems, t.NotRead, v.Problems, v.NotRead = nil, nil, nil, nil
	return fmt.Sprint(t) == fmt.Sprint(v)
}

func (c *checker) sources() error {
	return c.db.eachSource(func(path string, s *Source, outcomes iter.Seq2[*Outcome, error]) error {
		for o, err := range outcomes {
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if o.Source != path {
				c.fault("%s: outcome of run %d is that of %s", path, s.Run, o.Source)
				break
			}
		}
		return nil
	})
}

func (c *checker) gone() error {
	return c.db.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketGone).ForEach(func(k, v []byte) error {
			var g storedGone
			if err := c.db.openJSON(k, v, &g); err != nil {
				c.faults = append(c.faults, err)
				return nil
			}
			c.named(g.Games, string(g.Source))
			return nil
		})
	})
}

// ahead compares with the archive, which is read last.
func (c *checker) ahead(archive *store.DB) error {
	var a about
	err := c.db.view(func(tx *bbolt.Tx) (err error) {
		a, _, err = c.db.about(tx)
		return err
	})
	if err != nil {
		return err
	}
	s, err := archive.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	at := AtOf(s)
	a.Last = max(a.Last, c.last) // older versions did not say
	return c.db.ahead(&a, &at)
}

// Repair makes the two files of the ledger whole and alike, and drops what does not count of the
// archive, whose writer must be held. If something is lost in both files it leaves them as they
// are, unless that is accepted: then what can be read stays, and the next import reads the
// other files again. It returns what it did; Check says what is left.
func (db *DB) Repair(ctx context.Context, archive *store.DB, accept bool) (mended []string, err error) {
	if mended, err = db.repairTwo(accept); err != nil {
		return mended, err
	}
	for fault := range db.Check(ctx, archive) {
		if errors.Is(fault, ErrCorrupt) && accept { // it contradicts itself, in both files
			given, err := db.giveUp()
			return append(mended, given), err
		}
		if !errors.Is(fault, ErrAhead) {
			continue
		}
		s, err := archive.Snapshot()
		if err != nil {
			return mended, err
		}
		at, dropped := AtOf(s), 0
		err = db.update(func(tx *loggedTx) (err error) {
			dropped, err = db.settle(tx, &at)
			return err
		})
		if err := errors.Join(err, s.Close()); err != nil {
			return mended, err
		}
		files := "1 file"
		if dropped != 1 {
			files = fmt.Sprintf("%d files", dropped)
		}
		mended = append(mended, fmt.Sprintf("%v: done, the next import reads %s again", fault, files))
	}
	return mended, nil
}
