package chess

import (
	"iter"
	"math/bits"

	"kifudb/position"
	"kifudb/position/feature"
)

// Observe replays a script as [Replay] does, and yields what its moves do on the board, for
// moves that were executed. Moves that leave the king in check count, null moves do not. An
// instance is valid until the next one.
func Observe(start *Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	type line struct {
		position Position
		checks   [2]int32 // how many in a row each color has given
		depth    int      // of the path, the start has 0
	}
	return func(yield func(*feature.Instance) bool) {
		if w.Kinds&(1<<len(kinds)-1) == 0 {
			return
		}
		o := observer{marks: w.Points}
		var seen history
		if w.Kinds.Has(kindRepetition) {
			seen.visit(start, 0)
		}
		for visit, n := range position.Walk(&line{position: *start}, s) {
			if n.Move.Color == Empty {
				continue
			}
			before, after := &visit.Before.position, &visit.Position.position
			m, by := MoveOf(uint16(n.Move.Point)), before.turn
			fault := after.Play(m)
			if !fault.Possible() {
				after.Pass()
			}
			visit.Position.depth++
			count := int32(0)
			if w.Kinds.Has(kindRepetition) {
				count = seen.visit(after, visit.Position.depth)
			}
			checks := &visit.Position.checks[index(by)]
			if !fault.Possible() || m.IsNull() {
				*checks = 0
				continue
			}
			o.begin(before, after, m)
			if o.times = count; w.Kinds.Has(kindChecks) {
				if *checks++; o.checkers() == 0 {
					*checks = 0
				}
				o.inRow = *checks
			}
			for i := range kinds {
				if !w.Kinds.Has(i) {
					continue
				}
				o.points = o.points[:0]
				value := kinds[i].measure(&o)
				if value <= 0 {
					continue
				}
				o.instance = feature.Instance{Kind: i, Node: visit.Node, By: by, Value: value}
				if o.marks {
					o.instance.Points = o.points
				}
				if i != kindMate {
					if !yield(&o.instance) {
						return
					}
					continue
				}
				for set := uint32(value); set != 0; set &= set - 1 { // a set of words
					o.instance.Value = int32(bits.TrailingZeros32(set)) + 1
					if !yield(&o.instance) {
						return
					}
				}
			}
		}
	}
}

// An observer measures one move after the other.
type observer struct {
	before, after *Position
	move          Move
	by            Color
	to, rook      Square // where the moved piece is now, and the rook that castled
	side          int    // of castling
	taken         Square // where a piece was taken, NoSquare for none

	checking uint64 // the pieces that give check
	looked   bool   // whether checking is known
	stuck    int8   // 1 if the opponent has no legal move, -1 if there is one, 0 if it is not known

	inRow, times int32 // checks in a row, and visits of the position

	marks    bool // whether points are wanted
	points   []position.Point
	instance feature.Instance
}

// begin looks at a move that was executed.
func (o *observer) begin(before, after *Position, m Move) {
	o.before, o.after, o.move, o.by = before, after, m, before.turn
	o.to, o.rook, o.taken, o.looked, o.stuck = m.To, NoSquare, NoSquare, false, 0
	if side, ok := before.castles(o.by, m); ok {
		o.side = side
		o.to, o.rook = castled(o.by, side)
		return
	}
	switch {
	case before.board[m.To] != NoPiece:
		o.taken = m.To
	case m.To == before.passed && before.board[m.From].Kind() == Pawn && m.From.File() != m.To.File():
		o.taken = Square(int(m.To) - forward(o.by))
	}
}

// mark adds a square to those of the drawing.
func (o *observer) mark(s Square) {
	if o.marks {
		o.points = append(o.points, position.At(s.File(), s.Row()))
	}
}

func (o *observer) markAll(squares uint64) {
	if o.marks {
		for s := range squaresOf(squares) {
			o.mark(s)
		}
	}
}

// them returns the opponent.
func (o *observer) them() Color { return o.by.Opponent() }

// king returns where the opponent's king is, NoSquare if there is none.
func (o *observer) king() Square { return o.after.kings[index(o.them())] }
