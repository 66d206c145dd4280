package table

import (
	"bufio"
	"io"

	"kifudb/command/terminal"
)

// KeptRows is how many rows of a table are kept while it is measured. Tests set it.
var KeptRows = 4096

// PrintEach prints a table of any length in bounded memory. each gives all rows, one after
// the other, and is called once more where they are too many to be kept: then for the
// widths of the columns first. Names that are cut to the same letters are told apart from those
// nearby only.
func (t *Table) PrintEach(w io.Writer, each func(row func(cells ...Cell) error) error) error {
	many := false
	err := each(func(cells ...Cell) error {
		t.Add(cells...)
		if len(t.rows) > KeptRows {
			many, t.rows = true, t.rows[:0]
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !many {
		return t.Print(w)
	}
	b := bufio.NewWriter(w)
	color := terminal.MatchColor(w)
	l := newLayout(t.columns, t.fits, terminal.Width(w))
	head := true
	write := func() error {
		err := t.writeRows(b, l, t.cut(l), color, head)
		head, t.rows = false, t.rows[:0]
		return err
	}
	t.rows = t.rows[:0]
	err = each(func(cells ...Cell) error {
		if t.take(cells); len(t.rows) < renderedRows {
			return nil
		}
		return write()
	})
	if err != nil {
		return err
	}
	if len(t.rows) > 0 {
		if err := write(); err != nil {
			return err
		}
	}
	if _, err := b.WriteString(t.leftOut(l)); err != nil {
		return err
	}
	return b.Flush()
}
