package position

import "math"

// After the opening nearly every position is its game's own, and a game of 212 moves
// has some 170 of them: an index that knew each by a key of its own would spend four
// fifths of its bytes on telling apart what nobody confuses. So it knows a position of
// more than openingStones stones by a late key, of the stones on the third line alone.
// That line is taken early, differently in each game, and changes about once in seven
// moves from then on: 26 late keys a game. Like any key it only says which games to
// look at.
//
// Of 33,735 games another one has the late key of a position with 41 stones in 0.6 cases
// and at most 160, with 61 stones in 0.0 and at most 8. Measured alternatives that lost:
// the fourth line (1.2 and 314), half of the third (14 keys a game; 39 and 32,300),
// every fourth diagonal of all lines (45 keys; 0.4 and 145), late keys from 30
// stones on (7 keys fewer; 3.5 and 1,657, which have to be replayed).
//
// Where stones are never captured games are short, and on small boards the third line is
// much of the board: there, all positions have the keys of the opening.
const (
	openingStones = 40
	smallest      = 9 // side of a board with late keys
)

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
func (b *Board) afterOpening() bool { return b.stones > openingStones && b.keys.third != nil }

// third returns which cells of a board are on its third line, nil if its positions have
// no late keys.
func third(rules Rules, size Size) []bool {
	if rules.Keep || min(size.Cols, size.Rows) < smallest {
		return nil
	}
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
