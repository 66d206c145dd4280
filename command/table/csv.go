package table

import (
	"io"

	"kifudb/internal/plaintext"
	"kifudb/internal/spreadsheet"
)

// A CSV writes CSV for spreadsheets: a row is a line, nothing in it disturbs a
// terminal, and nothing runs as a formula, as records come from anywhere. Programs that
// want values exactly as they are read JSON.
type CSV struct{ spreadsheet.Writer }

// NewCSV makes a writer of CSV.
func NewCSV(w io.Writer) CSV { return CSV{spreadsheet.NewWriter(w)} }

// Write writes a row. An error may come with a later row, or with End.
func (c CSV) Write(cells ...string) error {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = plaintext.Printable(cell)
	}
	return c.Writer.Write(row...)
}
