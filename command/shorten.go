package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"kifudb/archive"
)

// A cell is a text of a table. What comes after it, the rank of a player, is kept
// when the text is shortened.
type cell struct{ text, tail ink }

// whole is the cell at full length.
func (c cell) whole() ink { return joinedInk(c.text, c.tail) }

// String is the same without what was found.
func (c cell) String() string { return archive.Joined(c.text.Text, c.tail.Text) }

// A shortening is a way in which the cells of a column give way.
type shortening struct {
	// cut returns the cells in so many columns of the terminal.
	cut func(cells []cell, width int) []ink
	// least is the width below which the cells tell little.
	least func(cells []cell) int
	// dear says how much worse it is to lose of these than of other texts.
	dear float64
}

var (
	words   = &shortening{each(cutEnd), atLeast(8), 1}
	founds  = &shortening{each(cutFound), atLeast(16), 2}
	dates   = &shortening{each(cutDate), atLeast(10), 4}
	results = &shortening{each(cutEnd), atLeast(6), 4}
	paths   = &shortening{each(cutPath), atLeast(12), 3}
	names   = &shortening{cutNames, initialsWidth, 4}
)

func each(cut func(ink, int) ink) func([]cell, int) []ink {
	return func(cells []cell, width int) []ink {
		shown := make([]ink, len(cells))
		for i, c := range cells {
			shown[i] = cut(c.whole(), width)
		}
		return shown
	}
}

func atLeast(width int) func([]cell) int {
	return func([]cell) int { return width }
}

// cutEnd shortens a text at its end.
func cutEnd(t ink, width int) ink {
	if textWidth(t.Text) <= width {
		return t
	}
	kept := strings.TrimSuffix(text.Trim(t.Text, width-1), " ")
	return t.slice(0, len(kept)).plus(plain("…"))
}

// cutDate shortens a date at its end, and does not cut a number in two, which would be another day:
// 1933-10-16… of 1933-10-16..1934-01-29.
func cutDate(t ink, width int) ink {
	cut := cutEnd(t, width)
	kept := len(cut.Text) - len("…")
	if textWidth(t.Text) <= width || kept < 1 || kept >= len(t.Text) || !isDigit(t.Text[kept-1]) && strings.IndexByte(".,-/", t.Text[kept-1]) < 0 {
		return cut
	}
	if isDigit(t.Text[kept]) {
		kept = len(strings.TrimRight(t.Text[:kept], "0123456789"))
	}
	if kept = len(strings.TrimRight(t.Text[:kept], ".,-/ ")); kept == 0 {
		return cut
	}
	return t.slice(0, kept).plus(plain("…"))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// cutFound shortens a place with what was found there at its end, and where that would
// not show what was found, before it, too: @40 …«ladder» is….
func cutFound(t ink, width int) ink {
	cut := cutEnd(t, width)
	if len(t.Marks) == 0 || len(cut.Marks) > 0 && cut.Marks[0] == t.Marks[0] {
		return cut
	}
	from := t.Marks[0][0]
	if strings.HasSuffix(t.Text[:from], "«") {
		from -= len("«")
	}
	place, _, _ := strings.Cut(t.Text[:from], " ")
	if len(place)+1 >= from {
		return cut
	}
	return cutEnd(t.slice(0, len(place)).plus(plain(" …"), t.slice(from, len(t.Text))), width)
}

// cutStart shortens a text at its start.
func cutStart(t ink, width int) ink {
	if textWidth(t.Text) <= width {
		return t
	}
	for i := range t.Text {
		if textWidth(t.Text[i:]) < width {
			return plain("…").plus(t.slice(i, len(t.Text)))
		}
	}
	return plain("…")
}

// cutPath shortens a path at its start, where it can between two folders: files
// of one collection differ at the end.
func cutPath(t ink, width int) ink {
	s := t.Text
	if textWidth(s) <= width {
		return t
	}
	for i, r := range s {
		if (r == '/' || r == '\\') && i > 0 && textWidth(s[i:]) < width && i+1 < len(s) {
			return plain("…").plus(t.slice(i, len(s)))
		}
	}
	return cutStart(t, width)
}

// cutNames shortens names to a family name, the initials of what follows it, and
// the rank: Takemiya M. 9p. Where two players would look the same they get more
// letters, if there is room.
func cutNames(cells []cell, width int) []ink {
	shown := make([]ink, len(cells))
	same := map[string]map[string]bool{} // full names, by what is shown of them
	for i, c := range cells {
		shown[i] = cutName(c, width, 1)
		if same[shown[i].Text] == nil {
			same[shown[i].Text] = map[string]bool{}
		}
		same[shown[i].Text][c.String()] = true
	}
	for i, c := range cells {
		if len(same[shown[i].Text]) > 1 {
			shown[i] = longestName(c, width, shown[i])
		}
	}
	return shown
}

// longestName shows as many letters of the names that are cut as there is room for.
func longestName(c cell, width int, shown ink) ink {
	for letters := 2; letters < width; letters++ {
		longer := cutName(c, width, letters)
		if strings.Contains(longer.Text, "…") {
			break
		}
		shown = longer
	}
	return shown
}

// cutName shortens one name, from its end, to so many letters of each word.
func cutName(c cell, width, letters int) ink {
	full := c.whole()
	if textWidth(full.Text) <= width {
		return full
	}
	parts := c.text.words()
	for i := len(parts) - 1; i > 0; i-- {
		parts[i] = abbreviated(parts[i], letters)
		if short := joinedInk(append(parts[:len(parts):len(parts)], c.tail)...); textWidth(short.Text) <= width {
			return short
		}
	}
	if len(parts) == 0 {
		return cutEnd(full, width)
	}
	const leastFamily = 4
	rest := joinedInk(append(parts[1:len(parts):len(parts)], c.tail)...)
	if room := width - textWidth(rest.Text) - 1; rest.Text != "" && room >= leastFamily {
		return joinedInk(cutEnd(parts[0], room), rest)
	}
	if room := width - textWidth(c.tail.Text) - 1; c.tail.Text != "" && room >= leastFamily {
		return joinedInk(cutEnd(c.text, room), c.tail)
	}
	return cutEnd(full, width)
}

// abbreviated is the first letters of a word with a full stop. Words that have no
// capitals, such as those in Chinese characters, and those with digits, which may
// be ranks, stay.
func abbreviated(word ink, letters int) ink {
	capital, _ := utf8.DecodeRuneInString(word.Text)
	if utf8.RuneCountInString(word.Text) <= letters+1 || !unicode.IsUpper(capital) || strings.ContainsFunc(word.Text, unicode.IsDigit) {
		return word
	}
	return word.first(letters).plus(plain("."))
}

// initialsWidth is the width at which all names have their family name, initials
// and rank, within reason.
func initialsWidth(cells []cell) int {
	const reasonable = 16
	least := 0
	for _, c := range cells {
		parts := c.text.words()
		for i := range parts {
			if i > 0 {
				parts[i] = abbreviated(parts[i], 1)
			}
		}
		least = max(least, textWidth(joinedInk(append(parts, c.tail)...).Text))
	}
	return min(least, reasonable)
}
