package shogi

import "math/bits"

// A direction is one of eight to a neighboring square, clockwise from Black's
// forward, or one of four knight's jumps.
type direction int

const (
	north direction = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
	jumpNorthEast
	jumpNorthWest
	jumpSouthWest
	jumpSouthEast

	numDirections = 12
	numRays       = 8 // directions a piece may slide in
)

var offsets = [numDirections]struct{ x, y int }{
	{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1},
	{1, -2}, {-1, -2}, {-1, 2}, {1, 2},
}

// opposite returns the way back, which is also the same way for the other
// player.
func (d direction) opposite() direction {
	if d < numRays {
		return d ^ 4
	}
	return d ^ 2
}

func directions(ds ...direction) (set uint16) {
	for _, d := range ds {
		set |= 1 << d
	}
	return set
}

// movement is where a piece goes: sets of directions it goes one step in, and
// of those it slides in.
type movement struct{ step, slide uint16 }

// neighbors[d][s] is the square one step from s, or NoSquare. movements is
// indexed by Piece. Both are tables, never written after this.
var (
	neighbors = makeNeighbors()
	movements = makeMovements()
)

func makeNeighbors() (table [numDirections][numSquares]Square) {
	for d, o := range offsets {
		for s := range table[d] {
			x, y := s%9+o.x, s/9+o.y
			table[d][s] = NoSquare
			if x >= 0 && x < 9 && y >= 0 && y < 9 {
				table[d][s] = Square(y*9 + x)
			}
		}
	}
	return table
}

func makeMovements() (table [numPieces]movement) {
	orthogonal := directions(north, east, south, west)
	diagonal := directions(northEast, southEast, southWest, northWest)
	gold := orthogonal | directions(northEast, northWest)
	black := [numKinds]movement{
		Pawn:           {step: directions(north)},
		Lance:          {slide: directions(north)},
		Knight:         {step: directions(jumpNorthEast, jumpNorthWest)},
		Silver:         {step: diagonal | directions(north)},
		Gold:           {step: gold},
		Bishop:         {slide: diagonal},
		Rook:           {slide: orthogonal},
		King:           {step: orthogonal | diagonal},
		PromotedPawn:   {step: gold},
		PromotedLance:  {step: gold},
		PromotedKnight: {step: gold},
		PromotedSilver: {step: gold},
		Horse:          {step: orthogonal, slide: diagonal},
		Dragon:         {step: diagonal, slide: orthogonal},
	}
	for k, m := range black {
		table[NewPiece(Black, Kind(k))] = m
		table[NewPiece(White, Kind(k))] = movement{turned(m.step), turned(m.slide)}
	}
	return table
}

// turned returns the directions as the other player has them.
func turned(set uint16) (other uint16) {
	for d := direction(0); d < numDirections; d++ {
		if set&(1<<d) != 0 {
			other |= 1 << d.opposite()
		}
	}
	return other
}

// squares is a set of squares.
type squares struct{ low, high uint64 }

var allSquares = squares{^uint64(0), 1<<(numSquares-64) - 1}

func (s squares) has(q Square) bool {
	if q < 64 {
		return s.low>>q&1 != 0
	}
	return s.high>>(q-64)&1 != 0
}

func (s *squares) add(q Square) {
	if q < 64 {
		s.low |= 1 << q
	} else {
		s.high |= 1 << (q - 64)
	}
}

func (s squares) and(t squares) squares { return squares{s.low & t.low, s.high & t.high} }

func (s squares) empty() bool { return s.low|s.high == 0 }

// next takes the lowest direction out of a set.
func next(set uint16) (direction, uint16) {
	return direction(bits.TrailingZeros16(set)), set & (set - 1)
}
