package game

import (
	"strings"

	"kifudb/position"
)

// hexGame is Hex, GM[11]: stones are put on the hexagons of a rhombic board and
// stay. Black wins by joining the top to the bottom, White by joining the left to the
// right; one of them always does. Its SGF is described at
// https://www.red-bean.com/sgf/hex.html: points are "c2", letters of the column and the
// row from the top; position.Special has what is written in place of a point.
var hexGame = &hex{newHex(About{Number: 11, Name: "hex", Also: []string{"ヘックス", "六贯棋"}, Size: position.Square(11)})}

type hex struct{ stones }

func newHex(a About) stones {
	return stones{entry{a}, position.Rules{Game: a.Number, Name: "Hex", Keep: true, Usual: a.Size, Bare: true, WithI: true, Hexes: true}}
}

// Judge says of moves after a side was joined to the other that the game was over.
func (*hex) Judge(b *position.Board, s *position.Step) string {
	if !s.Moved {
		return ""
	}
	if s.Move.Point == position.Pass {
		if b.Stones(position.Black)+b.Stones(position.White) != 1 {
			return "nobody may pass, and only the first stone can be swapped"
		}
		return ""
	}
	for _, c := range [...]position.Color{position.Black, position.White} {
		if joined(b, c, s.Move.Point) {
			return "the game was over: " + c.String() + " had joined the sides"
		}
	}
	return ""
}

// Winner returns who has joined the two sides.
func (*hex) Winner(b *position.Board) position.Color {
	for _, c := range [...]position.Color{position.Black, position.White} {
		if joined(b, c, position.Pass) {
			return c
		}
	}
	return position.Empty
}

// Unnumbered knows records of Little Golem, which have no GM, name the event "hex.…"
// or nothing, and have W before the first player's moves, whom they call PB.
func (*hex) Unnumbered(value func(ident string) string) (is, other bool) {
	event := strings.ToLower(value("EV"))
	is = strings.HasPrefix(event, "hex.") ||
		(event == "" || event == "null") && !twixtSizes[strings.TrimSpace(value("SZ"))] && strings.Contains(strings.ToLower(value("SO")), "littlegolem.")
	return is, is
}

// around are the neighbors of a hexagon.
var around = [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// joined reports whether stones of a color join that player's sides, without a point.
func joined(b *position.Board, c position.Color, but position.Point) bool {
	size := b.Size()
	length := size.Rows // of the shortest chain
	if c == position.White {
		length = size.Cols
	}
	if b.Stones(c) < length {
		return false
	}
	var seen [position.MaxSize]uint64 // by row
	var open [position.MaxSize * position.MaxSize]position.Point
	n := 0
	visit := func(x, y int) {
		if p := position.At(x, y); seen[y]>>x&1 == 0 && b.At(p) == c && p != but {
			seen[y] |= 1 << x
			open[n] = p
			n++
		}
	}
	if c == position.Black {
		for x := range size.Cols {
			visit(x, 0)
		}
	} else {
		for y := range size.Rows {
			visit(0, y)
		}
	}
	for n > 0 {
		n--
		x, y := open[n].X(), open[n].Y()
		if c == position.Black && y == size.Rows-1 || c == position.White && x == size.Cols-1 {
			return true
		}
		for _, d := range around {
			if x, y := x+d[0], y+d[1]; x >= 0 && y >= 0 && x < size.Cols && y < size.Rows {
				visit(x, y)
			}
		}
	}
	return false
}
