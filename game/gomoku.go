package game

import (
	"fmt"

	"kifudb/position"
)

// gomokuGame is gomoku and renju, GM[4]: stones are put on points and stay, nothing
// is captured, and five in a row win. SGF has one number for both; columns are
// lettered with I, as their players write.
//
// Five in a row win by all rules, and then the game is over. The rules differ about six in a
// row and about moves that are forbidden to Black. If a record names the rules of renju,
// forbidden moves are reported. They are executed like all others.
var gomokuGame = &gomoku{newStones(About{
	Number: 4, Name: "gomoku",
	Also: []string{"renju", "five in a row", "五目並べ", "五目", "連珠", "连珠", "五子棋", "오목"},
	Size: position.Square(15),
}, "Gomoku", true, true)}

type gomoku struct{ stones }

// Judge says of moves after five in a row that the game was over.
func (*gomoku) Judge(b *position.Board, s *position.Step) string {
	if !s.Moved {
		return ""
	}
	if winner := winnerBut(b, s.Move.Point); winner != position.Empty {
		return fmt.Sprintf("the game was over: five in a row of %s", winner)
	}
	return ""
}

// Winner returns who has five in a row.
func (*gomoku) Winner(b *position.Board) position.Color { return winnerBut(b, position.Pass) }

// winnerBut returns who has five in a row, no more and no less, without a point.
func winnerBut(b *position.Board, but position.Point) position.Color {
	size := b.Size()
	at := func(x, y int) position.Color {
		if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
			return position.Empty
		}
		return b.At(position.At(x, y))
	}
	for y := range size.Rows {
		for x := range size.Cols {
			c := at(x, y)
			if c == position.Empty {
				continue
			}
			for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if at(x-d[0], y-d[1]) == c {
					continue // the row began before
				}
				n, without := 0, true
				for ; at(x+n*d[0], y+n*d[1]) == c; n++ {
					without = without && position.At(x+n*d[0], y+n*d[1]) != but
				}
				if n == 5 && without {
					return c
				}
			}
		}
	}
	return position.Empty
}
