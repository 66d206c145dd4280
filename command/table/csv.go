package table

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"kifudb/command/terminal"
	"kifudb/internal/lazy"
)

// A CSV writes CSV for spreadsheets: a row is a line, nothing in it disturbs a
// terminal, and nothing runs as a formula, as records come from anywhere. Programs that
// want values exactly as they are read JSON.
type CSV struct{ w *csv.Writer }

// NewCSV makes a writer of CSV.
func NewCSV(w io.Writer) CSV { return CSV{csv.NewWriter(w)} }

// Write writes a row. An error may come with a later row, or with end.
func (c CSV) Write(cells ...string) error {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = inert(terminal.Printable(cell))
	}
	return c.w.Write(row)
}

// End writes what is still in memory.
func (c CSV) End() error {
	c.w.Flush()
	return c.w.Error()
}

// place is a place in a game as lists of hits have it, alone or before words that were
// found, which can be no part of a formula.
var place = lazy.Regexp(`^@n?[0-9]+(?:$| «)`)

// inert puts an apostrophe before a text that a spreadsheet would run as a formula:
// it begins with = + - or @, whatever spaces stand before, and is not a number.
func inert(cell string) string {
	text := strings.TrimLeft(cell, " \u00A0\u3000")
	if len(text) < 2 || !strings.ContainsAny(text[:1], "=+-@") && !strings.HasPrefix(text, "＝") &&
		!strings.HasPrefix(text, "＋") && !strings.HasPrefix(text, "－") && !strings.HasPrefix(text, "＠") {
		return cell
	}
	if place().MatchString(text) {
		return cell
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return cell
	}
	return "'" + cell
}
