package chess

import (
	"iter"
	"math/bits"
)

// squaresOf yields the squares of a set of bits.
func squaresOf(squares uint64) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; squares != 0; squares &= squares - 1 {
			if !yield(Square(bits.TrailingZeros64(squares))) {
				return
			}
		}
	}
}

// attackers returns the squares of a color's pieces that attack a square.
func (p *Position) attackers(s Square, by Color) uint64 {
	var from uint64
	for _, at := range jumps[s] {
		if p.board[at] == NewPiece(by, Knight) {
			from |= 1 << at
		}
	}
	for d := range 8 {
		for n, at := range rays[s][d] {
			piece := p.board[at]
			if piece == NoPiece {
				continue
			}
			if piece.Color() == by {
				attacks := false
				switch piece.Kind() {
				case Queen:
					attacks = true
				case Rook:
					attacks = d < 4
				case Bishop:
					attacks = d >= 4
				case King:
					attacks = n == 0
				case Pawn:
					attacks = n == 0 && d >= 4 && (d >= 6) == (by == White)
				}
				if attacks {
					from |= 1 << at
				}
			}
			break
		}
	}
	return from
}

// attacks returns the occupied squares that the piece on a square attacks.
func (p *Position) attacks(from Square) uint64 {
	var to uint64
	piece := p.board[from]
	switch kind := piece.Kind(); kind {
	case Pawn:
		row := from.Row() + forward(piece.Color())/8
		for _, side := range [2]int{-1, 1} {
			if s := SquareAt(from.File()+side, row); s != NoSquare && p.board[s] != NoPiece {
				to |= 1 << s
			}
		}
	case Knight:
		for _, s := range jumps[from] {
			if p.board[s] != NoPiece {
				to |= 1 << s
			}
		}
	default:
		first, last, far := directions(kind)
		for d := first; d < last; d++ {
			for n, s := range rays[from][d] {
				if n == far {
					break
				}
				if p.board[s] != NoPiece {
					to |= 1 << s
					break
				}
			}
		}
	}
	return to
}

// pinned returns the pieces of a color that are pinned to their king.
func (p *Position) pinned(c Color) uint64 {
	king := p.kings[index(c)]
	if king == NoSquare {
		return 0
	}
	var pinned uint64
	for d := range 8 {
		alone := NoSquare
		for _, s := range rays[king][d] {
			piece := p.board[s]
			switch {
			case piece == NoPiece:
				continue
			case piece.Color() == c && alone == NoSquare:
				alone = s
				continue
			case piece.Color() != c && alone != NoSquare && slides(piece.Kind(), d):
				pinned |= 1 << alone
			}
			break
		}
	}
	return pinned
}

// slides reports whether a kind moves far along a direction.
func slides(k Kind, direction int) bool {
	return k == Queen || k == Rook && direction < 4 || k == Bishop && direction >= 4
}
