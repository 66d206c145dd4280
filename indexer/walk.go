package indexer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nwaples/rardecode/v2"

	"kifudb/format"
	"kifudb/indexer/ledger"
	"kifudb/internal/regular"
	"kifudb/store"
)

// A member is one file to read records from, on disk or inside a container.
type member struct {
	path  string        // "dir/x.zip!/a/b.sgf" inside a container
	name  string        // by which its format is told: the path without what compression has added
	named bool          // by the user
	r     *bufio.Reader // with room for format.HeadSize bytes
	file  seekable      // the same bytes from their beginning, if they lie on disk
	shelf *shelf        // the container in which it lies, nil for a file on disk
	disk  *source       // the file on disk that it is, nil in a container
	read  *atomic.Int64 // bytes of it that were read so far
	size  int64         // as the file system or its container says, 0 if nobody does
}

// seekable is what zip and 7z need, which are read from their end.
type seekable interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

// A source is a file on disk, in the order in which sources are read.
type source struct {
	path    string // as the user's paths lead to it; an import makes it absolute
	size    int64
	modTime time.Time
	named   bool // by the user

	// For Import, which keeps a ledger.
	abs   string         // the absolute path
	known *ledger.Source // how it was when it was last read, nil if it never was
	keep  bool           // it is as it was then: not to be read
	gone  []ledger.Gone  // what it has lost in earlier runs

	digest  string            // of its bytes before it was read, see ledger.Source; "" if nobody asks for it
	twin    *ledger.Twin      // the same file as another computer has imported it: kept, too
	members []*ledger.Outcome // of the twin

	// After it was read.
	container bool
	beside    *ledger.Beside // files that its records refer to
	unread    bool           // the file system would not let it be read
	cutShort  bool           // not all its members were reached
}

// errSkipped marks what is passed over on purpose and said so.
var errSkipped = errors.New("not a regular file: skipped")

// list finds the files below the roots, sorted within each root. It reports and skips
// files that it cannot read. Below a root it follows symbolic links to files only, so that
// loops cannot arise. It skips the folder of the archive, which may be "".
func list(ctx context.Context, roots []string, archive string, report func(Problem)) ([]source, error) {
	var found []source
	own, err := os.Stat(archive)
	isOwn := func(info fs.FileInfo) bool { return err == nil && os.SameFile(own, info) }
	add := func(path string, named bool) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			report(Problem{Path: path, Err: plain(err)})
		case info.IsDir():
			report(Problem{Path: path, Err: errors.New("symbolic link to a folder: skipped, name it to import it")})
		case !info.Mode().IsRegular():
			report(Problem{Path: path, Err: errSkipped})
		default:
			found = append(found, source{path: path, size: info.Size(), modTime: info.ModTime(), named: named})
		}
	}
	for _, root := range roots {
		if root == stdinName {
			found = append(found, source{path: root, named: true})
			continue
		}
		info, err := os.Stat(root)
		if err != nil {
			report(Problem{Path: root, Err: plain(err)})
			continue
		}
		if !info.IsDir() {
			add(root, true)
			continue
		}
		if isOwn(info) {
			report(Problem{Path: root, Err: errors.New("this is the archive itself: skipped")})
			continue
		}
		// The separator makes WalkDir follow a root that is a symbolic link.
		err = filepath.WalkDir(root+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				report(Problem{Path: path, Err: plain(err)})
				return nil
			}
			if !entry.IsDir() {
				add(path, false)
				return nil
			}
			if own != nil && entry.Name() == own.Name() {
				if info, err := entry.Info(); err == nil && isOwn(info) {
					return fs.SkipDir
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// stdinName is the path that stands for standard input.
const stdinName = "-"

// plain takes the path out of a *fs.PathError: the Problem names it already.
func plain(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}

// A walker visits the members of sources one after the other.
type walker struct {
	stdin    io.Reader
	read     atomic.Int64 // bytes read from disk so far
	start    int64        // of them before this source
	expanded atomic.Int64 // bytes that came out of the containers of this source
	visit    func(context.Context, member) error
	report   func(Problem)
	border   func() error    // called before and after the members of a container on disk; may be nil
	now      *source         // that is being read
	free     []*bufio.Reader // containers hold many small files
}

// buffer returns a buffered reader of r.
func (w *walker) buffer(r io.Reader) *bufio.Reader {
	n := len(w.free)
	if n == 0 {
		return bufio.NewReaderSize(r, format.HeadSize)
	}
	b := w.free[n-1]
	w.free = w.free[:n-1]
	b.Reset(r)
	return b
}

func (w *walker) release(b *bufio.Reader) {
	b.Reset(nil)
	w.free = append(w.free, b)
}

// beside reads the files beside a member that match patterns.
func (m *member) beside(ctx context.Context, patterns []string) ([]store.Companion, error) {
	if m.disk != nil {
		return m.disk.tablesOnDisk(patterns)
	}
	return m.shelf.read(ctx, path.Dir(m.path), patterns)
}

// source visits all members of one source. Errors of reading are reported; the
// error returned is one that ends the run.
func (w *walker) source(ctx context.Context, s *source) error {
	w.now = s
	m := member{path: s.path, name: s.path, named: s.named, read: &w.read, size: s.size, disk: s}
	w.expanded.Store(0)
	w.start = w.read.Load()
	if s.path == stdinName {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		return w.end(s, w.open(ctx, m, &countingReader{r: interruptible(ctx, w.stdin), n: &w.read}, 0))
	}
	f, err := regular.Open(s.path)
	if err != nil {
		s.unread = true
		w.report(Problem{Path: s.path, Err: plain(err)})
		return nil
	}
	defer f.Close()
	file := cancelableFile{&countedFile{f: f, n: &w.read}, ctx}
	m.file = file
	return w.end(s, w.open(ctx, m, file, 0))
}

// end reports what ends a source and not the run.
func (w *walker) end(s *source, err error) error {
	if errors.Is(err, errBombs) {
		s.cutShort = true
		w.report(Problem{Path: s.path, Err: errBombs})
		return nil
	}
	return err
}

// open visits a member with the bytes of r, or the members inside it if it is
// a container.
func (w *walker) open(ctx context.Context, m member, r io.Reader, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.r = w.buffer(r)
	defer w.release(m.r)
	c, err := identify(m.name, m.r)
	if err != nil {
		return w.guard(m.path, err)
	}
	if c == nil {
		return w.guard(m.path, w.visit(ctx, m))
	}
	if depth == maxNesting {
		w.report(Problem{Path: m.path, Err: fmt.Errorf("containers nested more than %d deep: unpack it first", maxNesting)})
		return nil
	}
	if depth == 0 {
		w.now.container = true
		if err := w.atBorder(); err != nil {
			return err
		}
	}
	if c.seeks && m.file == nil {
		held, err := newSpool(m.r)
		defer held.close()
		if err != nil {
			if err := w.guard(m.path, err); err != nil || held == nil {
				return err
			}
		}
		m.file, m.read = cancelableFile{held, ctx}, &held.n
	}
	skipped := int64(0)
	within := &shelf{container: c, member: m}
	err = c.each(ctx, m, func(inner member, r io.Reader) error {
		if inner.shelf = within; inner.path == m.path { // it was only compressed
			inner.shelf, inner.disk = m.shelf, m.disk
		}
		e := w.expanding(ctx, r, m.read)
		inner.read = &e.n
		if err := w.open(ctx, inner, e, depth+1); err != nil {
			return err
		}
		if e.bomb && c.solid {
			if skipped += inner.size - e.n.Load(); skipped > maxSkipped {
				return errBehind
			}
		}
		return nil
	})
	if err != nil {
		w.now.cutShort = true
	}
	if err := w.guard(m.path, err); err != nil {
		return err
	}
	if depth == 0 {
		return w.atBorder()
	}
	return nil
}

func (w *walker) atBorder() error {
	if w.border == nil {
		return nil
	}
	return w.border()
}

// guard lets an error pass if it ends more than a member; a member that cannot
// be read to its end is a problem of that member.
func (w *walker) guard(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fatalError](err); ok || errors.Is(err, errBombs) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if outside(err) {
		w.now.unread = true
	}
	if known := ours(err); known != nil {
		w.report(Problem{Path: path, Err: known})
		return nil
	}
	w.report(Problem{Path: path, Err: fmt.Errorf("cannot be read to its end: %w", plain(err))})
	return nil
}

// ours returns the error that says all that need be said, without the words
// that libraries put around it.
func ours(err error) error {
	for _, known := range [...]error{errEncrypted, errBomb, errBehind} {
		if errors.Is(err, known) {
			return known
		}
	}
	if errors.Is(err, rardecode.ErrArchiveEncrypted) || errors.Is(err, rardecode.ErrArchivedFileEncrypted) {
		return errEncrypted
	}
	return nil
}

// outside reports whether a read error comes from the system and not from the bytes that
// were read, so that another attempt may succeed.
func outside(err error) bool {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return true
	}
	_, ok := errors.AsType[syscall.Errno](err)
	return ok
}

// fatalError is not an error of the input: it ends the run.
type fatalError struct{ err error }

func (e *fatalError) Error() string { return e.err.Error() }
func (e *fatalError) Unwrap() error { return e.err }

// interruptible gives the bytes of r until the context ends, though a read from
// a terminal or a pipe may wait for ever; such a read is left behind.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	if r == nil {
		return strings.NewReader("")
	}
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// countingReader counts the bytes that are read.
type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// countedFile counts the bytes that are read and is seekable. It reads the end once and
// remembers it. Peeking asks for more again and again, which for small files would be half
// of all system calls.
type countedFile struct {
	f     *os.File
	n     *atomic.Int64
	ended bool
	ahead readAhead
}

func (c *countedFile) Read(b []byte) (int, error) {
	if c.ended {
		return 0, io.EOF
	}
	n, err := c.f.Read(b)
	c.ended = err == io.EOF
	c.n.Add(int64(n))
	return n, err
}

func (c *countedFile) ReadAt(b []byte, off int64) (int, error) {
	n, err := c.ahead.readAt(c.f, b, off)
	c.n.Add(int64(n))
	return n, err
}

func (c *countedFile) Seek(off int64, whence int) (int64, error) {
	c.ended = false
	return c.f.Seek(off, whence)
}
