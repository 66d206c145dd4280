package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

// A Bringer fetches segments into the directory of an archive that is kept elsewhere. Not
// all segments need be there at once. It is safe for concurrent use.
type Bringer interface {
	// Need makes sure that the files of a segment are in the directory until release is
	// called. The error wraps ErrNoRoom if segments in use leave no room, unless the caller
	// insists.
	Need(ctx context.Context, segment string, anyway bool) (release func() error, err error)
	// Roll returns the path of a file that [WriteRoll] has made of the segment.
	Roll(ctx context.Context, segment string) (path string, err error)
}

// ErrNoRoom is returned by a [Bringer] that has no room for one more segment.
var ErrNoRoom = errors.New("there is no room for another segment while the others are in use")

const (
	// idleFor is how long the files of a segment stay open that nobody uses.
	idleFor = time.Second
	// How long to wait for room: for who uses other segments meanwhile, and who does not.
	waitShort, waitLong = 5 * time.Second, 5 * time.Minute
)

// A remoteSegment is a segment whose files are fetched when they are used. All snapshots of a
// DB share it.
type remoteSegment struct {
	db *DB

	mu      sync.Mutex // protects what follows
	files   *segmentFiles
	release func() error
	users   int
	timer   *time.Timer
	roll    *roll
}

// remoteOf returns the remote segment of a name, and makes it if there is none. db.mu is held.
func (db *DB) remoteOf(name string) *remoteSegment {
	a := db.remotes[name]
	if a == nil {
		a = &remoteSegment{db: db}
		db.remotes[name] = a
	}
	return a
}

// borrow brings the files, if they are not there, and keeps them until giveBack.
func (a *remoteSegment) borrow(ctx context.Context, e *segmentEntry, alone bool) (*segmentFiles, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.files == nil {
		release, err := a.db.need(ctx, e.Name, alone)
		if err != nil {
			return nil, fmt.Errorf("segment %s: %w", e.Name, err)
		}
		files, err := openSegment(a.db.dir, e)
		if err != nil {
			return nil, errors.Join(err, release())
		}
		a.files, a.release = files, release
	}
	a.users++
	return a.files, nil
}

func (a *remoteSegment) inUse() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.users > 0
}

func (a *remoteSegment) giveBack() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.users--; a.users > 0 || a.files == nil {
		return
	}
	if a.timer == nil {
		a.timer = time.AfterFunc(idleFor, a.closeIdle)
	} else {
		a.timer.Reset(idleFor)
	}
}

// closeIdle closes the files if nobody uses them. It does not wait for who is opening them.
func (a *remoteSegment) closeIdle() {
	if !a.mu.TryLock() {
		return // by whom they will be given back
	}
	defer a.mu.Unlock()
	if a.users == 0 && a.files != nil {
		// The files were only read, and the reader has already reported any error.
		_ = a.files.close()
		_ = a.release()
		a.files, a.release = nil, nil
	}
}

// need asks the bringer for a segment, and waits for room. A caller that uses no other
// segment waits long, because those with the room will finish. A caller that does use one
// would wait for itself.
func (db *DB) need(ctx context.Context, name string, alone bool) (release func() error, err error) {
	wait := waitShort
	if alone {
		wait = waitLong
	}
	for start := time.Now(); ; {
		release, err := db.bringer.Need(ctx, name, !alone && time.Since(start) > wait)
		if !errors.Is(err, ErrNoRoom) || time.Since(start) > wait {
			return release, err
		}
		db.closeAways(false)
		if release, err = db.bringer.Need(ctx, name, false); !errors.Is(err, ErrNoRoom) {
			return release, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// hold sees to it that the files of a segment are in the directory until release is called.
func (db *DB) hold(ctx context.Context, name string) (release func() error, err error) {
	if db.bringer == nil {
		return func() error { return nil }, nil
	}
	return db.need(ctx, name, true)
}

// closeAways closes the files of segments that nobody uses, and for good also the rolls.
func (db *DB) closeAways(forGood bool) {
	db.mu.Lock()
	all := make([]*remoteSegment, 0, len(db.remotes))
	for _, a := range db.remotes {
		all = append(all, a)
	}
	db.mu.Unlock()
	for _, a := range all {
		a.closeIdle()
		if forGood {
			a.mu.Lock()
			if a.roll != nil {
				_ = a.roll.file.Close()
				a.roll = nil
			}
			a.mu.Unlock()
		}
	}
}

// Visit returns the segment with its files present and open until release is called, and
// fetches them if necessary. Results that share memory with the files are valid until
// then. A caller that visits one segment must not visit another one at the same time:
// there may be no room for both.
func (g *Segment) Visit(ctx context.Context) (here *Segment, release func(), err error) {
	return g.visit(ctx, true)
}

// IsAway reports whether the files of the segment may have to be brought, see [Segment.Visit].
// All methods do that by themselves, too; who calls many of them saves time by a visit.
func (g *Segment) IsAway() bool { return g.remote != nil }

func (g *Segment) visit(ctx context.Context, alone bool) (here *Segment, release func(), err error) {
	if g.remote == nil {
		return g, func() {}, nil
	}
	files, err := g.remote.borrow(ctx, &g.entry, alone)
	if err != nil {
		return nil, nil, err
	}
	here = &Segment{entry: g.entry, files: files, live: g.live}
	var once sync.Once
	release = func() {
		once.Do(func() {
			g.spoil(files.damage())
			g.remote.giveBack()
		})
	}
	return here.Corrected(g.wanted), release, nil
}

// spoil keeps what went wrong, which Err returns from then on; the first stays.
func (g *Segment) spoil(err error) {
	if err != nil {
		g.trouble.CompareAndSwap(nil, &err)
	}
}

// lent returns what a function returns of a segment that is away, or nothing, if its files
// cannot be brought: Err says so then.
func lent[T any](g *Segment, nothing T, do func(here *Segment) T) T {
	here, release, err := g.visit(context.Background(), false)
	if err != nil {
		g.spoil(err)
		return nothing
	}
	defer release()
	return do(here)
}

// lentOr is lent for functions that can fail themselves.
func lentOr[T any](ctx context.Context, g *Segment, do func(here *Segment) (T, error)) (T, error) {
	here, release, err := g.visit(ctx, false)
	if err != nil {
		var nothing T
		return nothing, err
	}
	defer release()
	return do(here)
}

// lentAll yields what a segment that is away yields, or nothing, as lent does.
func lentAll[K, V any](g *Segment, all func(here *Segment) iter.Seq2[K, V]) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		here, release, err := g.visit(context.Background(), false)
		if err != nil {
			g.spoil(err)
			return
		}
		defer release()
		all(here)(yield)
	}
}

// lentAllOr is lentAll for what yields errors.
func lentAllOr[K any](ctx context.Context, g *Segment, all func(here *Segment) iter.Seq2[K, error]) iter.Seq2[K, error] {
	return func(yield func(K, error) bool) {
		here, release, err := g.visit(ctx, false)
		if err != nil {
			var nothing K
			yield(nothing, err)
			return
		}
		defer release()
		all(here)(yield)
	}
}

// A roll is what an importer must know of all games: their digests, to know those that are
// there already, and the lines by which other records of a game are found. It takes 54 bytes
// a game, two hundredths of the segment.
type roll struct {
	file     *disk.Sections
	digests  *disk.Section
	byDigest *disk.Section
	lines    *disk.Section
}

var rollTags = [...]string{tagDigests, tagByDigest, tagLines}

// WriteRoll writes the roll of a segment, whose files are in the directory of an archive,
// into a new file.
func WriteRoll(dir, segment, path string) (err error) {
	from, err := disk.OpenSections(filepath.Join(dir, segmentsName, segment, indexName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	var w disk.SectionWriter
	for _, tag := range rollTags {
		if err := from.VerifySection(tag); err != nil {
			return err
		}
		w.Add(tag, from.Raw(tag))
	}
	return w.Write(disk.Files{}, path)
}

func openRoll(path string, games int) (*roll, error) {
	file, err := disk.OpenSections(path)
	if err != nil {
		return nil, err
	}
	h := &roll{file, file.Section(tagDigests), file.Section(tagByDigest), file.Section(tagLines)}
	if h.digests.Len() != games*digestWidth || h.byDigest.Len() > 2*games || h.lines.Len() != games*lineWidth {
		return nil, errors.Join(disk.Damaged(path, "it is not the roll of a segment of %d games", games), file.Close())
	}
	return h, nil
}

// roll returns the roll of a segment that is away, nil if there is none: Err says why.
func (g *Segment) roll() *roll {
	a := g.remote
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.roll == nil {
		path, err := a.db.bringer.Roll(context.Background(), g.entry.Name)
		if err == nil {
			a.roll, err = openRoll(path, g.entry.Games)
		}
		if err != nil {
			g.spoil(fmt.Errorf("segment %s: %w", g.entry.Name, err))
			return nil
		}
	}
	if err := a.roll.file.Damage(); err != nil {
		g.spoil(err)
	}
	return a.roll
}

// digests returns the digests of all games and their order.
func (g *Segment) digests() (digests, byDigest *disk.Section) {
	if g.remote == nil {
		columns := g.files.of()
		return columns.digests, columns.byDigest
	}
	if h := g.roll(); h != nil {
		return h.digests, h.byDigest
	}
	return nil, nil
}

// linesColumn returns the lines of all games.
func (g *Segment) linesColumn() *disk.Section {
	if g.remote == nil {
		return g.files.of().lines
	}
	if h := g.roll(); h != nil {
		return h.lines
	}
	return nil
}

// remoteErr returns what went wrong with a segment that is away.
func (g *Segment) remoteErr() error {
	if err := g.trouble.Load(); err != nil {
		return *err
	}
	g.remote.mu.Lock()
	defer g.remote.mu.Unlock()
	var open error
	if g.remote.files != nil {
		open = g.remote.files.damage()
	}
	if g.remote.roll != nil {
		open = cmp.Or(open, g.remote.roll.file.Damage())
	}
	return open
}

// awaySegment returns a segment of a manifest without its files. db.mu is held.
func (db *DB) awaySegment(e *segmentEntry, live *roaring.Bitmap) *Segment {
	return &Segment{entry: *e, live: live, remote: db.remoteOf(e.Name), trouble: new(atomic.Pointer[error])}
}
