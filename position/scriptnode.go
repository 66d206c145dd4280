package position

import "iter"

// A ScriptNode is an event of a script with all that its node holds, for rules other
// than those of Go whose records set up pieces.
type ScriptNode struct {
	Event  Event    // AtNode, Opened or Closed
	Setup  []Change // of AtNode, in order; valid until the next event
	Move   Move     // the node's (last) move, whose color is Empty if it has none
	ToPlay Color    // whose turn the node says it is, Empty if it says nothing
	Passed Color    // who passed, see [Script]; Empty if the node says only whose turn it is
	Next   int      // where in the script the next event begins
}

// Contents yields what a script holds without executing it, as [Script.Events] does, with
// setup.
func (s Script) Contents() iter.Seq[*ScriptNode] {
	return func(yield func(*ScriptNode) bool) {
		var n ScriptNode
		var setup []Change
		for i := 0; i < len(s); {
			w := s[i]
			i++
			n = ScriptNode{}
			switch {
			case startsNode(w):
				n.Event = AtNode
				if w < wordNode {
					n.Move = Move{Black + Color(w>>14), Point(w & moveCode)}
				}
				setup = setup[:0]
				for ; i < len(s) && extendsNode(s[i]); i++ {
					p := Point(s[i] & wordData)
					switch s[i] & wordKind {
					case wordAddBlack:
						setup = append(setup, Change{p, Black})
					case wordAddWhite:
						setup = append(setup, Change{p, White})
					case wordAddEmpty:
						setup = append(setup, Change{p, Empty})
					case wordMoreBlack:
						n.Move = Move{Black, p}
					case wordMoreWhite:
						n.Move = Move{White, p}
					default:
						n.Passed, n.ToPlay = n.ToPlay, Black+Color(s[i]&1)
					}
				}
				n.Setup = setup
			case w == wordOpen:
				n.Event = Opened
			case w == wordClose:
				n.Event = Closed
			default: // a script from no builder: the word has no node
				continue
			}
			if n.Next = i; !yield(&n) {
				return
			}
		}
	}
}

// NextMove returns the first move of the main line from a place in the script on,
// where a node or an event begins; its color is Empty if there is none.
func (s Script) NextMove(from int) Move {
	for _, w := range s[min(max(from, 0), len(s)):] {
		switch {
		case w == wordClose:
			return Move{}
		case w < wordNode:
			return Move{Black + Color(w>>14), Point(w & moveCode)}
		case isMove(w):
			return Move{Black + Color(w>>12&1), Point(w & wordData)}
		}
	}
	return Move{}
}

// RootSetup returns how many stones the root sets up or takes away.
func (s Script) RootSetup() int {
	for n := range s.Contents() {
		return len(n.Setup)
	}
	return 0
}
