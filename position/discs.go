package position

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

// Discs is a drawing of a board of squares with or without discs: that of Othello, and of
// other games on such boards. The function At returns its contents.
type Discs struct {
	Name   string            // of the game
	Pieces string            // what its players call the discs, in the plural
	Size   Size              // at most 26 columns
	At     func(Point) Color // what lies on a square
	Rising bool              // rows are counted from the bottom
	Stars  []Point           // squares with a dot at the lower right corner
	Status string            // who is to play, or has won
	Last   Point             // the square of the move that led here, which is marked; Pass for none
	Labels map[Point]string  // on squares, instead of what lies there
}

// count returns how many discs a player has.
func (d *Discs) count(c Color) int {
	n := 0
	for i := range d.Size.Area() {
		if d.At(d.Size.At(i)) == c {
			n++
		}
	}
	return n
}

// row returns what a row is called, from the top.
func (d *Discs) row(y int) string {
	if d.Rising {
		y = d.Size.Rows - 1 - y
	}
	return strconv.Itoa(y + 1)
}

// Draw returns the board for a terminal, in lines that end in a newline:
//
//	   a b c d e f g h
//	 1 . . . . . . . . 1
//	...
//	 4 . . . O X . . . 4
//	...
//	   a b c d e f g h
//	Black 2, White 2
//	Black to play
func (d *Discs) Draw(style Style) string {
	var b strings.Builder
	names := "  "
	for x := range d.Size.Cols {
		names += " " + string(rune('a'+x))
	}
	b.WriteString(names + "\n")
	for y := range d.Size.Rows {
		fmt.Fprintf(&b, "%2s", d.row(y))
		for x := range d.Size.Cols + 1 {
			b.WriteString(d.joint(style, x, y))
			if x < d.Size.Cols {
				b.WriteString(d.square(style, At(x, y)))
			}
		}
		b.WriteString(d.row(y) + "\n")
	}
	b.WriteString(names + "\n")
	fmt.Fprintf(&b, "Black %d, White %d\n%s\n", d.count(Black), d.count(White), d.Status)
	return b.String()
}

// joint draws what stands between a square and the one on its left: in ASCII the
// brackets around the latest move.
func (d *Discs) joint(style Style, x, y int) string {
	switch {
	case style != ASCII || d.Last == Pass:
	case d.Last == At(x, y):
		return "("
	case x > 0 && d.Last == At(x-1, y):
		return ")"
	}
	return " "
}

// square draws a square.
func (d *Discs) square(style Style, at Point) string {
	if label := []rune(d.Labels[at]); len(label) > 0 {
		return string(label[:1])
	}
	signs := [3]string{"·", "●", "○"}
	switch {
	case style == ASCII:
		signs = [3]string{".", "X", "O"}
	case at == d.Last:
		signs = [3]string{"·", "◉", "◎"}
	}
	return signs[d.At(at)]
}

// The measures of a picture of squares, in its own units: the picture scales.
const (
	squareCell   = 44
	squareMargin = 36
	squareDisc   = 18
	squareFont   = `font-family="Helvetica,Arial,sans-serif" text-anchor="middle"`
)

// WriteSVG draws the board as an SVG picture in the manner of a book: squares with
// the dots of a tournament board, the latest move with a ring, labels, and the count
// of discs below. It ends with a newline and returns the writer's error.
func (d *Discs) WriteSVG(w io.Writer) error {
	var b strings.Builder
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	wide, high := d.Size.Cols*squareCell, d.Size.Rows*squareCell
	width, height := wide+2*squareMargin, high+2*squareMargin+22
	black, white := d.count(Black), d.count(White)
	out(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, height, width, height)
	out(`<title>%s board, %d black and %d white %s. %s</title>`, d.Name, black, white, d.Pieces, d.Status)
	out(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, width, height)
	out(`<rect x="%d" y="%d" width="%d" height="%d" fill="#cfe3cf" stroke="#222" stroke-width="2.6"/>`, squareMargin, squareMargin, wide, high)
	var lines strings.Builder
	for i := 1; i < d.Size.Cols; i++ {
		fmt.Fprintf(&lines, "M%d %dv%d", squareMargin+i*squareCell, squareMargin, high)
	}
	for i := 1; i < d.Size.Rows; i++ {
		fmt.Fprintf(&lines, "M%d %dh%d", squareMargin, squareMargin+i*squareCell, wide)
	}
	out(`<path d="%s" stroke="#222" stroke-width="1.2" fill="none"/>`, &lines)
	for _, star := range d.Stars {
		out(`<circle cx="%d" cy="%d" r="4" fill="#222"/>`, squareMargin+(star.X()+1)*squareCell, squareMargin+(star.Y()+1)*squareCell)
	}
	out(`<g fill="#6b6252" %s font-size="17">`, squareFont)
	for x := range d.Size.Cols {
		out(`<text x="%d" y="%d">%c</text>`, squareMargin+x*squareCell+squareCell/2, squareMargin-10, 'a'+x)
	}
	for y := range d.Size.Rows {
		out(`<text x="%d" y="%d">%s</text>`, squareMargin-16, squareMargin+y*squareCell+squareCell/2+6, d.row(y))
	}
	out(`<text x="%d" y="%d">Black %d, White %d</text>`, width/2, height-18, black, white)
	out(`</g>`)
	for i := range d.Size.Area() {
		d.svgSquare(out, d.Size.At(i))
	}
	out(`</svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// svgSquare draws what is on a square.
func (d *Discs) svgSquare(out func(string, ...any), at Point) {
	x, y := squareMargin+at.X()*squareCell+squareCell/2, squareMargin+at.Y()*squareCell+squareCell/2
	ink, on := "#111", d.At(at)
	switch on {
	case Black:
		out(`<circle cx="%d" cy="%d" r="%d" fill="#111"/>`, x, y, squareDisc)
		ink = "#fff"
	case White:
		out(`<circle cx="%d" cy="%d" r="%d" fill="#fff" stroke="#111" stroke-width="1.4"/>`, x, y, squareDisc)
	}
	if label := d.Labels[at]; label != "" {
		out(`<text x="%d" y="%d" fill="%s" %s font-size="20">%s</text>`, x, y+7, ink, squareFont, html.EscapeString(label))
	} else if at == d.Last && on != Empty {
		out(`<circle cx="%d" cy="%d" r="8" fill="none" stroke="%s" stroke-width="2.4"/>`, x, y, ink)
	}
}
