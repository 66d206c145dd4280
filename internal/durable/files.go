package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// Files are the operations that change files. Each goes through do, which announces the
// operation to Step. So tests can record their order, find a missing one,
// and make each of them fail.
type Files struct {
	Step    func(operation, path string) error // nil in production
	Private bool                               // new files are for nobody else
}

// ErrExists is wrapped by the error of Write for a file that is there already.
var ErrExists = errors.New("exists")

// The name of a temporary file is part prefix, name of the file, chance, suffix.
const (
	partPrefix = ".kifudb-"
	partSuffix = ".part"
)

// do does one operation.
func (f Files) do(operation, path string, op func() error) error {
	if f.Step != nil {
		if err := f.Step(operation, path); err != nil {
			return err
		}
	}
	return op()
}

// Write writes a file and returns its size. The file gets its name when write has returned and
// all bytes are on the disk. With replace it replaces an existing file; without, an existing
// file is an error that wraps ErrExists. It writes directly to pipes and devices.
func (f Files) Write(path string, replace bool, write func(io.Writer) error) (size int64, err error) {
	var mode fs.FileMode // of the file that is replaced
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return 0, err
	case info.IsDir():
		return 0, fmt.Errorf("%s is a folder; name a file in it", path)
	case !info.Mode().IsRegular():
		return f.through(path, write)
	case !replace:
		return 0, fmt.Errorf("%s %w", path, ErrExists)
	default:
		mode = info.Mode().Perm()
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // and the link stays one
	}
	var part *os.File
	lock, err := f.create(path, func(name string) (err error) {
		if part != nil { // it was taken away
			part.Close()
		}
		part, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.perm(path))
		return err
	})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, end(lock)) }()
	defer func() {
		if err != nil {
			part.Close()
			os.Remove(part.Name())
		}
	}()
	counted := &counter{w: part}
	if err := write(counted); err != nil {
		return 0, err
	}
	if mode != 0 {
		err = part.Chmod(mode)
	}
	if err := errors.Join(err, f.sync(path, part), part.Close()); err != nil {
		return 0, err
	}
	if replace {
		err = f.Rename(part.Name(), path)
	} else {
		err = f.link(part.Name(), path)
	}
	return counted.n, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// through writes to what cannot be renamed.
func (f Files) through(path string, write func(io.Writer) error) (int64, error) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	counted := &counter{w: file}
	return counted.n, errors.Join(write(counted), file.Close())
}

// Folder makes a private folder that appears as a whole. Fill writes into a temporary one
// beside it and flushes what is in it; the one that is there, if any, must be
// empty.
func (f Files) Folder(path string, fill func(temp string) error) (err error) {
	if entries, err := os.ReadDir(path); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s %w and is not empty", path, ErrExists)
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	temp := ""
	lock, err := f.create(path, func(name string) error {
		temp = name
		return os.Mkdir(name, PrivateDir)
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end(lock)) }()
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(temp))
		}
	}()
	if err := fill(temp); err != nil {
		return err
	}
	if err := f.SyncDir(temp); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.Rename(temp, path)
}

// create makes something of a temporary name beside a path, and locks it.
func (f Files) create(path string, create func(name string) error) (*flock.Flock, error) {
	dir, base := filepath.Dir(path), filepath.Base(path)
	f.RemoveLeft(dir)
	if len(base) > 100 { // what is put around it is to fit as well
		base = strings.ToValidUTF8(base[:100], "")
	}
	for {
		name := filepath.Join(dir, fmt.Sprintf("%s%s-%08x%s", partPrefix, base, rand.Uint32(), partSuffix))
		lock, err := begin(name, func() error {
			return f.do("create", path, func() error { return create(name) })
		})
		if lock != nil || err != nil {
			return lock, err
		}
	}
}

// RemoveLeft removes the temporary files in a folder whose programs are gone. What cannot be
// removed stays for the next program to try.
func (f Files) RemoveLeft(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // what is to be written there says so
	}
	for _, e := range entries {
		if part, ok := partOf(e.Name()); ok && strings.HasPrefix(part, partPrefix) {
			f.removeUnlocked(filepath.Join(dir, part))
		}
	}
}

func (f Files) removeUnlocked(path string) {
	if lock, ok := take(path); ok {
		_ = f.do("remove", path, func() error { return os.RemoveAll(path) })
		_ = end(lock)
	}
}

// link gives a file a second name that must be free, and takes the first one away.
func (f Files) link(from, to string) error {
	linked := false
	err := f.do("link", to, func() error {
		err := os.Link(from, to)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s %w", to, ErrExists)
		}
		linked = err == nil
		return nil
	})
	if err != nil {
		return err
	}
	if !linked { // a file system without links
		return f.Rename(from, to)
	}
	_ = os.Remove(from) // or RemoveLeft does: the file has its name
	return f.SyncDir(filepath.Dir(to))
}

// Rename moves a file or a folder, and flushes the folder it is moved to.
func (f Files) Rename(from, to string) error {
	if err := f.do("rename", to, func() error { return os.Rename(from, to) }); err != nil {
		return err
	}
	return f.SyncDir(filepath.Dir(to))
}

// Remove removes a file, which need not be there.
func (f Files) Remove(path string) error {
	err := f.do("remove", path, func() error { return os.Remove(path) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return f.SyncDir(filepath.Dir(path))
}

// Append writes to the end of a file, which must be there, and flushes it. If
// that fails the file is cut to what it was.
func (f Files) Append(path string, data []byte) error { return f.append(path, data, f.sync) }

// AppendLater is Append for what may be lost with the power: the next Append flushes it.
func (f Files) AppendLater(path string, data []byte) error {
	return f.append(path, data, func(string, *os.File) error { return nil })
}

func (f Files) append(path string, data []byte, sync func(string, *os.File) error) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	err = f.do("append", path, func() error {
		_, err := file.Write(data)
		return err
	})
	if err == nil {
		err = sync(path, file)
	}
	if err != nil {
		return errors.Join(err, os.Truncate(path, info.Size())) // Windows cuts nothing that is open to append
	}
	return nil
}

// sync flushes a file.
func (f Files) sync(path string, file *os.File) error { return f.do("sync", path, file.Sync) }

// SyncDir flushes the entries of a folder.
func (f Files) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.do("sync", dir, func() error { return syncFolder(d) }), d.Close())
}
