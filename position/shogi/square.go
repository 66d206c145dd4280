package shogi

import "kifudb/position"

// Size is the board's size in the terms all games share.
var size = position.Square(9)

// Square is one of the 81 squares, numbered along the ranks as a diagram is
// read: 0 is 9a (91), 8 is 1a, 80 is 1i.
type Square uint8

// NoSquare lies on no board. It is the origin of a drop.
const NoSquare Square = 81

const numSquares = 81

// SquareAt returns the square on a file from 1, at Black's right, to 9 and a
// rank from 1, on White's side, to 9; NoSquare outside of that.
func SquareAt(file, rank int) Square {
	if file < 1 || file > 9 || rank < 1 || rank > 9 {
		return NoSquare
	}
	return Square((rank-1)*9 + 9 - file)
}

// File returns 1 to 9, counted from Black's right.
func (s Square) File() int { return 9 - int(s)%9 }

// Rank returns 1 to 9, counted from White's side.
func (s Square) Rank() int { return int(s)/9 + 1 }

// Valid reports whether s lies on the board.
func (s Square) Valid() bool { return s < numSquares }

// Point returns the square as the point of a 9×9 board, counted from the upper
// left; position.Pass for NoSquare.
func (s Square) Point() position.Point {
	if !s.Valid() {
		return position.Pass
	}
	return size.At(int(s))
}

// String returns file and rank letter, "7f", and "-" for NoSquare.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{'0' + byte(s.File()), 'a' - 1 + byte(s.Rank())})
}

// Mirror returns the square on the other side of the fifth file.
func (s Square) Mirror() Square {
	if !s.Valid() {
		return s
	}
	return s/9*9 + 8 - s%9
}

// Rotate returns the square as the other player sees it.
func (s Square) Rotate() Square {
	if !s.Valid() {
		return s
	}
	return numSquares - 1 - s
}

// zone reports whether s is in the three ranks in which c's pieces promote.
func (s Square) zone(c Color) bool {
	if c == Black {
		return s < 27
	}
	return s >= 54 && s < numSquares
}

// advance returns how many ranks lie between s and c's last rank.
func (s Square) advance(c Color) int {
	if c == Black {
		return int(s) / 9
	}
	return 8 - int(s)/9
}
