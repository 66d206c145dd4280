package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxShape is the most characters of a shape that are told apart.
const maxShape = 60

// shapeOf returns the shape of a value: what it looks like without what it
// says. Digits become 9, a run of them one 9 unless their number means
// something, as in dates; words become "word", but for one or two letters, for
// letters at a number (9p) and for the words that have a meaning; several in a
// row are "words". Signs stay, and so do Han, kana and Hangul, up to a few.
func shapeOf(text string, everyDigit bool, meaning map[string]bool) string {
	var b strings.Builder
	last := ""
	put := func(s string) {
		switch {
		case s == "9" && last == "9" && !everyDigit, s == " " && last == " ":
			return
		case s == "word" && (last == "word" || last == "words"):
			return
		}
		b.WriteString(s)
		last = s
	}
	afterDigit := false
	for rest := strings.TrimSpace(text); rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		n := size
		switch {
		case unicode.IsDigit(r):
			put("9")
		case unicode.IsSpace(r):
			put(" ")
		case unicode.Is(unicode.Latin, r):
			n = runOf(rest, unicode.Latin)
			word := rest[:n]
			if utf8.RuneCountInString(word) <= 2 || afterDigit || meaning[strings.ToLower(word)] {
				put(word)
			} else {
				put("word")
			}
		case unicode.IsLetter(r):
			if n = runOf(rest, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul); n == 0 {
				n = size
			}
			if utf8.RuneCountInString(rest[:n]) > 6 {
				put("文…")
			} else {
				put(rest[:n])
			}
		default:
			put(rest[:n])
		}
		afterDigit = unicode.IsDigit(r)
		rest = rest[n:]
	}
	shape := strings.ReplaceAll(b.String(), "word word", "words")
	for strings.Contains(shape, "words word") {
		shape = strings.ReplaceAll(strings.ReplaceAll(shape, "words words", "words"), "words word", "words")
	}
	if runes := []rune(shape); len(runes) > maxShape {
		shape = string(runes[:maxShape]) + "…"
	}
	return shape
}

// runOf returns the length in bytes of the letters of some scripts with which s
// begins.
func runOf(s string, scripts ...*unicode.RangeTable) int {
	for i, r := range s {
		if !unicode.In(r, scripts...) {
			return i
		}
	}
	return len(s)
}
