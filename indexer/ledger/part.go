package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

// A ledger travels in parts. A part holds the entries since the part before. It is packed with
// zstd; unpacked it is, for each key that has changed,
//
//	byte     number of the bucket, as in travelling
//	uvarint  length of the key
//	bytes    the key
//	uvarint  0 if it is gone, otherwise 1 and the length of the value
//	bytes    the value, with its checksum
//
// The parts of a ledger one after the other make the same ledger. A later one wins, so one
// part may replace several consecutive ones.

// travelling are the buckets of which parts tell. They have their places for ever.
var travelling = append(buckets(), bucketAbout, bucketAccepted)

var (
	bucketParts   = []byte("parts")   // of a ledger that was made of parts: "names", a line each
	bucketDigests = []byte("digests") // of the same: digest of a file, its path
	keyNames      = []byte("names")
)

// maxPart is about how large a part may become, unpacked; one value more may be in it.
const maxPart = 8 << 20

// maxUnpacked bounds what is unpacked of a part that somebody else has made.
const maxUnpacked = 64 << 20

// A partWriter packs what has changed.
type partWriter struct {
	text    []byte
	encoder *zstd.Encoder
	emit    func(part []byte) error
	whole   bool // all is one part, however large
}

func newPartWriter(emit func(part []byte) error) (*partWriter, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	return &partWriter{encoder: encoder, emit: emit}, err
}

// add adds a key; no value says that it is gone.
func (w *partWriter) add(bucket int, key, value []byte) error {
	w.text = append(w.text, byte(bucket))
	w.text = binary.AppendUvarint(w.text, uint64(len(key)))
	w.text = append(w.text, key...)
	if value == nil {
		w.text = append(w.text, 0)
	} else {
		w.text = binary.AppendUvarint(w.text, uint64(len(value))+1)
		w.text = append(w.text, value...)
	}
	if len(w.text) < maxPart || w.whole {
		return nil
	}
	return w.flush()
}

func (w *partWriter) flush() error {
	if len(w.text) == 0 {
		return nil
	}
	part := w.encoder.EncodeAll(w.text, nil)
	w.text = w.text[:0]
	return w.emit(part)
}

var errPart = errors.New("a part of the ledger is damaged")

// eachIn goes through a part.
func eachIn(part []byte, do func(bucket int, key, value []byte) error) error {
	return eachUpTo(part, maxUnpacked, do)
}

// eachUpTo is eachIn for a part with a maximal unpacked size in bytes.
func eachUpTo(part []byte, most uint64, do func(bucket int, key, value []byte) error) error {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(most))
	if err != nil {
		return err
	}
	defer decoder.Close()
	text, err := decoder.DecodeAll(part, nil)
	if err != nil {
		return fmt.Errorf("%w: %w: %w", ErrCorrupt, errPart, err)
	}
	bad := fmt.Errorf("%w: %w", ErrCorrupt, errPart)
	take := func(n uint64) ([]byte, bool) {
		if n > uint64(len(text)) {
			return nil, false
		}
		taken := text[:n:n]
		text = text[n:]
		return taken, true
	}
	for len(text) > 0 {
		bucket := int(text[0])
		text = text[1:]
		n, size := binary.Uvarint(text)
		if size <= 0 || n == 0 || bucket >= len(travelling) {
			return bad
		}
		text = text[size:]
		key, ok := take(n)
		if !ok {
			return bad
		}
		if n, size = binary.Uvarint(text); size <= 0 {
			return bad
		}
		text = text[size:]
		var value []byte
		if n > 0 {
			if value, ok = take(n - 1); !ok || len(value) < 4 || binary.LittleEndian.Uint32(value) != checksum(key, value[4:]) {
				return bad
			}
		}
		if err := do(bucket, key, value); err != nil {
			return err
		}
	}
	return nil
}

// Diff packs what a ledger in a file has that an older state of it in another file has not,
// and calls emit with each part. A file that is not there is an empty ledger.
func Diff(older, newer string, emit func(part []byte) error) error {
	w, err := newPartWriter(emit)
	if err != nil {
		return err
	}
	return reading(newer, func(now *bbolt.Tx) error {
		return reading(older, func(was *bbolt.Tx) error {
			for i, name := range travelling {
				if err := diff(bucketOf(was, name), bucketOf(now, name), func(key, value []byte) error { return w.add(i, key, value) }); err != nil {
					return err
				}
			}
			return w.flush()
		})
	})
}

// reading reads the ledger in a file; the transaction is nil if there is none.
func reading(name string, read func(*bbolt.Tx) error) error {
	if _, err := os.Stat(name); name == "" || errors.Is(err, fs.ErrNotExist) {
		return read(nil)
	}
	return at(name).with(true, func(b *bbolt.DB) error { return b.View(read) })
}

func bucketOf(tx *bbolt.Tx, name []byte) *bbolt.Bucket {
	if tx == nil {
		return nil
	}
	return tx.Bucket(name)
}

// diff calls add for each key whose value is another one; both buckets may be nil.
func diff(older, newer *bbolt.Bucket, add func(key, value []byte) error) error {
	walk := func(b *bbolt.Bucket) (next func() (k, v []byte)) {
		if b == nil {
			return func() (k, v []byte) { return nil, nil }
		}
		c, begun := b.Cursor(), false
		return func() (k, v []byte) {
			if !begun {
				begun = true
				return c.First()
			}
			return c.Next()
		}
	}
	nextOld, nextNew := walk(older), walk(newer)
	oldKey, was := nextOld()
	newKey, now := nextNew()
	for oldKey != nil || newKey != nil {
		order := bytes.Compare(oldKey, newKey)
		switch {
		case newKey == nil:
			order = -1
		case oldKey == nil:
			order = 1
		}
		var err error
		switch {
		case order < 0:
			err = add(oldKey, nil)
		case order > 0 || !bytes.Equal(was, now):
			err = add(newKey, now)
		}
		if err != nil {
			return err
		}
		if order <= 0 {
			oldKey, was = nextOld()
		}
		if order >= 0 {
			newKey, now = nextNew()
		}
	}
	return nil
}

// Merge packs some parts that follow each other anew, as one if that is not too large, and
// calls emit with each part.
func Merge(parts [][]byte, emit func(part []byte) error) error {
	all := make([]map[string][]byte, len(travelling)) // nil for what is gone
	for i := range all {
		all[i] = map[string][]byte{}
	}
	for _, part := range parts {
		if err := eachIn(part, func(bucket int, key, value []byte) error {
			all[bucket][string(key)] = value
			return nil
		}); err != nil {
			return err
		}
	}
	w, err := newPartWriter(emit)
	if err != nil {
		return err
	}
	for i, values := range all {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if err := w.add(i, []byte(key), values[key]); err != nil {
				return err
			}
		}
	}
	return w.flush()
}

// Parts returns the names of the parts of which the ledger in a file was made.
func Parts(name string) (names []string, err error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err = at(name).with(true, func(b *bbolt.DB) error {
		return b.View(func(tx *bbolt.Tx) error {
			if parts := tx.Bucket(bucketParts); parts != nil {
				return json.Unmarshal(parts.Get(keyNames), &names)
			}
			return nil
		})
	})
	return names, err
}

// Apply enters parts into the ledger in a file, which is that of another computer or of this
// one, and notes of which parts it is made now. Nobody else may have the file open.
func Apply(name string, parts [][]byte, names []string) error {
	db := at(name)
	return db.change(func(w *loggedTx) error {
		tx := w.Tx
		digests, err := tx.CreateBucketIfNotExists(bucketDigests)
		if err != nil {
			return err
		}
		for _, part := range parts {
			err := eachIn(part, func(bucket int, key, value []byte) error {
				b := tx.Bucket(travelling[bucket])
				if value == nil {
					return b.Delete(key)
				}
				if string(travelling[bucket]) == string(bucketSources) {
					var s Source
					if err := json.Unmarshal(value[4:], &s); err != nil {
						return db.damaged("%q: %v", key, err)
					}
					if sum, err := hex.DecodeString(s.Digest); err == nil && len(sum) > 0 {
						if err := digests.Put(sum, key); err != nil {
							return err
						}
					}
				}
				return b.Put(key, value)
			})
			if err != nil {
				return err
			}
		}
		b, err := tx.CreateBucketIfNotExists(bucketParts)
		if err != nil {
			return err
		}
		text, err := json.Marshal(names)
		if err != nil {
			return err
		}
		return b.Put(keyNames, text)
	})
}
