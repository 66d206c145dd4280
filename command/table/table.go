package table

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// A Table is aligned columns of text. Wide characters count as two columns.
type Table struct {
	columns []column
	fits    []measure // of the columns
	rows    [][]Cell
	below   map[int][]string // lines below a row, which are not in columns
}

// New makes a table with these column heads; without a head if all are
// empty.
func New(heads ...string) *Table {
	t := &Table{below: map[int][]string{}}
	for _, head := range heads {
		t.columns = append(t.columns, column{head: plaintext.Printable(head), shorten: words})
	}
	t.fits = make([]measure, len(heads))
	return t
}

// AlignRight sets columns, counted from 0, flush right, as numbers want it. They
// are not shortened.
func (t *Table) AlignRight(columns ...int) {
	for _, i := range columns {
		t.columns[i].right, t.columns[i].shorten = true, nil
	}
}

// Whole says of columns that they are not shortened.
func (t *Table) Whole(columns ...int) {
	for _, i := range columns {
		t.columns[i].shorten = nil
	}
}

// Shorten says how columns are shortened.
func (t *Table) Shorten(how *Shortening, columns ...int) {
	for _, i := range columns {
		t.columns[i].shorten = how
	}
}

// Limit shortens a column, counted from 0, to a width if no terminal has one.
func (t *Table) Limit(column, width int) { t.columns[column].most = width }

// Spare says which columns are left out if there is no room, the first one first.
func (t *Table) Spare(columns ...int) {
	for i, column := range columns {
		t.columns[column].spare = len(columns) - i
	}
}

// Keep says of columns that they are shown though they are empty.
func (t *Table) Keep(columns ...int) {
	for _, i := range columns {
		t.columns[i].keep = true
	}
}

// Row adds a row of texts.
func (t *Table) Row(texts ...string) {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Cell{Text: Plain(text)}
	}
	t.Add(cells...)
}

// RowIf adds a row under a condition.
func (t *Table) RowIf(ok bool, texts ...string) {
	if ok {
		t.Row(texts...)
	}
}

// Add adds a row of cells some of which have a tail.
func (t *Table) Add(cells ...Cell) {
	t.take(cells)
	for i := range cells {
		t.fits[i].add(cells[i])
	}
}

// take adds a row that was measured, or is to be.
func (t *Table) take(cells []Cell) {
	for i, c := range cells {
		cells[i] = Cell{c.Text.printable(), c.Tail.printable()}
	}
	t.rows = append(t.rows, cells)
}

// Len is the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Line adds a line below the last row.
func (t *Table) Line(text string) {
	last := len(t.rows) - 1
	t.below[last] = append(t.below[last], plaintext.Printable(text))
}

// Print prints the table as wide as the terminal is, and what was found in color if
// the writer has it.
func (t *Table) Print(w io.Writer) error {
	b := bufio.NewWriter(w)
	if err := t.write(b, terminal.Width(w), terminal.MatchColor(w)); err != nil {
		return err
	}
	return b.Flush()
}

// Render lays the table out in so many columns; 0 is no terminal.
func (t *Table) Render(width int) string { return t.painted(width, "") }

// painted is render with a color for what was found, see [ink.painted].
func (t *Table) painted(width int, color string) string {
	var b strings.Builder
	_ = t.write(&b, width, color) // which cannot fail
	return b.String()
}

// renderedRows is how many rows of a table are rendered at once: one of a million takes a
// multiple of its memory.
const renderedRows = 1024

func (t *Table) write(w io.StringWriter, width int, color string) error {
	if len(t.rows) == 0 {
		return nil
	}
	l := newLayout(t.columns, t.fits, width)
	shown := t.cut(l)
	for i := range l.shown {
		l.widths[i] = 0
		for row := range t.rows {
			l.widths[i] = max(l.widths[i], plaintext.Width(shown[i][row].Text))
		}
	}
	if err := t.writeRows(w, l, shown, color, true); err != nil {
		return err
	}
	_, err := w.WriteString(t.leftOut(l))
	return err
}

// cut returns the cells of the columns that are shown, by column and row, in their widths.
func (t *Table) cut(l layout) [][]Ink {
	shown := make([][]Ink, len(l.shown))
	cells := make([]Cell, len(t.rows)) // of one column after the other
	for i, number := range l.shown {
		shown[i] = t.shown(cells, number, l.widths[i])
	}
	return shown
}

// writeRows writes the rows, whose columns are as wide as the layout says or wider, below
// the heads if these are wanted.
func (t *Table) writeRows(w io.StringWriter, l layout, shown [][]Ink, color string, headed bool) error {
	heads := make(table.Row, len(l.shown))
	configs := make([]table.ColumnConfig, len(l.shown))
	named := false
	for i, number := range l.shown {
		c := &t.columns[number]
		heads[i], named = c.head, named || c.head != ""
		configs[i].Number, configs[i].WidthMin = i+1, max(l.widths[i], plaintext.Width(c.head))
		if c.right {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	named = named && headed
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", strings.Repeat(" ", Gap)
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	for from := 0; from < len(t.rows); from += renderedRows {
		some := table.NewWriter()
		some.SetStyle(style)
		some.SuppressTrailingSpaces()
		some.SetColumnConfigs(configs)
		if named && from == 0 {
			some.AppendHeader(heads)
		}
		for row := from; row < min(from+renderedRows, len(t.rows)); row++ {
			texts := make(table.Row, len(shown))
			for i := range shown {
				texts[i] = shown[i][row].painted(color)
			}
			some.AppendRow(texts)
		}
		if err := t.writeLines(w, some.Render(), from, named && from == 0); err != nil {
			return err
		}
	}
	return nil
}

// Width is what the table takes where nothing is shortened but its first column.
func (t *Table) Width() int {
	var fits []*fitting
	for i := range t.columns {
		fits = append(fits, newFitting(&t.columns[i], i, &t.fits[i], 0))
	}
	return room(fits, (*fitting).narrowest)
}

// shown returns the cells of a column in a width. They are collected in the memory of cells.
func (t *Table) shown(cells []Cell, number, width int) []Ink {
	for i, row := range t.rows {
		cells[i] = Cell{}
		if number < len(row) {
			cells[i] = row[number]
		}
	}
	how := t.columns[number].shorten
	if how == nil { // as it is
		how = &Shortening{cut: each(func(t Ink, _ int) Ink { return t })}
	}
	return how.cut(cells, width)
}

// writeLines writes rendered rows, each of which is one line, and below each the lines that
// belong there. The first is that row, or the head.
func (t *Table) writeLines(w io.StringWriter, rendered string, row int, head bool) error {
	if head {
		row--
	}
	for line := range strings.Lines(rendered + "\n") {
		if _, err := w.WriteString(line); err != nil {
			return err
		}
		for _, below := range t.below[row] {
			if _, err := w.WriteString(below + "\n"); err != nil {
				return err
			}
		}
		row++
	}
	return nil
}

// leftOut says for which columns there was no room.
func (t *Table) leftOut(l layout) string {
	if len(l.left) == 0 {
		return ""
	}
	var heads []string
	for _, number := range l.left {
		if head := t.columns[number].head; !slices.Contains(heads, head) {
			heads = append(heads, head)
		}
	}
	return fmt.Sprintf("(no room for %s)\n", strings.Join(heads, ", "))
}
