package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	manifestName = "MANIFEST"
	lockName     = "LOCK"
	segmentsName = "segments"
	recordsName  = "games.db"
	indexName    = "games.idx"
	namesName    = "names"
	commentsName = "comments"
	tempPrefix   = "tmp-"
)

// manifest names everything that belongs to an archive. What it does not name
// is left over from a writer that was interrupted, and does not count.
type manifest struct {
	Format      int            `json:"format"`            // the newest of which anything in the archive is
	Archive     string         `json:"archive,omitempty"` // the archive's identity; "": it was written before archives had one
	Generation  uint64         `json:"generation"`
	NextSegment int            `json:"next_segment"`
	Segments    []segmentEntry `json:"segments"` // ascending, without gaps between their ids

	// LastRemoved are the ids that the latest removal named and that were live
	// until then. By now they may be live again, or gone.
	LastRemoved []byte `json:"last_removed,omitempty"`

	// CRC32C is that of the manifest as it is written when this is 0.
	CRC32C uint32 `json:"crc32c,omitempty"`
}

// segmentEntry is what the manifest says of a segment.
type segmentEntry struct {
	Name     string               `json:"name"`
	Format   int                  `json:"format,omitempty"` // 0 is 1, which did not have the field
	Base     GameID               `json:"base"`
	Games    int                  `json:"games"` // ids, including those of games that are gone
	Bytes    int64                `json:"bytes"` // of the raw records
	Files    map[string]fileEntry `json:"files"`
	Comments map[string]fileEntry `json:"comments"` // null until the comments are indexed
	Removed  []byte               `json:"removed,omitempty"`
}

// end returns the id after the segment's last.
func (e *segmentEntry) end() GameID { return e.Base + GameID(e.Games) }

// removed returns the local games that were removed.
func (e *segmentEntry) removed() (*roaring.Bitmap, error) {
	return unpackSet(e.Removed)
}

// setRemoved replaces the set of removed games.
func (e *segmentEntry) setRemoved(b *roaring.Bitmap) (err error) {
	e.Removed, err = packSet(b)
	return err
}

// packSet writes a set of games as the manifest holds it, nothing if it is empty.
func packSet(b *roaring.Bitmap) ([]byte, error) {
	if b.IsEmpty() {
		return nil, nil
	}
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

// nextID returns the id that the next game gets.
func (m *manifest) nextID() GameID {
	if len(m.Segments) == 0 {
		return 1
	}
	return m.Segments[len(m.Segments)-1].end()
}

// segmentName returns the name of a new segment, one that was never used.
func (m *manifest) segmentName() string {
	name := fmt.Sprintf("%06d", m.NextSegment)
	m.NextSegment++
	return name
}

// clone copies the manifest and its list, not what the entries point to, which
// is never changed in place.
func (m *manifest) clone() *manifest {
	c := *m
	c.Segments = append([]segmentEntry(nil), m.Segments...)
	return &c
}

// current reports whether all of the archive is of the newest format.
func (m *manifest) current() bool {
	return m.Format == formatVersion && !slices.ContainsFunc(m.Segments, func(e segmentEntry) bool { return e.Format != formatVersion })
}

// errManifestSum is returned by readManifest, with the manifest, if it says what
// can be, and not what was written.
var errManifestSum = errors.New("its checksum is wrong; 'kifudb check --repair' writes it anew if all files are as it says")

// encode returns the text of a manifest, with its checksum.
func (m *manifest) encode() ([]byte, error) {
	c := *m
	c.CRC32C = 0
	text, err := json.MarshalIndent(&c, "", " ")
	if err != nil {
		return nil, err
	}
	c.CRC32C = crc32.Checksum(text, castagnoli)
	return json.MarshalIndent(&c, "", " ")
}

// intact reports whether a manifest is as it was written. Those of format 1 do
// not say.
func (m *manifest) intact() bool {
	if m.CRC32C == 0 {
		return true
	}
	c := *m
	c.CRC32C = 0
	text, err := json.MarshalIndent(&c, "", " ")
	return err == nil && crc32.Checksum(text, castagnoli) == m.CRC32C
}

// readManifest reads and judges the manifest of an archive, which may be of an
// older format.
func readManifest(dir string) (*manifest, error) {
	path := filepath.Join(dir, manifestName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, damaged(path, "%v", err)
	}
	if version.Format > formatVersion {
		return nil, fmt.Errorf("%s: %w (format %d, this program reads up to %d)", dir, ErrNewer, version.Format, formatVersion)
	}
	m := new(manifest)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(m); err != nil {
		return nil, damaged(path, "%v", err)
	}
	if err := m.check(path); err != nil {
		return nil, err
	}
	if m.Format > 1 && !m.intact() {
		return m, fmt.Errorf("%s: %w: %w", path, ErrCorrupt, errManifestSum)
	}
	return m, nil
}

// check says what in a manifest cannot be.
func (m *manifest) check(path string) error {
	if m.Format < 1 {
		return damaged(path, "format %d", m.Format)
	}
	next := GameID(1)
	for i := range m.Segments {
		e := &m.Segments[i]
		switch {
		case e.Base != next:
			return damaged(path, "segment %s begins with game %d instead of %d", e.Name, e.Base, next)
		case e.Format > m.Format:
			return damaged(path, "segment %s has format %d, the archive %d", e.Name, e.Format, m.Format)
		case e.Games < 1 || e.Games > maxGames || e.end() < e.Base:
			return damaged(path, "segment %s has %d games", e.Name, e.Games)
		case e.Name == "" || filepath.Base(e.Name) != e.Name:
			return damaged(path, "segment has the name %q", e.Name)
		}
		if n, err := strconv.Atoi(e.Name); err != nil || n >= m.NextSegment {
			return damaged(path, "segment %s comes after the next one, %d", e.Name, m.NextSegment)
		}
		removed, err := e.removed()
		if err != nil {
			return damaged(path, "segment %s: removed games: %v", e.Name, err)
		}
		if !removed.IsEmpty() && int(removed.Maximum()) >= e.Games {
			return damaged(path, "segment %s: removed game %d of %d", e.Name, removed.Maximum(), e.Games)
		}
		next = e.end()
	}
	if _, err := unpackSet(m.LastRemoved); err != nil {
		return damaged(path, "last removed games: %v", err)
	}
	return nil
}

// writeManifest replaces the manifest: this is the moment at which a change
// becomes part of the archive.
func writeManifest(f files, dir string, m *manifest) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	temp := filepath.Join(dir, tempPrefix+manifestName)
	if err := f.write(temp, text, []byte("\n")); err != nil {
		return err
	}
	return f.rename(temp, filepath.Join(dir, manifestName))
}
