package format

import (
	"path/filepath"
	"slices"
	"strings"
)

// compressed are the extensions of files that were compressed one by one: a name claims what
// it claims without them. Not all of these are read.
var compressed = []string{".gz", ".bz2", ".xz", ".zst", ".z", ".lz", ".lz4", ".lzma", ".br"}

// Unpacked returns a file's name without the extension that says how the file was compressed.
func Unpacked(path string) string {
	extension := filepath.Ext(path)
	if slices.Contains(compressed, strings.ToLower(extension)) {
		return path[:len(path)-len(extension)]
	}
	return path
}

// Claimed returns the format that a file's name claims, nil if it claims none: "a.kif" and
// "A.KIF.GZ" claim KIF. Names claim nothing by extensions that files of all kinds have, such as
// .txt and .json.
func (l List) Claimed(path string) *Format {
	path = Unpacked(path)
	for _, f := range l {
		if !f.Generic && f.named(path) {
			return f
		}
	}
	return nil
}
