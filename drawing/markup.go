package drawing

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kifudb/ask"
)

// The measures of markup.
const (
	stoneRadius = 18.7
	arrowHead   = 9.0
)

// markup draws signs, territory, arrows and lines, and what is gray or not shown.
func (p *Picture) markup() {
	p.Shapes = shapes(p.board, &p.marks, p.at)
	for i, color := range []string{"B", "W"} {
		p.Territory = append(p.Territory, p.spots(p.marks.Territory[i], color)...)
	}
	var strokes, heads strings.Builder
	for i, pairs := range [][][2]int{p.marks.Arrows, p.marks.Lines} {
		for _, pair := range pairs {
			p.arrow(&strokes, &heads, pair, i == 0)
		}
	}
	p.Arrow, p.Head = strokes.String(), heads.String()
	p.Dim, p.Hidden = p.spots(p.marks.Dim, ""), p.spots(p.marks.Hidden, "")
}

// shapes places the signs on cells; on a stone they are in the other color.
func shapes(b *ask.Board, m *Marks, at func(cell int) (x, y float64)) (list []Spot) {
	under := under(b)
	for _, cell := range slices.Sorted(maps.Keys(m.Shapes)) {
		x, y := at(cell)
		s := Spot{X: x, Y: y, Class: m.Shapes[cell]}
		if color := under[cell]; color != "" {
			s.Class += " on-" + color
		}
		list = append(list, s)
	}
	return list
}

func (p *Picture) spots(cells []int, class string) (list []Spot) {
	for _, cell := range cells {
		x, y := p.at(cell)
		list = append(list, Spot{X: x, Y: y, Class: class})
	}
	return list
}

// arrow draws from the edge of one stone to that of another.
func (p *Picture) arrow(strokes, heads *strings.Builder, pair [2]int, head bool) {
	x0, y0 := p.at(pair[0])
	x1, y1 := p.at(pair[1])
	length := math.Hypot(x1-x0, y1-y0)
	if length == 0 {
		return
	}
	ux, uy := (x1-x0)/length, (y1-y0)/length
	ex, ey := x1-ux*stoneRadius, y1-uy*stoneRadius
	fmt.Fprintf(strokes, "M%.1f %.1fL%.1f %.1f", x0+ux*stoneRadius, y0+uy*stoneRadius, ex, ey)
	if head {
		bx, by := ex-ux*arrowHead, ey-uy*arrowHead
		fmt.Fprintf(heads, "M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", ex, ey, bx-uy*5, by+ux*5, bx+uy*5, by-ux*5)
	}
}

// Sign is the kind of a shape, without its color.
func (s Spot) Sign() string {
	sign, _, _ := strings.Cut(s.Class, " ")
	return sign
}
