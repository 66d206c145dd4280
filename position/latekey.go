package position

import "math"

// After the opening nearly every position occurs in one game only, and a game of 212 moves
// has some 180 of them. An index with a key for each would spend nine
// tenths of its bytes on positions that nobody confuses. So a position with
// more stones than belong to the opening has a late key, of the stones on the third line alone.
// That line is occupied early, differently in each game, and then changes about once in seven
// moves: 30 late keys a game. Like any key it only proposes games.
//
// On 19 lines the opening has 24 stones. In 52,751 games of servers another one has the late key
// of a position with 25 stones in 0.9 cases and at most 74, with 41 stones in 0.1 and at most 34;
// in 32,743 games of professionals in 0.2 and at most 22. Measured alternatives, each for the games
// of servers with one stone more than the opening has: 40 stones (12 keys more; 0.0 and 21),
// 28 stones (3 keys more; 0.4 and 62), the corners' points on the fourth lines as well (1 key more;
// 0.9 and 73). For 33,735 games with an opening of 40 stones: the
// fourth line (1.2 and 314), half of the third (14 keys a game; 39 and 32,300),
// every fourth diagonal of all lines (45 keys; 0.4 and 145).
//
// Where stones are never captured games are short, and on small boards the third line is
// much of the board: there, all positions have the keys of the opening. On boards in between, the
// opening has 40 stones.
const (
	openingStones = 24
	openingLines  = 19 // lines of a board from which on that is so
	longOpening   = 40 // on smaller ones
	smallest      = 9  // side of a board with late keys
)

// openingOf returns the number of stones that belong to the opening.
func openingOf(rules Rules, size Size) int {
	switch lines := min(size.Cols, size.Rows); {
	case rules.Keep || lines < smallest:
		return math.MaxInt
	case lines < openingLines:
		return longOpening
	}
	return openingStones
}

// lateSeed sets late keys apart from those of whole positions.
const lateSeed = 0x6C61_7465_206B_6579

// IndexKey returns the key by which an index of positions knows the position: its
// canonical key or, after the opening, one that it shares with others. Images have the
// same one. The first call makes the board keep its keys, as with Key.
func (b *Board) IndexKey() Key {
	if !b.keyed || b.stale && !b.afterOpening() {
		b.keepKeys()
	}
	if !b.afterOpening() {
		return keyOf(least(&b.black, &b.white), b.keys.seed)
	}
	if !b.lateKnown {
		b.lateKey, b.lateKnown = keyOf(least(&b.lateBlack, &b.lateWhite), b.keys.seed^lateSeed), true
	}
	return b.lateKey
}

// afterOpening reports whether the position has a late key. The board keeps its keys.
func (b *Board) afterOpening() bool { return b.stones > b.keys.opening }

// third returns which cells of a board are on its third line.
func third(size Size) []bool {
	cells := make([]bool, cellOf(size.At(size.Area()-1))+1)
	for i := range size.Area() {
		p := size.At(i)
		line := math.MaxInt
		for _, n := range [...]int{p.X(), p.Y(), size.Cols - 1 - p.X(), size.Rows - 1 - p.Y()} {
			line = min(line, n+1)
		}
		cells[cellOf(p)] = line == 3
	}
	return cells
}
