package indexer

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"kifudb/notation"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// UTF8 returns a record's tree with all texts in UTF-8 and a CA that says so.
// Values that are UTF-8 already, and nodes that have no others, stay as they
// are, byte for byte; in other nodes white space between values may go. Of a
// record in a notation of shogi's it returns the text.
func UTF8(r store.Record) []byte {
	raw := tree(&r)
	name := encoding(&r)
	if dialectOf(raw) != notation.UnknownDialect {
		return charset.Decode(nil, raw, name)
	}
	lead := sgfread.Lead(charset.TrailBytes(name))
	trees, err := sgfread.Parse(raw, &sgfread.Options{Lead: lead})
	if err != nil || len(trees) == 0 {
		return raw
	}
	c := converter{lead: lead, charset: name}
	for _, t := range trees {
		for id := range t.All() {
			c.node(t, id)
		}
	}
	t := trees[0]
	if ca := t.Values(0, "CA"); len(ca) == 0 || !bytes.EqualFold(ca[0], []byte("UTF-8")) {
		t.Set(0, "CA", []byte("UTF-8"))
	}
	var out bytes.Buffer
	if err := sgfread.Format(&out, trees...); err != nil {
		return raw // a bytes.Buffer does not fail
	}
	return out.Bytes()
}

// A converter converts the texts of a tree.
type converter struct {
	lead    sgfread.Lead
	charset string
}

// node converts the texts of a node. A property that stands twice in it, which
// is against the format, becomes one with all values.
func (c converter) node(t *sgfread.Tree, id sgfread.NodeID) {
	values := map[string][][]byte{}
	changed := false
	for _, p := range t.Properties(id) {
		composed := sgfread.TypeOf(p.Ident()).Second != sgfread.KindUnknown
		for _, value := range p.Values {
			if notASCII(value) && !(c.charset == charset.UTF8 && utf8.Valid(value)) {
				value = c.value(value, composed)
				changed = true
			}
			values[p.Name] = append(values[p.Name], value)
		}
	}
	if !changed {
		return
	}
	for name, values := range values {
		if slices.ContainsFunc(values, notASCII) {
			t.Set(id, name, values...)
		}
	}
}

func (c converter) value(raw []byte, composed bool) []byte {
	if composed {
		if first, second, ok := sgfread.SplitComposed(raw, c.lead); ok {
			return slices.Concat(c.text(first, true), []byte(":"), c.text(second, true))
		}
	}
	return c.text(raw, false)
}

func (c converter) text(raw []byte, composed bool) []byte {
	text := charset.Decode(nil, sgfread.AppendText(nil, raw, c.lead), c.charset)
	return sgfread.AppendEscaped(nil, text, composed)
}

func notASCII(value []byte) bool {
	return slices.ContainsFunc(value, func(c byte) bool { return c >= 0x80 })
}
