package othello

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"kifudb/position"
)

// A Drawing says how a position is drawn.
type Drawing struct {
	Style  position.Style
	Last   position.Point // the square of the move that led here, which is marked; Pass for none
	Labels map[position.Point]string
}

// Draw returns the position for a terminal, in lines that end in a newline, as [Parse]
// reads it, unless there are labels.
//
//	   a b c d e f g h
//	 1 . . . . . . . . 1
//	...
//	 4 . . . O X . . . 4
//	...
//	   a b c d e f g h
//	Black 2, White 2
//	Black to play
func (p *Position) Draw(d Drawing) string {
	var b strings.Builder
	size := p.Size()
	names := "  "
	for x := range size.Cols {
		names += " " + string(rune('a'+x))
	}
	b.WriteString(names + "\n")
	for y := range size.Rows {
		fmt.Fprintf(&b, "%2d", y+1)
		for x := range size.Cols + 1 {
			b.WriteString(d.joint(x, y))
			if x < size.Cols {
				b.WriteString(d.square(p, position.At(x, y)))
			}
		}
		b.WriteString(strconv.Itoa(y+1) + "\n")
	}
	b.WriteString(names + "\n")
	fmt.Fprintf(&b, "Black %d, White %d\n%s\n", p.Count(position.Black), p.Count(position.White), p.status())
	return b.String()
}

// status says whose turn it is, or who has won.
func (p *Position) status() string {
	switch margin := p.Margin(); {
	case !p.over && p.turn == position.White:
		return "White to play"
	case !p.over:
		return "Black to play"
	case margin > 0:
		return fmt.Sprintf("The game is over: Black has won by %d", margin)
	case margin < 0:
		return fmt.Sprintf("The game is over: White has won by %d", -margin)
	}
	return "The game is over: a draw"
}

// joint draws what stands between a square and the one on its left: in ASCII the
// brackets around the latest move.
func (d Drawing) joint(x, y int) string {
	switch {
	case d.Style != position.ASCII || d.Last == position.Pass:
	case d.Last == position.At(x, y):
		return "("
	case x > 0 && d.Last == position.At(x-1, y):
		return ")"
	}
	return " "
}

// square draws a square.
func (d Drawing) square(p *Position, at position.Point) string {
	if label := []rune(d.Labels[at]); len(label) > 0 {
		return string(label[:1])
	}
	signs := [3]string{"·", "●", "○"}
	switch {
	case d.Style == position.ASCII:
		signs = [3]string{".", "X", "O"}
	case at == d.Last:
		signs = [3]string{"·", "◉", "◎"}
	}
	return signs[p.At(at)]
}

// The measures of an SVG board, in its own units: the picture scales.
const (
	svgCell   = 44
	svgMargin = 36
	svgDisc   = 18
	svgFont   = `font-family="Helvetica,Arial,sans-serif" text-anchor="middle"`
)

// WriteSVG draws the position as an SVG picture in the manner of a book: squares with
// the four dots of a tournament board, the latest move with a ring, labels, and the count
// of discs below. It ends with a newline and returns the writer's error.
func (p *Position) WriteSVG(w io.Writer, d Drawing) error {
	var b strings.Builder
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	side := int(p.size) * svgCell
	width, height := side+2*svgMargin, side+2*svgMargin+22
	black, white := p.Count(position.Black), p.Count(position.White)
	out(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, height, width, height)
	out(`<title>Othello board, %d black and %d white discs. %s</title>`, black, white, p.status())
	out(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, width, height)
	out(`<rect x="%d" y="%d" width="%d" height="%d" fill="#cfe3cf" stroke="#222" stroke-width="2.6"/>`, svgMargin, svgMargin, side, side)
	var lines strings.Builder
	for i := 1; i < int(p.size); i++ {
		fmt.Fprintf(&lines, "M%d %dv%dM%d %dh%d", svgMargin+i*svgCell, svgMargin, side, svgMargin, svgMargin+i*svgCell, side)
	}
	out(`<path d="%s" stroke="#222" stroke-width="1.2" fill="none"/>`, &lines)
	for _, star := range p.Stars() {
		out(`<circle cx="%d" cy="%d" r="4" fill="#222"/>`, svgMargin+(star.X()+1)*svgCell, svgMargin+(star.Y()+1)*svgCell)
	}
	out(`<g fill="#6b6252" %s font-size="17">`, svgFont)
	for i := range int(p.size) {
		middle := svgMargin + i*svgCell + svgCell/2
		out(`<text x="%d" y="%d">%c</text>`, middle, svgMargin-10, 'a'+i)
		out(`<text x="%d" y="%d">%d</text>`, svgMargin-16, middle+6, i+1)
	}
	out(`<text x="%d" y="%d">Black %d, White %d</text>`, width/2, height-18, black, white)
	out(`</g>`)
	for i := range p.Size().Area() {
		p.svgSquare(out, p.Size().At(i), d)
	}
	out(`</svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// svgSquare draws what is on a square.
func (p *Position) svgSquare(out func(string, ...any), at position.Point, d Drawing) {
	x, y := svgMargin+at.X()*svgCell+svgCell/2, svgMargin+at.Y()*svgCell+svgCell/2
	ink := "#111"
	switch p.At(at) {
	case position.Black:
		out(`<circle cx="%d" cy="%d" r="%d" fill="#111"/>`, x, y, svgDisc)
		ink = "#fff"
	case position.White:
		out(`<circle cx="%d" cy="%d" r="%d" fill="#fff" stroke="#111" stroke-width="1.4"/>`, x, y, svgDisc)
	}
	if label := d.Labels[at]; label != "" {
		out(`<text x="%d" y="%d" fill="%s" %s font-size="20">%s</text>`, x, y+7, ink, svgFont, html.EscapeString(label))
	} else if at == d.Last && p.At(at) != position.Empty {
		out(`<circle cx="%d" cy="%d" r="8" fill="none" stroke="%s" stroke-width="2.4"/>`, x, y, ink)
	}
}

// Stars returns the squares at whose lower right corners boards have dots.
func (p *Position) Stars() []position.Point {
	if p.size < 8 {
		return nil
	}
	far := int(p.size) - 3
	return []position.Point{position.At(1, 1), position.At(far, 1), position.At(1, far), position.At(far, far)}
}
