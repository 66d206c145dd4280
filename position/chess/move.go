package chess

import "fmt"

// Move is a move. Castling is the king's move onto the square of its rook, as UCI has it
// for Chess960, which is clear on every board. The zero Move, a8 to a8, is the null move:
// the turn passes, which the rules do not allow, but comments on games show.
type Move struct {
	From, To Square
	Promote  Kind // what a pawn becomes on the last rank, NoKind for other moves
}

// IsNull reports whether nothing moves.
func (m Move) IsNull() bool { return m.From == m.To }

// String returns the move in UCI: "e2e4", "e7e8q", "e1h1" for castling, "0000" for none.
func (m Move) String() string {
	switch {
	case m.IsNull():
		return "0000"
	case m.Promote != NoKind:
		return m.From.String() + m.To.String() + string(m.Promote.Letter()|0x20)
	}
	return m.From.String() + m.To.String()
}

// ParseMove reads a move in UCI. It knows no position: castling as "e1g1" is a move of
// the king by two squares, which [Position.Resolve] understands.
func ParseMove(s string) (Move, error) {
	if s == "0000" {
		return Move{}, nil
	}
	if len(s) == 4 || len(s) == 5 {
		m := Move{From: ParseSquare(s[:2]), To: ParseSquare(s[2:4])}
		if len(s) == 5 {
			m.Promote = kindOf(s[4])
		}
		if m.From < NoSquare && m.To < NoSquare && m.From != m.To &&
			(len(s) == 4 || m.Promote > Pawn && m.Promote < King) {
			return m, nil
		}
	}
	return Move{}, fmt.Errorf("no move in UCI: %.20q", s)
}

// Code packs the move into 14 bits, the room a script word has for a move: 64 times the
// square that is left, and the square that is taken, plus 4096 times 1, 2 or 3 for a
// rook, bishop or knight that a pawn becomes. A queen has 1, too, and the squares
// exchanged, which no other promotion can have. The codes are kept on disk and do not
// change.
func (m Move) Code() uint16 {
	from, to, promoted := uint16(m.From), uint16(m.To), uint16(0)
	switch m.Promote {
	case Queen:
		from, to, promoted = to, from, 1
	case Rook, Bishop, Knight:
		promoted = uint16(Queen - m.Promote)
	}
	return promoted<<12 | from<<6 | to
}

// MoveOf is the inverse of [Move.Code].
func MoveOf(code uint16) Move {
	m := Move{From: Square(code >> 6 & 63), To: Square(code & 63)}
	switch promoted := code >> 12 & 3; {
	case promoted == 1 && lastRow(m.From):
		m = Move{From: m.To, To: m.From, Promote: Queen}
	case promoted > 0:
		m.Promote = Queen - Kind(promoted)
	}
	return m
}

func lastRow(s Square) bool { return s < 8 || s >= 56 }
