package store

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kifudb/store/disk"
)

// Contents list everything in an archive as of one commit. Callers need them who keep its
// files elsewhere, or only some of them here.
type Contents struct {
	Archive    string // its identity
	Generation uint64
	Next       GameID     // the first id that was not given
	Ledger     LedgerMark // the last change that the ledger had, see [Writer.Witness]
	Segments   []SegmentContents

	// Small are the files beside the segments that the commit needs, by their paths in the
	// archive's directory, in the order in which they are written: MANIFEST is the last.
	Small []string
}

// SegmentContents say which segment it is.
type SegmentContents struct {
	Name  string // never used twice in an archive
	Base  GameID
	Games int // ids, those of removed games included
	Live  int // games that were not removed
	// Digest is that of its files: segments of the same digest are the same, but for which of
	// their games are removed.
	Digest string
}

// ReadContents returns what makes up the archive in a directory as it was last committed.
func ReadContents(dir string) (*Contents, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	c := &Contents{Archive: m.Archive, Generation: m.Generation, Next: m.nextID(), Ledger: m.ledgerMark()}
	for i := range m.Segments {
		c.Segments = append(c.Segments, m.Segments[i].contents())
	}
	for n := range m.removedFiles() {
		c.Small = append(c.Small, path.Join(removedName, numberName(n)))
	}
	slices.Sort(c.Small)
	if m.base != m.Generation {
		c.Small = append(c.Small, path.Join(manifestsName, numberName(m.base)))
	}
	c.Small = append(c.Small, path.Join(manifestsName, numberName(m.Generation)), headName)
	return c, nil
}

func (e *segmentEntry) contents() SegmentContents {
	live := e.Games - int(e.removed().GetCardinality())
	return SegmentContents{Name: e.Name, Base: e.Base, Games: e.Games, Live: live, Digest: e.Header + "." + e.Comments}
}

// A FileSum is the size of a file in bytes, and its checksum.
type FileSum = disk.FileSum

// SegmentFiles returns the files of segments that the archive in a directory names, by the
// names of the segments and their slash-separated paths in the archive, with what they must be.
func SegmentFiles(dir string, segments ...string) (map[string]map[string]FileSum, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	files, wanted := map[string]map[string]FileSum{}, setOf(segments)
	for i := range m.Segments {
		e := &m.Segments[i]
		if !wanted[e.Name] {
			continue
		}
		one := &manifest{Segments: m.Segments[i : i+1]}
		all, faults, err := one.files(dir)
		if err := errors.Join(append(faults, err)...); err != nil {
			return nil, err
		}
		files[e.Name] = all
	}
	return files, nil
}

// MirrorName is a file in the directory of an archive that is kept elsewhere, in which a
// program puts what it needs of it: files of later commits come before their manifest, and
// segments may be missing that the manifest names.
const MirrorName = "MIRROR"

func mirrored(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, MirrorName))
	return err == nil
}

// setOf returns a list to look into often.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// SnapshotOf is [DB.LazySnapshot] with only those segments that have certain names open. If
// the archive has none of one of the names any more, the error wraps ErrStale.
func (db *DB) SnapshotOf(segments []string) (*Snapshot, error) {
	m, err := db.manifest()
	if err != nil {
		return nil, err
	}
	part, wanted := m.clone(), setOf(segments)
	part.Segments = slices.DeleteFunc(part.Segments, func(e segmentEntry) bool { return !wanted[e.Name] })
	if len(part.Segments) != len(segments) {
		return nil, fmt.Errorf("%s: %w", db.dir, ErrStale)
	}
	s, err := db.snapshot(part, false)
	if err != nil {
		return nil, err
	}
	s.stamp = stampOf(m)
	return s, nil
}

// IsSmallFile reports whether a path in an archive's directory may be one of [Contents].Small.
func IsSmallFile(name string) bool {
	folder, base := path.Split(name)
	switch folder {
	case "":
		return base == headName
	case manifestsName + "/", removedName + "/":
		_, ok := parseNumber(base)
		return ok
	}
	return false
}

// IsSegmentFile reports whether a path in an archive's directory may be that of a file of a
// segment.
func IsSegmentFile(segment, name string) bool {
	_, err := strconv.Atoi(segment)
	return err == nil && filepath.IsLocal(name) && path.Clean(name) == name && strings.HasPrefix(name, segmentsName+"/"+segment+"/")
}
