package command

import (
	"fmt"
	"io"
	"strings"

	"kifudb/archive"
)

// facetRow is a value of a facet where each is a line of its own.
type facetRow struct {
	Field string `json:"field"`
	Value string `json:"value"`
	Games int    `json:"games"`
}

// printFacetRows prints values one by one.
func printFacetRows(facets []archive.Facet, print func(facetRow) error) error {
	for _, f := range facets {
		for _, v := range f.Values {
			if err := print(facetRow{f.Field, v.Value, v.Games}); err != nil {
				return err
			}
		}
	}
	return nil
}

// printFacets prints a table for each facet.
func printFacets(w io.Writer, facets []archive.Facet) error {
	for _, f := range facets {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		t := newTable(f.Field, "games")
		t.alignRight(1)
		t.limit(0, 60)
		for _, v := range f.Values {
			t.row(v.Value, number(v.Games))
		}
		if err := t.print(w); err != nil {
			return err
		}
		var notes []string
		if len(f.Values) < f.Distinct {
			notes = append(notes, fmt.Sprintf("%s of %s shown (--facet-limit 0 for all)", number(len(f.Values)), number(f.Distinct)))
		}
		switch {
		case f.Distinct == 0:
			notes = append(notes, fmt.Sprintf("%s: no game has one", f.Field))
		case f.Without > 0:
			notes = append(notes, countOf(f.Without)+" without")
		}
		if len(notes) > 0 {
			if _, err := fmt.Fprintln(w, strings.Join(notes, "; ")); err != nil {
				return err
			}
		}
	}
	return nil
}
