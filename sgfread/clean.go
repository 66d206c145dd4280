package sgfread

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// clean writes a node as FF[4] wants it.
func (f *formatter) clean(t *Tree, id NodeID) {
	props := t.Properties(id)
	if id == 0 {
		f.dialect = dialectOf(props)
	}
	props = f.merged(props, t.lead)
	if id == 0 {
		f.buf = append(f.buf, ";FF[4]CA[UTF-8]"...)
		f.root(props)
	} else {
		f.buf = append(f.buf, ';')
	}
	props = slices.DeleteFunc(props, func(p TreeProperty) bool {
		switch p.Ident() {
		case IdentAP, IdentST:
			return id != 0
		case IdentFF, IdentCA, IdentGM, IdentSZ:
			return true
		}
		return len(p.Values) == 0
	})
	for i, part := range apart(props) {
		if i > 0 {
			f.buf = append(f.buf, ';')
		}
		f.cleanProperties(part)
	}
}

// apart divides the properties of a node into those of as many nodes as FF[4]
// wants: it forbids moves and setup in one node, and two moves. The setup goes
// first, with all that tells about the game; then the first move with all the
// rest; then each other move by itself.
func apart(props []TreeProperty) [][]TreeProperty {
	var setup, move, both []TreeProperty
	var more [][]TreeProperty
	placed, moved := false, false
	for i, p := range props {
		switch p.Ident() {
		case IdentB, IdentW:
			if moved {
				more = append(more, props[i:i+1])
				continue
			}
			moved = true
		}
		both = append(both, p)
		switch class := TypeOf(p.Ident()).Class; {
		case class == ClassMove, class == ClassOther && p.Ident() != IdentN:
			move = append(move, p)
		default:
			setup = append(setup, p)
			placed = placed || class == ClassSetup
		}
	}
	if placed && moved {
		return append([][]TreeProperty{setup, move}, more...)
	}
	return append([][]TreeProperty{both}, more...)
}

func (f *formatter) cleanProperties(props []TreeProperty) {
	for _, p := range props {
		f.buf = append(f.buf, p.Name...)
		for _, v := range p.Values {
			f.buf = append(f.buf, '[')
			start := len(f.buf)
			f.buf = guarded(append(f.buf, v...), start)
			f.buf = append(f.buf, ']')
		}
	}
}

// root writes GM and SZ, the defaults of Go spelled out.
func (f *formatter) root(props []TreeProperty) {
	size := ""
	for _, p := range props {
		if p.Ident() != IdentSZ {
			continue
		}
		if s, _, ok := ParseSize(p.Values[0]); ok {
			size = strconv.Itoa(s.Cols)
			if s.Cols != s.Rows {
				size += ":" + strconv.Itoa(s.Rows)
			}
		} else if n, ok := ParseNumber(p.Values[0]); ok && n > MaxSize {
			size = strconv.Itoa(n)
		}
	}
	if size == "" && f.dialect.game == 1 {
		size = "19"
	}
	f.buf = append(f.buf, "GM["...)
	f.buf = strconv.AppendInt(f.buf, int64(f.dialect.game), 10)
	f.buf = append(f.buf, ']')
	if size != "" {
		f.buf = append(f.buf, "SZ["+size+"]"...)
	}
}

// merged returns the properties with clean values, each identifier once, in
// the order of their first appearance; only moves may come twice. Lists that
// come twice are put together, comments too, with a line break between; of
// other properties the first that says something stays. Of stones on the same
// point the last stays.
func (f *formatter) merged(props []TreeProperty, lead Lead) []TreeProperty {
	var out []TreeProperty
	index := map[string]int{}
	type place struct{ property, value int }
	stones := map[string]place{}
	for _, p := range f.dialect.modern(props) {
		typ := TypeOf(p.Ident())
		values := make([][]byte, 0, len(p.Values))
		for _, raw := range p.Values {
			if v, ok := f.cleanValue(typ, raw, lead); ok {
				values = append(values, v)
			}
		}
		if typ.Name != "" && !typ.List && len(values) > 1 {
			values = [][]byte{firstOfMany(values)}
		}
		at, twice := index[p.Name]
		switch {
		case !twice || p.Ident() == IdentB || p.Ident() == IdentW:
			at = len(out)
			index[p.Name] = at
			out = append(out, TreeProperty{p.Name, nil})
			fallthrough
		case typ.List || typ.Name == "":
			for _, v := range values {
				if typ.Class == ClassSetup && typ.List {
					if s, ok := stones[string(v)]; ok {
						out[s.property].Values[s.value] = nil
					}
					stones[string(v)] = place{at, len(out[at].Values)}
				}
				out[at].Values = append(out[at].Values, v)
			}
		case len(out[at].Values) == 0 || len(out[at].Values[0]) == 0:
			out[at].Values = values
		case typ.Kind == KindText && len(values) > 0:
			out[at].Values[0] = append(append(out[at].Values[0], '\n'), values[0]...)
		}
	}
	if len(stones) > 0 {
		for i, p := range out {
			if typ := TypeOf(p.Ident()); typ.Class == ClassSetup && typ.List {
				out[i].Values = slices.DeleteFunc(p.Values, func(v []byte) bool { return v == nil })
			}
		}
	}
	return out
}

// firstOfMany returns the first value that is not empty.
func firstOfMany(values [][]byte) []byte {
	for _, v := range values {
		if len(v) > 0 {
			return v
		}
	}
	return values[0]
}

// cleanValue returns a raw value as FF[4] wants it, or false if it means
// nothing. What cannot be read stays as it is.
func (f *formatter) cleanValue(typ Type, raw []byte, lead Lead) ([]byte, bool) {
	switch {
	case typ.Name == "":
		// A private property: only what ends the value too early is wrong.
		return f.text(raw, lead, false, '\n'), true
	case typ.Class == ClassGameInfo && len(bytes.TrimSpace(appendText(nil, raw, lead, ' '))) == 0:
		return nil, false
	case typ.Second != KindUnknown:
		return f.composed(typ, raw, lead), true
	case typ.Kind == KindText:
		return f.text(raw, lead, false, '\n'), true
	case typ.Kind == KindSimpleText:
		return f.text(raw, lead, false, ' '), true
	case typ.Kind == KindPoint && typ.List, typ.Kind == KindStone:
		raw = trimmed(raw)
		if len(raw) == 0 {
			return nil, typ.Empty
		}
		r, ok := PointRange{}, false
		if bytes.IndexByte(raw, ':') >= 0 {
			r, _, ok = ParsePoints(raw)
		}
		if !ok {
			return f.text(raw, lead, false, ' '), true
		}
		v := []byte(r.From.String())
		if r.From != r.To {
			v = append(append(v, ':'), r.To.String()...)
		}
		return v, true
	case typ.Kind == KindNone:
		return nil, true
	}
	if v := clean(typ.Kind, raw, f.dialect); v != nil {
		return v, true
	}
	text := f.text(raw, lead, false, ' ')
	if typ.Name == "TM" {
		if n, ok := mainTimeOnly(string(text)); ok {
			return strconv.AppendInt(nil, int64(n), 10), true
		}
	}
	return text, true
}

// composed cleans a composed value.
func (f *formatter) composed(typ Type, raw []byte, lead Lead) []byte {
	first, second, ok := SplitComposed(raw, lead)
	if typ.Name == "FG" && !blank(raw) && clean(KindNumber, first, f.dialect) == nil {
		first, second, ok = []byte("0"), raw, true // the name of a figure without flags
	}
	v := f.half(typ.Kind, first, lead)
	switch {
	case ok:
		return append(append(v, ':'), f.half(typ.Second, second, lead)...)
	case typ.Kind == KindSimpleText, typ.Kind == KindPoint && typ.Second == KindSimpleText:
		return append(v, ':') // a program without a version, a point without a label
	}
	return v
}

// half cleans one half of a composed value.
func (f *formatter) half(kind ValueKind, raw []byte, lead Lead) []byte {
	if v := clean(kind, raw, f.dialect); v != nil {
		return v
	}
	return f.text(raw, lead, true, ' ')
}

// clean returns a value that is no text as FF[4] wants it, or nil if it cannot
// be read or is text.
func clean(kind ValueKind, raw []byte, d dialect) []byte {
	switch kind {
	case KindReal:
		if x, _, ok := ParseReal(raw); ok && math.Abs(x) < 1e15 { // or its digits would change
			return strconv.AppendFloat(nil, x, 'f', -1, 64)
		}
	case KindNumber:
		if n, ok := ParseNumber(raw); ok {
			return strconv.AppendInt(nil, int64(n), 10)
		}
	case KindDouble:
		n, _ := ParseDouble(raw)
		return strconv.AppendInt(nil, int64(n), 10)
	case KindColor:
		if c, _ := ParseColor(raw); c != 0 {
			return []byte{c}
		}
	case KindMove:
		if d.game != 1 {
			return nil
		}
		if p, move := ParseMove(raw, d.size); move == PassMove {
			return []byte{}
		} else if move == PlayMove {
			return []byte(p.String())
		}
	case KindPoint:
		if p, ok := ParsePoint(raw); ok && d.game == 1 {
			return []byte(p.String())
		}
	}
	return nil
}

// text cleans a text value.
func (f *formatter) text(raw []byte, lead Lead, composed bool, newline byte) []byte {
	text := appendText(nil, raw, lead, newline)
	if f.normalize.Text != nil {
		text = f.normalize.Text(nil, text)
	}
	return appendEscaped(make([]byte, 0, len(text)), text, composed)
}
