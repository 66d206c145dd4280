package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// Rebuild derives segments anew from their raw records, one after the other,
// and tells progress (which may be nil) how many of how many games it has come
// to. Records and ids stay what they are. It is for a change of what derive
// makes of a record.
//
// It can be canceled, or killed, at any time: what is built by then stays
// built. A segment of which the records cannot be read is left as it is, the
// others are built, and an error is returned in the end.
//
// It is a writer of its own: no other may be open.
func (db *DB) Rebuild(ctx context.Context, derive Derive, progress func(done, total int)) (err error) {
	w, err := db.recordsWriter(derive)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.lock.Unlock()) }()
	total := 0
	for _, e := range w.manifest.Segments {
		total += e.Games
	}
	var errs []error
	done := 0
	report := func(games int) {
		if progress != nil {
			progress(done+games, total)
		}
	}
	for i := range w.manifest.Segments {
		games := w.manifest.Segments[i].Games
		if err := w.rebuild(ctx, i, report); err != nil {
			if ctx.Err() != nil || w.broken != nil {
				return err
			}
			errs = append(errs, err)
		}
		done += games
		report(0)
		if err := w.clean(); err != nil { // otherwise twice the space would be needed
			return err
		}
	}
	return errors.Join(errs...)
}

// recordsWriter returns a writer that reads nothing of segments but their
// records, for archives of which the rest may be damaged.
// It has no snapshot, and is closed by unlocking it.
func (db *DB) recordsWriter(derive Derive) (*Writer, error) {
	lock, err := lockDir(db.dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{db: db, lock: lock, derive: derive}
	if w.manifest, err = db.manifest(); err == nil {
		err = w.begin()
	}
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return w, nil
}

// rebuild builds the i-th segment anew of its records alone.
func (w *Writer) rebuild(ctx context.Context, i int, progress func(games int)) error {
	old := &w.manifest.Segments[i]
	next := w.next()
	entry, err := w.buildAnew(ctx, next, old, progress)
	if err != nil {
		return fmt.Errorf("segment %s, games %d to %d: %w", old.Name, old.Base, old.end()-1, err)
	}
	next.Segments[i] = entry
	return w.commitManifest(next)
}

func (w *Writer) buildAnew(ctx context.Context, next *manifest, old *segmentEntry, progress func(games int)) (entry segmentEntry, err error) {
	release, err := w.db.hold(ctx, old.Name)
	if err != nil {
		return entry, err
	}
	defer func() { err = errors.Join(err, release()) }()
	stored, err := openRecords(filepath.Join(w.path(old.Name), recordsName), old.Games)
	if err != nil {
		return entry, err
	}
	games, err := w.rederive(ctx, stored, old.Base, nil, progress)
	if err := errors.Join(err, stored.close()); err != nil {
		return entry, err
	}
	removed := old.removed()
	for local, g := range games {
		if g == nil && !removed.ContainsInt(local) {
			return entry, fmt.Errorf("game %d: the record is missing", old.Base+GameID(local))
		}
	}
	all, c, err := gatherAll(games, old.indexed())
	if err != nil {
		return entry, err
	}
	entry = segmentEntry{Name: next.segmentName(), Base: old.Base}
	next.setRemoved(&entry, removed)
	return entry, w.writeSegment(ctx, next, &entry, all, c)
}
