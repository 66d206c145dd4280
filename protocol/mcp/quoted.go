package mcp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A recordText is text from a record or from the user, cut and with hidden characters
// made visible.
type recordText string

// How many characters of texts answers have.
const (
	mostName    = 120   // of a name, an event, a date
	mostSnippet = 240   // of a text that a query finds
	mostComment = 600   // of a comment beside a move
	mostRemark  = 4_000 // of a comment that is asked for by itself
	mostError   = 1_000 // of an error or a notice
)

// quoted returns at most so many characters of a text, without those that are not seen.
// If it is cut, it ends with words that say so.
func quoted(text string, most int) recordText {
	if len(text) > 8*most { // so that a comment of megabytes is not read to its end
		text = text[:8*most] // more than most characters, whatever they are
	}
	var b strings.Builder
	n := 0
	for i, r := range text {
		if n == most {
			b.WriteString("… (cut)")
			break
		}
		n++
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				fmt.Fprintf(&b, `\x%02X`, text[i])
				continue
			}
		}
		if r != '\n' && r != '\t' && hides(r) {
			fmt.Fprintf(&b, `\u{%X}`, r)
			continue
		}
		b.WriteRune(r)
	}
	return recordText(strings.TrimSpace(b.String()))
}

// hides reports whether a character is not seen as what it is: a control character, one that
// turns the direction of writing, one without width or shape, or one of Unicode's tags.
func hides(r rune) bool {
	switch {
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x2800, r == 0x3164, r == 0xFFA0:
		return true // fillers and joiners that look like nothing
	case r == '\u2028', r == '\u2029', r >= 0xFE00 && r <= 0xFE0F, r >= 0x180B && r <= 0x180F, r >= 0xE0000 && r <= 0xE0FFF:
		return true // variation selectors and tags can carry whole texts
	}
	return unicode.Is(unicode.C, r) // controls, formats, surrogates, private use
}

// The brackets around texts from records in the text form of an answer.
const (
	opening = "⟦"
	closing = "⟧"
)

var forged = strings.NewReplacer(opening, `\u{27E6}`, closing, `\u{27E7}`, "\n", " ⏎ ", "\t", " ")

// mark writes a text from a record into the text form of an answer: on one line, between
// brackets that it cannot contain.
func (t recordText) mark() string { return opening + forged.Replace(string(t)) + closing }

// plain is text of the program in which something from a record may stand, such as an
// error.
func plain(text string) string { return forged.Replace(string(quoted(text, mostError))) }
