package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/store"
)

// findLost looks for records that cannot be read any more in the files from which they came, and
// then in the places that the repair names, by their digests.
func (o *Repair) findLost(ctx context.Context, lost []store.Lost, found func(store.Record)) error {
	missing := map[store.Digest]bool{}
	for _, l := range lost {
		if l.Digest != (store.Digest{}) {
			missing[l.Digest] = true
		}
	}
	take := func(a *Archive) error { return takeRecords(ctx, a, missing, found) }
	if files := sourcesOf(lost); len(files) > 0 {
		if err := withImported(ctx, files, take); err != nil {
			return fmt.Errorf("read the files again: %w", err)
		}
	}
	for _, place := range o.From {
		if len(missing) == 0 {
			break
		}
		if err := o.withPlace(ctx, place, take); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
	}
	return nil
}

// sourcesOf returns the files that are still there of those from which games came.
func sourcesOf(lost []store.Lost) (files []string) {
	for _, l := range lost {
		file, _, _ := strings.Cut(l.File, "!/")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// takeRecords gives away the records of an archive that are missing.
func takeRecords(ctx context.Context, a *Archive, missing map[store.Digest]bool, found func(store.Record)) (err error) {
	s, err := a.db.Snapshot()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Err(), s.Close()) }()
	for d := range missing {
		if err := ctx.Err(); err != nil {
			return err
		}
		id, ok := s.Known(d)
		if !ok {
			continue
		}
		g, local, _ := s.Segment(id)
		r, err := g.Record(local)
		if err != nil {
			continue // this one is damaged, too
		}
		found(r)
		delete(missing, d)
	}
	return nil
}

// withImported imports files into an archive of its own, which is gone afterwards.
func withImported(ctx context.Context, files []string, use func(*Archive) error) (err error) {
	a, _, done, err := ImportAlone(ctx, files)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	return use(a)
}

// ImportAlone imports files into an archive of its own, which is gone when done is called.
func ImportAlone(ctx context.Context, files []string) (a *Archive, result *Imported, done func() error, err error) {
	dir, err := os.MkdirTemp("", "kifudb-import-")
	if err != nil {
		return nil, nil, nil, err
	}
	done = func() error { _ = os.RemoveAll(dir); return nil } // or the system empties its folder of temporary files
	if a, err = Open(filepath.Join(dir, "archive"), &Options{Create: true}); err != nil {
		return nil, nil, nil, errors.Join(err, done())
	}
	done = func() error { err := a.Close(); _ = os.RemoveAll(dir); return err }
	if result, err = a.Import(ctx, &Import{Paths: files}); err != nil {
		return nil, nil, nil, errors.Join(err, done())
	}
	return a, result, done, nil
}

// withPlace opens an archive, or unpacks a backup.
func (o *Repair) withPlace(ctx context.Context, place string, use func(*Archive) error) error {
	if info, err := os.Stat(place); err == nil && info.Mode().IsRegular() {
		return inTemporary(func(dir string) error {
			dir = filepath.Join(dir, "archive")
			backup, err := os.Open(place)
			if err != nil {
				return err
			}
			defer backup.Close()
			if err := store.Restore(ctx, backup, dir); err != nil && !errors.Is(err, store.ErrCorrupt) { // the rest is there
				return err
			}
			return useArchive(dir, nil, use)
		})
	} else if err != nil && !InStore(place) {
		return plainNotExist(err)
	}
	return useArchive(place, o.Opening, use)
}

// plainNotExist leaves out the path of a file that is not there, which is said already.
func plainNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fs.ErrNotExist
	}
	return err
}

func useArchive(place string, o *Options, use func(*Archive) error) (err error) {
	a, err := Open(place, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return use(a)
}

// inTemporary runs a function with a folder that is gone afterwards.
func inTemporary(use func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "kifudb-repair-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // or the system empties its folder of temporary files
	return use(dir)
}
