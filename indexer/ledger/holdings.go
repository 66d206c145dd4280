package ledger

import (
	"cmp"
	"errors"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// Holdings say in how many files each game is.
type Holdings struct{ counts []uint8 } // by id; the greatest number stands for all from it on

const many = 255

// Count returns in how many places a game is, as far as is counted: up to 255.
func (h *Holdings) Count(id store.GameID) int {
	if int(id) >= len(h.counts) {
		return 0
	}
	return int(h.counts[id])
}

// Add counts the games that a file holds.
func (h *Holdings) Add(games []Span) {
	h.each(games, func(n uint8) uint8 { return min(n, many-1) + 1 })
}

// Drop counts games off that a file held.
func (h *Holdings) Drop(games []Span) {
	h.each(games, func(n uint8) uint8 {
		if n > 0 && n < many {
			n--
		}
		return n
	})
}

func (h *Holdings) each(games []Span, change func(uint8) uint8) {
	for _, s := range games {
		if !s.Fate.Present() {
			continue
		}
		end := int(s.ID) + int(s.Count)
		if end > len(h.counts) {
			h.counts = append(h.counts, make([]uint8, end-len(h.counts))...)
		}
		for i := int(s.ID); i < end; i++ {
			h.counts[i] = change(h.counts[i])
		}
	}
}

// Holdings reads what all sources hold, those of other computers, too.
func (db *DB) Holdings() (*Holdings, error) {
	h := new(Holdings)
	return h, db.each(func(one *DB) error { return one.hold(h) })
}

// hold counts what the sources of one computer hold.
func (db *DB) hold(h *Holdings) error {
	return db.eachSource(func(_ string, _ *Source, outcomes iter.Seq2[*Outcome, error]) error {
		for o, err := range outcomes {
			if err != nil {
				return err
			}
			h.Add(o.Games)
		}
		return nil
	})
}

// eachSource calls visit with all sources in the order in which they were
// read, in which the blocks of their outcomes are read once.
func (db *DB) eachSource(visit func(path string, s *Source, outcomes iter.Seq2[*Outcome, error]) error) error {
	return db.view(func(tx *bbolt.Tx) error {
		type place struct {
			path string
			Source
		}
		var places []place
		err := tx.Bucket(bucketSources).ForEach(func(k, v []byte) error {
			p := place{path: string(k)}
			err := db.openJSON(k, v, &p.Source)
			places = append(places, p)
			return err
		})
		if err != nil {
			return err
		}
		slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Lo, b.Lo)) })
		blocks, err := db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		var errs []error
		for i := range places {
			p := &places[i]
			if err := visit(p.path, &p.Source, blocks.outcomes(p.Run, p.Lo, p.Hi)); err != nil {
				errs = append(errs, err)
				if len(errs) == maxFaults {
					break
				}
			}
		}
		return errors.Join(errs...)
	})
}

// maxFaults bounds how many faults are collected of a ledger that is damaged.
const maxFaults = 100
