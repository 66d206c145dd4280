package sgfread

import "bytes"

// lostBracket recognises a text that has swallowed the beginning of a
// variation or game because its own closing bracket is missing. Such a text ends with
// a parenthesis at the beginning of a line, a semicolon, and a property with a
// short value, all of it exactly up to the bracket that seemed to close
// the text. It returns where the text should have ended: before the white
// space and the closing parentheses in front of a variation; directly before a
// game, as if the input ended there. If there is no such ending, or the
// parentheses would close the whole tree, of which depth are open, it
// returns -1.
//
// It is never called for a text that nothing closes. So bytes after a tree do not change how
// it is read: a record that was cut off in front of a game ends in an unclosed text with any
// content, and a text that is written with a bracket after it needs one escape at most, in guarded.
func lostBracket(text []byte, depth int) int {
	i := bytes.LastIndexByte(text, '[')
	name := i
	for name > 0 && classes[text[name-1]] == upper {
		name--
	}
	if i-name < 1 || i-name > 2 || TypeOf(ParseIdent(text[name:i])).Name == "" || !bytes.HasSuffix(text[:name], []byte("(;")) {
		return -1
	}
	end, breaks := name-2, false
	for end > 0 && (text[end-1] == ')' || classes[text[end-1]] == space) {
		end--
		if text[end] == ')' {
			depth--
		}
		breaks = breaks || text[end] == '\n' || text[end] == '\r'
	}
	if !breaks || bytes.HasSuffix(text[:end], []byte{'\\'}) {
		return -1
	}
	if prop := string(text[name:i]); prop == "GM" || prop == "FF" {
		return name - 2
	}
	if depth < 1 {
		return -1
	}
	return end
}

// readJunk passes what is no property at i, and reports it. If it is the rest
// of the last text value, which seemed to be closed by a bracket that should
// have been escaped, it goes on reading that value. It returns where to go on, or
// -1 if the window ends.
func (e *engine) readJunk(i, start int) int {
	buf := e.buf
	n := &e.node
	if e.afterValue >= 0 {
		switch at := e.afterValue; e.belongsToText(at, i, start) {
		case maybe:
			return -1
		case yes:
			p := &n.props[len(n.props)-1]
			v := &n.values[len(n.values)-1]
			e.hold(UnescapedBracket, at-1, buf[at-1:i+1])
			p.flags |= Mended
			end := e.valueEnd(at, &p.flags)
			if end < 0 {
				return -1
			}
			v.end = uint32(end - start)
			if end == len(buf) {
				return end
			}
			e.afterValue = end + 1
			j := end + 1
			for j < len(buf) && classes[buf[j]] == space {
				j++
			}
			if j < len(buf) && buf[j] == '[' {
				return e.readValues(j, j, start)
			}
			return j
		}
	}
	e.afterValue = -1
	return e.passJunk(i)
}

// belongsToText decides whether the bracket before at, which closed a text
// value, was meant as part of the text. It is asked only when something that
// is no SGF follows it, at i; so a file without faults never gets here.
//
// The text up to the next closing bracket must not hold the beginning of a
// node, and either hold nothing that looks like structure, or come after an
// opening bracket within the value that has no partner yet: "[4k]: hi]".
func (e *engine) belongsToText(at, i, start int) answer {
	n := &e.node
	p := &n.props[len(n.props)-1]
	if !TypeOf(p.ident).IsText() {
		return no
	}
	end, structure, ans := e.nextBracket(i)
	if ans == yes && structure {
		ans = no
		if e.bracketOpen(at-1, start) {
			ans = yes
		}
	}
	if ans == no {
		e.looked = max(e.looked, e.base+int64(end)+1)
	}
	return ans
}

// nextBracket returns the index of the closing bracket from i on that is not
// escaped, and whether there is anything before it that looks like structure.
// The answer is no if there is no such bracket, or the beginning of a node comes
// first; the index is then where that was found out.
func (e *engine) nextBracket(i int) (end int, structure bool, ans answer) {
	buf := e.buf
	for j := i; j < len(buf); j++ {
		switch classes[buf[j]] {
		case semicolon:
			structure = true
			k := j + 1
			for k < len(buf) && classes[buf[k]] == space && k-j < farthest {
				k++
			}
			for k < len(buf) && classes[buf[k]] == upper && k-j < farthest {
				k++
			}
			if k < len(buf) && buf[k] == '[' && classes[buf[k-1]] == upper {
				return k, structure, no
			}
		case open, closing, bracket:
			structure = true
		case junk:
			if buf[j] == '\\' {
				j++
			} else if buf[j] == ']' {
				return j, structure, yes
			}
		}
	}
	if !e.final {
		return len(buf), structure, maybe
	}
	return len(buf), structure, no
}

// bracketOpen reports whether there is a bracket before end, in the last value
// of the node at start, that opens and has no partner yet. It counts what has
// not been counted for an earlier bracket of the value.
func (e *engine) bracketOpen(end, start int) bool {
	buf := e.buf
	v := e.node.values[len(e.node.values)-1]
	if first := start + int(v.start); e.countedTo < first {
		e.countedTo, e.openBrackets = first, 0
	}
	for k := e.countedTo; k < end; k++ {
		switch buf[k] {
		case '\\':
			k++
		case '[':
			e.openBrackets++
		case ']':
			e.openBrackets = max(0, e.openBrackets-1)
		}
	}
	e.countedTo = end
	return e.openBrackets > 0
}

// passJunk passes what is neither property nor structure at i, and reports it,
// a run of it once. It returns -1 if the window ends first.
func (e *engine) passJunk(i int) int {
	buf := e.buf
	adjacent := i == e.junkEnd
	code, end := Junk, i+1
	switch classes[buf[i]] {
	case bracket:
		code = ValueWithoutIdentifier
		var flags Flags
		if end = e.valueEnd(i+1, &flags); end < 0 {
			return -1
		}
		end = min(end+1, len(buf))
		adjacent = false
	case upper, lower:
		name, ans := e.identifierAt(i)
		if ans == maybe {
			return -1
		}
		end = name.end
		if !name.small {
			code, adjacent = IdentifierWithoutValue, false
		}
	default:
		nuls := buf[i] == 0
		for end < len(buf) && classes[buf[end]] == junk {
			nuls = nuls && buf[end] == 0
			end++
		}
		if end == len(buf) && !e.final {
			return -1
		}
		if nuls {
			code = NulBytes
		}
	}
	if !adjacent {
		e.hold(code, i, buf[i:end])
	}
	e.junkEnd = end
	return end
}
