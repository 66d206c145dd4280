package ledger

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// Imports write their entries twice. ledger.db is for lookups. ledger.log has the changes, from
// which ledger.db can be made again. A log begins with the first change, or with frames
// that hold the whole state after some change, and its number. When later changes take
// more than that, the log is written anew.
//
// A change goes into the log first and then into the database, which knows the number of its
// last change. Then the log gets the checksums of the database's pages, see guard.go. So the
// log may be one change ahead of the database, if the program ended between the two. The
// next writer adds that change to the database. Every other difference is damage, and nobody
// writes entries until it is repaired.
//
// Each change carries a chain, a digest of all changes before it. The database knows the chain
// of its last change, and the archive's manifest one that must have existed. So kifudb
// notices a file from another copy of the archive that has the same number of other changes.

// LogName is the file of the changes, in the archive's directory.
const LogName = "ledger.log"

// A logEnd is what is at the end of the log.
type logEnd struct {
	there bool
	size  int64 // of all whole frames
	last  frame // the last change; number 0 if there is none
	torn  bool  // something follows that is no frame
}

// end looks at the end of the log. Only where it is no frame all of it is read.
func (db *DB) end() (e logEnd, err error) {
	file, err := os.Open(db.logPath())
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return e, err
	}
	e.there, e.size = true, info.Size()
	for at := e.size; at >= frameHead+frameTail; {
		f, n, err := frameBefore(file, at)
		if err != nil {
			return e, err
		}
		if n == 0 {
			break
		}
		if f.change() {
			e.last = f
			return e, nil
		}
		at -= n
	}
	text, err := io.ReadAll(io.NewSectionReader(file, 0, e.size))
	if err != nil {
		return e, err
	}
	whole := eachFrame(text, func(f *frame) {
		if f.change() {
			e.last = *f
		}
	}, func(int, int) {})
	e.torn, e.size = int64(whole) < e.size, int64(whole)
	return e, nil
}

// frameBefore returns the frame that ends at an offset, and its length; 0 if none does.
func frameBefore(file io.ReaderAt, at int64) (f frame, n int64, err error) {
	tail := make([]byte, 4)
	if _, err := file.ReadAt(tail, at-4); err != nil {
		return f, 0, err
	}
	size := int64(binary.LittleEndian.Uint32(tail))
	if size > at || size < frameHead+frameTail {
		return f, 0, nil
	}
	text := make([]byte, size)
	if _, err := file.ReadAt(text, at-size); err != nil {
		return f, 0, err
	}
	if f, m, ok := frameOf(text); ok && int64(m) == size {
		return f, size, nil
	}
	return f, 0, nil
}

func (db *DB) logPath() string { return filepath.Join(db.dir, LogName) }

// logged reports whether the ledger has a log: it is that of a folder. In an object store, the
// ledgers there are what it can be made of again.
func (db *DB) logged() bool { return db.name == Name && !db.Shared() }

// loggedTx is a transaction that notes what it changes, for the log.
type loggedTx struct {
	*bbolt.Tx
	part *partWriter
}

// A writtenBucket notes what is changed in it.
type writtenBucket struct {
	*bbolt.Bucket
	number int // in travelling; -1: nobody is to know
	part   *partWriter
}

// Bucket returns a bucket to be changed.
func (w *loggedTx) Bucket(name []byte) *writtenBucket {
	return &writtenBucket{w.Tx.Bucket(name), numberOf(name), w.part}
}

func numberOf(name []byte) int {
	for i, other := range travelling {
		if string(other) == string(name) {
			return i
		}
	}
	return -1
}

// Put puts a value.
func (b *writtenBucket) Put(key, value []byte) error {
	if b.part != nil && b.number >= 0 {
		if err := b.part.add(b.number, key, value); err != nil {
			return err
		}
	}
	return b.Bucket.Put(key, value)
}

// Delete deletes a key.
func (b *writtenBucket) Delete(key []byte) error {
	if b.part != nil && b.number >= 0 {
		if err := b.part.add(b.number, key, nil); err != nil {
			return err
		}
	}
	return b.Bucket.Delete(key)
}

// clear deletes all keys.
func (b *writtenBucket) clear() error {
	var keys [][]byte
	err := b.ForEach(func(k, _ []byte) error {
		keys = append(keys, append([]byte{}, k...))
		return nil
	})
	for _, key := range keys {
		err = errors.Join(err, b.Delete(key))
	}
	return err
}

// follow calls change in a transaction that is in the log before it is in the database.
func (db *DB) follow(tx *bbolt.Tx, least *store.LedgerMark, change func(*loggedTx) error) (undo func() error, err error) {
	undo = func() error { return nil }
	if !db.logged() {
		return undo, change(&loggedTx{Tx: tx})
	}
	a, _, err := db.about(tx)
	if err != nil {
		return undo, err
	}
	was := a.Log
	end, err := db.catchUp(tx, &a, least)
	if err != nil {
		return undo, err
	}
	if !end.there || end.last.kind == frameUnchained || end.size > 2*int64(a.Base)+smallLog {
		if end.size, err = db.writeLog(tx, &a, was, least); err != nil {
			return undo, err
		}
	}
	f := frame{kind: frameChange, number: a.Log + 1}
	w := &loggedTx{Tx: tx}
	if w.part, err = newPartWriter(func(part []byte) error { f.part = part; return nil }); err != nil {
		return undo, err
	}
	w.part.whole = true
	if err := change(w); err != nil {
		return undo, err
	}
	now, _, err := db.about(tx)
	if err != nil {
		return undo, err
	}
	now.Log, now.Base, now.Chain = f.number, a.Base, ""
	if err := putJSON(w.Bucket(bucketAbout), keyAbout, now); err != nil {
		return undo, err
	}
	if err := w.part.flush(); err != nil {
		return undo, err
	}
	f.chain = chainOf(a.Chain).next(f.number, f.part)
	if err := putChain(tx, &now, f.chain); err != nil {
		return undo, err
	}
	if err := db.files.Append(db.logPath(), f.encode()); err != nil {
		return undo, err
	}
	db.mu.Lock()
	db.last = now.mark()
	db.mu.Unlock()
	return func() error { return os.Truncate(db.logPath(), end.size) }, nil
}

// putChain notes in the database alone which chain its last change has: it is a digest of what the
// log has.
func putChain(tx *bbolt.Tx, a *about, c chain) error {
	a.Chain = c.String()
	return putJSON(tx.Bucket(bucketAbout), keyAbout, a)
}

// smallLog is how long a log may become before it is written anew.
const smallLog = 64 << 10

// catchUp brings the change into the database by which the log may be ahead, and cuts off what a
// program that was killed has left. Everything else in which they differ is an error.
func (db *DB) catchUp(tx *bbolt.Tx, a *about, least *store.LedgerMark) (end logEnd, err error) {
	if end, err = db.end(); err != nil {
		return end, err
	}
	if err := db.compareLog(a, &end, least); err != nil {
		return end, err
	}
	if end.torn {
		if err := os.Truncate(db.logPath(), end.size); err != nil {
			return end, err
		}
	}
	if end.last.number <= a.Log {
		return end, nil
	}
	if err := applyTo(tx, end.last.part); err != nil {
		return end, err
	}
	if *a, _, err = db.about(tx); err == nil && end.last.kind == frameChange {
		err = putChain(tx, a, end.last.chain)
	}
	return end, err
}

// compareLog says whether the log and the database are not those of one ledger after the same
// change, or the next one.
func (db *DB) compareLog(a *about, end *logEnd, least *store.LedgerMark) error {
	const advice = "a repair rebuilds one from the other"
	switch last := end.last.number; {
	case max(last, a.Log) < least.Number:
		return db.damaged("it and %s are missing or older than the archive, which recorded change %d; the last one here is %d; restore both from a backup, or accept the loss", LogName, least.Number, max(last, a.Log))
	case !end.there && a.Log > 0:
		return db.damaged("%s is missing; %s", LogName, advice)
	case last < a.Log && end.there:
		return db.damaged("%s ends with change %d, the database with %d; %s", LogName, last, a.Log, advice)
	case last > a.Log+1:
		return db.damaged("%s ends with change %d, the database with %d; %s", LogName, last, a.Log, advice)
	case end.last.kind == frameChange && !end.last.continues(a):
		return db.damaged("%s and the database have different changes, from two copies of the archive; %s", LogName, advice)
	}
	known, err := db.chains()
	if err == nil && isOther(known, least) {
		err = db.damaged("change %d differs from the recorded one: it and %s come from another copy of the archive; restore both from a backup, or accept the loss", least.Number, LogName)
	}
	return err
}

// continues reports whether a change is the last one of a database, or the next one.
func (f *frame) continues(a *about) bool {
	if f.number == a.Log {
		return f.chain.String() == a.Chain
	}
	return f.chain == chainOf(a.Chain).next(f.number, f.part)
}

// isOther reports whether a change is known, and is another one.
func isOther(known map[uint64]chain, mark *store.LedgerMark) bool {
	c, ok := known[mark.Number]
	return ok && mark.Chain != "" && c.String() != mark.Chain
}

// errBehind says that the database lacks the last change in the log: its program was killed, or
// the database is that of before.
var errBehind = errors.New("the ledger's database lacks its last change")

// accords compares the database with the end of the log. The database may be behind only if
// the caller allows it.
func (db *DB) accords(a *about, least *store.LedgerMark, behind bool) error {
	if !db.logged() {
		return nil
	}
	end, err := db.end()
	if err != nil {
		return err
	}
	if err := db.compareLog(a, &end, least); err != nil || behind || end.last.number <= a.Log {
		return err
	}
	return errBehind
}

// bringIn brings the change into the database by which the log is ahead.
func (db *DB) bringIn(tx *bbolt.Tx, least *store.LedgerMark) error {
	a, _, err := db.about(tx)
	if err == nil {
		_, err = db.catchUp(tx, &a, least)
	}
	return err
}

// Settle joins the ledger with a log, after it has come from an object store into a folder,
// where nobody else imports. The archive then witnesses its number of changes.
func (db *DB) Settle(least store.LedgerMark) error {
	if _, err := os.Stat(db.path()); errors.Is(err, fs.ErrNotExist) && least.Number == 0 {
		return nil
	}
	return db.change(func(w *loggedTx) error {
		a, _, err := db.about(w.Tx)
		if err != nil {
			return err
		}
		was, last := a.Log, a.mark().Later(least)
		a.Log, a.Chain = last.Number, last.Chain
		if _, err := db.writeLog(w.Tx, &a, was, &least); err != nil {
			return err
		}
		return putJSON(w.Tx.Bucket(bucketAbout), keyAbout, a)
	})
}

// applyTo enters a part into the buckets of a transaction.
func applyTo(tx *bbolt.Tx, part []byte) error {
	return eachUpTo(part, maxFrame, func(bucket int, key, value []byte) error {
		b := tx.Bucket(travelling[bucket])
		if value == nil {
			return b.Delete(key)
		}
		return b.Put(key, value)
	})
}

// writeLog writes the log anew: all that the database has after its last change, with the sums of
// its pages as of before the transaction, when the last change was another one. It returns the size.
func (db *DB) writeLog(tx *bbolt.Tx, a *about, was uint64, least *store.LedgerMark) (size int64, err error) {
	known, err := db.chains()
	if err != nil {
		return 0, err
	}
	if least.Chain != "" {
		if known == nil {
			known = map[uint64]chain{}
		}
		known[least.Number] = chainOf(least.Chain)
	}
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	metas, err := readMetas(file)
	if err != nil || len(metas) == 0 {
		return 0, errors.Join(err, db.damaged("its first pages are damaged"))
	}
	sums, used, err := sumsOf(file, &metas[0], nil, was)
	if err != nil {
		return 0, db.pageFault(err)
	}
	size, err = db.files.Write(db.logPath(), true, func(out io.Writer) error {
		add := func(f frame) error {
			_, err := out.Write(f.encode())
			return err
		}
		begin := func(part []byte) error {
			return add(frame{kind: frameChange, number: a.Log, chain: chainOf(a.Chain), part: part})
		}
		if err := add(marksBefore(a.Log, known)); err != nil {
			return err
		}
		frames := 0
		w, err := newPartWriter(func(part []byte) error {
			frames++
			return begin(part)
		})
		if err != nil {
			return err
		}
		for i, name := range travelling {
			if err := diff(nil, bucketOf(tx, name), func(key, value []byte) error { return w.add(i, key, value) }); err != nil {
				return err
			}
		}
		if err := w.flush(); err != nil {
			return err
		}
		if frames == 0 {
			if err := begin(nil); err != nil {
				return err
			}
		}
		return add(sums)
	})
	if err != nil {
		return 0, err
	}
	a.Base = uint64(size)
	return size, db.noteSums(used, metas[0].tx)
}
