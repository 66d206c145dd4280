package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// create makes a file that a function writes.
func create(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// copyFrom writes a file's bytes.
func copyFrom(path string, w io.Writer) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// gzip compresses a file beside it, without its name and time.
func (r *release) gzip(path string) error {
	return create(path+".gz", func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.DefaultCompression)
		if err != nil {
			return err
		}
		return errors.Join(copyFrom(path, z), z.Close())
	})
}

// archive makes the archive for a system: zip for Windows, otherwise tar. All is in one folder.
func (r *release) archive(t target, files []file) error {
	name := "kifudb-" + r.version + "-" + t.system + "-" + t.processor
	if t.system == "windows" {
		return create(filepath.Join(r.folder, name+".zip"), func(w io.Writer) error { return r.zip(w, name, files) })
	}
	return create(filepath.Join(r.folder, name+".tar.gz"), func(w io.Writer) error { return r.tar(w, name, files) })
}

func mode(f *file) os.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

func (r *release) tar(w io.Writer, folder string, files []file) error {
	z, err := gzip.NewWriterLevel(w, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	a := tar.NewWriter(z)
	for i := range files {
		f := &files[i]
		info, err := os.Stat(f.path)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: folder + "/" + f.name, Mode: int64(mode(f)), Size: info.Size(), ModTime: r.date, Format: tar.FormatUSTAR}
		if err := a.WriteHeader(h); err != nil {
			return err
		}
		if err := copyFrom(f.path, a); err != nil {
			return err
		}
	}
	return errors.Join(a.Close(), z.Close())
}

func (r *release) zip(w io.Writer, folder string, files []file) error {
	a := zip.NewWriter(w)
	a.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.DefaultCompression) })
	for i := range files {
		f := &files[i]
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: r.date}
		h.SetMode(mode(f))
		entry, err := a.CreateHeader(h)
		if err != nil {
			return err
		}
		if err := copyFrom(f.path, entry); err != nil {
			return err
		}
	}
	return a.Close()
}
