package position

import (
	"errors"
	"strings"
)

// A Special is a special move: a word that a record of a game on hexagons may have in
// place of a point. SGF defines the words for Hex, GM[11]
// (https://www.red-bean.com/sgf/hex.html); in any case of letters.
type Special uint8

// The words.
const (
	NoSpecial  Special = iota
	SwapPieces         // swap-pieces: the other's stone becomes one's own, mirrored in the long diagonal
	SwapSides          // swap-sides: the players exchange their colors, the stones stay
	Swap               // swap, which means one or the other
	Resigns            // resign, forfeit: nothing is played
)

const swapPieces, swapSides = "swap-pieces", "swap-sides"

// Reply returns the move of a step as a continuation: a swapped stone, which is written as a
// move to its new place, has the point SwapsStone.
func (r Rules) Reply(s *Step) Move {
	m := s.Move
	if r.Hexes && s.Moved && m.Point != Pass && s.Cleared {
		m.Point = SwapsStone // also on the long diagonal, where it stays on its point
	}
	return m
}

// ParseSpecial returns what a text means in place of a point; NoSpecial if it is none, or
// the game has no words.
func (r Rules) ParseSpecial(text string) Special {
	if !r.Hexes {
		return NoSpecial
	}
	switch strings.ToLower(strings.TrimSpace(text)) {
	case swapPieces:
		return SwapPieces
	case swapSides:
		return SwapSides
	case "swap":
		return Swap
	}
	if IsResignation(text) {
		return Resigns
	}
	return NoSpecial
}

// IsResignation reports whether a text in place of a move says that a player gives up.
func IsResignation(text string) bool {
	text = strings.TrimSpace(text)
	return strings.EqualFold(text, "resign") || strings.EqualFold(text, "forfeit")
}

// Swap adds what a word makes of the latest move to a script: of SwapPieces and Swap
// a move that takes the other's stone away and puts one of the player's color on the
// point with column and row exchanged; of SwapSides a pass, after which the same
// color is to play. Other words add nothing.
func (w Special) Swap(b *ScriptBuilder, by Color, last Move, size Size) (Move, error) {
	switch w {
	case SwapSides:
		b.Move(Move{by, Pass})
		b.ToPlay(by)
		return Move{by, Pass}, nil
	case SwapPieces, Swap:
		to := Symmetry(4).Apply(last.Point, size)
		if last.Color != by.Opponent() || last.Point == Pass || !size.Contains(to) {
			return Move{}, errors.New("there is no stone to swap")
		}
		b.Add(Empty, last.Point)
		m := Move{by, to}
		b.Move(m)
		return m, nil
	}
	return last, nil
}
