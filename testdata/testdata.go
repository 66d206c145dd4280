// Package testdata embeds a small collection of game records: famous games of
// four centuries, and records made for this project that show variations,
// handicap, small and oblong boards, character sets, containers and damage.
// The demo shows it, and tests read it.
//
// The go tool leaves directories of this name out of ./..., but the package
// can be imported. Package tests checks it.
package testdata

import (
	"embed"
	"io/fs"
)

//go:embed sgf
var files embed.FS

// Collection returns the records as a tree of folders, with a zip archive
// among the files. README.md says what is in them and where they come from.
func Collection() fs.FS {
	collection, err := fs.Sub(files, "sgf")
	if err != nil {
		panic(err) // the path is a constant and valid
	}
	return collection
}
