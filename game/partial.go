package game

import (
	"kifudb/position"
)

// A Partial is a position that is described in part: the contents of some
// cells, and the least that the players hold. The side to move is Empty if it may be either.
type Partial interface {
	Position
	// Fittings returns the ways in which a position of a record can fit, beginning with the
	// one as given.
	Fittings(o ImageOptions) []Fitting
}

// A Fitting is a Partial under a symmetry.
type Fitting struct {
	Image // whose Position is not set
	// Fits reports whether a position is as it says.
	Fits func(Position) bool
	// Possible reports whether such a position may come up in a record that begins
	// somewhere. It is fast and never wrong in saying no.
	Possible func(start Position, s position.Script) bool
}

// A PartialReader is a game whose positions can be asked for in part.
type PartialReader interface {
	Game
	// Sketches reports whether a text can only be a part of a position of this game.
	Sketches(text string) bool
	// ReadPartial reads a part of a position. Its error may be a *TextError.
	ReadPartial(text string, o PartialOptions) (Partial, error)
}

// PartialOptions say what a text leaves open.
type PartialOptions struct {
	ExactHands bool           // the players hold just what is said
	ToPlay     position.Color // whose turn it is; Empty if the text alone says that
}

// Sketched returns the game of which alone a text can be a part of a position, or nil.
func Sketched(text string) PartialReader {
	for _, g := range games {
		if r, ok := g.(PartialReader); ok && r.Sketches(text) {
			return r
		}
	}
	return nil
}
