package othello

import (
	"math/bits"
	"sync"

	"kifudb/position"
)

// Keys are made as those of Go are, see position.Key: a number for each square, that of
// a white disc rotated by one bit, and two accumulators with a lane for each of the
// eight symmetries. Unlike in Go, the hash includes the side to move: a further number if it is
// White. Exchanging the colors exchanges that, too.

// number is SGF's of the game.
const number = 2

// hashes are those of the black discs and of the white ones under the symmetries.
type hashes struct{ black, white [8]uint64 }

// numbers are those of a board of one size.
type numbers struct {
	seed  uint64
	turn  uint64
	cells [stride * stride][8]uint64
}

// tables has them by size, made when they are first needed.
var tables [MaxSize + 1]func() *numbers

func init() {
	for size := range tables {
		tables[size] = sync.OnceValue(func() *numbers { return newNumbers(size) })
	}
}

func newNumbers(side int) *numbers {
	size := position.Square(side)
	t := &numbers{seed: position.KeySeed(number, size)}
	drawn := position.KeyNumbers(t.seed, size.Area()+1)
	for i := range size.Area() {
		for s := range t.cells[0] {
			t.cells[cell(size.At(i))][s] = drawn[size.Index(position.Symmetry(s).Apply(size.At(i), size))]
		}
	}
	t.turn = drawn[size.Area()]
	return t
}

// toggle puts a disc into the hashes or takes it out.
func (h *hashes) toggle(size, at int, c position.Color) {
	if c == position.Empty {
		return
	}
	lanes := &h.black
	if c == position.White {
		lanes = &h.white
	}
	for s, n := range &tables[size]().cells[at] {
		lanes[s] ^= n
	}
}

// Key returns the position's key as it lies, side to move included.
func (p *Position) Key() position.Key {
	t := tables[p.size]()
	return position.KeyOf(p.hash(t, 0, false), t.seed)
}

// hash returns the hash of an image.
func (p *Position) hash(t *numbers, s position.Symmetry, swapped bool) uint64 {
	black, white, turn := p.black[s], p.white[s], p.turn
	if swapped {
		black, white = white, black
		if !p.over {
			turn = turn.Opponent()
		}
	}
	h := black ^ bits.RotateLeft64(white, 1)
	if turn == position.White {
		h ^= t.turn
	}
	return h
}

// Canonical returns the key that a position shares with all its images, those with the
// colors exchanged included. So one key finds the candidates of every question; which
// images are meant is decided on the board.
func (p *Position) Canonical() position.Key {
	t := tables[p.size]()
	least := p.hash(t, 0, false)
	for s := range position.Symmetry(8) {
		least = min(least, p.hash(t, s, false), p.hash(t, s, true))
	}
	return position.KeyOf(least, t.seed)
}

// Image returns the position under a symmetry, perhaps with the colors exchanged.
func (p *Position) Image(s position.Symmetry, swapped bool) *Position {
	q := NewEmpty(int(p.size))
	size := p.Size()
	for i := range size.Area() {
		at := size.At(i)
		c := p.At(at)
		if swapped {
			c = c.Opponent()
		}
		q.Set(s.Apply(at, size), c)
	}
	q.turn, q.over = p.turn, p.over
	if swapped && !p.over {
		q.turn = p.turn.Opponent()
	}
	return q
}
