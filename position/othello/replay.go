package othello

import (
	"iter"

	"kifudb/position"
)

// Step is what a node of a script did.
type Step struct {
	Node       int // number of the node in file order, the root is 0
	Parent     int // number of the node above, -1 for the root
	MoveNumber int // moves so far on this path; a pass is none
	MainLine   bool

	Move  position.Move // by whom it was made
	Moved bool
	Fault Fault // what is wrong with the move, or with a pass

	// Before and Position are the positions before and after the node, valid until the
	// next step.
	Before, Position *Position
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
	return func(yield func(*Step) bool) {
		type branch struct {
			node, moveNumber int
			position         Position
			lost             bool
		}
		var open []branch
		before, present := *start, *start
		step := Step{Before: &before, Position: &present, MainLine: true}
		node, nodes, lost := -1, 0, false
		for n := range s.Contents() {
			switch n.Event {
			case position.Opened:
				open = append(open, branch{node, step.MoveNumber, present, lost})
				continue
			case position.Closed:
				if last := len(open) - 1; last >= 0 {
					b := &open[last]
					node, step.MoveNumber, present, lost = b.node, b.moveNumber, b.position, b.lost
					open = open[:last]
				}
				step.MainLine = false
				continue
			}
			step.Parent, node, nodes = node, nodes, nodes+1
			step.Node = node
			before = present
			step.Move, step.Moved, step.Fault = n.Move, n.Move.Color != position.Empty, OK
			step.begin(n, s, lost)
			if step.Moved {
				step.MoveNumber++
				if step.Fault = Lost; !lost {
					step.play()
				}
				lost = lost || !step.Fault.Possible()
			}
			if !yield(&step) {
				return
			}
		}
	}
}

// begin sets up what a node sets up, and passes if it does so. What stands beside a
// move is what was before it.
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
	case len(n.Setup) == 0 && s.MoveNumber > 0 && turn != p.turn && p.CanMove(p.turn):
		s.Fault = MayNot
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
