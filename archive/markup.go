package archive

import (
	"slices"

	"kifudb/position"
	"kifudb/sgfread"
)

// Markup is what a node shows on the board besides the pieces: SGF's LB, L, M, TR, SQ,
// CR, MA, SL, TB, TW, AR, LN, DD and VW. Points have SGF's letters.
type Markup struct {
	Labels []Label `json:"labels,omitempty" doc:"Texts on points. Missing if there are none."`
	Signs  []Sign  `json:"signs,omitempty" doc:"Marks on points. Missing if there are none."`

	Black []string `json:"black,omitempty" doc:"Points of Black's territory. Missing if there are none."`
	White []string `json:"white,omitempty" doc:"Points of White's territory. Missing if there are none."`

	Arrows [][2]string `json:"arrows,omitempty" doc:"Arrows, each with the points from and to. Missing if there are none."`
	Lines  [][2]string `json:"lines,omitempty" doc:"Lines, each with its two ends. Missing if there are none."`

	Dim     []string `json:"dim,omitempty" doc:"Points to gray out, here and below, until a node says otherwise. Missing if there are none."`
	Visible []string `json:"visible,omitempty" doc:"The only points to show, here and below, until a node says otherwise. Missing if all are shown."`
}

// A Label is a text on a point.
type Label struct {
	Point string `json:"point" doc:"The point, as two letters in SGF."`
	Text  string `json:"text" doc:"Text on the point."`
}

// A Sign marks a point.
type Sign struct {
	Point string `json:"point" doc:"The point, as two letters in SGF."`
	Kind  string `json:"kind" doc:"Kind of mark in SGF: TR, SQ, CR, MA or SL."`
}

// Empty reports whether there is nothing to show.
func (m *Markup) Empty() bool {
	return len(m.Labels)+len(m.Signs)+len(m.Black)+len(m.White)+len(m.Arrows)+len(m.Lines)+len(m.Dim)+len(m.Visible) == 0
}

// isMarkup reports whether a property marks the board of its node only.
func isMarkup(name string) bool {
	switch name {
	case "LB", "L", "M", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "AR", "LN":
		return true
	}
	return false
}

// lasting are the properties that hold for the nodes below, too: their values.
type lasting struct {
	dim, visible [][]byte
	numbers      string // see [Printing]
	ff           int    // as the root says, 0 if it does not
}

// read notes what a node says.
func (l *lasting) read(n *sgfread.Node) {
	for p := range n.Properties() {
		switch p.Ident() {
		case sgfread.IdentFF:
			if l.ff == 0 {
				l.ff, _ = sgfread.ParseNumber(p.Value(0))
			}
		case sgfread.IdentPM:
			l.numbers = printMode(p.Value(0))
		case sgfread.IdentDD:
			l.dim = slices.Collect(p.Values())
		case sgfread.IdentVW:
			l.visible = slices.Collect(p.Values())
		}
	}
}

// put notes which points are dim and which visible.
func (m *Markup) put(l lasting) {
	m.Dim, m.Visible = pointsOf(l.dim), pointsOf(sgfread.View(l.ff, l.visible))
}

// add notes what a property marks. Labels are those of terminals, too.
func (n *Node) add(name string, p sgfread.Property) {
	m := &n.Markup
	switch name {
	case "TB":
		m.Black = append(m.Black, pointsOf(slices.Collect(p.Values()))...)
	case "TW":
		m.White = append(m.White, pointsOf(slices.Collect(p.Values()))...)
	case "AR":
		m.Arrows = append(m.Arrows, pairsOf(p)...)
	case "LN":
		m.Lines = append(m.Lines, pairsOf(p)...)
	default:
		n.label(name, p)
	}
}

// SignCharacters are what stands for signs where there are only characters, by SGF's properties.
var SignCharacters = map[string]string{"TR": "△", "SQ": "□", "CR": "○", "MA": "×", "SL": "◊"}

// label notes a property that puts labels or signs on points.
func (n *Node) label(name string, p sgfread.Property) {
	if name == "M" { // FF[1] to FF[3]
		name = "MA"
	}
	letters := 0 // FF[1] to FF[3] letter the points of L themselves
	for raw := range p.Values() {
		text, point := SignCharacters[name], raw
		switch name {
		case "LB":
			first, second, ok := sgfread.SplitComposed(raw, 0)
			if !ok {
				continue
			}
			point, text = first, string(sgfread.AppendSimpleText(nil, second, 0))
		case "L":
			text = string(rune(sgfread.Letter(letters)))
			letters++
		}
		for _, q := range pointsOf([][]byte{point}) {
			x, y, _ := Coordinates(q)
			n.Labels[position.At(x, y)] = text
			if name == "LB" || name == "L" {
				n.Markup.Labels = append(n.Markup.Labels, Label{q, text})
			} else {
				n.Markup.Signs = append(n.Markup.Signs, Sign{q, name})
			}
		}
	}
}

// pointsOf returns the points of a list, each once: an empty value has none, and
// rectangles are read, too.
func pointsOf(values [][]byte) []string {
	var list []string
	seen := map[sgfread.Point]bool{}
	for _, raw := range values {
		points, _, ok := sgfread.ParsePoints(raw)
		if !ok {
			continue
		}
		for q := range points.Points() {
			if !seen[q] {
				seen[q] = true
				list = append(list, PointText(position.At(q.XY())))
			}
		}
	}
	return list
}

// pairsOf returns the pairs of points of a property, without those from a point to
// itself.
func pairsOf(p sgfread.Property) [][2]string {
	var list [][2]string
	for raw := range p.Values() {
		first, second, ok := sgfread.SplitComposed(raw, 0)
		if !ok {
			continue
		}
		from, ok1 := sgfread.ParsePoint(first)
		to, ok2 := sgfread.ParsePoint(second)
		if ok1 && ok2 && from != to {
			list = append(list, [2]string{PointText(position.At(from.XY())), PointText(position.At(to.XY()))})
		}
	}
	return list
}
