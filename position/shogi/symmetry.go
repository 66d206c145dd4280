package shogi

// Symmetry is one of the four maps that keep the rules of shogi: bit 0 mirrors
// the board left to right, bit 1 turns it round and swaps the players. The
// even game's start is mapped onto itself by 0 and 2 only, as rook and bishop
// stand on different sides, so a search is exact unless asked otherwise.
type Symmetry uint8

// NumSymmetries is the number of symmetries; 0 is the identity.
const NumSymmetries = 4

// Square returns where the symmetry takes a square.
func (s Symmetry) Square(q Square) Square {
	if s&1 != 0 {
		q = q.Mirror()
	}
	if s&2 != 0 {
		q = q.Rotate()
	}
	return q
}

// Color returns whose a piece of c's becomes.
func (s Symmetry) Color(c Color) Color {
	if s&2 != 0 {
		return c.Opponent()
	}
	return c
}

// Move returns the move that does in the image what m does.
func (s Symmetry) Move(m Move) Move {
	m.From, m.To = s.Square(m.From), s.Square(m.To)
	return m
}

func (s Symmetry) piece(p Piece) Piece { return NewPiece(s.Color(p.Color()), p.Kind()) }

// Image returns the position under a symmetry. Every symmetry is its own
// inverse.
func (p *Position) Image(s Symmetry) *Position {
	q := NewEmpty()
	for from, piece := range p.board {
		if piece != NoPiece {
			q.Set(s.Square(Square(from)), s.piece(piece))
		}
	}
	for i := range p.hands {
		for k, n := range p.hands[i] {
			q.SetHand(s.Color(Color(i+1)), Kind(k), int(n))
		}
	}
	q.SetToPlay(s.Color(p.turn))
	return q
}
