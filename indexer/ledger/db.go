package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"kifudb/internal/durable"
	"kifudb/store"
)

// Name is the ledger's file in the archive's directory.
const Name = "ledger.db"

// patience is how long a method waits for other processes, which have the
// ledger open for moments.
const patience = 30 * time.Second

var (
	// ErrCorrupt is what errors about a damaged ledger wrap.
	ErrCorrupt = errors.New("the ledger is damaged")

	// ErrAhead is wrapped by the error of Check for a ledger that speaks of
	// another archive, or of a later state of this one. It is no obstacle.
	ErrAhead = errors.New("the ledger is ahead of the archive; the next import or repair drops its entries about games that the archive does not have")

	// ErrBusy is returned if another process has had the ledger open for long.
	ErrBusy = errors.New("another process is using the ledger; try again when it has ended")
)

var (
	bucketRuns     = []byte("runs")
	bucketOutcomes = []byte("outcomes")
	bucketSources  = []byte("sources")
	bucketGone     = []byte("gone")
)

// buckets are those that every ledger has; older versions had no
// bucketAbout and no bucketAccepted.
func buckets() [][]byte { return [][]byte{bucketRuns, bucketOutcomes, bucketSources, bucketGone} }

// DB is the ledger of an archive. It holds no file open and is safe for
// concurrent use, by any number of processes.
type DB struct {
	dir   string // the archive's
	name  string // of the file, in that
	files durable.Files
	least func() (store.LedgerMark, error) // a change that there must be; nil: nobody knows
	guard guard

	mu   sync.Mutex
	last store.LedgerMark // the last change by this DB
}

// Open returns the ledger of the archive in a directory. It opens nothing yet;
// a ledger without a file is empty.
func Open(archive string) *DB { return &DB{dir: archive, name: Name} }

// Witnessed says how to find out which change was the last one by the last commit of the archive, and
// returns the ledger: without that change it is lost, an older one or another one.
func (db *DB) Witnessed(least func() (store.LedgerMark, error)) *DB {
	db.least = least
	return db
}

func (db *DB) leastMark() (least store.LedgerMark, err error) {
	if db.least == nil || !db.logged() {
		return least, nil
	}
	return db.least()
}

// Mark returns the last change made through the DB, for a witness; number 0 for none.
func (db *DB) Mark() store.LedgerMark {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.last
}

// at returns the ledger in a file.
func at(file string) *DB { return &DB{dir: filepath.Dir(file), name: filepath.Base(file)} }

// Dir returns the archive's directory.
func (db *DB) Dir() string { return db.dir }

func (db *DB) path() string { return filepath.Join(db.dir, db.name) }

// view reads the ledger as it is at one moment. If nothing was ever entered,
// that is no error: then read is not called.
func (db *DB) view(read func(*bbolt.Tx) error) error {
	least, err := db.leastMark()
	if err != nil {
		return err
	}
	err = db.viewAs(least, false, read)
	if errors.Is(err, errBehind) {
		if err = db.change(func(w *loggedTx) error { return db.bringIn(w.Tx, &least) }); errors.Is(err, fs.ErrPermission) {
			return db.viewAs(least, true, read) // what its program did not come to the end of
		} else if err == nil {
			err = db.viewAs(least, false, read)
		}
	}
	return err
}

func (db *DB) viewAs(least store.LedgerMark, behind bool, read func(*bbolt.Tx) error) error {
	info, err := os.Stat(db.path())
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		err := db.accords(&about{}, &least, behind)
		if info, statErr := os.Stat(db.path()); err != nil && statErr == nil && info.Size() > 0 { // it has just been made
			return db.viewAs(least, behind, read)
		}
		return err
	}
	return db.with(true, func(b *bbolt.DB) error {
		return b.View(func(tx *bbolt.Tx) error {
			a, _, err := db.about(tx)
			if err != nil {
				return err
			}
			if err := db.accords(&a, &least, behind); err != nil {
				return err
			}
			for _, name := range buckets() {
				if tx.Bucket(name) == nil {
					return nil // its process ended before the first transaction
				}
			}
			return read(tx)
		})
	})
}

// update changes the ledger, wholly or not at all. A file that it makes is in its
// folder for good.
func (db *DB) update(change func(*loggedTx) error) error {
	least, err := db.leastMark()
	if err != nil {
		return err
	}
	_, err = os.Stat(db.path())
	made := errors.Is(err, fs.ErrNotExist)
	if made { // before there is a file
		if err := db.accords(&about{}, &least, true); err != nil {
			return err
		}
	}
	undo := func() error { return nil }
	err = db.change(func(w *loggedTx) (err error) {
		undo, err = db.follow(w.Tx, &least, change)
		return err
	})
	if err != nil {
		return errors.Join(err, undo())
	}
	if !made {
		return nil
	}
	return db.files.SyncDir(db.dir)
}

func (db *DB) change(change func(*loggedTx) error) error {
	return db.with(false, func(b *bbolt.DB) error {
		return b.Update(func(tx *bbolt.Tx) error {
			for _, name := range append(buckets(), bucketAbout, bucketAccepted) {
				if _, err := tx.CreateBucketIfNotExists(name); err != nil {
					return err
				}
			}
			return change(&loggedTx{Tx: tx})
		})
	})
}

// with opens the file for one transaction, whose pages are trusted only if they are as the log says.
func (db *DB) with(readOnly bool, do func(*bbolt.DB) error) error {
	for {
		tx := uint64(0)
		if info, err := os.Stat(db.path()); db.logged() && err == nil && info.Size() > 0 {
			err := db.opened(true, func(b *bbolt.DB) error {
				return db.onFile(os.O_RDONLY, func(file *os.File) (err error) {
					if tx, err = db.trust(file); err == nil && readOnly || readOnly && errors.Is(err, errPutBack) {
						return do(b)
					}
					return err
				})
			})
			switch {
			case readOnly && errors.Is(err, errUnended):
				return errBehind
			case readOnly || err != nil && !errors.Is(err, errUnended) && !errors.Is(err, errPutBack):
				return err
			}
		} else if readOnly {
			return db.opened(true, do)
		}
		done := false
		err := db.opened(false, func(b *bbolt.DB) error {
			if !db.logged() {
				done = true
				return do(b)
			}
			return db.onFile(os.O_RDWR, func(file *os.File) error {
				now, err := db.trust(file)
				switch {
				case now != tx && tx > 0: // somebody changed it meanwhile
					return nil
				case errors.Is(err, errUnended):
					return putBack(file, now)
				case errors.Is(err, errPutBack):
					err = db.tellPutBack(file, now)
				}
				if err != nil {
					return err
				}
				done = true
				if err := do(b); err != nil {
					return err
				}
				db.tellSums(file)
				return nil
			})
		})
		if err != nil || done {
			return err
		}
	}
}

func (db *DB) onFile(flag int, do func(*os.File) error) error {
	file, err := os.OpenFile(db.path(), flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(do(file), file.Close())
}

// opened opens the file. bbolt trusts what it reads: where damage makes it fault, that is an error here.
func (db *DB) opened(readOnly bool, do func(*bbolt.DB) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = db.damaged("%v", r)
		}
	}()
	b, err := bbolt.Open(db.path(), durable.Perm(db.Dir(), 0o666), &bbolt.Options{
		ReadOnly: readOnly,
		Timeout:  patience,
		PageSize: pageSize, // not the machine's: archives are carried from one to another
	})
	switch _, isPath := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w", db.path(), ErrBusy)
	case isPath:
		return err
	case err != nil:
		return db.damaged("%v", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	b.AllocSize = pageSize // by which the file grows beyond what is in it, where bbolt would double it
	return do(b)
}

func (db *DB) damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w (%s)", db.path(), ErrCorrupt, fmt.Sprintf(format, args...))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// put stores a value under a key, with the checksum of both before it.
func put(bucket putter, key, data []byte) error { return bucket.Put(key, seal(key, data)) }

// A putter is a bucket, which may note what is put into it.
type putter interface{ Put(key, value []byte) error }

func seal(key, data []byte) []byte {
	value := make([]byte, 4, 4+len(data))
	binary.LittleEndian.PutUint32(value, checksum(key, data))
	return append(value, data...)
}

// open returns the data of a value, which is valid during the transaction.
func (db *DB) open(key, value []byte) ([]byte, error) {
	if len(value) < 4 || binary.LittleEndian.Uint32(value) != checksum(key, value[4:]) {
		return nil, db.damaged("checksum of %q is wrong", key)
	}
	return value[4:], nil
}

func checksum(key, data []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, data)
}
