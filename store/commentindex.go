package store

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// IndexComments makes the comments of all committed games searchable, some
// segments at a time, and tells progress (which may be nil) after each.
// Comments cost as much as all the rest of an import, or ten times that, so
// Commit leaves them for later; until then [Segment.SearchComments] says
// ErrNotIndexed. It can be canceled at any time; what is indexed by then stays
// indexed. As many segments as there are processors are worked on at once;
// each takes the memory of its comments, packed, and of some 4,096 of them
// that are being indexed.
func (w *Writer) IndexComments(ctx context.Context, progress func(TextProgress)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	var due []int
	for i, e := range w.manifest.Segments {
		if !e.indexed() {
			due = append(due, i)
		}
	}
	if err := w.indexComments(ctx, due, progress); err != nil {
		return err
	}
	if progress != nil && len(due) == 0 {
		progress(w.snapshot.Text())
	}
	return nil
}

// builtComments are the comments of a segment, complete but not yet in their place.
type builtComments struct {
	segment int // its place in the manifest
	temp    string
	digest  string // of their header
	err     error
}

// indexComments indexes the comments of some segments. They are built side by
// side, and become part of the archive one after the other. w.mu is held.
func (w *Writer) indexComments(ctx context.Context, due []int, progress func(TextProgress)) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	segments := ownSegments(w.snapshot.segments) // of the same places in each later snapshot, which keep their files open
	first := w.next()                            // comments carry the number of the first commit that may make them
	built := make(chan builtComments)
	var started atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(due)) {
		go func() {
			for {
				i := int(started.Add(1)) - 1
				if i >= len(due) {
					return
				}
				b := w.buildComments(ctx, first, segments[due[i]])
				b.segment = due[i]
				built <- b
			}
		}()
	}
	for range due { // all of them, as the segments must stay open until then
		b := <-built
		if err == nil && b.err == nil {
			b.err = w.placeComments(ctx, b)
			if b.err == nil && progress != nil {
				progress(w.snapshot.Text())
			}
		}
		if b.err != nil {
			if b.temp != "" {
				os.RemoveAll(b.temp) // or the next writer does
			}
			if err == nil {
				err = b.err
			}
			cancel()
		}
	}
	return err
}

// buildComments makes the comments of a segment in a directory of their own.
func (w *Writer) buildComments(ctx context.Context, next *manifest, g *Segment) (b builtComments) {
	c, err := newCommentsWriter()
	if err != nil {
		return builtComments{err: err}
	}
	g, release, err := g.Visit(ctx)
	if err != nil {
		return builtComments{err: err}
	}
	defer release()
	for d := range deriveAll(ctx, w.derive, g.files.records.all(g.files.commented()), g.Base()) {
		if d.err != nil {
			return builtComments{err: d.err}
		}
		asTold(d.game, g, d.local)
		c.add(d.local, d.game.Comments)
	}
	if err := ctx.Err(); err != nil {
		return builtComments{err: err}
	}
	temp, err := w.tempDir(g.entry.Name + "-" + commentsName)
	if err != nil {
		return builtComments{err: err}
	}
	b.temp = temp
	if b.digest, b.err = c.writeAll(ctx, w.db.files, temp, next, g.entry.Name); b.err == nil {
		b.err = w.db.files.SyncTree(temp)
	}
	return b
}

// placeComments makes the built index part of the archive.
func (w *Writer) placeComments(ctx context.Context, b builtComments) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	next := w.next()
	e := &next.Segments[b.segment]
	e.Comments = b.digest
	path := filepath.Join(w.path(e.Name), commentsName)
	if err := w.makeRoom(path, e.Name+"-"+commentsName); err != nil {
		return err
	}
	if err := w.db.files.Rename(b.temp, path); err != nil {
		return err
	}
	return w.publish(next)
}

// commented returns the games with comments.
func (s *segmentFiles) commented() *roaring.Bitmap {
	var set bitset
	c := s.index.Section(tagCommented)
	words := c.Bytes(0, c.Len())
	for i := range min(bitmapWords, len(words)/8) {
		set[i] = binary.LittleEndian.Uint64(words[8*i:])
	}
	return set.bitmap(s.games)
}
