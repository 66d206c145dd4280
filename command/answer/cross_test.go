package answer

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/command/phrase"
)

// TestManyValuesCrossed prints fields of many values: on a terminal as many columns as there is
// room for, elsewhere a line for each pair if the table would be too large.
func TestManyValuesCrossed(t *testing.T) {
	const n = 200
	c := &archive.Cross{Rows: archive.Facet{Field: "black", Distinct: n}, Columns: archive.Facet{Field: "white", Distinct: n}}
	for i := range n {
		c.Rows.Values = append(c.Rows.Values, archive.FacetValue{Value: fmt.Sprint("b", i), Games: 1})
		c.Columns.Values = append(c.Columns.Values, archive.FacetValue{Value: fmt.Sprint("w", i), Games: 1 + i%7})
		c.Cells = append(c.Cells, archive.CrossCell{Row: fmt.Sprint("b", i), Column: fmt.Sprint("w", i*3%n), Games: 1000 + i})
	}
	defer func(most int) { mostCells = most }(mostCells)
	for _, wide := range []bool{false, true} {
		if mostCells = n*n - 1; wide {
			mostCells = n * n
		}
		var out bytes.Buffer
		if err := printCross(&out, c); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := strings.Contains(out.String(), "a line for each pair, as 200 columns are too many"); got == wide {
			t.Errorf("wide %v, but pairs said %v:\n%s", wide, got, lines[len(lines)-1])
		}
		for i, cell := range c.Cells {
			line := lines[i+1]
			if fields := strings.Fields(line); fields[0] != cell.Row || !wide && fields[1] != cell.Column || !strings.Contains(line, phrase.Number(cell.Games)) {
				t.Fatalf("wide %v: %q is not of %+v", wide, line, cell)
			}
		}
	}
	// The most columns that fit are shown, the most frequent ones of them, in their order.
	for _, width := range []int{30, 47, 80, 300} {
		t.Setenv("COLUMNS", fmt.Sprint(width))
		var out bytes.Buffer
		if err := printCross(&out, c); err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
		shown := strings.Count(head, "w") - 1 // but for the name of the field
		if least := (width - 22) / 7; shown < least {
			t.Errorf("%d columns in %d: %s", shown, width, head)
		}
		if len(head) > width {
			t.Errorf("%d letters in %d: %s", len(head), width, head)
		}
		if note := fmt.Sprintf("no room for %d more", n-shown); !strings.Contains(out.String(), note) {
			t.Errorf("in %d %q is not said", width, note)
		}
	}
}
