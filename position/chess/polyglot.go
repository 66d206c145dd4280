package chess

//go:generate go run generatepolyglot.go book_format.html

// Opening books in the Polyglot format know a position by a key of their own: "Polyglot book
// format", Michel Van den Bergh, 2008. It is made of 781 published random numbers: 64 for
// each of twelve pieces, black pawn first; then one for each of the four rights to castle, one for
// each file in which a pawn stands to take in passing, and one for White to move. It
// numbers squares from a1.

// The first number of each part of the table.
const (
	polyglotCastling = 768
	polyglotPassed   = 772
	polyglotWhite    = 780
)

// PolyglotKey returns the key that a Polyglot book has for the position. Which rook may castle
// is not in it, only on which side.
func (p *Position) PolyglotKey() uint64 {
	var key uint64
	for s, piece := range p.board {
		if piece == NoPiece {
			continue
		}
		n := 2 * int(piece.Kind()-Pawn)
		if piece.Color() == White {
			n++
		}
		key ^= polyglotNumbers[64*n+(s^56)]
	}
	for i, c := range [2]Color{White, Black} {
		for side, rook := range p.rooks[index(c)] {
			if rook != NoSquare {
				key ^= polyglotNumbers[polyglotCastling+2*i+side]
			}
		}
	}
	if p.passed != NoSquare {
		key ^= polyglotNumbers[polyglotPassed+p.passed.File()]
	}
	if p.turn == White {
		key ^= polyglotNumbers[polyglotWhite]
	}
	return key
}

// Polyglot returns the move as a Polyglot book holds it: from the lowest bit three bits each for
// the file and the rank that it goes to, for those that it leaves, and for what a pawn
// becomes, 1 for a knight to 4 for a queen. Castling takes the rook, as in [Move].
func (m Move) Polyglot() uint16 {
	code := uint16(m.To^56) | uint16(m.From^56)<<6
	if m.Promote != NoKind {
		code |= uint16(m.Promote-Pawn) << 12
	}
	return code
}
