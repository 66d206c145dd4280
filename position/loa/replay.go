package loa

import (
	"iter"

	"kifudb/position"
)

// Step is the effect of one node of a script.
type Step struct {
	position.Visit[Position]

	Move  position.Move // by the side that made it
	Moved bool
	Fault Fault // what is wrong with the move
}

// Replay executes a script, whose moves are those of [Move.Code], from a position and
// yields a step for each node. Pieces that are set up lie where they are put, and all
// others as they did. If setup does not say whose turn it is, it is that of the next move.
// A move that cannot be made leaves the pieces as they are, and it is the other side's turn.
func Replay(start *Position, s position.Script) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		var step Step
		for visit, n := range position.Walk(start, s) {
			step = Step{Visit: *visit, Move: n.Move, Moved: n.Move.Color != position.Empty}
			step.begin(n, s)
			if step.Moved {
				step.play()
			}
			if !yield(&step) {
				return
			}
		}
	}
}

// begin sets up what a node sets up. What stands beside a move is what was before it.
func (s *Step) begin(n *position.ScriptNode, script position.Script) {
	for _, c := range n.Setup {
		s.Position.Set(c.Point, c.Color)
	}
	turn := n.ToPlay
	if turn == position.Empty && len(n.Setup) > 0 {
		if turn = n.Move.Color; turn == position.Empty {
			turn = script.NextMove(n.Next).Color
		}
	}
	if turn != position.Empty {
		s.Position.SetToPlay(turn)
	}
}

// play makes the step's move. A piece is its owner's, whatever color the script says.
func (s *Step) play() {
	m, ok := MoveOf(s.Move.Point)
	if !ok {
		s.Fault = NoMove
		s.Position.SetToPlay(s.Move.Color.Opponent())
		return
	}
	if c := s.Position.on(int(m.From)); m == Pass || c == position.Empty {
		s.Position.SetToPlay(s.Move.Color)
	} else {
		s.Move.Color = c
	}
	s.Fault = s.Position.Play(m)
}
