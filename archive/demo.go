package archive

import (
	"io/fs"

	"kifudb/testdata"
)

// DemoCollection returns the records that come with the program, to try it on:
// famous games of four centuries, and some that show what records can hold, as a
// tree of folders. Copied into a folder they can be imported.
func DemoCollection() fs.FS { return testdata.Collection() }
