package user

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"kifudb/store"
)

// oldName is the file in which programs until 2026 kept what the user added, a
// database of bbolt with these buckets. Ids are 32 bits, high byte first.
//
//	about            "format": "1"
//	tags             name, folded: uvarint length, name, set of games
//	notes            id: i64 seconds since 1970, high byte first; text
//	notes.positions  position: the same
//	searches         name, folded: JSON of an oldSearch
//	digests          id: digest of the game
//	aliases          kind, slash, number of the group: spellings on lines
//	decisions        kind, one byte, and ids: nothing
//
// and tags.undo and aliases.undo, which are not taken over: what was changed
// before can be changed back, but not by undo.
const oldName = "user.db"

func checksumOf(data []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(data, castagnoli))
}

// takeOver returns the operation that makes all that is in user.db of nothing.
func (db *DB) takeOver(data []byte) (*operation, error) {
	o := &operation{What: "taken over from " + oldName, Taken: checksumOf(data)}
	if len(data) == 0 { // of which bbolt would make a database
		return nil, db.damagedOld("it is empty")
	}
	t := &taking{operation: o, ids: roaring.New()}
	err := db.withOld(func(tx *bbolt.Tx) error {
		if tx.Size() > int64(len(data)) {
			return db.damagedOld("it has %d bytes instead of %d", len(data), tx.Size())
		}
		about := tx.Bucket([]byte("about"))
		if about == nil {
			return db.damagedOld("it has no format")
		}
		switch format := string(about.Get([]byte("format"))); {
		case format == "":
			return db.damagedOld("it has no format")
		case format != "1":
			return fmt.Errorf("%s: %w (format %s)", db.path(oldName), store.ErrNewer, format)
		}
		for _, bucket := range []struct {
			name string
			take func(key, value []byte) error
		}{
			{"tags", t.tag},
			{"notes", t.note},
			{"notes.positions", t.positionNote},
			{"searches", t.search},
			{"digests", t.digest},
			{"aliases", t.alias},
			{"decisions", t.decision},
		} {
			b := tx.Bucket([]byte(bucket.name))
			if b == nil {
				continue
			}
			err := b.ForEach(bucket.take)
			if err != nil {
				return db.damagedOld("%s: %v", bucket.name, err)
			}
		}
		return nil
	})
	if !t.ids.IsEmpty() {
		o.Digests = []digestChange{{&set{t.ids}, hex.EncodeToString(t.all)}}
	}
	return o, err
}

// taking is a taking over that is under way.
type taking struct {
	*operation
	ids *roaring.Bitmap // of the games with digests
	all []byte          // their digests
}

// withOld opens user.db for a moment. bbolt trusts what it reads: where a
// damaged file makes it panic, or ends before its pages do, that is an error.
func (db *DB) withOld(do func(*bbolt.Tx) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = db.damagedOld("%v", r)
		}
	}()
	b, err := bbolt.Open(db.path(oldName), 0o444, &bbolt.Options{ReadOnly: true, Timeout: patience})
	switch _, isPath := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w", db.path(oldName), ErrLocked)
	case isPath:
		return err
	case err != nil:
		return db.damagedOld("%v", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	return b.View(do)
}

func (db *DB) damagedOld(format string, args ...any) error {
	return db.damaged(oldName, format+"; restore it from a backup, or move it away to start without tags and notes", args...)
}

var errShort = errors.New("an entry is cut off")

func (t *taking) tag(_, value []byte) error {
	n, size := binary.Uvarint(value)
	if size <= 0 || n > uint64(len(value)-size) {
		return errShort
	}
	games, err := oldSet(value[size+int(n):])
	if err == nil {
		t.Tags = append(t.Tags, tagChange{Name: string(value[size : size+int(n)]), Add: newSet(games)})
	}
	return err
}

// oldSet reads a roaring bitmap in its portable format.
func oldSet(data []byte) (*roaring.Bitmap, error) {
	games := roaring.New()
	if len(data) == 0 {
		return games, nil
	}
	if err := games.UnmarshalBinary(bytes.Clone(data)); err != nil {
		return nil, err
	}
	return games, games.Validate()
}

func (t *taking) note(key, value []byte) error {
	if len(key) != 4 {
		return errShort
	}
	return t.noteOn(Note{Game: store.GameID(binary.BigEndian.Uint32(key))}, value)
}

func (t *taking) positionNote(key, value []byte) error {
	return t.noteOn(Note{Position: Position(key)}, value)
}

func (t *taking) noteOn(n Note, value []byte) error {
	if len(value) < 8 {
		return errShort
	}
	t.Notes = append(t.Notes, noteChange{n.Game, n.Position, string(value[8:]), int64(binary.BigEndian.Uint64(value)), false})
	return nil
}

// oldSearch is a saved search in user.db.
type oldSearch struct {
	Name       string `json:"name"`
	Query      string `json:"query"`
	Seen       []byte `json:"seen,omitempty"`   // a set
	Looked     int64  `json:"looked,omitempty"` // seconds since 1970
	Generation uint64 `json:"generation,omitempty"`
}

func (t *taking) search(_, value []byte) error {
	var s oldSearch
	if err := json.Unmarshal(value, &s); err != nil {
		return err
	}
	seen, err := oldSet(s.Seen)
	t.Searches = append(t.Searches, searchChange{Name: s.Name, Query: s.Query, Looked: s.Looked, Generation: s.Generation, Seen: newSet(seen)})
	return err
}

func (t *taking) digest(key, value []byte) error {
	if len(key) != 4 || len(value) != len(store.Digest{}) {
		return errShort
	}
	t.ids.Add(binary.BigEndian.Uint32(key)) // they ascend
	t.all = append(t.all, value...)
	return nil
}

func (t *taking) alias(key, value []byte) error {
	kind, _, ok := strings.Cut(string(key), "/")
	if !ok || len(value) == 0 {
		return errShort
	}
	if n := len(t.Aliases); n == 0 || t.Aliases[n-1].Kind != kind {
		t.Aliases = append(t.Aliases, aliasChange{Kind: kind})
	}
	c := &t.Aliases[len(t.Aliases)-1]
	c.After = append(c.After, strings.Split(string(value), "\n"))
	return nil
}

func (t *taking) decision(key, _ []byte) error {
	c := decisionChange{Kind: string(key[:1])}
	for rest := key[1:]; len(rest) >= 4; rest = rest[4:] {
		c.Games = append(c.Games, store.GameID(binary.BigEndian.Uint32(rest)))
	}
	t.Decisions = append(t.Decisions, c)
	return nil
}
