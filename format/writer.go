package format

import (
	"io"

	"kifudb/store"
)

// A Writer writes a game in a format, in one of the ways in which it may be
// written.
type Writer struct {
	Name string // by which it is asked for
	Wide bool   // it obeys Written.Width
	// Write writes a game, on lines of its own if the format is a text. A game that
	// the format cannot hold is not written; that is an [UnfitError].
	Write func(w io.Writer, g *Written) error
}

// A Written is a game that is to be written.
type Written struct {
	Game  *store.Game // with its record
	From  *Format     // the format of the record
	Width int         // of lines, if the writer is Wide; 0: a line for each pair of moves
	Lost  func(Loss)  // told once of each kind of thing that is left out
}

// A Loss is a kind of thing that a game has and a format cannot hold, in the words
// in which it is named to people.
type Loss string

// An UnfitError says why a format cannot hold a game.
type UnfitError struct{ Why string }

func (e *UnfitError) Error() string { return e.Why }
