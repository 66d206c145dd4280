package chess

import (
	"math/bits"
)

func (o *observer) fork() int32 {
	p, n := o.after, int32(0)
	moved := points[p.board[o.to].Kind()]
	for s := range squaresOf(p.attacks(o.to)) {
		kind := p.board[s].Kind()
		if p.board[s].Color() == o.by || kind == Pawn {
			continue
		}
		if kind == King || points[kind] > moved || !p.attacked(s, o.them()) {
			o.mark(s)
			n++
		}
	}
	if n < 2 {
		return 0
	}
	return n
}

func (o *observer) pin() int32 {
	pinned := o.after.pinned(o.them()) &^ o.before.pinned(o.them())
	o.markAll(pinned)
	return int32(bits.OnesCount64(pinned))
}

func (o *observer) skewer() int32 {
	p, n := o.after, int32(0)
	kind := p.board[o.to].Kind()
	if kind < Bishop || kind > Queen {
		return 0
	}
	first, last, _ := directions(kind)
	for d := first; d < last; d++ {
		front := NoSquare
		for _, s := range rays[o.to][d] {
			piece := p.board[s]
			if piece == NoPiece {
				continue
			}
			if front == NoSquare && piece.Color() != o.by && (piece.Kind() == King || piece.Kind() == Queen && kind != Queen) {
				front = s
				continue
			}
			if front != NoSquare && piece.Color() != o.by && piece.Kind() != Pawn && piece.Kind() != King {
				without := *p
				without.put(front, NoPiece)
				if points[piece.Kind()] > points[kind] || !without.attacked(s, o.them()) {
					o.mark(front)
					o.mark(s)
					n++
				}
			}
			break
		}
	}
	return n
}
