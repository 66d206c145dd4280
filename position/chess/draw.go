package chess

import (
	"fmt"
	"io"
	"strings"
)

// Draw returns the position for a terminal, lines ending in a newline: letters as FEN
// has them, or the figures of Unicode. The square that the latest move took, if there is
// one, has a star before it.
//
//	  a b c d e f g h
//	8 r n b q k b n r 8
//	7 p p p p p p p p 7
//	...
func (p *Position) Draw(figures bool, last Square) string {
	const files = "  a b c d e f g h\n"
	var b strings.Builder
	b.WriteString(files)
	for y := range 8 {
		fmt.Fprintf(&b, "%d", 8-y)
		for x := range 8 {
			s := SquareAt(x, y)
			if s == last {
				b.WriteByte('*')
			} else {
				b.WriteByte(' ')
			}
			if figures {
				b.WriteRune(p.board[s].Figure())
			} else {
				b.WriteString(p.board[s].String())
			}
		}
		fmt.Fprintf(&b, " %d\n", 8-y)
	}
	b.WriteString(files)
	if p.turn == White {
		b.WriteString("White to play\n")
	} else {
		b.WriteString("Black to play\n")
	}
	return b.String()
}

// String draws the position in ASCII.
func (p *Position) String() string { return p.Draw(false, NoSquare) }

// The measures of an SVG board, in its own units: the picture scales.
const (
	svgCell   = 48
	svgBorder = 30
)

// WriteSVG draws the position as a picture, from White's side: figures on squares of two
// shades, those that the latest move left and took darker. It ends with a newline and
// returns the writer's error. Last is the move that led here, or none.
func (p *Position) WriteSVG(w io.Writer, last Move) error {
	var b strings.Builder
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	const size = 2*svgBorder + 8*svgCell
	turn := "White"
	if p.turn == Black {
		turn = "Black"
	}
	out(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, size, size, size, size)
	out(`<title>Chess board, %s to play</title>`, turn)
	out(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, size, size)
	for s := range NoSquare {
		fill := "#fbf6ea"
		if (s.File()+s.Row())%2 == 1 {
			fill = "#d9c9a3"
		}
		if !last.IsNull() && (s == last.From || s == last.To) {
			fill = "#c7ac66"
		}
		out(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, svgX(s), svgY(s), svgCell, svgCell, fill)
	}
	out(`<rect x="%d" y="%d" width="%d" height="%d" stroke="#222" stroke-width="2" fill="none"/>`, svgBorder, svgBorder, 8*svgCell, 8*svgCell)
	out(`<g fill="#6b6252" font-family="Helvetica,Arial,sans-serif" font-size="15" text-anchor="middle">`)
	for i := range 8 {
		out(`<text x="%d" y="%d">%c</text>`, svgBorder+i*svgCell+svgCell/2, size-svgBorder+20, 'a'+i)
		out(`<text x="%d" y="%d">%d</text>`, svgBorder-14, svgBorder+i*svgCell+svgCell/2+5, 8-i)
	}
	out(`</g>`)
	out(`<g fill="#111" font-family="serif" font-size="40" text-anchor="middle">`)
	for s := range NoSquare {
		if piece := p.board[s]; piece != NoPiece {
			// U+FE0E asks for a figure in ink, not for a colored emoji.
			out(`<text x="%d" y="%d">%c&#xFE0E;</text>`, svgX(s)+svgCell/2, svgY(s)+svgCell-9, piece.Figure())
		}
	}
	out(`</g>`)
	out(`</svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// svgX and svgY return the upper left of a square in the picture.
func svgX(s Square) int { return svgBorder + s.File()*svgCell }
func svgY(s Square) int { return svgBorder + s.Row()*svgCell }
