package chess

import (
	"strings"

	"kifudb/position"
)

// Color is whose a piece is, and whose turn it is.
type Color = position.Color

// The colors.
const (
	Empty = position.Empty
	Black = position.Black
	White = position.White
)

// Square is a square of the board, row by row from the upper left: 0 is a8, 63 is h1.
type Square uint8

// NoSquare is none.
const NoSquare Square = 64

// SquareAt returns the square of a file from 0 for a and a row from 0 for the eighth
// rank; NoSquare if there is none.
func SquareAt(file, row int) Square {
	if file < 0 || file > 7 || row < 0 || row > 7 {
		return NoSquare
	}
	return Square(row*8 + file)
}

// ParseSquare reads "e4"; NoSquare if it is none.
func ParseSquare(s string) Square {
	if len(s) != 2 {
		return NoSquare
	}
	return SquareAt(int(s[0])-'a', '8'-int(s[1]))
}

// File returns the file, 0 for a.
func (s Square) File() int { return int(s & 7) }

// Row returns the row from the top, 0 for the eighth rank.
func (s Square) Row() int { return int(s >> 3) }

// String returns the square as "e4", "-" for none.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '8' - byte(s.Row())})
}

// Kind is a kind of piece.
type Kind uint8

// The kinds.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const kindLetters = " PNBRQK"

// Letter returns the kind's letter in upper case.
func (k Kind) Letter() byte { return kindLetters[k&7] }

func (k Kind) String() string { return kindLetters[k&7 : k&7+1] }

// kindOf returns the kind of a letter in either case.
func kindOf(c byte) Kind {
	if i := strings.IndexByte(kindLetters, c&^0x20); i > 0 {
		return Kind(i)
	}
	return NoKind
}

// Piece is a kind and its color.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the piece of a color and a kind.
func NewPiece(c Color, k Kind) Piece { return Piece(c)<<3 | Piece(k) }

// Kind returns the kind.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Color returns whose the piece is.
func (p Piece) Color() Color { return Color(p >> 3) }

// String returns the letter as FEN has it: White's in upper case.
func (p Piece) String() string {
	if p == NoPiece {
		return "."
	}
	if p.Color() == Black {
		return strings.ToLower(p.Kind().String())
	}
	return p.Kind().String()
}

// Figure returns the character that shows the piece on a board.
func (p Piece) Figure() rune {
	if p == NoPiece {
		return '·'
	}
	return [2][7]rune{{0, '♟', '♞', '♝', '♜', '♛', '♚'}, {0, '♙', '♘', '♗', '♖', '♕', '♔'}}[p.Color()-Black][p.Kind()]
}
