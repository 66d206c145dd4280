package drawing

import (
	"fmt"
	"math"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// The measures of a small picture.
const (
	thumbUnit = 10
	thumbPad  = 7
)

// A Thumb is a small board as the template "thumb" draws it.
type Thumb struct {
	Width, Height float64
	Frame         *box // nil of boards of hexagons
	Tint          *box
	TintHexes     string // a path, of boards of hexagons
	Line          string
	honeycomb
	Stones, Signs []Spot
	Last          *Spot
	Shapes        []Spot // signs on points, in the measures of a large board

	at func(cell int) (x, y float64)
}

// Mark puts a sign on points, which have SGF's letters, as [Marks.MarkUp] does on a large board.
func (t *Thumb) Mark(b *ask.Board, points []string) {
	m := Marks{Letters: map[int]string{}, Shapes: map[int]string{}}
	var markup archive.Markup
	for _, point := range points {
		markup.Signs = append(markup.Signs, archive.Sign{Point: point, Kind: archive.FeatureSign})
	}
	m.MarkUp(b, &markup)
	for _, s := range shapes(b, &m, t.at) {
		s.X, s.Y = s.X*unit/thumbUnit, s.Y*unit/thumbUnit
		t.Shapes = append(t.Shapes, s)
	}
}

// SmallBoard makes a small picture of a board, with the region where it was found.
func SmallBoard(b *ask.Board, region *ask.Region, last int) *Thumb {
	if b.Cells == "hexes" {
		return drawHexThumb(b, region, last)
	}
	cols, rows, middle := b.Cols-1, b.Rows-1, 0.0 // stones stand where lines cross
	if b.Cells == "squares" {
		cols, rows, middle = b.Cols, b.Rows, .5
	}
	width, height := float64(cols)*thumbUnit, float64(rows)*thumbUnit
	t := &Thumb{Width: width + 2*thumbPad, Height: height + 2*thumbPad, Frame: &box{thumbPad, thumbPad, width, height}}
	at := func(cell int) (x, y float64) {
		return thumbPad + (float64(cell%b.Cols)+middle)*thumbUnit, thumbPad + (float64(cell/b.Cols)+middle)*thumbUnit
	}
	if r := region; r != nil {
		t.Tint = &box{thumbPad + (float64(r.Left)-.5+middle)*thumbUnit, thumbPad + (float64(r.Top)-.5+middle)*thumbUnit,
			float64(r.Right-r.Left+1) * thumbUnit, float64(r.Bottom-r.Top+1) * thumbUnit}
	}
	var d strings.Builder
	for x := 1; x < cols; x++ {
		fmt.Fprintf(&d, "M%d %dv%g", thumbPad+x*thumbUnit, thumbPad, height)
	}
	for y := 1; y < rows; y++ {
		fmt.Fprintf(&d, "M%d %dh%g", thumbPad, thumbPad+y*thumbUnit, width)
	}
	t.Line = d.String()
	t.put(b, last, at)
	return t
}

// drawHexThumb does so with a board of hexagons.
func drawHexThumb(b *ask.Board, region *ask.Region, last int) *Thumb {
	radius := thumbUnit / math.Sqrt(3)
	hexAt := func(column, row int) (x, y float64) {
		return thumbPad + (float64(column)+float64(row+1)/2)*thumbUnit, thumbPad + radius + float64(row)*hexRise*thumbUnit
	}
	t := &Thumb{
		Width:     (float64(b.Cols)+float64(b.Rows-1)/2)*thumbUnit + 2*thumbPad,
		Height:    float64(b.Rows-1)*hexRise*thumbUnit + 2*radius + 2*thumbPad,
		honeycomb: newHoneycomb(b.Cols, b.Rows, thumbUnit, hexAt),
	}
	if region != nil {
		t.TintHexes = drawHexes(region, thumbUnit, hexAt)
	}
	t.put(b, last, func(cell int) (x, y float64) { return hexAt(cell%b.Cols, cell/b.Cols) })
	return t
}

// put draws what lies on the cells, and marks the last move.
func (t *Thumb) put(b *ask.Board, last int, at func(cell int) (x, y float64)) {
	t.at = at
	for _, piece := range b.Pieces {
		x, y := at(piece.Cell)
		if piece.Sign != "" {
			s := signed(x, y, piece.Color, piece.Kind, piece.Sign)
			s.Class = strings.Replace(s.Class, "piece", "sign", 1)
			t.Signs = append(t.Signs, s)
			continue
		}
		t.Stones = append(t.Stones, Spot{X: x, Y: y, Class: "stone " + piece.Color})
	}
	if last >= 0 {
		x, y := at(last)
		t.Last = &Spot{X: x, Y: y}
	}
}
