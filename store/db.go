package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/gofrs/flock"

	registry "kifudb/game"
	"kifudb/internal/wall"
	"kifudb/store/disk"
)

// Errors that tell the caller what to do.
var (
	// ErrNotFound is returned by Open for a directory that holds no archive.
	ErrNotFound = errors.New("there is no archive here")

	// ErrNotEmpty is returned by Open for a directory that is to become an
	// archive but holds other things.
	ErrNotEmpty = errors.New("the directory holds other files; choose an empty one for the archive")

	// ErrRemains is returned by Open for a directory that holds databases of an
	// archive but no games.
	ErrRemains = errors.New("these are the remains of an archive")

	// ErrLocked is returned by Writer while another writer, in this process or
	// in another, is at work.
	ErrLocked = errors.New("another program is writing to this archive; wait for it to end, searches work meanwhile")

	// ErrNewer is returned for an archive that a newer version of the program wrote.
	ErrNewer = disk.ErrNewer

	// ErrOlder is returned for an archive that a program before the first release wrote.
	ErrOlder = errors.New("the archive was written by a version of this program from before its first release; import the files into a new archive")

	// ErrStale is returned by a snapshot whose segments were merged away by
	// another process before they were first used. Take a new snapshot.
	ErrStale = errors.New("the archive has moved on; take a new snapshot")

	// ErrCorrupt is what errors about damaged files wrap. Check names all damage.
	ErrCorrupt = disk.ErrCorrupt

	// ErrClosed is returned by methods of what has been closed.
	ErrClosed = errors.New("already closed")
)

// Options of [Open]. The zero values are the defaults, and nil is all of them.
type Options struct {
	// Create makes an empty archive of a directory that is empty or missing.
	Create bool

	// Damaged also opens an archive of which the manifest is damaged or missing,
	// for Repair.
	Damaged bool

	// MaxGames and MaxBytes bound a segment, and the games that wait in memory:
	// their number, at most and by default 65,536, and the bytes of all that
	// is kept of them, by default 88 MiB, which is some 45,000 ordinary games.
	MaxGames int
	MaxBytes int64

	// Bringer, if set, brings segments that are not in the directory when they are used.
	Bringer Bringer
}

// defaultBytes bounds the games that wait. While a segment is built of them the
// program takes up to three times as much memory, beside what is mapped.
const defaultBytes = 88 << 20

// DB is an archive: a directory of files. It is safe for concurrent use, and
// any number of processes may have it open.
type DB struct {
	dir      string
	maxGames int
	maxBytes int64
	files    disk.Files
	bringer  Bringer // nil: all segments are there
	last     lastManifest
	lookups  lookups
	scripts  keptScripts
	observer func(number int) registry.Observer // the game of SGF's number, nil if it reports no features

	mu      sync.Mutex // protects what follows
	open    map[string]*segmentFiles
	remotes map[string]*remoteSegment
	closed  bool
	seen    seenSegments
}

// seenSegments are those of the last snapshot, which the next one has again if it is of the same
// manifest, as that is not changed by anybody.
type seenSegments struct {
	of       *manifest // that nobody changes; nil for none
	segments []*Segment
	stamp    uint64
}

// Open opens the archive in a directory.
func Open(dir string, o *Options) (*DB, error) {
	return openWith(dir, o, disk.Files{})
}

func openWith(dir string, o *Options, f disk.Files) (*DB, error) {
	if o == nil {
		o = new(Options)
	}
	db := &DB{dir: dir, maxGames: maxGames, maxBytes: defaultBytes, files: f, bringer: o.Bringer, observer: observerOf, open: map[string]*segmentFiles{}, remotes: map[string]*remoteSegment{}}
	if o.MaxGames > 0 {
		db.maxGames = min(o.MaxGames, maxGames)
	}
	if o.MaxBytes > 0 {
		db.maxBytes = o.MaxBytes
	}
	_, err := db.manifest()
	switch {
	case errors.Is(err, ErrNotFound) && o.Create:
		err = db.create()
	case o.Damaged && errors.Is(err, ErrCorrupt):
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

// manifest returns the newest manifest.
func (db *DB) manifest() (*manifest, error) {
	return db.last.readable(db.dir, wall.Now())
}

// Writing reports whether a writer is at work, in this process or in another.
func (db *DB) Writing() bool {
	lock := flock.New(filepath.Join(db.dir, lockName))
	ok, err := lock.TryRLock() // a writer that begins this very moment would be told to wait
	if ok {
		err = lock.Unlock()
	}
	return !ok && err == nil
}

// ID returns the archive's identity: 32 hexadecimal digits that were chosen by
// chance when it was made, and that its backups share.
func (db *DB) ID() (string, error) {
	m, err := db.last.read(db.dir)
	if err != nil {
		return "", err
	}
	return m.Archive, nil
}

// Dir returns the archive's directory.
func (db *DB) Dir() string { return db.dir }

// Close closes the files that are kept open for the next snapshot. Snapshots
// and writers are closed by themselves.
func (db *DB) Close() error {
	db.closeAways(true)
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return nil
	}
	db.closed = true
	var errs []error
	for name, f := range db.open {
		if f.kept {
			f.kept = false
			errs = append(errs, db.release(name))
		}
	}
	return errors.Join(errs...)
}

// maxTries bounds how often a snapshot is tried again because segments were
// merged away between the reading of the manifest and their opening.
const maxTries = 10

// Snapshot returns the archive as of the last commit of any process. It has compared
// all small sections, some 184 bytes a game, with their checksums, and returns damage
// as an error. Close it.
func (db *DB) Snapshot() (*Snapshot, error) {
	s, err := db.LazySnapshot()
	if err != nil {
		return nil, err
	}
	if err := s.Verify(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// LazySnapshot is Snapshot for questions, which use little of an archive. It compares a
// page with its checksum when the page is first read. Damaged bytes read as empty from
// then on, so the caller must ask [Snapshot.Err] or [Segment.Err] before it gives an
// answer away or writes anything down.
func (db *DB) LazySnapshot() (*Snapshot, error) {
	for try := 1; ; try++ {
		m, err := db.last.newest(db.dir, wall.Now())
		if err != nil {
			return nil, err
		}
		s, err := db.snapshotAgain(m, db.bringer != nil)
		if errors.Is(err, fs.ErrNotExist) {
			if try < maxTries {
				continue
			}
			err = fmt.Errorf("%w (%w)", ErrCorrupt, err)
		}
		return s, err
	}
}

// snapshot opens what a manifest names, or leaves the segments away until they are used.
func (db *DB) snapshot(m *manifest, away bool) (*Snapshot, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.snapshotOf(m, away)
}

// snapshotAgain is snapshot for a manifest that nobody changes: as long as it is the same one, so are
// the segments.
func (db *DB) snapshotAgain(m *manifest, away bool) (*Snapshot, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if seen := &db.seen; seen.of == m && !db.closed {
		for _, g := range seen.segments {
			g.files.refs++
		}
		return &Snapshot{db: db, archive: m.Archive, format: m.Format, generation: m.Generation, segments: ownSegments(seen.segments), stamp: seen.stamp, last: cloneSet(m.last)}, nil
	}
	s, err := db.snapshotOf(m, away)
	if err == nil && !away {
		db.seen = seenSegments{m, ownSegments(s.segments), s.stamp}
	}
	return s, err
}

// ownSegments returns copies for one snapshot, which it takes the files from when it is closed.
func ownSegments(segments []*Segment) []*Segment {
	copies, own := make([]Segment, len(segments)), make([]*Segment, len(segments))
	for i, g := range segments {
		copies[i] = *g
		own[i] = &copies[i]
	}
	return own
}

// snapshotOf does what snapshot does. db.mu is held.
func (db *DB) snapshotOf(m *manifest, away bool) (*Snapshot, error) {
	if db.closed {
		return nil, ErrClosed
	}
	s := &Snapshot{db: db, archive: m.Archive, format: m.Format, generation: m.Generation, stamp: stampOf(m), last: cloneSet(m.last)}
	db.lookups.segments.Store(int32(len(m.Segments)))
	for i := range m.Segments {
		e := &m.Segments[i]
		live := roaring.New()
		live.AddRange(0, uint64(e.Games))
		live.AndNot(e.removed())
		if away {
			s.segments = append(s.segments, db.awaySegment(e, live))
			continue
		}
		files, err := db.acquire(e)
		if err != nil {
			for _, g := range s.segments {
				err = errors.Join(err, db.release(g.entry.Name))
			}
			return nil, err
		}
		s.segments = append(s.segments, &Segment{entry: *e, files: files, live: live})
	}
	if err := db.forget(m); err != nil {
		return nil, err
	}
	return s, nil
}

// verified is snapshot for writers, who write down what they read.
func (db *DB) verified(m *manifest) (*Snapshot, error) {
	s, err := db.snapshot(m, db.bringer != nil)
	if err != nil {
		return nil, err
	}
	if err := s.Verify(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// forget closes the files of what a manifest does not name any more, unless a
// snapshot sees them. db.mu is held.
func (db *DB) forget(m *manifest) error {
	if len(db.open) == 0 {
		return nil
	}
	named := m.named()
	for name, files := range db.open {
		if files.kept && !named[name] {
			files.kept = false
			if err := db.release(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// acquire opens a segment's files or uses the open ones. They are kept for the
// next snapshot too. db.mu is held.
func (db *DB) acquire(e *segmentEntry) (*segmentFiles, error) {
	f, ok := db.open[e.Name]
	if !ok {
		var err error
		if f, err = openSegment(db.dir, e); err != nil {
			return nil, err
		}
		f.kept, f.refs, f.lookups, f.scripts = true, 1, &db.lookups, &db.scripts
		db.open[e.Name] = f
	}
	f.refs++
	return f, nil
}

// release gives back what acquire returned. db.mu is held.
func (db *DB) release(name string) error {
	f, ok := db.open[name]
	if !ok {
		return nil
	}
	if f.refs--; f.refs > 0 {
		return nil
	}
	delete(db.open, name)
	db.seen = seenSegments{} // which may be of these files
	return f.close()
}
