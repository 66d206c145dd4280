package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// A SegmentRepair reports the faults that Repair found in a segment, and whether it mended them.
type SegmentRepair struct {
	Segment     string // the name of its directory; "": of manifests
	First, Last GameID
	Faults      []error // what Check says of it
	Comments    bool    // only its comments are damaged, and were indexed again
	Pages       int     // pages of its records that were restored by their parity
	Found       int     // games of which the record was found elsewhere
	Lost        []Lost  // games that were given up
	Err         error   // why it is still damaged; nil: it is mended
}

// A Lost is a game whose record can no longer be read.
type Lost struct {
	ID     GameID
	Digest Digest // of its record; zeros if that is not known any more
	File   string // where it came from, "" if that is not known any more
}

// RepairOptions are how [DB.Repair] goes about it. Nil is the defaults.
type RepairOptions struct {
	// Find looks elsewhere for records that cannot be read, by their digests, and gives away what it
	// finds. Nil finds nothing.
	Find func(ctx context.Context, lost []Lost, found func(Record)) error

	// GiveUp gives up games of which the record cannot be read, as if they had
	// been removed and compacted away, so that the rest of their segment can
	// be built anew. Without it such a segment is left as it is.
	GiveUp bool

	// AcceptLoss brings removed games back of which no file says any more that they are
	// removed. Without it the archive is left as it is.
	AcceptLoss bool

	// Report is called for each damaged segment, after everything possible was done.
	Report func(SegmentRepair)
}

// Repair checks the archive as Check does, and builds damaged parts anew from the raw
// records. It leaves intact segments alone. If only the comments of a segment are damaged
// it indexes them again. It restores damaged records from their parity, and otherwise looks
// for them elsewhere. If it finds some nowhere, it leaves the segment as it is and
// returns an error in the end. Then the file can be put back from a backup, or the games
// can be given up.
//
// It is a writer of its own: no other may be open.
func (db *DB) Repair(ctx context.Context, derive Derive, o *RepairOptions) (err error) {
	if o == nil {
		o = new(RepairOptions)
	}
	lock, err := lockDir(db.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	w := &Writer{db: db, lock: lock, derive: derive}
	if err := w.repairManifest(o); err != nil {
		return err
	}
	var errs []error
	for i := range w.manifest.Segments {
		e := w.manifest.Segments[i]
		m := SegmentRepair{Segment: e.Name, First: e.Base, Last: e.end() - 1}
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
			m.Comments = false
			m.Pages, m.Err = w.mendRecords(&e)
			if m.Err == nil {
				m.Err = w.rebuild(ctx, i, nil)
			}
			if m.Err != nil && ctx.Err() == nil && w.broken == nil {
				w.rebuildFound(ctx, i, o, &m)
			}
		}
		if o.Report != nil {
			o.Report(m)
		}
		if ctx.Err() != nil || w.broken != nil {
			return m.Err
		}
		errs = append(errs, m.Err)
	}
	return errors.Join(append(errs, w.clean())...)
}

// repairManifest makes the manifest anew if it is damaged, missing or not that
// of the last commit, and removes older ones that are damaged.
func (w *Writer) repairManifest(o *RepairOptions) error {
	dir, report := w.db.dir, o.Report
	base, faults, err := lastReadable(dir)
	if err != nil {
		return err
	}
	m, err := w.db.manifest()
	switch {
	case err == nil:
		w.manifest = m
		if err := w.begin(); err != nil {
			return err
		}
	case !errors.Is(err, ErrCorrupt):
		return err
	default:
		if len(faults) == 0 {
			faults = append(faults, err)
		}
		more, err := w.replaceLost(base, o.AcceptLoss)
		faults = append(faults, more...)
		if err != nil {
			if report != nil {
				report(SegmentRepair{Faults: faults, Err: err})
			}
			return err
		}
	}
	damaged, err := w.dropDamaged()
	if len(faults) == 0 {
		faults = append(w.copied, damaged...)
	}
	if len(faults) > 0 && report != nil {
		report(SegmentRepair{Faults: faults, Err: err})
	}
	return errors.Join(err, w.clean())
}

// replaceLost writes a manifest in the place of one that cannot be used. base is
// the last one that can be read, nil if none.
func (w *Writer) replaceLost(base *manifest, accept bool) (faults []error, err error) {
	for _, name := range [...]string{segmentsName, manifestsName, removedName} {
		if err := w.db.files.MkdirAll(filepath.Join(w.db.dir, name)); err != nil {
			return nil, err
		}
	}
	r, differs, err := recoverManifest(w.db.dir, base)
	if err != nil {
		return nil, err
	}
	if len(r.back) > 0 && !accept {
		return r.faults, fmt.Errorf("%w: %w; restore the file from a backup, or accept that these games come back", ErrCorrupt, errors.Join(r.back...))
	}
	if !differs { // but MANIFEST does not say so
		r.next.Generation++
	}
	if err := w.commitManifest(r.next); err != nil {
		return r.faults, err
	}
	w.copied, err = w.manifest.mendRemoved(w.db.files, w.db.dir)
	return append(r.faults, w.copied...), err
}

// dropDamaged removes manifests and files of removed games that are damaged and
// that the newest manifest does not need.
func (w *Writer) dropDamaged() (faults []error, err error) {
	dir := w.db.dir
	all, err := scan(dir)
	if err != nil {
		return nil, err
	}
	drop := func(path string, fault error) {
		faults = append(faults, fault)
		err = errors.Join(err, w.db.files.Remove(path))
	}
	for _, n := range all.manifests {
		if _, fault := readNumbered(dir, n); fault != nil && n != w.manifest.Generation {
			drop(manifestPath(dir, n), fault)
		}
	}
	named := w.manifest.removedFiles()
	for _, n := range all.removed {
		if _, fault := readRemoved(dir, n); fault != nil && !named[n] {
			drop(removedPath(dir, n), fault)
		}
	}
	return faults, err
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
	next.Segments[i].Comments = ""
	if err := w.commitManifest(next); err != nil {
		return err
	}
	if w.snapshot, err = w.db.verified(w.manifest); err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, w.snapshot.Close())
		w.snapshot = nil
	}()
	return w.indexComments(ctx, []int{i}, nil)
}
