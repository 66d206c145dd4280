package command

import (
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"

	"kifudb/archive"
)

// A cell is a text of a table. What comes after it, the rank of a player, is kept
// when the text is shortened.
type cell struct{ text, tail string }

// String is the cell at full length.
func (c cell) String() string { return archive.Joined(c.text, c.tail) }

// A shortening is a way in which the cells of a column give way.
type shortening struct {
	// cut returns the cells in so many columns of the terminal.
	cut func(cells []cell, width int) []string
	// least is the width below which the cells tell little.
	least func(cells []cell) int
	// dear says how much worse it is to lose of these than of other texts.
	dear float64
}

var (
	words   = &shortening{each(cutEnd), atLeast(8), 1}
	founds  = &shortening{each(cutEnd), atLeast(16), 2}
	dates   = &shortening{each(cutEnd), atLeast(10), 4}
	results = &shortening{each(cutEnd), atLeast(6), 4}
	paths   = &shortening{each(cutPath), atLeast(12), 3}
	names   = &shortening{cutNames, initialsWidth, 4}
)

func each(cut func(string, int) string) func([]cell, int) []string {
	return func(cells []cell, width int) []string {
		shown := make([]string, len(cells))
		for i, c := range cells {
			shown[i] = cut(c.String(), width)
		}
		return shown
	}
}

func atLeast(width int) func([]cell) int {
	return func([]cell) int { return width }
}

// cutEnd shortens a text at its end.
func cutEnd(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	return strings.TrimSuffix(text.Trim(s, width-1), " ") + "…"
}

// cutStart shortens a text at its start.
func cutStart(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	for i := range s {
		if textWidth(s[i:]) < width {
			return "…" + s[i:]
		}
	}
	return "…"
}

// cutPath shortens a path at its start, where it can between two folders: files
// of one collection differ at the end.
func cutPath(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	for i, r := range s {
		if (r == '/' || r == '\\') && i > 0 && textWidth(s[i:]) < width && i+1 < len(s) {
			return "…" + s[i:]
		}
	}
	return cutStart(s, width)
}

// cutNames shortens names to a family name, the initials of what follows it, and
// the rank: Takemiya M. 9p. Where two players would look the same they get more
// letters, if there is room.
func cutNames(cells []cell, width int) []string {
	shown := make([]string, len(cells))
	same := map[string]map[string]bool{} // full names, by what is shown of them
	for i, c := range cells {
		shown[i] = cutName(c, width, 1)
		if same[shown[i]] == nil {
			same[shown[i]] = map[string]bool{}
		}
		same[shown[i]][c.String()] = true
	}
	for i, c := range cells {
		if len(same[shown[i]]) > 1 {
			shown[i] = longestName(c, width, shown[i])
		}
	}
	return shown
}

// longestName shows as many letters of the names that are cut as there is room for.
func longestName(c cell, width int, shown string) string {
	for letters := 2; letters < width; letters++ {
		longer := cutName(c, width, letters)
		if strings.Contains(longer, "…") {
			break
		}
		shown = longer
	}
	return shown
}

// cutName shortens one name, from its end, to so many letters of each word.
func cutName(c cell, width, letters int) string {
	full := c.String()
	if textWidth(full) <= width {
		return full
	}
	parts := strings.Fields(c.text)
	for i := len(parts) - 1; i > 0; i-- {
		parts[i] = abbreviated(parts[i], letters)
		if short := archive.Joined(strings.Join(parts, " "), c.tail); textWidth(short) <= width {
			return short
		}
	}
	if len(parts) == 0 {
		return cutEnd(full, width)
	}
	const leastFamily = 4
	rest := archive.Joined(strings.Join(parts[1:], " "), c.tail)
	if room := width - textWidth(rest) - 1; rest != "" && room >= leastFamily {
		return cutEnd(parts[0], room) + " " + rest
	}
	if room := width - textWidth(c.tail) - 1; c.tail != "" && room >= leastFamily {
		return cutEnd(c.text, room) + " " + c.tail
	}
	return cutEnd(full, width)
}

// abbreviated is the first letters of a word with a full stop. Words that have no
// capitals, such as those in Chinese characters, and those with digits, which may
// be ranks, stay.
func abbreviated(word string, letters int) string {
	runes := []rune(word)
	if len(runes) <= letters+1 || !unicode.IsUpper(runes[0]) || strings.ContainsFunc(word, unicode.IsDigit) {
		return word
	}
	return string(runes[:letters]) + "."
}

// initialsWidth is the width at which all names have their family name, initials
// and rank, within reason.
func initialsWidth(cells []cell) int {
	const reasonable = 16
	least := 0
	for _, c := range cells {
		parts := strings.Fields(c.text)
		for i := range parts {
			if i > 0 {
				parts[i] = abbreviated(parts[i], 1)
			}
		}
		least = max(least, textWidth(archive.Joined(strings.Join(parts, " "), c.tail)))
	}
	return min(least, reasonable)
}
