package pdf

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kifudb/drawing"
	"kifudb/paper"
	"kifudb/paper/typeface"
)

func decimal(n int) string { return strconv.Itoa(n) }

func splitLines(s string) []string {
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n")
}

// ops appends numbers and an operator to a page.
func (p *page) ops(operator string, numbers ...float64) {
	b := p.content.AvailableBuffer()
	for _, n := range numbers {
		b = append(number(b, n), ' ')
	}
	b = append(append(b, operator...), '\n')
	p.content.Write(b)
}

// faceNumber returns the number by which pages name a font.
func (l *layout) faceNumber(f *typeface.Face) int {
	n, ok := l.faces[f]
	if !ok {
		n = len(l.order)
		l.faces[f] = n
		l.order = append(l.order, f)
	}
	return n
}

// letters writes characters from where the text matrix is.
func (l *layout) letters(p *page, chars []char, size float64) {
	var face *typeface.Face
	thick := false
	b := p.content.AvailableBuffer()
	open := false
	for i := range chars {
		g := &chars[i].glyph
		if g.Face != face || g.Thicken != thick {
			if open {
				b = append(b, ">Tj\n"...)
			}
			face = g.Face
			b = append(b, "/F"...)
			b = strconv.AppendInt(b, int64(l.faceNumber(face)), 10)
			b = append(b, ' ')
			b = append(number(b, size), " Tf\n"...)
			if g.Thicken != thick {
				thick = g.Thicken
				if thick {
					b = append(number(b, size*0.03), " w 2 Tr\n"...)
				} else {
					b = append(b, "0 Tr\n"...)
				}
			}
			b = append(b, '<')
			open = true
		}
		const digits = "0123456789ABCDEF"
		n := g.Number
		b = append(b, digits[n>>12], digits[n>>8&15], digits[n>>4&15], digits[n&15])
	}
	if open {
		b = append(b, ">Tj\n"...)
	}
	if thick {
		b = append(b, "0 Tr\n"...)
	}
	p.content.Write(b)
}

// set writes a line, and makes its links.
func (l *layout) set(p *page, t line, size, x, y float64) {
	if len(t.chars) == 0 {
		return
	}
	b := p.content.AvailableBuffer()
	b = append(b, "BT 1 0 0 1 "...)
	b = append(number(b, x), ' ')
	b = append(number(b, l.height-y), " Tm\n"...)
	p.content.Write(b)
	l.letters(p, t.chars, size)
	p.content.WriteString("ET\n")

	at := x
	for i := 0; i < len(t.chars); {
		link, from := t.chars[i].link, at
		for ; i < len(t.chars) && t.chars[i].link == link; i++ {
			at += t.chars[i].advance(size)
		}
		if link >= 0 {
			l.link(p, l.links[link], from, y-size, at, y+size*0.3)
		}
	}
}

// link makes a rectangle of a page lead to an anchor.
func (l *layout) link(p *page, anchor string, left, top, right, bottom float64) {
	b := append(p.notes, "<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect["...)
	for _, v := range []float64{left, l.height - bottom, right, l.height - top} {
		b = append(number(b, v), ' ')
	}
	p.notes = append(b, "]/Dest"+name(anchor)+">>"...)
}

// name writes an anchor as a name of a place in the document.
func name(anchor string) string {
	const digits = "0123456789ABCDEF"
	b := []byte{'<'}
	for i := range len(anchor) {
		b = append(b, digits[anchor[i]>>4], digits[anchor[i]&15])
	}
	return string(append(b, '>'))
}

// rule draws a thin line.
func (l *layout) rule(x, y, width float64) {
	l.page.ops("w", hairline*1.3)
	l.page.ops("m", x, l.height-y)
	l.page.ops("l", x+width, l.height-y)
	l.page.ops("S")
}

const (
	hairline = 0.35 // points: the thinnest line that is printed
	minCell  = 2.5 * millimetre
	maxCell  = 8 * millimetre // from one cell of a board to the next
	unit     = 40             // the same in the picture's units

	maxAbreast = 4
	inBox      = 0.45 // how much of a column captions and notes of figures fill at most
)

// A board is a figure in its box.
type board struct {
	picture *drawing.Picture
	scale   float64
	below   []line // caption and notes
	sizes   []float64
	rest    []line // notes that do not fit
	height  float64
}

// measure lays out a figure for a width.
func (l *layout) measure(f *paper.Figure, width float64) *board {
	b := &board{}
	high := l.bottom - l.top
	room := high * inBox
	add := func(s string, bold bool, size float64) {
		for _, t := range l.wrap(s, bold, size, width, 2000) {
			if room -= size * leading; room < 0 {
				b.rest = append(b.rest, t)
				continue
			}
			b.below, b.sizes = append(b.below, t), append(b.sizes, size)
			b.height += size * leading
		}
	}
	if f.Caption != "" {
		add(f.Caption, true, l.size*0.9)
	}
	if len(f.Notes) > 0 {
		add(strings.Join(f.Notes, ", "), false, l.size*0.9)
	}
	if f.Board == nil || f.Board.Cols < 1 || f.Board.Rows < 1 {
		return b
	}
	p := f.Picture()
	if !(p.Width > 0 && p.Height > 0) {
		return b
	}
	b.picture = p
	b.scale = min(width/p.Width, (high-b.height-l.size*1.2)/p.Height, maxCell/unit)
	if f.Rows > 1 {
		const title, gap = 4, 1.8 // lines of the document's title above, and between rows
		room := (high-title*l.size)/float64(f.Rows) - gap*l.size - b.height
		b.scale = min(b.scale, max(room/p.Height, minCell/unit))
	}
	b.height += p.Height * b.scale
	if len(b.below) > 0 {
		b.height += l.size * 0.4
	}
	return b
}

// figures puts figures beside each other, so many in the width of the column.
func (l *layout) figures(row []*paper.Figure, abreast int) {
	gap := l.size * 1.2
	width := (l.column - float64(abreast-1)*gap) / float64(abreast)
	boards := make([]*board, len(row))
	high := 0.0
	for i, f := range row {
		boards[i] = l.measure(f, width)
		high = max(high, boards[i].height)
	}
	if abreast == 1 {
		l.halve(boards[0])
		l.shrink(boards[0], l.room()-l.needs(l.size*1.2))
		high = boards[0].height
	}
	l.put(piece{l.size * 0.8, min(high+l.size*0.4, l.bottom-l.top), false, func(x, y float64) {
		for i, b := range boards {
			l.board(b, x+float64(i)*(width+gap), y, width)
		}
	}})
	for _, b := range boards {
		l.lines(b.rest, l.size*0.9, 0, false, atLeft)
	}
}

// halve makes a figure so small that two of them fit on a page, if its board stays easy to read.
func (l *layout) halve(b *board) {
	const leastCell = 5 * millimetre
	if b.picture == nil {
		return
	}
	text := b.height - b.picture.Height*b.scale
	scale := ((l.bottom-l.top)/2 - l.size*1.3 - text) / b.picture.Height
	if scale < b.scale && scale*unit >= leastCell {
		b.scale, b.height = scale, text+b.picture.Height*scale
	}
}

// shrink makes a figure a little smaller if it then has room on the page, which would be half empty
// otherwise.
func (l *layout) shrink(b *board, room float64) {
	const least, leastCell = 0.75, 4.5 * millimetre
	if b.picture == nil || b.height <= room {
		return
	}
	text := b.height - b.picture.Height*b.scale
	scale := (room - text) / b.picture.Height
	if scale >= least*b.scale && scale*unit >= leastCell {
		b.scale, b.height = scale, room
	}
}

// board draws a figure in its box.
func (l *layout) board(b *board, x, y, width float64) {
	if p := b.picture; p != nil {
		left := x + (width-p.Width*b.scale)/2
		out := l.page
		out.ops("q")
		out.content.WriteString(b.matrix(left, l.height-y))
		out.ops("re", p.Left, p.Top, p.Width, p.Height)
		out.content.WriteString("W n\n")
		p.Draw(&canvas{l: l, p: out, thin: hairline / b.scale})
		out.ops("Q")
		y += p.Height*b.scale + l.size*0.4
	}
	for i, t := range b.below {
		l.set(l.page, t, b.sizes[i], x+(width-t.width)/2, y+b.sizes[i]*1.05)
		y += b.sizes[i] * leading
	}
}

// matrix leads from the units of the picture to a place of the page, whose y goes up. Its scale
// has more digits than lengths have, as it is multiplied by them.
func (b *board) matrix(x, top float64) string {
	return fmt.Sprintf("%.6f 0 0 %.6f %.3f %.3f cm\n", b.scale, -b.scale, x-b.picture.Left*b.scale, top+b.picture.Top*b.scale)
}

// A canvas draws boards on a page.
type canvas struct {
	l    *layout
	p    *page
	thin float64 // the thinnest line, in units of the picture

	fill, stroke drawing.Ink // in use; one more than the ink, 0 for none
	lineWidth    float64
	last         disc
}

type disc struct {
	x, y, radius float64
	ink          drawing.Ink
}

// grey returns how light an ink is. Stones are black and white.
func grey(ink drawing.Ink) float64 {
	switch ink {
	case drawing.White, drawing.Paper, drawing.Veil:
		return 1
	case drawing.Pale:
		return 0.72
	case drawing.Tinted:
		return 0.92
	case drawing.Accent:
		return 0.38
	case drawing.Grey:
		return 0.3
	}
	return 0
}

// ink chooses what areas are filled with.
func (c *canvas) ink(ink drawing.Ink) {
	c.last = disc{}
	if c.fill != ink+1 {
		c.fill = ink + 1
		c.p.ops("g", grey(ink))
	}
}

// pen chooses how lines are drawn.
func (c *canvas) pen(width float64, ink drawing.Ink) {
	c.last = disc{}
	if c.stroke != ink+1 {
		c.stroke = ink + 1
		c.p.ops("G", grey(ink))
	}
	if width = max(width, c.thin); width != c.lineWidth {
		c.lineWidth = width
		c.p.ops("w", width)
	}
}

func (c *canvas) path(path string) (drawn bool) {
	drawing.EachPart(path, func(command byte, to [6]float64) {
		switch command {
		case 'M':
			c.p.ops("m", to[:2]...)
		case 'L':
			c.p.ops("l", to[:2]...)
		case 'C':
			c.p.ops("c", to[:]...)
		case 'Z':
			c.p.ops("h")
		}
		drawn = true
	})
	return drawn
}

// Fill implements [drawing.Canvas].
func (c *canvas) Fill(path string, ink drawing.Ink) {
	if path == "" {
		return
	}
	if ink == drawing.Veil {
		c.p.content.WriteString("q /Veil gs\n")
	}
	c.ink(ink)
	c.path(path)
	c.p.ops("f")
	if ink == drawing.Veil {
		c.p.ops("Q")
		c.fill, c.stroke, c.lineWidth = 0, 0, 0
	}
}

// Stroke implements [drawing.Canvas].
func (c *canvas) Stroke(path string, width float64, ink drawing.Ink) {
	if path == "" {
		return
	}
	c.pen(width, ink)
	c.path(path)
	c.p.ops("S")
}

// circle is a path of four curves around 0, 0.
func circle(b []byte, radius float64) []byte {
	k := radius * 4 / 3 * (math.Sqrt2 - 1)
	r := radius
	for i, curve := range [][6]float64{{r, 0}, {r, k, k, r, 0, r}, {-k, r, -r, k, -r, 0}, {-r, -k, -k, -r, 0, -r}, {k, -r, r, -k, r, 0}} {
		numbers, operator := curve[:], "c\n"
		if i == 0 {
			numbers, operator = curve[:2], "m\n"
		}
		for _, n := range numbers {
			b = append(strconv.AppendFloat(b, n, 'f', 4, 64), ' ')
		}
		b = append(b, operator...)
	}
	return b
}

// Disc implements [drawing.Canvas]. The curves of discs are in the document once, as boards have
// hundreds. A disc within one of its ink is not seen, as in black stones.
func (c *canvas) Disc(x, y, radius float64, ink drawing.Ink) {
	if last := c.last; last.ink == ink && last.x == x && last.y == y && last.radius >= radius {
		return
	}
	c.ink(ink)
	b := append(number(append(c.p.content.AvailableBuffer(), "q "...), radius), " 0 0 "...)
	b = append(number(b, radius), ' ')
	b = append(number(b, x), ' ')
	c.p.content.Write(append(number(b, y), " cm/Disc Do Q\n"...))
	c.last = disc{x, y, radius, ink}
}

// Ring implements [drawing.Canvas].
func (c *canvas) Ring(x, y, radius, width float64, ink drawing.Ink) {
	c.pen(width, ink)
	c.p.content.WriteString("q ")
	c.p.ops("cm", 1, 0, 0, 1, x, y)
	c.p.content.Write(circle(c.p.content.AvailableBuffer(), radius))
	c.p.content.WriteString("s Q\n")
}

// Text implements [drawing.Canvas].
func (c *canvas) Text(x, y, size float64, s string, ink drawing.Ink) {
	var w words
	c.l.add(&w, s, true, -1)
	t := newLine(w.chars, size)
	if len(t.chars) == 0 {
		return
	}
	box := t.chars[0].glyph.Box
	for _, ch := range t.chars {
		box.Bottom, box.Top = min(box.Bottom, ch.glyph.Box.Bottom), max(box.Top, ch.glyph.Box.Top)
	}
	c.ink(ink)
	if t.chars[0].glyph.Thicken {
		c.pen(0, ink)
		c.lineWidth = 0 // letters have their own
	}
	base := y + float64(box.Top+box.Bottom)/2*size/typeface.Em
	b := c.p.content.AvailableBuffer()
	b = append(b, "BT 1 0 0 -1 "...)
	b = append(number(b, x-t.width/2), ' ')
	b = append(number(b, base), " Tm\n"...)
	c.p.content.Write(b)
	c.l.letters(c.p, t.chars, size)
	c.p.content.WriteString("ET\n")
}
