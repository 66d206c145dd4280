package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// Repair builds those segments anew of which a file is missing, or is not as
// it was written, from their raw records. It reads all files and compares
// checksums, and tells report (which may be nil) what it found, segment by
// segment, before it mends it. Records themselves cannot be repaired: if
// games.db is damaged so that they cannot be read, the segment is left as it is
// and an error returned in the end; put the file back from a backup.
//
// It is a writer of its own: no other may be open.
func (db *DB) Repair(ctx context.Context, derive Derive, report func(segment string, fault error)) (err error) {
	lock, err := lockDir(db.dir)
	if err != nil {
		return err
	}
	w := &Writer{db: db, lock: lock, derive: derive}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if w.manifest, err = readManifest(db.dir); err != nil {
		return err
	}
	var errs []error
	for i := range w.manifest.Segments {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &w.manifest.Segments[i]
		fault := db.fault(e)
		if fault == nil {
			continue
		}
		if report != nil {
			report(e.Name, fault)
		}
		if err := w.repair(ctx, i); err != nil {
			errs = append(errs, fmt.Errorf("segment %s: games %d to %d: %w", e.Name, e.Base, e.end()-1, err))
		}
	}
	return errors.Join(append(errs, w.clean())...)
}

// fault returns all that is wrong with a segment's files.
func (db *DB) fault(e *segmentEntry) error {
	var errs []error
	c := &checker{ctx: context.Background(), db: db, name: e.Name, yield: func(err error) bool {
		errs = append(errs, err)
		return true
	}}
	dir := filepath.Join(db.dir, segmentsName, e.Name)
	c.files(dir, e.Files)
	c.files(filepath.Join(dir, commentsName), e.Comments)
	return errors.Join(errs...)
}

// repair builds the i-th segment anew of its records alone.
func (w *Writer) repair(ctx context.Context, i int) error {
	old := &w.manifest.Segments[i]
	stored, err := openRecords(filepath.Join(w.path(old.Name), recordsName), old.Games)
	if err != nil {
		return err
	}
	games, err := w.rederive(ctx, stored, old.Base, nil)
	if err := errors.Join(err, stored.close()); err != nil {
		return err
	}
	removed, err := old.removed()
	if err != nil {
		return err
	}
	for local, g := range games {
		if g == nil && !removed.ContainsInt(local) {
			return fmt.Errorf("game %d: the record is missing", old.Base+GameID(local))
		}
	}
	c, err := takeComments(games, old.Comments != nil)
	if err != nil {
		return err
	}
	next := w.next()
	entry := segmentEntry{Name: next.segmentName(), Base: old.Base, Removed: old.Removed}
	if err := w.writeSegment(ctx, &entry, games, c); err != nil {
		return err
	}
	next.Segments[i] = entry
	if err := writeManifest(w.db.files, w.db.dir, next); err != nil {
		return err
	}
	w.manifest = next
	return nil
}
