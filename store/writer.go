package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"

	"kifudb/store/disk"
)

// A Writer changes an archive; there is one at a time. Games given to Add become visible
// with Commit, all at once. Every other method takes effect before it returns. If
// writing fails, the archive is as it was before or after the change, and nothing in
// between. Close the writer then and begin anew.
//
// Several goroutines may call its methods at once. They wait for each other.
type Writer struct {
	db     *DB
	lock   *flock.Flock
	derive Derive

	mu       sync.Mutex      // protects what follows
	manifest *manifest       // as on disk
	snapshot *Snapshot       // of the manifest
	waiting  *pendingSegment // for Commit
	filter   knownFilter
	met      GameID // the last one that Known found in a segment
	ids      map[Digest]GameID
	ledger   LedgerMark // its last change, as far as is known
	broken   error      // what is on disk is not known for sure
	copied   []error    // files of removed games that were made of their copies, when it began
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
	w := &Writer{db: db, lock: lock, derive: derive, waiting: new(pendingSegment), ids: map[Digest]GameID{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	if w.manifest, err = db.manifest(); err != nil {
		return nil, err
	}
	if err := w.begin(); err != nil {
		return nil, err
	}
	if w.snapshot, err = db.verified(w.manifest); err != nil {
		return nil, err
	}
	return w, nil
}

// begin takes an archive over from the writer before: it completes a commit that
// came to all but its end, and removes what is left over of others.
func (w *Writer) begin() error {
	r, differs, err := recoverManifest(w.db.dir, w.manifest)
	if err != nil {
		return err
	}
	if differs {
		if err := w.commitManifest(r.next); err != nil {
			return err
		}
	}
	if w.copied, err = w.manifest.mendRemoved(w.db.files, w.db.dir); err != nil {
		return err
	}
	return w.clean()
}

// commitManifest publishes a manifest. If that fails it is not known whether it
// has come to pass, and the writer can do no more.
func (w *Writer) commitManifest(m *manifest) error {
	if err := publishManifest(w.db.files, w.db.dir, m); err != nil {
		w.broken = fmt.Errorf("an earlier change was cut off: %w", err)
		return err
	}
	w.manifest = m
	w.db.mu.Lock()
	defer w.db.mu.Unlock()
	return w.db.forget(m)
}

// Close gives up the lock. Games that were not committed are forgotten.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	w.waiting.blocks.drain()
	w.waiting, w.ids = new(pendingSegment), nil
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
	if !w.filter.mayKnow(d, w.snapshot) {
		return 0, false
	}
	// Files that come again have their games in the order in which these lie, so the one asked for
	// is where the one before was, and the other segments need not be asked.
	if g, _, ok := w.snapshot.Segment(w.met); ok {
		if id, ok := g.known(d); ok {
			w.met = id
			return id, true
		}
	}
	id, ok := w.snapshot.Known(d)
	if ok {
		w.met = id
	}
	return id, ok
}

// Removed returns the removed game whose tree has a digest, and which Restore
// would bring back.
func (w *Writer) Removed(d Digest) (GameID, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || !w.filter.mayKnow(d, w.snapshot) {
		return 0, false
	}
	for _, g := range w.snapshot.segments {
		if g.entry.set == nil {
			continue
		}
		for local := range g.find(d) {
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

// Place returns where a game was found, if it was committed and is not removed.
func (w *Writer) Place(id GameID) (path string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return "", false
	}
	g, local, ok := w.snapshot.Segment(id)
	if !ok || !g.live.ContainsInt(local) {
		return "", false
	}
	for _, v := range g.Recorded().Info(local) {
		if v.Ident == "file" {
			return v.Text, true
		}
	}
	return "", false
}

// Record returns the record of a game that was committed.
func (w *Writer) Record(id GameID) (Record, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return Record{}, err
	}
	g, local, ok := w.snapshot.Segment(id)
	if !ok {
		return Record{}, fmt.Errorf("there is no game %d", id)
	}
	return g.Record(local)
}

// DigestOf returns the digest of a game that was committed, which may have been removed; zeros
// if it is gone.
func (w *Writer) DigestOf(id GameID) Digest {
	w.mu.Lock()
	defer w.mu.Unlock()
	if g, local, ok := w.snapshot.Segment(id); ok {
		return g.Digest(local)
	}
	return Digest{}
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

// Witness says which change of the ledger is the last one now, to which the next commit bears witness.
func (w *Writer) Witness(ledger LedgerMark) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ledger = w.ledger.Later(ledger)
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
	built := g.builtWeight()
	if n := len(w.waiting.games); n > 0 && (n >= w.db.maxGames || w.waiting.bytes()+int64(g.weight(built)) > w.db.maxBytes) {
		if err := w.commit(ctx); err != nil {
			return 0, err
		}
	}
	id := w.manifest.nextID() + GameID(len(w.waiting.games))
	if id >= math.MaxUint32-maxGames {
		return 0, errors.New("the archive is full: it has no more game ids")
	}
	if err := w.waiting.add(g, built); err != nil {
		return 0, err
	}
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
	if len(w.waiting.games) == 0 {
		return nil
	}
	next := w.next()
	entry := segmentEntry{Name: next.segmentName(), Base: next.nextID()}
	if err := w.writeSegment(ctx, next, &entry, w.waiting, nil); err != nil {
		return err
	}
	next.Segments = append(next.Segments, entry)
	if err := w.publish(next); err != nil {
		return err
	}
	w.waiting = new(pendingSegment)
	clear(w.ids)
	return nil
}

// writeSegment makes a segment's directory, complete but not yet named by the
// manifest, and fills in its entry, of which name, base and the set of removed
// games are given. Comments may be nil: then they are left for later. The commit
// may make other segments, too.
func (w *Writer) writeSegment(ctx context.Context, next *manifest, e *segmentEntry, games *pendingSegment, c *commentsWriter, commit ...string) (err error) {
	f := w.db.files
	e.Format = formatVersion
	if slices.ContainsFunc(games.games, func(g *gatheredGame) bool { return g != nil && g.part }) {
		e.Format = partFormat
	}
	e.Games = len(games.games)
	e.Bytes = games.raw
	commented := slices.ContainsFunc(games.games, func(g *gatheredGame) bool { return g != nil && g.commented })
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
	if len(commit) == 0 {
		commit = []string{e.Name}
	}
	header := &segmentHeader{
		Format: e.Format, Archive: next.Archive, Segment: e.Name, Base: e.Base, Games: e.Games, Bytes: e.Bytes,
		Generation: next.Generation, Commit: commit, Removed: e.Removed != 0, Commented: commented,
	}
	if header.Files, err = disk.MeasureTree(temp); err != nil {
		return err
	}
	switch {
	case !commented:
		e.Comments = noComments
	case c != nil:
		dir := filepath.Join(temp, commentsName)
		if err := f.Mkdir(dir); err != nil {
			return err
		}
		if e.Comments, err = c.writeAll(ctx, f, dir, next, e.Name); err != nil {
			return err
		}
	}
	if e.Header, err = writeHeader(f, temp, header); err != nil {
		return err
	}
	if err := f.SyncTree(temp); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	path := w.path(e.Name)
	if err := w.makeRoom(path, e.Name); err != nil { // of an attempt that came as far as here
		return err
	}
	return f.Rename(temp, path)
}

// makeRoom removes what may be at a path below the segments, or moves it aside for a later writer to
// remove.
func (w *Writer) makeRoom(path, segment string) error {
	err := w.db.files.RemoveIfThere(path)
	if err == nil {
		return nil
	}
	aside, moved := w.freeTemp(segment)
	if moved == nil {
		moved = w.db.files.Rename(path, aside)
	}
	if moved != nil {
		return errors.Join(err, moved)
	}
	return nil
}

// tempDir makes an empty directory in which something is built.
func (w *Writer) tempDir(name string) (string, error) {
	temp, err := w.freeTemp(name)
	if err != nil {
		return "", err
	}
	return temp, w.db.files.Mkdir(temp)
}

// freeTemp returns the path of a temporary directory that is not there: what is left of an earlier
// one goes, and if it cannot go, another name is taken.
func (w *Writer) freeTemp(name string) (string, error) {
	temp := w.path(disk.TempPrefix + name)
	err := w.db.files.RemoveIfThere(temp)
	for i := 2; err != nil && i < 100; i++ {
		temp = w.path(fmt.Sprintf("%s%s-%d", disk.TempPrefix, name, i))
		if _, missing := os.Lstat(temp); errors.Is(missing, fs.ErrNotExist) {
			return temp, nil
		}
	}
	return temp, err
}

func (w *Writer) path(segment string) string {
	return filepath.Join(w.db.dir, segmentsName, segment)
}

// next returns a copy of the manifest, to be changed and published.
func (w *Writer) next() *manifest {
	m := w.manifest.clone()
	m.Generation++
	m.Format = formatVersion
	m.witness(w.db.dir)
	m.setLedger(m.ledgerMark().Later(w.ledger))
	return m
}

// publish commits a manifest and takes a snapshot of it.
func (w *Writer) publish(m *manifest) error {
	if err := w.commitManifest(m); err != nil {
		return err
	}
	snapshot, err := w.db.verified(m)
	if err != nil {
		w.broken = fmt.Errorf("an earlier change cannot be read: %w", err)
		return err
	}
	err = w.snapshot.Close()
	w.snapshot = snapshot
	return err
}

// clean removes unneeded files: unfinished segments, old manifests, and segments that
// others have replaced, unless a snapshot of this process has them open. It never removes
// a segment that is later than the manifest.
func (w *Writer) clean() error {
	f := w.db.files
	found, err := scan(w.db.dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.db.dir, segmentsName))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if w.manifest.names(name) || !strings.HasPrefix(name, disk.TempPrefix) && (w.db.inUse(name) || w.isLater(&found, name)) {
			continue
		}
		f.Discard(w.path(name))
	}
	for i := range w.manifest.Segments {
		if e := &w.manifest.Segments[i]; !e.hasComments() {
			_ = f.RemoveIfThere(filepath.Join(w.path(e.Name), commentsName)) // or the next writer does
		}
	}
	for _, folder := range [...]string{"", manifestsName, removedName} {
		temps, err := filepath.Glob(filepath.Join(w.db.dir, folder, disk.TempPrefix+"[0-9M]*"))
		if err != nil {
			return err
		}
		for _, path := range temps {
			f.Discard(path)
		}
	}
	w.cleanFeatures()
	return pruneManifests(f, w.db.dir, w.manifest)
}

// isLater reports whether a directory that the manifest does not name is that of
// a segment of a later commit.
func (w *Writer) isLater(found *contents, name string) bool {
	h, _, err := readHeader(w.path(name))
	if err != nil {
		n, err := strconv.Atoi(name)
		return err == nil && n >= w.manifest.NextSegment
	}
	return h.Generation > w.manifest.Generation && found.complete(h)
}

// inUse reports whether a segment's files are open in this process.
func (db *DB) inUse(name string) bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	if a := db.remotes[name]; a != nil && a.inUse() {
		return true
	}
	_, ok := db.open[name]
	return ok
}
