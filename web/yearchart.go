package web

import (
	"strconv"
	"strings"

	"kifudb/archive"
)

// A yearChart shows in order how many of the games are of each year, or of each decade if the
// years are many. Each column narrows the question.
type yearChart struct {
	Field   string // year or decade
	Columns []yearColumn
	Width   int
	First   string
	Last    string
}

// A yearColumn is the games of a year or a decade, "" where there are none.
type yearColumn struct {
	X, Y, Height float64
	Value, Link  string
	Games        int
}

// The measures of the chart.
const (
	yearStep   = 10
	yearHeight = 50.0
	mostYears  = 30 // beyond which decades are drawn
)

// newYearChart draws the facets of years and decades; nil if no game has a date.
func newYearChart(facets []archive.Facet, query string) *yearChart {
	var years, decades *archive.Facet
	for i := range facets {
		switch f := &facets[i]; archive.TimeStep(f.Field) {
		case 1:
			years = f
		case 10:
			decades = f
		}
	}
	if years == nil || decades == nil || len(years.Values) == 0 {
		return nil
	}
	chosen, step := years, 1
	first, last := yearsFrom(years)
	if last-first >= mostYears {
		chosen, step = decades, 10
		first, last = yearsFrom(decades)
	}
	c := &yearChart{Field: chosen.Field, Width: yearStep * ((last-first)/step + 1)}
	most := 0
	for _, v := range chosen.Values {
		most = max(most, v.Games)
	}
	for i, v := range chosen.Values {
		h := max(1, yearHeight*float64(v.Games)/float64(most))
		column := yearColumn{X: float64(yearStep * (yearNumber(v.Value) - first) / step), Y: yearHeight - h, Height: h, Value: v.Value, Games: v.Games}
		if term := archive.FacetTerm(chosen.Field, v.Value); term != "" {
			column.Link = explorerLink(joinTerms(query, term))
		}
		c.Columns = append(c.Columns, column)
		if i == 0 {
			c.First = v.Value
		}
		c.Last = v.Value
	}
	return c
}

// yearsFrom returns the first and the last year of a facet, whose values ascend.
func yearsFrom(f *archive.Facet) (first, last int) {
	return yearNumber(f.Values[0].Value), yearNumber(f.Values[len(f.Values)-1].Value)
}

// yearNumber is the year with which a value of a facet begins.
func yearNumber(value string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(value, "s"))
	if err != nil {
		return 0
	}
	return n
}
