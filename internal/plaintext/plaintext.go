// Package plaintext makes text from records fit for terminals and other places where characters have
// one width or two: it replaces what could do harm, measures, wraps and cuts.
package plaintext

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Printable replaces what could disturb a terminal: records come from
// anywhere and may hold control characters and marks that reverse the
// direction of writing.
func Printable(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case Disturbs(r):
			return '\uFFFD'
		}
		return r
	}, s)
}

// isPlain reports whether a text has nothing but the printable characters of ASCII, as most
// have.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// Disturbs reports whether a character does something to a terminal instead of
// being shown.
func Disturbs(r rune) bool {
	return r < ' ' || r >= 0x7F && r < 0xA0 || r == 0x061C || r == 0x200E || r == 0x200F ||
		r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// Width is the number of columns that a text takes on a terminal.
func Width(s string) int { return text.StringWidthWithoutEscSequences(s) }

// PrintableLines is printable for text of several lines.
func PrintableLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i := range lines {
		lines[i] = Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Indented prints lines of the user's own words apart from what kifudb says.
func Indented(text string) string {
	return "  " + strings.ReplaceAll(PrintableLines(text), "\n", "\n  ")
}

// Wrapped breaks a line into lines no wider than a terminal, at spaces where there are
// any, each behind some blanks; if there is no terminal, it stays as it is.
func Wrapped(line string, width int, blanks string) string {
	room := width - len(blanks)
	if width == 0 || room < 20 {
		return blanks + line + "\n"
	}
	var b strings.Builder
	for {
		at, space, columns := 0, 0, 0
		for i, r := range line {
			if columns += Width(string(r)); columns > room {
				break
			}
			if at = i + len(string(r)); r == ' ' {
				space = i
			}
		}
		if at < len(line) && space > 0 {
			at = space
		}
		b.WriteString(strings.TrimRight(blanks+line[:at], " ") + "\n")
		if line = strings.TrimLeft(line[at:], " "); line == "" || at == 0 {
			return b.String()
		}
	}
}

// Cut shortens a text at its end to so many columns.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	return strings.TrimSuffix(text.Trim(s, width-1), " ") + "…"
}
