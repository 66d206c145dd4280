package position

import "iter"

// A Visit is where a script is being replayed by rules other than those of Go, whose
// positions are values of type P.
type Visit[P any] struct {
	Node       int // number of the node in file order, the root is 0
	Parent     int // number of the node above, -1 for the root
	MoveNumber int // moves so far on this path
	MainLine   bool

	// Before and Position are the positions before and after the node, valid until the
	// next one.
	Before, Position *P
}

// Walk goes through the nodes of a script, from a position on, and yields each with its
// visit. At first both positions are the one before the node; the loop body plays the node
// on Position. Variations go back to copies of positions, one for each open variation.
func Walk[P any](start *P, s Script) iter.Seq2[*Visit[P], *ScriptNode] {
	return func(yield func(*Visit[P], *ScriptNode) bool) {
		type branch struct {
			node, moveNumber int
			position         P
		}
		var open []branch
		before, present := *start, *start
		visit := Visit[P]{Before: &before, Position: &present, MainLine: true}
		node, nodes := -1, 0
		for n := range s.Contents() {
			switch n.Event {
			case Opened:
				open = append(open, branch{node, visit.MoveNumber, present})
				continue
			case Closed:
				if last := len(open) - 1; last >= 0 {
					node, visit.MoveNumber, present = open[last].node, open[last].moveNumber, open[last].position
					open = open[:last]
				}
				visit.MainLine = false
				continue
			}
			visit.Parent, node, nodes = node, nodes, nodes+1
			visit.Node = node
			before = present
			if n.Move.Color != Empty {
				visit.MoveNumber++
			}
			if !yield(&visit, n) {
				return
			}
		}
	}
}
