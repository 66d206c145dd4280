package sgfread

import "bytes"

// Kept is the private property for text that has no place in FF[4]: values that do not fit
// their property's type, the second of two equal properties, properties of older versions,
// and text that is not SGF. Each value is the original identifier, a colon and the text.
const Kept = "KEPT"

// keep keeps a clean value.
func (f *formatter) keep(name string, v []byte) {
	if blank(v) {
		return
	}
	f.kept = append(f.kept, append([]byte(name+":"), v...))
	f.normalize.kept()
}

// keepAll keeps a property with clean values.
func (f *formatter) keepAll(p TreeProperty) {
	for _, v := range p.Values {
		f.keep(p.Name, v)
	}
	if len(p.Values) == 1 && len(p.Values[0]) == 0 && TypeOf(p.Ident()).Kind == KindNone {
		f.kept = append(f.kept, []byte(p.Name+":"))
		f.normalize.kept()
	}
}

// keepRaw keeps a raw value.
func (f *formatter) keepRaw(name string, raw []byte, lead Lead) {
	f.keep(name, f.text(raw, lead, false, '\n'))
}

// keepText keeps text that is not a value.
func (f *formatter) keepText(name string, text []byte) {
	text = bytes.Trim(text, " \t\n\v\f\r\x00")
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte(mark)))
	if len(text) == 0 {
		return
	}
	if f.normalize.Text != nil {
		text = f.normalize.Text(nil, text)
	}
	text = bytes.ReplaceAll(text, []byte{0}, []byte{' '})
	text = appendText(nil, appendEscaped(nil, text, false), NoLead, '\n')
	f.keep(name, appendEscaped(nil, text, false))
}

// keepRest keeps the text in a node that is part of no property, and the text after the node
// that is no structure.
func (f *formatter) keepRest(t *Tree, id NodeID) {
	n := t.nodes[id]
	if _, edited := t.edited[id]; edited || n.end == n.start {
		return
	}
	if id == 0 {
		f.keepGap(t.raw[:n.start])
	}
	text := t.raw[n.start:n.end]
	if len(text) != MoveLen || badStone(load(append(text[:MoveLen:MoveLen], 0, 0))) != 0 {
		f.keepJunk(text, t.lead)
	}
	behind := len(t.raw)
	if int(id)+1 < len(t.nodes) && t.nodes[id+1].end > 0 {
		behind = int(t.nodes[id+1].start)
	}
	at := int(n.end)
	for _, late := range t.late.between(at, behind) {
		f.keepGap(t.raw[at:late.start])
		f.keepJunk(t.raw[late.start:late.end], t.lead)
		at = int(late.end)
	}
	if behind > at {
		f.keepGap(t.raw[at:behind])
	}
}

// keepGap keeps what is no structure between nodes.
func (f *formatter) keepGap(gap []byte) {
	f.keepText("", bytes.Trim(gap, "(); \t\n\v\f\r\x00"))
}

// keepJunk keeps what is part of no property of a node.
func (f *formatter) keepJunk(text []byte, lead Lead) {
	e := &f.e
	e.begin(nil, &Options{Lead: lead, Problem: func(Problem) {}})
	e.buf, e.final = text, true
	e.readNode(0)
	if len(e.pending) == 0 {
		return
	}
	at := 0
	gap := func(end int) {
		if at < end {
			f.keepText("", bytes.Trim(text[at:end], "; \t\n\v\f\r\x00"))
		}
	}
	for _, p := range e.node.props {
		gap(int(p.name.start))
		at = int(p.name.end)
		for _, v := range e.node.values[p.first : p.first+p.count] {
			gap(int(v.start) - 1)
			at = int(v.end) + 1
		}
	}
	gap(len(text))
}

// hasLetters reports whether a value has characters that are more than digits
// and punctuation.
func hasLetters(v []byte) bool { return len(justLetters(v)) > 0 }

// justLetters returns the letters of a value, and all that is not ASCII.
func justLetters(v []byte) []byte {
	var letters []byte
	for _, c := range v {
		if c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' {
			letters = append(letters, c)
		}
	}
	return letters
}

// letters returns the letters of a raw value as they are written.
func (f *formatter) letters(raw []byte, lead Lead) string {
	return string(justLetters(f.text(raw, lead, false, ' ')))
}
