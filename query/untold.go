package query

import (
	"fmt"
	"strings"

	"kifudb/game"
)

// A board term is untold if neither its text nor a game: beside it says which game it is of.
// Its game is then the one that the archive makes likely, see [Board.Assume]; the parser accepts
// a text that any game can read.

// untold reports whether nothing says which game a term is of.
func (b *Board) untold() bool {
	if _, _, isPlace := ParsePlace(b.Text); b.Kind == "pos" && isPlace && !b.File {
		return false
	}
	return b.Game == 0 && b.told() == nil
}

// readers returns the games that can read a term that is untold, the default apart.
func (b *Board) readers() (list []game.Game) {
	for _, g := range game.All() {
		if g == game.Default() || game.HasRules(g) != nil {
			continue
		}
		of := *b
		of.Game = g.About().Number
		if of.Settle() == nil {
			list = append(list, g)
		}
	}
	return list
}

// Assume gives an untold term its game, which assumed returns, and reports whether it was
// untold. Its text must be known. An error says which of the games that are held could read the
// term if that game cannot.
func (b *Board) Assume(assumed func() game.Game, held func(game.Game) bool) (untold bool, err error) {
	if !b.untold() {
		return false, nil
	}
	g := assumed()
	if g != game.Default() {
		b.Game = g.About().Number
	}
	err = b.Settle()
	if err == nil {
		return true, nil
	}
	b.Game = 0
	var others []string
	for _, other := range b.readers() {
		if held(other) {
			others = append(others, GameTerm(other.About().Number))
		}
	}
	if g != game.Default() {
		err = fmt.Errorf("of %s, the only game here: %w", g.About().Name, err)
	}
	err = fmt.Errorf("%s: %w", b.Kind, err)
	if len(others) > 0 {
		err = fmt.Errorf("%w; it can be read as one of another game: add %s", err, strings.Join(others, " or "))
	}
	return true, termError{Abridge(err)}
}

// checkUntold says what is wrong with a term that no game reads. The error is that of the
// default.
func (b *Board) checkUntold() error {
	err := b.Settle()
	if err != nil && b.untold() && len(b.readers()) > 0 {
		return nil
	}
	return err
}
