package sgfread

import (
	"bytes"
	"io"
)

// Edit writes a text with some of its nodes changed; all other bytes stay as
// they are. It asks change for each node in file order, and whether it is the
// first of a tree; if change returns properties, they are written in the place
// of the node's own. Properties after a variation are asked for in the same way:
// Node.Late tells them from nodes. No tree is built, so that a text of any number of
// nodes can be edited. Without Options.Strict the error is the writer's.
func Edit(w io.Writer, text []byte, o *Options, change func(n *Node, root bool) []TreeProperty) error {
	e := editor{text: text, change: change, f: formatter{w: w}}
	if o != nil {
		e.lead, e.base = o.Lead, o.Offset
	}
	if err := Walk(text, &e, o); err != nil {
		return err
	}
	e.f.buf = append(e.f.buf, text[e.at:]...)
	return e.f.finish()
}

// An editor is the Handler of Edit.
type editor struct {
	text   []byte
	base   int64
	lead   Lead
	change func(n *Node, root bool) []TreeProperty
	f      formatter
	at     int // what is before has been written
	depth  int
	inTree bool // the root of the tree has been read
}

// Open implements Handler.
func (e *editor) Open(int64) { e.depth++ }

// Close implements Handler.
func (e *editor) Close(int64) {
	e.depth--
	e.inTree = e.depth > 0
}

// Node implements Handler.
func (e *editor) Node(n *Node) {
	root := !e.inTree
	e.inTree = true
	e.edit(n, root)
}

// Late implements LateHandler.
func (e *editor) Late(n *Node) { e.edit(n, false) }

func (e *editor) edit(n *Node, root bool) {
	props := e.change(n, root)
	if props == nil {
		return
	}
	start := int(n.Offset - e.base)
	e.f.buf = append(e.f.buf, e.text[e.at:start]...)
	if !n.Late {
		e.f.buf = append(e.f.buf, ';')
	}
	e.f.properties(props, e.lead)
	// The white space after a node is not part of the change.
	e.at = start + len(bytes.TrimRight(n.Text, " \t\n\v\f\r"))
	if e.f.flush(1 << 16); e.f.err != nil {
		n.Stop()
	}
}
