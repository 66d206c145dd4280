package sgfread

// A Handler receives the events of a walk, in file order.
//
// A tree opens, then come its nodes and variations, then it closes; each
// variation opens below the latest node of the tree or variation around it.
// Open and Close are always balanced, and an Open is always followed by a
// node. To tell trees apart, count: the Open at depth 0 begins one.
//
// Arguments are valid only during the call.
type Handler interface {
	// Open begins a tree or a variation. The offset is that of its
	// parenthesis, or of the first node if the parenthesis is missing.
	Open(offset int64)
	// Node is the next node.
	Node(n *Node)
	// Close ends the tree or variation that was opened last.
	Close(offset int64)
}

// A LateHandler is a Handler that wants the properties that stand behind a
// variation, where the format has none.
type LateHandler interface {
	Handler
	// Late gets the properties that follow the variation that was closed last.
	// They belong to the node below which it began, which was delivered before.
	// The format gives them no place, so they are reported, and moves and setup
	// among them are not played. n has no semicolon and is not counted as a node.
	Late(n *Node)
}

// Branches tells a LateHandler that counts nodes which of them a late property
// belongs to. The zero value is ready to use.
type Branches struct {
	open   []int // below which nodes the open variations began
	at     int   // below which node the latest variation began
	closed bool  // and that has been closed
}

// Open is called by Handler.Open with the number of the latest node.
func (b *Branches) Open(latest int) {
	if !b.closed || len(b.open) == 0 {
		b.at = latest
	}
	b.open, b.closed = append(b.open, b.at), false
}

// Close is called by Handler.Close.
func (b *Branches) Close() {
	last := len(b.open) - 1
	b.at, b.open, b.closed = b.open[last], b.open[:last], true
}

// Node returns the number of the node below which the variation began that was
// closed last.
func (b *Branches) Node() int { return b.at }

// A MoveHandler is a Handler that wants runs of plain moves in one call. It
// makes reading about three times as fast, because nearly all nodes of
// nearly all records are plain moves.
type MoveHandler interface {
	Handler
	// Moves is a run of plain moves. They do not go to Node unless they stand
	// alone.
	Moves(run Run)
}

// A Run is at least one node, all of them plain moves: MoveLen bytes each, a
// semicolon, B or W, and two letters from a to z in brackets. Either they
// follow each other at once or each stands on a line of its own. The nodes are
// Text[i:i+MoveLen] for i = 0, Stride, 2·Stride and so on below len(Text).
type Run struct {
	Text   []byte // from the first semicolon to the last bracket
	Stride int    // bytes from one semicolon to the next: MoveLen and a line break, if any
	Offset int64  // where Text begins in the input
}

// MoveLen is the length of each node in a run of plain moves.
const MoveLen = 6

// Len returns the number of nodes.
func (r *Run) Len() int { return (len(r.Text) + r.Stride - MoveLen) / r.Stride }
