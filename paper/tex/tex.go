package tex

import (
	"bufio"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"kifudb/drawing"
	"kifudb/paper"
)

const millimeter = 72 / 25.4 // in TeX's bp

// A writer writes the parts of a document. They wait, compressed, until it is known which
// letters they have: the fonts are chosen at the beginning of a file.
type writer struct {
	doc     *paper.Document
	sheet   paper.Sheet
	column  float64 // its width in bp
	needs   needs
	anchors map[string]bool

	waiting bytes.Buffer
	packer  *flate.Writer
	out     *bufio.Writer
}

// Write writes a document. The errors are those of its parts and of the writer. Fonts of the
// sheet are not used: TeX has its own.
func Write(w io.Writer, d *paper.Document, s paper.Sheet) error {
	fill := func(v *float64, usual float64) {
		if !(*v > 0) {
			*v = usual
		}
	}
	fill(&s.Width, 210)
	fill(&s.Height, 297)
	fill(&s.Margin, 20)
	fill(&s.FontSize, 10)
	s.Columns = min(max(s.Columns, 1), 2)
	const gap = 20 // between columns
	t := &writer{doc: d, sheet: s, anchors: map[string]bool{}}
	t.column = ((s.Width-2*s.Margin)*millimeter - float64(s.Columns-1)*gap) / float64(s.Columns)
	var err error
	if t.packer, err = flate.NewWriter(&t.waiting, flate.BestSpeed); err != nil {
		return err
	}
	t.out = bufio.NewWriter(t.packer)
	if d.Parts != nil {
		for part, err := range d.Parts {
			if err != nil {
				return err
			}
			t.part(part)
		}
	}
	for i := range d.Index {
		t.index(&d.Index[i])
	}
	if err := t.out.Flush(); err != nil {
		return err
	}
	if err := t.packer.Close(); err != nil {
		return err
	}

	// The front is made like a part, to know its letters, and written before the others.
	var front bytes.Buffer
	t.out = bufio.NewWriter(&front)
	t.front()
	if err := t.out.Flush(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	t.out = out
	t.preamble()
	if _, err := front.WriteTo(out); err != nil {
		return err
	}
	if _, err := io.Copy(out, flate.NewReader(&t.waiting)); err != nil {
		return err
	}
	t.print("\n\\end{document}\n")
	return out.Flush()
}

// print writes what is LaTeX.
func (t *writer) print(format string, values ...any) { fmt.Fprintf(t.out, format, values...) }

// text returns a text of the document as LaTeX.
func (t *writer) text(s string) string {
	t.needs.see(clean(s))
	return Escape(s)
}

// label returns the name of an anchor in the file.
func label(anchor string) string { return fmt.Sprintf("part-%x", anchor) }

// preamble writes what is before the document.
func (t *writer) preamble() {
	unicode := t.needs.others || t.needs.east
	program := "pdflatex"
	if unicode {
		program = "xelatex"
	}
	t.print("%% Compile with: %s, twice, so that numbers of pages are right.\n", program)
	t.print("%% It needs the packages geometry, multicol, tikz and hyperref")
	if unicode {
		t.print(", and fontspec, with a font that has the letters of the text")
	}
	t.print(".\n")
	class := "10pt"
	switch {
	case t.sheet.FontSize >= 11.5:
		class = "12pt"
	case t.sheet.FontSize >= 10.5:
		class = "11pt"
	}
	if t.sheet.Columns == 2 {
		class += ",twocolumn"
	}
	t.print("\\documentclass[%s]{article}\n", class)
	t.print("\\usepackage[paperwidth=%.2fmm,paperheight=%.2fmm,margin=%.2fmm]{geometry}\n", t.sheet.Width, t.sheet.Height, t.sheet.Margin)
	switch {
	case unicode:
		t.print("\\usepackage{fontspec}\n")
		t.fonts()
	default:
		t.print("\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{textcomp}\n\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n")
	}
	if t.sheet.Columns == 1 {
		t.print("\\usepackage{multicol}\n")
	}
	t.print("%s", definitions)
	t.print("\\hypersetup{pdftitle={%s},pdfauthor={%s}}\n", bookmark(t.doc.Title), bookmark(t.doc.Author))
	t.print("\\begin{document}\n\\fontsize{%.1f}{%.1f}\\selectfont\n", t.sheet.FontSize, t.sheet.FontSize*1.25)
}

// fonts chooses the first font that is there: they have Latin letters, too.
func (t *writer) fonts() {
	var names []string
	if t.needs.east {
		face := "JP"
		first := "HaranoAjiMincho-Regular.otf"
		if t.doc.Language == paper.Chinese {
			face, first = "SC", "FandolSong-Regular.otf"
			t.print("\\XeTeXlinebreaklocale \"zh\"\n")
		} else {
			t.print("\\XeTeXlinebreaklocale \"ja\"\n")
		}
		t.print("\\XeTeXlinebreakskip=0pt plus 1pt\n")
		names = []string{"Noto Serif CJK " + face, "Noto Sans CJK " + face, "Source Han Serif " + face, "Hiragino Mincho ProN", "Songti SC", "Yu Mincho", "SimSun", first}
	} else {
		names = []string{"DejaVu Serif", "FreeSerif", "Noto Serif", "Times New Roman"}
	}
	for _, name := range names {
		t.print("\\IfFontExistsTF{%s}{\\setmainfont{%s}}{%%\n", name, name)
	}
	t.print("%s\n", strings.Repeat("}", len(names)))
}

// definitions are the packages, and the commands that parts use: kifudisc, kiturow and so on.
const definitions = `\usepackage{tikz}
\usepackage[unicode,hidelinks]{hyperref}
\definecolor{kifupale}{gray}{0.72}
\definecolor{kifutint}{gray}{0.92}
\definecolor{kifuaccent}{gray}{0.38}
\definecolor{kifugrey}{gray}{0.3}
\newcommand\kifudisc[4]{\fill[#4] (#1,#2) circle[radius=#3];}
\newcommand\kifutext[5]{\node[inner sep=0pt,text=#3] at (#1,#2) {\fontsize{#4bp}{#4bp}\selectfont\textbf{#5}};}
\newcommand\kifucell[2]{\makebox[#1][l]{#2}}
\newcommand\kifunumber[2]{\makebox[#1][r]{#2\hspace{.8em}}}
\newcommand\kifuwrapped[2]{\parbox[t]{#1}{\raggedright\rightskip=.8em plus 2em\relax #2}}
\newcommand\kifufact[3]{\par\noindent\hangindent=#1\hangafter=1\relax\makebox[#1][l]{\textbf{#2}}#3\par}
\newcommand\kifuheading[1]{\par\addvspace{1.2ex}\noindent{\interlinepenalty=10000\large\bfseries\raggedright #1\par}\nopagebreak\addvspace{.4ex}}
\newcommand\kifutitle[1]{\noindent{\interlinepenalty=10000\Large\bfseries\raggedright #1\par}\nopagebreak\addvspace{1ex}}
\setlength\parindent{0pt}
\setlength\parskip{.4ex}
\raggedbottom
\emergencystretch=3em
\hbadness=10000
\pagestyle{myheadings}
`

// bookmark returns a text for where nothing but text can be.
func bookmark(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(Escape(short(clean(s), 120)), "\\allowbreak{}", ""), "%\n", "")
}

// front writes the title and the contents.
func (t *writer) front() {
	d := t.doc
	lines := []string{d.Title, d.Subtitle, d.Author}
	sizes := []string{"\\Huge\\bfseries", "\\Large", "\\large"}
	if d.Book {
		t.print("\\begin{titlepage}\\centering\\vspace*{.25\\textheight}\n")
		for i, s := range lines {
			if s != "" {
				t.print("{%s %s\\par}\\vspace{2ex}\n", sizes[i], t.text(short(s, 600)))
			}
		}
		t.print("\\end{titlepage}\n\\setcounter{page}{2}\n")
	} else {
		for i, s := range lines {
			if s != "" {
				t.print("{%s\\raggedright %s\\par}\n", sizes[min(i+1, 2)], t.text(short(s, 600)))
			}
		}
		t.print("\\addvspace{2ex}\n")
	}
	if len(d.Contents) == 0 {
		return
	}
	t.print("\\kifutitle{%s}\n\\pdfbookmark[0]{%s}{contents}\n", t.text(d.Language.Contents()), bookmark(d.Language.Contents()))
	for _, e := range d.Contents {
		if !t.anchors[e.Anchor] {
			t.print("%s\\par\n", t.text(short(e.Title, 300)))
			continue
		}
		t.print("\\hyperref[%s]{%s}\\dotfill\\pageref{%s}\\par\n", label(e.Anchor), t.text(short(e.Title, 300)), label(e.Anchor))
	}
	t.print("\\clearpage\n")
}

// part writes a part.
func (t *writer) part(p *paper.Part) {
	if t.doc.Book {
		t.print("\n\\clearpage\n")
	}
	title := p.Title
	if title == "" && !t.doc.Book {
		title = t.doc.Title
	}
	t.print("\\markright{%s}\n", t.mark(title))
	if p.Anchor != "" && !t.anchors[p.Anchor] {
		t.anchors[p.Anchor] = true
		if p.Title != "" {
			t.print("\\pdfbookmark[0]{%s}{%s}", bookmark(p.Title), label(p.Anchor))
		}
		t.print("\\phantomsection\\label{%s}\n", label(p.Anchor))
	}
	if p.Title != "" {
		t.print("\\kifutitle{%s}\n", t.text(short(p.Title, 600)))
	}
	t.blocks(p.Blocks)
}

// mark returns a title for above the pages.
func (t *writer) mark(s string) string {
	t.needs.see(clean(s))
	return bookmark(short(s, 60))
}

const maxAbreast = 4

// blocks writes the blocks of a part.
func (t *writer) blocks(blocks []paper.Block) {
	for i := 0; i < len(blocks); i++ {
		switch b := blocks[i].(type) {
		case *paper.Heading:
			t.print("\\kifuheading{%s}\n", t.text(b.Text))
		case *paper.Facts:
			t.facts(b)
		case *paper.Paragraph:
			t.paragraph(b)
		case *paper.Table:
			t.table(b)
		case *paper.Chart:
			if b.Table != nil {
				t.table(b.Table)
			}
		case *paper.PageBreak:
			t.print("\\newpage\n")
		case *paper.Figure:
			row := []*paper.Figure{b}
			abreast := min(max(b.Abreast, 1), maxAbreast)
			for len(row) < abreast && i+1 < len(blocks) {
				next, ok := blocks[i+1].(*paper.Figure)
				if !ok || next.Abreast != b.Abreast {
					break
				}
				row = append(row, next)
				i++
			}
			t.figures(row, abreast)
		}
	}
}

// lines returns the lines of a text.
func lines(s string) []string {
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n")
}

// paragraph writes a text.
func (t *writer) paragraph(b *paper.Paragraph) {
	t.print("\\par\n")
	if b.Lead != "" {
		t.print("\\textbf{%s} ", t.text(b.Lead))
	}
	for _, row := range lines(b.Text) {
		if row == "" {
			t.print("\\par\\addvspace{1ex}\n")
			continue
		}
		t.print("%s\\par\n", t.text(row))
	}
}

// width guesses how wide a text is, in em.
func width(s string) float64 {
	sum := 0.0
	for _, r := range clean(s) {
		switch {
		case r >= 0x1100:
			sum++
		case r == 'i' || r == 'l' || r == ' ' || r == '.':
			sum += 0.35
		default:
			sum += 0.6
		}
	}
	return sum
}

// facts writes labels and values.
func (t *writer) facts(b *paper.Facts) {
	const most = 12 // em
	indent := 0.0
	for _, f := range b.Lines {
		if w := width(f[0]) + 1; w < most {
			indent = max(indent, w)
		}
	}
	for _, f := range b.Lines {
		if width(f[0])+1 < most {
			t.print("\\kifufact{%.2fem}{%s}{%s}\n", indent, t.text(f[0]), t.text(f[1]))
		} else {
			t.print("\\par\\textbf{%s} %s\\par\n", t.text(f[0]), t.text(f[1]))
		}
	}
	t.print("\\addvspace{1ex}\n")
}

// table writes rows: in as many columns as there is room for, or as paragraphs if they are too wide.
func (t *writer) table(b *paper.Table) {
	var widths []float64
	see := func(row []string) {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(cell)+0.8)
		}
	}
	see(b.Head)
	for _, row := range b.Rows {
		see(row)
	}
	sum := 1.5 // between columns
	for _, w := range widths {
		sum += w
	}
	room := t.column / t.sheet.FontSize
	wide := sum-1.5 > room
	if wide {
		paper.Squeeze(widths, room)
	}
	rows := func(row []string, bold bool) {
		for i, cell := range row {
			s := t.text(cell)
			if bold {
				s = "\\textbf{" + s + "}"
			}
			switch {
			case !wide && b.IsNumbers(i):
				t.print("\\kifunumber{%.2fem}{%s}", widths[i], s)
			case !wide:
				t.print("\\kifucell{%.2fem}{%s}", widths[i], s)
			case b.Whole:
				t.print("\\kifuwrapped{%.2fem}{%s}", widths[i], s)
			default:
				t.print("%s\\quad{}", s)
			}
		}
		t.print("\\par\n")
	}
	columns := 1
	if t.sheet.Columns == 1 && !b.Whole {
		columns = min(max(int(room/sum), 1), 8, len(b.Rows)/2+1)
	}
	if columns > 1 {
		t.print("\\begin{multicols}{%d}\\raggedcolumns\n", columns)
	}
	if len(b.Head) > 0 {
		rows(b.Head, true)
	}
	for _, row := range b.Rows {
		rows(row, false)
	}
	if columns > 1 {
		t.print("\\end{multicols}\n")
	}
}

// index writes an index.
func (t *writer) index(x *paper.Index) {
	t.print("\n\\clearpage\n\\markright{%s}\n\\kifutitle{%s}\n", t.mark(x.Title), t.text(short(x.Title, 600)))
	if t.sheet.Columns == 1 {
		t.print("\\begin{multicols}{2}\\raggedright\n")
	}
	for _, n := range x.Names {
		t.print("\\par\\hangindent=1.5em\\hangafter=1\\relax %s", t.text(n.Name))
		known := map[string]bool{}
		for _, a := range n.Anchors {
			if t.anchors[a] && !known[a] {
				known[a] = true
				t.print(",\n\\pageref{%s}", label(a))
			}
		}
		t.print("\\par\n")
	}
	if t.sheet.Columns == 1 {
		t.print("\\end{multicols}\n")
	}
}

// figures writes figures beside each other.
func (t *writer) figures(row []*paper.Figure, abreast int) {
	share := 1.0
	if abreast > 1 {
		share = 1/float64(abreast) - 0.02
	}
	t.print("\\par\\addvspace{1.5ex}\n")
	for i, f := range row {
		if i > 0 {
			t.print("\\hfill\n")
		}
		t.print("\\begin{minipage}[t]{%.3f\\linewidth}\\vspace{0pt}\\centering\n", share)
		below := f.Caption
		for _, n := range f.Notes {
			below += n
		}
		t.board(f, t.column*share, utf8.RuneCountInString(below))
		const most = 1500 // characters below a board, which stay with it
		if f.Caption != "" {
			t.print("{\\small\\textbf{%s}\\par}\n", t.text(short(f.Caption, most/2)))
		}
		for _, n := range f.Notes {
			t.print("{\\small %s\\par}\n", t.text(short(n, most/max(len(f.Notes), 1))))
		}
		t.print("\\end{minipage}")
	}
	t.print("\\par\\addvspace{1.5ex}\n")
}

// board writes the picture of a figure, with so many characters below it.
func (t *writer) board(f *paper.Figure, wide float64, below int) {
	if f.Board == nil || f.Board.Cols < 1 || f.Board.Rows < 1 {
		return
	}
	p := f.Picture()
	if !(p.Width > 0 && p.Height > 0) {
		return
	}
	const maxCell, unit = 8 * millimeter, 40
	high := (t.sheet.Height - 2*t.sheet.Margin) * millimeter
	high -= min(float64(below)*t.sheet.FontSize*t.sheet.FontSize*0.6/wide+3*t.sheet.FontSize, high/2)
	c := &canvas{t: t, scale: min(wide/p.Width, high/p.Height, maxCell/unit)}
	t.print("\\begin{tikzpicture}[x=%.5fbp,y=-%.5fbp]\n\\clip (%.5g,%.5g) rectangle (%.5g,%.5g);\n", c.scale, c.scale, p.Left, p.Top, p.Left+p.Width, p.Top+p.Height)
	p.Draw(c)
	t.print("\\end{tikzpicture}\\par\n")
}

// A canvas draws boards with the commands of TikZ.
type canvas struct {
	t     *writer
	scale float64
	last  [3]float64 // the disc before
	ink   drawing.Ink
}

const hairline = 0.35 // bp

// color returns the name of an ink.
func color(ink drawing.Ink) string {
	switch ink {
	case drawing.White, drawing.Paper:
		return "white"
	case drawing.Veil:
		return "white,opacity=.65"
	case drawing.Pale:
		return "kifupale"
	case drawing.Tinted:
		return "kifutint"
	case drawing.Accent:
		return "kifuaccent"
	case drawing.Grey:
		return "kifugrey"
	}
	return "black"
}

// maxPath is how many points a line has before the next one begins: TeX keeps a path in memory.
const maxPath = 200

// path writes a path after a command, and repeats the command where a long one can be cut.
func (c *canvas) path(command, path string, cut bool) {
	c.last = [3]float64{}
	n := 0
	drawing.EachPart(path, func(part byte, to [6]float64) {
		if part == 'M' && (n == 0 || cut && n > maxPath) {
			if n > 0 {
				c.t.print(";\n")
			}
			c.t.print("%s", command)
			n = 0
		}
		n++
		switch part {
		case 'M':
			c.t.print(" (%.6g,%.6g)", to[0], to[1])
		case 'L':
			c.t.print("--(%.6g,%.6g)", to[0], to[1])
		case 'C':
			c.t.print("..controls(%.6g,%.6g)and(%.6g,%.6g)..(%.6g,%.6g)", to[0], to[1], to[2], to[3], to[4], to[5])
		case 'Z':
			c.t.print(" -- cycle")
		}
		if n%20 == 0 {
			c.t.print("\n")
		}
	})
	if n > 0 {
		c.t.print(";\n")
	}
}

// Fill implements [drawing.Canvas].
func (c *canvas) Fill(path string, ink drawing.Ink) {
	c.path("\\fill["+color(ink)+"]", path, false)
}

// Stroke implements [drawing.Canvas].
func (c *canvas) Stroke(path string, width float64, ink drawing.Ink) {
	c.path(fmt.Sprintf("\\draw[%s,line width=%.2fbp]", color(ink), max(width*c.scale, hairline)), path, true)
}

// Disc implements [drawing.Canvas]. A disc within one of its ink is not seen, as in black stones.
func (c *canvas) Disc(x, y, radius float64, ink drawing.Ink) {
	if c.ink == ink && c.last[0] == x && c.last[1] == y && c.last[2] >= radius {
		return
	}
	c.t.print("\\kifudisc{%.6g}{%.6g}{%.4g}{%s}\n", x, y, radius, color(ink))
	c.last, c.ink = [3]float64{x, y, radius}, ink
}

// Ring implements [drawing.Canvas].
func (c *canvas) Ring(x, y, radius, width float64, ink drawing.Ink) {
	c.last = [3]float64{}
	c.t.print("\\draw[%s,line width=%.2fbp] (%.6g,%.6g) circle[radius=%.4g];\n", color(ink), max(width*c.scale, hairline), x, y, radius)
}

// Text implements [drawing.Canvas].
func (c *canvas) Text(x, y, size float64, s string, ink drawing.Ink) {
	if clean(s) == "" || size*c.scale < 0.5 { // nobody could read it
		return
	}
	c.last = [3]float64{}
	c.t.print("\\kifutext{%.6g}{%.6g}{%s}{%.2f}{%s}\n", x, y, color(ink), size*c.scale, c.t.text(s))
}
