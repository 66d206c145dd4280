package position

// An Event is the latest action of a Replayer.
type Event uint8

// The events of a replay.
const (
	End    Event = iota // nothing is left
	AtNode              // a node was executed
	Opened              // a variation begins below the current node
	Closed              // the variation was taken back
)

// Step is the effect of one node.
type Step struct {
	Node       int  // number of the node in file order, the root is 0
	Parent     int  // number of the node above, -1 for the root
	Depth      int  // nodes above
	MoveNumber int  // moves so far on this path, passes included
	MainLine   bool // the node is on the main line

	Move  Move  // the node's (last) move
	Moved bool  // whether it has one
	Fault Fault // what was wrong with its moves

	// Placed are the stones that moves and setup put on the board, in order,
	// also those that were captured at once. Passes and moves off the board
	// place nothing.
	Placed []Change
	// Changes are the points that hold something else than before, captures
	// included, each once.
	Changes []Change
	Cleared bool // whether setup took a stone off the board
}

// A Replayer executes scripts. It can be used again and again and then needs no
// more memory than the longest path and the deepest nesting took so far. To take
// variations back it keeps a log of changes, never copies of boards. The zero
// value is ready, and follows the rules of Go.
type Replayer struct {
	// Rules are those of the game that is replayed. They may be changed before a
	// script is started.
	Rules Rules

	board  *Board
	script Script
	at     int // next word
	began  int // first word of the latest node
	nodes  int // nodes seen
	branch bool
	step   Step
	frames []frame
	log    []change // of the open variations
	old    []Color  // net's: by cell, what was there before the node
	stamp  []uint32 // net's: by cell, the node that changed it last
	round  uint32

	spans      []Span      // of StartIn, those not passed yet
	variations []variation // if there are spans: by word, where one opens
	numbers    []int32     // of an excerpt
	mainLine   int         // if there are numbers

	retold   bool     // the script is not executed
	captures Captures // then those to come, without the number of nodes
}

// frame is what a variation's end goes back to.
type frame struct {
	log                     int // length of the log
	node, depth, moveNumber int32
	captured                [3]int32
	ko                      Point
	koFor, toPlay           Color
	mainLine                bool
}

// Start prepares to execute a script on an empty board.
func (r *Replayer) Start(size Size, s Script) {
	size = size.Clamp()
	if r.board == nil || r.board.rules != r.Rules {
		r.board = r.Rules.NewBoard(size)
	} else {
		r.board.Reset(size)
	}
	r.begin(s)
}

// begin prepares to go through a script.
func (r *Replayer) begin(s Script) {
	r.script, r.at, r.began, r.nodes, r.branch, r.spans, r.numbers, r.retold = s, 0, 0, 0, false, nil, nil, false
	r.frames, r.log = r.frames[:0], r.log[:0]
	r.step = Step{Node: -1, Parent: -1, Depth: -1, Placed: r.step.Placed[:0], Changes: r.step.Changes[:0]}
}

// A Span is a range of nodes in the order of the file, To excluded.
type Span struct{ From, To int }

// StartIn does the same as Start for an excerpt. Nodes have the numbers that they have in the
// whole script. See SkipIdle.
func (r *Replayer) StartIn(size Size, e *Excerpt) {
	r.Start(size, e.Script)
	if e.Spans != nil {
		r.spans, r.variations = e.Spans, e.variations(r.variations)
		r.numbers, r.mainLine = e.numbers, e.mainLine
	}
}

// SkipIdle is for a variation that was just opened. If none of its nodes
// matters, they are passed over: the next event closes it.
func (r *Replayer) SkipIdle() {
	if r.spans == nil {
		return
	}
	for len(r.spans) > 0 && r.spans[0].To <= r.nodes {
		r.spans = r.spans[1:]
	}
	v := r.variations[r.at-1]
	if len(r.spans) == 0 || r.spans[0].From >= int(v.nodes) {
		r.at, r.nodes = int(v.end), int(v.nodes)
	}
}

// Board returns the board, which changes with each Next. It may be asked for
// keys, but only the replayer may change it.
func (r *Replayer) Board() *Board { return r.board }

// Step returns what the latest Next did; it is overwritten by the following
// one. After Closed it is about the node that the replay went back to, and
// Changes are those that taking the variation back made.
func (r *Replayer) Step() *Step { return &r.step }

// Words returns the words of the node that Next has just executed. Those who need the board
// between two moves of one node execute them one by one, see [Board.Execute].
func (r *Replayer) Words() Script { return r.script[r.began:max(r.began, r.at)] }

// Next executes the next node, or opens or closes a variation.
func (r *Replayer) Next() Event {
	for r.at < len(r.script) {
		w := r.script[r.at]
		r.at++
		switch {
		case startsNode(w):
			r.began = r.at - 1
			if r.numbers != nil {
				r.nodes = int(r.numbers[r.at-1])
				r.branch = r.branch || r.nodes >= r.mainLine
			}
			if r.retold {
				r.retell(w)
			} else {
				r.node(w)
			}
			return AtNode
		case extendsNode(w): // a script from no builder: the word has no node
		case w == wordOpen:
			if r.nodes > 0 {
				r.open()
				return Opened
			}
		case w == wordClose:
			if len(r.frames) > 0 {
				r.close()
				return Closed
			}
		}
	}
	return End
}

// Skip passes over all nodes below the current one without executing them: the
// next event closes the variation that the node is in, or is End.
func (r *Replayer) Skip() {
	if len(r.frames) == 0 {
		r.at = len(r.script)
		return
	}
	for depth := 0; r.at < len(r.script); r.at++ {
		switch w := r.script[r.at]; {
		case startsNode(w):
			r.nodes++
			if r.numbers != nil {
				r.nodes = int(r.numbers[r.at]) + 1
			}
		case w == wordOpen:
			depth++
		case w == wordClose:
			if depth == 0 {
				return
			}
			depth--
		}
	}
}

// node executes a node that begins with the given word.
func (r *Replayer) node(w uint16) {
	b, s := r.board, &r.step
	s.Parent, s.Node = s.Node, r.nodes
	s.Depth++
	r.nodes++
	s.MainLine = !r.branch
	s.Moved, s.Fault, s.Move, s.Cleared = false, 0, Move{}, false
	s.Placed, s.Changes = s.Placed[:0], s.Changes[:0]
	b.changed = b.changed[:0]
	if w < wordNode {
		r.move(Move{Black + Color(w>>14), Point(w & moveCode)})
	}
	simple := s.Fault == 0
	for r.at < len(r.script) && extendsNode(r.script[r.at]) {
		simple = false
		r.extend(r.script[r.at])
		r.at++
	}
	if simple { // every changed point is there once: the stone, then captures
		if len(b.changed) == 1 {
			s.Changes = append(s.Changes, s.Placed[0])
		} else {
			for _, c := range b.changed {
				s.Changes = append(s.Changes, Change{pointOf(int(c.cell)), colorOf(b.cells[c.cell])})
			}
		}
	} else {
		r.net()
	}
	if len(r.frames) > 0 {
		r.log = append(r.log, b.changed...)
	}
}

// move executes a move of the current node.
func (r *Replayer) move(m Move) {
	s := &r.step
	s.Move, s.Moved = m, true
	s.MoveNumber++
	f := r.board.play(m)
	s.Fault |= f
	if m.Point != Pass && f&OffBoard == 0 {
		s.Placed = append(s.Placed, Change{m.Point, m.Color})
	}
}

// extend executes a further word of the current node.
func (r *Replayer) extend(w uint16) {
	p := Point(w & wordData)
	switch w & wordKind {
	case wordAddBlack:
		r.add(p, Black)
	case wordAddWhite:
		r.add(p, White)
	case wordAddEmpty:
		r.step.Cleared = r.step.Cleared || r.board.size.Contains(p) && r.board.At(p) != Empty
		r.board.set(p, Empty)
	case wordMoreBlack:
		r.move(Move{Black, p})
	case wordMoreWhite:
		r.move(Move{White, p})
	case wordControl:
		switch w {
		case wordBlackToPlay:
			r.board.SetToPlay(Black)
		case wordWhiteToPlay:
			r.board.SetToPlay(White)
		}
	}
}

// Execute does on the board what one word of a script says: a move, setup or whose turn it is.
// Words for variations do nothing.
func (b *Board) Execute(w Word) {
	p := Point(uint16(w) & wordData)
	switch kind := uint16(w) & wordKind; {
	case uint16(w) < wordNode:
		b.Play(Move{Black + Color(w>>14), Point(uint16(w) & moveCode)})
	case kind == wordAddBlack:
		b.Set(p, Black)
	case kind == wordAddWhite:
		b.Set(p, White)
	case kind == wordAddEmpty:
		b.Set(p, Empty)
	case kind == wordMoreBlack || kind == wordMoreWhite:
		b.Play(Move{Black + Color(w>>12&1), p})
	case uint16(w) == wordBlackToPlay:
		b.SetToPlay(Black)
	case uint16(w) == wordWhiteToPlay:
		b.SetToPlay(White)
	}
}

// add puts a setup stone.
func (r *Replayer) add(p Point, c Color) {
	if r.board.size.Contains(p) {
		r.board.set(p, c)
		r.step.Placed = append(r.step.Placed, Change{p, c})
	}
}

// net makes Changes from the board's list, where a point may be several times
// and end as it began.
func (r *Replayer) net() {
	if n := len(r.board.cells); len(r.stamp) != n {
		r.old, r.stamp, r.round = make([]Color, n), make([]uint32, n), 0
	}
	r.round++
	if r.round == 0 {
		clear(r.stamp)
		r.round = 1
	}
	b := r.board
	for _, c := range b.changed {
		if r.stamp[c.cell] != r.round {
			r.stamp[c.cell], r.old[c.cell] = r.round, c.old
		}
	}
	for _, c := range b.changed {
		if r.stamp[c.cell] != r.round {
			continue
		}
		r.stamp[c.cell] = r.round - 1
		if now := colorOf(b.cells[c.cell]); now != r.old[c.cell] {
			r.step.Changes = append(r.step.Changes, Change{pointOf(int(c.cell)), now})
		}
	}
}

// open begins a variation.
func (r *Replayer) open() {
	b, s := r.board, &r.step
	f := frame{
		log: len(r.log), node: int32(s.Node), depth: int32(s.Depth), moveNumber: int32(s.MoveNumber),
		ko: b.ko, koFor: b.koFor, toPlay: b.toPlay, mainLine: s.MainLine,
	}
	for i, n := range b.captured {
		f.captured[i] = int32(n)
	}
	r.frames = append(r.frames, f)
	s.Placed, s.Changes = s.Placed[:0], s.Changes[:0]
}

// close takes a variation back.
func (r *Replayer) close() {
	b, s := r.board, &r.step
	f := r.frames[len(r.frames)-1]
	r.frames = r.frames[:len(r.frames)-1]
	r.branch = true

	b.changed = b.changed[:0]
	b.undo(r.log[f.log:])
	r.log = r.log[:f.log]
	b.ko, b.koFor, b.toPlay = f.ko, f.koFor, f.toPlay
	for i, n := range f.captured {
		b.captured[i] = int(n)
	}
	*s = Step{
		Node: int(f.node), Depth: int(f.depth), MoveNumber: int(f.moveNumber), MainLine: f.mainLine,
		Parent: -1, Placed: s.Placed[:0], Changes: s.Changes[:0],
	}
	r.net()
}

// Replay executes a script node by node in file order, all variations
// included, and calls visit after each node. Board and step are valid during
// the call. It stops early if visit returns false.
func (r *Replayer) Replay(size Size, s Script, visit func(*Board, *Step) bool) {
	r.Start(size, s)
	for {
		switch r.Next() {
		case End:
			return
		case AtNode:
			if !visit(r.board, &r.step) {
				return
			}
		}
	}
}

// To returns the board after the given node, counted in file order from 0, and
// whether there is such a node; if not, the board is empty. It is valid until
// the replayer is used again.
func (r *Replayer) To(size Size, s Script, node int) (*Board, bool) {
	r.Start(size, s)
	for {
		switch r.Next() {
		case End:
			r.board.Reset(size)
			return r.board, false
		case AtNode:
			if r.step.Node == node {
				return r.board, true
			}
		}
	}
}
