package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/internal/plaintext"
)

// An Ink is a text of which a search found pieces, to be shown in color. It is cut and
// joined like a string, and the marks stay with their letters; only when all is laid out
// escape sequences are put in. A text with colors is that without, and escapes.
type Ink struct {
	Text  string
	Marks [][2]int // from which byte to before which a piece goes
}

// Plain is a text in which nothing was found.
func Plain(s string) Ink { return Ink{Text: s} }

// slice is the text from one byte to before another.
func (t Ink) slice(from, to int) Ink {
	cut := Ink{Text: t.Text[from:to]}
	for _, m := range t.Marks {
		if lo, hi := max(m[0], from), min(m[1], to); lo < hi {
			cut.Marks = append(cut.Marks, [2]int{lo - from, hi - from})
		}
	}
	return cut
}

// plus is the text with others behind it.
func (t Ink) plus(others ...Ink) Ink {
	sum := Ink{t.Text, t.Marks[:len(t.Marks):len(t.Marks)]}
	for _, o := range others {
		for _, m := range o.Marks {
			sum.Marks = append(sum.Marks, [2]int{len(sum.Text) + m[0], len(sum.Text) + m[1]})
		}
		sum.Text += o.Text
	}
	return sum
}

// Join joins those texts that are not empty by spaces.
func Join(texts ...Ink) Ink {
	var all Ink
	for _, t := range texts {
		switch {
		case t.Text == "":
		case all.Text == "":
			all = t
		default:
			all = all.plus(Plain(" "), t)
		}
	}
	return all
}

// words are those between spaces, as in strings.Fields.
func (t Ink) words() []Ink {
	var list []Ink
	start := -1
	for i, r := range t.Text {
		switch {
		case unicode.IsSpace(r) && start >= 0:
			list = append(list, t.slice(start, i))
			start = -1
		case !unicode.IsSpace(r) && start < 0:
			start = i
		}
	}
	if start >= 0 {
		list = append(list, t.slice(start, len(t.Text)))
	}
	return list
}

// first is the first letters, all if there are fewer.
func (t Ink) first(letters int) Ink {
	end := 0
	for range letters {
		_, size := utf8.DecodeRuneInString(t.Text[end:])
		end += size
	}
	return t.slice(0, end)
}

// printable is the text without what could disturb a terminal.
func (t Ink) printable() Ink {
	if len(t.Marks) == 0 {
		return Plain(plaintext.Printable(t.Text))
	}
	var shown Ink
	at := 0
	for _, m := range t.Marks {
		found := plaintext.Printable(t.Text[m[0]:m[1]])
		shown = shown.plus(Plain(plaintext.Printable(t.Text[at:m[0]])), Ink{found, [][2]int{{0, len(found)}}})
		at = m[1]
	}
	return shown.plus(Plain(plaintext.Printable(t.Text[at:])))
}

// painted puts what was found in a color, which is the parameters of an escape
// sequence: "1;31". Without one the text is as it is.
func (t Ink) painted(color string) string {
	if color == "" || len(t.Marks) == 0 {
		return t.Text
	}
	var b strings.Builder
	at := 0
	for _, m := range t.Marks {
		if m[0] == m[1] {
			continue
		}
		b.WriteString(t.Text[at:m[0]] + "\x1b[" + color + "m" + t.Text[m[0]:m[1]] + "\x1b[0m")
		at = m[1]
	}
	return b.String() + t.Text[at:]
}
