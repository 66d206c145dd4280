package othello

import (
	"iter"

	"kifudb/position"
)

// Step is what a node of a script did. Its number of moves counts no passes.
type Step struct {
	position.Visit[Position]

	Move  position.Move // by whom it was made
	Moved bool
	Fault Fault // what is wrong with the move, or with a pass

	Passed position.Color // who passed and might not, Empty for nobody

	ready  *Position // before the move, with what the node sets up; its turn may be another's
	passes int32     // how many passes in a row the opponent makes with the one that the move forces
}

// Replay executes a script from a position and yields a step for each node. The color
// of a move in the script says who makes it; one that cannot be made leaves the
// position as it is, and so do all moves after it, since nobody knows on which position
// they were made. A node that says whose turn it is, without setup, is a pass.
//
// Discs that are set up lie where they are put, and all others as they did: so a
// record without setup begins with the usual four discs, and so does one that sets up
// others. If setup does not say whose turn it is, it is that of the next move.
func Replay(start *Position, s position.Script) iter.Seq[*Step] {
	type line struct {
		position Position
		lost     bool
		forced   position.Color // whose last move forced a pass, Empty for nobody's
		passes   int32          // how many passes in a row
	}
	return func(yield func(*Step) bool) {
		var step Step
		var ready Position
		for visit, n := range position.Walk(&line{position: *start}, s) {
			line := visit.Position
			lost := &line.lost
			step = Step{
				Visit: position.Visit[Position]{
					Node: visit.Node, Parent: visit.Parent, MoveNumber: visit.MoveNumber, MainLine: visit.MainLine,
					Before: &visit.Before.position, Position: &visit.Position.position,
				},
				Move: n.Move, Moved: n.Move.Color != position.Empty,
			}
			step.begin(n, s, *lost)
			step.ready = step.Before
			if len(n.Setup) > 0 {
				ready, line.forced = *step.Position, position.Empty
				step.ready = &ready
			}
			if step.Moved {
				if step.Fault = Lost; !*lost {
					step.play()
				}
				*lost = *lost || !step.Fault.Possible()
			}
			if step.Moved && step.Fault.Possible() && step.Move.Point != position.Pass {
				switch by := step.Move.Color; {
				case line.position.over || line.position.turn != by:
					line.forced, line.passes = position.Empty, 0
				case line.forced == by:
					line.passes++
				default:
					line.forced, line.passes = by, 1
				}
				step.passes = line.passes
			}
			if !yield(&step) {
				return
			}
		}
	}
}

// begin sets up the stones of a node, and passes if the node does. Setup beside a
// move counts as before it.
func (s *Step) begin(n *position.ScriptNode, script position.Script, lost bool) {
	if lost || len(n.Setup) == 0 && n.ToPlay == position.Empty {
		return
	}
	p := s.Position
	for _, c := range n.Setup {
		p.Set(c.Point, c.Color)
	}
	turn := n.ToPlay
	switch {
	case s.Moved:
		turn = n.Move.Color
	case turn == position.Empty:
		if turn = script.NextMove(n.Next).Color; turn == position.Empty {
			turn = p.turn
		}
	case len(n.Setup) > 0:
	case n.Passed != position.Empty && p.CanMove(n.Passed):
		s.Fault, s.Passed = MayNot, n.Passed
	case s.MoveNumber > 0 && turn != p.turn && p.CanMove(p.turn):
		s.Fault, s.Passed = MayNot, p.turn
	}
	p.SetToPlay(turn)
}

// play makes the step's move.
func (s *Step) play() {
	by := s.Position.turn
	if s.Fault = s.Position.Play(s.Move); s.Fault == Miscalled {
		s.Move.Color = by
	}
}
