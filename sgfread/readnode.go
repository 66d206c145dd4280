package sgfread

// readNode makes the node at start, with all its properties, the current node
// and returns where it ends: at the next semicolon, parenthesis, or the end of
// the input. It returns -1 if the window ends first.
func (e *engine) readNode(start int) int {
	buf := e.buf
	n := &e.node
	n.props, n.values = n.props[:0], n.values[:0]
	e.plain = false
	e.pending = e.pending[:0]
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
			// Nearly all identifiers are one or two capitals.
			if i+2 < len(buf) {
				id, end := Ident(c), i+1
				if second := buf[end]; classes[second] == upper {
					id, end = id<<8|Ident(second), i+2
				}
				if buf[end] == '[' {
					n.addProp(id, i-start, end-start, 0)
					i = e.readValues(end, start)
					break
				}
			}
			i = e.readProperty(i, start)
		case space:
			i++
		case semicolon, open, closing:
			n.Offset, n.Text = e.base+int64(start), buf[start:i]
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
	return len(buf)
}

// readValues reads the values of the last property, the first of which opens
// at i, and returns where they end, or -1 if the window ends first.
func (e *engine) readValues(i, start int) int {
	buf := e.buf
	n := &e.node
	p := &n.props[len(n.props)-1]
	for {
		i++
		at := i
		closed := false
		if i+8 <= len(buf) && e.Lead == NoLead {
			// Nearly all values end within eight bytes.
			w := load(buf[i:])
			if m := brackets(w); m != 0 {
				k := lowestByte(m)
				if closed = buf[i+k] == ']'; closed {
					i += k
					if w&(m&-m-1)&highs != 0 {
						p.flags |= NonASCII
					}
				}
			}
		}
		if !closed {
			if i = e.valueEnd(i, &p.flags); i < 0 {
				return -1
			}
			if i < len(buf) && i-at >= 8 && (buf[i-3] == '[' || buf[i-2] == '[') && TypeOf(p.ident).IsText() {
				if end := lostBracket(buf[at:i], e.depth-e.parenless); end >= 0 {
					e.hold(MissingBracket, at+end, buf[at+end:i])
					p.flags |= Truncated
					n.values = append(n.values, span{uint32(at - start), uint32(at + end - start)})
					p.count++
					e.afterValue = -1
					return at + end
				}
			}
		}
		n.values = append(n.values, span{uint32(at - start), uint32(i - start)})
		p.count++
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
	var all uint64
	for i < len(buf) {
		if i+8 <= len(buf) {
			w := load(buf[i:])
			m := brackets(w)
			if m == 0 {
				all |= w
				i += 8
				continue
			}
			all |= w & (m&-m - 1)
			i += lowestByte(m)
		} else {
			for i < len(buf) && buf[i]|1 != ']' {
				all |= uint64(buf[i])
				i++
			}
			if i == len(buf) {
				break
			}
		}
		if buf[i] == ']' {
			if all&highs != 0 {
				*flags |= NonASCII
			}
			return i
		}
		*flags |= Escaped
		if i++; i < len(buf) {
			all |= uint64(buf[i])
			i++
		}
	}
	if all&highs != 0 {
		*flags |= NonASCII
	}
	return e.unclosed(flags)
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
		// Nobody but b and w, and a few others by hand, is written small.
		if n.end-i <= 2 {
			for _, c := range buf[i:n.end] {
				n.id = n.id<<8 | Ident(c&^0x20)
			}
		}
		if TypeOf(n.id).Name == "" {
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
	return e.readValues(name.value, start)
}

// stray reads what stands at i inside a tree but in no node. It returns how
// many bytes it has read, or -1 if the window ends first.
func (e *engine) stray(i int) int {
	e.pending = e.pending[:0]
	if c := classes[e.buf[i]]; c == upper || c == lower {
		name, ans := e.identifierAt(i)
		if ans == maybe {
			return -1
		}
		if ans == yes {
			return e.strayProperty(i, name)
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
// semicolon is missing, or one after a variation, which belongs to no node.
func (e *engine) strayProperty(i int, name identifier) int {
	orphan := e.state == afterChild
	if e.state == atOpen {
		e.report(MissingSemicolon, i, "")
		e.beginNode(i)
	}
	end := e.readNode(i)
	if end < 0 {
		return -1
	}
	if orphan || e.over > 0 {
		if e.over == 0 {
			e.report(PropertyAfterVariation, i, string(e.buf[i:name.end]))
		}
		return end - i
	}
	e.emit(end)
	return end - i
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
