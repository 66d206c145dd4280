package store

import (
	"context"
	"errors"
)

// A Mending is what Repair found wrong with a segment, and whether it mended it.
type Mending struct {
	Segment     string // the name of its directory; "": of the manifest itself
	First, Last GameID
	Faults      []error // what Check says of it
	Comments    bool    // only its comments are damaged, and were indexed again
	Err         error   // why it is still damaged; nil: it is mended
}

// Repair checks the archive like Check does, builds anew what is not as it
// should be from the raw records, and tells report (which may be nil) of each
// segment that was damaged, when it has done what it could. What is whole is
// left alone, and a segment of which only the comments are damaged gets new
// comments. Records themselves cannot be repaired: if games.db is damaged so
// that they cannot be read, the segment is left as it is, and an error returned
// in the end; put the file back from a backup.
//
// It is a writer of its own: no other may be open.
func (db *DB) Repair(ctx context.Context, derive Derive, report func(Mending)) (err error) {
	w, err := db.recordsWriter(derive)
	if w == nil {
		return err
	}
	defer func() { err = errors.Join(err, w.lock.Unlock()) }()
	sum := err
	var errs []error
	for i := range w.manifest.Segments {
		e := w.manifest.Segments[i]
		m := Mending{Segment: e.Name, First: e.Base, Last: e.end() - 1}
		m.Faults, m.Comments = db.faults(ctx, derive, &e)
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(m.Faults) == 0 {
			continue
		}
		if m.Comments {
			m.Err = w.rebuildComments(ctx, i)
		}
		if !m.Comments || m.Err != nil && ctx.Err() == nil && w.broken == nil { // other segments were in the way
			m.Comments, m.Err = false, w.rebuild(ctx, i, nil)
		}
		if report != nil {
			report(m)
		}
		if ctx.Err() != nil || w.broken != nil {
			return m.Err
		}
		errs = append(errs, m.Err)
	}
	if sum != nil {
		m := Mending{Faults: []error{sum}}
		if m.Err = errors.Join(errs...); m.Err == nil {
			m.Err = w.replaceManifest(w.next())
		}
		if report != nil {
			report(m)
		}
		if m.Err != nil {
			return m.Err
		}
	}
	return errors.Join(append(errs, w.clean())...)
}

// faults returns all that is wrong with a segment, and whether that is in its
// comments only.
func (db *DB) faults(ctx context.Context, derive Derive, e *segmentEntry) (all []error, inComments bool) {
	inComments = true
	c := &checker{ctx: ctx, db: db, derive: derive, name: e.Name}
	c.yield = func(err error) bool {
		all = append(all, err)
		inComments = inComments && c.inComments
		return true
	}
	c.segment(e)
	return all, inComments
}

// rebuildComments indexes the comments of the i-th segment again. Until that
// is done they count as not indexed.
func (w *Writer) rebuildComments(ctx context.Context, i int) (err error) {
	next := w.next()
	next.Segments[i].Comments = nil
	if err := w.replaceManifest(next); err != nil {
		return err
	}
	if w.snapshot, err = w.db.snapshot(w.manifest); err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, w.snapshot.Close())
		w.snapshot = nil
	}()
	return w.indexComments(ctx, []int{i}, nil)
}
