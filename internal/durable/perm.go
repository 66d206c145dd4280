package durable

import (
	"io/fs"
	"os"
	"path/filepath"
)

// PrivateDir is the mode of a folder that nobody else may read: that of a new archive, which has
// people's notes and the paths of their files.
const PrivateDir fs.FileMode = 0o700

// Perm returns the mode for what is made in a folder, of the bits in most: nobody may do there
// what he may not do in the folder. So all in a private archive is private, and an archive that
// was made for others to read stays so. The umask takes its bits away, too.
func Perm(folder string, most fs.FileMode) fs.FileMode {
	info, err := os.Stat(folder)
	if err != nil {
		return most & PrivateDir
	}
	return most & (info.Mode().Perm() | most&0o600)
}

// perm returns the mode for a new file.
func (f Files) perm(path string) fs.FileMode {
	if f.Private {
		return 0o600
	}
	return Perm(filepath.Dir(path), 0o666)
}
