package store

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/store/disk"
)

// A Part is a part of an archive with its size in bytes.
type Part struct {
	Name  string // "records", "positions", "comments" and the like
	Bytes int64
}

// Parts returns the parts that the segments consist of, the largest first. Bytes with the
// same use are one part, even in several files.
func (s *Snapshot) Parts() ([]Part, error) {
	sizes := map[string]int64{}
	for _, g := range s.segments {
		if err := g.addParts(s.db.dir, sizes); err != nil {
			return nil, err
		}
	}
	if err := s.addSmall(sizes); err != nil {
		return nil, err
	}
	var parts []Part
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if sizes[name] > 0 {
			parts = append(parts, Part{name, sizes[name]})
		}
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return parts, nil
}

// addParts adds the sizes of the files of a segment.
func (g *Segment) addParts(dir string, sizes map[string]int64) error {
	g, release, err := g.visit(context.Background(), true)
	if err != nil {
		return err
	}
	defer release()
	list, err := g.files.list()
	if err != nil {
		return err
	}
	for name, file := range list {
		switch {
		case name == recordsName:
			sizes["records"] += file.Size
		case name == parityName:
			sizes["parity"] += file.Size
		case strings.HasPrefix(name, namesName+"/"):
			sizes["names"] += file.Size
		case name == indexName:
			rest := file.Size
			for _, t := range g.files.index.Table {
				sizes[partOf(t.Tag)] += int64(t.Length)
				rest -= int64(t.Length)
			}
			sizes["headers"] += rest
		default:
			sizes[name] += file.Size
		}
	}
	comments, err := g.entry.commentFiles(dir)
	if err != nil {
		return g.files.blame(err)
	}
	for name, file := range comments {
		if strings.HasPrefix(name, commentWordsName+"/") {
			sizes["words of comments"] += file.Size
		} else {
			sizes["comments"] += file.Size
		}
	}
	for _, header := range [...]string{headerName, filepath.Join(commentsName, headerName)} {
		if err := addSize(sizes, "headers", filepath.Join(g.files.dir, header)); err != nil {
			return err
		}
	}
	return nil
}

// addSize adds the size of a file, which need not be there.
func addSize(sizes map[string]int64, part, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		sizes[part] += info.Size()
	}
	return err
}

// addSmall adds the sizes of the files that say what belongs to the archive.
func (s *Snapshot) addSmall(sizes map[string]int64) error {
	for _, folder := range [...]string{manifestsName, removedName} {
		entries, err := os.ReadDir(filepath.Join(s.db.dir, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if err := addSize(sizes, "manifests", filepath.Join(s.db.dir, folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return addSize(sizes, "manifests", filepath.Join(s.db.dir, headName))
}

// partOf returns the part to which a section of games.idx belongs.
func partOf(tag string) string {
	switch tag {
	case tagIdents, tagValues, tagValuesAt, tagGames, tagGamesAt, tagInfo, tagInfoAt:
		return "dictionary"
	case disk.TagPages, disk.TagSums:
		return "headers"
	case tagNames:
		return "names"
	case tagCommented:
		return "facts"
	}
	if i := strings.IndexAny(tag, "./"); i > 0 {
		return tag[:i]
	}
	return tag
}

// RawBytes returns the bytes of the raw records as they came, those of removed
// games included until Compact.
func (s *Snapshot) RawBytes() int64 {
	var n int64
	for _, g := range s.segments {
		n += g.entry.Bytes
	}
	return n
}

// Format returns the version of the archive's format, see format.go.
func (s *Snapshot) Format() int { return s.format }
