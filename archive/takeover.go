package archive

import (
	"context"
	"errors"
	"maps"
	"os"

	"kifudb/archive/mirror"
	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/store"
)

// takenOver is what was taken of an import that goes on in a folder of its own, and of which
// the games are given other ids by what others have committed meanwhile.
type takenOver struct {
	base  GameID // ids below are the same on both sides
	ids   map[GameID]GameID
	known map[GameID]bool // somebody else has added it
	run   int             // the number that the import has there; 0 if it was not taken yet
}

// newTakenOver returns what was taken of an import in a folder that was made of a state.
func newTakenOver(base *store.Contents) *takenOver {
	return &takenOver{base: base.Next, ids: map[GameID]GameID{}, known: map[GameID]bool{}}
}

// take brings the games that an import has added in a folder, and that were not taken yet,
// into another folder of the same archive under new ids: segments as they are, unless somebody
// has added one of their games meanwhile. If the import has done something else than to add
// games, it returns mirror.ErrAgain. Committed is to be called when what it has made is.
func (o *takenOver) take(ctx context.Context, into, mine mirror.Work) (run ledger.Run, committed func(), err error) {
	from, err := openWork(mine, false)
	if err != nil {
		return run, nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	s, err := from.Snapshot()
	if err != nil {
		return run, nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	to, err := openWork(into, false)
	if err != nil {
		return run, nil, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	same, err := sameBelow(s, to, o.base)
	if err != nil {
		return run, nil, err
	}
	if !same {
		return run, nil, mirror.ErrAgain
	}
	w, err := to.Writer(indexer.Derive)
	if err != nil {
		return run, nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	t := &takingOver{w: w, mine: mine.Dir, base: o.base, ids: map[GameID]GameID{}, known: map[GameID]bool{}}
	if err := o.still(s, w, t); err != nil {
		return run, nil, err
	}
	for _, g := range s.Segments() {
		if err := t.segment(ctx, g); err != nil {
			return run, nil, err
		}
	}
	if err := w.Commit(ctx); err != nil {
		return run, nil, err
	}
	if !mine.Open {
		if err := w.IndexComments(ctx, nil); err != nil {
			return run, nil, err
		}
	}
	if run, err = t.ledger(into.Dir, o.run); err != nil {
		return run, nil, err
	}
	return run, func() {
		maps.Copy(o.ids, t.ids)
		maps.Copy(o.known, t.known)
		o.run = run.Number
	}, nil
}

// still gives the games that were taken before the ids that they have.
func (o *takenOver) still(s *store.Snapshot, w *store.Writer, t *takingOver) error {
	for id, own := range o.ids {
		g, local, ok := s.Segment(id)
		if !ok || !g.Live().ContainsInt(local) {
			return mirror.ErrAgain // the import has changed what it had added
		}
		if w.DigestOf(own) != g.Digest(local) {
			return mirror.ErrAgain // somebody has changed it since
		}
		t.ids[id], t.known[id] = own, o.known[id]
	}
	return s.Err()
}

// sameBelow reports whether the games below an id are the same in two states.
func sameBelow(s *store.Snapshot, other *store.DB, next GameID) (same bool, err error) {
	o, err := other.Snapshot()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	for id := GameID(1); id < next; id++ {
		g, local, ok := s.Segment(id)
		h, there, also := o.Segment(id)
		if ok && also && g.Stamp() == h.Stamp() && g.Live().Equals(h.Live()) {
			id = g.Base() + GameID(g.Len()) - 1 // all of it
			continue
		}
		if !ok || !also || g.Digest(local) != h.Digest(there) || g.Live().ContainsInt(local) != h.Live().ContainsInt(there) {
			return false, nil
		}
	}
	return true, nil
}

// takingOver are games on their way from one state of an archive to another.
type takingOver struct {
	w     *store.Writer
	mine  string
	base  GameID // from here on games are new
	ids   map[GameID]GameID
	known map[GameID]bool // somebody else has added it
}

func (t *takingOver) segment(ctx context.Context, g *store.Segment) error {
	if g.Base()+GameID(g.Len()) <= t.base {
		return nil
	}
	left := false // some were not taken yet
	for local := range g.Len() {
		id := g.Base() + GameID(local)
		_, ok := t.ids[id]
		left = left || id >= t.base && !ok
	}
	if !left {
		return nil
	}
	whole := g.Base() >= t.base
	for local := range g.Len() {
		if id := g.Base() + GameID(local); id >= t.base {
			own, known := t.w.Known(g.Digest(local))
			if _, taken := t.ids[id]; known && !taken {
				t.ids[id], t.known[id] = own, true
			}
			whole = whole && !known && g.Live().ContainsInt(local)
		}
	}
	if whole {
		first, err := t.w.Adopt(ctx, t.mine, g.Name())
		if err != nil {
			return err
		}
		for local := range g.Len() {
			t.ids[g.Base()+GameID(local)] = first + GameID(local)
		}
		return nil
	}
	for stored, err := range g.Records(nil) {
		id := g.Base() + GameID(stored.Local)
		if id < t.base {
			continue
		}
		if err != nil {
			return err
		}
		if _, ok := t.ids[id]; ok {
			continue
		}
		game, err := indexer.Derive(stored.Record)
		if err != nil {
			return err
		}
		if t.ids[id], err = t.w.Add(ctx, game); err != nil {
			return err
		}
	}
	return nil
}

// ledger brings what the import has entered, under the new ids, and under the number that it has
// there already. If it has none, it is its own, unless others have that now.
func (t *takingOver) ledger(dir string, number int) (run ledger.Run, err error) {
	last, err := ledger.Open(t.mine).Run(0)
	if errors.Is(err, ledger.ErrNoRun) || errors.Is(err, os.ErrNotExist) {
		return run, nil
	} else if err != nil {
		return run, err
	}
	into := ledger.Open(dir)
	if number == 0 {
		there, err := into.AllRuns()
		if err != nil {
			return run, err
		}
		number = last.Number
		if n := len(there); n > 0 {
			number = max(number, there[n-1].Number+1)
		}
	}
	// The import goes on with its own ids, so its ledger stays as it is.
	if err := ledger.Copy(t.mine, dir); err != nil {
		return run, err
	}
	return into.Renumber(number, t.w.Generation(), func(id GameID) (GameID, bool) {
		if own, ok := t.ids[id]; ok {
			return own, t.known[id]
		}
		return id, false
	})
}
