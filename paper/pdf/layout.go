package pdf

import (
	"bytes"

	"kifudb/paper"
	"kifudb/paper/typeface"
)

const (
	millimetre = 72 / 25.4 // points

	above    = 0.85            // size of the title above a page
	leading  = 1.38            // from one line to the next, in sizes of the font
	minFrame = 11 * millimetre // above and below the text, where the title and number of the page are
)

// A layout puts a document on pages. Lengths are points; y goes down from the top of the paper.
type layout struct {
	file   *file
	fonts  *typeface.Set
	doc    *paper.Document
	report Report

	width, height         float64 // of the paper
	left, top, bottom     float64 // of what is printed
	inner, column, gutter float64 // widths of what is printed, of a column, and between two
	columns               int
	size                  float64 // of the font

	page      *page // nil if nothing was put on the next one yet
	columnAt  int
	columnTop float64
	y         float64
	kept      []piece // that must stay with what follows
	running   line    // title above the pages
	begins    bool    // the next page begins a part, and needs no title above

	pages     []int // objects of the pages, in their order
	places    map[string]place
	links     []string // anchors that words of lines lead to
	entries   []entry  // of the bookmarks
	listed    []listing
	listPages []*page // of the contents, which are written at the end
	faces     map[*typeface.Face]int
	order     []*typeface.Face

	tree, resources int // objects that pages refer to
}

// A page is one that is being filled.
type page struct {
	number  int // from 1
	object  int
	content bytes.Buffer
	notes   []byte // its links
	title   line   // above it
	bare    bool   // has no number
}

// A place is where something is printed.
type place struct {
	page int // index of layout.pages
	y    float64
}

// An entry is a bookmark.
type entry struct{ title, anchor string }

// A piece is something that is not broken between pages.
type piece struct {
	before, height float64
	keep           bool // with what follows
	draw           func(x, y float64)
}

func newLayout(f *file, fonts *typeface.Set, d *paper.Document, s paper.Sheet) *layout {
	l := &layout{
		file: f, fonts: fonts, doc: d, columns: s.Columns, size: s.FontSize,
		width: s.Width * millimetre, height: s.Height * millimetre,
		places: map[string]place{}, faces: map[*typeface.Face]int{},
	}
	margin := s.Margin * millimetre
	l.left, l.top, l.bottom = margin, max(margin, minFrame), l.height-max(margin, minFrame)
	l.inner = l.width - 2*margin
	l.gutter = 6 * millimetre
	l.setColumns(l.columns)
	l.columnTop = l.top
	l.y = l.top
	l.tree, l.resources = f.reserve(), f.reserve()
	return l
}

// setColumns divides the pages. None may be open.
func (l *layout) setColumns(n int) {
	l.columns = n
	l.column = (l.inner - float64(n-1)*l.gutter) / float64(n)
}

// openPage begins a page, unless one is open.
func (l *layout) openPage() {
	if l.page != nil {
		return
	}
	object := l.file.reserve()
	l.pages = append(l.pages, object)
	l.page = &page{number: len(l.pages), object: object}
	if !l.begins {
		l.page.title = l.running
	}
	l.begins = false
	l.columnAt, l.columnTop, l.y = 0, l.top, l.top
}

// closePage writes the page that is open.
func (l *layout) closePage() {
	l.flush()
	l.endPage()
}

// endPage writes the page that is open, whatever waits for the next one.
func (l *layout) endPage() {
	p := l.page
	if p == nil {
		return
	}
	if !p.bare {
		l.frame(p)
	}
	l.writePage(p)
	l.page = nil
	l.columnAt, l.columnTop, l.y = 0, l.top, l.top
}

// frame writes what is above and below a page.
func (l *layout) frame(p *page) {
	l.set(p, p.title, l.size*above, l.left+(l.inner-p.title.width)/2, l.top-4*millimetre)
	size := l.size * 0.9
	if t := l.wrap(decimal(p.number), false, size, l.inner, 1); len(t) > 0 {
		l.set(p, t[0], size, (l.width-t[0].width)/2, l.bottom+7*millimetre)
	}
}

// run chooses the title above the pages that follow.
func (l *layout) run(title string) {
	l.running = line{}
	if t := l.wrap(title, false, l.size*above, l.inner, 1); len(t) > 0 {
		l.running = t[0]
	}
}

// writePage writes a page.
func (l *layout) writePage(p *page) {
	content := l.file.reserve()
	l.file.stream(content, "", p.content.Bytes())
	body := "<</Type/Page/Parent " + ref(l.tree) + "/MediaBox[0 0 " + string(number(nil, l.width)) + " " + string(number(nil, l.height)) +
		"]/Resources " + ref(l.resources) + "/Contents " + ref(content)
	if len(p.notes) > 0 {
		body += "/Annots[" + string(p.notes) + "]"
	}
	l.file.object(p.object, body+">>")
}

// x returns the left edge of the column.
func (l *layout) x() float64 { return l.left + float64(l.columnAt)*(l.column+l.gutter) }

// nextColumn goes on in the next column or page.
func (l *layout) nextColumn() {
	if l.page == nil {
		return
	}
	if l.columnAt+1 < l.columns {
		l.columnAt++
		l.y = l.columnTop
		return
	}
	l.endPage()
}

// atTop reports whether nothing is in the column.
func (l *layout) atTop() bool { return l.page == nil || l.y <= l.columnTop }

// room returns how much space is left in the column.
func (l *layout) room() float64 {
	if l.page == nil {
		return l.bottom - l.top
	}
	return l.bottom - l.y
}

// needs returns the height of the pieces that are kept, with so much more.
func (l *layout) needs(more float64) float64 {
	sum := more
	for i, k := range l.kept {
		sum += k.height
		if i > 0 || !l.atTop() {
			sum += k.before
		}
	}
	return sum
}

// put puts a piece below the last one, or where it fits.
func (l *layout) put(p piece) {
	if p.keep && l.needs(p.before+p.height) < (l.bottom-l.top)/2 {
		l.kept = append(l.kept, p)
		return
	}
	if more := p.before + p.height; l.needs(more) > l.room() && !l.atTop() {
		l.nextColumn()
	}
	l.flush()
	l.place(p)
}

// flush puts the pieces that are kept.
func (l *layout) flush() {
	kept := l.kept
	l.kept = nil
	for _, k := range kept {
		l.place(k)
	}
}

// place draws a piece.
func (l *layout) place(p piece) {
	l.openPage()
	if l.y > l.columnTop {
		if l.y+p.before+p.height > l.bottom+0.01 {
			l.nextColumn()
			l.openPage()
		} else {
			l.y += p.before
		}
	}
	p.draw(l.x(), l.y)
	l.y += p.height
}

// lines puts lines below each other. The indent is of all but the first one.
func (l *layout) lines(list []line, size, before float64, keep bool, align alignment) {
	for _, t := range list {
		l.put(l.lineOf(t, size, before, keep, align, l.column))
		before = 0
	}
}

// alignment is where a line stands in its column.
type alignment uint8

const (
	atLeft alignment = iota
	centred
)

// lineOf makes a piece of a line.
func (l *layout) lineOf(t line, size, before float64, keep bool, align alignment, width float64) piece {
	return piece{before, size * leading, keep, func(x, y float64) {
		if align == centred {
			x += (width - t.width) / 2
		}
		l.set(l.page, t, size, x, y+size*1.05)
	}}
}

// part puts a part.
func (l *layout) part(p *paper.Part) {
	if l.doc.Book || l.begins {
		l.closePage()
		l.begins = true
	}
	l.running = line{}
	title := p.Title
	anchor := p.Anchor
	if _, known := l.places[anchor]; anchor != "" && !known {
		l.mark(anchor)
		if title != "" {
			l.entries = append(l.entries, entry{title, anchor})
		}
	}
	if title != "" {
		l.title(title, 1.5, l.atTop() && l.columnAt == 0)
	}
	if title == "" && !l.doc.Book {
		title = l.doc.Title
	}
	l.run(title)
	l.blocks(p.Blocks)
	l.flush()
}

// mark notes where the next piece comes to lie.
func (l *layout) mark(anchor string) {
	l.places[anchor] = place{page: -1}
	l.kept = append(l.kept, piece{keep: true, draw: func(_, y float64) {
		l.places[anchor] = place{l.page.number - 1, y}
	}})
}

// maxTitle is how many lines a title has at most.
const maxTitle = 6

// title puts a large title: over all columns, if it begins a page.
func (l *layout) title(s string, times float64, over bool) {
	size := l.size * times
	if !over {
		l.lines(l.wrap(s, true, size, l.column, maxTitle), size, l.size*2, true, atLeft)
		return
	}
	l.openPage()
	l.flush()
	for _, t := range l.wrap(s, true, size, l.inner, maxTitle) {
		if l.y+size*leading > l.bottom {
			break
		}
		l.set(l.page, t, size, l.left, l.y+size*1.05)
		l.y += size * leading
	}
	l.y += l.size * 0.8
	l.columnTop = l.y
}

// blocks puts the blocks of a part.
func (l *layout) blocks(blocks []paper.Block) {
	for i := 0; i < len(blocks); i++ {
		switch b := blocks[i].(type) {
		case *paper.Heading:
			size := l.size * 1.15
			l.lines(l.wrap(b.Text, true, size, l.column, maxTitle), size, l.size, true, atLeft)
		case *paper.Facts:
			l.facts(b)
		case *paper.Paragraph:
			l.paragraph(b)
		case *paper.Table:
			l.table(b)
		case *paper.Chart:
			if b.Table != nil {
				l.table(b.Table)
			}
		case *paper.PageBreak:
			l.closePage()
		case *paper.Figure:
			row := []*paper.Figure{b}
			for n := min(b.Abreast, maxAbreast); len(row) < n && i+1 < len(blocks); i++ {
				next, ok := blocks[i+1].(*paper.Figure)
				if !ok || next.Abreast != b.Abreast {
					break
				}
				row = append(row, next)
			}
			l.figures(row, min(max(b.Abreast, 1), maxAbreast))
		}
	}
}

// paragraph puts a text.
func (l *layout) paragraph(b *paper.Paragraph) {
	before := l.size * 0.5
	lead := b.Lead
	for _, row := range splitLines(b.Text) {
		for _, part := range pieces(row) {
			var w words
			if lead != "" {
				l.add(&w, lead+" ", true, -1)
				lead = ""
			}
			l.add(&w, part, false, -1)
			if len(w.chars) == 0 {
				before += l.size * leading / 2 // an empty line
			}
			for len(w.chars) > 0 {
				l.put(l.lineOf(w.next(l.size, l.column), l.size, before, false, atLeft, l.column))
				before = 0
			}
		}
	}
}

// facts puts labels and values.
func (l *layout) facts(b *paper.Facts) {
	const most = 0.35 // of the column, for labels
	labels := make([][]line, len(b.Lines))
	indent := 0.0
	for i, f := range b.Lines {
		labels[i] = l.wrap(f[0], true, l.size, l.column*most, 3)
		for _, t := range labels[i] {
			indent = max(indent, t.width)
		}
	}
	indent += l.size
	before := l.size * 0.5
	for i, f := range b.Lines {
		values := l.wrap(f[1], false, l.size, l.column-indent, 400)
		for n := range max(len(labels[i]), len(values)) {
			l.put(piece{before, l.size * leading, false, func(x, y float64) {
				if n < len(labels[i]) {
					l.set(l.page, labels[i][n], l.size, x, y+l.size*1.05)
				}
				if n < len(values) {
					l.set(l.page, values[n], l.size, x+indent, y+l.size*1.05)
				}
			}})
			before = 0
		}
	}
}

// rowsAtLeast is how many rows of a table are put in a column at least.
const rowsAtLeast = 3

// table puts rows, in as many columns as fit.
func (l *layout) table(b *paper.Table) {
	size := l.size * 0.95
	step := size * leading
	gap := size * 0.9
	columns := len(b.Head)
	for _, row := range b.Rows {
		columns = max(columns, len(row))
	}
	if columns == 0 {
		return
	}
	columns = min(columns, int(l.column/(3*gap))+1)
	widths := make([]float64, columns)
	measure := func(row []string, bold bool) {
		for i, cell := range row[:min(len(row), columns)] {
			for _, t := range l.wrap(cell, bold, size, l.column, 1) {
				widths[i] = max(widths[i], t.width)
			}
		}
	}
	counted := l.report // measuring counts no missing characters
	measure(b.Head, true)
	for _, row := range b.Rows {
		measure(row, false)
	}
	l.report = counted
	wide := paper.Squeeze(widths, l.column-float64(columns-1)*gap) + float64(columns-1)*gap

	set := func(row []string, bold bool) (rows [][]line) {
		for i, cell := range row[:min(len(row), columns)] {
			for n, t := range l.wrap(cell, bold, size, widths[i]+0.01, 60) {
				if n == len(rows) {
					rows = append(rows, make([]line, columns))
				}
				rows[n][i] = t
			}
		}
		if len(rows) == 0 {
			rows = append(rows, make([]line, columns))
		}
		return rows
	}
	draw := func(row []line, x, y float64) {
		for i, t := range row {
			at := x
			if b.IsNumbers(i) {
				at += max(widths[i]-t.width, 0)
			}
			l.set(l.page, t, size, at, y+size*1.05)
			x += widths[i] + gap
		}
	}
	var head, rows [][]line
	if len(b.Head) > 0 {
		head = set(b.Head, true)
		head = head[:min(len(head), int((l.bottom-l.top)/(3*step)))]
	}
	for _, row := range b.Rows {
		rows = append(rows, set(row, false)...)
	}
	between := size * 2
	abreast := max(int((l.column+between)/(wide+between)), 1)
	abreast = min(abreast, max((len(rows)+rowsAtLeast-1)/rowsAtLeast, 1))
	if b.Whole {
		abreast = 1
	}
	headHigh := 0.0
	if len(head) > 0 {
		headHigh = float64(len(head))*step + size*0.3
	}
	before := l.size * 0.7
	for len(rows) > 0 || len(head) > 0 {
		least := headHigh + step*float64(min(rowsAtLeast, (len(rows)+abreast-1)/abreast))
		if l.needs(before+least) > l.room() && !l.atTop() {
			l.nextColumn()
		}
		l.flush()
		l.openPage()
		if !l.atTop() {
			l.y += before
		}
		fit := max(int((l.room()-headHigh)/step), 1)
		high := min(fit, (len(rows)+abreast-1)/abreast)
		for k := range abreast {
			x := l.x() + float64(k)*(wide+between)
			if len(rows) == 0 && k > 0 {
				break
			}
			for n, row := range head {
				draw(row, x, l.y+float64(n)*step)
			}
			if len(head) > 0 {
				l.rule(x, l.y+headHigh-size*0.1, wide)
			}
			n := min(high, len(rows))
			for i, row := range rows[:n] {
				draw(row, x, l.y+headHigh+float64(i)*step)
			}
			rows = rows[n:]
		}
		l.y += headHigh + float64(high)*step
		if len(rows) == 0 {
			break
		}
	}
}
