package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
)

// IndexComments makes the comments of all committed games searchable, segment
// by segment, and tells progress (which may be nil) after each. Comments cost
// as much as all the rest of an import, or ten times that, so Commit leaves
// them for later; until then [Segment.SearchComments] says ErrNotIndexed. It can
// be canceled at any time; what is indexed by then stays indexed.
func (w *Writer) IndexComments(ctx context.Context, progress func(TextProgress)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	for i := range w.manifest.Segments {
		if w.manifest.Segments[i].Comments == nil {
			if err := w.indexComments(ctx, i); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(w.snapshot.Text())
		}
	}
	return nil
}

func (w *Writer) indexComments(ctx context.Context, i int) (err error) {
	g := w.snapshot.segments[i]
	f := w.db.files
	c, err := newCommentsWriter()
	if err != nil {
		return err
	}
	for d := range deriveAll(ctx, w.derive, g.files.records, g.Base(), g.files.commented()) {
		if d.err != nil {
			return d.err
		}
		c.add(d.local, d.game.Comments)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	temp, err := w.tempDir(g.entry.Name + "-" + commentsName)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp)
		}
	}()
	if err := c.write(ctx, f, temp); err != nil {
		return fmt.Errorf("segment %s: %w", g.entry.Name, err)
	}
	next := w.next()
	if next.Segments[i].Comments, err = measureTree(temp); err != nil {
		return err
	}
	if err := f.syncTree(temp); err != nil {
		return err
	}
	path := filepath.Join(w.path(g.entry.Name), commentsName)
	if err := w.removeIfThere(path); err != nil {
		return err
	}
	if err := f.rename(temp, path); err != nil {
		return err
	}
	return w.publish(next)
}

// commented returns the games with comments.
func (s *segmentFiles) commented() *roaring.Bitmap {
	var set bitset
	words := s.index.section(tagCommented)
	for i := range min(bitmapWords, len(words)/8) {
		set[i] = binary.LittleEndian.Uint64(words[8*i:])
	}
	return set.bitmap(s.games)
}
