package sgfread

import "sort"

// lateTexts are the texts of properties that follow variations in a tree, see
// LateHandler.
type lateTexts struct {
	of  map[NodeID][]span // in the tree's bytes, by the node they belong to
	all []span            // ascending
}

func (l *lateTexts) add(id NodeID, text span) {
	if l.of == nil {
		l.of = map[NodeID][]span{}
	}
	l.of[id] = append(l.of[id], text)
	l.all = append(l.all, text)
}

func (l *lateTexts) has(id NodeID) bool { return len(l.of[id]) > 0 }

// between returns the texts that begin within a range.
func (l *lateTexts) between(from, to int) []span {
	first := sort.Search(len(l.all), func(i int) bool { return int(l.all[i].start) >= from })
	last := sort.Search(len(l.all), func(i int) bool { return int(l.all[i].start) >= to })
	return l.all[first:max(first, last)]
}

// following returns the properties that follow variations of a node, as Properties
// has them.
func (t *Tree) following(id NodeID) []TreeProperty {
	if !t.late.has(id) {
		return nil
	}
	var c propertyCollector
	for _, text := range t.late.of[id] {
		c.read(t.raw[text.start:text.end], t.lead)
	}
	for i, p := range c.props {
		if Played(p.Ident()) {
			c.props[i] = TreeProperty{Kept, make([][]byte, len(p.Values))}
			for k, v := range p.Values {
				c.props[i].Values[k] = append([]byte(p.Name+":"), v...)
			}
		}
	}
	return c.props
}

// Played reports whether a property changes the game: moves, setup, properties of a
// root. Behind a variation they are kept and have no effect.
func Played(id Ident) bool {
	class := TypeOf(id).Class
	return id == IdentB || id == IdentW || class == ClassSetup || class == ClassRoot
}
