package chart

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"

	eastasian "golang.org/x/text/width"
)

// A picture is an SVG that is being drawn. Its units are CSS pixels at its natural
// size; it scales with the page.
type picture struct {
	head   *Head
	about  string // what it shows, for those who do not see it
	width  float64
	height float64
	linked bool // some of it leads elsewhere
	body   strings.Builder
}

func newPicture(h *Head, about string) *picture {
	if h.About != "" {
		about = h.About + ". " + about
	}
	return &picture{head: h, about: about, width: pageWidth}
}

// top is where the drawing begins, below the title.
func (p *picture) top() float64 {
	if p.head.Title == "" {
		return 14
	}
	return 46
}

// file returns the picture with its styles.
func (p *picture) file() string { return p.svg("<style>" + Style + "</style>\n") }

// element returns it without.
func (p *picture) element() string { return p.svg("") }

func (p *picture) svg(style string) string {
	var b strings.Builder
	width, height := coordinate(math.Ceil(p.width)), coordinate(math.Ceil(p.height))
	title := p.head.Title
	if title == "" {
		title = "chart"
	}
	role := "img"
	if p.linked { // what is in an image cannot be reached
		role = "group"
	}
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="kc" role="` + role + `" viewBox="0 0 ` + width + " " + height + `" width="` +
		width + `" height="` + height + `" aria-label="` + escaped(title) + "\">\n")
	b.WriteString("<title>" + escaped(title) + "</title>\n<desc>" + escaped(p.about) + "</desc>\n" + style)
	b.WriteString(`<rect class="kc-page" width="100%" height="100%"/>` + "\n")
	if p.head.Title != "" {
		b.WriteString(`<text class="kc-title" x="4" y="22">` + escaped(shortened(p.head.Title, titleRoom)) + "</text>\n")
	}
	b.WriteString(p.body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

func (p *picture) line(x1, y1, x2, y2 float64, class string) {
	p.body.WriteString(`<path class="` + class + `" d="M` + coordinate(x1) + " " + coordinate(y1) + "L" + coordinate(x2) + " " + coordinate(y2) + "\"/>\n")
}

func (p *picture) rect(x, y, w, h float64, class string) {
	p.body.WriteString(`<rect class="` + class + `" x="` + coordinate(x) + `" y="` + coordinate(y) + `" width="` + coordinate(math.Max(w, 0)) + `" height="` + coordinate(math.Max(h, 0)) + "\"/>\n")
}

// shade fills a cell of a table with so much of the ink, from 0 to 1.
func (p *picture) shade(x, y, w, h, dark float64) {
	p.body.WriteString(`<rect class="kc-cell" x="` + coordinate(x) + `" y="` + coordinate(y) + `" width="` + coordinate(w) + `" height="` + coordinate(h) +
		`" fill-opacity="` + strconv.FormatFloat(dark, 'f', 3, 64) + "\"/>\n")
}

func (p *picture) path(d, class string) {
	p.body.WriteString(`<path class="` + class + `" d="` + d + "\"/>\n")
}

func (p *picture) text(x, y float64, class, anchor, s string) {
	if s == "" {
		return
	}
	p.body.WriteString(`<text class="` + class + `" x="` + coordinate(x) + `" y="` + coordinate(y) + `" text-anchor="` + anchor + `">` + escaped(s) + "</text>\n")
}

// whisker draws an interval along a bar.
func (p *picture) whisker(low, high, y float64) {
	p.path("M"+coordinate(low)+" "+coordinate(y-4)+"V"+coordinate(y+4)+"M"+coordinate(low)+" "+coordinate(y)+"H"+coordinate(high)+
		"M"+coordinate(high)+" "+coordinate(y-4)+"V"+coordinate(y+4), "kc-whisker")
}

// group begins what shows a text when it is pointed at.
func (p *picture) group(title string) {
	p.body.WriteString("<g><title>" + escaped(title) + "</title>\n")
}

func (p *picture) end() { p.body.WriteString("</g>\n") }

// coordinate writes a number with at most one decimal, always the same.
func coordinate(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	if s = strings.TrimSuffix(s, ".0"); s == "-0" {
		return "0"
	}
	return s
}

// escaped is a text in XML. Characters that XML cannot hold become U+FFFD.
func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(harmless(s))) // writing to b cannot fail
	return b.String()
}

// About how wide letters are at the size of labels, in units.
const (
	narrowLetter = 6.9
	wideLetter   = 13.2
	titleRoom    = pageWidth / 1.2 // titles are larger
)

// drawnWidth is about how wide a text is drawn.
func drawnWidth(s string) float64 {
	sum := 0.0
	for _, r := range s {
		sum += letterWidth(r)
	}
	return sum
}

func letterWidth(r rune) float64 {
	if k := eastasian.LookupRune(r).Kind(); k == eastasian.EastAsianWide || k == eastasian.EastAsianFullwidth {
		return wideLetter
	}
	return narrowLetter
}

// shortened cuts a text to a width. The whole of it is in the title of its group.
func shortened(s string, most float64) string {
	if drawnWidth(s) <= most+0.01 {
		return s
	}
	sum := wideLetter
	for i, r := range s {
		if sum += letterWidth(r); sum > most {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}
