package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive/mirror"
	"kifudb/archive/upload"
	"kifudb/internal/durable"
)

// uploadsName says where in an archive's folder the files are that were given to it rather
// than named. They are kept as they came: records name them as their source, files
// that cannot be read today may be readable later, and importing the folder again
// repeats the import. What a backup holds are the records, not these files.
const uploadsName = mirror.UploadsName

var (
	// ErrUploadFull is returned where an upload would become larger than it may.
	ErrUploadFull = upload.ErrFull
	// ErrUploadClosed is returned by an upload that is being imported, or was discarded.
	ErrUploadClosed = upload.ErrClosed
)

// UploadLimits bound an upload.
type UploadLimits = upload.Limits

// A Received says what became of a file of an upload.
type Received = upload.Received

// An Upload is files that are given to an archive, to be imported when all are there.
// Nothing of it is in the archive before. It is safe for concurrent use.
type Upload struct {
	*upload.Upload
	archive *Archive
}

// NewUpload begins an upload. Import or Discard it.
func (a *Archive) NewUpload(limits UploadLimits) (*Upload, error) {
	folder := filepath.Join(a.Dir(), uploadsName)
	if err := os.MkdirAll(folder, durable.Perm(a.Dir(), 0o777)); err != nil {
		return nil, err
	}
	files, err := upload.New(folder, limits)
	if err != nil {
		return nil, err
	}
	return &Upload{files, a}, nil
}

// Add writes a file to the upload, see [upload.Upload.Add]. Errors wrap [ErrUploadFull],
// [ErrUploadClosed], [ErrRequest] for a path that means nothing, or those of the reader.
func (u *Upload) Add(sent string, r io.Reader) (*Received, error) {
	received, err := u.Upload.Add(sent, r)
	return received, refusedUpload(err)
}

// Discard removes what has arrived. Its error wraps [ErrRequest] while files are arriving.
func (u *Upload) Discard() error { return refusedUpload(u.Upload.Discard()) }

// refusedUpload makes an error of who sends something wrong one of a request.
func refusedUpload(err error) error {
	if path, ok := errors.AsType[*upload.PathError](err); ok {
		return badRequest("path", "%w", path.Err)
	}
	if errors.Is(err, upload.ErrArriving) {
		return badRequest("", "%w", err)
	}
	return err
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
		if path := filepath.Join(folder, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), upload.ReceivingPrefix) && !imported[e.Name()] {
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
	dir, err := u.Settle()
	if err != nil {
		return nil, refusedUpload(err)
	}
	return startChange(u.archive, JobImport, func(ctx context.Context, report func(JobProgress)) (*Imported, error) {
		done, err := u.archive.Import(ctx, &Import{Paths: []string{dir}, Report: report})
		if err == nil {
			err = upload.RemoveCopies(ctx, dir)
		}
		if err == nil {
			err = u.archive.keepInStore(ctx, dir)
		}
		return done, err
	}), nil
}

// keptUploads returns the uploads that the archive keeps.
func (a *Archive) keptUploads(ctx context.Context) ([]mirror.Kept, error) {
	if a.mirror != nil {
		return a.mirror.Kept(ctx)
	}
	return upload.Kept(ctx, filepath.Join(a.Dir(), uploadsName))
}

// keepInStore puts the files of an upload into the object store that the archive is in, as what is
// in the cache may be deleted: as one object below uploads/, a tar file packed with zstd, which can be
// imported as it is. Their records are in the archive already.
func (a *Archive) keepInStore(ctx context.Context, dir string) (err error) {
	if a.mirror == nil {
		return nil
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil // all its files were copies of earlier ones
	}
	k, err := upload.Packed(ctx, dir)
	if err == nil {
		err = a.mirror.Keep(ctx, []mirror.Kept{k})
	}
	if err != nil {
		return fmt.Errorf("the records are in the archive, but the uploaded files are only on this computer, in %s: %w", dir, err)
	}
	return nil
}
