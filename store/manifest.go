package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

const (
	headName      = "MANIFEST"
	manifestsName = "manifests"
	removedName   = "removed"
	lockName      = "LOCK"
	segmentsName  = "segments"
	headerName    = "header.json"
	recordsName   = "games.db"
	indexName     = "games.idx"
	namesName     = "names"
	commentsName  = "comments"
)

// A manifest names everything that belongs to an archive as of one commit. What
// it does not name is left over, and does not count.
type manifest struct {
	Format      int    `json:"format"`
	Archive     string `json:"archive"`    // the archive's identity
	Generation  uint64 `json:"generation"` // which is the file's name
	NextSegment int    `json:"next_segment"`

	// Whole is the number of the manifest that this one differs from, and of
	// which Segments replace those of the same ids; 0: Segments are all. In
	// memory Segments are always all, ascending, without gaps between their ids.
	Whole    uint64         `json:"whole,omitempty"`
	Segments []segmentEntry `json:"segments"`
	Digest   string         `json:"digest,omitempty"` // of all entries, if Whole is not 0

	// LastRemoved is the number of the file of removed games that holds the ids
	// that the latest removal took away. By now they may be live again, or gone.
	LastRemoved uint64 `json:"last_removed,omitempty"`

	// User is what [WitnessName] said by then.
	User Counts `json:"user,omitempty"`

	// Ledger is how many changes of the ledger there were by then.
	Ledger      uint64 `json:"ledger,omitempty"`
	LedgerChain string `json:"ledger_chain,omitempty"` // as in [LedgerMark]

	last  *roaring.Bitmap // these ids; nil: none
	base  uint64          // the number of the last whole manifest, this one or an earlier one
	whole []segmentEntry  // its entries
}

// A segmentEntry is what a manifest says of a segment. All else is in the
// segment's header.
type segmentEntry struct {
	Name     string `json:"name"`
	Format   int    `json:"format"`
	Base     GameID `json:"base"`
	Games    int    `json:"games"`              // ids, including those of games that are gone
	Bytes    int64  `json:"bytes"`              // of the raw records
	Header   string `json:"header"`             // digest of the segment's header
	Comments string `json:"comments,omitempty"` // digest of its comments' header, or noComments; "" until they are indexed
	Removed  uint64 `json:"removed,omitempty"`  // number of the file of removed games that has its set; 0: never any

	set *roaring.Bitmap // the removed games; nil: none
}

// maxChanged is the number of entries in which a manifest may differ from a
// whole one. It bounds what a commit writes in an archive of any size.
const maxChanged = 64

// end returns the id after the segment's last.
func (e *segmentEntry) end() GameID { return e.Base + GameID(e.Games) }

// same reports whether two entries are written the same.
func (e segmentEntry) same(o segmentEntry) bool {
	e.set, o.set = nil, nil
	return e == o
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
	c.Segments = slices.Clone(m.Segments)
	return &c
}

// names reports whether a segment belongs to the archive.
func (m *manifest) names(segment string) bool {
	return slices.ContainsFunc(m.Segments, func(e segmentEntry) bool { return e.Name == segment })
}

// named returns the names of all segments as a set, for callers that look up many of thousands.
func (m *manifest) named() map[string]bool {
	all := make(map[string]bool, len(m.Segments))
	for i := range m.Segments {
		all[m.Segments[i].Name] = true
	}
	return all
}

// encode returns the text of the manifest, of all entries or of those that
// differ from the last whole one.
func (m *manifest) encode() ([]byte, error) {
	m.Format = m.needs()
	written := *m
	written.Whole, written.Digest = 0, ""
	if changed := m.changed(); m.base != 0 && len(m.Segments) > maxChanged && len(changed) <= maxChanged {
		digest, err := digestOfEntries(m.Segments)
		if err != nil {
			return nil, err
		}
		written.Whole, written.Segments, written.Digest = m.base, changed, digest
	} else {
		m.base, m.whole = m.Generation, m.Segments
	}
	if written.Segments == nil {
		written.Segments = []segmentEntry{}
	}
	return seal(&written)
}

// needs returns the version of the format that an archive with its segments has.
func (m *manifest) needs() int {
	format := formatVersion
	for i := range m.Segments {
		format = max(format, m.Segments[i].Format)
	}
	return format
}

// changed returns the entries in which the manifest differs from the whole one.
func (m *manifest) changed() []segmentEntry {
	var changed []segmentEntry
	for _, e := range m.Segments {
		i, found := slices.BinarySearchFunc(m.whole, e.Base, func(e segmentEntry, base GameID) int { return cmp.Compare(e.Base, base) })
		if !found || !m.whole[i].same(e) {
			changed = append(changed, e)
		}
	}
	return changed
}

// merge makes the list whole again: segments replace those of the same ids.
func (m *manifest) merge(path string, whole []segmentEntry) error {
	changed := m.Segments
	all := slices.DeleteFunc(slices.Clone(whole), func(e segmentEntry) bool {
		return slices.ContainsFunc(changed, func(c segmentEntry) bool { return c.Base < e.end() && e.Base < c.end() })
	})
	all = append(all, changed...)
	slices.SortFunc(all, func(a, b segmentEntry) int { return cmp.Compare(a.Base, b.Base) })
	digest, err := digestOfEntries(all)
	if err != nil {
		return err
	}
	if digest != m.Digest {
		return disk.Damaged(path, "with the entries of manifest %d it is not what it was", m.Whole)
	}
	m.Segments, m.base, m.whole = all, m.Whole, whole
	return nil
}

func digestOfEntries(all []segmentEntry) (string, error) {
	text, err := json.Marshal(all)
	return digestOf(text), err
}

// check says what in a manifest cannot be.
func (m *manifest) check(path string) error {
	if m.Format < oldestFormat {
		return disk.Damaged(path, "format %d", m.Format)
	}
	next := GameID(1)
	for i := range m.Segments {
		e := &m.Segments[i]
		switch {
		case e.Base != next:
			return disk.Damaged(path, "segment %s begins with game %d instead of %d", e.Name, e.Base, next)
		case e.Format < oldestFormat:
			return older(path, e.Format)
		case e.Format > m.Format:
			return disk.Damaged(path, "segment %s has format %d, the archive %d", e.Name, e.Format, m.Format)
		case e.Games < 1 || e.Games > maxGames || e.end() < e.Base:
			return disk.Damaged(path, "segment %s has %d games", e.Name, e.Games)
		case e.Name == "" || filepath.Base(e.Name) != e.Name:
			return disk.Damaged(path, "segment has the name %q", e.Name)
		}
		if n, err := strconv.Atoi(e.Name); err != nil || n >= m.NextSegment {
			return disk.Damaged(path, "segment %s comes after the next one, %d", e.Name, m.NextSegment)
		}
		next = e.end()
	}
	return nil
}
