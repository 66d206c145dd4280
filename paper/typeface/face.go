package typeface

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Em is how many units of this package the size of a font has: widths and outlines are given
// in thousandths of the size.
const Em = 1000

// maxGlyphs is how many glyphs a face can have: their numbers have two bytes in a PDF.
const maxGlyphs = 65000

// maxOutline is how far an outline may reach. Fonts have outlines of about one Em.
const maxOutline = 16000

// ErrLicence is the error for a font that may not be embedded in a document.
var ErrLicence = errors.New("the licence bits of the font do not allow to embed a part of it in a document")

// A Face is one font. It numbers the characters that are asked for, from 1.
type Face struct {
	name   string // as PostScript knows it
	font   *sfnt.Font
	source io.Closer
	buffer sfnt.Buffer
	bold   bool

	glyphs  []outline // glyphs[0] is the box for a missing glyph
	numbers map[rune]uint16
	high    Box // what all outlines lie in
}

// outline is a glyph as the charstring of a font in the Compact Font Format.
type outline struct {
	char       rune
	width      int
	box        Box
	charstring []byte
}

// A Box is a rectangle. Y goes up from the base line.
type Box struct{ Left, Bottom, Right, Top int }

// join returns the smallest box around two boxes.
func (b Box) join(c Box) Box {
	if c == (Box{}) {
		return b
	}
	if b == (Box{}) {
		return c
	}
	return Box{min(b.Left, c.Left), min(b.Bottom, c.Bottom), max(b.Right, c.Right), max(b.Top, c.Top)}
}

// table returns where a table of a font lies in its file: start is where the font begins.
func table(file io.ReaderAt, start int64, tag string) (at, length int64, err error) {
	var head [12]byte
	if _, err := file.ReadAt(head[:], start); err != nil {
		return 0, 0, err
	}
	count := int(binary.BigEndian.Uint16(head[4:]))
	directory := make([]byte, 16*count)
	if _, err := file.ReadAt(directory, start+12); err != nil {
		return 0, 0, err
	}
	for ; len(directory) > 0; directory = directory[16:] {
		if string(directory[:4]) == tag {
			return int64(binary.BigEndian.Uint32(directory[8:])), int64(binary.BigEndian.Uint32(directory[12:])), nil
		}
	}
	return 0, 0, nil
}

// starts returns where the fonts of a file begin.
func starts(file io.ReaderAt) ([]int64, error) {
	var head [12]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head[:], []byte("ttcf")):
		count := binary.BigEndian.Uint32(head[8:])
		if count == 0 || count > 256 {
			return nil, errors.New("a collection of no fonts, or of too many")
		}
		offsets := make([]byte, 4*count)
		if _, err := file.ReadAt(offsets, 12); err != nil {
			return nil, err
		}
		var list []int64
		for i := range count {
			list = append(list, int64(binary.BigEndian.Uint32(offsets[4*i:])))
		}
		return list, nil
	case bytes.HasPrefix(head[:], []byte("wOF")):
		return nil, errors.New("fonts for web pages (WOFF) are not supported; give a TrueType or OpenType font")
	}
	return []int64{0}, nil
}

// rights reads the weight of a font, and whether its licence bits allow to embed a part of it. A font
// without the table for them forbids nothing.
func rights(file io.ReaderAt, start int64) (weight int, err error) {
	at, length, err := table(file, start, "OS/2")
	if err != nil || length < 10 {
		return 400, err
	}
	var head [10]byte
	if _, err := file.ReadAt(head[:], at); err != nil {
		return 0, err
	}
	// From the OpenType specification: of the lowest four bits the least restrictive one counts. 2 is
	// restricted; 4 allows to view and print, 8 to edit. 0x100 forbids parts, 0x200 outlines.
	bits := binary.BigEndian.Uint16(head[8:])
	if bits&0xe == 2 || bits&0x300 != 0 {
		return 0, fmt.Errorf("%w (fsType %#04x)", ErrLicence, bits)
	}
	return int(binary.BigEndian.Uint16(head[4:])), nil
}

// names are the marks of a language in the names of a collection's fonts, best first.
var names = map[string][]string{
	"ja": {" JP", " J"},
	"zh": {" SC", " CN", " TC"},
	"en": {" JP", " J"},
}

// read opens a font. Of a collection it takes the font of the language, or else the first. The
// face closes the source.
func read(file io.ReaderAt, source io.Closer, language string) (*Face, error) {
	places, err := starts(file)
	if err != nil {
		return nil, err
	}
	collection, err := sfnt.ParseCollectionReaderAt(file)
	if err != nil {
		return nil, err
	}
	f := &Face{source: source}
	chosen, best := -1, math.MaxInt
	for i := range min(len(places), collection.NumFonts()) {
		rank := len(places)
		if len(places) > 1 {
			one, err := collection.Font(i)
			if err != nil {
				continue
			}
			family, _ := one.Name(&f.buffer, sfnt.NameIDFamily)
			for j, mark := range names[language] {
				if strings.Contains(family+" ", mark+" ") {
					rank = min(rank, j)
				}
			}
			if strings.Contains(family, "Mono") || strings.Contains(family, "UI") {
				rank += len(places)
			}
		}
		if rank < best {
			chosen, best = i, rank
		}
	}
	if chosen < 0 {
		return nil, errors.New("none of the fonts of the collection can be read")
	}
	weight, err := rights(file, places[chosen])
	if err != nil {
		return nil, err
	}
	if f.font, err = collection.Font(chosen); err != nil {
		return nil, err
	}
	f.bold = weight >= 600
	name, err := f.font.Name(&f.buffer, sfnt.NameIDPostScript)
	if err != nil {
		name = "Font"
	}
	f.name = plain(name)
	f.numbers = map[rune]uint16{}
	f.glyphs = []outline{f.missing(0)}
	return f, nil
}

// plain returns the letters and digits of a name, which need no quotes in a PDF.
func plain(name string) string {
	kept := strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, name)
	if kept == "" {
		return "Font"
	}
	return kept[:min(len(kept), 60)]
}

// number returns the number of a character's glyph, or false if the font does not have it.
func (f *Face) number(r rune) (uint16, bool) {
	if n, ok := f.numbers[r]; ok {
		return n, true
	}
	o, ok := f.load(r)
	if !ok {
		return 0, false
	}
	n := f.add(o)
	return n, n != 0
}

// add numbers a new glyph.
func (f *Face) add(o outline) uint16 {
	if len(f.glyphs) >= maxGlyphs {
		return 0
	}
	f.glyphs = append(f.glyphs, o)
	f.high = f.high.join(o.box)
	n := uint16(len(f.glyphs) - 1)
	f.numbers[o.char] = n
	return n
}

// load reads the glyph of a character.
func (f *Face) load(r rune) (outline, bool) {
	index, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil || index == 0 {
		return outline{}, false
	}
	size := fixed.I(Em)
	advance, err := f.font.GlyphAdvance(&f.buffer, index, size, font.HintingNone)
	if err != nil {
		return outline{}, false
	}
	segments, err := f.font.LoadGlyph(&f.buffer, index, size, nil)
	if err != nil {
		return outline{}, false
	}
	width := min(max(advance.Round(), 0), maxOutline)
	o := outline{char: r, width: width}
	c := charstring{width: width}
	for _, s := range segments {
		at := func(i int) point { return newPoint(s.Args[i]) }
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.moveTo(at(0))
		case sfnt.SegmentOpLineTo:
			c.lineTo(at(0))
		case sfnt.SegmentOpQuadTo:
			c.quadTo(at(0), at(1))
		case sfnt.SegmentOpCubeTo:
			c.cubeTo(at(0), at(1), at(2))
		}
	}
	o.charstring, o.box = c.end(), c.box
	return o, true
}

// missing returns the glyph for a character that no font has: a box.
func (f *Face) missing(r rune) outline {
	const left, bottom, right, top, thick = 60, 0, 540, 700, 40
	c := charstring{width: right + left}
	c.moveTo(point{left, bottom})
	c.lineTo(point{right, bottom})
	c.lineTo(point{right, top})
	c.lineTo(point{left, top})
	c.moveTo(point{left + thick, bottom + thick})
	c.lineTo(point{left + thick, top - thick})
	c.lineTo(point{right - thick, top - thick})
	c.lineTo(point{right - thick, bottom + thick})
	return outline{char: r, width: right + left, charstring: c.end(), box: c.box}
}

// Used reports how many different characters the face was asked for and has.
func (f *Face) Used() int { return len(f.glyphs) - 1 }

// Widths returns those of the glyphs, by their numbers.
func (f *Face) Widths() []int {
	list := make([]int, len(f.glyphs))
	for i, g := range f.glyphs {
		list[i] = g.width
	}
	return list
}

// Characters returns those of the glyphs, by their numbers. The one of number 0 means nothing.
func (f *Face) Characters() []rune {
	list := make([]rune, len(f.glyphs))
	for i, g := range f.glyphs {
		list[i] = g.char
	}
	return list
}

// Bounds returns the box around all glyphs that were asked for.
func (f *Face) Bounds() Box { return f.high }

// close closes the file of the font.
func (f *Face) close() error {
	if f.source == nil {
		return nil
	}
	return f.source.Close()
}
