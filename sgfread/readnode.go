package sgfread

import (
	"bytes"
	"strconv"
)

// readNode makes the node at start, with all its properties, the current node
// and returns where it ends: at the next semicolon, parenthesis, or the end of
// the input. It returns -1 if the window ends first.
func (e *engine) readNode(start int) int {
	buf := e.buf
	n := &e.node
	n.props, n.values, n.full = n.props[:0], n.values[:0], false
	e.plain = false
	e.pending, e.untold = e.pending[:0], 0
	e.afterValue, e.junkEnd = -1, -1
	e.countedTo = start
	i := start
	if buf[i] == ';' {
		i++
	}
	if start+8 <= len(buf) {
		// Most nodes that have more than a move begin with one.
		if w := load(buf[start:]); badStone(w) == 0 && classes[byte(w>>48)] == upper {
			i = start + MoveLen
			n.addProp(Ident(byte(w>>8)), 1, 2, 0)
			n.props[0].count = 1
			n.values = append(n.values, span{3, 5})
			e.afterValue = i
		}
	}
	for i < len(buf) {
		c := buf[i]
		switch classes[c] {
		case upper:
			// Nearly all identifiers are one or two capitals, and most have a
			// single value that ends within eight bytes.
			if i+11 > len(buf) {
				i = e.readProperty(i, start)
				break
			}
			id, end := Ident(c), i+1
			if second := buf[end]; classes[second] == upper {
				id, end = id<<8|Ident(second), i+2
			}
			if buf[end] != '[' {
				i = e.readProperty(i, start)
				break
			}
			n.addProp(id, i-start, end-start, 0)
			if e.Lead == NoLead {
				w := load(buf[end+1:])
				if m := brackets(w); m != 0 {
					if at := end + 1 + lowestByte(m); buf[at] == ']' {
						p := &n.props[len(n.props)-1]
						p.count = 1
						if w&(m&-m-1)&highs != 0 {
							p.flags = NonASCII
						}
						n.values = append(n.values, span{uint32(end + 1 - start), uint32(at - start)})
						i = at + 1
						e.afterValue = i
						for i < len(buf) && classes[buf[i]] == space {
							i++
						}
						if i < len(buf) && buf[i] == '[' {
							i = e.readValues(i, i, start)
						}
						break
					}
				} else {
					if w&highs != 0 {
						n.props[len(n.props)-1].flags = NonASCII
					}
					i = e.readValues(end, end+9, start)
					break
				}
			}
			i = e.readValues(end, end, start)
		case space:
			i++
		case semicolon, open, closing:
			n.Offset, n.Text = e.base+int64(start), buf[start:i]
			e.endNode()
			return i
		case lower:
			i = e.readProperty(i, start)
		default:
			i = e.readJunk(i, start)
		}
		if i < 0 {
			return -1
		}
	}
	if !e.final {
		return -1
	}
	n.Offset, n.Text = e.base+int64(start), buf[start:]
	e.endNode()
	return len(buf)
}

// endNode says so if the node had too many values.
func (e *engine) endNode() {
	n := &e.node
	if len(n.values) > MaxValues {
		n.dropLast()
	}
	if n.full && (e.Problem != nil || e.Strict) && !e.byTree {
		e.pending = append(e.pending, Problem{NodeTooLarge, n.Offset, strconv.Itoa(MaxValues)})
	}
}

// readValues reads values of the last property, the first of which opens at i
// and does not end before from. It returns where they end, or -1 if the window
// ends first.
func (e *engine) readValues(i, from, start int) int {
	buf := e.buf
	n := &e.node
	p := &n.props[len(n.props)-1]
	for {
		i++
		at := i
		switch {
		case i+3 < len(buf) && buf[i+2] == ']' && buf[i]|1 != ']' && buf[i+1]|1 != ']' && (buf[i]|buf[i+1]) < 0x80:
			i += 2 // a point, like nearly all values in lists
		default:
			if from <= i && i+8 <= len(buf) && e.Lead == NoLead {
				w := load(buf[i:])
				m := brackets(w)
				if k := lowestByte(m | 1<<63); buf[i+k] == ']' { // not if m is 0
					i += k
					if w&(m&-m-1)&highs != 0 {
						p.flags |= NonASCII
					}
					break
				}
			}
			if i = e.valueEnd(max(i, from), &p.flags); i < 0 {
				return -1
			}
			if i < len(buf) && i-at >= 8 && (buf[i-3] == '[' || buf[i-2] == '[') && TypeOf(p.ident).IsText() {
				if end := lostBracket(buf[at:i], e.depth-e.parenless); end >= 0 {
					e.hold(MissingBracket, at+end, buf[at+end:i])
					p.flags |= Truncated
					n.addValue(at-start, at+end-start)
					e.afterValue = -1
					return at + end
				}
			}
		}
		n.addValue(at-start, i-start)
		if i == len(buf) {
			return i
		}
		i++
		e.afterValue = i
		if i < len(buf) && buf[i] == '[' {
			continue
		}
		for i < len(buf) && classes[buf[i]] == space {
			i++
		}
		if i == len(buf) || buf[i] != '[' {
			return i
		}
	}
}

// valueEnd returns the index of the bracket that closes the value that begins
// (or goes on) at i, or the end of the input, or -1 if the window ends first.
func (e *engine) valueEnd(i int, flags *Flags) int {
	if e.Lead != NoLead {
		return e.leadValueEnd(i, flags)
	}
	buf := e.buf
	var all uint64 // the bytes of the value, one over the other
	next := -1     // the next closing bracket, escaped or not, or the end, if it is known
	for i < len(buf) {
		// Short values are read in words, the rest of long ones at once.
		for soon := i + shortValue; ; {
			if i+8 > len(buf) {
				for i < len(buf) && buf[i]|1 != ']' {
					all |= uint64(buf[i])
					i++
				}
				break
			}
			w := load(buf[i:])
			if m := brackets(w); m != 0 {
				all |= w & (m&-m - 1)
				i += lowestByte(m)
				break
			}
			all |= w
			if i += 8; i < soon {
				continue
			}
			if next < i {
				next = i + indexByte(buf[i:], ']')
			}
			end := i + indexByte(buf[i:next], '\\')
			all |= overlaid(buf[i:end])
			i = end
			break
		}
		switch {
		case i == len(buf):
		case buf[i] == ']':
			if all&highs != 0 {
				*flags |= NonASCII
			}
			return i
		default:
			*flags |= Escaped
			if i++; i < len(buf) {
				all |= uint64(buf[i])
				i++
			}
		}
	}
	if all&highs != 0 {
		*flags |= NonASCII
	}
	return e.unclosed(flags)
}

// shortValue is how many bytes of a value, or of the text after an escape in it, are read
// word by word. Reading more at once takes time to start.
const shortValue = 128

// indexByte returns where c is in b, or the length of b.
func indexByte(b []byte, c byte) int {
	if i := bytes.IndexByte(b, c); i >= 0 {
		return i
	}
	return len(b)
}

// overlaid returns all bytes of b, one over the other, in a word.
func overlaid(b []byte) (all uint64) {
	if len(b) < 8 {
		for _, c := range b {
			all |= uint64(c)
		}
		return all
	}
	all = load(b[len(b)-8:])
	for ; len(b) >= 32; b = b[32:] {
		all |= load(b) | load(b[8:]) | load(b[16:]) | load(b[24:])
	}
	for ; len(b) >= 8; b = b[8:] {
		all |= load(b)
	}
	return all
}

// unclosed ends a value where the window ends.
func (e *engine) unclosed(flags *Flags) int {
	if !e.final {
		return -1
	}
	*flags |= Truncated
	e.hold(UnclosedValue, len(e.buf), nil)
	return len(e.buf)
}

// identifier is what was found to be one.
type identifier struct {
	id    Ident
	end   int // of its letters
	value int // the bracket that opens its first value
	flags Flags
	digit bool
	small bool // no capital at all
}

// identifierAt reads the letters and digits at i. The answer is no if they
// are not an identifier with a value; end is right all the same.
func (e *engine) identifierAt(i int) (n identifier, ans answer) {
	buf := e.buf
	capitals := 0
	n.small = true
	for n.end = i; n.end < len(buf); n.end++ {
		c := buf[n.end]
		switch classes[c] {
		case upper:
			n.small = false
			capitals++
			n.id = n.id<<8 | Ident(c)
			continue
		case lower:
			if c <= '9' {
				n.digit = true
			} else {
				n.flags |= LowerCase
			}
			continue
		}
		break
	}
	if capitals > 2 {
		n.id = IdentOther
	}
	if n.end == len(buf) && !e.final {
		return n, maybe
	}
	n.value, ans = e.skipSpace(n.end)
	if ans == yes && buf[n.value] != '[' {
		ans = no
	}
	if ans == yes && n.small {
		// Nobody but b and w, in TwixT r, and a few others by hand, is written small.
		if n.end-i <= 2 {
			for _, c := range buf[i:n.end] {
				n.id = n.id<<8 | Ident(c&^0x20)
			}
		}
		if TypeOf(n.id).Name == "" && n.id != 'R' {
			ans = no
		}
	}
	return n, ans
}

// readProperty reads a property whose identifier is not just one or two
// capitals and a bracket. It returns where to go on, or -1 if the window ends.
func (e *engine) readProperty(i, start int) int {
	name, ans := e.identifierAt(i)
	if ans == maybe {
		return -1
	}
	if ans == no {
		return e.readJunk(i, start)
	}
	if name.digit {
		e.hold(DigitInIdentifier, i, e.buf[i:name.end])
	}
	if name.small {
		e.hold(LowerCaseIdentifier, i, e.buf[i:name.end])
	}
	e.node.addProp(name.id, i-start, name.end-start, name.flags)
	return e.readValues(name.value, name.value, start)
}

// stray reads what stands at i inside a tree but in no node. It returns how
// many bytes it has read, or -1 if the window ends first.
func (e *engine) stray(i int) int {
	e.pending, e.untold = e.pending[:0], 0
	if c := classes[e.buf[i]]; c == upper || c == lower {
		_, ans := e.identifierAt(i)
		if ans == maybe {
			return -1
		}
		if ans == yes {
			return e.strayProperty(i)
		}
	}
	end := e.passJunk(i)
	if end < 0 {
		return -1
	}
	e.flush()
	e.junkEnd = end
	return end - i
}

// strayProperty reads a property outside of nodes: the first of a node whose
// semicolon is missing, or one after a variation, where no node is open.
func (e *engine) strayProperty(i int) int {
	late := e.state == afterChild
	if e.state == atOpen {
		e.report(MissingSemicolon, i, "")
		e.beginNode(i)
	}
	end := e.readNode(i)
	if end < 0 {
		return -1
	}
	switch {
	case e.over > 0: // passed over with the variation
	case late:
		e.emitLate(end)
	default:
		e.emit(end)
	}
	return end - i
}

// emitLate delivers the current node as properties after a variation, which end
// at end.
func (e *engine) emitLate(end int) {
	e.flush()
	for p := range e.node.Properties() {
		e.report(PropertyAfterVariation, int(p.Offset()-e.base), excerpt(p.AppendName(nil)))
	}
	if h, ok := e.h.(LateHandler); ok && !e.stopped && e.node.Len() > 0 {
		e.node.Late = true
		h.Late(&e.node)
		e.node.Late = false
	}
	if e.node.ctl != goOn {
		e.obey(end)
	}
}

// skipValue passes the rest of a value whose beginning was too long.
func (e *engine) skipValue(i int) int {
	for i < len(e.buf) {
		switch e.buf[i] {
		case ']':
			e.inValue = false
			return i + 1
		case '\\':
			if i+1 == len(e.buf) && !e.final {
				return i
			}
			i++
		}
		i++
	}
	return i
}
