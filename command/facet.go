package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"kifudb/query"
)

// facetRow is a value of a facet where each is a line of its own.
type facetRow struct {
	Field string `json:"field"`
	Value string `json:"value"`
	Games int    `json:"games"`
}

// facetsJSON is a facet as JSON.
type facetsJSON struct {
	Field    string           `json:"field"`
	Distinct int              `json:"distinct"` // values, of which the first are listed
	Without  int              `json:"without"`  // games that have no value
	Values   []facetValueJSON `json:"values"`
}

type facetValueJSON struct {
	Value string `json:"value"`
	Games int    `json:"games"`
}

func newFacetsJSON(facets []query.Facet, most int) []facetsJSON {
	var list []facetsJSON
	for _, f := range facets {
		j := facetsJSON{Field: f.Field, Distinct: len(f.Values), Without: f.Without, Values: []facetValueJSON{}}
		for _, v := range firstValues(f, most) {
			j.Values = append(j.Values, facetValueJSON(v))
		}
		list = append(list, j)
	}
	return list
}

// firstValues returns at most so many values of a facet, all if most is 0.
func firstValues(f query.Facet, most int) []query.FacetValue {
	if most > 0 && most < len(f.Values) {
		return f.Values[:most]
	}
	return f.Values
}

// printFacetRows prints values one by one and returns the number of games.
func (a *answer) printFacetRows(ctx context.Context, print func(facetRow) error) (int, error) {
	games, facets, err := a.count(ctx)
	if err != nil {
		return 0, err
	}
	for _, f := range facets {
		for _, v := range firstValues(f, a.most) {
			if err := print(facetRow{f.Field, v.Value, v.Games}); err != nil {
				return games, err
			}
		}
	}
	return games, nil
}

// printFacets prints a table for each facet.
func printFacets(w io.Writer, facets []query.Facet, most int) error {
	for _, f := range facets {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		t := newTable(f.Field, "games")
		t.alignRight(1)
		t.limit(0, 60)
		values := firstValues(f, most)
		for _, v := range values {
			t.row(v.Value, number(v.Games))
		}
		if err := t.print(w); err != nil {
			return err
		}
		var notes []string
		if len(values) < len(f.Values) {
			notes = append(notes, fmt.Sprintf("%s of %s shown (--facet-limit 0 for all)", number(len(values)), number(len(f.Values))))
		}
		switch {
		case len(f.Values) == 0:
			notes = append(notes, fmt.Sprintf("%s: no game has one", f.Field))
		case f.Without > 0:
			notes = append(notes, gamesWord(f.Without)+" without")
		}
		if len(notes) > 0 {
			if _, err := fmt.Fprintln(w, strings.Join(notes, "; ")); err != nil {
				return err
			}
		}
	}
	return nil
}
