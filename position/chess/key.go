package chess

import (
	"math/bits"

	"kifudb/position"
)

// Keys of positions: one random number for each piece on each square, for each rook that
// may castle, for each file with a capture en passant, and for
// Black to move. They are drawn by splitmix64 from the seed of the game, as those of
// boards of stones are. A key contains only what [Position.Same] compares. Keys
// are stored in archives and do not change, which a test pins.
var numbers = func() (t struct {
	pieces [24][64]uint64 // by piece, less 8
	rooks  [64]uint64
	passed [8]uint64
	black  uint64
}) {
	state := position.KeySeed(3, position.Square(8))
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for _, c := range [2]Color{Black, White} {
		for k := Pawn; k <= King; k++ {
			for s := range t.rooks {
				t.pieces[NewPiece(c, k)-8][s] = next()
			}
		}
	}
	for s := range t.rooks {
		t.rooks[s] = next()
	}
	for f := range t.passed {
		t.passed[f] = next()
	}
	t.black = next()
	return t
}()

// Key returns the key of the position as it lies.
func (p *Position) Key() position.Key { return p.key(0) }

// key returns the key of an image.
func (p *Position) key(m Symmetry) position.Key { return p.finish(p.sums[m], m) }

// count adds the numbers of a piece on a square to the sums of all images, or takes them away.
func (p *Position) count(s Square, piece Piece) {
	if piece != NoPiece {
		n := &imageNumbers[piece-8][s]
		p.sums[0] ^= n[0]
		p.sums[1] ^= n[1]
		p.sums[2] ^= n[2]
		p.sums[3] ^= n[3]
	}
}

// finish adds to the numbers of the pieces of an image what else its key contains.
func (p *Position) finish(h uint64, m Symmetry) position.Key {
	for c := range p.rooks {
		for _, rook := range p.rooks[c] {
			if rook != NoSquare {
				h ^= numbers.rooks[m.Square(rook)]
			}
		}
	}
	if p.passed != NoSquare {
		h ^= numbers.passed[m.Square(p.passed).File()]
	}
	if m.Color(p.turn) == Black {
		h ^= numbers.black
	}
	return position.Key(bits.RotateLeft64(h, 1))
}

// imageNumbers are the numbers of pieces in all images: by piece, less 8, square and symmetry.
var imageNumbers = func() (t [24][64][4]uint64) {
	for _, c := range [2]Color{Black, White} {
		for k := Pawn; k <= King; k++ {
			piece := NewPiece(c, k)
			for s := range NoSquare {
				for m := range Symmetry(4) {
					t[piece-8][s][m] = numbers.pieces[m.piece(piece)-8][m.Square(s)]
				}
			}
		}
	}
	return t
}()

// Canonical returns the least of the keys of all images.
func (p *Position) Canonical() position.Key {
	least := ^position.Key(0)
	for m := range p.Symmetries() {
		least = min(least, p.key(m))
	}
	return least
}

// Symmetry is a map that keeps the rules: bit 0 mirrors the board left to right, which
// it does only where nobody may castle; bit 1 mirrors it top to bottom and exchanges the
// colors.
type Symmetry uint8

// Symmetries yields those that a position has, the identity first.
func (p *Position) Symmetries() func(yield func(Symmetry) bool) {
	step := Symmetry(2)
	if p.rooks == [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}} {
		step = 1
	}
	return func(yield func(Symmetry) bool) {
		for m := Symmetry(0); m < 4; m += step {
			if !yield(m) {
				return
			}
		}
	}
}

// Square returns where the symmetry takes a square. Every symmetry undoes itself.
func (m Symmetry) Square(s Square) Square {
	if s == NoSquare {
		return s
	}
	if m&1 != 0 {
		s ^= 7
	}
	if m&2 != 0 {
		s ^= 56
	}
	return s
}

// Color returns whose a color's things become.
func (m Symmetry) Color(c Color) Color {
	if m&2 != 0 {
		return c.Opponent()
	}
	return c
}

func (m Symmetry) piece(p Piece) Piece {
	if p == NoPiece {
		return p
	}
	return NewPiece(m.Color(p.Color()), p.Kind())
}

// Move returns the move that does in the image what another does.
func (m Symmetry) Move(x Move) Move {
	x.From, x.To = m.Square(x.From), m.Square(x.To)
	return x
}

// Image returns the position under a symmetry.
func (p *Position) Image(m Symmetry) *Position {
	q := *p
	q.kings = [2]Square{NoSquare, NoSquare}
	for s, piece := range p.board {
		q.put(m.Square(Square(s)), m.piece(piece))
	}
	for _, c := range [2]Color{Black, White} {
		for side, rook := range p.rooks[index(c)] {
			q.rooks[index(m.Color(c))][side] = m.Square(rook)
		}
	}
	q.passed = m.Square(p.passed)
	q.turn = m.Color(p.turn)
	return &q
}
