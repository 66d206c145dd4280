package user

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"kifudb/alias"
	"kifudb/store"
)

// FileName is the file's name in the directory of an archive.
//
// It is a bbolt database of these buckets, each described where it is used:
//
//	about            "format": the version of the format in decimal, now 1
//	tags             sets of games by tag; tags.undo: how to undo changes
//	notes            on games; notes.positions: on positions
//	searches         saved searches
//	digests          of the games that have tags or notes
//	aliases          spellings that are one name; aliases.undo
//	decisions        on duplicate records
const FileName = "user.db"

// formatVersion is the newest version of the format, the one that is written.
// It rises when an older program would misunderstand or spoil the file; a new
// bucket does not need that.
const formatVersion = 1

// partPrefix begins the name of the file while it is made.
const partPrefix = "tmp-" + FileName + "-"

var (
	bucketAbout = []byte("about")
	keyFormat   = []byte("format")
)

const (
	patience = 5 * time.Second // how long to wait for other programs
	boltPage = 4096            // not the machine's, so that all machines read the file
)

var (
	// ErrLocked is returned while other programs keep the file for longer than
	// they need to.
	ErrLocked = errors.New("another program is using it; try again in a moment")

	// ErrCorrupt is what errors about a damaged file wrap. It is not that of
	// the store, since nothing can be derived again here.
	ErrCorrupt = errors.New("damaged")
)

// DB is the file of an archive. It is safe for concurrent use, by any number of
// processes. Methods return an error that wraps [ErrLocked], or [ErrCorrupt] if
// the file is damaged, or [store.ErrNewer].
type DB struct{ path string }

// Open returns the DB of the archive in a directory. It does not look at the
// file, which need not exist: then there is nothing in it, and the first thing
// that is added makes it.
func Open(dir string) *DB { return &DB{filepath.Join(dir, FileName)} }

// Path returns the name of the file.
func (db *DB) Path() string { return db.path }

// view reads in one transaction. Without a file, read is not called. Nothing
// that bbolt returns may be kept.
func (db *DB) view(read func(*bbolt.Tx) error) error {
	if _, err := os.Stat(db.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return db.viewWith(&bbolt.Options{}, read)
}

func (db *DB) viewWith(o *bbolt.Options, read func(*bbolt.Tx) error) error {
	o.ReadOnly = true
	return db.with(o, func(b *bbolt.DB) error {
		return b.View(func(tx *bbolt.Tx) error {
			if err := db.judge(tx); err != nil {
				return err
			}
			return read(tx)
		})
	})
}

// update changes the file in one transaction, which happens as a whole or, with
// an error, not at all.
func (db *DB) update(write func(*bbolt.Tx) error) error {
	if err := db.create(); err != nil {
		return err
	}
	return db.with(&bbolt.Options{}, func(b *bbolt.DB) error {
		return b.Update(func(tx *bbolt.Tx) error {
			if err := db.judge(tx); err != nil {
				return err
			}
			return write(tx)
		})
	})
}

// with opens the file for a moment. bbolt trusts what it reads: where a damaged
// file makes it panic, or ends before its pages do, that becomes an error. An
// error of what is done is returned as it is.
func (db *DB) with(o *bbolt.Options, do func(*bbolt.DB) error) (err error) {
	// bbolt makes a database of an empty file, and of a missing one. Neither
	// may happen: what is empty now was not so before.
	info, err := os.Stat(db.path)
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return db.damaged("it is empty")
	}
	o.Timeout = patience
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		return os.OpenFile(name, flag&^os.O_CREATE, mode)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = db.damaged("%v", r)
		}
	}()
	// A panic in Open leaves the file locked until the process ends.
	b, err := bbolt.Open(db.path, 0o666, o)
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w", db.path, ErrLocked)
	case isPathError(err):
		return err
	case err != nil:
		return db.damaged("%v", err)
	}
	defer func() {
		if closed := b.Close(); err == nil {
			err = closed
		}
	}()
	return do(b)
}

func isPathError(err error) bool {
	_, ok := errors.AsType[*fs.PathError](err)
	return ok
}

// judge says why the file cannot be used.
func (db *DB) judge(tx *bbolt.Tx) error {
	if info, err := os.Stat(db.path); err == nil && info.Size() < tx.Size() {
		return db.damaged("it has %d bytes instead of %d", info.Size(), tx.Size())
	}
	b := tx.Bucket(bucketAbout)
	if b == nil {
		return db.damaged("it has no format")
	}
	format, err := strconv.Atoi(string(b.Get(keyFormat)))
	if err != nil || format < 1 {
		return db.damaged("its format is %q", b.Get(keyFormat))
	}
	if format > formatVersion {
		return fmt.Errorf("%s: %w (format %d, this program reads up to %d)", db.path, store.ErrNewer, format, formatVersion)
	}
	return nil
}

// create makes the file if there is none. It gets its name when it is whole,
// and only if no other program was faster.
func (db *DB) create() (err error) {
	if _, err := os.Stat(db.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := filepath.Dir(db.path)
	removeOld(filepath.Join(dir, partPrefix+"*"))
	part, err := os.CreateTemp(dir, partPrefix)
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	if err := errors.Join(part.Chmod(0o644), part.Close()); err != nil {
		return err
	}
	b, err := bbolt.Open(part.Name(), 0o644, &bbolt.Options{PageSize: boltPage, Timeout: patience})
	if err != nil {
		return err
	}
	err = b.Update(func(tx *bbolt.Tx) error {
		about, err := tx.CreateBucket(bucketAbout)
		if err != nil {
			return err
		}
		return about.Put(keyFormat, []byte(strconv.Itoa(formatVersion)))
	})
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	err = os.Link(part.Name(), db.path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return os.Rename(part.Name(), db.path) // a file system without links
}

// removeOld removes files that programs began to make and were killed at. Those
// of the last hour may still be in the making.
func removeOld(pattern string) {
	names, _ := filepath.Glob(pattern)
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.Remove(name)
		}
	}
}

// damaged makes an error of a damaged file.
func (db *DB) damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s; put a copy of it in its place, from a backup, or move it away to begin without tags and notes",
		db.path, ErrCorrupt, fmt.Sprintf(format, args...))
}

// Check reads the whole file and returns what is wrong with it.
func (db *DB) Check() error {
	if _, err := os.Stat(db.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := db.viewWith(&bbolt.Options{PreLoadFreelist: true}, func(tx *bbolt.Tx) error {
		// bbolt looks for faults in a goroutine of its own, where a page that
		// is nowhere ends the program, so all pages are visited here before.
		err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return visit(b) })
		if err != nil {
			return err
		}
		const most = 10
		var first []error
		faults := 0
		for err := range tx.Check() {
			if faults++; faults <= most {
				first = append(first, err)
			}
		}
		if faults == 0 {
			return nil
		}
		return db.damaged("%d faults: %v", faults, errors.Join(first...))
	})
	if err != nil {
		return err
	}
	_, tags := db.Tags()
	_, digests := db.Digests()
	_, games := db.GameNotes()
	_, positions := db.PositionNotes()
	_, searches := db.Searches()
	_, players := db.Aliases(alias.Players)
	_, events := db.Aliases(alias.Events)
	_, decisions := db.Decisions()
	return errors.Join(tags, digests, games, positions, searches, players, events, decisions)
}

// visit reads all of a bucket and of those in it, which are one level deep.
func visit(b *bbolt.Bucket) error {
	return b.ForEach(func(key, value []byte) error {
		inner := b.Bucket(key)
		if inner == nil {
			_ = bytes.Clone(value)
			return nil
		}
		return inner.ForEach(func(_, value []byte) error {
			_ = bytes.Clone(value)
			return nil
		})
	})
}
