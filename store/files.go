package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"kifudb/internal/durable"
	"kifudb/internal/regular"
)

// files are the operations by which a writer changes an archive's directory:
// all of them go through do, so that tests can make each fail and see their order.
type files struct {
	fail func(operation, path string) error // nil in production
}

// do does one operation.
func (f files) do(operation, path string, op func() error) error {
	if f.fail != nil {
		if err := f.fail(operation, path); err != nil {
			return err
		}
	}
	return op()
}

// write makes a file with the given parts, one after the other, and syncs it.
func (f files) write(path string, parts ...[]byte) error {
	var file *os.File
	err := f.do("write", path, func() (err error) {
		if file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, durable.Perm(filepath.Dir(path), 0o666)); err != nil {
			return err
		}
		for _, part := range parts {
			if _, err := file.Write(part); err != nil {
				return errors.Join(err, file.Close())
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(f.do("sync", path, file.Sync), file.Close())
}

// create makes a file as a whole, or fails if there is one of its name.
func (f files) create(path string, text []byte) error {
	temp := tempPath(path)
	if err := f.write(temp, text); err != nil {
		return err
	}
	if err := f.do("link", path, func() error { return linkNew(temp, path) }); err != nil {
		return err
	}
	if err := f.sync(filepath.Dir(path)); err != nil {
		return err
	}
	return f.remove(temp)
}

// linkNew gives a file a second name, which must be new. Where files have but
// one name, as on FAT, it is renamed: the writer's lock keeps others away.
func linkNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, statErr := os.Lstat(to); statErr == nil {
		return fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	return os.Rename(from, to)
}

// replace makes a file as a whole, in the place of one that may be there.
func (f files) replace(path string, text []byte) error {
	temp := tempPath(path)
	if err := f.write(temp, text); err != nil {
		return err
	}
	return f.rename(temp, path)
}

// tempPath is where a file is written before it gets its name.
func tempPath(path string) string {
	return filepath.Join(filepath.Dir(path), tempPrefix+filepath.Base(path))
}

// sync flushes a file or the entries of a directory to the disk.
func (f files) sync(path string) error {
	return f.do("sync", path, func() error { return syncPath(path) })
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
	if err := f.do("rename", to, func() error { return os.Rename(from, to) }); err != nil {
		return err
	}
	return f.sync(filepath.Dir(to))
}

// mkdir makes a directory.
func (f files) mkdir(path string) error {
	return f.do("mkdir", path, func() error { return os.Mkdir(path, durable.Perm(filepath.Dir(path), 0o777)) })
}

// mkdirArchive makes the directory of an archive, unless it is there, with those above it.
func (f files) mkdirArchive(path string) error {
	if err := f.mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	switch err := f.do("mkdir", path, func() error { return os.Mkdir(path, durable.PrivateDir) }); {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return err
	}
	return f.sync(filepath.Dir(path))
}

// mkdirEmpty makes a directory, or empties it if it is there, and flushes its parent.
func (f files) mkdirEmpty(path string) error {
	if err := f.removeIfThere(path); err != nil {
		return err
	}
	if err := f.mkdir(path); err != nil {
		return err
	}
	return f.sync(filepath.Dir(path))
}

// mkdirAll makes a directory and those above it that are missing, and flushes
// the parent of each that it makes.
func (f files) mkdirAll(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := f.mkdirAll(parent); err != nil {
			return err
		}
	}
	if err := f.mkdir(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.sync(parent)
}

// remove deletes a file, or a directory with everything in it.
func (f files) remove(path string) error {
	return f.do("remove", path, func() error { return os.RemoveAll(path) })
}

func (f files) removeIfThere(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	return f.remove(path)
}

// fileEntry is what a header says of a file, to find damage.
type fileEntry struct {
	Size   int64  `json:"size"`
	CRC32C uint32 `json:"crc32c"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// measure reads a file and returns its entry.
func measure(path string) (e fileEntry, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := measureBuffers.Get().(*[64 << 10]byte)
	defer measureBuffers.Put(buffer)
	sum := crc32.New(castagnoli)
	e.Size, err = io.CopyBuffer(sum, struct{ io.Reader }{file}, buffer[:]) // a file itself would make a buffer of its own
	e.CRC32C = sum.Sum32()
	return e, err
}

// measureBuffers are used again, as a search for words measures files of each segment.
var measureBuffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

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
