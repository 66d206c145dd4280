package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive/objects"
	"kifudb/internal/durable"
	"kifudb/store"
)

// UploadsName is the folder of an archive, and the part of a store, that has the files which
// users have uploaded.
const UploadsName = "uploads"

const uploadPrefix = UploadsName + "/"

// A Kept is an upload that an archive keeps: in a store it is one object, which no commit names and
// nobody removes.
type Kept struct {
	Name  string // of the object, which is that of the file in a folder
	Size  int64  // in bytes; of one that is to be packed still, before that
	Write func(ctx context.Context, w io.Writer) error
}

// ValidKept reports whether an upload may have a name: it is one of a file on every system, and
// none that is hidden.
func ValidKept(name string) bool {
	const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
	return name != "" && len(name) <= 200 && name[0] != '.' && name[len(name)-1] != '.' && strings.Trim(name, signs) == ""
}

// Kept returns the uploads in the store, by their names.
func (m *Mirror) Kept(ctx context.Context) ([]Kept, error) { return keptIn(ctx, m.store) }

func keptIn(ctx context.Context, s objects.Store) (list []Kept, err error) {
	for info, err := range s.List(ctx, uploadPrefix) {
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(info.Key, uploadPrefix)
		if name == "" { // some programs make such an object for a folder
			continue
		}
		if !ValidKept(name) {
			return nil, fmt.Errorf("the store holds %q, which is not the name of an upload; move it elsewhere", info.Key)
		}
		list = append(list, Kept{name, info.Size, func(ctx context.Context, w io.Writer) (err error) {
			r, _, err := s.Get(ctx, info.Key, 0, -1)
			if err != nil {
				return fmt.Errorf("%s: %w", info.Key, err)
			}
			defer func() { err = errors.Join(err, r.Close()) }()
			n, err := io.Copy(w, r)
			if err == nil && n != info.Size {
				err = fmt.Errorf("%s: %w: %d bytes came instead of %d", info.Key, store.ErrCorrupt, n, info.Size)
			}
			return err
		}})
	}
	return list, nil
}

// Keep puts uploads into the store that are not there. Those whose Name it has are: each came
// there whole.
func (m *Mirror) Keep(ctx context.Context, list []Kept) error {
	if len(list) == 0 {
		return nil
	}
	known, err := m.Kept(ctx)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, k := range known {
		there[k.Name] = true
	}
	for _, k := range list {
		m.tally.more(0, k.Size)
	}
	for _, k := range list {
		if there[k.Name] {
			m.tally.more(k.Size, 0)
			continue
		}
		if err := m.keep(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// keep puts an upload, of which there is a copy here meanwhile: how large it is, and a second
// try, need it whole.
func (m *Mirror) keep(ctx context.Context, k Kept) (err error) {
	if !ValidKept(k.Name) {
		return fmt.Errorf("%q is not the name of an upload", k.Name)
	}
	file, err := os.CreateTemp("", "kifudb-upload-")
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, file.Close())
		_ = os.Remove(file.Name())
	}()
	if err := k.Write(ctx, file); err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	m.tally.more(0, size-k.Size)
	p := m.tally.of(size)
	_, err = m.store.PutIfAbsent(ctx, uploadPrefix+k.Name, counted{io.NewSectionReader(file, 0, size), p})
	if errors.Is(err, objects.ErrExists) { // by a try that was lost
		err = nil
	}
	p.Sent(size)
	return err
}

// bringKept writes the uploads of the store into the folder of the archive.
func (m *Mirror) bringKept(ctx context.Context) error {
	list, err := m.Kept(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	folder := filepath.Join(m.Dir(), UploadsName)
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return err
	}
	for _, k := range list {
		m.tally.more(0, k.Size)
	}
	for _, k := range list {
		p, name := m.tally.of(k.Size), filepath.Join(folder, k.Name)
		if info, err := os.Lstat(name); err == nil && info.Size() == k.Size { // a file has its name when it is whole
			p.Sent(k.Size)
			continue
		}
		_, err := durable.Files{}.Write(name, true, func(w io.Writer) error { return k.Write(ctx, io.MultiWriter(w, p)) })
		if err != nil {
			return err
		}
	}
	return nil
}
