package typeface

import (
	"crypto/sha256"
	"encoding/binary"

	"golang.org/x/image/math/fixed"
)

// A point of an outline. Y goes up.
type point struct{ x, y int }

func newPoint(p fixed.Point26_6) point {
	within := func(v fixed.Int26_6) int { return min(max(v.Round(), -maxOutline), maxOutline) }
	return point{within(p.X), within(-p.Y)}
}

// A charstring draws one glyph: numbers and operators, as Adobe's Technical Note 5177 defines them for
// Type 2. It has lines and curves only. Hints and subroutines of the font are left out.
type charstring struct {
	width int
	at    point
	box   Box
	code  []byte
	begun bool
	lines []byte // arguments that wait for their operator, which is one for many
	count int
	op    byte
}

// The operators of charstrings and how many arguments fit before one.
const (
	opLine  = 5
	opCurve = 8
	opEnd   = 14
	opMove  = 21

	maxArguments = 48
)

// number appends a number as charstrings and dictionaries write it.
func number(to []byte, n int) []byte {
	switch {
	case n >= -107 && n <= 107:
		return append(to, byte(n+139))
	case n >= 108 && n <= 1131:
		n -= 108
		return append(to, byte(n>>8)+247, byte(n))
	case n >= -1131 && n <= -108:
		n = -n - 108
		return append(to, byte(n>>8)+251, byte(n))
	}
	return append(to, 28, byte(n>>8), byte(n))
}

// step appends how far a point is from the last one.
func (c *charstring) step(to []byte, p point) []byte {
	to = number(number(to, p.x-c.at.x), p.y-c.at.y)
	c.at = p
	b := Box{p.x, p.y, p.x, p.y}
	if c.box == (Box{}) {
		c.box = b
	}
	c.box = Box{min(c.box.Left, b.Left), min(c.box.Bottom, b.Bottom), max(c.box.Right, b.Right), max(c.box.Top, b.Top)}
	return to
}

// flush writes the arguments that wait, with their operator.
func (c *charstring) flush() {
	if c.count > 0 {
		c.code = append(append(c.code, c.lines...), c.op)
		c.lines, c.count = c.lines[:0], 0
	}
}

// begin writes the width, which stands before the first operator.
func (c *charstring) begin() {
	if !c.begun {
		c.begun = true
		c.code = number(c.code, c.width)
	}
}

func (c *charstring) moveTo(p point) {
	c.flush()
	c.begin()
	c.code = append(c.step(c.code, p), opMove)
}

// draw adds arguments of an operator.
func (c *charstring) draw(op byte, points ...point) {
	if !c.begun { // a damaged font: outlines begin with a move
		c.moveTo(point{})
	}
	if c.op != op || c.count+2*len(points) > maxArguments {
		c.flush()
	}
	c.op = op
	for _, p := range points {
		c.lines = c.step(c.lines, p)
	}
	c.count += 2 * len(points)
}

func (c *charstring) lineTo(p point)       { c.draw(opLine, p) }
func (c *charstring) cubeTo(a, b, p point) { c.draw(opCurve, a, b, p) }

// quadTo adds a quadratic curve as the cubic one that is equal to it.
func (c *charstring) quadTo(a, p point) {
	third := func(from, handle int) int { return (from + 2*handle + 1) / 3 }
	from := c.at
	c.cubeTo(point{third(from.x, a.x), third(from.y, a.y)}, point{third(p.x, a.x), third(p.y, a.y)}, p)
}

func (c *charstring) end() []byte {
	c.flush()
	c.begin()
	return append(c.code, opEnd)
}

// index appends a list of byte strings as the format writes it.
func index(to []byte, items ...[]byte) []byte {
	to = binary.BigEndian.AppendUint16(to, uint16(len(items)))
	if len(items) == 0 {
		return to
	}
	to = append(to, 4)
	at := uint32(1)
	to = binary.BigEndian.AppendUint32(to, at)
	for _, item := range items {
		at += uint32(len(item))
		to = binary.BigEndian.AppendUint32(to, at)
	}
	for _, item := range items {
		to = append(to, item...)
	}
	return to
}

// long appends a number in five bytes, so that dictionaries with offsets have a length that does
// not depend on them.
func long(to []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(append(to, 29), uint32(n))
}

// Write returns a font of the glyphs that were asked for, in the Compact Font Format, keyed by
// the numbers of the glyphs. Its name is the same for the same glyphs.
//
// It is laid out as: header, name, top dictionary, strings, no subroutines, then the
// numbers of the glyphs, to which dictionary each belongs, the outlines, one font dictionary,
// and one private dictionary. The order is the one of Technical Note 5176, section 2.
func (f *Face) Write() (name string, font []byte) {
	sum := sha256.New()
	var outlines [][]byte
	for _, g := range f.glyphs {
		outlines = append(outlines, g.charstring)
		sum.Write(binary.BigEndian.AppendUint32(nil, uint32(g.char)))
		sum.Write(g.charstring)
	}
	for _, b := range sum.Sum(nil)[:6] {
		name += string(rune('A' + b%26))
	}
	name += "+" + f.name

	// The predefined strings end at 390; these two follow.
	const adobe, identity = 391, 392
	registry := index(nil, []byte("Adobe"), []byte("Identity"))
	subroutines := index(nil)
	glyphs := index(nil, outlines...)
	last := len(f.glyphs) - 1

	// All widths are in the charstrings, as differences from 0.
	private := append(append(number(nil, 0), 20), append(number(nil, 0), 21)...)
	var charset []byte // format 2: glyphs 1 to last have the numbers 1 to last
	if last > 0 {
		charset = binary.BigEndian.AppendUint16([]byte{2, 0, 1}, uint16(last-1))
	} else {
		charset = []byte{0}
	}
	selects := []byte{3, 0, 1, 0, 0, 0} // format 3: one range from 0, of dictionary 0
	selects = binary.BigEndian.AppendUint16(selects, uint16(len(f.glyphs)))

	top := func(charsetAt, selectsAt, glyphsAt, fontsAt int) []byte {
		d := number(number(number(nil, adobe), identity), 0)
		d = append(d, 12, 30) // ROS
		for _, v := range []int{f.high.Left, f.high.Bottom, f.high.Right, f.high.Top} {
			d = number(d, v)
		}
		d = append(d, 5)                           // FontBBox
		d = append(long(d, len(f.glyphs)), 12, 34) // CIDCount
		d = append(long(d, charsetAt), 15)         // charset
		d = append(long(d, glyphsAt), 17)          // CharStrings
		d = append(long(d, fontsAt), 12, 36)       // FDArray
		return append(long(d, selectsAt), 12, 37)  // FDSelect
	}
	one := func(privateAt int) []byte { return append(long(number(nil, len(private)), privateAt), 18) }

	begin := index([]byte{1, 0, 4, 4}, []byte(name))
	size := len(begin) + len(index(nil, top(0, 0, 0, 0))) + len(registry) + len(subroutines)
	charsetAt := size
	selectsAt := charsetAt + len(charset)
	glyphsAt := selectsAt + len(selects)
	fontsAt := glyphsAt + len(glyphs)
	privateAt := fontsAt + len(index(nil, one(0)))

	font = index(begin, top(charsetAt, selectsAt, glyphsAt, fontsAt))
	font = append(append(font, registry...), subroutines...)
	font = append(append(append(font, charset...), selects...), glyphs...)
	font = index(font, one(privateAt))
	return name, append(font, private...)
}
