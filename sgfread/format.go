package sgfread

import (
	"bytes"
	"io"
	"math"
	"slices"
)

// Format writes trees as they are. An unchanged tree comes out byte for byte as it was read.
// If only properties were changed, all other bytes stay. A tree that got or lost nodes is written
// anew, node by node; nodes that were neither changed nor had problems come out byte for
// byte. So is a tree without its first or last parenthesis, and one with junk that a reader
// might take for text if more followed it, unless it stands alone.
func Format(w io.Writer, trees ...*Tree) error {
	f := formatter{w: w}
	for i, t := range trees {
		if i > 0 {
			f.buf = append(f.buf, '\n')
		}
		f.tree(t, i == 0, i+1 == len(trees))
	}
	return f.finish()
}

// FormatAmong is Format for trees that stand between others, which are written separately.
func FormatAmong(w io.Writer, trees ...*Tree) error {
	f := formatter{w: w}
	for i, t := range trees {
		if i > 0 {
			f.buf = append(f.buf, '\n')
		}
		f.tree(t, false, false)
	}
	return f.finish()
}

// tree writes a tree as it is, with others before it unless it is the first,
// and others after it unless it is the last.
func (f *formatter) tree(t *Tree, first, last bool) {
	// A tree that is not closed would take in the next one, and one that
	// was not opened would not be found behind another.
	apart := (t.closed && !t.loose || last) && (first || len(t.raw) > 0 && t.raw[0] == '(')
	if t.reshaped || !apart {
		f.anew(t, f.asRead)
	} else {
		f.patched(t)
	}
}

// Normalize says how FormatNormalized writes.
type Normalize struct {
	// Text, if not nil, converts a raw text value to UTF-8 before it is
	// written. It must undo nothing else; escapes are those of AppendText.
	Text func(dst, text []byte) []byte
	// Width is after how many bytes a line is broken between nodes; 0 is 80.
	Width int
	// Game is SGF's number of the game, if that is known better than GM says it, as for
	// a name in place of the number; 0 if not.
	Game int
	// Outside is text that stood before the first tree and is kept in it, raw.
	Outside []byte
	// OnKept, if not nil, is called for each value of the property Kept.
	OnKept func()
}

func (n *Normalize) kept() {
	if n.OnKept != nil {
		n.OnKept()
	}
}

// FormatNormalized writes trees as clean FF[4] in UTF-8: identifiers in capitals, one
// property for each identifier, text with the necessary escapes only, FF, CA, GM and SZ
// in the root, no junk, and the forms of FF[1] to FF[3] as FF[4] writes them. It changes no
// meaning and loses no text. Unknown properties stay. Text without a place in FF[4] goes into the
// private property Kept. Faults that Check finds in the result are faults of the data,
// which are marked and never rewritten. For trees with NodeTooLarge it writes only the
// part that was read.
func FormatNormalized(w io.Writer, n *Normalize, trees ...*Tree) error {
	f := formatter{w: w, width: 80}
	if n != nil {
		f.normalize = *n
		if n.Width > 0 {
			f.width = n.Width
		}
	}
	for _, t := range trees {
		f.anew(t, f.clean)
		f.buf = append(f.buf, '\n')
	}
	return f.finish()
}

type formatter struct {
	w         io.Writer
	normalize Normalize
	dialect   dialect  // of the tree that is normalized
	marks     *marks   // nil as long as there are none
	kept      [][]byte // of the node that is normalized: the values of Kept
	info      []bool   // of its tree, by node: it or one above has game-info
	buf       []byte
	width     int  // 0: lines are not broken
	column    int  // bytes in the current line before the node
	start     int  // in buf, of the node
	opens     bool // the node is the first of a variation
	err       error
	e         engine
}

// flush writes what has been formatted, if it is enough or all.
func (f *formatter) flush(least int) {
	if f.err == nil && len(f.buf) >= max(1, least) {
		_, f.err = f.w.Write(f.buf)
	}
	if len(f.buf) >= least {
		f.buf = f.buf[:0]
	}
}

func (f *formatter) finish() error {
	f.flush(0)
	return f.err
}

// patched writes the tree's own bytes with changed nodes in their places.
func (f *formatter) patched(t *Tree) {
	if len(t.edited) == 0 {
		f.buf = append(f.buf, t.raw...)
		f.flush(1 << 16)
		return
	}
	at := uint32(0)
	for id, n := range t.nodes {
		props, ok := t.edited[NodeID(id)]
		if !ok {
			continue
		}
		f.buf = append(f.buf, t.raw[at:n.start]...)
		f.node(props, t.lead)
		// The white space after a node is not part of the change.
		text := t.raw[n.start:n.end]
		f.buf = append(f.buf, text[len(bytes.TrimRight(text, " \t\n\v\f\r")):]...)
		at = n.end
		f.flush(1 << 16)
	}
	f.buf = append(f.buf, t.raw[at:]...)
	f.flush(1 << 16)
}

// anew writes a tree in the order of All.
func (f *formatter) anew(t *Tree, node func(*Tree, NodeID)) {
	f.column = 0
	open := 0
	for id, closed := range t.All() {
		for range closed {
			f.buf = append(f.buf, ')')
		}
		open -= closed
		if closed > 0 && f.width > 0 {
			f.buf = append(f.buf, '\n')
			f.column = 0
		}
		opens := t.branched(id)
		if opens {
			f.buf = append(f.buf, '(')
			f.column++
			open++
		}
		f.start, f.opens = len(f.buf), opens
		node(t, id)
		f.wrap()
		f.flush(1 << 16)
		if f.err != nil {
			return
		}
	}
	for range open {
		f.buf = append(f.buf, ')')
	}
}

// wrap ends a node, which begins a line if the one before has no room for it.
func (f *formatter) wrap() {
	n := len(f.buf) - f.start
	if f.width > 0 && f.column > 0 && f.column+n > f.width && !f.opens {
		f.buf = slices.Insert(f.buf, f.start, '\n')
		f.column = 0
	}
	f.column += n
	f.start, f.opens = len(f.buf), false
}

// node writes a node from its properties.
func (f *formatter) node(props []TreeProperty, lead Lead) {
	f.buf = append(f.buf, ';')
	f.properties(props, lead)
}

// properties writes properties, values as they are. Only texts
// that were mended when they were read are written with the escapes they lack:
// elsewhere they might be mended in another way.
func (f *formatter) properties(props []TreeProperty, lead Lead) {
	for _, p := range props {
		f.buf = append(f.buf, p.Name...)
		text := TypeOf(p.Ident()).IsText()
		for _, v := range p.Values {
			f.buf = append(f.buf, '[')
			start := len(f.buf)
			if text && lead == NoLead && hasBareBracket(v) {
				f.buf = AppendEscaped(f.buf, AppendText(nil, v, lead), false)
			} else {
				f.buf = append(f.buf, v...)
			}
			if text {
				f.buf = guarded(f.buf, start)
			}
			f.buf = append(f.buf, ']')
		}
	}
}

// hasBareBracket reports whether a raw value holds a closing bracket that is
// not escaped.
func hasBareBracket(v []byte) bool {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case ']':
			return true
		}
	}
	return false
}

// asRead writes a node's own bytes, if it has not been changed and they are
// good SGF by themselves.
func (f *formatter) asRead(t *Tree, id NodeID) {
	text := t.Text(id)
	_, edited := t.edited[id]
	if edited || len(text) == 0 || text[0] != ';' || t.late.has(id) || !f.good(text, t.lead) {
		f.node(t.Properties(id), t.lead)
		return
	}
	f.buf = append(f.buf, bytes.TrimRight(text, " \t\n\v\f\r")...)
}

// good reports whether a node's text can be read without any problem, however
// deep it stands.
func (f *formatter) good(text []byte, lead Lead) bool {
	f.e.begin(nil, &Options{Lead: lead, Problem: func(Problem) {}})
	f.e.buf, f.e.final = text, true
	f.e.depth = math.MaxInt32
	f.e.readNode(0)
	return len(f.e.pending) == 0
}
