package chess

import (
	"iter"

	"kifudb/position"
)

// Step is what a node of a script did.
type Step struct {
	position.Visit[Position]

	Move  Move
	Moved bool
	Fault Fault // what is wrong with the move
}

// Replay executes a script, whose moves are those of [Move.Code], from a position and
// yields a step for each node. Whose move it is is known from the position. A move that
// cannot be executed leaves the position as it is but for the turn.
func Replay(start *Position, s position.Script) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		var step Step
		for visit, n := range position.Walk(start, s) {
			step = Step{Visit: *visit, Moved: n.Move.Color != Empty}
			if step.Moved {
				step.Move = MoveOf(uint16(n.Move.Point))
				if step.Fault = step.Position.Play(step.Move); !step.Fault.Possible() {
					step.Position.Pass()
				}
			}
			if !yield(&step) {
				return
			}
		}
	}
}

// ScriptMove returns a move as scripts hold it.
func ScriptMove(c Color, m Move) position.Move {
	return position.Move{Color: c, Point: position.Point(m.Code())}
}
