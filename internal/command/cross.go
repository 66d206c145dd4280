package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"kifudb/archive"
)

// printCross prints how many games have a value of one field and one of another:
// a line for each of the first, a column for each of the second, as many of the
// most frequent as there is room for. The last column is all games of the line.
func printCross(w io.Writer, c *archive.Cross) error {
	width := terminalWidth(w)
	columns := slices.Clone(c.Columns.Values)
	slices.SortStableFunc(columns, func(a, b archive.FacetValue) int { return cmp.Compare(b.Games, a.Games) })
	t := crossTable(c, columns)
	for width > 0 && len(columns) > 1 && t.width() > width {
		columns = columns[:len(columns)-1]
		t = crossTable(c, columns)
	}
	notes := []string{listedOf(&c.Rows, len(c.Rows.Values)), listedOf(&c.Columns, len(c.Columns.Values))}
	if less := len(c.Columns.Values) - len(columns); less > 0 {
		notes = append(notes, fmt.Sprintf("no room for %d more", less))
	}
	for _, f := range []*archive.Facet{&c.Rows, &c.Columns} {
		notes = append(notes, noneHas(f))
	}
	return printCounted(w, t, notes, c.Without)
}

// crossTable is the table with some of the columns, in the order of the facet.
func crossTable(c *archive.Cross, columns []archive.FacetValue) *textTable {
	heads := []string{c.Rows.Field + " / " + c.Columns.Field}
	at := map[string]int{}
	for _, v := range c.Columns.Values {
		if slices.ContainsFunc(columns, func(shown archive.FacetValue) bool { return shown.Value == v.Value }) {
			at[v.Value] = len(heads)
			heads = append(heads, v.Value)
		}
	}
	t := newTable(append(heads, "games")...)
	t.limit(0, 60)
	if how, ok := shortenings[c.Rows.Field]; ok {
		t.shorten(how, 0)
	}
	for i := range heads {
		t.alignRight(i + 1)
		t.keep(i)
	}
	counts := map[string][]string{}
	for _, cell := range c.Cells {
		if counts[cell.Row] == nil {
			counts[cell.Row] = make([]string, len(heads))
		}
		if column, ok := at[cell.Column]; ok {
			counts[cell.Row][column] = number(cell.Games)
		}
	}
	for _, v := range c.Rows.Values {
		cells := append(make([]string, 0, len(heads)+1), counts[v.Value]...)
		for len(cells) < len(heads) {
			cells = append(cells, "")
		}
		cells[0] = v.Value
		t.row(append(cells, number(v.Games))...)
	}
	return t
}

// listedOf says how many values of a facet are shown, if not all are.
func listedOf(f *archive.Facet, shown int) string {
	if shown == f.Distinct {
		return ""
	}
	return fmt.Sprintf("the %s most frequent of %s values of %s shown (--facet-limit 0 for all)", number(shown), number(f.Distinct), f.Field)
}

// noneHas says that there is nothing to count.
func noneHas(f *archive.Facet) string {
	if f.Distinct > 0 {
		return ""
	}
	return f.Field + ": no game has one"
}
