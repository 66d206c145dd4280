package tex

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// special are the characters that TeX reads as more than themselves, as its commands for them.
var special = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '`': `\textasciigrave{}`, '"': `\textquotedbl{}`, '|': `\textbar{}`,
	'<': `\textless{}`, '>': `\textgreater{}`, '\u00a0': `\nobreakspace{}`,
}

const (
	longWord = 24  // characters after which a word may be broken
	longLine = 100 // of the file; TeX reads lines of 200,000 bytes at most
)

// Escape writes a text so that TeX prints it and obeys nothing of it. Controls are left out, and
// lines become spaces. Long words may be broken.
func Escape(s string) string {
	var b strings.Builder
	word, row := 0, 0
	last := rune(0)
	for _, r := range clean(s) {
		if r == ' ' {
			word = 0
			if row > longLine {
				r, row = '\n', 0
				if last == '\n' || last == ' ' || last == 0 { // no empty line, which ends a paragraph
					r = ' '
				}
			}
		} else if word++; word%longWord == 0 {
			b.WriteString("\\allowbreak{}")
			if row > longLine {
				b.WriteString("%\n")
				row = 0
			}
		}
		row++
		if command, ok := special[r]; ok {
			b.WriteString(command)
		} else {
			if r == last && strings.ContainsRune("-,'!?", r) {
				b.WriteString("{}") // two of them would become another sign
			}
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// clean returns the characters of a text that can be printed, each in one form, in one line.
func clean(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, "\ufffd"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0' || r == '\u3000':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Variation_Selector), r&0xfffe == 0xfffe:
			return -1
		}
		return r
	}, s)
}

// short returns the beginning of a text, for places that have one line.
func short(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

// latin are the characters that pdflatex prints with its usual fonts, besides those of ASCII.
const latin = "¡¢£¥§©ª«®°±·º»¿×÷–—‘’“”„…€†‡•‹›™\u00a0" +
	"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ" +
	"ĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīĮįİıĹĺĽľŁłŃńŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŹźŻżŽžŸ"

// needs is what the characters of a document ask of TeX.
type needs struct {
	others bool // letters that are not Latin
	east   bool // Chinese, Japanese or Korean
}

// see takes in the characters of a text.
func (n *needs) see(s string) {
	if n.east && n.others {
		return
	}
	for _, r := range s {
		switch {
		case r < 0x80 || strings.ContainsRune(latin, r):
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo), r >= 0x3000 && r < 0x3100, r >= 0xff00 && r < 0xfff0:
			n.east = true
		default:
			n.others = true
		}
	}
}
