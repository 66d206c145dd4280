package chart

import (
	"math"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A Terminal is where text is drawn.
type Terminal struct {
	Width int  // columns, 0 for 80
	ASCII bool // nothing but ASCII, besides the labels
}

func (t Terminal) width() int {
	if t.Width <= 0 {
		return 80
	}
	return t.Width
}

// ink are the characters that a terminal draws with.
type ink struct {
	across, up       string // what fills one eighth of a cell, two, ... and all of it
	low, line, high  string // an interval
	value            string
	zero, axis, edge string
}

var (
	blocks = ink{across: "▏▎▍▌▋▊▉█", up: "▁▂▃▄▅▆▇█", low: "├", line: "─", high: "┤", value: "●", zero: "·", axis: "─", edge: "│"}
	ascii  = ink{across: "   ####", up: "  ..:::#", low: "|", line: "-", high: "|", value: "o", zero: "_", axis: "-", edge: "|"}
)

func (t Terminal) ink() ink {
	if t.ASCII {
		return ascii
	}
	return blocks
}

// fraction returns the character of a cell of which a part is filled, " " for nothing.
func fraction(characters string, part float64) string {
	list := []rune(characters)
	n := int(math.Round(part * float64(len(list))))
	if n <= 0 {
		return " "
	}
	return string(list[min(n, len(list))-1])
}

// harmless is a text without what could disturb a terminal.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// words says a number in the characters that the terminal has.
func (t Terminal) words(u Unit, n *Number) string {
	s := harmless(u.words(n))
	if t.ASCII {
		return strings.ReplaceAll(s, "–", "-")
	}
	return s
}

func textWidth(s string) int { return text.StringWidthWithoutEscSequences(s) }

// fit cuts or fills a text to a number of columns.
func fit(s string, width int) string {
	if textWidth(s) > width {
		s = text.Trim(s, max(width-1, 0)) + "…"
	}
	return s + strings.Repeat(" ", max(width-textWidth(s), 0))
}

// right fills a text from the left.
func right(s string, width int) string {
	return strings.Repeat(" ", max(width-textWidth(s), 0)) + s
}

// titled puts the title above what was drawn.
func (h *Head) titled(body string) string {
	if h.Title == "" {
		return body
	}
	return harmless(h.Title) + "\n" + body
}

// trimmed joins lines, without spaces at their ends.
func trimmed(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// sparks are the heights of a spark line, lowest first.
const sparks = "▁▂▃▄▅▆▇█"

// Spark draws values as one line, a character each: a space if a value is Unknown, a
// dot for 0. The highest is top, or the largest value if that is 0.
func Spark(values []float64, top float64) string {
	if top <= 0 {
		for _, v := range values {
			if v > top {
				top = v
			}
		}
	}
	var b strings.Builder
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			b.WriteByte(' ')
		case v <= 0:
			b.WriteString("·")
		default:
			b.WriteString(fraction(sparks, math.Max(math.Min(v/top, 1), 0.125)))
		}
	}
	return b.String()
}
