package shogi

import (
	"fmt"
	"io"
	"strings"
)

// The measures of an SVG board, in its own units: the picture scales.
const (
	svgCell   = 48
	svgLeft   = 30                         // from the picture's border to the board
	svgTop    = 80                         // the same, with White's hand
	svgWidth  = 2*svgLeft + 9*svgCell + 16 // names of ranks are to the right
	svgHeight = 2*svgTop - 24 + 9*svgCell  // names of files are above
	svgFont   = `font-family="serif" text-anchor="middle"`
)

// WriteSVG draws the position as an SVG picture in the manner of a book: kanji,
// White's upside down, promoted pieces in red, the latest move on a darker square,
// White's hand above the board and Black's below. It ends with a newline and
// returns the writer's error. Last is the move that led here, or none.
func (p *Position) WriteSVG(w io.Writer, last Move) error {
	var b strings.Builder
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	out(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, svgWidth, svgHeight, svgWidth, svgHeight)
	turn := "Black"
	if p.turn == White {
		turn = "White"
	}
	out(`<title>Shogi board, %s to play</title>`, turn)
	out(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, svgWidth, svgHeight)
	if last != (Move{}) {
		out(`<rect x="%d" y="%d" width="%d" height="%d" fill="#ecdcb4"/>`, svgX(last.To), svgY(last.To), svgCell, svgCell)
	}
	var lines strings.Builder
	const right, bottom = svgLeft + 9*svgCell, svgTop + 9*svgCell
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&lines, "M%d %dV%dM%d %dH%d", svgLeft+i*svgCell, svgTop, bottom, svgLeft, svgTop+i*svgCell, right)
	}
	out(`<path d="%s" stroke="#222" stroke-width="1.2" fill="none"/>`, &lines)
	out(`<rect x="%d" y="%d" width="%d" height="%d" stroke="#222" stroke-width="2.6" fill="none"/>`, svgLeft, svgTop, 9*svgCell, 9*svgCell)
	for _, x := range [...]int{3, 6} {
		for _, y := range [...]int{3, 6} {
			out(`<circle cx="%d" cy="%d" r="4" fill="#222"/>`, svgLeft+x*svgCell, svgTop+y*svgCell)
		}
	}
	out(`<g fill="#6b6252" %s font-size="17">`, svgFont)
	ranks := []rune("一二三四五六七八九")
	for i := range 9 {
		out(`<text x="%d" y="%d">%d</text>`, svgLeft+i*svgCell+svgCell/2, svgTop-8, 9-i)
		out(`<text x="%d" y="%d">%c</text>`, right+16, svgTop+i*svgCell+svgCell/2+6, ranks[i])
	}
	out(`</g>`)
	out(`<g fill="#111" %s font-size="34">`, svgFont)
	for s := range NoSquare {
		piece := p.board[s]
		if piece == NoPiece {
			continue
		}
		ink, turned := "", ""
		x, y := svgX(s)+svgCell/2, svgY(s)+svgCell/2
		if piece.Kind().Promoted() {
			ink = ` fill="#b3261e"`
		}
		if piece.Color() == White {
			turned = fmt.Sprintf(` transform="rotate(180 %d %d)"`, x, y)
		}
		out(`<text x="%d" y="%d"%s%s>%c</text>`, x, y+12, ink, turned, piece.Kind().Kanji())
	}
	out(`</g>`)
	out(`<g fill="#111" font-family="serif" font-size="24">`)
	out(`<text x="%d" y="36">☖ %s</text>`, svgLeft, p.handText(White, true))
	out(`<text x="%d" y="%d">☗ %s</text>`, svgLeft, bottom+40, p.handText(Black, true))
	out(`</g>`)
	out(`</svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// svgX and svgY return the upper left of a square in the picture.
func svgX(s Square) int { return svgLeft + int(s)%9*svgCell }
func svgY(s Square) int { return svgTop + int(s)/9*svgCell }
