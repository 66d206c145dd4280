package search

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// CrossCounts counts games by the values of two fields at once: how many have
// this one of the first and that one of the second. It finds a *Cross.
type CrossCounts struct{ FacetCounts }

// A Cross is a table of two fields. A game counts once in each cell whose values
// it has.
type Cross struct {
	Rows, Columns Facet
	Cells         []CrossCell // those with games, by row and column
	Games         int
	Without       int // games that have no value of one of the fields
}

// A CrossCell is the games that have two values.
type CrossCell struct {
	Row, Column string
	Counted
}

// Kind is the name in JSON.
func (*CrossCounts) Kind() string { return "cross" }

// Resolve adds what the user says of names and tags.
func (c *CrossCounts) Resolve(r *Resolver) (Aggregation, error) {
	found, err := c.FacetCounts.Resolve(r)
	if err != nil {
		return nil, err
	}
	return &CrossCounts{*found.(*FacetCounts)}, nil
}

// Check wants two fields by which games can be counted.
func (c *CrossCounts) Check(q *Question) error {
	if len(c.Fields) != 2 {
		return errors.New("a table of two fields needs two")
	}
	return c.FacetCounts.Check(q)
}

// Empty returns a table without games.
func (c *CrossCounts) Empty(q *Question) State {
	return &crossState{facets: c.FacetCounts.Empty(q).(*facetState), cells: map[[2]int]*Counted{}}
}

// crossState is what is known of the cells. They are numbered by the values of
// the two censuses.
type crossState struct {
	facets *facetState
	cells  map[[2]int]*Counted
	both   int // games that have values of both
}

func (s *crossState) Add(_ context.Context, b *match.Block) error {
	return s.facets.count(b, s.game)
}

// game counts a game with the labels of both fields.
func (s *crossState) game(labels [][]Label, w store.Winner) {
	rows, columns := labels[0], labels[1]
	if len(rows) > 0 && len(columns) > 0 {
		s.both++
	}
	for _, row := range rows {
		for _, column := range columns {
			s.cell(row.Number, column.Number).game(w)
		}
	}
}

func (s *crossState) cell(row, column int) *Counted {
	at := [2]int{row, column}
	if s.cells[at] == nil {
		s.cells[at] = new(Counted)
	}
	return s.cells[at]
}

func (s *crossState) Merge(other State) {
	o := other.(*crossState)
	s.facets.Merge(o.facets)
	s.both += o.both
	for at, count := range o.cells {
		s.named(o.facets.readers.List[0].Name(at[0]), o.facets.readers.List[1].Name(at[1])).add(*count)
	}
}

// named returns the cell of two values.
func (s *crossState) named(row, column string) *Counted {
	return s.cell(s.facets.readers.List[0].Number(row), s.facets.readers.List[1].Number(column))
}

func (s *crossState) Finish() any {
	f := s.facets.Finish().(*FacetsOfGames)
	return &Cross{Rows: f.Facets[0], Columns: f.Facets[1], Cells: s.list(), Games: f.Games, Without: f.Games - s.both}
}

// list returns the cells by their values.
func (s *crossState) list() []CrossCell {
	rows, columns := s.facets.readers.List[0], s.facets.readers.List[1]
	var list []CrossCell
	for at, count := range s.cells {
		list = append(list, CrossCell{rows.Name(at[0]), columns.Name(at[1]), *count})
	}
	slices.SortFunc(list, func(a, b CrossCell) int {
		return cmp.Or(strings.Compare(a.Row, b.Row), strings.Compare(a.Column, b.Column))
	})
	return list
}

// jsonCross is the state in JSON.
type jsonCross struct {
	Facets json.RawMessage `json:"facets"`
	Both   int             `json:"both"`
	Cells  []CrossCell     `json:"cells"`
}

// MarshalJSON writes what was counted.
func (s *crossState) MarshalJSON() ([]byte, error) {
	facets, err := json.Marshal(s.facets)
	if err != nil {
		return nil, err
	}
	return json.Marshal(jsonCross{facets, s.both, s.list()})
}

// UnmarshalJSON reads it, into an empty state of the same fields.
func (s *crossState) UnmarshalJSON(data []byte) error {
	var j jsonCross
	if err := query.DecodeStrictly(data, &j); err != nil {
		return err
	}
	if err := json.Unmarshal(j.Facets, s.facets); err != nil {
		return err
	}
	s.both = j.Both
	for _, c := range j.Cells {
		s.named(c.Row, c.Column).add(c.Counted)
	}
	return nil
}
