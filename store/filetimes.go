package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// fileTimes are the sizes and times of the files and folders that change with each commit:
// MANIFEST, the newest manifest, and the folders of manifests, removed games and segments.
// While all of them are the same, there is no new commit, so none of them has to be read.
type fileTimes [5]fs.FileInfo

// settling is how old the times must be before they can be relied upon. A file system counts
// time in ticks, of two seconds at worst, so what is changed twice within one looks the same after both;
// and the clock of a file server may be another one than ours.
const settling = time.Minute

// lookAt returns what is seen of an archive whose newest manifest is known, and whether nothing can
// change from now on without being seen.
func lookAt(dir string, generation uint64, now time.Time) (seen fileTimes, settled bool) {
	if runtime.GOOS == "windows" { // where the times of folders may say nothing
		return seen, false
	}
	for i, path := range [...]string{
		filepath.Join(dir, headName), manifestPath(dir, generation),
		filepath.Join(dir, manifestsName), filepath.Join(dir, removedName), filepath.Join(dir, segmentsName),
	} {
		info, err := os.Stat(path)
		if err != nil || now.Sub(info.ModTime()) < settling {
			return seen, false
		}
		seen[i] = info
	}
	return seen, true
}

// same reports whether nothing has changed between two looks.
func (s *fileTimes) same(o *fileTimes) bool {
	for i, one := range s {
		other := o[i]
		if one == nil || other == nil || !os.SameFile(one, other) || one.Size() != other.Size() || !one.ModTime().Equal(other.ModTime()) {
			return false
		}
	}
	return true
}
