package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/internal/plaintext"
)

// padded renders a table by padding each cell to the width of its column.
func padded(t *Table, width int) string {
	l := newLayout(t.columns, t.fits, width)
	lines := make([][]string, len(t.rows)+1)
	for i, number := range l.shown {
		c := &t.columns[number]
		texts := []string{c.head}
		for _, shown := range t.shown(make([]Cell, len(t.rows)), number, l.widths[i]) {
			texts = append(texts, shown.Text)
		}
		wide := 0
		for _, s := range texts {
			wide = max(wide, plaintext.Width(s))
		}
		for row, s := range texts {
			space := strings.Repeat(" ", wide-plaintext.Width(s))
			if c.right {
				s = space + s
			} else {
				s += space
			}
			lines[row] = append(lines[row], s)
		}
	}
	var b strings.Builder
	for row, texts := range lines {
		if row > 0 || strings.TrimSpace(strings.Join(texts, "")) != "" {
			b.WriteString(strings.TrimRight(strings.Join(texts, strings.Repeat(" ", Gap)), " ") + "\n")
		}
		for _, below := range t.below[row-1] {
			b.WriteString(below + "\n")
		}
	}
	return b.String() + t.leftOut(l)
}

// TestTableRows renders tables of more rows than are rendered at once, of which the widest
// cells are anywhere.
func TestTableRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	words := []string{"a", "Takemiya Masaki", "柯洁", "ＷＩＤＥ", "é", "a name that is longer than all others", "x y", ""}
	for _, n := range []int{1, 2, renderedRows - 1, renderedRows, renderedRows + 1, 2*renderedRows + 7} {
		for _, heads := range [][]string{{"name", "number", "", "a long head"}, {"", "", "", ""}} {
			table := New(heads...)
			table.AlignRight(1)
			table.Spare(2)
			for i := range n {
				cells := []string{words[rng.IntN(len(words))], fmt.Sprint(rng.IntN(1000)), words[rng.IntN(3)], words[rng.IntN(2)]}
				table.Row(cells[:2+rng.IntN(3)]...)
				if rng.IntN(50) == 0 || i == renderedRows-1 || i == renderedRows {
					table.Line(fmt.Sprint("below row ", i))
				}
			}
			for _, width := range []int{0, 20, 40, 80} {
				if got, want := table.Render(width), padded(table, width); got != want {
					t.Fatalf("%d rows in %d columns:\n%s\nwant\n%s", n, width, firstDifference(got, want), firstDifference(want, got))
				}
			}
		}
	}
}

// firstDifference returns the first line of a text that is not in the same place of another.
func firstDifference(text, other string) string {
	others := strings.Split(other, "\n")
	for i, line := range strings.Split(text, "\n") {
		if i >= len(others) || others[i] != line {
			return fmt.Sprintf("line %d: %q", i+1, line)
		}
	}
	return "(shorter)"
}

// Tables count wide characters as two columns, and shorten what is too long.
func TestTable(t *testing.T) {
	table := New("name", "n")
	table.AlignRight(1)
	table.Limit(0, 8)
	table.Row("本因坊秀策", "1")
	table.Row("Shusaku", "10")
	var b bytes.Buffer
	if err := table.Print(&b); err != nil {
		t.Fatal(err)
	}
	want := "name      n\n本因坊…   1\nShusaku  10\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
