package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"kifudb/paper/typeface"
)

// A char is a character of a line.
type char struct {
	glyph typeface.Glyph
	link  int32 // of the writer's links, -1 for none
	space bool
}

// A words is text to be broken into lines: its characters, and after which ones a line may end.
type words struct {
	chars []char
	ends  []bool
}

// A line of text that is set.
type line struct {
	chars []char
	width float64
}

// clean prepares a text of a record for print: one form for each character, spaces for
// tabs, nothing for other controls.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	s = norm.NFC.String(s)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			if r == '\u3000' || r == '\u00a0' {
				return r
			}
			return ' '
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		}
		return r
	}, s)
}

// unshaped are the scripts whose letters join, change their order or run from right to left.
var unshaped = []*unicode.RangeTable{
	unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Lao, unicode.Thai,
}

// add appends a text in one weight.
func (l *layout) add(w *words, s string, bold bool, link int32) {
	s = clean(s)
	state := -1
	for len(s) > 0 {
		var part string
		part, s, _, state = uniseg.FirstLineSegmentInString(s, state)
		for _, r := range part {
			if r == '\n' {
				r = ' '
			}
			g := l.fonts.Glyph(r, bold)
			if g.Missing {
				l.report.miss(r)
			}
			if r >= 0x590 && unicode.In(r, unshaped...) {
				l.report.Unshaped++
			}
			w.chars = append(w.chars, char{g, link, r == ' '})
			w.ends = append(w.ends, false)
		}
		w.ends[len(w.ends)-1] = true
	}
}

// maxParagraph is how many bytes of a text are laid out at a time.
const maxParagraph = 1 << 16

// pieces cuts a text that is too long to be laid out at a time.
func pieces(s string) (list []string) {
	for len(s) > maxParagraph {
		cut := strings.LastIndexByte(s[:maxParagraph], ' ')
		for cut = max(cut, maxParagraph/2); cut < len(s) && !utf8.RuneStart(s[cut]); cut++ {
		}
		list = append(list, s[:cut])
		s = s[cut:]
	}
	return append(list, s)
}

// advance returns how wide a character is at a size.
func (c *char) advance(size float64) float64 {
	return float64(c.glyph.Width) * size / typeface.Em
}

// next cuts the first line off a text.
func (w *words) next(size, width float64) line {
	end, fits := 0, 0 // after the last place for a break, and after the last character that fits
	at := 0.0
	for i := range w.chars {
		c := &w.chars[i]
		at += c.advance(size)
		if at > width && !c.space {
			break
		}
		fits = i + 1
		if w.ends[i] {
			end = fits
		}
	}
	if fits == len(w.chars) {
		end = fits
	}
	if end == 0 {
		end = max(fits, 1) // a long word
	}
	chars := w.chars[:end]
	w.chars, w.ends = w.chars[end:], w.ends[end:]
	return newLine(chars, size)
}

// newLine makes a line. Spaces at its end have no width.
func newLine(chars []char, size float64) line {
	for len(chars) > 0 && chars[len(chars)-1].space {
		chars = chars[:len(chars)-1]
	}
	l := line{chars: chars}
	for i := range chars {
		l.width += chars[i].advance(size)
	}
	return l
}

// wrap breaks a text into at most so many lines. If it needs more, the last one ends with an ellipsis.
func (l *layout) wrap(s string, bold bool, size, width float64, most int) (lines []line) {
	// A line has no more characters than fit if all were hairspaces; the rest is cut.
	if limit := most * 4000; len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit] + "…"
	}
	for row := range strings.SplitSeq(s, "\n") {
		var w words
		l.add(&w, row, bold, -1)
		for len(w.chars) > 0 {
			if len(lines) == most-1 {
				rest := newLine(w.chars, size)
				if rest.width > width {
					rest = l.shorten(rest, bold, size, width)
				}
				return append(lines, rest)
			}
			lines = append(lines, w.next(size, width))
		}
		if len(lines) == most {
			return lines
		}
	}
	return lines
}

// shorten cuts a line and ends it with an ellipsis.
func (l *layout) shorten(t line, bold bool, size, width float64) line {
	dots := char{l.fonts.Glyph('…', bold), -1, false}
	room := width - dots.advance(size)
	n := 0
	for at := 0.0; n < len(t.chars); n++ {
		if at += t.chars[n].advance(size); at > room {
			break
		}
	}
	return newLine(append(t.chars[:n:n], dots), size)
}
