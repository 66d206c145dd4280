package chess

import (
	"math/bits"
)

// checkers returns the pieces that give check.
func (o *observer) checkers() uint64 {
	if !o.looked {
		if o.looked, o.checking = true, 0; o.king() != NoSquare {
			o.checking = o.after.attackers(o.king(), o.by)
		}
	}
	return o.checking
}

// noReply reports whether the opponent has a king and no legal move.
func (o *observer) noReply() bool {
	if o.stuck == 0 {
		o.stuck = 1
		if o.king() == NoSquare || o.after.canMove() {
			o.stuck = -1
		}
	}
	return o.stuck > 0
}

func (o *observer) check() int32 {
	o.markAll(o.checkers())
	return int32(bits.OnesCount64(o.checkers()))
}

func (o *observer) checks() int32 {
	o.markAll(o.checkers())
	return o.inRow
}

func (o *observer) doubleCheck() int32 {
	if bits.OnesCount64(o.checkers()) < 2 {
		return 0
	}
	o.markAll(o.checkers())
	return 1
}

// discovered returns the pieces that give check and did not move.
func (o *observer) discovered() uint64 {
	checkers := o.checkers() &^ (1 << o.to)
	if o.rook != NoSquare {
		checkers &^= 1 << o.rook
	}
	return checkers
}

func (o *observer) discoveredCheck() int32 {
	o.markAll(o.discovered())
	return int32(bits.OnesCount64(o.discovered()))
}

func (o *observer) stalemate() int32 {
	if o.checkers() != 0 || !o.noReply() {
		return 0
	}
	o.mark(o.king())
	return 1
}
