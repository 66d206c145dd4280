package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"kifudb/indexer"
	"kifudb/mirror"
	"kifudb/objects"
	"kifudb/store"
)

// Copied says what was copied.
type Copied struct {
	From    string  `json:"from"`
	To      string  `json:"to"`
	Games   int     `json:"games"`
	Same    bool    `json:"same,omitempty"` // it was there already
	Seconds float64 `json:"seconds"`
}

// Copy makes a copy of an archive in a place where there is none: a folder or an object store,
// see [InStore]. The copy is the same archive, with the same numbers of games, and equal in
// every answer. If it is stopped, copying to or from a store goes on the next time where it
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
		done.Games, done.Same, err = upload(ctx, from, to, o, copying)
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
			return nil, mirror.Options{}, fmt.Errorf("%w; name a folder for what is kept of archives in object stores", err)
		}
		cache = filepath.Join(cache, "kifudb")
	}
	return objects.Retry(s, o.patience), mirror.Options{
		Cache: cache, Size: o.Cache.Size, Create: o.Create, Sparse: o.Sparse, Fetching: o.Fetching, Settle: settle, Derive: indexer.Derive, Grace: o.grace,
	}, nil
}

// upload copies into a store: a folder, of which the writer is held meanwhile, or what the
// cache has of another store.
func upload(ctx context.Context, from, to string, o *Options, copying func(done, total int64)) (games int, same bool, err error) {
	s, options, err := o.mirrorOptions(to)
	if err != nil {
		return 0, false, err
	}
	options.Copying = copying
	a, err := Open(from, o)
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	put := func(a *Archive) (err error) {
		w, err := a.db.Writer(indexer.Derive)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.Close()) }()
		same, err = mirror.Upload(ctx, s, to, mirror.Work{Dir: a.Dir(), Bringer: a.bringer}, options)
		if err == nil {
			games, _, err = a.counts()
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
	return games, same, err
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
	a, err := Open(from, &Options{Outdated: true})
	if err != nil {
		return err
	}
	r, w := io.Pipe()
	sent := make(chan error, 1)
	go func() {
		err := a.db.Backup(ctx, w, copying)
		w.CloseWithError(err)
		sent <- err
	}()
	err = store.Restore(ctx, r, to)
	r.CloseWithError(err)
	if backup := <-sent; backup != nil {
		err = backup
	}
	return errors.Join(err, a.Close())
}
