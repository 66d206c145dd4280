package objects

import (
	"context"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"kifudb/internal/durable"
)

// Folder is a store in a folder, for a disk that several machines share and for tests. An
// object is a file, which gets its name when it is whole and on the disk. The file system
// must know links and locks, as NFS since version 4 does.
type Folder struct{ dir string }

// NewFolder returns the store in a folder, which is made when something is put into it.
func NewFolder(dir string) *Folder { return &Folder{dir} }

// FolderScheme is how locations of stores in folders begin: objects:FOLDER.
const FolderScheme = "objects:"

// lockName is the file that is locked while objects are replaced.
const lockName = ".lock"

var keyForm = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

func (f *Folder) path(key string) (string, error) {
	if !keyForm.MatchString(key) {
		return "", fmt.Errorf("%q is not the key of an object", key)
	}
	return filepath.Join(f.dir, filepath.FromSlash(key)), nil
}

// fault makes an error of the file system one of a store.
func fault(key string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", key, ErrNotExist)
	case errors.Is(err, durable.ErrExists), errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s: %w", key, ErrExists)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %w", ErrDenied, err)
	}
	return err
}

// Get returns a range of an object, see [Store].
func (f *Folder) Get(ctx context.Context, key string, offset, length int64) (_ io.ReadCloser, info Info, err error) {
	if err := ctx.Err(); err != nil {
		return nil, info, err
	}
	name, err := f.path(key)
	if err != nil {
		return nil, info, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, info, fault(key, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	if info, err = infoOf(key, file); err != nil {
		return nil, info, err
	}
	if length < 0 {
		length = info.Size
	}
	return &part{io.NewSectionReader(file, offset, max(0, min(length, info.Size-offset))), file}, info, nil
}

type part struct {
	io.Reader
	io.Closer
}

var tags = crc64.MakeTable(crc64.ECMA)

// infoOf describes an object. Its tag is a checksum, since clocks of file systems are too
// coarse to tell a file from the one that it has replaced.
func infoOf(key string, file *os.File) (Info, error) {
	stat, err := file.Stat()
	if err != nil {
		return Info{}, err
	}
	if stat.IsDir() {
		return Info{}, fmt.Errorf("%s: %w", key, ErrNotExist)
	}
	sum := crc64.New(tags)
	size, err := io.Copy(sum, file)
	return Info{key, size, fmt.Sprintf("%016x", sum.Sum64()), stat.ModTime()}, err
}

// put writes an object.
func (f *Folder) put(ctx context.Context, key string, replace bool, body Body) (tag string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	name, err := f.path(key)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return "", fault(key, err)
	}
	sum := crc64.New(tags)
	_, err = durable.Files{}.Write(name, replace, func(w io.Writer) error {
		sum.Reset()
		_, err := io.Copy(io.MultiWriter(w, sum), io.NewSectionReader(body, 0, body.Size()))
		return err
	})
	return fmt.Sprintf("%016x", sum.Sum64()), fault(key, err)
}

// PutIfAbsent makes an object, see [Store].
func (f *Folder) PutIfAbsent(ctx context.Context, key string, body Body) (tag string, err error) {
	return f.put(ctx, key, false, body)
}

// PutIfMatch replaces an object, see [Store].
func (f *Folder) PutIfMatch(ctx context.Context, key, tag string, body Body) (newTag string, err error) {
	lock := flock.New(filepath.Join(f.dir, lockName))
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: %w", key, ErrChanged) // there is no folder
	} else if err != nil {
		return "", fault(key, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	r, info, err := f.Get(ctx, key, 0, 0)
	if errors.Is(err, ErrNotExist) {
		return "", fmt.Errorf("%s: %w", key, ErrChanged)
	} else if err != nil {
		return "", err
	}
	if err := r.Close(); err != nil {
		return "", err
	}
	if info.Tag != tag {
		return "", fmt.Errorf("%s: %w", key, ErrChanged)
	}
	return f.put(ctx, key, true, body)
}

// List yields objects, see [Store].
func (f *Folder) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		var all []Info
		folder, _ := path.Split(prefix)
		err := filepath.WalkDir(filepath.Join(f.dir, filepath.FromSlash(folder)), func(name string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
				return nil
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case entry.IsDir():
				return nil
			}
			key, err := filepath.Rel(f.dir, name)
			if key = filepath.ToSlash(key); err != nil || !strings.HasPrefix(key, prefix) || !keyForm.MatchString(key) {
				return err // what is being written begins with a dot
			}
			stat, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			} else if err != nil {
				return err
			}
			all = append(all, Info{Key: key, Size: stat.Size(), Modified: stat.ModTime()})
			return nil
		})
		slices.SortFunc(all, func(a, b Info) int { return strings.Compare(a.Key, b.Key) })
		for _, info := range all {
			if !yield(info, nil) {
				return
			}
		}
		if err != nil {
			yield(Info{}, fault(prefix, err))
		}
	}
}

// Delete removes an object, see [Store].
func (f *Folder) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	name, err := f.path(key)
	if err != nil {
		return err
	}
	err = durable.Files{}.Remove(name)
	if err = fault(key, err); errors.Is(err, ErrNotExist) {
		return nil
	}
	return err
}
