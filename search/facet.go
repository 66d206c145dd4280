package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A Facet counts the games of an answer by the values of a field. A game counts
// once under each of its values. Spellings of players and events that the user
// said are one name count under the preferred one.
type Facet struct {
	Field   string
	Values  []FacetValue // the most frequent first, then by value
	Without int          // games of the answer that have no value
}

// A FacetValue is a value and the games that have it.
type FacetValue struct {
	Value string
	Counted
}

// Counted is a number of games and how they ended.
type Counted struct {
	Games int     `json:"games"`
	Won   Results `json:"won"`
}

// game counts one game.
func (c *Counted) game(w store.Winner) {
	c.Games++
	c.Won.Count(w, false)
}

// add adds what was counted in other games.
func (c *Counted) add(o Counted) {
	c.Games += o.Games
	c.Won.Add(o.Won)
}

// CheckFacet says what is wrong with a name of a field by which games are to be
// counted, or nil.
func CheckFacet(name string) error {
	_, err := NewAttribute(name)
	if f, ok := query.FindListed(name); err == nil && ok {
		err = f.Check(query.Count)
	}
	return err
}

// FacetCounts counts games by the values of fields. It finds a *FacetsOfGames.
type FacetCounts struct{ Labels }

// FacetsOfGames are the facets of some games.
type FacetsOfGames struct {
	Facets []Facet // in the order that was asked for
	Games  int
}

// Kind implements Aggregation.
func (*FacetCounts) Kind() string { return "facets" }

// Resolve implements Aggregation.
func (f *FacetCounts) Resolve(r *Resolver) (Aggregation, error) {
	found, err := f.Resolved(r)
	if err != nil {
		return nil, err
	}
	return &FacetCounts{found}, nil
}

// Check implements Aggregation.
func (f *FacetCounts) Check(*Question) error { return f.CheckLabels() }

// Empty implements Aggregation.
func (f *FacetCounts) Empty(*Question) State {
	s := &facetState{readers: f.Readers()}
	for _, t := range s.readers.List {
		s.Fields = append(s.Fields, &census{LabelReader: t})
	}
	return s
}

// facetState is what is known of the values.
type facetState struct {
	Games  int       `json:"games"`
	Fields []*census `json:"fields"`

	readers *LabelReaders
}

func (s *facetState) Add(_ context.Context, b *match.Block) error {
	return s.count(b, nil)
}

// count counts the games of a block, and in the cells of a table, unless that is nil.
func (s *facetState) count(b *match.Block, cross *crossState) error {
	s.Games += int(b.Mask.GetCardinality())
	if s.readers.makeTables(b) {
		return s.countTables(b, cross)
	}
	return s.readers.Each(b, func(facts *store.Facts, labels [][]Label) {
		for i, t := range s.Fields {
			t.add(labels[i], facts.Winner)
		}
		if cross != nil {
			cross.game(labels, facts.Winner)
		}
	})
}

// countTables is count by tables of labels.
func (s *facetState) countTables(b *match.Block, cross *crossState) error {
	g, winners := b.Segment, b.Segment.Winners()
	labels := make([][]Label, len(s.Fields))
	of := make([]gameLabels, len(s.Fields))
	var values []int
	var some [256]uint32
	for games := b.Mask.ManyIterator(); ; {
		n := games.NextMany(some[:])
		if n == 0 {
			return nil
		}
	games:
		for _, local := range some[:n] {
			local, winner := int(local), winners[local]
			for i, t := range s.Fields {
				if !t.labelsOf(local, &of[i]) {
					facts := g.Facts(local)
					values = g.ValueNumbers(local, values[:0])
					if err := s.readers.read(g, local, &facts, values, labels); err != nil {
						return err
					}
					for i, t := range s.Fields {
						t.add(labels[i], winner)
					}
					if cross != nil {
						cross.game(labels, winner)
					}
					continue games
				}
			}
			for i, t := range s.Fields {
				t.addKnown(&of[i], winner)
			}
			if cross != nil {
				cross.gameKnown(&of[0], &of[1], winner)
			}
		}
	}
}

func (s *facetState) Merge(other State) {
	o := other.(*facetState)
	s.Games += o.Games
	for i, t := range s.Fields {
		t.merge(o.Fields[i])
	}
}

func (s *facetState) Finish() any {
	found := &FacetsOfGames{Games: s.Games}
	for _, t := range s.Fields {
		found.Facets = append(found.Facets, t.facet(s.Games))
	}
	return found
}

// UnmarshalJSON reads the state of the same fields.
func (s *facetState) UnmarshalJSON(data []byte) error {
	fields := len(s.Fields)
	type plain facetState
	if err := query.ReadJSON(data, (*plain)(s)); err != nil {
		return err
	}
	if len(s.Fields) != fields || slices.Contains(s.Fields, nil) {
		return fmt.Errorf("%d fields were counted, %d asked for", len(s.Fields), fields)
	}
	return nil
}

// A census counts games under the values of an attribute.
type census struct {
	*LabelReader
	games []Counted // that have each value, by number; those at the end may be missing
	known int       // games with any
}

// at returns what is counted for a value.
func (t *census) at(number int) *Counted {
	for len(t.games) <= number {
		t.games = append(t.games, Counted{})
	}
	return &t.games[number]
}

// add counts a game with its labels.
func (t *census) add(labels []Label, w store.Winner) {
	if len(labels) > 0 {
		t.known++
	}
	for _, l := range labels {
		t.at(l.Number).game(w)
	}
}

// addKnown counts a game with its labels by a table.
func (t *census) addKnown(labels *gameLabels, w store.Winner) {
	if labels.n > 0 {
		t.known++
	}
	for _, number := range labels.numbers[:labels.n] {
		if number < len(t.games) {
			t.games[number].game(w)
		} else {
			t.at(number).game(w)
		}
	}
}

// merge adds the counts of other games.
func (t *census) merge(o *census) {
	t.known += o.known
	for n, count := range o.games {
		if count.Games > 0 {
			t.at(t.Number(o.Name(n))).add(count)
		}
	}
}

// jsonCensus is a census in JSON.
type jsonCensus struct {
	Known int                `json:"known"`
	Games map[string]Counted `json:"games"` // by value
}

// MarshalJSON writes what was counted.
func (t *census) MarshalJSON() ([]byte, error) {
	j := jsonCensus{Known: t.known, Games: make(map[string]Counted, len(t.games))}
	for n, count := range t.games {
		if count.Games > 0 {
			j.Games[t.Name(n)] = count
		}
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty census.
func (t *census) UnmarshalJSON(data []byte) error {
	var j jsonCensus
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	t.known = j.Known
	for value, games := range j.Games {
		t.at(t.Number(value)).add(games)
	}
	return nil
}

func (t *census) facet(games int) Facet {
	f := Facet{Field: t.attribute.Name, Without: games - t.known}
	if len(t.games) > 0 {
		f.Values = make([]FacetValue, 0, len(t.games))
	}
	for n, count := range t.games {
		if count.Games > 0 {
			f.Values = append(f.Values, FacetValue{t.Name(n), count})
		}
	}
	slices.SortFunc(f.Values, func(a, b FacetValue) int {
		if a.Games != b.Games {
			return cmp.Compare(b.Games, a.Games)
		}
		return strings.Compare(a.Value, b.Value)
	})
	return f
}
