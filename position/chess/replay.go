package chess

import (
	"iter"

	"kifudb/position"
)

// Step is what a node of a script did.
type Step struct {
	Node       int // number of the node in file order, the root is 0
	Parent     int // number of the node above, -1 for the root
	MoveNumber int // moves so far on this path
	MainLine   bool

	Move  Move
	Moved bool
	Fault Fault // what is wrong with the move

	// Before and Position are the positions before and after the node, valid
	// until the next step.
	Before, Position *Position
}

// Replay executes a script, whose moves are those of [Move.Code], from a position and
// yields a step for each node. Whose move it is is known from the position. A move that
// cannot be executed leaves the position as it is but for the turn. Variations go back to
// copies of positions, one for each variation that is open.
func Replay(start *Position, s position.Script) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		type branch struct {
			node, moveNumber int
			position         Position
		}
		var open []branch
		before, present := *start, *start
		step := Step{Before: &before, Position: &present, MainLine: true}
		node, nodes := -1, 0
		for event, move := range s.Events() {
			switch event {
			case position.Opened:
				open = append(open, branch{node, step.MoveNumber, present})
				continue
			case position.Closed:
				if n := len(open) - 1; n >= 0 {
					node, step.MoveNumber, present = open[n].node, open[n].moveNumber, open[n].position
					open = open[:n]
				}
				step.MainLine = false
				continue
			}
			step.Parent, node, nodes = node, nodes, nodes+1
			step.Node = node
			before = present
			step.Move, step.Moved, step.Fault = Move{}, move.Color != Empty, NoFault
			if step.Moved {
				step.MoveNumber++
				step.Move = MoveOf(uint16(move.Point))
				if step.Fault = present.Play(step.Move); !step.Fault.Possible() {
					present.Pass()
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
