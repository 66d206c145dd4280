package othello

import (
	"math/bits"

	"kifudb/position"
)

// squares is a set of squares: bit 16*y+x of 256, word a first. Rows leave two bits free, so that
// a step beyond an edge leads to no square of a board.
type squares struct{ a, b, c, d uint64 }

// bitOf returns the bit of a place in memory.
func bitOf(cell int) int { return cell - stride - 1 }

// squareSet returns the set of one square.
func squareSet(cell int) squares {
	var words [4]uint64
	words[bitOf(cell)>>6] = 1 << (bitOf(cell) & 63)
	return squares{words[0], words[1], words[2], words[3]}
}

// boards are the sets of all squares, by size.
var boards = func() (list [MaxSize + 1]squares) {
	for size := MinSize; size <= MaxSize; size++ {
		var words [4]uint64
		for y := range size {
			words[y>>2] |= (1<<size - 1) << (16 * (y & 3))
		}
		list[size] = squares{words[0], words[1], words[2], words[3]}
	}
	return list
}()

// colors returns the sets of the discs of both players.
func (p *Position) colors() (black, white squares) {
	var words [2][4]uint64
	for y := range int(p.size) {
		var rows [4]uint64 // by color
		for x, c := range p.cells[(y+1)*stride+1 : (y+1)*stride+1+int(p.size)] {
			rows[c&3] |= 1 << x
		}
		words[0][y>>2] |= rows[position.Black] << (16 * (y & 3))
		words[1][y>>2] |= rows[position.White] << (16 * (y & 3))
	}
	b, w := &words[0], &words[1]
	return squares{b[0], b[1], b[2], b[3]}, squares{w[0], w[1], w[2], w[3]}
}

func (s squares) or(t squares) squares  { return squares{s.a | t.a, s.b | t.b, s.c | t.c, s.d | t.d} }
func (s squares) and(t squares) squares { return squares{s.a & t.a, s.b & t.b, s.c & t.c, s.d & t.d} }
func (s squares) less(t squares) squares {
	return squares{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c, s.d &^ t.d}
}

// up returns the squares whose bits are n higher, down those whose bits are n lower; n is from
// 1 to 63.
func (s squares) up(n uint) squares {
	m := (64 - n) & 63
	n &= 63
	return squares{s.a << n, s.b<<n | s.a>>m, s.c<<n | s.b>>m, s.d<<n | s.c>>m}
}

func (s squares) down(n uint) squares {
	m := (64 - n) & 63
	n &= 63
	return squares{s.a>>n | s.b<<m, s.b>>n | s.c<<m, s.c>>n | s.d<<m, s.d >> n}
}

// empty reports whether there is no square in the set.
func (s squares) empty() bool { return s.a|s.b|s.c|s.d == 0 }

// count returns how many squares there are.
func (s squares) count() int32 {
	return int32(bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c) + bits.OnesCount64(s.d))
}

// wider returns the squares of the set and all beside them, some of which may lie beyond the edges.
func (s squares) wider() squares {
	s = s.or(s.up(1)).or(s.down(1))
	return s.or(s.up(stride)).or(s.down(stride))
}

// axes are the steps along the four lines through a square.
var axes = [4]uint{1, stride, stride + 1, stride - 1}

// movesOf returns the empty squares on which a player with some discs turns others.
func movesOf(own, others, empty squares, size int) squares {
	var moves squares
	for _, step := range axes {
		rising, falling := own.up(step).and(others), own.down(step).and(others)
		for range size - 3 {
			rising = rising.or(rising.up(step).and(others))
			falling = falling.or(falling.down(step).and(others))
		}
		moves = moves.or(rising.up(step)).or(falling.down(step))
	}
	return moves.and(empty)
}

// stableDiscs finds discs of both players that can never be turned. A disc cannot be turned along
// a line if the line has no empty square, or if it stands beside the edge or a stable disc of its
// own color there. A disc for which this holds on all four lines through it is stable. There are
// stable discs of which this method knows nothing.
func stableDiscs(black, white squares, size int) squares {
	board, filled := boards[size], black.or(white)
	if !mayBeStable(filled, size) {
		return squares{}
	}
	var closed [4]squares // on lines without empty squares, or at the edge
	for i, step := range axes {
		rising := board.less(filled)
		falling := rising
		for range size - 1 {
			rising = rising.or(rising.up(step).and(board))
			falling = falling.or(falling.down(step).and(board))
		}
		closed[i] = filled.less(rising.or(falling).and(board.up(step)).and(board.down(step)))
	}
	var stable squares
	for {
		holds := filled
		for i, step := range axes {
			own := stable.and(black)
			held := own.up(step).or(own.down(step)).and(black)
			own = stable.and(white)
			held = held.or(own.up(step).or(own.down(step)).and(white))
			holds = holds.and(held.or(closed[i]))
		}
		if holds == stable {
			return stable
		}
		stable = holds
	}
}

// mayBeStable reports whether a corner is taken or a row is full. Without, no disc can be the
// first that [stableDiscs] finds: one on an edge needs the whole edge.
func mayBeStable(filled squares, size int) bool {
	row := uint64(1)<<size - 1
	words := [4]uint64{filled.a, filled.b, filled.c, filled.d}
	for y := range size {
		discs := words[y>>2] >> (16 * (y & 3)) & row
		if discs == row || (y == 0 || y == size-1) && (discs&1 != 0 || discs>>(size-1) != 0) {
			return true
		}
	}
	return false
}
