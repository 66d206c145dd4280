package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/internal/plaintext"
)

// A Cell is a text of a table. What comes after it, the rank of a player, is kept
// when the text is shortened.
type Cell struct{ Text, Tail Ink }

// whole is the cell at full length.
func (c Cell) whole() Ink { return Join(c.Text, c.Tail) }

// String is the same without what was found.
func (c Cell) String() string { return Join(Plain(c.Text.Text), Plain(c.Tail.Text)).Text }

// A Shortening says how a column's cells are shortened when the table is too wide.
type Shortening struct {
	// cut returns the cells in so many columns of the terminal.
	cut func(cells []Cell, width int) []Ink
	// least is the width below which the cells tell little.
	least func(cells []Cell) int
	// dear says how much worse it is to lose of these than of other texts.
	dear float64
}

var (
	words   = &Shortening{each(cutEnd), atLeast(8), 1}
	Founds  = &Shortening{each(cutFound), atLeast(16), 2}
	Dates   = &Shortening{each(cutDate), atLeast(10), 4}
	Results = &Shortening{each(cutEnd), atLeast(6), 4}
	Paths   = &Shortening{each(CutPath), atLeast(12), 3}
	Names   = &Shortening{cutNames, initialsWidth, 4}
)

func each(cut func(Ink, int) Ink) func([]Cell, int) []Ink {
	return func(cells []Cell, width int) []Ink {
		shown := make([]Ink, len(cells))
		for i, c := range cells {
			shown[i] = cut(c.whole(), width)
		}
		return shown
	}
}

func atLeast(width int) func([]Cell) int {
	return func([]Cell) int { return width }
}

// cutEnd shortens a text at its end.
func cutEnd(t Ink, width int) Ink {
	cut := plaintext.Cut(t.Text, width)
	if cut == t.Text {
		return t
	}
	return t.slice(0, len(cut)-len("…")).plus(Plain("…"))
}

// cutDate shortens a date at its end, and does not cut a number in two, which would be another day:
// 1933-10-16… of 1933-10-16..1934-01-29.
func cutDate(t Ink, width int) Ink {
	cut := cutEnd(t, width)
	kept := len(cut.Text) - len("…")
	if plaintext.Width(t.Text) <= width || kept < 1 || kept >= len(t.Text) || !isDigit(t.Text[kept-1]) && strings.IndexByte(".,-/", t.Text[kept-1]) < 0 {
		return cut
	}
	if isDigit(t.Text[kept]) {
		kept = len(strings.TrimRight(t.Text[:kept], "0123456789"))
	}
	if kept = len(strings.TrimRight(t.Text[:kept], ".,-/ ")); kept == 0 {
		return cut
	}
	return t.slice(0, kept).plus(Plain("…"))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// cutFound shortens a place with what was found there at its end, and where that would
// not show what was found, before it, too: @40 …«ladder» is….
func cutFound(t Ink, width int) Ink {
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
	return cutEnd(t.slice(0, len(place)).plus(Plain(" …"), t.slice(from, len(t.Text))), width)
}

// cutStart shortens a text at its start.
func cutStart(t Ink, width int) Ink {
	if plaintext.Width(t.Text) <= width {
		return t
	}
	for i := range t.Text {
		if plaintext.Width(t.Text[i:]) < width {
			return Plain("…").plus(t.slice(i, len(t.Text)))
		}
	}
	return Plain("…")
}

// CutPath shortens a path at its start, where it can between two folders: files
// of one collection differ at the end.
func CutPath(t Ink, width int) Ink {
	s := t.Text
	if plaintext.Width(s) <= width {
		return t
	}
	for i, r := range s {
		if (r == '/' || r == '\\') && i > 0 && plaintext.Width(s[i:]) < width && i+1 < len(s) {
			return Plain("…").plus(t.slice(i, len(s)))
		}
	}
	return cutStart(t, width)
}

// cutNames shortens names to a family name, the initials of what follows it, and
// the rank: Takemiya M. 9p. Where two players would look the same they get more
// letters, if there is room.
func cutNames(cells []Cell, width int) []Ink {
	shown := make([]Ink, len(cells))
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
func longestName(c Cell, width int, shown Ink) Ink {
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
func cutName(c Cell, width, letters int) Ink {
	full := c.whole()
	if plaintext.Width(full.Text) <= width {
		return full
	}
	parts := c.Text.words()
	if len(parts) > width { // a letter of each is too much, and a name may have a hundred thousand
		parts = nil
	}
	for i := len(parts) - 1; i > 0; i-- {
		parts[i] = abbreviated(parts[i], letters)
		if short := Join(append(parts[:len(parts):len(parts)], c.Tail)...); plaintext.Width(short.Text) <= width {
			return short
		}
	}
	const leastFamily = 4
	if len(parts) == 0 {
		return cutBeforeTail(c, full, width, leastFamily)
	}
	rest := Join(append(parts[1:len(parts):len(parts)], c.Tail)...)
	if room := width - plaintext.Width(rest.Text) - 1; rest.Text != "" && room >= leastFamily {
		return Join(cutEnd(parts[0], room), rest)
	}
	return cutBeforeTail(c, full, width, leastFamily)
}

// cutBeforeTail cuts the end of a name, but not what follows it if there is room for both.
func cutBeforeTail(c Cell, full Ink, width, least int) Ink {
	if room := width - plaintext.Width(c.Tail.Text) - 1; c.Tail.Text != "" && c.Text.Text != "" && room >= least {
		return Join(cutEnd(c.Text, room), c.Tail)
	}
	return cutEnd(full, width)
}

// abbreviated is the first letters of a word with a full stop. Words that have no
// capitals, such as those in Chinese characters, and those with digits, which may
// be ranks, stay.
func abbreviated(word Ink, letters int) Ink {
	capital, _ := utf8.DecodeRuneInString(word.Text)
	if utf8.RuneCountInString(word.Text) <= letters+1 || !unicode.IsUpper(capital) || strings.ContainsFunc(word.Text, unicode.IsDigit) {
		return word
	}
	return word.first(letters).plus(Plain("."))
}

// initialsWidth is the width at which all names have their family name, initials
// and rank, within reason.
func initialsWidth(cells []Cell) int {
	const reasonable = 16
	least := 0
	for _, c := range cells {
		parts := c.Text.words()
		if len(parts) > reasonable {
			return reasonable
		}
		for i := range parts {
			if i > 0 {
				parts[i] = abbreviated(parts[i], 1)
			}
		}
		least = max(least, plaintext.Width(Join(append(parts, c.Tail)...).Text))
	}
	return min(least, reasonable)
}
