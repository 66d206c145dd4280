package sgfread

import (
	"bytes"
	"strconv"
)

// answer is what a look ahead found out.
type answer uint8

const (
	no answer = iota
	yes
	maybe // the window ends too early to know
)

// farthest is how many bytes of white space or identifier a look ahead passes
// before it gives up; it keeps looking ahead cheap and windows small.
const farthest = 4096

// outerText is the text outside trees since the last one, as far as it is
// worth a message.
type outerText struct {
	start   int64 // the offset of the first character, or -1
	closeAt int64 // the offset of the first parenthesis too many
	closes  int   // how many there are
	excerpt []byte
	nuls    int64 // NUL bytes among it
	nodes   bool  // it looks like nodes
	values  int64 // the offset of the first that looks like a value or property, or -1
}

// outside reads text that belongs to no tree, until a tree begins (depth is
// then 1) or the window ends. It returns inputEnd unless it needs more.
func (e *engine) outside() outcome {
	buf := e.buf
	for i := e.pos; i < len(buf); {
		n, what := 1, no
		switch c := buf[i]; classes[c] {
		case open:
			n, what = e.openTree(i)
		case semicolon:
			n, what = e.lostOpen(i, i+1)
		case upper, lower:
			n, what = e.lostOpen(i, i)
		case closing:
			switch o := &e.outer; {
			case o.start >= 0: // part of the text
			case e.wraps > 0:
				e.wraps--
			default:
				if o.closes == 0 {
					o.closeAt = e.base + int64(i)
				}
				o.closes++
			}
		case space:
		case bracket:
			if n, what = e.lostValue(i); what == maybe {
				break
			}
			e.outerJunk(i)
		default:
			if buf[i] == mark[0] {
				n, what = e.byteOrderMark(i)
				break
			}
			e.outerJunk(i)
		}
		switch what {
		case maybe:
			e.pos = i
			return needMore
		case yes:
			e.trees++
			e.reportOuter()
			e.treePos = i
			e.push(i)
			e.pos = i + n
			if n == 0 {
				e.report(MissingOpen, i, "")
			}
			return inputEnd
		}
		if o := &e.outer; o.start >= 0 && len(o.excerpt) <= excerptLen {
			o.excerpt = append(o.excerpt, buf[i:i+min(n, excerptLen+1)]...)
		}
		i += n
	}
	e.pos = len(buf)
	if !e.final {
		return needMore
	}
	e.reportOuter()
	if e.trees == 0 {
		e.report(NoTree, e.pos, "")
	}
	return inputEnd
}

// openTree decides whether the parenthesis at i begins a tree, and returns how
// many bytes to pass.
func (e *engine) openTree(i int) (int, answer) {
	j, ans := e.skipSpace(i + 1)
	if ans != yes {
		if ans == no {
			e.outerJunk(i)
		}
		return 1, ans
	}
	switch buf := e.buf; classes[buf[j]] {
	case semicolon:
		switch {
		case j+2 < len(buf):
			if buf[j+1] == '-' && buf[j+2] == ')' {
				break // a smiley
			}
			return 1, yes
		case !e.final:
			return 1, maybe
		default:
			return 1, yes
		}
	case open:
		// A collection, or a tree, in one more pair of parentheses.
		e.wraps++
		e.report(DoubleOpen, i, "")
		return 1, no
	case closing:
		e.report(EmptyTree, i, "")
		return j + 1 - i, no
	case upper, lower:
		// The first semicolon is missing, or this is prose in parentheses.
		id, _, ans := e.knownProperty(j)
		if ans == maybe {
			return 1, maybe
		}
		if ans == yes && id != IdentOther {
			return 1, yes
		}
	}
	e.outerJunk(i)
	return 1, no
}

// lostOpen decides whether a game begins at i, without its parenthesis, with
// the property at j. The first bytes of files do get lost.
func (e *engine) lostOpen(i, j int) (int, answer) {
	j, ans := e.skipSpace(j)
	if ans == maybe {
		return 0, maybe
	}
	if ans == yes {
		id, end, known := e.knownProperty(j)
		if known == maybe {
			return 0, maybe
		}
		head := TypeOf(id).beginsGame()
		switch {
		case known == no:
			if end > j {
				e.outerJunk(i)
				return end - i, no
			}
		case head && (e.buf[i] == ';' || e.trees == 0 && e.outer.start < 0):
			return 0, yes
		case e.buf[i] == ';' && e.trees == 0 && e.outer.start < 0:
			return 0, yes
		case e.buf[i] == ';':
			e.outerJunk(i)
			e.outer.nodes = true
			return end - i, no
		default:
			e.outerValue(i)
		}
	}
	e.outerJunk(i)
	return 1, no
}

// knownProperty reads the letters at i and reports whether they are an
// identifier of the property table directly before a bracket. end is where
// the letters end.
func (e *engine) knownProperty(i int) (id Ident, end int, ans answer) {
	buf := e.buf
	j := i
	for j < len(buf) && j-i < farthest && classes[buf[j]] >= upper {
		j++
	}
	switch {
	case j < len(buf) && buf[j] == '[':
		// A long name of FF[1] is believed only if it begins a game.
		id = ParseIdent(buf[i:j])
		if t := TypeOf(id); t.Name != "" && buf[i] < 'a' && (len(t.Name) == j-i || t.beginsGame()) {
			return id, j, yes
		}
	case j == len(buf) && !e.final:
		return 0, j, maybe
	}
	return 0, j, no
}

// beginsGame reports whether the property is likely to stand first in a game.
func (t Type) beginsGame() bool { return t.Class == ClassRoot || t.Class == ClassGameInfo }

// beginsGame reports whether the parenthesis at i, inside a tree, begins a new
// game because the end of the previous one is missing: it stands at the
// beginning of a line and its first property is FF or GM, which may stand in
// the root of a tree only.
func (e *engine) beginsGame(i int) answer {
	buf := e.buf
	if i == e.treePos || i == 0 || buf[i-1] != '\n' && buf[i-1] != '\r' {
		return no
	}
	j, ans := e.skipSpace(i + 1)
	if ans != yes || buf[j] != ';' {
		return ans &^ yes
	}
	if j, ans = e.skipSpace(j + 1); ans != yes {
		return ans
	}
	if j+3 > len(buf) && !e.final {
		return maybe
	}
	if bytes.HasPrefix(buf[j:], []byte("FF[")) || bytes.HasPrefix(buf[j:], []byte("GM[")) {
		return yes
	}
	return no
}

// skipSpace returns where the white space from i on ends. The answer is no if
// nothing follows it, or not soon.
func (e *engine) skipSpace(i int) (int, answer) {
	for j := i; j < len(e.buf) && j-i < farthest; j++ {
		if classes[e.buf[j]] != space {
			return j, yes
		}
	}
	if !e.final && len(e.buf)-i < farthest {
		return i, maybe
	}
	return i, no
}

// lostValue looks for a point in brackets at i, such as "[pd]", and notes it. A word of two
// letters in a text is one, too.
func (e *engine) lostValue(i int) (int, answer) {
	end := i + len("[aa]")
	switch {
	case end > len(e.buf) && !e.final:
		return 1, maybe
	case end <= len(e.buf) && e.buf[end-1] == ']' && classes[e.buf[i+1]] == lower && classes[e.buf[i+2]] == lower:
		e.outerValue(i)
	}
	return 1, no
}

// outerValue notes what looks like a value at i.
func (e *engine) outerValue(i int) {
	if e.outer.values < 0 {
		e.outer.values = e.base + int64(i)
	}
}

// outerJunk notes a character outside of trees.
func (e *engine) outerJunk(i int) {
	o := &e.outer
	switch c := e.buf[i]; {
	case c == 0:
		o.nuls++
	case c == 0x1A: // the end of a file in DOS
		return
	}
	if o.start < 0 {
		o.start = e.base + int64(i)
	}
}

// mark is the byte order mark in UTF-8. Files that were put together have it
// between trees.
const mark = "\uFEFF"

// byteOrderMark passes the mark, of which the first byte is at i.
func (e *engine) byteOrderMark(i int) (int, answer) {
	switch rest := e.buf[i:]; {
	case len(rest) < len(mark) && !e.final:
		return 0, maybe
	case len(rest) >= len(mark) && string(rest[:len(mark)]) == mark:
		return len(mark), no
	}
	e.outerJunk(i)
	return 1, no
}

// reportOuter reports the text outside of trees that has been passed.
func (e *engine) reportOuter() {
	o := &e.outer
	if o.closes > 0 {
		e.report(ExtraClose, int(o.closeAt-e.base), strconv.Itoa(o.closes))
	}
	if o.start >= 0 {
		i := int(o.start - e.base)
		switch {
		case bytes.HasPrefix(o.excerpt, []byte("\xFF\xFE")), bytes.HasPrefix(o.excerpt, []byte("\xFE\xFF")),
			bytes.HasPrefix(o.excerpt, []byte("(\x00;\x00")), bytes.HasPrefix(o.excerpt, []byte("\x00(\x00;")):
			e.report(UTF16, i, "")
		case o.nodes:
			e.report(NodesOutside, i, excerpt(o.excerpt))
		case o.nuls > 0:
			e.report(NulBytes, i, "")
		default:
			if o.values != o.start {
				e.report(TextOutside, i, excerpt(o.excerpt))
			}
			if o.values >= 0 {
				e.report(ValuesOutside, int(o.values-e.base), "")
			}
		}
	}
	*o = outerText{start: -1, values: -1, excerpt: o.excerpt[:0]}
}
