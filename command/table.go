package command

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// A textTable is aligned columns of text. Wide characters count as two columns.
type textTable struct {
	columns []column
	fits    []measure // of the columns
	rows    [][]cell
	below   map[int][]string // lines below a row, which are not in columns
}

// newTable makes a table with these column heads; without a head if all are
// empty.
func newTable(heads ...string) *textTable {
	t := &textTable{below: map[int][]string{}}
	for _, head := range heads {
		t.columns = append(t.columns, column{head: printable(head), shorten: words})
	}
	t.fits = make([]measure, len(heads))
	return t
}

// alignRight sets columns, counted from 0, flush right, as numbers want it. They
// are not shortened.
func (t *textTable) alignRight(columns ...int) {
	for _, i := range columns {
		t.columns[i].right, t.columns[i].shorten = true, nil
	}
}

// whole says of columns that they are not shortened.
func (t *textTable) whole(columns ...int) {
	for _, i := range columns {
		t.columns[i].shorten = nil
	}
}

// shorten says how columns are shortened.
func (t *textTable) shorten(how *shortening, columns ...int) {
	for _, i := range columns {
		t.columns[i].shorten = how
	}
}

// limit shortens a column, counted from 0, to a width if no terminal has one.
func (t *textTable) limit(column, width int) { t.columns[column].most = width }

// spare says which columns are left out if there is no room, the first one first.
func (t *textTable) spare(columns ...int) {
	for i, column := range columns {
		t.columns[column].spare = len(columns) - i
	}
}

// keep says of columns that they are shown though they are empty.
func (t *textTable) keep(columns ...int) {
	for _, i := range columns {
		t.columns[i].keep = true
	}
}

func (t *textTable) row(texts ...string) {
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i] = cell{text: plain(text)}
	}
	t.add(cells...)
}

func (t *textTable) rowIf(ok bool, texts ...string) {
	if ok {
		t.row(texts...)
	}
}

// add adds a row of cells some of which have a tail.
func (t *textTable) add(cells ...cell) {
	t.take(cells)
	for i := range cells {
		t.fits[i].add(cells[i])
	}
}

// take adds a row that was measured, or is to be.
func (t *textTable) take(cells []cell) {
	for i, c := range cells {
		cells[i] = cell{c.text.printable(), c.tail.printable()}
	}
	t.rows = append(t.rows, cells)
}

// line adds a line below the last row.
func (t *textTable) line(text string) {
	last := len(t.rows) - 1
	t.below[last] = append(t.below[last], printable(text))
}

// print prints the table as wide as the terminal is, and what was found in color if
// the writer has it.
func (t *textTable) print(w io.Writer) error {
	b := bufio.NewWriter(w)
	if err := t.write(b, terminalWidth(w), matchColor(w)); err != nil {
		return err
	}
	return b.Flush()
}

// render lays the table out in so many columns; 0 is no terminal.
func (t *textTable) render(width int) string { return t.painted(width, "") }

// painted is render with a color for what was found, see [ink.painted].
func (t *textTable) painted(width int, color string) string {
	var b strings.Builder
	_ = t.write(&b, width, color) // which cannot fail
	return b.String()
}

// renderedRows is how many rows of a table are rendered at once: one of a million takes a
// multiple of its memory.
const renderedRows = 1024

func (t *textTable) write(w io.StringWriter, width int, color string) error {
	if len(t.rows) == 0 {
		return nil
	}
	l := newLayout(t.columns, t.fits, width)
	shown := t.cut(l)
	for i := range l.shown {
		l.widths[i] = 0
		for row := range t.rows {
			l.widths[i] = max(l.widths[i], textWidth(shown[i][row].Text))
		}
	}
	if err := t.writeRows(w, l, shown, color, true); err != nil {
		return err
	}
	_, err := w.WriteString(t.leftOut(l))
	return err
}

// cut returns the cells of the columns that are shown, by column and row, in their widths.
func (t *textTable) cut(l layout) [][]ink {
	shown := make([][]ink, len(l.shown))
	cells := make([]cell, len(t.rows)) // of one column after the other
	for i, number := range l.shown {
		shown[i] = t.shown(cells, number, l.widths[i])
	}
	return shown
}

// writeRows writes the rows, whose columns are as wide as the layout says or wider, below
// the heads if these are wanted.
func (t *textTable) writeRows(w io.StringWriter, l layout, shown [][]ink, color string, headed bool) error {
	heads := make(table.Row, len(l.shown))
	configs := make([]table.ColumnConfig, len(l.shown))
	named := false
	for i, number := range l.shown {
		c := &t.columns[number]
		heads[i], named = c.head, named || c.head != ""
		configs[i].Number, configs[i].WidthMin = i+1, max(l.widths[i], textWidth(c.head))
		if c.right {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	named = named && headed
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", strings.Repeat(" ", gap)
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

// width is what the table takes where nothing is shortened but its first column.
func (t *textTable) width() int {
	var fits []*fitting
	for i := range t.columns {
		fits = append(fits, newFitting(&t.columns[i], i, &t.fits[i], 0))
	}
	return room(fits, (*fitting).narrowest)
}

// shown returns the cells of a column in a width. They are collected in the memory of cells.
func (t *textTable) shown(cells []cell, number, width int) []ink {
	for i, row := range t.rows {
		cells[i] = cell{}
		if number < len(row) {
			cells[i] = row[number]
		}
	}
	how := t.columns[number].shorten
	if how == nil { // as it is
		how = &shortening{cut: each(func(t ink, _ int) ink { return t })}
	}
	return how.cut(cells, width)
}

// writeLines writes rendered rows, each of which is one line, and below each the lines that
// belong there. The first is that row, or the head.
func (t *textTable) writeLines(w io.StringWriter, rendered string, row int, head bool) error {
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
func (t *textTable) leftOut(l layout) string {
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

// printable replaces what could disturb a terminal: records come from
// anywhere and may hold control characters and marks that reverse the
// direction of writing.
func printable(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case disturbs(r):
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

// disturbs reports whether a character does something to a terminal instead of
// being shown.
func disturbs(r rune) bool {
	return r < ' ' || r >= 0x7F && r < 0xA0 || r == 0x061C || r == 0x200E || r == 0x200F ||
		r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// textWidth is the number of columns that a text takes on a terminal.
func textWidth(s string) int { return text.StringWidthWithoutEscSequences(s) }

// number writes a number for people: 12,345.
func number(n int) string { return message.NewPrinter(language.English).Sprintf("%d", n) }

// sortedByCount returns the keys, the most frequent first.
func sortedByCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// roundDuration keeps about three digits.
func roundDuration(d time.Duration) time.Duration {
	for unit := time.Hour; unit > 1; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

func printJSON(w io.Writer, v any) error { return writeJSON(w, v, "  ") }

// printJSONLine prints an object on one line.
func printJSONLine(w io.Writer, v any) error { return writeJSON(w, v, "") }

func writeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(b.Bytes()))
	return err
}

// escapeJSON writes what could disturb a terminal as an escape such as \u202e:
// the value is the same, and nothing is lost.
func escapeJSON(encoded []byte) []byte {
	disturbing := func(r rune) bool { return r != '\n' && disturbs(r) }
	at := bytes.IndexFunc(encoded, disturbing)
	if at < 0 {
		return encoded
	}
	escaped := append([]byte{}, encoded[:at]...)
	for _, r := range string(encoded[at:]) {
		if disturbing(r) {
			escaped = fmt.Appendf(escaped, "\\u%04x", r)
		} else {
			escaped = utf8.AppendRune(escaped, r)
		}
	}
	return escaped
}
