package indexer

import (
	"bytes"
	"fmt"
	"slices"

	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Mended returns an SGF record with other values for its game's properties: for each property a
// text, "" for none. It writes them into the root in place of the record's own. It writes
// the rest as clean FF[4] in UTF-8. It returns false for records in another format,
// and for records of several games, whose root belongs to no single game.
func Mended(r store.Record, values []store.Value) (_ store.Record, ok bool, err error) {
	if f := FormatOf(&r); f == nil || f.Binary || f.Derive != nil {
		return r, false, nil
	}
	o := &sgfread.Options{Lead: sgfread.NoLead}
	text := utf8Tree(&r)
	if sgfread.SharedGames(text, o).Count > 1 {
		return r, false, nil
	}
	var edited, clean bytes.Buffer
	if err := sgfread.Edit(&edited, text, o, mender(values).edit); err != nil {
		return r, false, err
	}
	trees, err := sgfread.Parse(edited.Bytes(), o)
	if err != nil {
		return r, false, fmt.Errorf("cannot be corrected: %w", err)
	}
	if err := sgfread.FormatNormalized(&clean, nil, trees...); err != nil {
		return r, false, err
	}
	r.Raw = bytes.TrimRight(clean.Bytes(), "\n")
	r.Tree = [2]int{0, len(r.Raw)}
	r.Part, r.Charset = nil, store.Charset{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonDeclared}
	return r, true, nil
}

// A mender is the values that a record is to have.
type mender []store.Value

func (m mender) has(name string) bool {
	return slices.ContainsFunc(m, func(v store.Value) bool { return v.Ident == name })
}

// edit returns a node's properties with the values, nil if they stay.
func (m mender) edit(n *sgfread.Node, root bool) []sgfread.TreeProperty {
	before := n.TreeProperties()
	props := slices.DeleteFunc(slices.Clone(before), func(p sgfread.TreeProperty) bool {
		return m.has(p.Ident().String()) || m.has(p.Name)
	})
	if !root && len(props) == len(before) {
		return nil
	}
	for _, v := range m {
		if root && v.Text != "" {
			props = append(props, sgfread.TreeProperty{Name: v.Ident, Values: [][]byte{sgfread.AppendEscaped(nil, []byte(v.Text), false)}})
		}
	}
	if len(props) == 0 {
		return []sgfread.TreeProperty{} // the node stays, with nothing in it
	}
	return props
}
