package user

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kifudb/store"
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

// maxPosition bounds what stands for a position, in bytes.
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

// noteChange writes a note in place of the one that is there, or removes it.
type noteChange struct {
	Game     store.GameID `json:"game,omitempty"`
	Position Position     `json:"position,omitempty"`
	Text     string       `json:"text,omitempty"`
	Changed  int64        `json:"changed,omitempty"` // seconds since 1970
	Gone     bool         `json:"gone,omitempty"`
}

func (s *state) changeNote(c *noteChange) {
	n := Note{c.Game, c.Position, c.Text, time.Unix(c.Changed, 0)}
	switch {
	case c.Gone && c.Game != 0:
		delete(s.notes, c.Game)
	case c.Gone:
		delete(s.positions, c.Position)
	case c.Game != 0:
		s.notes[c.Game] = n
	default:
		s.positions[c.Position] = n
	}
}

func (n *Note) written() noteChange {
	return noteChange{n.Game, n.Position, n.Text, n.Changed.Unix(), false}
}

// note returns the note on what n is on.
func (s *state) note(n *Note) (found Note, ok bool) {
	if n.Game != 0 {
		found, ok = s.notes[n.Game]
	} else {
		found, ok = s.positions[n.Position]
	}
	return found, ok
}

// PutNotes writes notes in place of those that are there, if any, and what the
// games among them are now.
func (db *DB) PutNotes(notes []Note, games []Game) error {
	for i := range notes {
		if err := notes[i].valid(); err != nil {
			return err
		}
	}
	return db.change("note", func(s *state, o *operation) error {
		for i := range notes {
			o.Notes = append(o.Notes, notes[i].written())
		}
		o.Digests = s.newDigests(games)
		return nil
	})
}

// AppendNote adds lines to a note, after the text that is there, if any. It returns the
// new text.
func (db *DB) AppendNote(n Note, games []Game) (whole Note, err error) {
	if err := n.valid(); err != nil {
		return n, err
	}
	err = db.change("note add", func(s *state, o *operation) error {
		whole = n
		if there, ok := s.note(&n); ok {
			whole.Text = there.Text + "\n" + n.Text
		}
		if err := whole.valid(); err != nil {
			return err
		}
		o.Notes = []noteChange{whole.written()}
		o.Digests = s.newDigests(games)
		return nil
	})
	return whole, err
}

// RemoveNote removes the note of a game or position and returns it, or
// ErrNoNote. Only the place of n counts.
func (db *DB) RemoveNote(n Note) (removed Note, err error) {
	err = db.change("note remove", func(s *state, o *operation) error {
		var ok bool
		if removed, ok = s.note(&n); !ok {
			return ErrNoNote
		}
		o.Notes = []noteChange{{Game: n.Game, Position: n.Position, Gone: true}}
		return nil
	})
	return removed, err
}

// NoteOn returns the note on a game, or ErrNoNote.
func (db *DB) NoteOn(id store.GameID) (Note, error) { return db.NoteOf(Note{Game: id}) }

// NoteOnPosition returns the note on a position, or ErrNoNote.
func (db *DB) NoteOnPosition(p Position) (Note, error) { return db.NoteOf(Note{Position: p}) }

// HasPositionNotes reports whether there is a note on any position.
func (db *DB) HasPositionNotes() (bool, error) {
	s, err := db.state()
	if err != nil {
		return false, err
	}
	return len(s.positions) > 0, nil
}

// NoteOf returns the note on what n is on, or ErrNoNote. Only the place of n
// counts.
func (db *DB) NoteOf(n Note) (Note, error) {
	s, err := db.state()
	if err != nil {
		return Note{}, err
	}
	found, ok := s.note(&n)
	if !ok {
		return Note{}, ErrNoNote
	}
	return found, nil
}

// GameNotes returns the notes on games, by id.
func (db *DB) GameNotes() (list []Note, err error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	for _, n := range s.notes {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b Note) int { return cmp.Compare(a.Game, b.Game) })
	return list, nil
}

// PositionNotes returns the notes on positions, ordered by Position.
func (db *DB) PositionNotes() (list []Note, err error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	for _, n := range s.positions {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b Note) int { return strings.Compare(string(a.Position), string(b.Position)) })
	return list, nil
}
