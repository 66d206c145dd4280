package shogi

import (
	"fmt"
	"io"
	"strings"
)

// The measures of an SVG board, in its own units: the picture scales.
const (
	svgCell   = 48
	svgLeft   = 56 // from the picture's border to the board, with White's hand
	svgTop    = 36 // names of files are above
	svgRight  = 82 // names of ranks are to the right, and Black's hand
	svgWidth  = svgLeft + 9*svgCell + svgRight
	svgHeight = svgTop + 9*svgCell + 18
	svgFont   = `font-family="'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',serif" text-anchor="middle"`
)

// WriteSVG draws the position as an SVG picture in the manner of a book: kanji,
// White's upside down, promoted pieces in red, the latest move on a darker square,
// Black's hand in a column right of the board and White's left of it, whose turn it is with
// a dot.
// It ends with a newline and returns the writer's error. Last is the move that led
// here, or none.
func (p *Position) WriteSVG(w io.Writer, last Move) error { return p.sketch().writeSVG(w, last) }

// WriteSVG draws the sketch as a position is drawn, with squares that may hold anything
// in gray.
func (k *Sketch) WriteSVG(w io.Writer) error { return k.writeSVG(w, Move{}) }

func (k *Sketch) writeSVG(w io.Writer, last Move) error {
	var b strings.Builder
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	out(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" xml:lang="ja">`, svgWidth, svgHeight, svgWidth, svgHeight)
	out(`<title>Shogi board, %s to play</title>`, turnNames[k.turn])
	out(`<rect width="%d" height="%d" fill="#fbf6ea"/>`, svgWidth, svgHeight)
	if last != (Move{}) {
		out(`<rect x="%d" y="%d" width="%d" height="%d" fill="#ecdcb4"/>`, svgX(last.To), svgY(last.To), svgCell, svgCell)
	}
	for s, c := range k.cells {
		if c == anything {
			out(`<rect x="%d" y="%d" width="%d" height="%d" fill="#d9d5cb"/>`, svgX(Square(s)), svgY(Square(s)), svgCell, svgCell)
		}
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
		c := k.cells[s]
		if !c.asks() {
			continue
		}
		man, white, ink, turned := '駒', c == whiteMan, "", ""
		if piece := Piece(c); c > whiteMan {
			man, white = piece.Kind().Kanji(), piece.Color() == White
			if piece.Kind().Promoted() {
				ink = ` fill="#b3261e"`
			}
		}
		x, y := svgX(s)+svgCell/2, svgY(s)+svgCell/2
		if white {
			turned = fmt.Sprintf(` transform="rotate(180 %d %d)"`, x, y)
		}
		out(`<text x="%d" y="%d"%s%s>%c</text>`, x, y+12, ink, turned, man)
	}
	out(`</g>`)
	out(`<g fill="#111" %s font-size="24">`, svgFont)
	out(`<g>%s</g>`, k.handColumn(White, svgLeft/2))
	out(`<g>%s</g>`, k.handColumn(Black, right+56))
	out(`</g>`)
	out(`</svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// handColumn writes a hand as a column of characters, from the upper edge of the board
// downwards: whose it is, whether it is their turn, and the men.
func (k *Sketch) handColumn(c Color, x int) string {
	sign := '☗'
	if c == White {
		sign = '☖'
	}
	men := ""
	for _, kind := range handOrder {
		if n := int(k.hands[side(c)][kind]); n > 0 {
			men += string(kind.Kanji()) + kanjiCount(n)
		}
	}
	switch {
	case men == "" && k.exact:
		men = "なし"
	case men != "" && !k.exact:
		men += "以上"
	}
	var b strings.Builder
	y := svgTop + 22
	fmt.Fprintf(&b, `<text x="%d" y="%d">%c</text>`, x, y, sign)
	if k.turn == c {
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="4" fill="#b3261e"/>`, x+18, y-9)
	}
	y += 12
	for _, man := range men {
		y += 27
		fmt.Fprintf(&b, `<text x="%d" y="%d">%c</text>`, x, y, man)
	}
	return b.String()
}

// kanjiCount writes how many men there are, "" for one.
func kanjiCount(n int) string {
	digits := []rune("一二三四五六七八九")
	text := ""
	if n >= 10 {
		text = "十"
	}
	if n%10 > 0 && n > 1 {
		text += string(digits[n%10-1])
	}
	return text
}

// svgX and svgY return the upper left of a square in the picture.
func svgX(s Square) int { return svgLeft + int(s)%9*svgCell }
func svgY(s Square) int { return svgTop + int(s)/9*svgCell }
