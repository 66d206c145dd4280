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
	return &crossState{facets: c.FacetCounts.Empty(q).(*facetState)}
}

// crossState is what is known of the cells. They are numbered by the values of
// the two censuses.
type crossState struct {
	facets *facetState
	cells  cells
	both   int // games that have values of both
}

func (s *crossState) Add(_ context.Context, b *match.Block) error {
	return s.facets.count(b, s)
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

// gameKnown counts a game with the labels of both fields by their tables.
func (s *crossState) gameKnown(rows, columns *gameLabels, w store.Winner) {
	if rows.n > 0 && columns.n > 0 {
		s.both++
	}
	for _, row := range rows.numbers[:rows.n] {
		for _, column := range columns.numbers[:columns.n] {
			s.cells.at(row, column).game(w)
		}
	}
}

func (s *crossState) cell(row, column int) *Counted { return s.cells.at(row, column) }

// cells are counts by row and column. They are a table of their own, as a game of each player
// in each decade is looked up in it: that takes a third of the time that a map does.
type cells struct {
	slots  []int32     // of twice as many or more: the number of a cell, plus one
	places []cellPlace // of the cells, in the order in which they came
	counts []Counted
}

// A cellPlace is a row and a column.
type cellPlace struct{ row, column int32 }

// slot returns where the cell of a place is, or would be.
func (c *cells) slot(p cellPlace) *int32 {
	mask := uint64(len(c.slots) - 1)
	for i := (uint64(uint32(p.row))<<32 | uint64(uint32(p.column))) * 0x9E3779B97F4A7C15 >> 32; ; i++ {
		if at := &c.slots[i&mask]; *at == 0 || c.places[*at-1] == p {
			return at
		}
	}
}

// at returns the count of a cell, until the next one is asked for.
func (c *cells) at(row, column int) *Counted {
	if 2*len(c.places) >= len(c.slots) {
		c.slots = make([]int32, max(64, 2*len(c.slots)))
		for i, p := range c.places {
			*c.slot(p) = int32(i) + 1
		}
	}
	p := cellPlace{int32(row), int32(column)}
	at := c.slot(p)
	if *at == 0 {
		c.places, c.counts = append(c.places, p), append(c.counts, Counted{})
		*at = int32(len(c.places))
	}
	return &c.counts[*at-1]
}

func (s *crossState) Merge(other State) {
	o := other.(*crossState)
	s.facets.Merge(o.facets)
	s.both += o.both
	for i, at := range o.cells.places {
		s.named(o.facets.readers.List[0].Name(int(at.row)), o.facets.readers.List[1].Name(int(at.column))).add(o.cells.counts[i])
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
	byRow, byColumn := ranking(rows.names), ranking(columns.names)
	type placed struct {
		rank uint64 // of the row, and then of the column
		cell int32
	}
	order := make([]placed, len(s.cells.places))
	for i, at := range s.cells.places {
		order[i] = placed{uint64(byRow[at.row])<<32 | uint64(byColumn[at.column]), int32(i)}
	}
	slices.SortFunc(order, func(a, b placed) int { return cmp.Compare(a.rank, b.rank) })
	var list []CrossCell
	if len(order) > 0 {
		list = make([]CrossCell, 0, len(order))
	}
	for _, p := range order {
		at := s.cells.places[p.cell]
		list = append(list, CrossCell{rows.Name(int(at.row)), columns.Name(int(at.column)), s.cells.counts[p.cell]})
	}
	return list
}

// ranking returns the place of each of some texts, which differ, in the order of letters.
func ranking(texts []string) []int32 {
	order := make([]int32, len(texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(texts[a], texts[b]) })
	ranks := make([]int32, len(texts))
	for rank, i := range order {
		ranks[i] = int32(rank)
	}
	return ranks
}

// jsonCross is the state in JSON.
type jsonCross struct {
	Facets json.RawMessage `json:"facets"`
	Both   int             `json:"both"`
	Cells  []CrossCell     `json:"cells"`
}

// MarshalJSON writes what was counted.
func (s *crossState) MarshalJSON() ([]byte, error) {
	facets, err := query.WriteJSON(s.facets)
	if err != nil {
		return nil, err
	}
	return query.WriteJSON(jsonCross{facets, s.both, s.list()})
}

// UnmarshalJSON reads it, into an empty state of the same fields.
func (s *crossState) UnmarshalJSON(data []byte) error {
	var j jsonCross
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if err := query.ReadJSON(j.Facets, s.facets); err != nil {
		return err
	}
	s.both = j.Both
	for _, c := range j.Cells {
		s.named(c.Row, c.Column).add(c.Counted)
	}
	return nil
}
