package loa

import (
	"math/bits"

	"kifudb/position"
)

// Side is the number of columns and of rows.
const Side = 8

var size = position.Square(Side)

// Position is a board and the side to move. It is a plain value: copying it is how one goes
// back.
type Position struct {
	black, white uint64 // a bit for each square
	turn         position.Color
}

// New returns the position from which a game starts: Black's pieces on the first row and
// the last, White's on the first column and the last, and nobody's in the corners.
func New() *Position {
	return &Position{black: 0x7E | 0x7E<<56, white: 0x0081818181818100, turn: position.Black}
}

// NewScrambled returns the start that is called Scrambled Eggs: on the same squares, all
// around the board, White's pieces and Black's take turns, with White's on a2.
func NewScrambled() *Position {
	p := NewEmpty()
	for i := range Side - 2 {
		c := position.White
		if i%2 != 0 {
			c = position.Black
		}
		p.Set(position.At(0, Side-2-i), c)      // up, from a2
		p.Set(position.At(1+i, 0), c)           // to the right, from b8
		p.Set(position.At(Side-1, 1+i), c)      // down, from h7
		p.Set(position.At(Side-2-i, Side-1), c) // to the left, from g1
	}
	return p
}

// NewEmpty returns a board without pieces.
func NewEmpty() *Position { return &Position{turn: position.Black} }

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := *p
	return &q
}

// At returns what lies on a square; Empty outside of the board.
func (p *Position) At(at position.Point) position.Color {
	if !size.Contains(at) {
		return position.Empty
	}
	return p.on(size.Index(at))
}

// on returns what lies on a square.
func (p *Position) on(square int) position.Color {
	switch {
	case p.black>>square&1 != 0:
		return position.Black
	case p.white>>square&1 != 0:
		return position.White
	}
	return position.Empty
}

// Set puts a piece on a square, or takes it away with Empty.
func (p *Position) Set(at position.Point, c position.Color) {
	if size.Contains(at) {
		p.put(size.Index(at), c)
	}
}

func (p *Position) put(square int, c position.Color) {
	bit := uint64(1) << square
	p.black &^= bit
	p.white &^= bit
	switch c {
	case position.Black:
		p.black |= bit
	case position.White:
		p.white |= bit
	}
}

// of returns a player's pieces.
func (p *Position) of(c position.Color) uint64 {
	if c == position.White {
		return p.white
	}
	return p.black
}

// Count returns how many pieces a player has.
func (p *Position) Count(c position.Color) int { return bits.OnesCount64(p.of(c)) }

// ToPlay returns the side to move.
func (p *Position) ToPlay() position.Color { return p.turn }

// SetToPlay makes it a player's turn.
func (p *Position) SetToPlay(c position.Color) { p.turn = c }

// Joined reports whether all pieces of a player are one group.
func (p *Position) Joined(c position.Color) bool {
	pieces := p.of(c)
	group := pieces & -pieces
	for {
		wider := group | neighbors(group)&pieces
		if wider == group {
			return pieces != 0 && group == pieces
		}
		group = wider
	}
}

// neighbors returns the squares beside a set of squares, and that set.
func neighbors(set uint64) uint64 {
	const left, right = 0x0101010101010101, 0x8080808080808080 // columns a and h
	set |= set&^right<<1 | set&^left>>1
	return set | set<<Side | set>>Side
}

// Over reports whether somebody has joined all pieces.
func (p *Position) Over() bool {
	return p.Joined(position.Black) || p.Joined(position.White)
}

// Winner returns who alone has joined all pieces, Empty if nobody or both have.
func (p *Position) Winner() position.Color {
	black, white := p.Joined(position.Black), p.Joined(position.White)
	switch {
	case black && !white:
		return position.Black
	case white && !black:
		return position.White
	}
	return position.Empty
}
