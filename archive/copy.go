package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/upload"
	"kifudb/indexer"
	"kifudb/internal/durable"
	"kifudb/store"
)

// Copied says what was copied.
type Copied struct {
	From    string  `json:"from"`
	To      string  `json:"to"`
	Games   int     `json:"games"`
	Uploads int     `json:"uploads,omitempty"` // files and folders of files that came through pages
	Same    bool    `json:"same,omitempty"`    // it was there already
	Seconds float64 `json:"seconds"`

	Evaluated int `json:"evaluated_left,omitempty"` // records whose evaluations beside them were not copied, as stores do not hold these
}

// Copy makes a copy of an archive in a place where there is none: a folder or an object store,
// see [InStore]. The copy is the same archive, with the same numbers of games, equal in
// every answer but for evaluations beside records, which stores do not hold, and has the files that were uploaded through pages. If it is stopped, copying to or from a store goes on the next time where it
// has ended. An archive in a folder cannot be changed while it is copied. Report, which may be nil,
// is told how far it is.
func Copy(ctx context.Context, from, to string, o *Options, report func(JobProgress)) (*Copied, error) {
	start := time.Now()
	done := &Copied{From: from, To: to}
	copying := byteReporter(report, "copy")
	var err error
	switch {
	case from == to:
		return nil, badRequest("", "%s would be copied to itself", from)
	case InStore(to):
		err = copyIntoStore(ctx, from, to, o, copying, done)
		done.Seconds = time.Since(start).Seconds()
		if err != nil {
			return nil, err
		}
		return done, nil // what was put there need not be fetched
	case InStore(from):
		err = download(ctx, from, to, o, copying)
	default:
		err = copyFolder(ctx, from, to, copying)
	}
	if err != nil {
		return nil, err
	}
	a, err := Open(to, o)
	if err != nil {
		return nil, err
	}
	done.Games, _, err = a.counts()
	kept, keptErr := a.keptUploads(ctx)
	err, done.Uploads = errors.Join(err, keptErr), len(kept)
	done.Seconds = time.Since(start).Seconds()
	return done, errors.Join(err, a.Close())
}

// mirrorOptions returns how the mirror of a store is opened, and the store.
func (o *Options) mirrorOptions(location string) (objects.Store, mirror.Options, error) {
	if o.Objects == nil {
		return nil, mirror.Options{}, badRequest("archive", "%s: archives in object stores cannot be opened here", location)
	}
	s, err := o.Objects(location)
	if err != nil {
		return nil, mirror.Options{}, err
	}
	cache := o.Cache.Dir
	if cache == "" {
		if cache, err = os.UserCacheDir(); err != nil {
			return nil, mirror.Options{}, fmt.Errorf("%w; name a folder for the cache of archives in object stores", err)
		}
		cache = filepath.Join(cache, "kifudb")
	}
	return objects.Retry(s, o.patience), mirror.Options{
		Cache: cache, Size: o.Cache.Size, Create: o.Create, Sparse: o.Sparse, Fetching: o.Fetching, Settle: settle, Derive: indexer.Derive, Grace: o.grace,
	}, nil
}

// copyIntoStore copies into a store: a folder, of which the writer is held meanwhile, or what the
// cache has of another store.
func copyIntoStore(ctx context.Context, from, to string, o *Options, copying func(done, total int64), done *Copied) (err error) {
	s, options, err := o.mirrorOptions(to)
	if err != nil {
		return err
	}
	options.Copying = copying
	a, err := Open(from, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if a.evaluations != nil {
		beside, err := a.evaluations.State()
		if err != nil {
			return err
		}
		done.Evaluated = beside.Len()
	}
	put := func(work *Archive) (err error) {
		w, err := work.db.Writer(indexer.Derive)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.Close()) }()
		kept, err := a.keptUploads(ctx)
		if err != nil {
			return err
		}
		done.Same, err = mirror.Upload(ctx, s, to, mirror.Work{Dir: work.Dir(), Bringer: work.bringer}, kept, options)
		if err == nil {
			done.Uploads = len(kept)
			done.Games, _, err = work.counts()
		}
		return err
	}
	if a.mirror == nil {
		err = put(a)
	} else {
		err = a.change(ctx, put) // in a copy, which is not changed
	}
	if errors.Is(err, mirror.ErrOther) {
		err = fmt.Errorf("%s: %w", to, err)
	}
	return err
}

func download(ctx context.Context, from, to string, o *Options, copying func(done, total int64)) error {
	s, options, err := o.mirrorOptions(from)
	if err != nil {
		return err
	}
	options.Copying, options.Fetching = copying, nil // one says how far it is
	err = mirror.Download(ctx, s, from, to, options)
	if errors.Is(err, mirror.ErrNone) {
		return fmt.Errorf("%w in %s", ErrNoArchive, from)
	}
	return err
}

// copyFolder copies from a folder to another one, as a backup that is restored at once.
func copyFolder(ctx context.Context, from, to string, copying func(done, total int64)) error {
	a, err := Open(from, &Options{Damaged: true})
	if err != nil {
		return err
	}
	err = piped(func(w io.Writer) error { return a.db.Backup(ctx, w, copying) }, func(r io.Reader) error {
		return store.RestoreWith(ctx, r, to, func(temp string) error { return copyUploads(ctx, a.Dir(), temp) })
	})
	return errors.Join(err, a.Close())
}

// piped calls read with what write writes. What read leaves unread, such as the end of a backup
// behind its last file, is no error of either.
func piped(write func(io.Writer) error, read func(io.Reader) error) error {
	r, w := io.Pipe()
	wrote := make(chan error, 1)
	go func() {
		err := write(w)
		w.CloseWithError(err)
		wrote <- err
	}()
	err := read(r)
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	r.CloseWithError(err)
	if failed := <-wrote; failed != nil {
		return failed
	}
	return err
}

// copyUploads copies the files that were uploaded from one archive's folder to another one.
func copyUploads(ctx context.Context, from, to string) error {
	from, to = filepath.Join(from, uploadsName), filepath.Join(to, uploadsName)
	entries, err := os.ReadDir(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	err = errors.Join(err, os.MkdirAll(to, durable.Perm(filepath.Dir(to), 0o777)))
	for _, e := range entries {
		if err != nil {
			return err
		}
		if !strings.HasPrefix(e.Name(), upload.ReceivingPrefix) { // it is not whole
			err = copyTree(ctx, filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
	}
	return errors.Join(err, filepath.WalkDir(to, func(name string, e os.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return durable.Files{}.SyncDir(name)
	}))
}

// copyTree copies a file, or the files of a folder, with their times.
func copyTree(ctx context.Context, from, to string) error {
	return upload.EachFile(ctx, from, func(name string, _ int64) error {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		copied := to + strings.TrimPrefix(name, from)
		if err := os.MkdirAll(filepath.Dir(copied), durable.PrivateDir); err != nil {
			return err
		}
		if _, err := WriteFile(copied, false, func(w io.Writer) error { return upload.CopyTo(w, name) }); err != nil {
			return err
		}
		return os.Chtimes(copied, time.Time{}, info.ModTime())
	})
}
