package upload

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// RemoveCopies removes those files of an upload that an earlier one holds, too, and
// folders that are empty then.
func RemoveCopies(ctx context.Context, dir string) error {
	bySize := map[int64][]string{} // files of earlier uploads
	uploads := filepath.Dir(dir)
	entries, err := os.ReadDir(uploads)
	if err != nil {
		return err
	}
	earlier := func(e fs.DirEntry) bool {
		return e.IsDir() && e.Name() < filepath.Base(dir) && !strings.HasPrefix(e.Name(), ReceivingPrefix)
	}
	for _, e := range entries {
		if !earlier(e) {
			continue
		}
		err := EachFile(ctx, filepath.Join(uploads, e.Name()), func(file string, size int64) error {
			bySize[size] = append(bySize[size], file)
			return nil
		})
		if err != nil {
			return err
		}
	}
	var folders []string // that may be empty now
	err = EachFile(ctx, dir, func(file string, size int64) error {
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

// EachFile calls do for every regular file below a folder, with its size in bytes.
func EachFile(ctx context.Context, dir string, do func(file string, size int64) error) error {
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
