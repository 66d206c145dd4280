package archive

import (
	"context"
	"errors"

	"kifudb/indexer"
)

// Compacted says what compacting has won.
type Compacted struct {
	Deleted     int   `json:"deleted"` // games that cannot be brought back any more
	BytesBefore int64 `json:"bytes_before"`
	Bytes       int64 `json:"bytes"` // of the whole archive

	// Left are how many segments with what was deleted are still there, as their files could not
	// be deleted. The next change of the archive tries again.
	Left int `json:"left,omitempty"`

	// Objects are how many were removed from an object store, as nothing has named them for
	// a day, and ObjectBytes what they held.
	Objects     int   `json:"objects,omitempty"`
	ObjectBytes int64 `json:"object_bytes,omitempty"`
}

// Compact deletes removed games for good and joins small segments. It can be
// stopped at any time and leaves a whole archive. Report, which may be nil, is told
// how far it is.
func (a *Archive) Compact(ctx context.Context, report func(JobProgress)) (*Compacted, error) {
	if a.mirror == nil {
		return a.compact(ctx, report)
	}
	var c *Compacted
	err := a.change(ctx, func(a *Archive) (err error) {
		c, err = a.compact(ctx, report)
		return err
	})
	if err != nil {
		return nil, err
	}
	gone, err := a.mirror.Collect(ctx)
	if err != nil {
		return nil, err
	}
	c.Objects, c.ObjectBytes = gone.Objects, gone.Bytes
	return c, nil
}

func (a *Archive) compact(ctx context.Context, report func(JobProgress)) (*Compacted, error) {
	_, total, err := a.removedGames()
	if err != nil {
		return nil, err
	}
	w, err := a.db.Writer(deriveCounted(indexer.Derive, "compacting", total, report))
	if err != nil {
		return nil, err
	}
	c := &Compacted{}
	c.BytesBefore, err = FolderSize(a.Dir())
	if err == nil {
		c.Deleted, _, err = a.removedGames() // nobody else removes any now
	}
	if err == nil {
		err = w.Compact(ctx)
	}
	if err == nil {
		err = w.Merge(ctx)
	}
	if err == nil {
		err = keepBoardIndex(ctx, w, report)
	}
	// What was replaced is deleted when the writer ends.
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	if a.mirror == nil { // whose folder may keep older segments, as a cache
		if c.Left, err = a.db.Leftover(); err != nil {
			return nil, err
		}
	}
	c.Bytes, err = FolderSize(a.Dir())
	return c, err
}

// removedGames counts the games that were removed and can be brought back, and
// those of the segments in which they are.
func (a *Archive) removedGames() (removed, beside int, err error) {
	if _, _, err := a.refresh(); err != nil {
		return 0, 0, err
	}
	s, err := a.db.Snapshot()
	if err != nil {
		return 0, 0, err
	}
	for _, g := range s.Segments() {
		if n := int(g.Removed().GetCardinality()); n > 0 {
			removed += n
			beside += g.Len()
		}
	}
	return removed, beside, s.Close()
}

// StartCompact begins to compact as a job. Its result is a [Compacted].
func (a *Archive) StartCompact() *Job { return startChange(a, JobCompact, a.Compact) }
