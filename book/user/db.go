package user

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"kifudb/internal/durable"
	"kifudb/internal/wall"
	"kifudb/store"
)

// The names of the files in the directory of an archive.
const (
	LogName  = "user.log"
	CopyName = "user.copy"
	LockName = "user.lock" // locked by who changes them, always empty
	LostName = "user.lost" // what Repair could not read; the witness of all is store.WitnessName
)

// patience is how long to wait for other programs.
const patience = 5 * time.Second

var (
	// ErrLocked is returned while other programs keep the files for longer than
	// they need to.
	ErrLocked = errors.New("another program is changing it; try again in a moment")

	// ErrCorrupt is what errors about damaged files wrap. It is not that of
	// the store, since nothing can be derived again here.
	ErrCorrupt = errors.New("damaged")
)

// DB is what the user added to an archive. It is safe for concurrent use, by
// any number of processes. Methods return an error that wraps [ErrLocked], or
// [ErrCorrupt] if operations are lost, or [store.ErrNewer].
type DB struct {
	dir     string
	archive func() (string, error) // its identity
	// what its manifest knows of the number of changes; nil: nobody knows
	witnessed func() (store.Counts, error)

	files  durable.Files
	shared Shared // nil: the log is only here

	changes atomic.Int64 // by this DB
	now     *moment      // of one that [DB.Now] returned; nil for one that looks for itself

	mu    sync.Mutex // protects what follows
	known *state
	stamp stamp // of the files of which it is
}

// A moment is the state of the files when somebody read them.
type moment struct {
	of      *DB
	changes int64 // of that, before it looked
	state   *state
	err     error
}

// Now returns the DB to be read as it is now, for those who ask it several times for one
// answer: it looks at the files once. It looks again when something was changed through the
// DB that it was got from, or through itself.
func (db *DB) Now() *DB {
	m := &moment{of: db, changes: db.changes.Load()}
	m.state, m.err = db.state()
	return &DB{dir: db.dir, archive: db.archive, witnessed: db.witnessed, files: db.files, shared: db.shared, now: m}
}

// Archive is what must be known of an archive.
type Archive interface {
	Dir() string
	ID() (string, error) // its identity, "" if it has none yet

	// Witnessed returns how many changes users had made by the last commit, by writers.
	Witnessed() (store.Counts, error)
}

// Of returns the DB of an archive. It does not read the files, which need not exist: then the
// DB is empty, and the first addition creates them. Operations of another archive do not
// count, and are damage.
func Of(a Archive) *DB { return &DB{dir: a.Dir(), archive: a.ID, witnessed: a.Witnessed} }

// Open returns the DB in a directory, for any archive.
func Open(dir string) *DB {
	return &DB{dir: dir, archive: func() (string, error) { return "", nil }}
}

// Path returns the name of the file that is written first.
func (db *DB) Path() string { return db.path(LogName) }

func (db *DB) path(name string) string { return filepath.Join(db.dir, name) }

// contents are the files as they are at one moment.
type contents struct {
	log, copy *file
	all       []line // of both files
	seen      seen
	*state
}

// load reads the files.
func (db *DB) load() (*contents, error) {
	id, err := db.archive()
	if err != nil {
		return nil, err
	}
	c := &contents{}
	if c.seen, err = db.readSeen(id); err != nil { // before the others, so that it never counts more
		return nil, err
	}
	var data [2][]byte
	var files [2]*file
	for i, name := range []string{LogName, CopyName} {
		files[i] = &file{name: name}
		data[i], err = os.ReadFile(db.path(name))
		if files[i].missing = errors.Is(err, fs.ErrNotExist); err != nil && !files[i].missing {
			return nil, err
		}
	}
	c.log, c.copy = files[0], files[1]
	if err := c.log.read(data[0], id); err != nil {
		return nil, err
	}
	if !c.log.missing && !c.copy.missing && string(data[0]) == string(data[1]) { // as a rule
		c.copy = &file{name: CopyName, lines: c.log.lines, bad: c.log.bad, torn: c.log.torn, whole: c.log.whole}
	} else if err := c.copy.read(data[1], id); err != nil {
		return nil, err
	}
	c.all = union(c.log, c.copy)
	c.state = newState(c.all)
	return c, nil
}

// state returns what is kept. It must not be changed.
func (db *DB) state() (*state, error) {
	if m := db.now; m != nil {
		if m.of.changes.Load() == m.changes {
			return m.state, m.err
		}
		return m.of.state()
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	stamp := db.stampNow()
	if db.known != nil && db.stamp == stamp {
		return db.known, nil
	}
	c, err := db.load()
	if err != nil {
		return nil, err
	}
	if err := db.usable(c); err != nil {
		return nil, err
	}
	db.known, db.stamp = c.state, stamp
	return c.state, nil
}

// Stamp returns a text that differs after every change, "" if there is nothing yet.
func (db *DB) Stamp() string {
	if now := db.stampNow(); now != (stamp{}) {
		return fmt.Sprint(now)
	}
	return ""
}

// A stamp tells the files from what they are after any change. It is the zero value if there
// are none.
type stamp [3]struct {
	there      bool
	size, time int64
}

func (db *DB) stampNow() (now stamp) {
	for i, name := range [len(now)]string{LogName, CopyName, store.WitnessName} {
		if info, err := os.Stat(db.path(name)); err == nil {
			now[i].there, now[i].size, now[i].time = true, info.Size(), info.ModTime().UnixNano()
		}
	}
	return now
}

// writer stands for this place: a copy of the archive in another one is another
// writer, so that the numbers of their operations are different ones.
func (db *DB) writer() string {
	host, err := os.Hostname()
	path, pathErr := filepath.Abs(db.dir)
	if err != nil || pathErr != nil {
		path = db.dir
	}
	sum := sha256.Sum256([]byte(host + "\x00" + path))
	return hex.EncodeToString(sum[:4])
}

// change adds an operation. Describe fills it in from the current state. If it leaves it empty
// nothing happens.
func (db *DB) change(what string, describe func(*state, *operation) error) (err error) {
	if db.shared != nil {
		if err := db.shared.Refresh(); err != nil {
			return err
		}
		changed := false
		defer func() {
			if changed && err == nil {
				err = db.shared.Published()
			}
		}()
		whether := describe
		describe = func(s *state, o *operation) error {
			err := whether(s, o)
			changed = err == nil && !o.empty()
			return err
		}
	}
	unlock, err := db.lock()
	if err != nil {
		return err
	}
	defer release(unlock, &err)
	c, err := db.load()
	if err != nil {
		return err
	}
	if err := errors.Join(db.usable(c), errors.Join(db.faults(c)...)); err != nil {
		return err
	}
	o := &operation{}
	if err := describe(c.state, o); err != nil || o.empty() {
		return err
	}
	o.What = what
	return db.add(c, o)
}

// add appends an operation.
func (db *DB) add(c *contents, o *operation) error {
	id, err := db.archive()
	if err != nil {
		return err
	}
	o.Archive, o.Writer, o.Time = id, db.writer(), wall.Now().UTC()
	o.Clock, o.Number = c.clock+1, max(c.last(o.Writer), c.seen.counts[o.Writer])+1
	text, err := frame(o)
	if err != nil {
		return err
	}
	if db.shared != nil {
		if err := db.shared.Publish(append(textOf(c.all), text...)); err != nil {
			return err
		}
	}
	if len(c.all) == 0 { // there are no files to be added to
		c.all = []line{{strings.TrimSuffix(text, "\n"), *o}}
		if err := db.settle(c); err != nil {
			return err
		}
		c.do(o)
		_ = db.count(c) // see below
		return nil
	}
	if err := db.settle(c); err != nil {
		return err
	}
	if err := db.files.Append(db.path(LogName), []byte(text)); err != nil {
		return err
	}
	if err := db.files.Append(db.path(CopyName), []byte(text)); err != nil {
		// The operation must not count: the caller gets an error.
		return errors.Join(err, db.cut(LogName, len(text)))
	}
	c.do(o)
	// The change is made, in two files. If the witness cannot be written it lacks one change, as
	// after a crash, until the next one.
	_ = db.count(c)
	return nil
}

// cut removes a failed addition from the end of a file.
func (db *DB) cut(name string, n int) error {
	info, err := os.Stat(db.path(name))
	if err != nil {
		return err
	}
	return os.Truncate(db.path(name), info.Size()-int64(n))
}

// settle makes both files hold all lines and nothing else.
func (db *DB) settle(c *contents) error {
	for _, f := range []*file{c.log, c.copy} {
		if f.whole && !f.missing && len(f.lines) == len(c.all) {
			continue
		}
		var text []byte
		for _, l := range c.all {
			text = append(append(text, l.text...), '\n')
		}
		if _, err := db.files.Write(db.path(f.name), true, writeAll(text)); err != nil {
			return err
		}
	}
	return nil
}

func writeAll(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// lock waits until no other program changes the files.
func (db *DB) lock() (unlock func() error, err error) {
	lock := flock.New(db.path(LockName))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ok, err := lock.TryLockContext(ctx, 10*time.Millisecond)
	if !ok || errors.Is(err, context.DeadlineExceeded) {
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			err = ErrLocked
		}
		return nil, fmt.Errorf("%s: %w", db.path(LogName), err)
	}
	unlock = func() error {
		of := db
		if db.now != nil {
			of = db.now.of
		}
		of.changes.Add(1)
		return lock.Unlock()
	}
	return unlock, err
}

// release unlocks, and keeps an error as it is.
func release(unlock func() error, err *error) {
	if failed := unlock(); failed != nil {
		*err = errors.Join(*err, failed)
	}
}

// damaged makes an error of a damaged file.
func (db *DB) damaged(name, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", db.path(name), ErrCorrupt, fmt.Sprintf(format, args...))
}
