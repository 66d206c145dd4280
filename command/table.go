package command

import (
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
	w       table.Writer
	header  table.Row
	configs []table.ColumnConfig
	rows    int
}

// newTable makes a table with these column heads; without a head if all are
// empty.
func newTable(heads ...string) *textTable {
	t := &textTable{w: table.NewWriter()}
	named := false
	for i, head := range heads {
		named = named || head != ""
		t.header = append(t.header, head)
		t.configs = append(t.configs, table.ColumnConfig{Number: i + 1})
	}
	if named {
		t.w.AppendHeader(t.header)
	}
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.w.SetStyle(style)
	t.w.SuppressTrailingSpaces()
	return t
}

// alignRight sets columns, counted from 0, flush right, as numbers want it.
func (t *textTable) alignRight(columns ...int) {
	for _, column := range columns {
		t.configs[column].Align, t.configs[column].AlignHeader = text.AlignRight, text.AlignRight
	}
}

// limit shortens a column, counted from 0, to a width.
func (t *textTable) limit(column, width int) {
	t.configs[column].WidthMax = width
	t.configs[column].WidthMaxEnforcer = func(s string, most int) string {
		return text.Snip(s, most, "…")
	}
}

func (t *textTable) row(cells ...string) {
	r := make(table.Row, len(cells))
	for i, cell := range cells {
		r[i] = printable(cell)
	}
	t.w.AppendRow(r)
	t.rows++
}

func (t *textTable) rowIf(ok bool, cells ...string) {
	if ok {
		t.row(cells...)
	}
}

func (t *textTable) print(w io.Writer) error {
	if t.rows == 0 {
		return nil
	}
	t.w.SetColumnConfigs(t.configs)
	_, err := io.WriteString(w, t.w.Render()+"\n")
	return err
}

// printable replaces what could disturb a terminal: records come from
// anywhere and may hold control characters and marks that reverse the
// direction of writing.
func printable(s string) string {
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
