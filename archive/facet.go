package archive

import "kifudb/search"

// A Facet counts games by the values of a field.
type Facet struct {
	Field    string       `json:"field"`
	Distinct int          `json:"distinct"` // values, of which the first are listed
	Without  int          `json:"without"`  // games that have no value
	Values   []FacetValue `json:"values"`   // the most frequent first
}

// A FacetValue is a value and the games that have it.
type FacetValue struct {
	Value string `json:"value"`
	Games int    `json:"games"`
}

// newFacets lists at most so many values of each facet, all if most is 0.
func newFacets(facets []search.Facet, most int) []Facet {
	var list []Facet
	for _, f := range facets {
		values := f.Values
		if most > 0 && most < len(values) {
			values = values[:most]
		}
		facet := Facet{Field: f.Field, Distinct: len(f.Values), Without: f.Without, Values: []FacetValue{}}
		for _, v := range values {
			facet.Values = append(facet.Values, FacetValue(v))
		}
		list = append(list, facet)
	}
	return list
}
