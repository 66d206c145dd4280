package sgfread

import (
	"bytes"
	"slices"
)

// agreeing keeps the annotations that contradict the first one of their kind in a node.
func (f *formatter) agreeing(props []TreeProperty) []TreeProperty {
	var first [annotationKinds]Ident
	return slices.DeleteFunc(props, func(p TreeProperty) bool {
		kind := annotationKind(p.Ident())
		switch {
		case kind == noAnnotation:
			return false
		case first[kind] == 0:
			first[kind] = p.Ident()
		case first[kind] != p.Ident():
			f.keepAll(p)
			return true
		}
		return false
	})
}

// marks are the points that have marks in the node that is written: for each kind of
// mark the number of the property, counted over all nodes, so that nothing has to be
// cleared.
type marks struct {
	owner [markKinds][MaxSize][MaxSize]uint64
	last  uint64 // the number of the last property of the node before
}

// distinct leaves each point one mark of each kind, and each list either its points or
// one empty value. If a point has two marks the first stays, and the other is kept.
func (f *formatter) distinct(props []TreeProperty) []TreeProperty {
	for i, p := range props {
		typ := TypeOf(p.Ident())
		if typ.List && typ.Empty && len(p.Values) > 1 {
			empty := func(v []byte) bool { return len(v) == 0 }
			if values := slices.DeleteFunc(p.Values, empty); len(values) > 0 {
				props[i].Values = values
			} else {
				props[i].Values = [][]byte{{}}
			}
		}
		if f.dialect.game != 1 {
			continue
		}
		if p.Ident() == IdentAR || p.Ident() == IdentLN {
			props[i].Values = f.differing(p.Values)
		}
		if kind, ok := markKind(p.Ident()); ok {
			if f.marks == nil {
				f.marks = &marks{}
			}
			props[i].Values = f.unmarked(props[i], kind, uint64(i)+1)
		}
	}
	if f.marks != nil {
		f.marks.last += uint64(len(props))
	}
	return slices.DeleteFunc(props, func(p TreeProperty) bool { return len(p.Values) == 0 })
}

// differing returns values without those that come again.
func (f *formatter) differing(values [][]byte) [][]byte {
	seen := make(map[string]bool, len(values))
	return slices.DeleteFunc(values, func(v []byte) bool {
		again := seen[string(v)]
		seen[string(v)] = true
		return again
	})
}

// unmarked returns the values of the i-th property of a node without the points that have
// a mark of the kind already.
func (f *formatter) unmarked(p TreeProperty, kind int, i uint64) [][]byte {
	m := f.marks
	owner := &m.owner[kind]
	values := p.Values[:0:0]
	for _, v := range p.Values {
		raw := v
		label, labelled := []byte(nil), false
		if kind == markLabel {
			raw, label, labelled = SplitComposed(v, NoLead)
		}
		r, _, ok := ParsePoints(raw)
		if !ok {
			values = append(values, v)
			continue
		}
		taken := false
		for q := range r.Points() {
			taken = taken || owner[q.X][q.Y] > m.last
		}
		for q := range r.Points() {
			at := &owner[q.X][q.Y]
			switch {
			case *at <= m.last:
				*at = m.last + i
				if taken {
					values = append(values, []byte(q.String()))
				}
			case labelled && !slices.ContainsFunc(values, func(w []byte) bool { return bytes.Equal(v, w) }):
				f.keep(p.Name, append([]byte(q.String()+":"), label...))
			case *at != m.last+i:
				f.keep(p.Name, []byte(q.String()))
			}
		}
		if !taken {
			values = append(values, v)
		}
	}
	return values
}
