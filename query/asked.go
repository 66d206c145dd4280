package query

import (
	"fmt"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/user"
)

// Asked is what a board term asks for, to be looked for and to be drawn: one of
// these.
type Asked struct {
	Board   *position.Board
	Shogi   *shogi.Position
	Pattern *position.Pattern
}

// Asked returns what a board term that was resolved asks for.
func (b *Board) Asked() (Asked, error) {
	if b.Kind == "pos" {
		return b.askedPosition()
	}
	p, err := parsePattern(b, b.Text)
	return Asked{Pattern: p}, err
}

// Settle says what is wrong with a board term whose text has just become known, of
// a file or a place in a game, and writes out what the text says of its options.
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

// PositionOf returns what a note on a board is kept under.
func PositionOf(b *position.Board) user.Position { return user.Position(b.CanonicalSGF()) }

// PositionOfShogi returns what a note on a position of shogi is kept under.
func PositionOfShogi(p *shogi.Position) user.Position { return user.Position("sfen " + p.Setup()) }

// Position returns what a note on the asked position is kept under, "" for a
// pattern.
func (a Asked) Position() user.Position {
	switch {
	case a.Board != nil:
		return PositionOf(a.Board)
	case a.Shogi != nil:
		return PositionOfShogi(a.Shogi)
	}
	return ""
}
