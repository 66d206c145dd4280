package indexer

import (
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/store"
)

// properties are the identifiers of the properties that a record has at its nodes.
type properties struct {
	short [26 * 27]bool // of one or two letters
	there []int         // where short is true
	long  map[string]bool
	name  []byte
}

// maxProperties bounds the identifiers that are long, which a record may invent.
const maxProperties = 1 << 10

func (s *properties) reset() {
	for _, i := range s.there {
		s.short[i] = false
	}
	s.there = s.there[:0]
	clear(s.long)
}

// note adds a property of a node. It returns false if there are too many.
func (s *properties) note(node int, p sgfread.Property) bool {
	id := p.Ident()
	if node == 0 && !format.IsNodeProperty(node, p) {
		return true
	}
	if id != sgfread.IdentOther {
		first, second := id>>8, id&0xFF-'@'
		if first == 0 {
			first, second = id, 0
		}
		if i := int(first-'A')*27 + int(second); !s.short[i] {
			s.short[i] = true
			s.there = append(s.there, i)
		}
		return true
	}
	s.name = p.AppendName(s.name[:0])
	if s.long[string(s.name)] {
		return true
	}
	if len(s.long) == maxProperties {
		return false
	}
	if s.long == nil {
		s.long = map[string]bool{}
	}
	s.long[string(s.name)] = true
	return true
}

// text returns the set as format.IdentProperties has it.
func (s *properties) text() string {
	var list []string
	for _, i := range s.there {
		name := string(rune('A' + i/27))
		if i%27 > 0 {
			name += string(rune('@' + i%27))
		}
		if sgfread.OfNodes(sgfread.ParseIdent(name)) {
			list = append(list, name)
		}
	}
	for name := range s.long {
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// property notes a property of the node that is read.
func (x *extractor) property(p sgfread.Property) {
	if !x.properties.note(x.at, p) {
		x.fault(format.TooMuch, p.Offset(), "there are more kinds of properties than can be indexed; the others are only in the record")
	}
}

// keepProperties adds the properties of the nodes of a game.
func (x *extractor) keepProperties(f *format.Format, g *store.Game) {
	g.Facts.Flags |= store.PropertiesRead
	if f.Derive != nil {
		g.Facts.Flags |= store.OtherFormat
	}
	if text := x.properties.text(); text != "" {
		g.Info = append(g.Info, store.Value{Ident: format.IdentProperties, Text: x.texts.text([]byte(text))})
	}
}
