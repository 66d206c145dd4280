package position

import "slices"

// Most games are plain: a line of moves, each in order, after stones that were set up
// at the root. The script has everything that such a game does to the board, except
// the captured stones. With these, code can go through the game again without executing its
// moves, which is most of the work of a replay.

// Captures are the points from which the moves of a plain game took stones, each as
// the number of its node in the upper half and the point in the lower one, in the
// order of [Step.Changes]. The number of nodes stands before them, so that a game
// without captures has some, too; nil stands for a game that is not plain.
type Captures []uint32

// Nodes returns how many nodes the plain game has whose captures these are.
func (c Captures) Nodes() int { return int(c[0]) }

// maxCaptureNodes is how many nodes a plain game may have.
const maxCaptureNodes = 1 << 16

// A CaptureLog notes the captures of one game after the other while they are
// replayed. Its zero value is ready.
type CaptureLog struct {
	list  Captures
	plain bool
	setup int // stones at the root
}

// Start begins the log of a game.
func (l *CaptureLog) Start(s Script) {
	l.list = append(l.list[:0], 0)
	l.setup, l.plain = s.plainly()
}

// plainly reports whether a script may be one of a plain game, and how many stones are
// set up at its root.
func (s Script) plainly() (setup int, plain bool) {
	nodes := 0
	for _, w := range s {
		switch {
		case startsNode(w):
			nodes++
		case w == wordBlackToPlay || w == wordWhiteToPlay:
		case nodes == 1 && (w&wordKind == wordAddBlack || w&wordKind == wordAddWhite):
			setup++
		default:
			return 0, false
		}
	}
	return setup, 0 < nodes && nodes <= maxCaptureNodes
}

// See takes in the next step of the replay.
func (l *CaptureLog) See(s *Step) {
	if !l.plain {
		return
	}
	n, stones := len(s.Placed), 0
	if s.Node == 0 {
		stones = l.setup
	}
	if s.Moved && s.Move.Point != Pass {
		stones++
	}
	if s.Fault != 0 || n != stones || len(s.Changes) < n {
		l.plain = false
		return
	}
	l.list[0]++
	for i, c := range s.Changes {
		switch {
		case i < n:
			l.plain = l.plain && c == s.Placed[i]
		case c.Color == Empty:
			l.list = append(l.list, uint32(s.Node)<<16|uint32(c.Point))
		default:
			l.plain = false
		}
	}
}

// Captures returns the captures of the game, nil if it is not plain. They are good
// until the next Start.
func (l *CaptureLog) Captures() Captures {
	if !l.plain {
		return nil
	}
	return l.list
}

// StartRetold prepares to go through a plain game without a board: each Step is the
// same as if the script were executed, but Board is not to be asked for. The captures
// must be those of the script.
func (r *Replayer) StartRetold(s Script, captures Captures) {
	r.begin(s)
	r.retold, r.captures = true, captures[1:]
}

// retell makes the step of a node that begins with the given word.
func (r *Replayer) retell(w uint16) {
	s := &r.step
	s.Parent, s.Node = s.Node, r.nodes
	s.Depth++
	r.nodes++
	s.MainLine, s.Moved, s.Move = true, false, Move{}
	s.Placed, s.Changes = s.Placed[:0], s.Changes[:0]
	if w < wordNode {
		s.Move, s.Moved = Move{Black + Color(w>>14), Point(w & moveCode)}, true
		s.MoveNumber++
		if s.Move.Point != Pass {
			s.Placed = append(s.Placed, Change{s.Move.Point, s.Move.Color})
		}
	}
	for r.at < len(r.script) && extendsNode(r.script[r.at]) {
		switch w := r.script[r.at]; w & wordKind {
		case wordAddBlack:
			s.Placed = append(s.Placed, Change{Point(w & wordData), Black})
		case wordAddWhite:
			s.Placed = append(s.Placed, Change{Point(w & wordData), White})
		}
		r.at++
	}
	if len(s.Placed) == 1 { // as nearly always: to copy a list takes longer
		s.Changes = append(s.Changes, s.Placed[0])
	} else {
		s.Changes = append(s.Changes, s.Placed...)
	}
	for len(r.captures) > 0 && int(r.captures[0]>>16) == s.Node {
		s.Changes = append(s.Changes, Change{Point(r.captures[0] & capturePoint), Empty})
		r.captures = r.captures[1:]
	}
}

// A Stone is a stone that a node of a plain game puts on a point or, with no color, takes off.
type Stone struct {
	Node  uint16
	Point Point
	Color Color
}

// AppendStones goes through a plain game as StartRetold does, and appends each stone that a
// node puts on the board, and then each that it takes off: nothing else of a step, which takes
// several times as long. It returns whether the root has no move and every other node has one.
// The captures must be those of the script.
func AppendStones(dst []Stone, s Script, captures Captures) (stones []Stone, numbered bool) {
	captures = captures[1:]
	before := len(dst)
	dst = slices.Grow(dst, len(s)+len(captures))
	all, n := dst[:cap(dst)], before
	node, empty := -1, 0 // empty: nodes without a move
	for _, w := range s {
		if startsNode(w) {
			for len(captures) > 0 && int(captures[0]>>16) == node {
				all[n] = Stone{uint16(node), Point(captures[0] & capturePoint), Empty}
				n++
				captures = captures[1:]
			}
			node++
			if p := Point(w & moveCode); w >= wordNode {
				empty++
			} else if p != Pass {
				all[n] = Stone{uint16(node), p, Black + Color(w>>14)}
				n++
			}
			continue
		}
		switch w & wordKind {
		case wordAddBlack:
			all[n] = Stone{uint16(node), Point(w & wordData), Black}
			n++
		case wordAddWhite:
			all[n] = Stone{uint16(node), Point(w & wordData), White}
			n++
		} // others say who plays first
	}
	for _, c := range captures { // of the last node
		all[n] = Stone{uint16(node), Point(c & capturePoint), Empty}
		n++
	}
	at := 0
	for !startsNode(s[at]) {
		at++
	}
	return all[:n], s[at] == wordNode && empty == 1
}

// capturePoint cuts the point out of a capture.
const capturePoint = 1<<16 - 1
