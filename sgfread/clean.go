package sgfread

import (
	"bytes"
	"kifudb/sgfread/gameinfo"
	"math"
	"slices"
	"strconv"
	"strings"
)

// clean writes a node as FF[4] wants it.
func (f *formatter) clean(t *Tree, id NodeID) {
	props := t.Properties(id)
	f.kept = f.kept[:0]
	if id == 0 {
		f.dialect = dialectOf(props)
		if f.normalize.Game > 0 {
			f.dialect.game = f.normalize.Game
		}
		f.dialect.fit(t)
		f.info = make([]bool, t.Len())
		f.keepText("", f.normalize.Outside)
		f.normalize.Outside = nil
	}
	f.keepRest(t, id)
	for _, p := range t.following(id) {
		if p.Name == Kept {
			for range p.Values {
				f.normalize.kept()
			}
		}
	}
	if id == 0 && f.dialect.game == 1 {
		props = f.translated(props, t.lead)
	}
	props = f.merged(props, t.lead)
	if id == 0 {
		f.buf = append(f.buf, ";FF[4]CA[UTF-8]"...)
		f.root(props)
	} else {
		f.buf = append(f.buf, ';')
	}
	props = slices.DeleteFunc(props, func(p TreeProperty) bool {
		if p.Name == Kept {
			f.kept = append(f.kept, p.Values...)
			return true
		}
		switch p.Ident() {
		case IdentAP, IdentST:
			if id != 0 {
				f.keepAll(p)
			}
			return id != 0 || len(p.Values) == 0
		case IdentFF, IdentCA, IdentGM, IdentSZ:
			for i, v := range p.Values {
				if id != 0 || !f.said(p.Ident(), v, i) {
					f.keep(p.Name, v)
				}
			}
			return true
		}
		return len(p.Values) == 0
	})
	props = f.oneInfo(t, id, props)
	props = f.distinct(f.agreeing(props))
	parts := apart(props, id == 0)
	for i := range parts {
		parts[i] = f.annotating(parts[i])
	}
	for i, part := range parts {
		if i > 0 {
			f.wrap() // it will be read as a node of its own
			f.buf = append(f.buf, ';')
		}
		f.cleanProperties(part)
		if i == 0 && len(f.kept) > 0 {
			f.cleanProperties([]TreeProperty{{Kept, f.kept}})
		}
	}
}

// said reports whether a value of a root property is among the written ones: the i-th of its
// property.
func (f *formatter) said(id Ident, v []byte, i int) bool {
	switch id {
	case IdentCA:
		return i == 0 && isLabel(v)
	case IdentSZ:
		if _, _, ok := ParseSize(v); ok || f.dialect.game == 1 {
			return i == 0 && ok
		}
	}
	_, ok := ParseNumber(v)
	return i == 0 && ok && !hasLetters(v)
}

// isLabel reports whether a value is like the name of a charset.
func isLabel(v []byte) bool {
	for _, c := range v {
		if classes[c] != upper && classes[c] != lower && bytes.IndexByte([]byte("-_.: "), c) < 0 {
			return false
		}
	}
	return len(v) <= 40
}

// oneInfo keeps the game-info of a node below another one that has some: FF[4]
// allows one on each path.
func (f *formatter) oneInfo(t *Tree, id NodeID, props []TreeProperty) []TreeProperty {
	above := id != 0 && f.info[t.Parent(id)]
	f.info[id] = above
	return slices.DeleteFunc(props, func(p TreeProperty) bool {
		if TypeOf(p.Ident()).Class != ClassGameInfo {
			return false
		}
		f.info[id] = true
		if above {
			f.keepAll(p)
		}
		return above
	})
}

// annotating keeps what annotates a move if a node has none.
func (f *formatter) annotating(props []TreeProperty) []TreeProperty {
	if slices.ContainsFunc(props, func(p TreeProperty) bool { return p.Ident() == IdentB || p.Ident() == IdentW }) {
		return props
	}
	return slices.DeleteFunc(slices.Clone(props), func(p TreeProperty) bool {
		switch p.Ident() {
		case IdentKO, IdentBM, IdentDO, IdentIT, IdentTE:
			f.keepAll(p)
			return true
		}
		return false
	})
}

// apart divides the properties of a node into as many nodes as FF[4] demands. FF[4] forbids
// moves and setup in one node, two moves in a node, and a move in the root. The setup goes
// first, with everything about the game. Then comes the first move with the rest, then
// each other move by itself. Times and numbers of moves beside setup get a node after it, too.
func apart(props []TreeProperty, root bool) [][]TreeProperty {
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
	switch {
	case placed && !moved:
		timed := slices.Clone(both)
		if timed = slices.DeleteFunc(timed, func(p TreeProperty) bool { return !ofMoveOnly(p.Ident()) }); len(timed) > 0 {
			both = slices.DeleteFunc(both, func(p TreeProperty) bool { return ofMoveOnly(p.Ident()) })
			more = [][]TreeProperty{timed}
		}
	case moved && (placed || root):
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
		if p.Ident() != IdentSZ || len(p.Values) == 0 {
			continue
		}
		if s, _, ok := ParseSize(p.Values[0]); ok {
			size = strconv.Itoa(s.Cols)
			if s.Cols != s.Rows {
				size += ":" + strconv.Itoa(s.Rows)
			}
		} else if n, ok := ParseNumber(p.Values[0]); ok && n > MaxSize && f.dialect.game != 1 {
			size = strconv.Itoa(n)
		}
	}
	if size == "" && f.dialect.game == 1 {
		size = strconv.Itoa(f.dialect.size.Cols)
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
// come twice are put together, texts too, with a line break between; of other
// properties the first that says something stays, and the others are kept. Of
// stones on the same point the last stays.
func (f *formatter) merged(props []TreeProperty, lead Lead) []TreeProperty {
	var out []TreeProperty
	index := map[string]int{}
	type place struct{ property, value int }
	stones := map[string]place{}
	areas := false
	var setup []setupValue
	for _, p := range f.dialect.modern(props) {
		typ := TypeOf(p.Ident())
		if typ.Name == "" && len(p.Name) > overlongName || p.Ident() == identKI && f.dialect.game == 1 {
			for _, raw := range p.Values {
				f.keepRaw(p.Name, raw, lead)
			}
			continue
		}
		values := f.cleanValues(&p, typ, lead)
		at, twice := index[p.Name]
		switch {
		case !twice || p.Ident() == IdentB || p.Ident() == IdentW:
			at = len(out)
			index[p.Name] = at
			out = append(out, TreeProperty{p.Name, nil})
			fallthrough
		case typ.List || typ.Name == "" || ofRoot(p.Ident()):
			for _, v := range values {
				if typ.Class == ClassSetup && typ.List {
					areas = areas || bytes.IndexByte(v, ':') >= 0
					if s, ok := stones[string(v)]; ok {
						out[s.property].Values[s.value] = nil
					}
					stones[string(v)] = place{at, len(out[at].Values)}
					setup = append(setup, setupValue{at, v})
				}
				out[at].Values = append(out[at].Values, v)
			}
		case len(out[at].Values) == 0 || len(out[at].Values[0]) == 0:
			out[at].Values = values
		case typ.Kind == KindText && len(values) > 0:
			out[at].Values[0] = append(append(out[at].Values[0], '\n'), values[0]...)
		case len(values) > 0 && !bytes.Equal(values[0], out[at].Values[0]):
			f.keep(p.Name, values[0])
		}
	}
	if len(stones) > 0 {
		for i, p := range out {
			if typ := TypeOf(p.Ident()); typ.Class == ClassSetup && typ.List {
				out[i].Values = slices.DeleteFunc(p.Values, func(v []byte) bool { return v == nil })
			}
		}
	}
	if areas && f.dialect.game == 1 {
		disjoint(out, setup)
	}
	return out
}

// cleanValues returns the clean values of a property: one, if it may have but one.
func (f *formatter) cleanValues(p *TreeProperty, typ Type, lead Lead) [][]byte {
	values := make([][]byte, 0, len(p.Values))
	for i, raw := range p.Values {
		if i > 0 && typ.Kind == KindMove { // the first one is played, whatever it is
			if !bytes.Equal(raw, p.Values[0]) {
				f.keepRaw(p.Name, raw, lead)
			}
			continue
		}
		if typ.To < 4 && typ.Name != "" {
			f.keepRaw(p.Name, raw, lead) // FF[4] does not have it
			continue
		}
		v, fit := f.cleanValue(typ, raw, lead)
		if fit {
			values = append(values, v)
		}
		if !fit || !remains(typ) && f.letters(raw, lead) != string(justLetters(v)) {
			f.keepRaw(p.Name, raw, lead)
		}
	}
	if typ.Name == "" || typ.List || ofRoot(p.Ident()) || len(values) < 2 {
		return values
	}
	if typ.Kind == KindText {
		return [][]byte{bytes.Join(slices.DeleteFunc(values, func(v []byte) bool { return len(v) == 0 }), []byte{'\n'})}
	}
	first := firstOfMany(values)
	for _, v := range values {
		if !bytes.Equal(v, first) {
			f.keep(p.Name, v)
		}
	}
	return [][]byte{first}
}

// ofRoot tells the properties that are written anew in the root.
func ofRoot(id Ident) bool {
	return id == IdentFF || id == IdentCA || id == IdentGM || id == IdentSZ
}

// remains reports whether what is written of a value can be told from its type
// and its clean form: it is text, of which all is written or kept, or a point or color,
// of which there are few.
func remains(typ Type) bool {
	return typ.Name == "" || isInfo(typ) || typ.IsText() || ofRoot(ParseIdent(typ.Name)) || typ.Kind == KindSimpleText ||
		typ.Second == KindUnknown && (typ.Kind == KindPoint || typ.Kind == KindStone || typ.Kind == KindMove || typ.Kind == KindColor)
}

// setupValue is a value of a setup property as it stands in the record.
type setupValue struct {
	property int // that it belongs to, of those that are written
	value    []byte
}

// disjoint writes the stones of a node point by point if areas of them overlap.
// Of those on the same point the last stays, in the order of the record.
func disjoint(props []TreeProperty, setup []setupValue) {
	var owner [MaxSize][MaxSize]int // the property's index and 1
	overlap := false
	isSetup := func(p *TreeProperty) bool {
		typ := TypeOf(p.Ident())
		return typ.Class == ClassSetup && typ.List
	}
	for _, s := range setup {
		r, _, _ := ParsePoints(s.value)
		for q := range r.Points() {
			overlap = overlap || owner[q.X][q.Y] != 0
			owner[q.X][q.Y] = s.property + 1
		}
	}
	if !overlap {
		return
	}
	for i := range props {
		if isSetup(&props[i]) {
			props[i].Values = nil
		}
	}
	for x := range owner {
		for y, i := range owner[x] {
			if i > 0 {
				p := &props[i-1]
				p.Values = append(p.Values, []byte(Point{uint8(x), uint8(y)}.String()))
			}
		}
	}
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

// cleanValue returns a raw value as FF[4] wants it, or false if it is none of
// its type or says nothing.
func (f *formatter) cleanValue(typ Type, raw []byte, lead Lead) ([]byte, bool) {
	empty := len(bytes.Trim(appendText(nil, raw, lead, ' '), " \t\n\v\f\r\x00")) == 0
	switch {
	case typ.Name == "":
		// A private property: only what ends the value too early is wrong.
		return f.text(raw, lead, false, '\n'), true
	case ofRoot(ParseIdent(typ.Name)):
		return f.text(raw, lead, false, ' '), !empty
	case typ.Kind == KindNone:
		return nil, true
	case empty && typ.Empty:
		return nil, true
	case empty && typ.Kind != KindMove && typ.Kind != KindDouble:
		return nil, false
	case typ.Second != KindUnknown:
		return f.composed(typ, raw, lead)
	case typ.Kind == KindText:
		return f.text(raw, lead, false, '\n'), true
	case isInfo(typ):
		if v, ok := f.infoValue(typ, raw, lead); ok {
			return v, true
		}
		text := f.text(raw, lead, false, ' ')
		return text, typ.Kind == KindSimpleText || cleanReal(text)
	case typ.Kind == KindSimpleText:
		return f.text(raw, lead, false, ' '), true
	case f.dialect.game != 1 && (typ.Kind == KindPoint || typ.Kind == KindStone || typ.Kind == KindMove || typ.Name == "HA"):
		// An opening bracket is of the property after it, of which the closing one
		// before is missing.
		v := f.text(raw, lead, false, ' ')
		return v, !swallows(v)
	case typ.Kind == KindPoint && typ.List, typ.Kind == KindStone:
		r, _, ok := ParsePoints(raw)
		if !ok && typ.Class == ClassSetup {
			r, ok = namedPoints(raw, f.dialect.size)
		}
		if !ok || !f.dialect.size.Contains(r.From) || !f.dialect.size.Contains(r.To) {
			return nil, false
		}
		v := []byte(r.From.String())
		if r.From != r.To {
			v = append(append(v, ':'), r.To.String()...)
		}
		return v, true
	}
	if v := clean(typ.Kind, raw, f.dialect); v != nil {
		return v, true
	}
	text := f.text(raw, lead, false, ' ')
	if typ.Name == "KM" {
		if k := gameinfo.ParseKomi(string(text)); k.Certainty >= gameinfo.Clear {
			return []byte(k.String()), true
		}
	}
	if typ.Name == "TM" {
		if n, ok := gameinfo.MainTimeOnly(string(text)); ok {
			return strconv.AppendInt(nil, int64(n), 10), true
		}
	}
	return text, typ.Kind == KindReal && cleanReal(text)
}

// cleanReal reports whether a text is a number of more digits than a float64 has.
func cleanReal(text []byte) bool {
	_, clean, ok := ParseReal(text)
	return ok && clean
}

// composed cleans a composed value.
func (f *formatter) composed(typ Type, raw []byte, lead Lead) ([]byte, bool) {
	first, second, ok := SplitComposed(raw, lead)
	if typ.Name == "FG" {
		switch {
		case ok && blank(first):
			first = []byte("0") // the name of a figure without flags
		case clean(KindNumber, first, f.dialect) == nil || hasLetters(first):
			first, second, ok = []byte("0"), raw, true
		}
	}
	onBoard := func(raw []byte) bool {
		p, ok := ParsePoint(raw)
		return ok && f.dialect.size.Contains(p)
	}
	if typ.Kind == KindPoint && f.dialect.game == 1 {
		if !onBoard(first) || typ.Second == KindPoint && (!ok || !onBoard(second)) {
			return nil, false
		}
	}
	v := f.half(typ.Kind, first, lead)
	switch {
	case ok:
		second := f.half(typ.Second, second, lead)
		if typ.Second == KindPoint && f.dialect.game == 1 && bytes.Equal(v, second) {
			return nil, false // an arrow needs two points
		}
		if typ.Kind == KindPoint && len(bytes.TrimSpace(second)) == 0 {
			return nil, false // a point without a label
		}
		return append(append(v, ':'), second...), true
	case typ.Kind == KindSimpleText:
		return append(v, ':'), true // a program without a version
	case typ.Kind == KindPoint && typ.Second == KindSimpleText:
		return nil, false
	}
	return v, typ.Kind != KindPoint || f.dialect.game != 1
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
		} else if p, ok := namedPoint(raw, d.size); ok {
			return []byte(p.String())
		} else if strings.EqualFold(string(trimmed(raw)), "pass") {
			return []byte{}
		}
	case KindPoint:
		if p, ok := ParsePoint(raw); ok && d.game == 1 {
			return []byte(p.String())
		}
	}
	return nil
}

// text cleans a text value. NUL bytes, at which many programs end a text, become spaces.
func (f *formatter) text(raw []byte, lead Lead, composed bool, newline byte) []byte {
	text := appendText(nil, raw, lead, newline)
	if f.normalize.Text != nil {
		text = f.normalize.Text(nil, text)
	}
	text = bytes.ReplaceAll(text, []byte{0}, []byte{' '})
	return appendEscaped(make([]byte, 0, len(text)), text, composed)
}
