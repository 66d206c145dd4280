package store

import (
	"fmt"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

// A removedFile holds the sets of removed games that one commit has changed. It
// is written before the manifest that names it.
type removedFile struct {
	Format     int    `json:"format"`
	Archive    string `json:"archive"`
	Generation uint64 `json:"generation"` // which is the file's name

	// Sets are local games by the name of their segment, empty if all are live again.
	Sets map[string][]byte `json:"sets"`

	// Last are the ids that the commit, if it was a removal, took away.
	Last []byte `json:"last,omitempty"`
}

func removedPath(dir string, generation uint64) string {
	return filepath.Join(dir, removedName, numberName(generation))
}

// set returns the set of a segment.
func (r *removedFile) set(dir string, e *segmentEntry) (*roaring.Bitmap, error) {
	path := removedPath(dir, r.Generation)
	data, ok := r.Sets[e.Name]
	if !ok {
		return nil, disk.Damaged(path, "it does not say which games of segment %s are removed", e.Name)
	}
	b, err := unpackSet(data)
	if err != nil {
		return nil, disk.Damaged(path, "segment %s: %v", e.Name, err)
	}
	if !b.IsEmpty() && int(b.Maximum()) >= e.Games {
		return nil, disk.Damaged(path, "segment %s: game %d of %d", e.Name, b.Maximum(), e.Games)
	}
	return b, nil
}

// packSet writes a set of games, nothing if it is empty.
func packSet(b *roaring.Bitmap) ([]byte, error) {
	if b.IsEmpty() {
		return []byte{}, nil
	}
	b = b.Clone()
	b.RunOptimize()
	return b.ToBytes()
}

// unpackSet is the inverse of packSet.
func unpackSet(data []byte) (*roaring.Bitmap, error) {
	b := roaring.New()
	if len(data) == 0 {
		return b, nil
	}
	if err := b.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return b, b.Validate()
}

// removed returns the local games that were removed. The caller must not change it.
func (e *segmentEntry) removed() *roaring.Bitmap {
	if e.set == nil {
		return roaring.New()
	}
	return e.set
}

// cloneSet copies a set, so that it can be changed; nil is the empty one.
func cloneSet(b *roaring.Bitmap) *roaring.Bitmap {
	if b == nil {
		return roaring.New()
	}
	return b.Clone()
}

// setRemoved replaces the set of removed games of an entry in the manifest.
func (m *manifest) setRemoved(e *segmentEntry, b *roaring.Bitmap) {
	if b.IsEmpty() && e.Removed == 0 {
		return
	}
	e.Removed, e.set = m.Generation, b
}

// setLast notes which games this commit, a removal, takes away.
func (m *manifest) setLast(ids *roaring.Bitmap) {
	m.LastRemoved, m.last = m.Generation, ids
}

// removedFile returns the file that belongs to this commit, nil if it needs none.
func (m *manifest) removedFile() (*removedFile, error) {
	r := &removedFile{Format: formatVersion, Archive: m.Archive, Generation: m.Generation, Sets: map[string][]byte{}}
	for i := range m.Segments {
		e := &m.Segments[i]
		if e.Removed != m.Generation {
			continue
		}
		data, err := packSet(e.removed())
		if err != nil {
			return nil, fmt.Errorf("removed games of segment %s: %w", e.Name, err)
		}
		r.Sets[e.Name] = data
	}
	if m.LastRemoved == m.Generation {
		var err error
		if r.Last, err = packSet(m.last); err != nil {
			return nil, err
		}
	} else if len(r.Sets) == 0 {
		return nil, nil
	}
	return r, nil
}

// loadRemoved reads the sets that a manifest names.
func (m *manifest) loadRemoved(dir string) error {
	read := map[uint64]*removedFile{}
	file := func(generation uint64) (r *removedFile, err error) {
		if r = read[generation]; r == nil {
			if r, err = readRemoved(dir, generation); err == nil && r.Archive != m.Archive {
				err = disk.Damaged(removedPath(dir, generation), "it is from another archive, %s", r.Archive)
			}
			if err == nil {
				read[generation] = r
			}
		}
		return r, err
	}
	for i := range m.Segments {
		e := &m.Segments[i]
		if e.Removed == 0 {
			continue
		}
		r, err := file(e.Removed)
		if err != nil {
			return err
		}
		if e.set, err = r.set(dir, e); err != nil {
			return err
		}
	}
	if m.LastRemoved == 0 {
		return nil
	}
	r, err := file(m.LastRemoved)
	if err != nil {
		return err
	}
	if m.last, err = unpackSet(r.Last); err != nil {
		return disk.Damaged(removedPath(dir, m.LastRemoved), "last removed games: %v", err)
	}
	return nil
}

// removedFiles returns the numbers of all files of removed games that it names.
func (m *manifest) removedFiles() map[uint64]bool {
	named := map[uint64]bool{}
	for i := range m.Segments {
		named[m.Segments[i].Removed] = true
	}
	named[m.LastRemoved] = true
	delete(named, 0)
	return named
}
