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

	"kifudb/duplicate"
	"kifudb/indexer"
	"kifudb/ledger"
	"kifudb/mirror"
	"kifudb/objects"
	"kifudb/store"
	"kifudb/user"
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
	m, err := mirror.Open(context.Background(), s, location, options)
	if errors.Is(err, mirror.ErrNone) {
		return nil, fmt.Errorf("%w in %s", ErrNoArchive, location)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", location, err)
	}
	db, err := openWork(m.Work(), o.Outdated)
	if err != nil {
		return nil, err
	}
	a := &Archive{db: db, user: user.Of(db), readFile: o.ReadFile, engine: o.Engine, mirror: m, location: location}
	a.user.Share(m.Shared())
	return a, nil
}

// openWork opens the archive in a folder of a mirror.
func openWork(w mirror.Work, outdated bool) (*store.DB, error) {
	return store.Open(w.Dir, &store.Options{Outdated: outdated, Bringer: w.Bringer})
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

// refresh sees to it that the folder shows what is in the store.
func (a *Archive) refresh() error {
	if a.mirror == nil {
		return nil
	}
	if err := a.mirror.Refresh(context.Background(), fresh); err != nil {
		return fmt.Errorf("%s: %w", a.location, err)
	}
	return nil
}

// change makes a change: in the folder of the archive, or in a copy that is put into the
// store. Then it may be made several times, until nobody else has changed the archive
// meanwhile; what it returns at last counts.
func (a *Archive) change(ctx context.Context, change func(*Archive) error) error {
	if a.mirror == nil {
		return change(a)
	}
	return a.mirror.Change(ctx, mirror.Change{Make: a.within(change)})
}

// within calls a function with the archive in a folder.
func (a *Archive) within(do func(*Archive) error) func(mirror.Work) error {
	return func(w mirror.Work) (err error) {
		local, err := Open(w.Dir, &Options{ReadFile: a.readFile, Outdated: true, bringer: w.Bringer})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, local.Close()) }()
		return do(local)
	}
}

// importStore imports into an object store. If others have committed meanwhile, nothing is
// read again, unless games were replaced or removed.
func (a *Archive) importStore(ctx context.Context, i *Import) (*Imported, error) {
	start := time.Now()
	stdin, remove, err := spool(i)
	if err != nil {
		return nil, err
	}
	defer remove()
	var done *Imported
	var unfinished error // the import was stopped, or its games were not compared
	err = a.mirror.Change(ctx, mirror.Change{
		Make: a.within(func(local *Archive) (err error) {
			again := *i
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
		Again: func(ctx context.Context, w, mine mirror.Work, base *store.Contents) error {
			run, err := takeOver(ctx, w, mine, base)
			if err == nil && run.Number > 0 {
				done.Run, done.Totals = run.Number, run.Totals
			}
			return err
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

// takeOver brings the games that an import has added in the folder mine, which was made of the
// state base, into another folder of the same archive under new ids: segments as they are,
// unless somebody has added one of their games meanwhile. If the import has done something
// else than to add games, it returns mirror.ErrAgain.
func takeOver(ctx context.Context, into, mine mirror.Work, base *store.Contents) (run ledger.Run, err error) {
	from, err := openWork(mine, false)
	if err != nil {
		return run, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	s, err := from.Snapshot()
	if err != nil {
		return run, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	to, err := openWork(into, false)
	if err != nil {
		return run, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	same, err := sameBelow(s, to, base.Next)
	if err != nil {
		return run, err
	}
	if !same {
		return run, mirror.ErrAgain
	}
	w, err := to.Writer(indexer.Derive)
	if err != nil {
		return run, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	t := &takingOver{w: w, mine: mine.Dir, base: base.Next, ids: map[GameID]GameID{}, known: map[GameID]bool{}}
	for _, g := range s.Segments() {
		if err := t.segment(ctx, g); err != nil {
			return run, err
		}
	}
	if err := w.Commit(ctx); err != nil {
		return run, err
	}
	if err := w.IndexComments(ctx, nil); err != nil {
		return run, err
	}
	return t.ledger(into.Dir)
}

// sameBelow reports whether the games below an id are the same in two states.
func sameBelow(s *store.Snapshot, other *store.DB, next GameID) (same bool, err error) {
	o, err := other.Snapshot()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	for id := GameID(1); id < next; id++ {
		g, local, ok := s.Segment(id)
		h, there, also := o.Segment(id)
		if ok && also && g.Stamp() == h.Stamp() && g.Live().Equals(h.Live()) {
			id = g.Base() + GameID(g.Len()) - 1 // all of it
			continue
		}
		if !ok || !also || g.Digest(local) != h.Digest(there) || g.Live().ContainsInt(local) != h.Live().ContainsInt(there) {
			return false, nil
		}
	}
	return true, nil
}

// takingOver are games on their way from one state of an archive to another.
type takingOver struct {
	w     *store.Writer
	mine  string
	base  GameID // from here on games are new
	ids   map[GameID]GameID
	known map[GameID]bool // somebody else has added it
}

func (t *takingOver) segment(ctx context.Context, g *store.Segment) error {
	if g.Base()+GameID(g.Len()) <= t.base {
		return nil
	}
	whole := g.Base() >= t.base
	for local := range g.Len() {
		if id := g.Base() + GameID(local); id >= t.base {
			own, known := t.w.Known(g.Digest(local))
			if known {
				t.ids[id], t.known[id] = own, true
			}
			whole = whole && !known && g.Live().ContainsInt(local)
		}
	}
	if whole {
		first, err := t.w.Adopt(ctx, t.mine, g.Name())
		if err != nil {
			return err
		}
		for local := range g.Len() {
			t.ids[g.Base()+GameID(local)] = first + GameID(local)
		}
		return nil
	}
	for stored, err := range g.Records(nil) {
		id := g.Base() + GameID(stored.Local)
		if id < t.base {
			continue
		}
		if err != nil {
			return err
		}
		if _, ok := t.ids[id]; ok {
			continue
		}
		game, err := indexer.Derive(stored.Record)
		if err != nil {
			return err
		}
		if t.ids[id], err = t.w.Add(ctx, game); err != nil {
			return err
		}
	}
	return nil
}

// ledger brings what the import has entered, under the new ids.
func (t *takingOver) ledger(dir string) (ledger.Run, error) {
	since := 0
	switch before, err := ledger.Open(dir).Run(0); {
	case err == nil:
		since = before.Number
	case !errors.Is(err, ledger.ErrNoRun) && !errors.Is(err, os.ErrNotExist):
		return ledger.Run{}, err
	}
	entered := ledger.Open(t.mine)
	if _, err := entered.Renumber(since, t.w.Generation(), func(id GameID) (GameID, bool) {
		if own, ok := t.ids[id]; ok {
			return own, t.known[id]
		}
		return id, false
	}); err != nil {
		return ledger.Run{}, err
	}
	if err := ledger.Copy(t.mine, dir); err != nil {
		return ledger.Run{}, err
	}
	return ledger.Open(dir).Run(0)
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
		state.Segments = append(state.Segments, SegmentState{s.Name, s.Base, s.Games, s.Live, s.Bytes, s.Digest})
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
