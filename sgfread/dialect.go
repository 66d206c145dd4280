package sgfread

import "slices"

// dialect is what the meaning of values depends on; see foreign.go for those that have
// other properties.
type dialect struct {
	ff   int // as the root says, 0 if it does not
	game int
	size Size // if the game is Go

	badSize bool // SZ is none
}

// fit makes the board as large as FF[4] has it, if SZ is not the size of a board and one of
// 19×19, as which it is read, lacks points of the tree.
func (d *dialect) fit(t *Tree) {
	if !d.badSize || d.game != 1 {
		return
	}
	for id := range t.All() {
		for _, p := range t.Properties(id) {
			switch TypeOf(p.Ident()).Kind {
			case KindMove, KindPoint, KindStone:
			default:
				continue
			}
			for _, v := range p.Values {
				first, _, _ := SplitComposed(v, NoLead)
				if r, _, ok := ParsePoints(v); ok && (!d.size.Contains(r.From) || !d.size.Contains(r.To)) && string(v) != "tt" {
					d.size = Size{MaxSize, MaxSize}
				} else if q, ok := ParsePoint(first); ok && !d.size.Contains(q) && string(v) != "tt" {
					d.size = Size{MaxSize, MaxSize}
				}
			}
		}
	}
}

func dialectOf(root []TreeProperty) dialect {
	d := dialect{game: 1, size: Size{19, 19}}
	for _, p := range slices.Backward(root) { // the first counts
		switch p.Ident() {
		case IdentFF:
			d.ff, _ = ParseNumber(p.Values[0])
		case IdentGM:
			if d.game = 1; len(p.Values) > 0 {
				if n, ok := ParseNumber(p.Values[0]); ok && n > 0 {
					d.game = n
				}
			}
		case IdentSZ:
			_, _, ok := ParseSize(p.Values[0])
			d.size, _, _ = ParseSize(p.Values[0])
			d.badSize = !ok
		}
	}
	return d
}

// modern gives properties of FF[1] to FF[3] their FF[4] names and values:
//
//   - the points of L become labels A, B, C …;
//   - M becomes MA: it was for marks on stones, too, but what stands on a
//     point is not known here;
//   - a good move that is also bad is an interesting one (TE, BM: IT), and a bad
//     one that is also good a doubtful one (BM, TE: DO); FF[4] allows but one;
//   - two points of VW are the corners of what is visible;
//   - KI becomes KM.
//
// What has no counterpart stays as it is.
func (d dialect) modern(props []TreeProperty) []TreeProperty {
	first, second := -1, -1 // of TE and BM
	for i, p := range props {
		switch p.Ident() {
		case IdentL:
			if !d.lettered(p.Values) {
				continue
			}
			values := make([][]byte, 0, len(p.Values))
			for k, v := range p.Values {
				values = append(values, append(append(slices.Clip(trimmed(v)), ':'), Letter(k)))
			}
			props[i] = TreeProperty{"LB", values}
		case IdentM:
			props[i].Name = "MA"
		case IdentTE, IdentBM:
			switch {
			case first < 0:
				first = i
			case second < 0 && props[first].Name != p.Name && isDouble(p.Values) && isDouble(props[first].Values):
				second = i
			}
		case IdentVW:
			props[i].Values = View(d.ff, p.Values)
		case identKI:
			isKomi := func(p TreeProperty) bool { return p.Ident() == IdentKM }
			if komi := halfKomi(string(p.Values[0])); komi != "" && len(p.Values) == 1 && d.game == 1 && !slices.ContainsFunc(props, isKomi) {
				props[i] = TreeProperty{"KM", [][]byte{[]byte(komi)}}
			}
		}
	}
	if second >= 0 {
		name := "IT"
		if props[first].Ident() == IdentBM {
			name = "DO"
		}
		props[first] = TreeProperty{name, [][]byte{nil}}
		props = slices.Delete(props, second, second+1)
	}
	return props
}

// View returns the values of VW as FF[4] writes them. Up to FF[3] two points are the
// corners of the visible rectangle. For records without FF, 0, the same is assumed.
func View(ff int, values [][]byte) [][]byte {
	if ff < 4 && len(values) == 2 {
		a, ok1 := ParsePoint(values[0])
		b, ok2 := ParsePoint(values[1])
		if ok1 && ok2 {
			return [][]byte{[]byte(a.String() + ":" + b.String())}
		}
	}
	return values
}

// Letter returns the letter that L of FF[1] to FF[3] puts on its points, counted from 0:
// A to Z, then a to z.
func Letter(n int) byte {
	if n < 26 {
		return 'A' + byte(n)
	}
	return 'a' + byte(n-26)%26
}

// lettered reports whether the values of L are points that can have a letter.
// Some programs mean something else by it.
func (d dialect) lettered(values [][]byte) bool {
	for _, v := range values {
		if p, ok := ParsePoint(v); !ok || d.game != 1 || !d.size.Contains(p) {
			return false
		}
	}
	return len(values) <= MaxSize
}

// isDouble reports whether a property has one value, of the type double.
func isDouble(values [][]byte) bool {
	_, clean := ParseDouble(values[0])
	return len(values) == 1 && (clean || blank(values[0]))
}
