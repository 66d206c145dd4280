package store

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/store/disk"
)

// No other file says which games are removed, so each file of removed games has a
// copy. The copy is written before the file. Readers take the one that is whole.

const copySuffix = ".copy"

func removedCopyPath(dir string, generation uint64) string {
	return removedPath(dir, generation) + copySuffix
}

// readRemoved reads the file of a commit, or its copy.
func readRemoved(dir string, generation uint64) (*removedFile, error) {
	r, err := readRemovedAt(removedPath(dir, generation), generation)
	if err == nil {
		return r, nil
	}
	if r, copyErr := readRemovedAt(removedCopyPath(dir, generation), generation); copyErr == nil {
		return r, nil
	}
	return nil, err
}

func readRemovedAt(path string, generation uint64) (*removedFile, error) {
	r := new(removedFile)
	if _, err := readSealed(path, r); err != nil {
		return nil, err
	}
	if r.Generation != generation {
		return nil, disk.Damaged(path, "it belongs to commit %d", r.Generation)
	}
	return r, nil
}

// removedFaults says what is wrong with a file of removed games that the manifest names, and with its
// copy, as long as one of them is whole.
func removedFaults(dir string, generation uint64) (faults []error, whole string) {
	path, other := removedPath(dir, generation), removedCopyPath(dir, generation)
	_, err := readRemovedAt(path, generation)
	_, otherErr := readRemovedAt(other, generation)
	for _, one := range []struct {
		path  string
		err   error
		other error
	}{{path, err, otherErr}, {other, otherErr, err}} {
		switch {
		case one.err == nil:
			whole = one.path
		case errors.Is(one.err, fs.ErrNotExist) && one.other == nil:
			faults = append(faults, disk.Damaged(one.path, "it is missing; a repair rebuilds it from the other copy"))
		default:
			faults = append(faults, one.err)
		}
	}
	return faults, whole
}

// MendRemoved restores each file of removed games that the archive in a directory needs
// from its copy, or the copy from the file, and returns the faults that it found. If both are
// damaged it leaves them alone.
func MendRemoved(dir string) error {
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	_, err = m.mendRemoved(disk.Files{}, dir)
	return err
}

func (m *manifest) mendRemoved(f disk.Files, dir string) (mended []error, err error) {
	found, err := numbers(filepath.Join(dir, removedName))
	if err != nil {
		return nil, err
	}
	all := m.removedFiles()
	for _, n := range found { // earlier manifests need them
		all[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(all)) {
		faults, whole := removedFaults(dir, n)
		if len(faults) == 0 || whole == "" {
			continue
		}
		text, err := os.ReadFile(whole)
		if err != nil {
			return mended, err
		}
		to := removedCopyPath(dir, n)
		if whole == to {
			to = removedPath(dir, n)
		}
		if err := f.Replace(to, text); err != nil {
			return mended, err
		}
		mended = append(mended, faults...)
	}
	return mended, nil
}

// removedBy returns the numbers of the files of removed games in a folder, and of the sets of which
// there is the file, its copy, or both; ascending.
func removedBy(folder string, list func(string) ([]os.DirEntry, error)) (files, sets []uint64, err error) {
	entries, err := list(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		name, isCopy := strings.CutSuffix(e.Name(), copySuffix)
		n, ok := parseNumber(name)
		if !ok {
			continue
		}
		if sets = append(sets, n); !isCopy {
			files = append(files, n)
		}
	}
	slices.Sort(files)
	slices.Sort(sets)
	return files, slices.Compact(sets), nil
}

// pruneCopies deletes the copies of files of removed games that are not needed any more.
func pruneCopies(f disk.Files, dir string, needed map[uint64]bool, last uint64) error {
	_, all, err := removedBy(filepath.Join(dir, removedName), os.ReadDir)
	if err != nil {
		return err
	}
	for _, n := range all {
		if !needed[n] && n <= last {
			f.Discard(removedCopyPath(dir, n))
		}
	}
	return nil
}
