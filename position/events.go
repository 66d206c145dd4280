package position

import "iter"

// Events yields what a script holds without executing it, for rules other than
// those of Go: AtNode with the node's (last) move, whose color is Empty if it
// has none, and Opened and Closed around variations. Setup is passed over.
func (s Script) Events() iter.Seq2[Event, Move] {
	return func(yield func(Event, Move) bool) {
		for i := 0; i < len(s); {
			w := s[i]
			i++
			event, move := AtNode, Move{}
			switch {
			case startsNode(w):
				if w < wordNode {
					move = Move{Black + Color(w>>14), Point(w & moveCode)}
				}
				for ; i < len(s) && extendsNode(s[i]); i++ {
					switch s[i] & wordKind {
					case wordMoreBlack:
						move = Move{Black, Point(s[i] & wordData)}
					case wordMoreWhite:
						move = Move{White, Point(s[i] & wordData)}
					}
				}
			case w == wordOpen:
				event = Opened
			case w == wordClose:
				event = Closed
			default: // a script from no builder: the word has no node
				continue
			}
			if !yield(event, move) {
				return
			}
		}
	}
}
