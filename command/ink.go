package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/archive"
)

// An ink is a text of which a search found pieces, to be shown in color. It is cut and
// joined like a string, and the marks stay with their letters; only when all is laid out
// escape sequences are put in. A text with colors is that without, and escapes.
type ink archive.Marked

func plain(s string) ink { return ink{Text: s} }

// slice is the text from one byte to before another.
func (t ink) slice(from, to int) ink {
	cut := ink{Text: t.Text[from:to]}
	for _, m := range t.Marks {
		if lo, hi := max(m[0], from), min(m[1], to); lo < hi {
			cut.Marks = append(cut.Marks, [2]int{lo - from, hi - from})
		}
	}
	return cut
}

// plus is the text with others behind it.
func (t ink) plus(others ...ink) ink {
	sum := ink{t.Text, t.Marks[:len(t.Marks):len(t.Marks)]}
	for _, o := range others {
		for _, m := range o.Marks {
			sum.Marks = append(sum.Marks, [2]int{len(sum.Text) + m[0], len(sum.Text) + m[1]})
		}
		sum.Text += o.Text
	}
	return sum
}

// joinedInk joins those texts that are not empty by spaces, as archive.Joined does.
func joinedInk(texts ...ink) ink {
	var all ink
	for _, t := range texts {
		switch {
		case t.Text == "":
		case all.Text == "":
			all = t
		default:
			all = all.plus(plain(" "), t)
		}
	}
	return all
}

// words are those between spaces, as in strings.Fields.
func (t ink) words() []ink {
	var list []ink
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
func (t ink) first(letters int) ink {
	end := 0
	for range letters {
		_, size := utf8.DecodeRuneInString(t.Text[end:])
		end += size
	}
	return t.slice(0, end)
}

// printable is the text without what could disturb a terminal.
func (t ink) printable() ink {
	if len(t.Marks) == 0 {
		return plain(printable(t.Text))
	}
	var shown ink
	at := 0
	for _, m := range t.Marks {
		found := printable(t.Text[m[0]:m[1]])
		shown = shown.plus(plain(printable(t.Text[at:m[0]])), ink{found, [][2]int{{0, len(found)}}})
		at = m[1]
	}
	return shown.plus(plain(printable(t.Text[at:])))
}

// painted puts what was found in a color, which is the parameters of an escape
// sequence: "1;31". Without one the text is as it is.
func (t ink) painted(color string) string {
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
