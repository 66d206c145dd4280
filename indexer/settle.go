package indexer

import (
	"context"

	"kifudb/indexer/ledger"
	"kifudb/store"
)

// The limits at which what waits is settled, though the archive would take more.
const (
	maxPending = 1 << 15  // outcomes
	maxNew     = 64 << 20 // bytes of new games of one member that may take the place of old ones
)

// maxChanges is likewise the bytes of changes. Tests set it.
var maxChanges = 64 << 20

// put takes an outcome, to be entered when the archive has what it names.
func (a *account) put(ctx context.Context, p pendingOutcome) error {
	a.totals.Count(p.outcome)
	a.next++
	if a.ledger == nil {
		return nil
	}
	a.pending = append(a.pending, p)
	if len(a.pending) >= maxPending {
		return a.settle(ctx)
	}
	return a.lighten(ctx)
}

// lighten carries changes out if they are many: in all segments but the last one in which
// some wait, as those that follow mostly lie there, too, and building a segment takes as long for
// one change as for thousands.
func (a *account) lighten(ctx context.Context) error {
	if a.weight < maxChanges {
		return nil
	}
	var last store.GameID
	for id := range a.changes.Records {
		last = max(last, id)
	}
	for id := range a.changes.Places {
		last = max(last, id)
	}
	last = a.writer.SegmentBase(last)
	now := store.Changes{Records: map[store.GameID]store.Record{}, Places: map[store.GameID]store.Source{}}
	light := a.weight
	for id, r := range a.changes.Records {
		if id < last {
			now.Records[id] = r
			light -= recordWeight(r)
		}
	}
	for id, place := range a.changes.Places {
		if id < last {
			now.Places[id] = place
			light -= placeWeight(place)
		}
	}
	if light > maxChanges/2 {
		return a.settle(ctx)
	}
	if err := a.writer.Change(ctx, &now); err != nil {
		return err
	}
	for digest, id := range a.placed { // from now on the writer knows them
		_, other := now.Records[id]
		if _, moved := now.Places[id]; other || moved {
			delete(a.placed, digest)
		}
	}
	for id := range now.Records {
		delete(a.changes.Records, id)
	}
	for id := range now.Places {
		delete(a.changes.Places, id)
	}
	a.weight = light
	return nil
}

// recordWeight and placeWeight estimate the bytes of a change in memory.
func recordWeight(r store.Record) int { return len(r.Raw) + len(r.Source.Path) + 1<<9 }

func placeWeight(s store.Source) int { return len(s.Path) + 1<<8 }

// settle commits everything that waits, and enters its outcomes.
func (a *account) settle(ctx context.Context) error {
	if len(a.changes.Records)+len(a.changes.Places) > 0 {
		if err := a.writer.Change(ctx, &a.changes); err != nil {
			return err
		}
	}
	if len(a.restores) > 0 {
		if err := a.writer.Restore(a.restores...); err != nil {
			return err
		}
	}
	if err := a.writer.Commit(ctx); err != nil {
		return err
	}
	clear(a.changes.Records)
	clear(a.changes.Places)
	clear(a.placed)
	a.restores, a.weight = nil, 0
	a.committed = a.writer.Next()
	for i := range a.pending {
		a.pending[i].settle = false
	}
	return a.flush()
}

// flush enters the outcomes of which the archive has everything, up to the
// first that it has not.
func (a *account) flush() error {
	b := &ledger.Batch{Sources: map[string]ledger.Source{}, Commit: a.writer.Generation()}
	n := 0
	for _, p := range a.pending {
		if p.settle || p.until > a.committed {
			break
		}
		n++
		if s := p.ends; s != nil {
			b.Sources[s.abs] = s.entry
			b.Gone = append(b.Gone, s.lost...)
			continue
		}
		b.Outcomes = append(b.Outcomes, p.outcome)
	}
	if n == 0 {
		return nil
	}
	if err := a.enterBatch(b); err != nil {
		return err
	}
	a.pending = append(a.pending[:0], a.pending[n:]...)
	return nil
}
