package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"kifudb/store/disk"
)

// Adopt makes a segment that was written in a copy of this archive, which lies in another
// directory, one of this archive, with the next ids, and returns the first of them. Its files
// are linked, as they do not say which ids their games have; only its headers are written
// anew. Nobody is kept from adopting games that the archive has: ask Known. Games that wait
// for Commit are committed first.
func (w *Writer) Adopt(ctx context.Context, dir, segment string) (first GameID, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return 0, err
	}
	if err := w.commit(ctx); err != nil {
		return 0, err
	}
	m, err := readManifest(dir)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(m.Segments, func(e segmentEntry) bool { return e.Name == segment })
	if i < 0 || m.Archive != w.manifest.Archive {
		return 0, fmt.Errorf("%s: there is no segment %s of this archive", dir, segment)
	}
	from := &m.Segments[i]
	next := w.next()
	entry := *from
	entry.Name, entry.Base, entry.Removed, entry.set = next.segmentName(), next.nextID(), 0, nil
	next.setRemoved(&entry, from.removed())
	temp, err := w.tempDir(entry.Name)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp) // or the next writer does
		}
	}()
	if err := w.linkSegment(ctx, from.dir(dir), temp, &entry, next.Generation); err != nil {
		return 0, err
	}
	if err := w.db.files.Rename(temp, w.path(entry.Name)); err != nil {
		return 0, err
	}
	next.Segments = append(next.Segments, entry)
	return entry.Base, w.publish(next)
}

// linkSegment makes a directory with the files of a segment and headers of an entry.
func (w *Writer) linkSegment(ctx context.Context, from, to string, e *segmentEntry, generation uint64) error {
	f := w.db.files
	h, _, err := readHeader(from)
	if err != nil {
		return err
	}
	lists := map[string]map[string]disk.FileSum{"": h.Files}
	var c *commentsHeader
	if e.hasComments() {
		if c, _, err = readCommentsHeader(from); err != nil {
			return err
		}
		lists[commentsName] = c.Files
	}
	for folder, files := range lists {
		for name := range files {
			if err := ctx.Err(); err != nil {
				return err
			}
			name = filepath.Join(folder, filepath.FromSlash(name))
			if err := f.MkdirAll(filepath.Dir(filepath.Join(to, name))); err != nil {
				return err
			}
			if err := f.LinkOrCopy(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
				return err
			}
		}
	}
	h.Segment, h.Base, h.Generation, h.Commit, h.Removed = e.Name, e.Base, generation, []string{e.Name}, e.Removed != 0
	if e.Header, err = writeHeader(f, to, h); err != nil {
		return err
	}
	if c != nil {
		c.Segment, c.Generation = e.Name, generation
		if e.Comments, err = writeHeader(f, filepath.Join(to, commentsName), c); err != nil {
			return err
		}
	}
	return f.SyncTree(to)
}
