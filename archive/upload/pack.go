package upload

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"kifudb/archive/mirror"
)

// Kept returns the uploads of a folder as objects for a store: files that were packed by the store
// from which the archive was copied, and folders, which are packed.
func Kept(ctx context.Context, folder string) (list []mirror.Kept, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		switch {
		case err != nil:
			return nil, err
		case strings.HasPrefix(e.Name(), "."): // one that is not whole
		case e.IsDir():
			k, packErr := Packed(ctx, name)
			if err = packErr; err == nil && k.Size > 0 {
				list = append(list, k)
			}
		case e.Type().IsRegular() && mirror.ValidKept(e.Name()):
			info, infoErr := e.Info()
			if err = infoErr; err == nil {
				list = append(list, mirror.Kept{Name: e.Name(), Size: info.Size(), Write: func(_ context.Context, w io.Writer) error { return CopyTo(w, name) }})
			}
		default:
			err = fmt.Errorf("%s: this is not an upload; move it elsewhere", name)
		}
	}
	return list, err
}

// Packed returns an upload that is a folder. Its name in a store tells it from others, and is
// the same each time, so that a copy which was stopped goes on.
func Packed(ctx context.Context, dir string) (k mirror.Kept, err error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", filepath.Base(dir))
	err = EachFile(ctx, dir, func(name string, size int64) error {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		k.Size += size + 1 // also of files that are empty
		_, err = fmt.Fprintf(sum, "%q %d %d\n", strings.TrimPrefix(name, dir), size, info.ModTime().UnixNano())
		return err
	})
	k.Name = hex.EncodeToString(sum.Sum(nil)[:8]) + "-" + packedName(dir)
	k.Write = func(ctx context.Context, w io.Writer) error { return packFolder(ctx, w, dir) }
	return k, err
}

// packedName returns what an upload is called in a store, after a part that tells it from others.
func packedName(dir string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '(' || r == ')':
			return -1
		case mirror.ValidKept("x" + string(r) + "x"):
			return r
		}
		return '_'
	}, filepath.Base(dir))
	return name[:min(len(name), 100)] + ".tar.zst"
}

// CopyTo writes the contents of a file.
func CopyTo(w io.Writer, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = io.Copy(w, file)
	return err
}

// packFolder writes the files of a folder.
func packFolder(ctx context.Context, w io.Writer, dir string) error {
	packed, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	err = EachFile(ctx, dir, func(name string, size int64) error {
		in, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.ToSlash(in), Size: size, Mode: 0o644, ModTime: info.ModTime()}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		return CopyTo(t, name)
	})
	return errors.Join(err, t.Close(), packed.Close())
}
