package sgfread

import (
	"bytes"
	"slices"
	"strconv"
)

// clean writes a node as FF[4] wants it.
func (f *formatter) clean(t *Tree, id NodeID) {
	props := f.merged(t.Properties(id), t.lead)
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
// rest; then the other moves by themselves.
func apart(props []TreeProperty) [][]TreeProperty {
	var first, second, third []TreeProperty
	setup, move := false, false
	for _, p := range props {
		class := TypeOf(p.Ident()).Class
		id := p.Ident()
		isMove := id == IdentB || id == IdentW
		switch {
		case isMove && move:
			third = append(third, p)
			continue
		case class == ClassMove, class == ClassOther && id != IdentN:
			second = append(second, p)
		default:
			first = append(first, p)
		}
		move = move || isMove
		setup = setup || class == ClassSetup
	}
	parts := [][]TreeProperty{first, second}
	if !setup || !move {
		parts = [][]TreeProperty{slices.DeleteFunc(props, func(p TreeProperty) bool {
			return len(third) > 0 && p.Name == third[0].Name
		})}
	}
	if len(third) > 0 {
		parts = append(parts, third)
	}
	return parts
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
	game, size := 1, ""
	for _, p := range props {
		switch p.Ident() {
		case IdentGM:
			if n, ok := ParseNumber(p.Values[0]); ok && n > 0 {
				game = n
			}
		case IdentSZ:
			if s, _, ok := ParseSize(p.Values[0]); ok {
				size = strconv.Itoa(s.Cols)
				if s.Cols != s.Rows {
					size += ":" + strconv.Itoa(s.Rows)
				}
			} else if n, ok := ParseNumber(p.Values[0]); ok && n > MaxSize {
				size = strconv.Itoa(n)
			}
		}
	}
	if size == "" && game == 1 {
		size = "19"
	}
	f.buf = append(f.buf, "GM["...)
	f.buf = strconv.AppendInt(f.buf, int64(game), 10)
	f.buf = append(f.buf, ']')
	if size != "" {
		f.buf = append(f.buf, "SZ["+size+"]"...)
	}
}

// merged returns the properties with clean values, each identifier once, in
// the order of their first appearance. Lists that come twice are put together,
// comments too, with a line break between; of other properties the
// first that says something stays.
func (f *formatter) merged(props []TreeProperty, lead Lead) []TreeProperty {
	var out []TreeProperty
	index := map[string]int{}
	for _, p := range props {
		p.Name, p.Values = modern(p)
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
		case !twice:
			index[p.Name] = len(out)
			out = append(out, TreeProperty{p.Name, values})
		case typ.List || typ.Name == "":
			out[at].Values = append(out[at].Values, values...)
		case len(out[at].Values) == 0 || len(out[at].Values[0]) == 0:
			out[at].Values = values
		case typ.Kind == KindText && len(values) > 0:
			out[at].Values[0] = append(append(out[at].Values[0], '\n'), values[0]...)
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

// modern gives an obsolete property its FF[4] name and values, if it has any.
func modern(p TreeProperty) (string, [][]byte) {
	switch p.Name {
	case "L":
		// The letters a, b, c … on the points in turn.
		var values [][]byte
		for i, v := range p.Values {
			if i < 26 {
				values = append(values, append(append(slices.Clip(trimmed(v)), ':'), byte('a'+i)))
			}
		}
		return "LB", values
	case "M":
		return "MA", p.Values
	}
	return p.Name, p.Values
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
		first, second, ok := SplitComposed(raw, lead)
		if !ok {
			if typ.Kind == KindSimpleText || typ.Second == KindSimpleText && typ.Kind == KindPoint {
				return append(f.cleanHalf(typ.Kind, first, lead), ':'), true
			}
			return f.cleanHalf(typ.Kind, first, lead), true
		}
		v := append(f.cleanHalf(typ.Kind, first, lead), ':')
		return append(v, f.cleanHalf(typ.Second, second, lead)...), true
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
	return f.cleanHalf(typ.Kind, raw, lead), true
}

// cleanHalf cleans a value or one half of a composed one.
func (f *formatter) cleanHalf(kind ValueKind, raw []byte, lead Lead) []byte {
	switch kind {
	case KindSimpleText, KindText:
		return f.text(raw, lead, true, ' ')
	case KindReal:
		if x, _, ok := ParseReal(raw); ok {
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
	}
	return f.text(trimmed(raw), lead, true, ' ')
}

// text cleans a text value.
func (f *formatter) text(raw []byte, lead Lead, composed bool, newline byte) []byte {
	text := appendText(nil, raw, lead, newline)
	if f.normalize.Text != nil {
		text = f.normalize.Text(nil, text)
	}
	return AppendEscaped(make([]byte, 0, len(text)), text, composed)
}
