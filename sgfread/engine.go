package sgfread

import (
	"bytes"
	"strconv"
)

// The engine is the only reader of SGF's structure in this package: Walk,
// WalkReader, Scanner and Parse are ways to run it. It holds a window
// of the input and reads as far as it can; where the window ends inside a node
// it stops before that node, asks for more and reads it again.
type engine struct {
	Options
	h     Handler     // nil: nobody listens
	moves MoveHandler // h, if it wants runs of moves

	buf   []byte
	pos   int   // all before it has been read
	base  int64 // the offset of buf[0]
	final bool  // the input ends with buf

	depth        int    // of open levels
	parenless    int    // how many of them are implied
	over         int    // further levels, beyond MaxDepth
	levels       []byte // what is known of each open level
	state        state  // of the innermost
	openAt       int64  // the offset of its parenthesis
	trees        int    // trees begun
	wraps        int    // parentheses around whole trees
	byTree       bool   // stop after each tree
	inValue      bool   // the end of a value that was cut is still to come
	treePos      int    // where the tree that was begun last begins in buf
	skipBelow    int    // the depth whose end ends the skipping; 0: not skipping
	skipped      Handler
	skippedMoves MoveHandler

	outer   outerText
	node    Node
	plain   bool      // node is set up for a plain move
	pending []Problem // of the node that is being read
	untold  int       // its further problems

	afterValue   int // behind the last value, if only white space has come since; or -1
	junkEnd      int // of the last run of junk, or -1
	countedTo    int // brackets before it have been counted, see belongsToText
	openBrackets int // open ones among them

	// looked is an offset: how far belongsToText has searched for a bracket that it did not
	// take. The bytes before it may decide how earlier bytes are read.
	looked int64

	err     error // the problem that ended a strict reading
	stopped bool
}

// state says what has been read on the innermost level.
type state uint8

const (
	atOpen     state = iota // its parenthesis
	afterNode               // a node
	afterChild              // a variation
)

// Flags of an open level.
const (
	emitted  byte = 1 << iota // Open was called
	implied                   // it has no parenthesis: closes with the level around it
	hasChild                  // it has variations
)

// outcome says why the engine stopped.
type outcome uint8

const (
	needMore outcome = iota // the window is read as far as possible
	treeEnd                 // a tree has ended (byTree only)
	inputEnd
)

// begin prepares the engine for an input, keeping the memory it has.
func (e *engine) begin(h Handler, o *Options) {
	props, values := e.node.props[:0], e.node.values[:0]
	if props == nil {
		props, values = make([]prop, 0, 32), make([]span, 0, 64)
	}
	*e = engine{
		Options: o.orDefaults(),
		h:       h,
		levels:  e.levels[:0],
		node:    Node{props: props, values: values},
		outer:   outerText{start: -1, values: -1, excerpt: e.outer.excerpt[:0]},
		pending: e.pending[:0],
		treePos: -1,
	}
	e.moves, _ = h.(MoveHandler)
	e.base = e.Offset
}

// run reads until one of the outcomes is reached.
func (e *engine) run() outcome {
	for !e.stopped {
		if e.depth == 0 {
			if e.outside() == needMore {
				return needMore
			}
			if e.depth == 0 {
				return inputEnd
			}
			continue
		}
		e.inside()
		switch {
		case e.stopped:
		case e.depth > 0:
			return needMore
		case e.byTree:
			return treeEnd
		}
	}
	e.closeAll()
	return inputEnd
}

// inside reads a tree from pos to its end, or to the end of what can be read.
// It is at the end of the tree if depth is 0 when it returns.
func (e *engine) inside() {
	buf, i := e.buf, e.pos
	if e.inValue {
		i = e.skipValue(i)
	}
	for i < len(buf) && !e.stopped {
		switch c := buf[i]; classes[c] {
		case semicolon:
			if e.over > 0 {
				i++
				continue
			}
			if e.state != afterNode {
				e.beginNode(i)
			}
			// Only space, semicolons and parentheses stand behind a plain move.
			if j := i + MoveLen; j >= len(buf) || classes[buf[j]]-space <= closing-space {
				if n := e.readPlain(i); n > 0 {
					i += n
					continue
				}
			}
			end := e.readNode(i)
			if end < 0 {
				e.pos = i
				return
			}
			i = end
			e.emit(i)
		case open:
			if e.over == 0 && e.state != atOpen && e.depth < e.MaxDepth && i+2 < len(buf) && buf[i+1] == ';' && !beginsRoot[buf[i+2]] {
				e.push(i) // a variation like most
				i++
				continue
			}
			n := e.openLevel(i)
			if n < 0 {
				e.pos = i
				return
			}
			i += n
			if n == 0 { // it belongs to the next tree
				e.pos = i
				e.closeAll()
				return
			}
		case closing:
			i++
			e.closeLevel(i - 1)
			if e.depth == 0 {
				e.pos = i
				return
			}
		case space:
			i++
		default:
			n := e.stray(i)
			if n < 0 {
				e.pos = i
				return
			}
			i += n
		}
	}
	e.pos = i
	if e.final && !e.stopped {
		e.report(MissingClose, i, strconv.Itoa(e.depth+e.over)+" open")
		e.closeAll()
	}
}

// endsNode tells the characters before which a node is surely over.
var endsNode = [256]bool{';': true, '(': true, ')': true}

// beginsRoot tells the characters after a semicolon behind which there may be
// the FF or GM of a new game.
var beginsRoot = [256]bool{'F': true, 'G': true, ' ': true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}

// emit delivers the current node, which ends at end.
func (e *engine) emit(end int) {
	e.state = afterNode
	if len(e.pending) > 0 {
		e.flush()
	}
	if e.h == nil || e.stopped {
		return
	}
	e.h.Node(&e.node)
	if e.node.ctl != goOn {
		e.obey(end)
	}
}

// obey does what the handler of a node that ends at end has asked for.
func (e *engine) obey(end int) {
	e.pos = end
	if e.node.ctl == stopWalk {
		e.stopped = true
	} else {
		e.skipBelow, e.skipped, e.skippedMoves = e.depth, e.h, e.moves
		e.h, e.moves = nil, nil
	}
	e.node.ctl = goOn
}

// beginNode makes the innermost level ready for a node at i.
func (e *engine) beginNode(i int) {
	if e.state == afterChild {
		// The specification has no nodes after variations. The careful
		// reading is one more variation of the node that branched.
		e.report(NodeAfterVariation, i, "")
		e.levels[e.depth-1] |= hasChild
		e.push(i)
		e.levels[e.depth-1] |= implied
		e.parenless++
	}
	if e.levels[e.depth-1]&emitted == 0 {
		e.levels[e.depth-1] |= emitted
		if e.h != nil {
			e.h.Open(e.openAt)
		}
	}
	e.state = afterNode
}

// push opens a level that begins at i.
func (e *engine) push(i int) {
	if e.depth == len(e.levels) {
		e.levels = append(e.levels, 0)
	}
	e.levels[e.depth] = 0
	e.depth++
	e.state = atOpen
	e.openAt = e.base + int64(i)
}

// openLevel reads the parenthesis at i and returns 1, or 0 if it begins a new
// game although this one is not over, or -1 if it needs more input to know.
func (e *engine) openLevel(i int) int {
	switch game := e.beginsGame(i); {
	case game == maybe:
		return -1
	case game == yes:
		e.report(GameInGame, i, "")
		return 0
	case e.over > 0 || e.depth >= e.MaxDepth:
		if e.over == 0 {
			e.report(TooDeep, i, strconv.Itoa(e.MaxDepth))
		}
		e.over++
		return 1
	case e.state == atOpen:
		e.report(DoubleOpen, i, "")
	}
	e.push(i)
	return 1
}

// closeLevel reads the parenthesis at i.
func (e *engine) closeLevel(i int) {
	if e.state == afterNode && e.depth > 1 && e.over == 0 && e.depth != e.skipBelow && e.levels[e.depth-1] == emitted {
		// The end of a line of play, like most.
		e.depth--
		e.levels[e.depth-1] |= hasChild
		e.state = afterChild
		if e.h != nil {
			e.h.Close(e.base + int64(i))
		}
		return
	}
	if e.over > 0 {
		e.over--
		return
	}
	if e.state == atOpen && e.levels[e.depth-1]&hasChild == 0 {
		e.report(EmptyVariation, int(e.openAt-e.base), "")
	}
	for e.depth > 0 {
		level := e.pop(i)
		if level&implied == 0 {
			return
		}
	}
}

// pop closes the innermost level and returns it.
func (e *engine) pop(i int) byte {
	level := e.levels[e.depth-1]
	if e.depth == e.skipBelow {
		e.h, e.moves, e.skipBelow = e.skipped, e.skippedMoves, 0
	}
	if level&emitted != 0 && e.h != nil {
		e.h.Close(e.base + int64(i))
	}
	if level&implied != 0 {
		e.parenless--
	}
	e.depth--
	if e.depth == 0 {
		return level
	}
	parent := &e.levels[e.depth-1]
	if level&(emitted|hasChild) != 0 {
		*parent |= hasChild
	}
	switch {
	case *parent&hasChild != 0:
		e.state = afterChild
	case *parent&emitted != 0:
		e.state = afterNode
	default:
		e.state = atOpen
	}
	return level
}

// closeAll closes all levels, at the end of the input or of what is wanted.
func (e *engine) closeAll() {
	for e.depth > 0 {
		e.pop(e.pos)
	}
	e.over, e.inValue = 0, false
}

// report tells of a problem at i in buf.
func (e *engine) report(c Code, i int, detail string) {
	if e.Problem == nil && !e.Strict || e.byTree && e.depth > 0 {
		return
	}
	p := Problem{c, e.base + int64(i), detail}
	if e.Problem != nil {
		e.Problem(p)
	}
	if e.Strict && c.Severity() > Note && e.err == nil {
		e.err, e.stopped = p, true
	}
}

// hold keeps a problem of a node that may have to be read again.
func (e *engine) hold(c Code, i int, detail []byte) {
	if e.Problem == nil && !e.Strict || e.byTree {
		return
	}
	if len(e.pending) >= maxNodeFinds {
		if e.untold++; e.untold == 1 {
			e.pending = append(e.pending, Problem{MoreProblems, e.base + int64(i), ""})
		}
		return
	}
	e.pending = append(e.pending, Problem{c, e.base + int64(i), excerpt(detail)})
}

// flush reports the pending problems.
func (e *engine) flush() {
	for _, p := range e.pending {
		if p.Code == MoreProblems {
			p.Detail = strconv.Itoa(e.untold)
		}
		e.report(p.Code, int(p.Offset-e.base), p.Detail)
	}
	e.pending, e.untold = e.pending[:0], 0
}

// excerpt returns the beginning of b for a message.
func excerpt(b []byte) string {
	if len(b) > excerptLen {
		return string(bytes.ToValidUTF8(b[:excerptLen], []byte("?"))) + "…"
	}
	return string(b)
}

// excerptLen is how many bytes of the input a message quotes at most.
const excerptLen = 24
