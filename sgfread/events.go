package sgfread

import "iter"

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events.
const (
	OpenEvent EventKind = iota
	NodeEvent
	CloseEvent
	LateEvent // properties after a variation, see LateHandler
)

// An Event is one call that a Handler would have received.
type Event struct {
	Kind   EventKind
	Depth  int   // of open trees and variations around it; 0 for the Open and Close of a tree
	Offset int64 // in the input
	Node   *Node // of a NodeEvent or a LateEvent; valid until the next event
}

// Events iterates over the events of a text, for callers who want to keep the
// loop themselves; with iter.Pull also one by one. It costs some nanoseconds
// a node more than Walk. Problems go to o.Problem; a problem that ends a strict
// reading ends the iteration, and is the last one reported.
func Events(text []byte, o *Options) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		p := puller{yield: yield}
		_ = Walk(text, &p, o) // the caller has seen the problem
	}
}

// puller is the handler that feeds an iteration.
type puller struct {
	yield func(Event) bool
	depth int
	over  bool
}

func (p *puller) give(ev Event) {
	if !p.over {
		p.over = !p.yield(ev)
	}
}

func (p *puller) Open(offset int64) {
	p.give(Event{OpenEvent, p.depth, offset, nil})
	p.depth++
}

func (p *puller) Close(offset int64) {
	p.depth--
	p.give(Event{CloseEvent, p.depth, offset, nil})
}

func (p *puller) Node(n *Node) { p.node(NodeEvent, n) }
func (p *puller) Late(n *Node) { p.node(LateEvent, n) }

func (p *puller) node(kind EventKind, n *Node) {
	p.give(Event{kind, p.depth, n.Offset, n})
	if p.over {
		n.Stop()
	}
}

// A Listener is the classic interface to a reader of SGF: five callbacks,
// each property by itself. Use it with Listen.
//
// A property that follows a variation, where the format has none, comes after
// the TreeEnd of that variation and before any NodeStart: it belongs to the node
// before the variation. See LateHandler.
type Listener interface {
	TreeStart(offset int64) // a tree or a variation
	TreeEnd(offset int64)
	NodeStart(offset int64)
	NodeEnd()
	Property(p Property)
}

// Listen makes a Handler of a Listener.
func Listen(l Listener) Handler { return listening{l} }

type listening struct{ Listener }

func (l listening) Open(offset int64)  { l.TreeStart(offset) }
func (l listening) Close(offset int64) { l.TreeEnd(offset) }

func (l listening) Node(n *Node) {
	l.NodeStart(n.Offset)
	l.Late(n)
	l.NodeEnd()
}

func (l listening) Late(n *Node) {
	for p := range n.Properties() {
		l.Property(p)
	}
}
