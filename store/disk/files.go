package disk

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

// Files are the operations by which a writer changes an archive's directory:
// all of them go through Do, so that tests can make each fail and see their order.
type Files struct {
	Fail func(operation, path string) error // nil in production
}

// Do does one operation.
func (f Files) Do(operation, path string, op func() error) error {
	if f.Fail != nil {
		if err := f.Fail(operation, path); err != nil {
			return err
		}
	}
	return op()
}

// Write makes a file with the given parts, one after the other, and syncs it.
func (f Files) Write(path string, parts ...[]byte) error {
	var file *os.File
	err := f.Do("write", path, func() (err error) {
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
	return errors.Join(f.Do("sync", path, file.Sync), file.Close())
}

// Create makes a file as a whole, or fails if there is one of its name.
func (f Files) Create(path string, text []byte) error {
	temp := tempPath(path)
	if err := f.Write(temp, text); err != nil {
		return err
	}
	if err := f.Do("link", path, func() error { return linkNew(temp, path) }); err != nil {
		return err
	}
	if err := f.sync(filepath.Dir(path)); err != nil {
		return err
	}
	f.Discard(temp)
	return nil
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

// Replace makes a file as a whole, in the place of one that may be there.
func (f Files) Replace(path string, text []byte) error {
	temp := tempPath(path)
	if err := f.Write(temp, text); err != nil {
		return err
	}
	return f.Rename(temp, path)
}

// LinkOrCopy gives a file that is never changed a second name, or copies it where that cannot be.
func (f Files) LinkOrCopy(from, to string) error {
	if err := f.Do("link", to, func() error { return os.Link(from, to) }); err == nil {
		return nil
	}
	data, err := os.ReadFile(from)
	return errors.Join(err, f.Write(to, data))
}

// TempPrefix begins the names of files that are not complete yet.
const TempPrefix = "tmp-"

// tempPath is where a file is written before it gets its name.
func tempPath(path string) string {
	return filepath.Join(filepath.Dir(path), TempPrefix+filepath.Base(path))
}

// sync flushes a file or the entries of a directory to the disk.
func (f Files) sync(path string) error {
	return f.Do("sync", path, func() error { return syncPath(path) })
}

// SyncTree flushes everything below a directory, and the directory itself last.
func (f Files) SyncTree(dir string) error {
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

// Rename moves a file or directory and flushes the directory it is moved to.
func (f Files) Rename(from, to string) error {
	if err := f.Do("rename", to, func() error { return os.Rename(from, to) }); err != nil {
		return err
	}
	return f.sync(filepath.Dir(to))
}

// Mkdir makes a directory.
func (f Files) Mkdir(path string) error {
	return f.Do("mkdir", path, func() error { return os.Mkdir(path, durable.Perm(filepath.Dir(path), 0o777)) })
}

// MkdirArchive makes the directory of an archive, unless it is there, with those above it.
func (f Files) MkdirArchive(path string) error {
	if err := f.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	switch err := f.Do("mkdir", path, func() error { return os.Mkdir(path, durable.PrivateDir) }); {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return err
	}
	return f.sync(filepath.Dir(path))
}

// MkdirEmpty makes a directory, or empties it if it is there, and flushes its parent.
func (f Files) MkdirEmpty(path string) error {
	if err := f.RemoveIfThere(path); err != nil {
		return err
	}
	if err := f.Mkdir(path); err != nil {
		return err
	}
	return f.sync(filepath.Dir(path))
}

// MkdirAll makes a directory and those above it that are missing, and flushes
// the parent of each that it makes.
func (f Files) MkdirAll(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := f.MkdirAll(parent); err != nil {
			return err
		}
	}
	if err := f.Mkdir(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.sync(parent)
}

// Remove deletes a file, or a directory with everything in it.
func (f Files) Remove(path string) error {
	return f.Do("remove", path, func() error { return os.RemoveAll(path) })
}

// Discard deletes what nothing needs any more. What cannot be deleted stays for the next
// writer to try: on Windows another program may have it open, and nothing is wrong with the archive.
func (f Files) Discard(path string) { _ = f.Remove(path) }

// RemoveIfThere deletes what may be there.
func (f Files) RemoveIfThere(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	return f.Remove(path)
}

// FileSum is what a header says of a file, to find damage.
type FileSum struct {
	Size   int64  `json:"size"`
	CRC32C uint32 `json:"crc32c"`
}

// Castagnoli is the table of all checksums in an archive.
var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Measure reads a file and returns its sum.
func Measure(path string) (e FileSum, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := measureBuffers.Get().(*[64 << 10]byte)
	defer measureBuffers.Put(buffer)
	sum := crc32.New(Castagnoli)
	e.Size, err = io.CopyBuffer(sum, struct{ io.Reader }{file}, buffer[:]) // a file itself would make a buffer of its own
	e.CRC32C = sum.Sum32()
	return e, err
}

// measureBuffers are used again, as a search for words measures files of each segment.
var measureBuffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// MeasureTree returns the sums of all files below a directory, by their
// slash-separated paths in it.
func MeasureTree(dir string) (map[string]FileSum, error) {
	entries := map[string]FileSum{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		entries[filepath.ToSlash(name)], err = Measure(path)
		return err
	})
	return entries, err
}

// ErrCorrupt and ErrNewer are what errors wrap. Package store has the same for its callers.
var (
	ErrCorrupt = errors.New("damaged")
	ErrNewer   = errors.New("the archive was written by a newer version of this program; update the program")
)

// Damaged makes an error of a damaged file.
func Damaged(path, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", path, ErrCorrupt, fmt.Sprintf(format, args...))
}
