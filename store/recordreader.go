package store

import (
	"context"
	"fmt"

	"kifudb/store/disk"
)

// A RecordReader reads records of a segment one by one. It keeps the block of
// the last one, so that records which are asked for in ascending order are
// unpacked once, and not once for each of their neighbours as with
// [Segment.Record]. It is for one goroutine.
type RecordReader struct {
	segment *Segment
	block   plainBlock
	next    int // the next game of the block
	end     int // behind its last; 0: no block yet
}

// RecordReader returns a reader of the segment's records.
func (g *Segment) RecordReader() *RecordReader { return &RecordReader{segment: g} }

// Record returns the record of a game, as [Segment.Record] does.
func (r *RecordReader) Record(local int) (Record, error) {
	here, release, err := r.segment.visit(context.Background(), false)
	if err != nil {
		return Record{}, err
	}
	defer release()
	records := here.files.records
	if local < 0 || local >= records.games {
		return Record{}, fmt.Errorf("no game %d in a segment of %d", local, records.games)
	}
	if local < r.next || local >= r.end {
		block, first, end, err := records.block(local)
		if err != nil {
			r.end = 0
			return Record{}, err
		}
		r.block, r.next, r.end = block, first, end
	}
	for {
		rec, err := r.block.cut()
		if err != nil {
			r.end = 0
			return Record{}, disk.Damaged(records.path, "block of game %d: %v", local, err)
		}
		r.next++
		if r.next > local {
			if len(rec.Raw) == 0 {
				return Record{}, fmt.Errorf("game %d: %w", r.segment.id(local), ErrGone)
			}
			return rec, nil
		}
	}
}
