package shogi

import (
	"fmt"
)

// Move is a move of the side to move: a piece goes from From to To, and
// promotes or not, or a piece of kind Drop is put from the hand on To. The
// zero Move is no move.
type Move struct {
	From, To Square // From is NoSquare for a drop
	Drop     Kind   // NoKind for a move on the board
	Promote  bool
}

// NewDrop returns the drop of a piece of kind k.
func NewDrop(k Kind, to Square) Move { return Move{From: NoSquare, To: to, Drop: k} }

// IsDrop reports whether the move drops a piece.
func (m Move) IsDrop() bool { return m.Drop != NoKind }

// String returns the move in USI: "7g7f", "8h2b+", "P*5e", and "-" for no move.
func (m Move) String() string {
	if m == (Move{}) {
		return "-"
	}
	if m.IsDrop() {
		return string(m.Drop.Letter()) + "*" + m.To.String()
	}
	s := m.From.String() + m.To.String()
	if m.Promote {
		s += "+"
	}
	return s
}

// ParseMove reads a move in USI. It knows no position, so the move need not be
// possible in any.
func ParseMove(s string) (Move, error) {
	switch {
	case len(s) == 4 && s[1] == '*':
		k, to := kindOfLetter(s[0]), parseSquare(s[2:])
		if s[0] >= 'A' && s[0] <= 'Z' && k != NoKind && k != King && to.Valid() {
			return NewDrop(k, to), nil
		}
	case len(s) == 4 || len(s) == 5 && s[4] == '+':
		from, to := parseSquare(s[:2]), parseSquare(s[2:4])
		if from.Valid() && to.Valid() && from != to {
			return Move{From: from, To: to, Promote: len(s) == 5}, nil
		}
	}
	return Move{}, fmt.Errorf("no move in USI: %.20q", s)
}

// parseSquare reads file and rank letter, "7f"; NoSquare if it is none.
func parseSquare(s string) Square { return SquareAt(int(s[0])-'0', int(s[1])-'a'+1) }

// Code packs the move into 14 bits, the room a script word has for a move:
//
//	81*origin + destination
//
// where origin is the square, or 80 plus the kind for a drop, or the square plus
// 88 for a promotion. The codes are kept on disk and do not change.
func (m Move) Code() uint16 {
	origin := uint16(m.From)
	switch {
	case m.IsDrop():
		origin = codeDrop + uint16(m.Drop)
	case m.Promote:
		origin += codePromotion
	}
	return origin*numSquares + uint16(m.To)
}

const (
	codeDrop      = 80
	codePromotion = 88
	numCodes      = (codePromotion + numSquares) * numSquares
)

// MoveOf is the inverse of Move.Code. It reports false if no move has the code.
func MoveOf(code uint16) (Move, bool) {
	if code >= numCodes {
		return Move{}, false
	}
	origin, to := code/numSquares, Square(code%numSquares)
	switch {
	case origin > codeDrop && origin < codePromotion:
		return NewDrop(Kind(origin-codeDrop), to), true
	case origin >= codePromotion:
		m := Move{From: Square(origin - codePromotion), To: to, Promote: true}
		return m, m.From != to
	}
	return Move{From: Square(origin), To: to}, Square(origin) != to
}
