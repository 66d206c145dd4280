package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// LinkTree makes a folder that has the files of another one under second names, or copies of
// them where the file system knows no links. The files must not be changed in place.
func (f Files) LinkTree(from, to string) error {
	var folders []string
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if entry.IsDir() {
			folders = append(folders, target)
			return os.MkdirAll(target, Perm(filepath.Dir(target), 0o777))
		}
		return f.do("link", target, func() error {
			if err := os.Link(path, target); err == nil || errors.Is(err, fs.ErrExist) {
				return err
			}
			return f.copyFile(path, target)
		})
	})
	for i := len(folders) - 1; i >= 0 && err == nil; i-- {
		err = f.SyncDir(folders[i])
	}
	return err
}

func (f Files) copyFile(from, to string) (err error) {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = f.Write(to, false, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
	return err
}
