package archive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/query"
	"kifudb/search"
)

// A Facet counts games by the values of a field.
type Facet struct {
	Field    string       `json:"field" doc:"Field of the query language."`
	Distinct int          `json:"distinct" doc:"Number of different values. The list may have fewer."`
	Without  int          `json:"without" doc:"Number of games without a value."`
	Values   []FacetValue `json:"values" doc:"The values, in the order that the request asks for."`
}

// A FacetValue is a value, the games that have it, and how they ended.
type FacetValue struct {
	Value string  `json:"value" doc:"The value, as queries have it."`
	Games int     `json:"games" doc:"Number of games with the value."`
	Won   Results `json:"won" doc:"How these games ended."`
}

// A Cross counts games by the values of two fields at once.
type Cross struct {
	Rows    Facet       `json:"rows" doc:"Values of the first field."`
	Columns Facet       `json:"columns" doc:"Values of the second field."`
	Without int         `json:"without" doc:"Number of games that lack a value of at least one of the fields."`
	Cells   []CrossCell `json:"cells" doc:"Pairs of listed values that have games."`
}

// A CrossCell is the games that have a value of each field.
type CrossCell struct {
	Row    string  `json:"row" doc:"Value of the first field."`
	Column string  `json:"column" doc:"Value of the second field."`
	Games  int     `json:"games" doc:"Number of games with both values."`
	Won    Results `json:"won" doc:"How these games ended."`
}

// The orders of the values of a facet.
const (
	FacetUsual  = ""      // by value where values have an order, as years have; otherwise by count
	FacetCount  = "count" // the most frequent first
	FacetValues = "value"
)

// FacetLimitUsual lists the 12 most frequent values, of years, decades and
// centuries all.
const FacetLimitUsual = -1

// facetFields returns the fields of a facet: of one, as in "year", or of two, as
// in "year,result".
func facetFields(facet string) ([]string, error) {
	fields := strings.Split(facet, ",")
	for i, name := range fields {
		fields[i] = strings.TrimSpace(name)
		if err := search.CheckFacet(fields[i]); err != nil {
			return nil, err
		}
	}
	if len(fields) > 2 {
		return nil, fmt.Errorf("%q has %d fields; games are counted by one field, or by two as a table", facet, len(fields))
	}
	return fields, nil
}

// askFacetsOf adds what counts games by fields to what is asked.
func askFacetsOf(s *Search, asked map[string]search.Aggregation) {
	single := &search.FacetCounts{}
	for i, facet := range s.Facets {
		fields, err := facetFields(facet)
		if err != nil {
			continue // was checked
		}
		if len(fields) == 2 {
			asked[askCross(i)] = &search.CrossCounts{FacetCounts: search.FacetCounts{Labels: search.Labels{Fields: fields}}}
		} else {
			single.Fields = append(single.Fields, fields...)
		}
	}
	if len(single.Fields) > 0 {
		asked[askFacets] = single
	}
}

func askCross(i int) string { return fmt.Sprint("cross", i) }

// setFacets takes what was counted from an answer.
func (p *Page) setFacets(s *Search, answer *search.Answer) {
	if found, ok := answer.Found[askFacets].(*search.FacetsOfGames); ok {
		for _, f := range found.Facets {
			p.Facets = append(p.Facets, newFacet(f, s))
		}
	}
	for i := range s.Facets {
		if found, ok := answer.Found[askCross(i)].(*search.Cross); ok {
			p.Crosses = append(p.Crosses, newCross(found, s))
		}
	}
}

// newFacet lists the most frequent values of a facet, as many as are asked for, in
// their order.
func newFacet(f search.Facet, s *Search) Facet {
	values, most := f.Values, s.FacetLimit
	if most == FacetLimitUsual {
		most = 12
		if TimeStep(f.Field) > 0 {
			most = 0 // a history with gaps would be misread
		}
	}
	if most > 0 && most < len(values) {
		values = values[:most]
	}
	facet := Facet{Field: f.Field, Distinct: len(f.Values), Without: f.Without, Values: []FacetValue{}}
	for _, v := range values {
		facet.Values = append(facet.Values, FacetValue{v.Value, v.Games, NewResults(v.Won)})
	}
	if compare, own := search.ValueOrder(f.Field); s.FacetSort == FacetValues || s.FacetSort == FacetUsual && own {
		slices.SortStableFunc(facet.Values, func(a, b FacetValue) int { return compare(a.Value, b.Value) })
	}
	return facet
}

func newCross(found *search.Cross, s *Search) Cross {
	c := Cross{Rows: newFacet(found.Rows, s), Columns: newFacet(found.Columns, s), Without: found.Without, Cells: []CrossCell{}}
	rows, columns := c.Rows.numbers(), c.Columns.numbers()
	for _, cell := range found.Cells {
		_, row := rows[cell.Row]
		_, column := columns[cell.Column]
		if row && column {
			c.Cells = append(c.Cells, CrossCell{cell.Row, cell.Column, cell.Games, NewResults(cell.Won)})
		}
	}
	slices.SortStableFunc(c.Cells, func(a, b CrossCell) int {
		if a.Row != b.Row {
			return rows[a.Row] - rows[b.Row]
		}
		return columns[a.Column] - columns[b.Column]
	})
	return c
}

// numbers returns where each value is in the list.
func (f *Facet) numbers() map[string]int {
	numbers := map[string]int{}
	for i, v := range f.Values {
		numbers[v.Value] = i
	}
	return numbers
}

// FacetTerm returns the term of the query language that finds the games with a value
// of a facet; "" if there is none.
func FacetTerm(field, value string) string {
	f, ok := query.FindListed(field)
	switch {
	case f.FoundBy != "":
		field = f.FoundBy
	case ok && !f.Can(query.Find):
		return ""
	}
	q, err := ParseQuery(field + ":" + strconv.Quote(value))
	if err != nil {
		return ""
	}
	return q.String()
}

// TimeStep returns how many years a value of a field is, 0 if it is none of years.
func TimeStep(field string) int {
	f, _ := query.FindListed(field)
	return f.Years
}
