package typeface

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

func newSet(t testing.TB, files []string, language string, folders ...string) *Set {
	t.Helper()
	s, err := NewSet(files, language, folders)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// tables cuts a font into its tables.
func tables(font []byte) map[string][]byte {
	all := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		d := font[12+16*i:]
		at, length := binary.BigEndian.Uint32(d[8:]), binary.BigEndian.Uint32(d[12:])
		all[string(d[:4])] = slices.Clone(font[at : at+length])
	}
	return all
}

// build makes a font of tables, as if it began at a place of a file.
func build(tag string, all map[string][]byte, start int) []byte {
	names := slices.Sorted(maps.Keys(all))
	font := binary.BigEndian.AppendUint16([]byte(tag), uint16(len(names)))
	font = append(font, make([]byte, 6+16*len(names))...)
	for i, name := range names {
		d := font[12+16*i:]
		copy(d, name)
		binary.BigEndian.PutUint32(d[8:], uint32(start+len(font)))
		binary.BigEndian.PutUint32(d[12:], uint32(len(all[name])))
		font = append(font, all[name]...)
		for len(font)%4 > 0 {
			font = append(font, 0)
		}
	}
	return font
}

const trueType = "\x00\x01\x00\x00"

// licensed returns Go's font with other licence bits.
func licensed(bits uint16) []byte {
	all := tables(goregular.TTF)
	binary.BigEndian.PutUint16(all["OS/2"][8:], bits)
	return build(trueType, all, 0)
}

func file(t testing.TB, folder, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLicence(t *testing.T) {
	dir := t.TempDir()
	for bits, may := range map[uint16]bool{0: true, 4: true, 8: true, 2: false, 6: true, 0xa: true, 0x100: false, 0x104: false, 0x200: false, 1: true} {
		_, err := NewSet([]string{file(t, dir, "font.ttf", licensed(bits))}, "en", nil)
		if may != (err == nil) || !may && !errors.Is(err, ErrLicence) {
			t.Errorf("bits %#x: %v", bits, err)
		}
	}
	// A font of the system that may not be embedded is as if it was not there, and is named.
	path := file(t, dir, "DejaVuSans.ttf", licensed(2))
	s := newSet(t, nil, "en", dir)
	if g := s.Glyph('囲', false); !g.Missing {
		t.Error("the font was used")
	}
	if got := s.Refused(); len(got) != 1 || got[0] != path {
		t.Errorf("refused %q", got)
	}
}

// The user's fonts come first, then the built-in one, then those of the system in the order of the
// language; a bold one is used for bold letters.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	user := file(t, dir, "user.ttf", goregular.TTF)
	s := newSet(t, []string{user}, "en")
	if g := s.Glyph('a', false); g.Face != s.faces[0] || g.Thicken || g.Missing || g.Number != 1 {
		t.Errorf("%+v is not from the user's font", g)
	}
	if g := s.Glyph('a', true); g.Face != s.faces[0] || !g.Thicken || g.Number != 1 {
		t.Errorf("%+v is not from the user's font, made bold", g)
	}
	s = newSet(t, []string{user, file(t, dir, "bold.ttf", gobold.TTF)}, "en")
	if g := s.Glyph('a', true); g.Face != s.faces[1] || g.Thicken {
		t.Errorf("%+v is not from the user's bold font", g)
	}
	if g := s.Glyph('a', false); g.Face != s.faces[0] || len(s.Faces()) != 2 {
		t.Errorf("%+v, %d faces", g, len(s.Faces()))
	}

	// Fonts with a character each, under names of fonts that systems have.
	system := t.TempDir()
	file(t, system, "wqy-zenhei.ttc", withChars(t, '囲', '围'))
	file(t, system, "IPAexG.ttf", withChars(t, '囲'))
	file(t, system, "unknown.ttf", withChars(t, 'あ'))
	for language, want := range map[string]int{"ja": 2, "zh": 1, "en": 2} {
		s := newSet(t, nil, language, system)
		if g := s.Glyph('囲', false); g.Missing || len(g.Face.Characters()) != 2 {
			t.Errorf("%s: %+v", language, g)
		}
		s.Glyph('围', false)
		if got := len(s.Faces()); got != want {
			t.Errorf("%s: %d fonts, want %d", language, got, want)
		}
		if g := s.Glyph('あ', false); !g.Missing || g.Width == 0 {
			t.Errorf("%s: a font of an unknown name was used", language)
		}
	}
}

// withChars returns Go's font with an 'x' for each of the characters, and nothing else.
func withChars(t testing.TB, chars ...rune) []byte {
	t.Helper()
	all := tables(goregular.TTF)
	var b sfnt.Buffer
	f, _ := sfnt.Parse(goregular.TTF)
	x, err := f.GlyphIndex(&b, 'x')
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[rune]uint16{}
	for _, c := range chars {
		numbers[c] = uint16(x)
	}
	all["cmap"] = characterTable(numbers)
	return build(trueType, all, 0)
}

// characterTable is a table cmap in format 12.
func characterTable(numbers map[rune]uint16) []byte {
	table := []byte{0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0}
	table = binary.BigEndian.AppendUint32(table, uint32(16+12*len(numbers)))
	table = binary.BigEndian.AppendUint32(table, 0)
	table = binary.BigEndian.AppendUint32(table, uint32(len(numbers)))
	for _, c := range slices.Sorted(maps.Keys(numbers)) {
		for _, v := range []uint32{uint32(c), uint32(c), uint32(numbers[c])} {
			table = binary.BigEndian.AppendUint32(table, v)
		}
	}
	return table
}

// What is written is read by another reader of the format: each character has the outline and
// the width that it has in the font it is from.
func TestWrittenFont(t *testing.T) {
	const text = "The quick brown fox jumps over the lazy dog. 0123456789 ÄÖÜß Ελλάδα Блиц ●○%@&"
	s := newSet(t, nil, "en")
	face := s.Glyph('T', false).Face
	for _, r := range text {
		if g := s.Glyph(r, false); g.Missing || g.Face != face {
			t.Fatalf("%q is missing", r)
		}
	}
	s.Glyph('囲', false) // a box
	name, written := face.Write()
	if again, _ := face.Write(); again != name || !strings.HasSuffix(name, "+GoRegular") {
		t.Errorf("names %s, %s", name, again)
	}
	all := tables(goregular.TTF)
	source := map[string][]byte{"CFF ": written, "name": all["name"], "OS/2": all["OS/2"], "head": all["head"], "hhea": all["hhea"]}
	binary.BigEndian.PutUint16(source["head"][18:], Em)
	source["maxp"] = binary.BigEndian.AppendUint16([]byte{0, 0, 0x50, 0}, uint16(len(face.glyphs)))
	binary.BigEndian.PutUint16(source["hhea"][34:], uint16(len(face.glyphs)))
	for _, w := range face.Widths() {
		source["hmtx"] = binary.BigEndian.AppendUint16(source["hmtx"], uint16(w))
		source["hmtx"] = binary.BigEndian.AppendUint16(source["hmtx"], 0)
	}
	source["post"] = append([]byte{0, 3, 0, 0}, make([]byte, 28)...)
	numbers := map[rune]uint16{}
	for i, c := range face.Characters() {
		if i > 0 {
			numbers[c] = uint16(i)
		}
	}
	source["cmap"] = characterTable(numbers)
	read, err := sfnt.Parse(build("OTTO", source, 0))
	if err != nil {
		t.Fatal(err)
	}
	original, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var a, b sfnt.Buffer
	for _, r := range text {
		i, err := original.GlyphIndex(&a, r)
		if err != nil {
			t.Fatal(err)
		}
		want, err := original.LoadGlyph(&a, i, fixed.I(Em), nil)
		if err != nil {
			t.Fatal(err)
		}
		j, err := read.GlyphIndex(&b, r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read.LoadGlyph(&b, j, fixed.I(Em), nil)
		if err != nil {
			t.Fatalf("%q: %v", r, err)
		}
		// The reader closes outlines by a line where ours do not.
		ends := func(list sfnt.Segments) (points []point) {
			for _, s := range list {
				last := 0
				switch s.Op {
				case sfnt.SegmentOpQuadTo:
					last = 1
				case sfnt.SegmentOpCubeTo:
					last = 2
				}
				p := newPoint(s.Args[last])
				if len(points) == 0 || points[len(points)-1] != p {
					points = append(points, p)
				}
			}
			return points
		}
		if g, w := ends(got), ends(want); !slices.Equal(g, w) {
			t.Errorf("%q: its outline has %v, want %v", r, g, w)
		}
	}
	if box := face.missing('x').box; box.Right != 540 || box.Top != 700 {
		t.Errorf("box %+v", box)
	}
}

// Of a collection the font of the language is taken.
func TestCollection(t *testing.T) {
	named := func(name string, start int) []byte {
		all := tables(goregular.TTF)
		record := []byte{0, 0, 0, 1, 0, 18, 0, 3, 0, 1, 4, 9, 0, 1, 0, byte(2 * len(name)), 0, 0}
		for _, c := range name {
			record = append(record, 0, byte(c))
		}
		all["name"] = record
		return build(trueType, all, start)
	}
	names := []string{"Some Mono SC", "Some JP", "Some Mono JP", "Some SC"}
	collection := append([]byte("ttcf\x00\x01\x00\x00"), 0, 0, 0, byte(len(names)))
	head := len(collection) + 4*len(names)
	var fonts []byte
	for _, name := range names {
		collection = binary.BigEndian.AppendUint32(collection, uint32(head+len(fonts)))
		fonts = append(fonts, named(name, head+len(fonts))...)
	}
	data := append(collection, fonts...)
	for language, want := range map[string]string{"ja": "Some JP", "zh": "Some SC", "en": "Some JP", "": "Some JP"} {
		f, err := read(bytes.NewReader(data), nil, language)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := f.font.Name(nil, sfnt.NameIDFamily); got != want {
			t.Errorf("%q: took %q, want %q", language, got, want)
		}
	}
}

// A damaged font is an error or has other glyphs, and never a panic.
func TestDamagedFonts(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	good := 0
	for i := range 400 {
		data := slices.Clone(goregular.TTF)
		for range 1 + i%40 {
			at := rng.IntN(len(data))
			if i%2 == 0 {
				at = rng.IntN(1200) // the directory and the first tables
			}
			data[at] = byte(rng.Uint32())
		}
		data = data[:len(data)-rng.IntN(2)*rng.IntN(len(data))]
		f, err := read(bytes.NewReader(data), nil, "en")
		if err != nil {
			continue
		}
		for r := rune(' '); r < 0x180; r++ {
			f.number(r)
		}
		f.Write()
		good++
	}
	if good == 0 {
		t.Error("no font could be read")
	}
	for _, data := range []string{"", "ttcf", "ttcf\x00\x01\x00\x00\xff\xff\xff\xff", "ttcf\x00\x01\x00\x00\x00\x00\x00\x00", "wOF2aaaaaaaaaaaaaaaa", "OTTO\xff\xff\x00\x00\x00\x00\x00\x00"} {
		if _, err := read(strings.NewReader(data), nil, "en"); err == nil {
			t.Errorf("%q is no font", data)
		}
	}
}

// Charstrings have few arguments before an operator: readers have room for 48.
func TestLongOutline(t *testing.T) {
	c := charstring{width: 600}
	for i := range 100 {
		c.lineTo(point{i * 150 % 20000, -i * 7})
	}
	for i := range 100 {
		c.quadTo(point{i, 2 * i}, point{-i * 100, 5})
	}
	if code := c.end(); code[len(code)-1] != opEnd || len(c.lines) != 0 {
		t.Errorf("%d bytes", len(code))
	}
	for n := -16000; n <= 16000; n += 7 {
		code := number(nil, n)
		if got, used := readNumber(code); got != n || used != len(code) {
			t.Fatalf("%d is written as % x, which is %d", n, code, got)
		}
	}
}

// readNumber is as Technical Note 5177 says.
func readNumber(b []byte) (n, used int) {
	switch v := int(b[0]); {
	case v == 28:
		return int(int16(binary.BigEndian.Uint16(b[1:]))), 3
	case v >= 251:
		return -(v-251)*256 - int(b[1]) - 108, 2
	case v >= 247:
		return (v-247)*256 + int(b[1]) + 108, 2
	default:
		return v - 139, 1
	}
}

// The free fonts for Chinese and Japanese are collections with CID-keyed outlines.
func TestNoto(t *testing.T) {
	const folder = "/usr/share/fonts/opentype/noto"
	if _, err := os.Stat(filepath.Join(folder, "NotoSansCJK-Regular.ttc")); err != nil {
		t.Skip("the font is not there")
	}
	for language, want := range map[string]string{"ja": "NotoSansCJKjp-Regular", "zh": "NotoSansCJKsc-Regular"} {
		s := newSet(t, nil, language, folder)
		g := s.Glyph('囲', false)
		if g.Missing || g.Width != Em || g.Face.name != want {
			t.Errorf("%s: %+v of %s", language, g, g.Face.name)
		}
	}
}
