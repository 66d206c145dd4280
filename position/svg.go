package position

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

// The measures of an SVG board, in its own units: the picture scales.
const (
	svgCell   = 40 // from one line to the next
	svgMargin = 34 // from the outermost line to the picture's border
	svgNames  = 30 // added on each side for coordinates
	svgStone  = 19 // radius of a stone
)

// WriteSVG draws the board as an SVG picture in the manner of a book: ink on
// paper, the outer lines heavier, lines running out where the board goes on, the
// latest move with a ring, labels on stones in the other color and on empty
// points on a blank. It ends with a newline and returns the writer's error.
func (d *Diagram) WriteSVG(w io.Writer) error {
	from, to := d.part()
	v := svg{d: d, from: from, to: to, margin: svgMargin}
	if !d.NoCoordinates {
		v.margin += svgNames
	}
	if d.Board.rules.Hexes {
		v.drawHexes()
	} else {
		v.draw()
	}
	_, err := io.WriteString(w, v.out.String())
	return err
}

// svg is a picture being drawn.
type svg struct {
	d        *Diagram
	from, to Point
	margin   int
	out      strings.Builder
}

func (v *svg) printf(format string, args ...any) { fmt.Fprintf(&v.out, format+"\n", args...) }

// x and y return where a column or row lies in the picture.
func (v *svg) x(column int) int { return v.margin + (column-v.from.X())*svgCell }
func (v *svg) y(row int) int    { return v.margin + (row-v.from.Y())*svgCell }

// open begins a picture and says what it shows.
func (v *svg) open(width, height int) {
	v.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, height, width, height)
	v.printf(`<title>%s, %v, %d black and %d white stones</title>`, v.d.Board.rules.boardName(), v.d.Board.size, v.d.Board.Stones(Black), v.d.Board.Stones(White))
	v.printf(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, width, height)
}

func (v *svg) draw() {
	v.open(v.x(v.to.X())+v.margin, v.y(v.to.Y())+v.margin)
	v.lines()
	v.stars()
	if !v.d.NoCoordinates {
		v.names()
	}
	for row := v.from.Y(); row <= v.to.Y(); row++ {
		for column := v.from.X(); column <= v.to.X(); column++ {
			v.point(At(column, row), v.x(column), v.y(row))
		}
	}
	v.printf(`</svg>`)
}

// lines draws the grid, half a cell beyond the part where the board goes on.
func (v *svg) lines() {
	size := v.d.Board.size
	reach := func(at, end, out int) int {
		if at != end {
			return out * svgCell / 2
		}
		return 0
	}
	left := v.x(v.from.X()) + reach(v.from.X(), 0, -1)
	right := v.x(v.to.X()) + reach(v.to.X(), size.Cols-1, 1)
	top := v.y(v.from.Y()) + reach(v.from.Y(), 0, -1)
	bottom := v.y(v.to.Y()) + reach(v.to.Y(), size.Rows-1, 1)

	var thin, thick strings.Builder
	for c := v.from.X(); c <= v.to.X(); c++ {
		fmt.Fprintf(edge(&thin, &thick, c == 0 || c == size.Cols-1), "M%d %dV%d", v.x(c), top, bottom)
	}
	for r := v.from.Y(); r <= v.to.Y(); r++ {
		fmt.Fprintf(edge(&thin, &thick, r == 0 || r == size.Rows-1), "M%d %dH%d", left, v.y(r), right)
	}
	if thin.Len() > 0 {
		v.printf(`<path d="%s" stroke="#222" stroke-width="1.2" fill="none"/>`, &thin)
	}
	if thick.Len() > 0 {
		v.printf(`<path d="%s" stroke="#222" stroke-width="2.6" stroke-linecap="square" fill="none"/>`, &thick)
	}
}

// edge chooses the path that a line belongs to.
func edge(thin, thick *strings.Builder, outer bool) *strings.Builder {
	if outer {
		return thick
	}
	return thin
}

func (v *svg) stars() {
	for row := v.from.Y(); row <= v.to.Y(); row++ {
		for column := v.from.X(); column <= v.to.X(); column++ {
			if p := At(column, row); v.d.Board.rules.Star(v.d.Board.size, p) && v.d.Board.At(p) == Empty {
				v.printf(`<circle cx="%d" cy="%d" r="4" fill="#222"/>`, v.x(column), v.y(row))
			}
		}
	}
}

// names draws the coordinates on all four sides.
func (v *svg) names() {
	v.printf(`<g fill="#6b6252" font-family="Helvetica,Arial,sans-serif" font-size="17" text-anchor="middle">`)
	above, below := v.y(v.from.Y())-svgMargin-4, v.y(v.to.Y())+svgMargin+16
	for c := v.from.X(); c <= v.to.X(); c++ {
		for _, y := range [2]int{above, below} {
			v.printf(`<text x="%d" y="%d">%s</text>`, v.x(c), y, v.d.Board.rules.ColumnName(c))
		}
	}
	left, right := v.x(v.from.X())-svgMargin-10, v.x(v.to.X())+svgMargin+10
	for r := v.from.Y(); r <= v.to.Y(); r++ {
		for _, x := range [2]int{left, right} {
			v.printf(`<text x="%d" y="%d">%s</text>`, x, v.y(r)+6, strconv.Itoa(v.d.Board.size.Rows-r))
		}
	}
	v.printf(`</g>`)
}

// point draws a stone with its mark, or a label, at a place in the picture.
func (v *svg) point(p Point, x, y int) {
	label := v.d.Labels[p]
	ink := "#111"
	switch v.d.Board.At(p) {
	case Black:
		v.printf(`<circle cx="%d" cy="%d" r="%d" fill="#111"/>`, x, y, svgStone)
		ink = "#fff"
	case White:
		v.printf(`<circle cx="%d" cy="%d" r="%d" fill="#fff" stroke="#111" stroke-width="1.4"/>`, x, y, svgStone)
	case Empty:
		if label != "" {
			v.printf(`<circle cx="%d" cy="%d" r="14" fill="#fbf6ea"/>`, x, y)
		}
	}
	switch {
	case label != "":
		size := 22
		if n := len([]rune(label)); n > 1 {
			size = max(24-4*n, 8)
		}
		v.printf(`<text x="%d" y="%d" fill="%s" font-family="Helvetica,Arial,sans-serif" font-size="%d" text-anchor="middle">%s</text>`,
			x, y+size*7/20, ink, size, html.EscapeString(label))
	case p == v.d.Last && v.d.Board.At(p) != Empty:
		v.printf(`<circle cx="%d" cy="%d" r="9" fill="none" stroke="%s" stroke-width="2.4"/>`, x, y, ink)
	}
}
