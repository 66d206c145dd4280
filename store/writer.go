package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// A Writer changes an archive; there is one at a time. What Add was given
// becomes visible with Commit, all at once; everything else takes effect before
// it returns. If writing fails, the archive is as it was before or after the
// change, and nothing in between. Close the writer then and begin anew.
//
// Its methods may be called by several goroutines at once. They wait for each other.
type Writer struct {
	db     *DB
	lock   *flock.Flock
	derive Derive

	mu       sync.Mutex // protects what follows
	manifest *manifest  // as on disk
	snapshot *Snapshot  // of the manifest
	games    []*Game    // waiting for Commit
	ids      map[Digest]GameID
	weight   int64
	broken   error // what is on disk is not known for sure
	closed   bool
}

// lockDir takes the lock of writers.
func lockDir(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockName))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", lock.Path(), err)
	}
	if !ok {
		return nil, fmt.Errorf("%s: %w", dir, ErrLocked)
	}
	return lock, nil
}

// Writer returns the writer of the archive, or ErrLocked. It removes what an
// interrupted writer has left behind. derive makes games of stored records
// again when segments are merged and comments indexed; it must not be nil.
func (db *DB) Writer(derive Derive) (_ *Writer, err error) {
	if derive == nil {
		return nil, errors.New("a writer needs a function that derives games")
	}
	lock, err := lockDir(db.dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{db: db, lock: lock, derive: derive, ids: map[Digest]GameID{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	if w.manifest, err = db.manifest(); err != nil {
		return nil, err
	}
	if err := w.clean(); err != nil {
		return nil, err
	}
	if w.snapshot, err = db.snapshot(w.manifest); err != nil {
		return nil, err
	}
	return w, nil
}

// Close gives up the lock. Games that were not committed are forgotten.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	w.games, w.ids = nil, nil
	var errs []error
	if w.snapshot != nil {
		errs = append(errs, w.snapshot.Close())
		if w.broken == nil {
			errs = append(errs, w.clean())
		}
	}
	return errors.Join(append(errs, w.lock.Unlock())...)
}

// ready says why the writer cannot be used. w.mu is held.
func (w *Writer) ready() error {
	if w.closed {
		return ErrClosed
	}
	return w.broken
}

// Known returns the game whose tree has a digest: a live one of the archive, or
// one that was added and not yet committed.
func (w *Writer) Known(d Digest) (GameID, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, false
	}
	if id, ok := w.ids[d]; ok {
		return id, true
	}
	return w.snapshot.Known(d)
}

// Removed returns the removed game whose tree has a digest, and which Restore
// would bring back.
func (w *Writer) Removed(d Digest) (GameID, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, false
	}
	for _, g := range w.snapshot.segments {
		if len(g.entry.Removed) == 0 {
			continue
		}
		for local := range g.files.find(d) {
			if !g.live.ContainsInt(local) {
				return g.id(local), true
			}
		}
	}
	return 0, false
}

// Live reports whether an id is that of a game that was committed and is not
// removed.
func (w *Writer) Live(id GameID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	g, local, ok := w.snapshot.Segment(id)
	return ok && g.live.ContainsInt(local)
}

// Next returns the id from which on no game is committed: the games from it on
// wait, or are still to come.
func (w *Writer) Next() GameID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.manifest.nextID()
}

// ID returns the archive's identity, see [DB.ID].
func (w *Writer) ID() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.manifest.Archive
}

// Generation returns the number of the latest commit, see [Snapshot.Generation].
func (w *Writer) Generation() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.manifest.Generation
}

// Add takes a game and returns its id. The caller must not change what the
// game points to. When the games that wait have reached the bounds of
// [Options], they are committed first; if that fails the game is not added.
// Nobody is kept from adding a game twice: ask Known.
func (w *Writer) Add(ctx context.Context, g *Game) (GameID, error) {
	if err := g.Record.valid(); err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return 0, err
	}
	waits := *g
	waits.commented, waits.Comments = len(g.Comments) > 0, nil // read again by IndexComments
	weight := int64(waits.weight())
	if len(w.games) > 0 && (len(w.games) >= w.db.maxGames || w.weight+weight > w.db.maxBytes) {
		if err := w.commit(ctx); err != nil {
			return 0, err
		}
	}
	id := w.manifest.nextID() + GameID(len(w.games))
	if id >= math.MaxUint32-maxGames {
		return 0, errors.New("the archive is full: it has no more game ids")
	}
	w.games = append(w.games, &waits)
	w.weight += weight
	if _, ok := w.ids[g.Digest]; !ok {
		w.ids[g.Digest] = id
	}
	return id, nil
}

// Commit makes the added games part of the archive, as one segment, and merges
// it with small neighbors if that takes no longer than a moment; Merge does
// the rest. Without added games it does nothing. It can be tried again after
// the context was canceled.
func (w *Writer) Commit(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.commit(ctx); err != nil {
		return err
	}
	return w.merge(ctx, quickMerge)
}

// commit writes the waiting games as a segment. w.mu is held.
func (w *Writer) commit(ctx context.Context) error {
	if len(w.games) == 0 {
		return nil
	}
	next := w.next()
	entry := segmentEntry{Name: next.segmentName(), Base: next.nextID()}
	if err := w.writeSegment(ctx, &entry, w.games, nil); err != nil {
		return err
	}
	next.Segments = append(next.Segments, entry)
	if err := w.publish(next); err != nil {
		return err
	}
	w.games, w.weight = nil, 0
	clear(w.ids)
	return nil
}

// writeSegment makes a segment's directory, complete but not yet named by the
// manifest, and fills in its entry, whose name and base are given. Comments may
// be nil: then they are left for later.
func (w *Writer) writeSegment(ctx context.Context, e *segmentEntry, games []*Game, c *commentsWriter) (err error) {
	f := w.db.files
	e.Format = formatVersion
	e.Games = len(games)
	commented := false
	for _, g := range games {
		if g != nil {
			e.Bytes += int64(len(g.Record.Raw))
			commented = commented || g.commented
		}
	}
	temp, err := w.tempDir(e.Name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp) // or the next writer does
		}
	}()
	if err := buildSegment(ctx, f, temp, games); err != nil {
		return fmt.Errorf("segment %s: %w", e.Name, err)
	}
	if e.Files, err = measureTree(temp); err != nil {
		return err
	}
	switch {
	case !commented:
		e.Comments = map[string]fileEntry{}
	case c != nil:
		dir := filepath.Join(temp, commentsName)
		if err := os.Mkdir(dir, 0o777); err != nil {
			return err
		}
		if err := c.write(ctx, f, dir); err != nil {
			return fmt.Errorf("segment %s: %w", e.Name, err)
		}
		if e.Comments, err = measureTree(dir); err != nil {
			return err
		}
	}
	if err := f.syncTree(temp); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	path := w.path(e.Name)
	if err := f.remove(path); err != nil { // of an attempt that came as far as here
		return err
	}
	return f.rename(temp, path)
}

// tempDir makes an empty directory in which something is built.
func (w *Writer) tempDir(name string) (string, error) {
	temp := w.path(tempPrefix + name)
	if err := w.db.files.remove(temp); err != nil {
		return "", err
	}
	if err := w.db.files.step("mkdir", temp); err != nil {
		return "", err
	}
	return temp, os.Mkdir(temp, 0o777)
}

func (w *Writer) path(segment string) string {
	return filepath.Join(w.db.dir, segmentsName, segment)
}

// next returns a copy of the manifest, to be changed and published.
func (w *Writer) next() *manifest {
	m := w.manifest.clone()
	m.Generation++
	m.Format = formatVersion
	if m.Archive == "" {
		m.Archive = newIdentity()
	}
	return m
}

// publish replaces the manifest. If that fails it is not known which of the two
// is on the disk, and the writer can do no more.
func (w *Writer) publish(m *manifest) error {
	err := writeManifest(w.db.files, w.db.dir, m)
	if err == nil {
		var snapshot *Snapshot
		if snapshot, err = w.db.snapshot(m); err == nil {
			err = w.snapshot.Close()
			w.manifest, w.snapshot = m, snapshot
			return err
		}
	}
	w.broken = fmt.Errorf("an earlier change was cut off: %w", err)
	return err
}

// clean removes what the manifest does not name, unless a snapshot of this
// process has it open.
func (w *Writer) clean() error {
	entries, err := os.ReadDir(filepath.Join(w.db.dir, segmentsName))
	if err != nil {
		return err
	}
	named := map[string]*segmentEntry{}
	for i := range w.manifest.Segments {
		named[w.manifest.Segments[i].Name] = &w.manifest.Segments[i]
	}
	for _, entry := range entries {
		name := entry.Name()
		if named[name] != nil || !strings.HasPrefix(name, tempPrefix) && w.db.inUse(name) {
			continue
		}
		if err := w.db.files.remove(w.path(name)); err != nil {
			return err
		}
	}
	for name, e := range named {
		if len(e.Comments) == 0 {
			if err := w.removeIfThere(filepath.Join(w.path(name), commentsName)); err != nil {
				return err
			}
		}
	}
	return w.removeIfThere(filepath.Join(w.db.dir, tempPrefix+manifestName))
}

func (w *Writer) removeIfThere(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	return w.db.files.remove(path)
}

// inUse reports whether a segment's files are open in this process.
func (db *DB) inUse(name string) bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	_, ok := db.open[name]
	return ok
}
