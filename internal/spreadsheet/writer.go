package spreadsheet

import (
	"encoding/csv"
	"io"
)

// A Writer writes CSV in which nothing runs as a formula.
type Writer struct{ w *csv.Writer }

// NewWriter returns a writer of rows.
func NewWriter(w io.Writer) Writer { return Writer{csv.NewWriter(w)} }

// Write writes a row. An error may come with a later row, or with End.
func (w Writer) Write(cells ...string) error {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = Inert(cell)
	}
	return w.w.Write(row)
}

// End writes what is still in memory.
func (w Writer) End() error {
	w.w.Flush()
	return w.w.Error()
}
