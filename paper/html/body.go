package html

import (
	"fmt"
	"html"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/drawing"
	"kifudb/paper"
)

// A Body writes pieces of a document as elements of XHTML, which are elements of HTML too. It keeps
// the first error of the writer, see [Body.Err]; after it nothing is written.
type Body struct {
	w      io.Writer
	err    error
	words  *words
	svg    drawing.SVG
	charts bool // there is one
	level  int  // of headings in the part
	buffer strings.Builder
}

// NewBody returns a Body for one page.
func NewBody(w io.Writer, l paper.Language) *Body {
	return &Body{w: w, words: wordsOf(l), level: 2}
}

// Apart has each board draw all that it shows, so that it may be cut out of the page.
func (b *Body) Apart() { b.svg.Alone = true }

// Err returns the first error of writing.
func (b *Body) Err() error { return b.err }

// write writes markup. Values among it are written as texts by text, or are numbers.
func (b *Body) write(format string, values ...any) {
	if b.err == nil {
		_, b.err = fmt.Fprintf(b.w, format, values...)
	}
}

// most is how many figures stand in one row of the markup: divisible by all widths, so that nobody
// sees where the next one begins.
const most = 12

// Runs cuts the blocks of a part into those that are written at once: figures that stand beside
// each other, and every other block alone.
func Runs(blocks []paper.Block) iter.Seq[[]paper.Block] {
	return func(yield func([]paper.Block) bool) {
		for len(blocks) > 0 {
			n := 1
			for n < len(blocks) && n < most && abreast(blocks[0]) > 1 && abreast(blocks[n]) == abreast(blocks[0]) {
				n++
			}
			if !yield(blocks[:n]) {
				return
			}
			blocks = blocks[n:]
		}
	}
}

// abreast returns how many figures like a block fill the width; 0 if it is no figure.
func abreast(b paper.Block) int {
	if f, ok := b.(*paper.Figure); ok {
		return min(max(f.Abreast, 1), 4)
	}
	return 0
}

// Run writes a run of blocks.
func (b *Body) Run(run []paper.Block) {
	if n := abreast(run[0]); n > 1 {
		b.write(`<div class="row n%d%s">`+"\n", n, choose(len(run) == 1, " lone", ""))
		defer b.write("</div>\n")
	}
	for _, block := range run {
		switch block := block.(type) {
		case *paper.Heading:
			b.write("<h%d>%s</h%[1]d>\n", b.level, text(block.Text))
		case *paper.Facts:
			b.facts(block)
		case *paper.Paragraph:
			b.paragraph(block)
		case *paper.Table:
			b.table(block)
		case *paper.Chart:
			b.chart(block)
		case *paper.PageBreak:
			b.write(`<hr class="newpage"/>` + "\n")
		case *paper.Figure:
			b.figure(block)
		}
	}
}

func (b *Body) facts(f *paper.Facts) {
	if len(f.Lines) == 0 {
		return
	}
	b.write(`<dl class="known">` + "\n")
	for _, line := range f.Lines {
		b.write("<div><dt>%s</dt><dd>%s</dd></div>\n", text(line[0]), strings.ReplaceAll(text(line[1]), "\n", "<br/>"))
	}
	b.write("</dl>\n")
}

// paragraph writes a text. What is between empty lines is a paragraph of its own.
func (b *Body) paragraph(p *paper.Paragraph) {
	lead := ""
	if p.Lead != "" {
		lead = "<b>" + text(p.Lead) + "</b> "
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(p.Text), "\n")
	begun := false
	for _, line := range lines {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		switch {
		case line == "" && begun:
			b.write("</p>\n")
			begun = false
		case line == "":
		case begun:
			b.write("<br/>\n%s", text(line))
		default:
			b.write("<p>%s%s", lead, text(line))
			lead, begun = "", true
		}
	}
	if begun {
		b.write("</p>\n")
	} else if lead != "" {
		b.write("<p>%s</p>\n", lead)
	}
}

// fewRows is how many rows of a table flow in columns.
const fewRows = 8

func (b *Body) table(t *paper.Table) {
	if len(t.Rows) == 0 {
		return
	}
	wide := len(t.Head)
	for _, row := range t.Rows {
		wide = max(wide, len(row))
	}
	kind := choose(len(t.Rows) >= fewRows, "flow", "few")
	if t.Whole {
		kind = "whole"
	}
	cells := func(tag string, row []string) {
		b.write("<tr>")
		for i := range wide {
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			b.write("<%s%s>%s</%[1]s>", tag, choose(t.IsNumbers(i), ` class="number"`, ""), text(cell))
		}
		b.write("</tr>\n")
	}
	b.write(`<div class="%s"><table>`+"\n", kind)
	if len(t.Head) > 0 {
		b.write("<thead>")
		cells("th", t.Head)
		b.write("</thead>\n")
	}
	b.write("<tbody>\n")
	for _, row := range t.Rows {
		cells("td", row)
	}
	b.write("</tbody></table></div>\n")
}

// chart writes a drawing. The first one has the styles of all.
func (b *Body) chart(c *paper.Chart) {
	drawn := choose(b.charts, c.Chart.Figure, c.Chart.SVG)()
	b.charts = true
	b.write("<figure>%s</figure>\n", drawn)
}

func (b *Body) figure(f *paper.Figure) {
	b.write("<figure>")
	if b.err == nil && f.Board != nil {
		p := f.Picture()
		p.Label = b.label(f)
		b.err = b.svg.Write(b.w, p)
	}
	if f.Caption != "" || len(f.Notes) > 0 {
		b.write("<figcaption>%s", text(f.Caption))
		for _, n := range f.Notes {
			b.write(`<span class="below">%s</span>`, text(n))
		}
		b.write("</figcaption>")
	}
	b.write("</figure>\n")
}

// listed is how many moves or pieces a label tells of.
const listed = 120

// label returns what a figure shows, for who cannot see it: its moves in order, or what lies on the
// board if no stone has a number.
func (b *Body) label(f *paper.Figure) string {
	s := &b.buffer
	s.Reset()
	s.WriteString(f.Caption)
	if s.Len() == 0 {
		s.WriteString(b.words.diagram)
	}
	separator, n := ": ", 0
	add := func(format string, values ...any) bool {
		if n++; n > listed {
			s.WriteString(" …")
			return false
		}
		s.WriteString(separator)
		fmt.Fprintf(s, format, values...)
		separator = ", "
		return true
	}
	if len(f.Marks.Numbers) > 0 {
		cells := slices.SortedFunc(maps.Keys(f.Marks.Numbers), func(a, b int) int {
			return f.Marks.Numbers[a] - f.Marks.Numbers[b]
		})
		for _, cell := range cells {
			if !add("%d %s", f.Marks.Numbers[cell], cellName(f, cell)) {
				break
			}
		}
		return s.String()
	}
	for i, color := range []string{"B", "W"} {
		if separator == ", " {
			separator = "; "
		}
		name := b.words.colors[i]
		if len(f.Board.Signs) == 2 {
			name = f.Board.Signs[i]
		}
		for _, p := range f.Board.Pieces {
			if p.Color != color {
				continue
			}
			if separator != ", " {
				separator += name + " "
			}
			kind := p.Kind
			if kind == "stone" {
				kind = ""
			}
			if !add("%s%s", kind, cellName(f, p.Cell)) {
				return s.String()
			}
		}
	}
	return s.String()
}

// cellName returns what players call a cell, as Q16.
func cellName(f *paper.Figure, cell int) string {
	x, y := cell%f.Board.Cols, cell/f.Board.Cols
	if x >= len(f.Board.Columns) || y >= len(f.Board.Lines) || y < 0 || x < 0 {
		return "?"
	}
	return f.Board.Columns[x] + f.Board.Lines[y]
}

// Index writes a list of names. The link of an anchor is an address, and the number of its part.
func (b *Body) Index(i *paper.Index, link func(anchor string) (address string, number int)) {
	b.write(`<section class="index"><h2>%s</h2>`+"\n<ul>\n", text(i.Title))
	for _, n := range i.Names {
		b.write("<li><bdi>%s</bdi>", text(n.Name))
		for k, anchor := range n.Anchors {
			if address, number := link(anchor); number > 0 {
				b.write(`%s<a href="%s">%d</a>`, choose(k == 0, " ", ", "), text(address), number)
			}
		}
		b.write("</li>\n")
	}
	b.write("</ul></section>\n")
}

// Title writes the title of a document with what is under it.
func (b *Body) Title(d *paper.Document) {
	b.write(`<header class="title"><h1>%s</h1>`+"\n", text(d.Title))
	if d.Subtitle != "" {
		b.write(`<p class="subtitle">%s</p>`+"\n", text(d.Subtitle))
	}
	if d.Author != "" {
		b.write(`<p class="author">%s</p>`+"\n", text(d.Author))
	}
	b.write("</header>\n")
}

// ID returns the value of the attribute id for an anchor.
func ID(anchor string) string { return "p-" + anchor }

// Text writes a text in which markup is no markup. It replaces characters that no page may hold.
func Text(s string) string { return text(s) }

func text(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '<' || c == '>' || c == '&' || c == '"' || c == '\'' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return html.EscapeString(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r) && r != '\u00a0' && r != '\u3000':
			return ' '
		case unicode.IsControl(r), r == '\ufffe', r == '\uffff', r == utf8.RuneError:
			return unicode.ReplacementChar
		}
		return r
	}, s))
}

func choose[T any](is bool, a, b T) T {
	if is {
		return a
	}
	return b
}
