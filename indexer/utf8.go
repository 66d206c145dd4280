package indexer

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// UTF8 returns a record's tree with all texts in UTF-8 and a matching CA. Values in
// UTF-8, and nodes without other values, stay as they are, byte for byte. In other
// nodes it may drop white space between values. For a record in another format it returns
// the text, or the bytes if it is binary.
func UTF8(r store.Record) []byte {
	switch f := FormatOf(&r); {
	case f.Binary:
		return format.Game(&r)
	case f.Derive != nil:
		return format.Text(&r)
	}
	return utf8Tree(&r)
}

// utf8Tree is UTF8 for a record in SGF.
func utf8Tree(r *store.Record) []byte {
	raw, name := format.Game(r), format.Encoding(r)
	c := converter{lead: sgfread.Lead(charset.TrailBytes(name)), charset: name}
	var out bytes.Buffer
	if err := sgfread.Edit(&out, raw, &sgfread.Options{Lead: c.lead}, c.node); err != nil {
		return raw // a bytes.Buffer does not fail
	}
	return out.Bytes()
}

// A converter converts the texts of a tree.
type converter struct {
	lead    sgfread.Lead
	charset string
}

// node returns a node's properties with their texts converted, and CA if it is
// a root, or nil if nothing changes.
func (c converter) node(n *sgfread.Node, root bool) []sgfread.TreeProperty {
	wide := charset.IsWide(c.charset)
	for p := range n.Properties() {
		wide = wide || p.Flags()&sgfread.NonASCII != 0
	}
	if !wide && !root {
		return nil
	}
	props, changed := n.TreeProperties(), false
	for _, p := range props {
		composed := sgfread.TypeOf(p.Ident()).Second != sgfread.KindUnknown
		for i, value := range p.Values {
			if (notASCII(value) || bytes.IndexByte(value, 0) >= 0 && charset.IsWide(c.charset)) && !(c.charset == charset.UTF8 && utf8.Valid(value)) {
				p.Values[i] = c.value(value, composed)
				changed = true
			}
		}
	}
	if root {
		if ca, ok := n.Find(sgfread.IdentCA); !ok || !bytes.EqualFold(ca.Value(0), []byte("UTF-8")) {
			return setCA(props)
		}
	}
	if !changed {
		return nil
	}
	return props
}

// setCA makes a root say that its texts are in UTF-8.
func setCA(props []sgfread.TreeProperty) []sgfread.TreeProperty {
	isCA := func(p sgfread.TreeProperty) bool { return p.Name == "CA" }
	at := slices.IndexFunc(props, isCA)
	props = slices.DeleteFunc(props, isCA)
	if at < 0 {
		at = len(props)
	}
	return slices.Insert(props, at, sgfread.TreeProperty{Name: "CA", Values: [][]byte{[]byte("UTF-8")}})
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
