package store

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Part is what takes space in an archive, and how many bytes.
type Part struct {
	Name  string // "records", "positions", "comments" and the like
	Bytes int64
}

// Parts returns what the segments are made of, the largest first. What is of
// the same use is one part, in whatever files it lies.
func (s *Snapshot) Parts() []Part {
	sizes := map[string]int64{}
	for _, g := range s.segments {
		for name, file := range g.entry.Files {
			switch {
			case name == recordsName:
				sizes["records"] += file.Size
			case strings.HasPrefix(name, namesName+"/"):
				sizes["names"] += file.Size
			case name == indexName:
				rest := file.Size
				for _, tag := range g.files.index.tags() {
					size := int64(len(g.files.index.section(tag)))
					sizes[partOf(tag)] += size
					rest -= size
				}
				sizes["headers"] += rest
			default:
				sizes[name] += file.Size
			}
		}
		for name, file := range g.entry.Comments {
			if strings.HasPrefix(name, commentWordsName+"/") {
				sizes["words of comments"] += file.Size
			} else {
				sizes["comments"] += file.Size
			}
		}
	}
	var parts []Part
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if sizes[name] > 0 {
			parts = append(parts, Part{name, sizes[name]})
		}
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return parts
}

// partOf returns the part to which a section of games.idx belongs.
func partOf(tag string) string {
	switch tag {
	case tagIdents, tagValues, tagValuesAt, tagGames, tagGamesAt, tagInfo, tagInfoAt:
		return "dictionary"
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
func (s *Snapshot) Format() int { return formatVersion }
