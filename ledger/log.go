package ledger

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// What imports have entered is kept twice: ledger.db is what is looked things up in, and
// ledger.log is the changes that came to it, from which it can be made again. Every change is a
// frame, numbers little-endian:
//
//	u32      magic
//	u64      number of the change, from 1; that of the change before for the beginning
//	u32      bytes of the part
//	bytes    a part, see part.go: the keys that have changed
//	u32      CRC-32C of all before
//	u32      bytes of the frame, by which the last one is found
//
// A log begins with the first change, or with frames that have all that there was after some
// change and its number: when the changes since take more than that, it is written anew.
//
// A change is first put into the log and then into the database, which knows the number of its
// last change. So the log may be one change ahead of the database, if the program ended between
// the two: whoever comes next brings that one in first. Everything else in which they differ is
// damage: nobody enters anything until it is repaired.

// LogName is the file of the changes, in the archive's directory.
const LogName = "ledger.log"

const (
	frameMagic = 0x31676c6b // "klg1"
	maxFrame   = 4 << 30    // bytes of a change, unpacked
	frameHead  = 16
	frameTail  = 8
)

// A frame is a change in the log.
type frame struct {
	number uint64
	part   []byte
}

func (f *frame) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, frameHead+len(f.part)+frameTail)
	b = le.AppendUint32(b, frameMagic)
	b = le.AppendUint64(b, f.number)
	b = le.AppendUint32(b, uint32(len(f.part)))
	b = append(b, f.part...)
	b = le.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return le.AppendUint32(b, uint32(len(b)+4))
}

// frameOf returns the frame with which data begins, and its length.
func frameOf(data []byte) (f frame, n int, ok bool) {
	le := binary.LittleEndian
	if len(data) < frameHead+frameTail || le.Uint32(data) != frameMagic {
		return f, 0, false
	}
	size := int64(le.Uint32(data[12:]))
	if size > int64(len(data)-frameHead-frameTail) {
		return f, 0, false
	}
	n = frameHead + int(size) + frameTail
	sum := n - frameTail
	if le.Uint32(data[sum:]) != crc32.Checksum(data[:sum], castagnoli) || le.Uint32(data[sum+4:]) != uint32(n) {
		return f, 0, false
	}
	return frame{le.Uint64(data[4:]), data[frameHead:sum]}, n, true
}

// A logEnd is what is at the end of the log.
type logEnd struct {
	there bool
	size  int64 // of all whole frames
	last  frame // number 0 if there is none
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
	e.there = true
	tail := make([]byte, 4)
	if n := info.Size(); n >= frameHead+frameTail {
		if _, err := file.ReadAt(tail, n-4); err != nil {
			return e, err
		}
		if size := int64(binary.LittleEndian.Uint32(tail)); size <= n {
			text := make([]byte, size)
			if _, err := file.ReadAt(text, n-size); err != nil {
				return e, err
			}
			if f, m, ok := frameOf(text); ok && int64(m) == size {
				e.size, e.last = n, f
				return e, nil
			}
		}
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return e, err
	}
	for len(text) > 0 {
		f, n, ok := frameOf(text)
		if !ok {
			e.torn = true
			break
		}
		e.size += int64(n)
		e.last, text = f, text[n:]
	}
	return e, nil
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
func (db *DB) follow(tx *bbolt.Tx, least uint64, change func(*loggedTx) error) (undo func() error, err error) {
	undo = func() error { return nil }
	if !db.logged() {
		return undo, change(&loggedTx{Tx: tx})
	}
	a, _, err := db.about(tx)
	if err != nil {
		return undo, err
	}
	end, err := db.catchUp(tx, &a, least)
	if err != nil {
		return undo, err
	}
	if !end.there || end.size > 2*int64(a.Base)+smallLog {
		if end, err = db.writeLog(tx, &a); err != nil {
			return undo, err
		}
	}
	f := frame{number: a.Log + 1}
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
	now.Log, now.Base = f.number, a.Base
	if err := putJSON(w.Bucket(bucketAbout), keyAbout, now); err != nil {
		return undo, err
	}
	if err := w.part.flush(); err != nil {
		return undo, err
	}
	if err := db.files.Append(db.logPath(), f.encode()); err != nil {
		return undo, err
	}
	db.number.Store(f.number)
	return func() error { return os.Truncate(db.logPath(), end.size) }, nil
}

// smallLog is how long a log may become before it is written anew.
const smallLog = 64 << 10

// catchUp brings the change into the database by which the log may be ahead, and cuts off what a
// program that was killed has left. Everything else in which they differ is an error.
func (db *DB) catchUp(tx *bbolt.Tx, a *about, least uint64) (end logEnd, err error) {
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
	*a, _, err = db.about(tx)
	return end, err
}

// compareLog says whether the log and the database are not those of one ledger after the same
// change, or the next one.
func (db *DB) compareLog(a *about, end *logEnd, least uint64) error {
	const advice = "a repair makes one of the other"
	switch last := end.last.number; {
	case max(last, a.Log) < least:
		return db.damaged("it and %s are gone, or older than the archive: change %d was entered, and %d is the last that is there; restore both from a backup, or accept the loss", LogName, least, max(last, a.Log))
	case !end.there && a.Log > 0:
		return db.damaged("%s is missing; %s", LogName, advice)
	case last < a.Log && end.there:
		return db.damaged("%s ends with change %d, the database with %d; %s", LogName, last, a.Log, advice)
	case last > a.Log+1:
		return db.damaged("%s ends with change %d, the database with %d; %s", LogName, last, a.Log, advice)
	}
	return nil
}

// errBehind says that the database lacks the last change in the log: its program was killed, or
// the database is that of before.
var errBehind = errors.New("the ledger's database lacks its last change")

// accords compares the database with the end of the log. It may be behind only if that is said.
func (db *DB) accords(a *about, least uint64, behind bool) error {
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
func (db *DB) bringIn(tx *bbolt.Tx, least uint64) error {
	a, _, err := db.about(tx)
	if err == nil {
		_, err = db.catchUp(tx, &a, least)
	}
	return err
}

// Settle makes the ledger one with a log, after it has come from an object store into a folder,
// where nobody else imports: so many changes are witnessed by the archive.
func (db *DB) Settle(least uint64) error {
	if _, err := os.Stat(db.path()); errors.Is(err, fs.ErrNotExist) && least == 0 {
		return nil
	}
	return db.change(func(w *loggedTx) error {
		a, _, err := db.about(w.Tx)
		if err != nil {
			return err
		}
		a.Log = max(a.Log, least)
		if _, err := db.writeLog(w.Tx, &a); err != nil {
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

// writeLog writes the log anew: all that the database has after its last change.
func (db *DB) writeLog(tx *bbolt.Tx, a *about) (end logEnd, err error) {
	size, err := db.files.Write(db.logPath(), true, func(out io.Writer) error {
		frames := 0
		w, err := newPartWriter(func(part []byte) error {
			frames++
			_, err := out.Write((&frame{a.Log, part}).encode())
			return err
		})
		if err != nil {
			return err
		}
		for i, name := range travelling {
			if err := diff(nil, bucketOf(tx, name), func(key, value []byte) error { return w.add(i, key, value) }); err != nil {
				return err
			}
		}
		if err := w.flush(); err != nil || frames > 0 {
			return err
		}
		_, err = out.Write((&frame{number: a.Log}).encode())
		return err
	})
	a.Base = uint64(size)
	return logEnd{there: true, size: size}, err
}
