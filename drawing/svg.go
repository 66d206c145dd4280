package drawing

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// An SVG writes pictures as elements of one page. A page may hold any number of them: what they
// share, such as the pieces of chess, is written with the first picture that needs it. The zero
// value is ready for a page.
//
// An element needs no style sheet: it has the colours of paper. Each group also has a class for
// its ink, with which the style sheet of a page gives it other colours, see [SVGStyle].
type SVG struct {
	// Alone has each picture draw all that it shows, so that it may be cut out of the page. Its texts
	// say themselves that they are centred, as MuPDF does not ask the elements around them.
	Alone bool

	last  int            // number of a piece
	known map[string]int // numbers of pieces that the page has, by what tells them apart
	body  bytes.Buffer   // of the element that is being written
}

// SVGScale is how many pixels of CSS a unit of a picture is wide, in elements that [SVG] writes.
// Boards of all sizes then have cells of one size.
const SVGScale = 0.6

// Write writes a picture as an element.
func (s *SVG) Write(w io.Writer, p *Picture) error {
	if s.known == nil || s.Alone {
		s.known = map[string]int{}
	}
	s.body.Reset()
	c := &svgCanvas{page: s, onto: "own"}
	// Some readers of books only know pictures that begin at 0, 0 and have whole sizes.
	wide, high := math.Ceil(p.Width), math.Ceil(p.Height)
	fmt.Fprintf(&s.body, `<path class="ink-p" fill="#fff" d="M0 0H%gV%gH0Z"/>`, wide, high)
	if p.Left != 0 || p.Top != 0 {
		fmt.Fprintf(&s.body, `<g transform="translate(%s %s)">`, short(-p.Left), short(-p.Top))
	}
	p.drawGround(c)
	c.over("")
	c.stones(p.Stones)
	drawSpots(c, p.Pieces, p.Hands)
	p.drawMarks(c)
	c.group("")
	if p.Left != 0 || p.Top != 0 {
		s.body.WriteString("</g>")
	}
	link := ""
	if c.links {
		link = ` xmlns:xlink="http://www.w3.org/1999/xlink"`
	}
	if _, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg"%s class="diagram" viewBox="0 0 %g %g" width="%.0f" height="%.0f" role="img" aria-label="%s" fill="none" text-anchor="middle" font-family="sans-serif">`,
		link, wide, high, wide*SVGScale, high*SVGScale, escaped(p.Label)); err != nil {
		return err
	}
	if _, err := s.body.WriteTo(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "</svg>")
	return err
}

// WriteSVG writes the picture as an element of SVG, which is alone in its page or its file.
func (p *Picture) WriteSVG(w io.Writer) error { return new(SVG).Write(w, p) }

// SVGStyle is the style sheet of elements that [SVG] writes (no rule names an element around
// another, as it would not hold for pieces that are used again), for pages whose colours are those of
// variables: --board, --ink, --ink2, --line, --pale, --tint and --accent, and --stone-black,
// --stone-black-rim, --stone-white and --stone-white-rim.
const SVGStyle = `.ink-p{fill:var(--board)}
.ink-b{fill:var(--ink)}.pen-b{stroke:var(--ink)}
.ink-k{fill:var(--stone-black)}.pen-k{stroke:var(--stone-black)}
.ink-o{fill:var(--stone-black);stroke:var(--stone-black-rim)}.pen-o{stroke:var(--stone-black-rim)}
.ink-w{fill:var(--stone-white)}.pen-w{stroke:var(--stone-white)}
.ink-l{fill:var(--line)}.pen-l{stroke:var(--line)}
.pen-f{stroke:var(--pale)}
.ink-t{fill:var(--tint)}
.ink-a{fill:var(--accent)}.pen-a{stroke:var(--accent)}
.ink-g{fill:var(--ink2)}.pen-g{stroke:var(--ink2)}
.ink-B{fill:var(--stone-black);stroke:var(--stone-black-rim)}
.ink-W{fill:var(--stone-white);stroke:var(--stone-white-rim)}
`

// svgInks are the class and the colour of each ink.
var svgInks = [inkCount]struct{ class, color string }{
	Black: {"b", "#000"}, White: {"w", "#fff"}, Line: {"l", "#222"}, Paper: {"p", "#fff"}, Pale: {"f", "#bbb"},
	Tinted: {"t", "#eee"}, Accent: {"a", "#b3341b"}, Grey: {"g", "#444"}, Veil: {"p", "#fff"},
}

// An svgCanvas is a canvas for one element of SVG.
type svgCanvas struct {
	page  *SVG
	open  string // attributes of the group that is open, "" for none
	onto  string // what the next things lie on, see over
	links bool   // whether the element uses what stands elsewhere
}

// over implements [layered]. Where a page is dark, what lies on stones stays black, what lies on the
// board does not, and what has a colour of its own gets an edge.
func (c *svgCanvas) over(class string) {
	c.onto = class
	if class != "own" && !strings.Contains(class, "on-") {
		c.onto = ""
	}
}

// group begins a group with attributes, if none with the same is open.
func (c *svgCanvas) group(attributes string) {
	if c.open == attributes {
		return
	}
	if c.open != "" {
		c.page.body.WriteString("</g>")
	}
	if attributes != "" {
		c.page.body.WriteString("<g " + attributes + ">")
	}
	c.open = attributes
}

// ink returns the class and the colour of an ink.
func (c *svgCanvas) ink(ink Ink) (class, color string) {
	i := svgInks[min(ink, inkCount-1)]
	switch {
	case ink == Black && c.onto == "own":
		return "o", i.color
	case ink == Black && c.onto != "":
		return "k", i.color
	}
	return i.class, i.color
}

// filling begins a group for what is filled, and drawn one for what is drawn.
func (c *svgCanvas) filling(ink Ink, more string) {
	class, color := c.ink(ink)
	if ink == Veil {
		more += ` fill-opacity=".65"`
	}
	c.group(fmt.Sprintf(`class="ink-%s" fill="%s"%s`, class, color, more))
}

func (c *svgCanvas) drawn(ink Ink, width float64) {
	class, color := c.ink(ink)
	c.group(fmt.Sprintf(`class="pen-%s" stroke="%s" stroke-width="%s"`, class, color, short(width)))
}

// Fill implements [Canvas].
func (c *svgCanvas) Fill(path string, ink Ink) {
	if path != "" {
		c.filling(ink, "")
		c.page.body.WriteString(`<path d="` + shortPath(path) + `"/>`)
	}
}

// Stroke implements [Canvas].
func (c *svgCanvas) Stroke(path string, width float64, ink Ink) {
	if path != "" {
		c.drawn(ink, width)
		c.page.body.WriteString(`<path d="` + shortPath(path) + `"/>`)
	}
}

// Disc implements [Canvas].
func (c *svgCanvas) Disc(x, y, radius float64, ink Ink) {
	c.filling(ink, "")
	c.circle(x, y, radius)
}

// Ring implements [Canvas].
func (c *svgCanvas) Ring(x, y, radius, width float64, ink Ink) {
	c.drawn(ink, width)
	c.circle(x, y, radius)
}

func (c *svgCanvas) circle(x, y, radius float64) {
	fmt.Fprintf(&c.page.body, `<circle cx="%s" cy="%s" r="%s"/>`, short(x), short(y), short(radius))
}

// Text implements [Canvas].
func (c *svgCanvas) Text(x, y, size float64, text string, ink Ink) {
	if text == "" {
		return
	}
	c.filling(ink, ` font-size="`+short(size)+`"`)
	const middle = 0.36 // how far the middle of capitals is above their foot, in sizes
	anchor := ""
	if c.page.Alone {
		anchor = ` text-anchor="middle"`
	}
	fmt.Fprintf(&c.page.body, `<text%s x="%s" y="%s">%s</text>`, anchor, short(x), short(y+middle*size), escaped(text))
}

// stones draws all stones of a picture: black and white ones, then what is written on them.
func (c *svgCanvas) stones(stones []Spot) {
	const rim = 1.3
	for _, color := range []string{"B", "W"} {
		fill := map[string]string{"B": "#000", "W": "#fff"}[color]
		for _, s := range stones {
			if s.isOf(color) {
				c.group(fmt.Sprintf(`class="ink-%s" fill="%s" stroke="#000" stroke-width="%g"`, color, fill, rim))
				c.circle(s.X, s.Y, stoneRadius-rim/2)
			}
		}
	}
	for _, color := range []string{"B", "W"} {
		c.over("on-" + color)
		for _, s := range stones {
			if s.Text == "" || !s.isOf(color) {
				continue
			}
			size := 20.0
			if len(s.Text) > 2 {
				size = 16
			}
			c.Text(s.X, s.Y, size, s.Text, choose(color == "B", White, Black))
		}
	}
	c.over("")
}

// isOf reports whether a stone is one of a color.
func (s *Spot) isOf(color string) bool { return strings.Contains(s.Class, " "+color) }

// stamp implements [stamper]: the page has each piece once.
func (c *svgCanvas) stamp(key string, x, y float64, draw func(Canvas)) {
	c.group("")
	c.links = true
	n, ok := c.page.known[key]
	if !ok {
		c.page.last++
		n = c.page.last
		c.page.known[key] = n
		fmt.Fprintf(&c.page.body, `<defs><g id="piece-%d">`, n)
		if class, _, _ := strings.Cut(key, "\x00"); strings.Contains(class, "figure") {
			c.over("own")
		}
		draw(c)
		c.group("")
		c.over("")
		c.page.body.WriteString(`</g></defs>`)
	}
	fmt.Fprintf(&c.page.body, `<use xlink:href="#piece-%d" x="%s" y="%s"/>`, n, short(x), short(y))
}

// short writes a number with at most two decimals.
func short(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// withPoint finds numbers with a decimal point.
var withPoint = regexp.MustCompile(`[0-9]+\.[0-9]+`)

// shortPath writes a path without digits that say nothing.
func shortPath(path string) string {
	return withPoint.ReplaceAllStringFunc(path, func(number string) string {
		return strings.TrimRight(strings.TrimRight(number, "0"), ".")
	})
}

// escaped writes a text for a page, in an element or in an attribute. Characters that no page may
// hold are replaced.
func escaped(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == '\ufffe', r == '\uffff':
			return unicode.ReplacementChar
		}
		return r
	}, text))
}
