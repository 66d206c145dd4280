package sgfread

import (
	"bytes"
	"iter"
	"slices"
)

// A Node is one node of a game tree as it is read: a semicolon and the
// properties after it, with raw values. It is valid, with everything it
// returns, until the handler it was given to returns.
type Node struct {
	Offset int64  // where it begins in the input, normally at its semicolon
	Text   []byte // its bytes, up to the next node, variation or end
	Late   bool   // no node, but properties after a variation, see LateHandler

	props  []prop
	values []span
	full   bool // there are more than MaxValues
	ctl    control
}

// prop is a property of a node as spans of the node's text.
type prop struct {
	name  span
	first uint32 // of its values
	count uint32
	ident Ident
	flags Flags
}

// span is a range of a node's text.
type span struct{ start, end uint32 }

// addProp adds a property whose identifier stands at from, up to to. It fills
// the fields in place: to build the struct and copy it makes the processor
// wait for its own small writes, which took a third of the time of a node.
func (n *Node) addProp(id Ident, from, to int, flags Flags) {
	if len(n.values) > MaxValues {
		n.dropLast()
	}
	if len(n.props) < cap(n.props) {
		n.props = n.props[:len(n.props)+1]
	} else {
		n.props = append(n.props, prop{})
	}
	p := &n.props[len(n.props)-1]
	p.name.start, p.name.end = uint32(from), uint32(to)
	p.first, p.count = uint32(len(n.values)), 0
	p.ident, p.flags = id, flags
}

// addValue adds a value to the last property. Beyond the limit only the latest value stays,
// because the bytes after it may be part of it.
func (n *Node) addValue(from, to int) {
	if len(n.values) > MaxValues {
		n.values[MaxValues] = span{uint32(from), uint32(to)}
		n.full = true
		return
	}
	n.values = append(n.values, span{uint32(from), uint32(to)})
	n.props[len(n.props)-1].count++
}

// dropLast drops the latest value, which is one too many.
func (n *Node) dropLast() {
	n.full = true
	n.values = n.values[:MaxValues]
	last := len(n.props) - 1
	if p := &n.props[last]; p.count > 1 {
		p.count--
		p.flags &^= Truncated
		return
	}
	n.props = n.props[:last]
}

type control uint8

const (
	goOn control = iota
	skipVariation
	stopWalk
)

// SkipVariation asks that the rest of the variation, or tree, that the node
// is in be passed over, with all variations below; the next event is its Close.
func (n *Node) SkipVariation() { n.ctl = max(n.ctl, skipVariation) }

// Stop asks that the walk end after this event. Close is still called for
// everything that is open.
func (n *Node) Stop() { n.ctl = stopWalk }

// Len returns the number of properties.
func (n *Node) Len() int { return len(n.props) }

// Property returns the i-th property in file order.
func (n *Node) Property(i int) Property { return Property{n, &n.props[i]} }

// Properties iterates over the properties in file order. The same identifier
// may come twice.
func (n *Node) Properties() iter.Seq[Property] {
	return func(yield func(Property) bool) {
		for i := range n.props {
			if !yield(Property{n, &n.props[i]}) {
				return
			}
		}
	}
}

// TreeProperties returns the properties as trees have them. The values are
// parts of the text that is read.
func (n *Node) TreeProperties() []TreeProperty {
	props := make([]TreeProperty, 0, len(n.props))
	values := make([][]byte, 0, len(n.values))
	for p := range n.Properties() {
		from := len(values)
		for v := range p.Values() {
			values = append(values, v)
		}
		q := TreeProperty{Name: string(p.AppendName(nil)), Values: values[from:len(values):len(values)]}
		if last := &q.Values[len(q.Values)-1]; p.Flags()&Truncated != 0 {
			// A backslash at the very end would escape the bracket to come.
			body := bytes.TrimRight(*last, "\\")
			*last = slices.Clip((*last)[:len(*last)-(len(*last)-len(body))%2])
		}
		props = append(props, q)
	}
	return props
}

// Find returns the first property with the identifier.
func (n *Node) Find(id Ident) (Property, bool) {
	for i := range n.props {
		if n.props[i].ident == id {
			return Property{n, &n.props[i]}, true
		}
	}
	return Property{}, false
}

// A Property is an identifier with its values, of which there is at least one.
type Property struct {
	n *Node
	p *prop
}

// Flags tell about a property's values what reading learned in passing.
type Flags uint8

// The flags.
const (
	Escaped   Flags = 1 << iota // there is a backslash in some value
	NonASCII                    // there may be bytes above 0x7F
	LowerCase                   // the identifier has letters beside its capitals
	Mended                      // a value holds a bracket that should have been escaped
	Truncated                   // the last value is not closed
)

// Ident returns the packed identifier.
func (p Property) Ident() Ident { return p.p.ident }

// Name returns the identifier as it was written, lower-case letters included.
func (p Property) Name() []byte { return p.n.Text[p.p.name.start:p.p.name.end] }

// AppendName appends the identifier's capitals.
func (p Property) AppendName(dst []byte) []byte {
	if p.p.ident != IdentOther {
		if c := byte(p.p.ident >> 8); c != 0 {
			dst = append(dst, c)
		}
		return append(dst, byte(p.p.ident))
	}
	for _, c := range p.Name() {
		if c >= 'A' && c <= 'Z' {
			dst = append(dst, c)
		}
	}
	return dst
}

// Flags returns the flags of all values together.
func (p Property) Flags() Flags { return p.p.flags }

// Len returns the number of values, at least one.
func (p Property) Len() int { return int(p.p.count) }

// Value returns the i-th value as it stands between its brackets.
func (p Property) Value(i int) []byte {
	s := p.n.values[p.p.first : p.p.first+p.p.count][i]
	return p.n.Text[s.start:s.end:s.end]
}

// Values iterates over the raw values.
func (p Property) Values() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, s := range p.n.values[p.p.first : p.p.first+p.p.count] {
			if !yield(p.n.Text[s.start:s.end:s.end]) {
				return
			}
		}
	}
}

// Offset returns where the property begins in the input.
func (p Property) Offset() int64 { return p.n.Offset + int64(p.p.name.start) }

// ValueOffset returns where the i-th value begins in the input, after its
// bracket.
func (p Property) ValueOffset(i int) int64 {
	return p.n.Offset + int64(p.n.values[p.p.first : p.p.first+p.p.count][i].start)
}
