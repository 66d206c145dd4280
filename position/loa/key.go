package loa

import (
	"math/bits"
	"sync"

	"kifudb/position"
)

// Keys are made as those of Othello are: a number for each square, that of a white piece
// rotated by one bit, and a further one if White is to move. Exchanging the colors
// exchanges that, too.

// number is SGF's of the game.
const number = 9

type numbers struct {
	seed, turn uint64
	squares    [8][Side * Side]uint64 // by symmetry
}

var table = sync.OnceValue(func() *numbers {
	t := &numbers{seed: position.KeySeed(number, size)}
	drawn := position.KeyNumbers(t.seed, size.Area()+1)
	for s := range t.squares {
		for i := range t.squares[s] {
			t.squares[s][i] = drawn[size.Index(position.Symmetry(s).Apply(size.At(i), size))]
		}
	}
	t.turn = drawn[size.Area()]
	return t
})

// hash returns the hash of an image.
func (p *Position) hash(t *numbers, s position.Symmetry, swapped bool) uint64 {
	black, white, turn := p.black, p.white, p.turn
	if swapped {
		black, white, turn = white, black, turn.Opponent()
	}
	var h, w uint64
	for ; black != 0; black &= black - 1 {
		h ^= t.squares[s][bits.TrailingZeros64(black)]
	}
	for ; white != 0; white &= white - 1 {
		w ^= t.squares[s][bits.TrailingZeros64(white)]
	}
	h ^= bits.RotateLeft64(w, 1)
	if turn == position.White {
		h ^= t.turn
	}
	return h
}

// Key returns the position's key as it lies, side to move included.
func (p *Position) Key() position.Key {
	t := table()
	return position.KeyOf(p.hash(t, 0, false), t.seed)
}

// Canonical returns the key that a position shares with all its images, those with the
// colors exchanged included.
func (p *Position) Canonical() position.Key {
	t := table()
	least := p.hash(t, 0, false)
	for s := range position.Symmetry(8) {
		least = min(least, p.hash(t, s, false), p.hash(t, s, true))
	}
	return position.KeyOf(least, t.seed)
}

// Image returns the position under a symmetry, perhaps with the colors exchanged.
func (p *Position) Image(s position.Symmetry, swapped bool) *Position {
	q := &Position{turn: p.turn}
	if swapped {
		q.turn = p.turn.Opponent()
	}
	for i := range size.Area() {
		if c := p.on(i); c != position.Empty {
			if swapped {
				c = c.Opponent()
			}
			q.Set(s.Apply(size.At(i), size), c)
		}
	}
	return q
}

// Image returns the move under a symmetry.
func (m Move) Image(s position.Symmetry) Move {
	if m == Pass {
		return m
	}
	image := func(square uint8) uint8 { return uint8(size.Index(s.Apply(size.At(int(square)), size))) }
	return Move{image(m.From), image(m.To)}
}
