package indexer

import (
	"fmt"
	"strings"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// mixed makes a record that mixes encodings findable by each of them, and reports it.
func (x *extractor) mixed(g *store.Game) {
	members := charset.Members(x.record.Charset.Name)
	if members == nil {
		return
	}
	for _, name := range members {
		g.Info = append(g.Info, store.Value{Ident: format.IdentCharset, Text: name})
	}
	x.fault(format.MixedCharset, -1, Mixture(x.record))
}

// Mixture returns how many values of a record are in which encoding: "3 in gb18030, 1 in
// utf-8". It returns "" if the record does not mix encodings. In a record that is not SGF, lines
// count as values.
func Mixture(r *store.Record) string {
	name := format.Encoding(r)
	members := charset.Members(name)
	if members == nil {
		return ""
	}
	found := map[string]int{}
	count := func(value []byte) {
		if len(value) > 0 && (notASCII(value) || strings.IndexByte(string(value), 0) >= 0) {
			found[charset.MemberOf(value, name)]++
		}
	}
	if f := FormatOf(r); f.Derive != nil {
		for line := range strings.Lines(string(format.Game(r))) {
			count([]byte(line))
		}
	} else {
		_ = sgfread.Walk(format.Game(r), valueCounter(count), &sgfread.Options{Lead: format.Lead(r)})
	}
	var parts []string
	for _, member := range members {
		if n := found[member]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d in %s", n, member))
		}
	}
	return "values: " + strings.Join(parts, ", ")
}

// valueCounter is a sgfread.Handler that sees every value.
type valueCounter func(value []byte)

func (valueCounter) Open(int64)  {}
func (valueCounter) Close(int64) {}

func (see valueCounter) Node(n *sgfread.Node) {
	for p := range n.Properties() {
		for raw := range p.Values() {
			see(raw)
		}
	}
}
