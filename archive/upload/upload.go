// Package upload receives files that somebody gives to an archive rather than naming them. They
// are kept as they came, in a folder of the archive, and imported from there. The paths that
// senders give are data: whatever they say, a file stays in its upload.
package upload

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"kifudb/archive/filename"
	"kifudb/internal/durable"
	"kifudb/internal/wall"
)

// ReceivingPrefix begins the names of uploads that are not whole yet.
const ReceivingPrefix = ".receiving-"

// abandonedAfter is how long nothing must have been added to an upload before it is
// taken for one whose program was killed.
const abandonedAfter = 24 * time.Hour

// The limits of names within an upload.
const (
	maxDepth = 32
	maxPath  = 1000 // bytes
)

var (
	// ErrFull is returned where an upload would become larger than it may.
	ErrFull = errors.New("the upload is too large")
	// ErrArriving is returned where an upload is to end while files of it are being written.
	ErrArriving = errors.New("files of this upload are still arriving; try again when all are there")
	// ErrClosed is returned by an upload that was settled or discarded.
	ErrClosed = errors.New("the upload has ended")
)

// A PathError says why a file cannot be kept under the path that its sender gives it.
type PathError struct{ Err error }

func (e *PathError) Error() string { return e.Err.Error() }

// Unwrap returns the error within.
func (e *PathError) Unwrap() error { return e.Err }

func badPath(format string, args ...any) error { return &PathError{fmt.Errorf(format, args...)} }

// An Upload is files that arrive one after the other. It is safe for concurrent use.
type Upload struct {
	dir    string // where it is while it is not whole
	root   *os.Root
	limits Limits

	mu     sync.Mutex // protects what follows
	names  filename.Names
	files  int
	bytes  int64
	adding int // files that are being written
	last   time.Time
	closed bool
}

// Limits bound an upload.
type Limits struct {
	Files int
	Bytes int64 // of all files
}

// A Received says what became of a file of an upload.
type Received struct {
	Path  string `json:"path"`  // under which it was kept: that of the sender, as far as every system takes it
	Bytes int64  `json:"bytes"` // of the file
}

// New begins an upload in the folder of all uploads, which exists. It removes
// what programs that were killed had received a day ago or earlier.
func New(folder string, limits Limits) (*Upload, error) {
	if err := removeAbandoned(folder); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(folder, ReceivingPrefix)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.Join(err, os.Remove(dir))
	}
	return &Upload{dir: dir, root: root, limits: limits, names: filename.Names{}, last: time.Now()}, nil
}

// removeAbandoned removes what programs that were killed had received.
func removeAbandoned(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), ReceivingPrefix) || wall.Since(info.ModTime()) < abandonedAfter {
			continue
		}
		_ = os.RemoveAll(filepath.Join(folder, e.Name())) // or the next upload does
	}
	return nil
}

// Add writes a file to the upload, under the path that its sender gives it. The path
// is data: whatever it says, the file stays in the upload, under a name that every
// system takes and no other file of the upload has. If it cannot be read to its end,
// nothing of it stays. Errors wrap [ErrFull] or [ErrClosed], are a [PathError], or those of
// the reader.
func (u *Upload) Add(sent string, r io.Reader) (*Received, error) {
	name, room, err := u.begin(sent)
	if err != nil {
		return nil, err
	}
	n, err := u.write(name, r, room)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.adding--
	u.last = time.Now()
	if err == nil && u.bytes+n > u.limits.Bytes { // several at once
		err = errors.Join(ErrFull, u.root.Remove(filepath.FromSlash(name)))
	}
	if err != nil {
		u.files--
		return nil, err
	}
	u.bytes += n
	return &Received{Path: name, Bytes: n}, nil
}

// begin chooses the name of a file and returns it with the bytes that it may have.
func (u *Upload) begin(sent string) (name string, room int64, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return "", 0, ErrClosed
	}
	if u.files >= u.limits.Files {
		return "", 0, fmt.Errorf("%w: it may have %d files", ErrFull, u.limits.Files)
	}
	if name, err = u.place(sent); err != nil {
		return "", 0, err
	}
	u.files++
	u.adding++
	u.last = time.Now()
	return name, u.limits.Bytes - u.bytes, nil
}

// place returns the path in the upload for one that a sender gives.
func (u *Upload) place(sent string) (string, error) {
	var folders []string
	parts := strings.Split(strings.ReplaceAll(sent, `\`, "/"), "/")
	for _, part := range parts[:len(parts)-1] {
		if part = filename.Safe(part); part != "" {
			folders = append(folders, part)
		}
	}
	// What stands behind the last dot says what a file is, and is not cut off.
	last := parts[len(parts)-1]
	ending := path.Ext(last)
	if len(ending) > 12 || ending == last {
		ending = ""
	}
	base := filename.Safe(strings.TrimSuffix(last, ending))
	if ending = strings.TrimSpace(strings.ReplaceAll(filename.Safe("x"+ending), "x.", ".")); !strings.HasPrefix(ending, ".") {
		ending = ""
	}
	switch {
	case base == "" && ending == "":
		return "", badPath("%q names no file", sent)
	case base == "":
		base = "_"
	}
	if len(folders) >= maxDepth || len(sent) > 4*maxPath {
		return "", badPath("the path of a file has at most %d folders", maxDepth)
	}
	name := path.Join(append(folders, u.names.Unique(folders, base, ending)+ending)...)
	if len(name) > maxPath {
		return "", badPath("the path of a file has at most %d bytes; this one has %d", maxPath, len(name))
	}
	return name, nil
}

// write writes a file of at most so many bytes.
func (u *Upload) write(name string, r io.Reader, room int64) (n int64, err error) {
	local := filepath.FromSlash(name)
	if err := u.root.MkdirAll(filepath.Dir(local), 0o777); err != nil {
		return 0, badPath("%s: %w", name, plainPath(err))
	}
	f, err := u.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, badPath("%s: %w", name, plainPath(err))
	}
	n, err = io.Copy(f, io.LimitReader(r, room+1))
	if err == nil && n > room {
		err = fmt.Errorf("%w: it may have %d bytes", ErrFull, u.limits.Bytes)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, errors.Join(err, u.root.Remove(local))
	}
	return n, nil
}

// plainPath takes the path out of an error that stands behind it anyway.
func plainPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// Size returns what has arrived so far, and when something did for the last time.
func (u *Upload) Size() (files int, bytes int64, last time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.files - u.adding, u.bytes, u.last
}

// close ends the upload, unless files are being added.
func (u *Upload) close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case u.closed:
		return ErrClosed
	case u.adding > 0:
		return ErrArriving
	}
	u.closed = true
	return u.root.Close()
}

// Discard removes what has arrived.
func (u *Upload) Discard() error {
	if err := u.close(); err != nil {
		return err
	}
	return os.RemoveAll(u.dir)
}

// Settle ends the upload and gives its folder the name under which it stays: the time.
func (u *Upload) Settle() (string, error) {
	if err := u.close(); err != nil {
		return "", err
	}
	name := filepath.Join(filepath.Dir(u.dir), wall.Now().Format("2006-01-02 15.04.05"))
	for i := 1; ; i++ {
		dir := name
		if i > 1 {
			dir = fmt.Sprintf("%s (%d)", name, i)
		}
		if _, err := os.Lstat(dir); err == nil {
			continue
		}
		err := durable.Files{}.Rename(u.dir, dir)
		if err == nil || i == 100 {
			return dir, err
		}
	}
}
