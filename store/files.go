package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// files are the operations by which a writer changes an archive's directory.
// Each step asks fail first, so that tests can make any one of them fail.
type files struct {
	fail func(operation, path string) error // nil in production
}

func (f files) step(operation, path string) error {
	if f.fail == nil {
		return nil
	}
	return f.fail(operation, path)
}

// write makes a file with the given parts, one after the other, and syncs it.
func (f files) write(path string, parts ...[]byte) (err error) {
	if err := f.step("write", path); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			return err
		}
	}
	return file.Sync()
}

// sync flushes a file or the entries of a directory to the disk.
func (f files) sync(path string) (err error) {
	if err := f.step("sync", path); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return file.Sync()
}

// syncTree flushes everything below a directory, and the directory itself last.
func (f files) syncTree(dir string) error {
	var dirs []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			dirs = append(dirs, path)
			return nil
		}
		return f.sync(path)
	})
	for i := len(dirs) - 1; i >= 0 && err == nil; i-- {
		err = f.sync(dirs[i])
	}
	return err
}

// rename moves a file or directory and flushes the directory it is moved to.
func (f files) rename(from, to string) error {
	if err := f.step("rename", to); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return f.sync(filepath.Dir(to))
}

// remove deletes a directory with everything in it.
func (f files) remove(path string) error {
	if err := f.step("remove", path); err != nil {
		return err
	}
	return os.RemoveAll(path)
}

// fileEntry is what the manifest says of a file, to find damage.
type fileEntry struct {
	Size   int64  `json:"size"`
	CRC32C uint32 `json:"crc32c"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// measure reads a file and returns its entry.
func measure(path string) (e fileEntry, err error) {
	file, err := os.Open(path)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := crc32.New(castagnoli)
	e.Size, err = io.Copy(sum, file)
	e.CRC32C = sum.Sum32()
	return e, err
}

// measureTree returns the entries of all files below a directory, by their
// slash-separated paths in it.
func measureTree(dir string) (map[string]fileEntry, error) {
	entries := map[string]fileEntry{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		entries[filepath.ToSlash(name)], err = measure(path)
		return err
	})
	return entries, err
}

// damaged makes an error of a damaged file.
func damaged(path, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", path, ErrCorrupt, fmt.Sprintf(format, args...))
}
