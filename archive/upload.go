package archive

import (
	"bytes"
	"cmp"
	"context"
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
	"kifudb/archive/mirror"
	"kifudb/internal/durable"
	"kifudb/internal/wall"
)

// Uploads says where in an archive's folder the files are that were given to it rather
// than named. They are kept as they came: records name them as their source, files
// that cannot be read today may be readable later, and importing the folder again
// repeats the import. What a backup holds are the records, not these files.
const uploadsName = mirror.UploadsName

// receivingPrefix begins the names of uploads that are not whole yet.
const receivingPrefix = ".receiving-"

// abandonedAfter is how long nothing must have been added to an upload before it is
// taken for one whose program was killed.
const abandonedAfter = 24 * time.Hour

// The limits of names within an upload.
const (
	maxUploadDepth = 32
	maxUploadPath  = 1000 // bytes
)

var (
	// ErrUploadFull is returned where an upload would become larger than it may.
	ErrUploadFull = errors.New("the upload is too large")
	// ErrUploadClosed is returned by an upload that is being imported, or was discarded.
	ErrUploadClosed = errors.New("the upload has ended")
)

// An Upload is files that are given to an archive, to be imported when all are there.
// Nothing of it is in the archive before. It is safe for concurrent use.
type Upload struct {
	archive *Archive
	dir     string // where it is while it is not whole
	root    *os.Root
	limits  UploadLimits

	mu     sync.Mutex // protects what follows
	names  filename.Names
	files  int
	bytes  int64
	adding int // files that are being written
	last   time.Time
	closed bool
}

// UploadLimits bound an upload.
type UploadLimits struct {
	Files int
	Bytes int64 // of all files
}

// A Received says what became of a file of an upload.
type Received struct {
	Path  string `json:"path"`  // under which it was kept: that of the sender, as far as every system takes it
	Bytes int64  `json:"bytes"` // of the file
}

// NewUpload begins an upload. Import or Discard it.
func (a *Archive) NewUpload(limits UploadLimits) (*Upload, error) {
	folder := filepath.Join(a.Dir(), uploadsName)
	if err := os.MkdirAll(folder, durable.Perm(a.Dir(), 0o777)); err != nil {
		return nil, err
	}
	if err := removeAbandoned(folder); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(folder, receivingPrefix)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.Join(err, os.Remove(dir))
	}
	return &Upload{archive: a, dir: dir, root: root, limits: limits, names: filename.Names{}, last: time.Now()}, nil
}

// removeAbandoned removes what programs that were killed had received.
func removeAbandoned(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), receivingPrefix) || wall.Since(info.ModTime()) < abandonedAfter {
			continue
		}
		if err := os.RemoveAll(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Add writes a file to the upload, under the path that its sender gives it. The path
// is data: whatever it says, the file stays in the upload, under a name that every
// system takes and no other file of the upload has. If it cannot be read to its end,
// nothing of it stays. Errors wrap [ErrUploadFull], [ErrUploadClosed], [ErrRequest]
// for a path that means nothing, or those of the reader.
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
		err = errors.Join(ErrUploadFull, u.root.Remove(filepath.FromSlash(name)))
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
		return "", 0, ErrUploadClosed
	}
	if u.files >= u.limits.Files {
		return "", 0, fmt.Errorf("%w: it may have %d files", ErrUploadFull, u.limits.Files)
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
		return "", badRequest("path", "%q names no file", sent)
	case base == "":
		base = "_"
	}
	if len(folders) >= maxUploadDepth || len(sent) > 4*maxUploadPath {
		return "", badRequest("path", "the path of a file has at most %d folders", maxUploadDepth)
	}
	name := path.Join(append(folders, u.names.Unique(folders, base, ending)+ending)...)
	if len(name) > maxUploadPath {
		return "", badRequest("path", "the path of a file has at most %d bytes; this one has %d", maxUploadPath, len(name))
	}
	return name, nil
}

// write writes a file of at most so many bytes.
func (u *Upload) write(name string, r io.Reader, room int64) (n int64, err error) {
	local := filepath.FromSlash(name)
	if err := u.root.MkdirAll(filepath.Dir(local), 0o777); err != nil {
		return 0, badRequest("path", "%s: %w", name, plainPath(err))
	}
	f, err := u.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, badRequest("path", "%s: %w", name, plainPath(err))
	}
	n, err = io.Copy(f, io.LimitReader(r, room+1))
	if err == nil && n > room {
		err = fmt.Errorf("%w: it may have %d bytes", ErrUploadFull, u.limits.Bytes)
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
		return ErrUploadClosed
	case u.adding > 0:
		return badRequest("", "files of this upload are still arriving; try again when all are there")
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

// WaitingUploads returns the folders of uploads that arrived whole and were never
// imported, as the program was ended before. They can be imported as any folder.
func (a *Archive) WaitingUploads() ([]string, error) {
	folder, err := filepath.Abs(filepath.Join(a.Dir(), uploadsName))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	runs, err := a.Imports()
	if err != nil {
		return nil, err
	}
	imported := map[string]bool{}
	for _, r := range runs {
		for _, p := range r.Paths { // the folder may have been elsewhere then
			if filepath.Base(filepath.Dir(p)) == uploadsName {
				imported[filepath.Base(p)] = true
			}
		}
	}
	var waiting []string
	for _, e := range entries {
		if path := filepath.Join(folder, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), receivingPrefix) && !imported[e.Name()] {
			waiting = append(waiting, path)
		}
	}
	return waiting, nil
}

// IsUpload reports whether a path is that of an upload of this archive.
func (a *Archive) IsUpload(path string) bool {
	folder, err := filepath.Abs(filepath.Join(a.Dir(), uploadsName))
	return err == nil && filepath.Dir(filepath.Clean(path)) == folder
}

// Import gives the upload its place, which is named by the time, and begins to import
// it as a job. Its result is an [Imported]. Files that are the same, byte for byte, as
// those of an earlier upload are not kept twice: what became of them is in the ledger.
func (u *Upload) Import() (*Job, error) {
	if files, _, _ := u.Size(); files == 0 {
		return nil, badRequest("", "nothing was uploaded")
	}
	if err := u.close(); err != nil {
		return nil, err
	}
	dir, err := u.settle()
	if err != nil {
		return nil, err
	}
	return startChange(u.archive, JobImport, func(ctx context.Context, report func(JobProgress)) (*Imported, error) {
		done, err := u.archive.Import(ctx, &Import{Paths: []string{dir}, Report: report})
		if err == nil {
			err = removeCopies(ctx, dir)
		}
		if err == nil {
			err = u.archive.keepInStore(ctx, dir)
		}
		return done, err
	}), nil
}

// settle gives the folder its name.
func (u *Upload) settle() (string, error) {
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

// removeCopies removes those files of an upload that an earlier one holds, too, and
// folders that are empty then.
func removeCopies(ctx context.Context, dir string) error {
	bySize := map[int64][]string{} // files of earlier uploads
	uploads := filepath.Dir(dir)
	entries, err := os.ReadDir(uploads)
	if err != nil {
		return err
	}
	earlier := func(e fs.DirEntry) bool {
		return e.IsDir() && e.Name() < filepath.Base(dir) && !strings.HasPrefix(e.Name(), receivingPrefix)
	}
	for _, e := range entries {
		if !earlier(e) {
			continue
		}
		err := eachFile(ctx, filepath.Join(uploads, e.Name()), func(file string, size int64) error {
			bySize[size] = append(bySize[size], file)
			return nil
		})
		if err != nil {
			return err
		}
	}
	var folders []string // that may be empty now
	err = eachFile(ctx, dir, func(file string, size int64) error {
		for _, other := range bySize[size] {
			same, err := sameContent(file, other)
			if err != nil {
				return err
			}
			if same && os.Remove(file) == nil { // a copy that cannot be removed only takes room
				folders = append(folders, filepath.Dir(file))
				break
			}
		}
		return nil
	})
	for _, folder := range folders {
		for ; len(folder) >= len(dir) && err == nil; folder = filepath.Dir(folder) {
			if os.Remove(folder) != nil {
				break // it holds something still
			}
		}
	}
	return err
}

func eachFile(ctx context.Context, dir string, do func(file string, size int64) error) error {
	return filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		return do(file, info.Size())
	})
}

// sameContent reports whether two files of one size hold the same.
func sameContent(a, b string) (bool, error) {
	f, err := os.Open(a)
	if err != nil {
		return false, err
	}
	defer f.Close()
	g, err := os.Open(b)
	if err != nil {
		return false, err
	}
	defer g.Close()
	const piece = 64 << 10
	one, other := make([]byte, piece), make([]byte, piece)
	for {
		n, err := io.ReadFull(f, one)
		m, otherErr := io.ReadFull(g, other)
		if !bytes.Equal(one[:n], other[:m]) {
			return false, nil
		}
		if err == nil && otherErr == nil {
			continue
		}
		if err = cmp.Or(atEnd(err), atEnd(otherErr)); err != nil {
			return false, err
		}
		return true, nil
	}
}

// atEnd returns an error of reading, unless it says that the end was reached.
func atEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
