package archive

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

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
	file, err := os.CreateTemp("", "kifudb-upload-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	if err := packFolder(ctx, file, dir); err != nil {
		return err
	}
	name := strings.NewReplacer(" ", "-", "(", "", ")", "").Replace(filepath.Base(dir)) + ".tar.zst"
	if err := a.mirror.PutUpload(ctx, name, file.Name()); err != nil {
		return fmt.Errorf("the records are in the archive, but the files that were uploaded are on this computer only, in %s: %w", dir, err)
	}
	return nil
}

// packFolder writes the files of a folder.
func packFolder(ctx context.Context, w io.Writer, dir string) error {
	packed, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	err = eachFile(ctx, dir, func(name string, size int64) (err error) {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		in, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err != nil {
			return err
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.ToSlash(in), Size: size, Mode: 0o644, ModTime: info.ModTime()}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		_, err = io.Copy(t, f)
		return err
	})
	return errors.Join(err, t.Close(), packed.Close())
}
