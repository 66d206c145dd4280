package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
)

// Archives of format 1 and 2 have one manifest, MANIFEST itself, which holds the
// files and the removed games of all segments; these have no headers.

// An olderManifest is MANIFEST in format 1 or 2.
type olderManifest struct {
	Format      int          `json:"format"`
	Archive     string       `json:"archive,omitempty"`
	Generation  uint64       `json:"generation"`
	NextSegment int          `json:"next_segment"`
	Segments    []olderEntry `json:"segments"`
	LastRemoved []byte       `json:"last_removed,omitempty"`

	// CRC32C is that of the manifest as it is written when this is 0. Format 1
	// has none.
	CRC32C uint32 `json:"crc32c,omitempty"`
}

type olderEntry struct { // in the order of its fields, of which the checksum is taken
	Name   string `json:"name"`
	Format int    `json:"format,omitempty"` // 0 is 1, which did not have the field
	Base   GameID `json:"base"`
	Games  int    `json:"games"`
	Bytes  int64  `json:"bytes"`
	olderFiles
	Removed []byte `json:"removed,omitempty"`
}

type olderFiles struct {
	Files    map[string]fileEntry `json:"files"`
	Comments map[string]fileEntry `json:"comments"` // null until the comments are indexed
}

// parseOlder reads MANIFEST of format 1 or 2.
func parseOlder(path string, text []byte) (*manifest, error) {
	o := new(olderManifest)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(o); err != nil {
		return nil, damaged(path, "%v", err)
	}
	m := &manifest{Format: o.Format, Archive: o.Archive, Generation: o.Generation, NextSegment: o.NextSegment, older: true, text: text}
	for i := range o.Segments {
		e, err := o.Segments[i].entry(path)
		if err != nil {
			return nil, err
		}
		m.Segments = append(m.Segments, e)
	}
	if len(o.LastRemoved) > 0 {
		last, err := unpackSet(o.LastRemoved)
		if err != nil {
			return nil, damaged(path, "last removed games: %v", err)
		}
		m.last = last
	}
	if err := m.check(path); err != nil {
		return nil, err
	}
	if o.Format > 1 && !o.intact() {
		return m, fmt.Errorf("%s: %w: %w", path, ErrCorrupt, errOlderSum)
	}
	return m, nil
}

// errOlderSum is returned by parseOlder, with the manifest, if it says what can
// be, and not what was written.
var errOlderSum = errors.New("its checksum is wrong")

// intact reports whether it is as it was written.
func (o *olderManifest) intact() bool {
	if o.CRC32C == 0 {
		return true
	}
	c := *o
	c.CRC32C = 0
	text, err := json.MarshalIndent(&c, "", " ")
	return err == nil && crc32.Checksum(text, castagnoli) == o.CRC32C
}

func (o *olderEntry) entry(path string) (segmentEntry, error) {
	e := segmentEntry{Name: o.Name, Format: max(o.Format, 1), Base: o.Base, Games: o.Games, Bytes: o.Bytes, older: &o.olderFiles}
	switch {
	case o.Comments == nil:
	case len(o.Comments) == 0:
		e.Comments = noComments
	default:
		e.Comments = "in MANIFEST"
	}
	removed, err := unpackSet(o.Removed)
	if err != nil {
		return e, damaged(path, "segment %s: removed games: %v", e.Name, err)
	}
	if !removed.IsEmpty() {
		if int(removed.Maximum()) >= e.Games {
			return e, damaged(path, "segment %s: removed game %d of %d", e.Name, removed.Maximum(), e.Games)
		}
		e.set = removed
	}
	return e, nil
}

// upgrade brings the manifest of an archive of format 1 or 2 into the newest
// form, which gives it an identity. Segments stay as they are, but for a header
// that each gets beside its files and that means nothing to older programs. Up
// to the last step, in which MANIFEST is replaced, it is the archive of the older
// format, also for older programs.
func (w *Writer) upgrade() error {
	m := w.manifest
	for _, name := range [...]string{manifestsName, removedName} { // of an attempt that was cut off
		if err := w.db.files.mkdirEmpty(filepath.Join(w.db.dir, name)); err != nil {
			return err
		}
	}
	next := m.clone()
	next.Format, next.older = formatVersion, false
	next.Generation++
	if next.Archive == "" {
		next.Archive = newIdentity()
	}
	for i := range next.Segments {
		e := &next.Segments[i]
		if err := w.addHeaders(next, e); err != nil {
			return err
		}
		if e.set != nil {
			next.setRemoved(e, e.set)
		}
	}
	if next.last != nil {
		next.setLast(next.last)
	}
	return w.commitManifest(next)
}

// addHeaders gives a segment of an older format its headers.
func (w *Writer) addHeaders(m *manifest, e *segmentEntry) error {
	f := w.db.files
	older := e.older
	commented := e.Comments != noComments
	h := &segmentHeader{
		Format: e.Format, Archive: m.Archive, Segment: e.Name, Base: e.Base, Games: e.Games, Bytes: e.Bytes,
		Generation: m.Generation, Commit: []string{e.Name}, Removed: e.set != nil, Commented: commented, Files: older.Files,
	}
	dir := e.dir(w.db.dir)
	digest, err := writeHeader(f, dir, h)
	if err != nil {
		return err
	}
	e.Header, e.older = digest, nil
	if e.hasComments() {
		c := &commentsHeader{Format: e.Format, Archive: m.Archive, Segment: e.Name, Generation: m.Generation, Files: older.Comments}
		if e.Comments, err = writeHeader(f, filepath.Join(dir, commentsName), c); err != nil {
			return err
		}
		if err := f.sync(filepath.Join(dir, commentsName)); err != nil {
			return err
		}
	}
	return f.sync(dir)
}

// cloneSet copies a set, so that it can be changed; nil is the empty one.
func cloneSet(b *roaring.Bitmap) *roaring.Bitmap {
	if b == nil {
		return roaring.New()
	}
	return b.Clone()
}
