package query

import (
	"errors"
	"fmt"

	"kifudb/book/user"
	"kifudb/game"
	"kifudb/position"
)

// Asked is the board of a term, to search for and to draw: a
// position of a game, or a pattern.
type Asked struct {
	Game     game.Game
	Position game.Position
	Pattern  *position.Pattern
}

// Goban returns the board of a position of a game whose stones are put on points
// and stay, nil if something else is asked for.
func (a Asked) Goban() *position.Board {
	if p, ok := a.Position.(*game.Points); ok {
		return p.Goban
	}
	return nil
}

// Asked returns what a board term that was resolved asks for. Its errors are [ErrTerm].
func (b *Board) Asked() (Asked, error) {
	ask := b.askedPattern
	if b.Kind == "pos" {
		ask = b.askedPosition
	}
	a, err := ask()
	if err != nil {
		err = termError{err}
	}
	return a, err
}

// ErrTerm marks errors about terms that do not fit their position. The query is wrong,
// not the archive.
var ErrTerm = errors.New("a term that cannot be searched")

type termError struct{ error }

func (e termError) Unwrap() error        { return e.error }
func (e termError) Is(target error) bool { return target == ErrTerm }

// Settle checks a board term whose text has just been read from
// a file or a place in a game. It sets the options that the text determines.
func (b *Board) Settle() error {
	if b.Kind == "pos" {
		_, err := b.askedPosition()
		return err
	}
	return b.settle()
}

// Barred returns the point that must be barred by ko on the board that a term
// asks for, Pass for none. It matters only if the term says anything about ko.
func (b *Board) Barred(asked *position.Board) (position.Point, error) {
	switch b.Ko {
	case "", "none":
		return position.Pass, nil
	case "same":
		ko, _ := asked.Ko()
		return ko, nil
	}
	ko, err := position.ParsePoint(b.Ko)
	if err == nil && !asked.Size().Contains(ko) {
		err = fmt.Errorf("ko:%s is not on a board of %v", b.Ko, asked.Size())
	}
	return ko, err
}

// Subject returns what a note on the asked position is kept under, "" for a
// pattern.
func (a Asked) Subject() user.Position {
	if a.Position == nil {
		return ""
	}
	return user.Position(a.Position.Subject())
}
