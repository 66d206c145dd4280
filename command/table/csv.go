package table

import (
	"encoding/csv"
	"io"

	"kifudb/command/terminal"
	"kifudb/internal/spreadsheet"
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
		row[i] = spreadsheet.Inert(terminal.Printable(cell))
	}
	return c.w.Write(row)
}

// End writes what is still in memory.
func (c CSV) End() error {
	c.w.Flush()
	return c.w.Error()
}
