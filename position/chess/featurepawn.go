package chess

import (
	"math/bits"
)

func (o *observer) promotes() int32 {
	if o.move.Promote == NoKind {
		return 0
	}
	o.mark(o.to)
	return int32(o.move.Promote - Pawn)
}

func (o *observer) castling() int32 {
	if o.rook == NoSquare {
		return 0
	}
	o.mark(o.to)
	o.mark(o.rook)
	return int32(o.side) + 1
}

// passedPawns returns the pawns of a color that no enemy pawn can stop or take on their way.
func (p *Position) passedPawns(c Color) uint64 {
	var own, guarded uint64
	for s, piece := range p.board {
		switch piece {
		case NewPiece(c, Pawn):
			own |= 1 << s
		case NewPiece(c.Opponent(), Pawn): // the squares behind it and beside those
			step := -forward(c)
			for at := s + step; at >= 0 && at < 64; at += step {
				guarded |= beside[at]
			}
		}
	}
	return own &^ guarded
}

// beside are each square and its neighbors on the same rank.
var beside = func() (list [64]uint64) {
	for s := range NoSquare {
		for file := max(s.File()-1, 0); file <= min(s.File()+1, 7); file++ {
			list[s] |= 1 << SquareAt(file, s.Row())
		}
	}
	return list
}()

func (o *observer) passedPawn() int32 {
	moved := o.before.board[o.move.From].Kind() == Pawn
	if !moved && (o.taken == NoSquare || o.before.board[o.taken].Kind() != Pawn) {
		return 0
	}
	were := o.before.passedPawns(o.by)
	if moved && were>>o.move.From&1 != 0 {
		were |= 1 << o.to
	}
	passed := o.after.passedPawns(o.by) &^ were
	o.markAll(passed)
	return int32(bits.OnesCount64(passed))
}
