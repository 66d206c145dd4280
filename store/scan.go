package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"kifudb/store/disk"
)

// contents are the files in an archive's directory, including those that the manifest does not name.
type contents struct {
	manifests []uint64 // numbers, ascending
	removed   []uint64
	sets      []uint64 // of removed games: there is the file, its copy, or both
	segments  []string // names of directories, ascending
}

// scan lists a directory, without files that writers are still building. It lists the
// manifests last. Each manifest was published after the segments and removed games that it
// names, so the listing never has committed files without their manifest, however far a
// writer comes meanwhile.
func scan(dir string) (contents, error) { return scanBy(dir, os.ReadDir) }

// scanBy is scan with what lists a folder.
func scanBy(dir string, list func(string) ([]os.DirEntry, error)) (c contents, err error) {
	if c.removed, c.sets, err = removedBy(filepath.Join(dir, removedName), list); err != nil {
		return c, err
	}
	entries, err := list(filepath.Join(dir, segmentsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err == nil {
			c.segments = append(c.segments, e.Name())
		}
	}
	c.manifests, err = numbersBy(filepath.Join(dir, manifestsName), list)
	return c, err
}

// any reports whether there is anything that create, cut off, does not leave.
func (c *contents) any() bool {
	return len(c.segments) > 0 || len(c.sets) > 0 || lastOf(c.manifests) > firstGeneration
}

// complete reports whether all is there that the commit of a segment wrote before
// its manifest.
func (c *contents) complete(h *segmentHeader) bool {
	if h.Removed && !slices.Contains(c.sets, h.Generation) {
		return false
	}
	return !slices.ContainsFunc(h.Commit, func(name string) bool { return !slices.Contains(c.segments, name) })
}

// lastOf returns the greatest number, 0 of none.
func lastOf(numbers []uint64) uint64 {
	if len(numbers) == 0 {
		return 0
	}
	return numbers[len(numbers)-1]
}

// behind says if a manifest, the newest there is, is not that of the last commit:
// because an older one was copied back. A writer leaves no more than one commit
// that did not come to its end, so what is later than the next was published once.
func (m *manifest) behind(dir string) error { return m.behindBy(dir, os.ReadDir) }

func (m *manifest) behindBy(dir string, list func(string) ([]os.DirEntry, error)) error {
	if mirrored(dir) {
		return nil
	}
	found, err := scanBy(dir, list)
	if err != nil {
		return err
	}
	latest, named := lastOf(found.sets), m.named()
	for _, name := range found.segments {
		if named[name] {
			continue
		}
		if h, _, err := readHeader(filepath.Join(dir, segmentsName, name)); err == nil && h.Archive == m.Archive {
			latest = max(latest, h.Generation)
		}
	}
	if latest <= m.Generation+1 || lastOf(found.manifests) > m.Generation { // or a writer is at work
		return nil
	}
	return disk.Damaged(filepath.Join(dir, manifestsName), "the newest manifest is %d, but there are files of commit %d", m.Generation, latest)
}
