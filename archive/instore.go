package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/store"
)

// Cache says where segments of archives in object stores are kept.
type Cache struct {
	Dir  string // "": a folder kifudb where the system keeps caches
	Size int64  // bytes that those of one archive may take, 0: any number
}

// Fetching says which segment of an archive is being fetched into the cache.
type Fetching = mirror.Fetching

// fresh is for how long the newest commit that was seen is taken for the newest there is.
const fresh = 2 * time.Second

// InStore reports whether a location is that of an archive in an object store, and not a
// folder: s3://bucket/prefix, or objects:FOLDER for a store in a folder.
func InStore(location string) bool {
	scheme, _, ok := strings.Cut(location, "://")
	return ok && !strings.ContainsAny(scheme, `/\`) || strings.HasPrefix(location, objects.FolderScheme)
}

// openStore opens an archive in an object store.
func openStore(location string, o *Options) (*Archive, error) {
	s, options, err := o.mirrorOptions(location)
	if err != nil {
		return nil, err
	}
	var m *mirror.Mirror
	var last *lastKnown
	if o.AsOfLast {
		m, last, err = openLast(s, location, o, options)
	} else {
		m, err = mirror.Open(context.Background(), s, location, options)
		err = o.wrapAway(err)
	}
	if errors.Is(err, mirror.ErrNone) {
		return nil, fmt.Errorf("%w in %s", ErrNoArchive, location)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", location, err)
	}
	a, err := newStoreArchive(m, location, o)
	if err == nil {
		a.last = last
	}
	return a, err
}

// newStoreArchive returns the archive that a mirror shows.
func newStoreArchive(m *mirror.Mirror, location string, o *Options) (*Archive, error) {
	db, err := openWork(m.Work(), o.Damaged)
	if err != nil {
		return nil, err
	}
	a := &Archive{db: db, user: user.Of(db), readFile: o.ReadFile, engine: o.Engine, maxGames: o.maxGames, mirror: m, location: location}
	a.user.Share(m.Shared())
	return a, nil
}

// openWork opens the archive in a folder of a mirror.
func openWork(w mirror.Work, damaged bool) (*store.DB, error) {
	return store.Open(w.Dir, &store.Options{Damaged: damaged, Bringer: w.Bringer})
}

// settle finds which records are of one game in the archive of a folder.
func settle(ctx context.Context, w mirror.Work) (decided []byte, digest string, err error) {
	db, err := openWork(w, false)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s, err := db.Snapshot()
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	clusters, err := duplicate.Open(ctx, s, user.Of(db))
	if err != nil {
		return nil, "", err
	}
	return clusters.Encode(), clusters.Digest(), nil
}

// refresh sees to it that the folder shows what is in the store. It returns the archive that is to be shown, and what
// is to be said of that, see lastKnown.
func (a *Archive) refresh() (shown *Archive, asOf string, err error) {
	switch {
	case a.mirror == nil:
		return a, "", nil
	case a.last != nil:
		shown, asOf, err = a.last.refresh(a)
	default:
		shown, err = a, (&Options{Engine: a.engine}).wrapAway(a.mirror.Refresh(context.Background(), fresh))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", a.location, err)
	}
	return shown, asOf, err
}

// change makes a change: in the folder of the archive, or in a copy that is put into the
// store. Then it may be made several times, until nobody else has changed the archive
// meanwhile; what it returns at last counts.
func (a *Archive) change(ctx context.Context, change func(*Archive) error) error {
	if a.mirror == nil {
		return change(a)
	}
	if err := a.user.Lost(); err != nil {
		if _, err := a.broughtBack(err); err != nil {
			return err
		}
	}
	return a.mirror.Change(ctx, mirror.Change{Make: a.within(change)})
}

// within calls a function with the archive in a folder.
func (a *Archive) within(do func(*Archive) error) func(mirror.Work) error {
	return a.working(func(local *Archive, _ mirror.Work) error { return do(local) })
}

func (a *Archive) working(do func(*Archive, mirror.Work) error) func(mirror.Work) error {
	return func(w mirror.Work) (err error) {
		local, err := Open(w.Dir, &Options{ReadFile: a.readFile, Damaged: true, bringer: w.Bringer, maxGames: a.maxGames})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, local.Close()) }()
		return do(local, w)
	}
}

// importStore imports into an object store, where games are for everybody as soon as they
// would be in a folder. If others have committed meanwhile, nothing is read again, unless games
// were replaced or removed.
func (a *Archive) importStore(ctx context.Context, i *Import) (*Imported, error) {
	start := time.Now()
	stdin, remove, err := spool(i)
	if err != nil {
		return nil, err
	}
	defer remove()
	var done *Imported
	var unfinished error // the import was stopped, or its games were not compared
	var taken *takenOver // of this run of Make
	err = a.mirror.Change(ctx, mirror.Change{
		Make: a.working(func(local *Archive, w mirror.Work) (err error) {
			again := *i
			taken, again.committed = nil, w.Publish
			if again.Stdin, err = stdin(); err != nil {
				return err
			}
			done, err = local.Import(ctx, &again)
			if done == nil {
				return err
			}
			unfinished = err // what was read is kept nevertheless
			return nil
		}),
		Again: func(ctx context.Context, w, mine mirror.Work, base *store.Contents) (func(), error) {
			if taken == nil {
				taken = newTakenOver(base)
			}
			run, committed, err := taken.take(ctx, w, mine)
			if err == nil && run.Number > 0 && done != nil {
				done.Run, done.Totals = run.Number, run.Totals
			}
			return committed, err
		},
	})
	if err != nil {
		return nil, err
	}
	done.Archive = a.location
	if unfinished == nil {
		done.Duplicates, unfinished = a.duplicates(ctx)
	}
	done.Seconds = time.Since(start).Seconds()
	return done, unfinished
}

// spool returns what gives standard input, if an import reads it, as often as it is called.
func spool(i *Import) (open func() (io.Reader, error), remove func(), err error) {
	none := func() {}
	if i.Stdin == nil || !slices.Contains(i.Paths, "-") {
		return func() (io.Reader, error) { return i.Stdin, nil }, none, nil
	}
	file, err := os.CreateTemp("", "kifudb-stdin-")
	if err != nil {
		return nil, none, err
	}
	remove = func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}
	if _, err := io.Copy(file, i.Stdin); err != nil {
		remove()
		return nil, none, err
	}
	return func() (io.Reader, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, err
	}, remove, nil
}

// held is what holdings of one state share.
type held struct {
	mu       sync.Mutex // protects what follows
	commit   uint64
	clusters *duplicate.Clusters
	state    *State
}

// storeState returns what the archive in the store consists of.
func (a *Archive) storeState(ctx context.Context) (*State, error) {
	if err := a.mirror.Refresh(ctx, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", a.location, err)
	}
	of, err := a.mirror.State()
	if err != nil {
		return nil, err
	}
	a.held.mu.Lock()
	defer a.held.mu.Unlock()
	if a.held.state != nil && a.held.state.Commit == of.Commit {
		return a.held.state, nil
	}
	state := &State{Archive: of.Archive, Generation: of.Generation, Clusters: of.Clusters, Commit: of.Commit, Segments: []SegmentState{}}
	for _, s := range of.Segments {
		state.Segments = append(state.Segments, SegmentState{Name: s.Name, Base: s.Base, Games: s.Games, Live: s.Live, Bytes: s.Bytes, Digest: s.Digest})
	}
	a.held.state = state
	return state, nil
}

// holdStore holds segments of an archive in a store.
func (a *Archive) holdStore(ctx context.Context, state *State, segments []string) (_ *Holding, err error) {
	release, err := a.mirror.Need(ctx, state.Commit, segments)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, release())
		}
	}()
	clusters, err := a.storeClusters(ctx, state)
	if err != nil {
		return nil, err
	}
	h, err := openHolding(a.db, state, segments, clusters)
	if err != nil {
		return nil, err
	}
	h.release = release
	return h, nil
}

func (a *Archive) storeClusters(ctx context.Context, state *State) (*duplicate.Clusters, error) {
	a.held.mu.Lock()
	defer a.held.mu.Unlock()
	if a.held.clusters != nil && a.held.commit == state.Commit {
		return a.held.clusters, nil
	}
	text, err := a.mirror.Decided(ctx)
	if err != nil {
		return nil, err
	}
	clusters, err := duplicate.Decode(text)
	if err != nil {
		return nil, err
	}
	if clusters.Digest() != state.Clusters {
		return nil, fmt.Errorf("%s: %w", a.location, store.ErrStale)
	}
	a.held.clusters, a.held.commit = clusters, state.Commit
	return clusters, nil
}
