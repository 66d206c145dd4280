// Package html writes documents as one page of HTML that stands by itself: with its styles and
// boards, without scripts, and without anything from elsewhere. Browsers show it as a page of a
// book, light or dark, and print it on the paper that is asked for. The same document is the same
// bytes.
//
// A page is also well-formed XML. Its pieces, which a [Body] writes, are those of paper/epub too.
package html

import (
	"bufio"
	_ "embed" // the styles
	"fmt"
	"io"
	"strings"

	"kifudb/drawing"
	"kifudb/paper"
)

//go:embed page.css
var pageStyle string

//go:embed blocks.css
var blockStyle string

// Style is the style sheet of what a [Body] writes, for a page in which it is in an element of the
// class "paper". The colours are variables of the page, see [drawing.SVGStyle].
func Style() string { return blockStyle + drawing.SVGStyle }

// Write writes a document.
func Write(w io.Writer, d *paper.Document, s paper.Sheet) error {
	out := bufio.NewWriterSize(w, 1<<16)
	p := &page{d: d, numbers: map[string]int{}, Body: NewBody(out, d.Language)}
	p.head(&s)
	if err := p.body(); err != nil {
		return err
	}
	p.write("</body>\n</html>\n")
	if p.err != nil {
		return p.err
	}
	return out.Flush()
}

// A page is a document that is being written.
type page struct {
	*Body
	d       *paper.Document
	numbers map[string]int // of parts, by their anchors
}

func (p *page) head(s *paper.Sheet) {
	lang := p.d.Language
	if lang == "" {
		lang = paper.English
	}
	p.write(`<!DOCTYPE html>
<html lang="%s" xml:lang="%[1]s" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="generator" content="kifudb"/>
`, text(string(lang)))
	if p.d.Author != "" {
		p.write(`<meta name="author" content="%s"/>`+"\n", text(p.d.Author))
	}
	p.write("<title>%s</title>\n<style>\n%s</style>\n</head>\n", text(title(p.d)), Sheet(s)+pageStyle+Style())
}

// title returns the title of a document, which no page may be without.
func title(d *paper.Document) string {
	if strings.TrimSpace(d.Title) == "" {
		return "kifudb"
	}
	return d.Title
}

// Sheet returns rules of a style sheet for a paper and what is printed on it. Lengths that no
// paper has are those of A4.
func Sheet(s *paper.Sheet) string {
	within := func(value, least, most, usual float64) float64 {
		if value >= least && value <= most {
			return value
		}
		return usual
	}
	width, height := within(s.Width, 40, 2000, 210), within(s.Height, 40, 2000, 297)
	margin := within(s.Margin, 0.1, min(width, height)/3, min(20, width/8))
	rules := fmt.Sprintf("@page{size:%gmm %gmm;margin:%gmm}\n", width, height, margin)
	rules += fmt.Sprintf("@media print{body{font-size:%gpt}", within(s.FontSize, 5, 48, 10.5))
	if s.Columns == 2 {
		rules += ".part,.contents,.index{columns:2;column-gap:8mm}.part>h2,.contents>h2,.index>h2,.newpage{column-span:all}"
	}
	return rules + "}\n"
}

func (p *page) body() error {
	book := p.d.Book
	p.write(`<body class="paper%s">`+"\n", choose(book, " book", ""))
	if book || p.d.Title != "" {
		p.Title(p.d)
	}
	for i, e := range p.d.Contents {
		p.numbers[e.Anchor] = i + 1
	}
	if len(p.d.Contents) > 0 {
		p.write(`<nav class="contents" aria-labelledby="contents"><h2 id="contents">%s</h2>`+"\n<ol>\n", text(p.d.Language.Contents()))
		for _, e := range p.d.Contents {
			p.write(`<li><a href="#%s">%s</a></li>`+"\n", text(ID(e.Anchor)), text(e.Title))
		}
		p.write("</ol></nav>\n")
	}
	p.write("<main>\n")
	n := 0
	for part, err := range p.d.Parts {
		if err != nil {
			return err
		}
		n++
		if p.numbers[part.Anchor] == 0 {
			p.numbers[part.Anchor] = n
		}
		p.Part(part)
		if p.err != nil {
			return p.err
		}
	}
	p.write("</main>\n")
	for i := range p.d.Index {
		p.Index(&p.d.Index[i], func(anchor string) (string, int) { return "#" + ID(anchor), p.numbers[anchor] })
	}
	return nil
}

// Part writes a part of a document.
func (b *Body) Part(part *paper.Part) {
	b.Begin(part)
	for run := range Runs(part.Blocks) {
		b.Run(run)
	}
	b.End()
}

// Begin writes what is before the blocks of a part: its title, if it has one.
func (b *Body) Begin(part *paper.Part) {
	id := ""
	if part.Anchor != "" {
		id = ` id="` + text(ID(part.Anchor)) + `"`
	}
	b.write(`<section class="part"%s>`+"\n", id)
	b.level = 2
	if part.Title != "" {
		b.write("<h2>%s</h2>\n", text(part.Title))
		b.level = 3
	}
}

// Continue begins a part that goes on from another page.
func (b *Body) Continue(part *paper.Part) {
	b.write(`<section class="part">` + "\n")
	b.level = choose(part.Title == "", 2, 3)
}

// End writes what is after the blocks of a part.
func (b *Body) End() { b.write("</section>\n") }
