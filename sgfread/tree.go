package sgfread

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
)

// A Tree is a game tree in memory: nodes with raw values and the bytes they
// were read from. Nodes are numbered from 0, the root, in file order; a node
// that is added gets the next number.
//
// Nothing here recurses: every move is a child of the one before it, so a tree
// is as deep as its game is long.
type Tree struct {
	raw   []byte
	nodes []treeNode
	// edited holds the properties of nodes that were changed or added.
	edited map[NodeID][]TreeProperty
	late   lateTexts
	// reshaped is set when nodes were added or removed, or if raw is not
	// good SGF: raw then does not say what the tree is.
	reshaped bool
	closed   bool // raw has the parenthesis that closes the tree
	loose    bool // with other text behind it raw might be another tree
	lead     Lead
}

// A NodeID is the number of a node of a tree.
type NodeID int32

// NoNode is the parent of the root, and where children and siblings end.
const NoNode NodeID = -1

// treeNode is 24 bytes, as trees may have millions.
type treeNode struct {
	parent, child, next NodeID // child: the first; next: sibling
	start, end          uint32 // in raw
	last                NodeID // the last child
}

// A TreeProperty is a property with its raw values. Changing them does not
// change the tree; Tree.Set does.
type TreeProperty struct {
	Name   string // the capitals of the identifier
	Values [][]byte
}

// Ident returns the packed identifier.
func (p *TreeProperty) Ident() Ident { return ParseIdent(p.Name) }

// MaxNodes is how many nodes the trees of a text may have together, which
// bounds the memory they take. The largest dictionaries of openings have some
// hundred thousand.
const MaxNodes = 1 << 22

// ErrTooManyNodes is the error of Parse for trees of more than MaxNodes nodes.
var ErrTooManyNodes = fmt.Errorf("more than %d nodes", MaxNodes)

// maxTreeText is what the offsets of a treeNode can count.
const maxTreeText = 1<<32 - 1

// Parse reads all trees of a text. Problems go to o.Problem; the error is nil
// unless o.Strict is set or the text is too large: then it is
// ErrTooManyNodes. The trees refer to text, which must not be changed.
func Parse(text []byte, o *Options) ([]*Tree, error) {
	var w Walker
	b := treeBuilder{text: text, e: &w.e}
	if o != nil {
		b.lead, b.base = o.Lead, o.Offset
	}
	// Nearly all nodes begin with a semicolon.
	b.nodes = make([]treeNode, 0, min(bytes.Count(text, []byte{';'})+1, MaxNodes))
	err := w.Walk(text, &b, o)
	if b.tooLarge {
		return nil, ErrTooManyNodes
	}
	return b.trees, err
}

// treeBuilder is the handler that builds trees from events.
type treeBuilder struct {
	e        *engine // that delivers the events
	text     []byte
	base     int64
	lead     Lead
	trees    []*Tree
	tree     *Tree
	nodes    []treeNode // of all trees
	from     int        // where those of the tree begin
	tooLarge bool
	start    int      // of the tree in text
	at       NodeID   // the latest node
	branches []NodeID // below which the open variations began
}

func (b *treeBuilder) Open(offset int64) {
	if b.tree == nil {
		b.start = int(offset - b.base)
		from := min(b.from, cap(b.nodes)) // some nodes have no semicolon
		b.tree = &Tree{lead: b.lead, nodes: b.nodes[from:from]}
		b.at = NoNode
	}
	b.branches = append(b.branches, b.at)
}

func (b *treeBuilder) Close(offset int64) {
	b.at = b.branches[len(b.branches)-1]
	b.branches = b.branches[:len(b.branches)-1]
	if len(b.branches) == 0 {
		end := int(offset - b.base)
		if end < len(b.text) && b.text[end] == ')' {
			end++
			b.tree.closed = true
		}
		b.tree.raw = b.text[b.start:end:end]
		b.tree.loose = b.e.looked > b.base+int64(end)
		b.tree.nodes = slices.Clip(b.tree.nodes)
		b.from += len(b.tree.nodes)
		if len(b.tree.nodes) > 0 {
			b.trees = append(b.trees, b.tree)
		}
		b.tree = nil
	}
}

func (b *treeBuilder) Node(n *Node) {
	start := int(n.Offset-b.base) - b.start
	if b.room(start+len(n.Text), 1); b.tooLarge {
		n.Stop()
		return
	}
	b.at = b.tree.add(b.at, uint32(start), uint32(start+len(n.Text)))
}

// Late implements LateHandler.
func (b *treeBuilder) Late(n *Node) {
	start := int(n.Offset-b.base) - b.start
	if b.room(start+len(n.Text), 0); b.tooLarge {
		n.Stop()
		return
	}
	b.tree.late.add(b.at, span{uint32(start), uint32(start + len(n.Text))})
}

func (b *treeBuilder) Moves(run Run) {
	start := int(run.Offset-b.base) - b.start
	if b.room(start+len(run.Text), run.Len()); b.tooLarge {
		return
	}
	for i := 0; i < len(run.Text); i += run.Stride {
		b.at = b.tree.add(b.at, uint32(start+i), uint32(start+i+MoveLen))
	}
}

// room records a problem if a number of further nodes, the last of which ends at end, is too many.
func (b *treeBuilder) room(end, n int) {
	b.tooLarge = b.tooLarge || int64(end) > maxTreeText || b.from+len(b.tree.nodes)+n > MaxNodes
}

func (t *Tree) add(parent NodeID, start, end uint32) NodeID {
	id := NodeID(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{parent: parent, child: NoNode, next: NoNode, start: start, end: end, last: NoNode})
	if parent != NoNode {
		p := &t.nodes[parent]
		if p.last == NoNode {
			p.child = id
		} else {
			t.nodes[p.last].next = id
		}
		p.last = id
	}
	return id
}

// NewTree returns a tree of an empty root.
func NewTree() *Tree {
	t := &Tree{reshaped: true}
	t.add(NoNode, 0, 0)
	return t
}

// Len returns the number of nodes that there are, or were before some were
// removed: all numbers are below it.
func (t *Tree) Len() int { return len(t.nodes) }

// Raw returns the bytes the tree was read from; they know of no changes.
func (t *Tree) Raw() []byte { return t.raw }

// Parent returns the node above, or NoNode for the root.
func (t *Tree) Parent(id NodeID) NodeID { return t.nodes[id].parent }

// Child returns the first child, the main line's next node, or NoNode.
func (t *Tree) Child(id NodeID) NodeID { return t.nodes[id].child }

// Next returns the next sibling, the next variation's first node, or NoNode.
func (t *Tree) Next(id NodeID) NodeID { return t.nodes[id].next }

// Children iterates over the children, the main line first.
func (t *Tree) Children(id NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for c := t.nodes[id].child; c != NoNode && yield(c); {
			c = t.nodes[c].next
		}
	}
}

// MainLine iterates from the root along first children.
func (t *Tree) MainLine() iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for id := NodeID(0); id != NoNode && yield(id); {
			id = t.nodes[id].child
		}
	}
}

// Walk delivers the events of a tree to a handler, with its changes. The offsets are those of
// the bytes that Format writes. The error is that of the function Walk.
func (t *Tree) Walk(h Handler, o *Options) error {
	var text bytes.Buffer
	if err := Format(&text, t); err != nil {
		return err
	}
	as := o.orDefaults()
	as.Lead = t.lead
	return Walk(text.Bytes(), h, &as)
}

// Path returns the nodes from the root to id.
func (t *Tree) Path(id NodeID) []NodeID {
	var path []NodeID
	for ; id != NoNode; id = t.nodes[id].parent {
		path = append(path, id)
	}
	slices.Reverse(path)
	return path
}

// All iterates over all nodes as they would be written: a node, then what is
// below its first child, then what is below the next one. With each node
// comes how many variations are closed before it.
func (t *Tree) All() iter.Seq2[NodeID, int] {
	return func(yield func(NodeID, int) bool) {
		closed := 0
		for id := NodeID(0); yield(id, closed); {
			closed = 0
			if c := t.nodes[id].child; c != NoNode {
				id = c
				continue
			}
			for {
				if t.branched(id) {
					closed++
				}
				if id == 0 {
					return
				}
				if next := t.nodes[id].next; next != NoNode {
					id = next
					break
				}
				id = t.nodes[id].parent
			}
		}
	}
}

// branched reports whether the node begins a variation: it has siblings, or
// had to be written as if it had.
func (t *Tree) branched(id NodeID) bool {
	parent := t.nodes[id].parent
	return parent == NoNode || t.nodes[parent].child != t.nodes[parent].last
}

// Text returns the bytes a node was read from.
func (t *Tree) Text(id NodeID) []byte {
	n := t.nodes[id]
	return t.raw[n.start:n.end:n.end]
}

// Properties returns the properties of a node in file order, and after them those
// that follow a variation of it. Of the latter, moves, setup and properties of a root
// are in the private property Kept, because they would change the game elsewhere. The values
// are raw and belong to the tree; the slice belongs to the caller.
func (t *Tree) Properties(id NodeID) []TreeProperty {
	if props, ok := t.edited[id]; ok {
		return slices.Clone(props)
	}
	return append(t.own(id), t.following(id)...)
}

// own returns the properties that stand in a node.
func (t *Tree) own(id NodeID) []TreeProperty {
	var c propertyCollector
	if n := t.nodes[id]; n.end > n.start {
		c.read(t.raw[n.start:n.end], t.lead)
	}
	return c.props
}

// propertyCollector collects the properties of single nodes.
type propertyCollector struct{ props []TreeProperty }

// read reads a node that was read before, by itself.
func (c *propertyCollector) read(text []byte, lead Lead) {
	var e engine
	e.begin(nil, &Options{Lead: lead})
	e.buf, e.final = text, true
	e.readNode(0)
	c.props = append(c.props, e.node.TreeProperties()...)
}

// Values returns the raw values of all properties of a node that have the name, in
// the order of Properties, or nil.
func (t *Tree) Values(id NodeID, name string) [][]byte {
	var values [][]byte
	for _, p := range t.Properties(id) {
		if p.Name == name {
			values = append(values, p.Values...)
		}
	}
	return values
}

// Set gives a node a property with raw values, as AppendEscaped makes them, in
// the place of all it has with that name. No values remove it.
func (t *Tree) Set(id NodeID, name string, values ...[]byte) {
	props := t.Properties(id)
	at := slices.IndexFunc(props, func(p TreeProperty) bool { return p.Name == name })
	props = slices.DeleteFunc(props, func(p TreeProperty) bool { return p.Name == name })
	if len(values) > 0 {
		if at < 0 {
			at = len(props)
		}
		props = slices.Insert(props, at, TreeProperty{name, values})
	}
	if t.edited == nil {
		t.edited = map[NodeID][]TreeProperty{}
	}
	t.edited[id] = props
	t.reshaped = t.reshaped || t.late.has(id) // what follows a variation is written with the node
}

// Add adds an empty node as the last child of parent.
func (t *Tree) Add(parent NodeID) NodeID {
	t.reshaped = true
	return t.add(parent, 0, 0)
}

// Remove takes a node, with all below it, out of the tree. The root cannot be
// removed.
func (t *Tree) Remove(id NodeID) {
	parent := t.nodes[id].parent
	if parent == NoNode {
		return
	}
	p := &t.nodes[parent]
	before := NoNode
	for c := p.child; c != NoNode; c = t.nodes[c].next {
		if c != id {
			before = c
			continue
		}
		next := t.nodes[c].next
		if before == NoNode {
			p.child = next
		} else {
			t.nodes[before].next = next
		}
		if p.last == c {
			p.last = before
		}
		t.nodes[c].next = NoNode
		t.reshaped = true
		return
	}
}
