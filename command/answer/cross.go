package answer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sort"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// mostCells is how many cells a table of two fields may have: nobody reads more, and they would
// take all memory. Tests set it.
var mostCells = 1_000_000

// printCross prints how many games have a value of one field and one of another:
// a line for each of the first, a column for each of the second, as many of the
// most frequent as there is room for. The last column is all games of the line.
// What would be too many cells is a line for each pair.
func printCross(w io.Writer, c *archive.Cross) error {
	width := terminal.Width(w)
	columns := slices.Clone(c.Columns.Values)
	slices.SortStableFunc(columns, func(a, b archive.FacetValue) int { return cmp.Compare(b.Games, a.Games) })
	notes := []string{listedOf(&c.Rows, len(c.Rows.Values)), listedOf(&c.Columns, len(c.Columns.Values))}
	var t *table.Table
	switch {
	case width > 0:
		room := min(len(columns), width/table.Gap) // of columns that are as narrow as can be
		room -= sort.Search(room, func(fewer int) bool {
			return room-fewer <= 1 || crossTable(c, columns[:room-fewer]).Width() <= width
		})
		t = crossTable(c, columns[:room])
		if less := len(columns) - room; less > 0 {
			notes = append(notes, fmt.Sprintf("no room for %s more", phrase.Number(less)))
		}
	case len(columns)*len(c.Rows.Values) > mostCells:
		t = pairsTable(c)
		notes = append(notes, fmt.Sprintf("a line for each pair, as %s columns are too many", phrase.Number(len(columns))))
	default:
		t = crossTable(c, columns)
	}
	for _, f := range []*archive.Facet{&c.Rows, &c.Columns} {
		notes = append(notes, noneHas(f))
	}
	return printCounted(w, t, notes, c.Without)
}

// pairsTable has a line for each two values that games have.
func pairsTable(c *archive.Cross) *table.Table {
	t := table.New(c.Rows.Field, c.Columns.Field, "games")
	t.AlignRight(2)
	for _, cell := range c.Cells {
		t.Row(cell.Row, cell.Column, phrase.Number(cell.Games))
	}
	return t
}

// crossTable is the table with some of the columns, in the order of the facet.
func crossTable(c *archive.Cross, columns []archive.FacetValue) *table.Table {
	heads := []string{c.Rows.Field + " / " + c.Columns.Field}
	at := map[string]int{}
	for _, v := range columns {
		at[v.Value] = 0
	}
	for _, v := range c.Columns.Values {
		if _, shown := at[v.Value]; shown {
			at[v.Value] = len(heads)
			heads = append(heads, v.Value)
		}
	}
	t := table.New(append(heads, "games")...)
	t.Limit(0, 60)
	if how, ok := Shortenings[c.Rows.Field]; ok {
		t.Shorten(how, 0)
	}
	for i := range heads {
		t.AlignRight(i + 1)
		t.Keep(i)
	}
	counts := map[string][]string{}
	for _, cell := range c.Cells {
		if counts[cell.Row] == nil {
			counts[cell.Row] = make([]string, len(heads))
		}
		if column, ok := at[cell.Column]; ok {
			counts[cell.Row][column] = phrase.Number(cell.Games)
		}
	}
	for _, v := range c.Rows.Values {
		cells := append(make([]string, 0, len(heads)+1), counts[v.Value]...)
		for len(cells) < len(heads) {
			cells = append(cells, "")
		}
		cells[0] = v.Value
		t.Row(append(cells, phrase.Number(v.Games))...)
	}
	return t
}

// listedOf says how many values of a facet are shown, if not all are.
func listedOf(f *archive.Facet, shown int) string {
	if shown == f.Distinct {
		return ""
	}
	return fmt.Sprintf("the %s most frequent of %s values of %s shown (--facet-limit 0 for all)", phrase.Number(shown), phrase.Number(f.Distinct), f.Field)
}

// noneHas says that there is nothing to count.
func noneHas(f *archive.Facet) string {
	if f.Distinct > 0 {
		return ""
	}
	return f.Field + ": no game has one"
}
