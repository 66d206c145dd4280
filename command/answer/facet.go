package answer

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
)

// facetRow is a value of a facet, or a cell of a table of two fields, where each
// is a line of its own.
type facetRow struct {
	Field  string          `json:"field"`
	Value  string          `json:"value"`
	Field2 string          `json:"field2,omitempty"`
	Value2 string          `json:"value2,omitempty"`
	Games  int             `json:"games"`
	Won    archive.Results `json:"won"`
}

// heads are the names of a row's cells; two says whether any row has two fields.
func (facetRow) heads(two bool) []string {
	heads := []string{"field", "value"}
	if two {
		heads = append(heads, "field2", "value2")
	}
	return append(heads, "games", "black", "white", "draw", "decided")
}

func (f facetRow) cells(two bool) []string {
	cells := []string{f.Field, f.Value}
	if two {
		cells = append(cells, f.Field2, f.Value2)
	}
	for _, n := range []int{f.Games, f.Won.Black, f.Won.White, f.Won.Draw, f.Won.Decided} {
		cells = append(cells, fmt.Sprint(n))
	}
	return cells
}

// printFacetRows prints values and cells one by one.
func printFacetRows(p *archive.Page, print func(facetRow) error) error {
	for _, f := range p.Facets {
		for _, v := range f.Values {
			if err := print(facetRow{Field: f.Field, Value: v.Value, Games: v.Games, Won: v.Won}); err != nil {
				return err
			}
		}
	}
	for _, c := range p.Crosses {
		for _, v := range c.Cells {
			if err := print(facetRow{Field: c.Rows.Field, Value: v.Row, Field2: c.Columns.Field, Value2: v.Column, Games: v.Games, Won: v.Won}); err != nil {
				return err
			}
		}
	}
	return nil
}

// printFacets prints a table for each facet.
func printFacets(w io.Writer, p *archive.Page) error {
	for i := range p.Facets {
		if err := printFacet(w, &p.Facets[i]); err != nil {
			return err
		}
	}
	for i := range p.Crosses {
		if err := printCross(w, &p.Crosses[i]); err != nil {
			return err
		}
	}
	return nil
}

func printFacet(w io.Writer, f *archive.Facet) error {
	t := table.New(f.Field, "games", "black won", "white won", "draw", "decided")
	t.AlignRight(1, 2, 3, 4, 5)
	t.Spare(4, 5, 3, 2)
	t.Limit(0, 60)
	if how, ok := Shortenings[f.Field]; ok {
		t.Shorten(how, 0)
	}
	ends := slices.Contains([]string{"result", "winner", "RE"}, f.Field) // who won is the value itself
	decided := slices.ContainsFunc(f.Values, func(v archive.FacetValue) bool { return v.Won.Decided > 0 })
	for _, v := range f.Values {
		if ends || !decided {
			t.Row(v.Value, phrase.Number(v.Games))
			continue
		}
		of := v.Won.Decided
		t.Row(v.Value, phrase.Number(v.Games), phrase.Percent(v.Won.Black, of), phrase.Percent(v.Won.White, of), phrase.Percent(v.Won.Draw, of), phrase.Number(of))
	}
	without := f.Without
	if f.Distinct == 0 {
		without = 0 // is all of them
	}
	return printCounted(w, t, []string{listedOf(f, len(f.Values)), noneHas(f)}, without)
}

// printCounted prints a table of games that were counted, and what is not in it.
func printCounted(w io.Writer, t *table.Table, notes []string, without int) error {
	if without > 0 {
		notes = append(notes, phrase.Games(without)+" without")
	}
	notes = slices.DeleteFunc(notes, func(s string) bool { return s == "" })
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := t.Print(w); err != nil || len(notes) == 0 {
		return err
	}
	_, err := fmt.Fprintln(w, strings.Join(notes, "; "))
	return err
}
