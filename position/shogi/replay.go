package shogi

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

// Replay executes a script, whose moves are those of Move.Code, from a
// position and yields a step for each node. Whose move it is is known from the
// position; the colors in the script say what the record says. A move that
// cannot be executed leaves the position as it is but for the turn.
func Replay(start *Position, s position.Script) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		var step Step
		for visit, n := range position.Walk(start, s) {
			step = Step{Visit: *visit, Moved: n.Move.Color != Empty}
			if step.Moved {
				step.play(n.Move)
			}
			if !yield(&step) {
				return
			}
		}
	}
}

// play executes a move of a script.
func (s *Step) play(m position.Move) {
	var known bool
	s.Move, known = MoveOf(uint16(m.Point))
	s.Fault = NotThere
	if known {
		s.Fault = s.Position.Play(s.Move)
	}
	if !s.Fault.Possible() {
		s.Position.SetToPlay(s.Position.ToPlay().Opponent())
	}
}

// ScriptMove returns a move as scripts hold it.
func ScriptMove(c Color, m Move) position.Move {
	return position.Move{Color: c, Point: position.Point(m.Code())}
}
