package user

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// bucketNotes holds the notes on games by id, 32 bits, high byte first, and
// bucketPositions those on positions by what they are called. A value is
//
//	i64 when it was last changed, in seconds since 1970, high byte first; text
var (
	bucketNotes     = []byte("notes")
	bucketPositions = []byte("notes.positions")
)

// A Note is what the user wrote about a game or about a position wherever it
// comes up.
type Note struct {
	Game     store.GameID // 0: of a position
	Position Position     // "": of a game
	Text     string       // UTF-8, of any number of lines
	Changed  time.Time    // in seconds
}

// A Position is the one text that stands for a position under all its
// symmetries: for Go what position.Board.CanonicalSGF returns, for shogi SFEN.
// The package does not read it.
type Position string

// maxNote bounds the text of a note, in bytes.
const maxNote = 1 << 20

// maxPosition bounds what stands for a position, in bytes; bbolt's keys end at
// twice that.
const maxPosition = 16 << 10

// ErrNoNote is returned for what has no note.
var ErrNoNote = errors.New("there is no note")

// valid says why a note cannot be kept.
func (n *Note) valid() error {
	switch {
	case (n.Game == 0) == (n.Position == ""):
		return errors.New("a note is of a game or of a position")
	case strings.TrimSpace(n.Text) == "":
		return errors.New("a note needs a text")
	case len(n.Text) > maxNote:
		return fmt.Errorf("the text of a note has at most %d bytes; this one has %d", maxNote, len(n.Text))
	case !utf8.ValidString(n.Text):
		return errors.New("the text of a note is not UTF-8")
	case len(n.Position) > maxPosition:
		return fmt.Errorf("the position takes %d bytes; notes can be kept up to %d", len(n.Position), maxPosition)
	}
	return nil
}

// place returns the bucket and the key of what a note is on.
func (n *Note) place() (bucket, key []byte) {
	if n.Game != 0 {
		return bucketNotes, keyOf(n.Game)
	}
	return bucketPositions, []byte(n.Position)
}

// PutNotes writes notes in place of those that are there, if any, and what the
// games among them are now.
func (db *DB) PutNotes(notes []Note, games []Game) error {
	for i := range notes {
		if err := notes[i].valid(); err != nil {
			return err
		}
	}
	return db.update(func(tx *bbolt.Tx) error {
		for i := range notes {
			if err := putNote(tx, &notes[i]); err != nil {
				return err
			}
		}
		return putDigests(tx, games)
	})
}

// AppendNote writes a note, behind the text that is there, if any, as lines of
// its own. It returns the note as it is then.
func (db *DB) AppendNote(n Note, games []Game) (whole Note, err error) {
	if err := n.valid(); err != nil {
		return n, err
	}
	err = db.update(func(tx *bbolt.Tx) error {
		whole = n
		bucket, key := n.place()
		if b := tx.Bucket(bucket); b != nil {
			if value := b.Get(key); value != nil {
				there, err := db.readNote(n, value)
				if err != nil {
					return err
				}
				whole.Text = there.Text + "\n" + n.Text
			}
		}
		if err := whole.valid(); err != nil {
			return err
		}
		if err := putNote(tx, &whole); err != nil {
			return err
		}
		return putDigests(tx, games)
	})
	return whole, err
}

// RemoveNote removes the note of a game or position and returns it, or
// ErrNoNote. Only the place of n counts.
func (db *DB) RemoveNote(n Note) (removed Note, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		name, key := n.place()
		b := tx.Bucket(name)
		if b == nil || b.Get(key) == nil {
			return ErrNoNote
		}
		if removed, err = db.readNote(n, b.Get(key)); err != nil {
			return err
		}
		return b.Delete(key)
	})
	return removed, err
}

// NoteOn returns the note on a game, or ErrNoNote.
func (db *DB) NoteOn(id store.GameID) (Note, error) { return db.NoteOf(Note{Game: id}) }

// NoteOnPosition returns the note on a position, or ErrNoNote.
func (db *DB) NoteOnPosition(p Position) (Note, error) { return db.NoteOf(Note{Position: p}) }

// NoteOf returns the note on what n is on, or ErrNoNote. Only the place of n
// counts.
func (db *DB) NoteOf(n Note) (found Note, err error) {
	missing := true
	err = db.view(func(tx *bbolt.Tx) error {
		name, key := n.place()
		b := tx.Bucket(name)
		if b == nil {
			return nil
		}
		value := b.Get(key)
		if value == nil {
			return nil
		}
		missing = false
		found, err = db.readNote(n, value)
		return err
	})
	if err == nil && missing {
		err = ErrNoNote
	}
	return found, err
}

// GameNotes returns the notes on games, by id. Notes are few, as people write
// them: all are read, 10,000 in some ten milliseconds.
func (db *DB) GameNotes() ([]Note, error) {
	return db.notes(bucketNotes, func(key []byte) (Note, error) {
		if len(key) != 4 {
			return Note{}, db.damaged("a note of a game %q", key)
		}
		return Note{Game: store.GameID(binary.BigEndian.Uint32(key))}, nil
	})
}

// PositionNotes returns the notes on positions, ordered by Position.
func (db *DB) PositionNotes() ([]Note, error) {
	return db.notes(bucketPositions, func(key []byte) (Note, error) {
		return Note{Position: Position(key)}, nil
	})
}

func (db *DB) notes(bucket []byte, place func(key []byte) (Note, error)) (list []Note, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucket)
		if b == nil {
			return nil
		}
		return b.ForEach(func(key, value []byte) error {
			n, err := place(key)
			if err != nil {
				return err
			}
			n, err = db.readNote(n, value)
			list = append(list, n)
			return err
		})
	})
	return list, err
}

// readNote fills in a note whose place is known.
func (db *DB) readNote(n Note, value []byte) (Note, error) {
	if len(value) < 8 {
		return n, db.damaged("a note of %d bytes", len(value))
	}
	n.Changed = time.Unix(int64(binary.BigEndian.Uint64(value)), 0)
	n.Text = string(value[8:])
	return n, nil
}

func putNote(tx *bbolt.Tx, n *Note) error {
	bucket, key := n.place()
	b, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		return err
	}
	value := binary.BigEndian.AppendUint64(nil, uint64(n.Changed.Unix()))
	return b.Put(slices.Clone(key), append(value, n.Text...))
}
