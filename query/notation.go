package query

import (
	"errors"

	"kifudb/position"
)

// A notation is how positions of a game are written in pos: terms. Another
// game's is another file, and its line in notations.
type notation interface {
	// reads reports whether a text is written as positions of the game are,
	// and what is wrong with it.
	reads(text string) (mine bool, err error)
	// asked returns the position that the text of a term describes, and what is
	// wrong with options of the term for the game.
	asked(b *Board) (Asked, error)
}

// notations lists those of the games. A text is offered to one after the other.
func notations() []notation { return []notation{shogiNotation{}, goNotation{}} }

// checkPosition says what is wrong with the text of a position.
func checkPosition(text string) error {
	for _, n := range notations() {
		if mine, err := n.reads(text); mine {
			return err
		}
	}
	return nil
}

// askedPosition returns the position that a pos: term asks for.
func (b *Board) askedPosition() (Asked, error) {
	for _, n := range notations() {
		mine, err := n.reads(b.Text)
		if !mine {
			continue
		}
		if err != nil {
			return Asked{}, err
		}
		return n.asked(b)
	}
	return Asked{}, errors.New("not a position of any game that is known")
}

// goNotation is that of Go. What no other game reads is a position of it.
type goNotation struct{}

func (goNotation) reads(text string) (mine bool, err error) {
	_, err = position.ParsePosition(text)
	return true, err
}

func (goNotation) asked(b *Board) (Asked, error) {
	board, err := parseBoard(b.Text)
	if err != nil {
		return Asked{}, err
	}
	_, err = b.Barred(board)
	return Asked{Board: board}, err
}
