package search

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kifudb/alias"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
	"kifudb/user"
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
	c.Won.count(w, false)
}

// add adds what was counted in other games.
func (c *Counted) add(o Counted) {
	c.Games += o.Games
	c.Won.add(o.Won)
}

// CheckFacet says what is wrong with a name of a field by which games are to be
// counted, or nil.
func CheckFacet(name string) error {
	a, err := NewAttribute(name)
	if err == nil && a.game != nil {
		err = fmt.Errorf("field %q is different for every game; there is nothing to count", name)
	}
	return err
}

// FacetCounts counts games by the values of fields. It finds a *FacetsOfGames.
type FacetCounts struct {
	Fields []string `json:"fields"` // see CheckFacet

	// Of the user, by Resolve.
	Aliases map[string][]alias.Group `json:"aliases,omitempty"` // by kind
	Tags    []facetTag               `json:"tags,omitempty"`
}

// A facetTag is one of the user's tags.
type facetTag struct {
	Name  string       `json:"name"`
	Games *query.IDSet `json:"games"`
}

// FacetsOfGames are the facets of some games.
type FacetsOfGames struct {
	Facets []Facet // in the order that was asked for
	Games  int
}

// Kind implements Aggregation.
func (*FacetCounts) Kind() string { return "facets" }

// Resolve implements Aggregation.
func (f *FacetCounts) Resolve(r *Resolver) (Aggregation, error) {
	found := &FacetCounts{Fields: f.Fields, Aliases: map[string][]alias.Group{}}
	for _, name := range f.Fields {
		if err := CheckFacet(name); err != nil {
			return nil, err
		}
		a, err := NewAttribute(name)
		if err != nil {
			return nil, err
		}
		if err := a.ReadUser(r.User()); err != nil {
			return nil, err
		}
		if a.tagged && found.Tags == nil {
			for _, t := range a.tags {
				found.Tags = append(found.Tags, facetTag{t.Name, query.NewIDSet(t.Games)})
			}
		}
		kind, ok := aliasKind(a)
		if !ok || found.Aliases[kind.String()] != nil {
			continue
		}
		table, err := r.Aliases(kind)
		if err != nil {
			return nil, err
		}
		if table != nil && len(table.Groups()) > 0 {
			found.Aliases[kind.String()] = append(found.Aliases[kind.String()], table.Groups()...)
		}
	}
	return found, nil
}

// Check implements Aggregation.
func (f *FacetCounts) Check(*Question) error {
	for _, name := range f.Fields {
		if err := CheckFacet(name); err != nil {
			return err
		}
	}
	for _, t := range f.Tags {
		if t.Games == nil {
			return fmt.Errorf("tag %q has no set of games", t.Name)
		}
	}
	return nil
}

// Empty implements Aggregation.
func (f *FacetCounts) Empty(*Question) State {
	s := &facetState{}
	tables := map[alias.Kind]*alias.Table{}
	for _, name := range f.Fields {
		a, err := NewAttribute(name)
		if err != nil {
			panic(err) // was checked
		}
		for _, t := range f.Tags {
			a.tags = append(a.tags, user.Tag{Name: t.Name, Games: t.Games.Games})
		}
		c := &census{attribute: a, numbers: map[string]int{}}
		if kind, ok := aliasKind(a); ok {
			groups := f.Aliases[kind.String()]
			if tables[kind] == nil && len(groups) > 0 {
				tables[kind] = alias.NewTable(kind, groups)
			}
			c.aliases = tables[kind]
		}
		s.Fields = append(s.Fields, c)
	}
	return s
}

// aliasKind returns which aliases the values of an attribute have, if any:
// identifiers are the texts as written.
func aliasKind(a Attribute) (alias.Kind, bool) {
	f, _ := query.FindField(a.Name)
	kind, ok := f.Names()
	return kind, ok && f.Name == a.Name
}

// facetState is what is known of the values.
type facetState struct {
	Games  int       `json:"games"`
	Fields []*census `json:"fields"`

	segment *store.Segment // that the censuses are ready for
}

func (s *facetState) Add(_ context.Context, b *match.Block) error {
	s.count(b, nil)
	return nil
}

// count counts the games of a block, and tells who wants to know of each that was
// counted.
func (s *facetState) count(b *match.Block, each func(store.Winner)) {
	if b.Mask.IsEmpty() {
		return
	}
	if b.Segment != s.segment {
		s.segment = b.Segment
		for _, t := range s.Fields {
			t.open(b.Segment)
		}
	}
	s.Games += int(b.Mask.GetCardinality())
	countValues(b, s.Fields, each)
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
	if err := query.DecodeStrictly(data, (*plain)(s)); err != nil {
		return err
	}
	if len(s.Fields) != fields || slices.Contains(s.Fields, nil) {
		return fmt.Errorf("%d fields were counted, %d asked for", len(s.Fields), fields)
	}
	return nil
}

// countValues adds the games of a block.
func countValues(b *match.Block, censuses []*census, each func(store.Winner)) {
	g := b.Segment
	texts := slices.ContainsFunc(censuses, func(t *census) bool { return len(t.attribute.idents) > 0 })
	var values []int
	for local := range b.Games() {
		facts := g.Facts(local)
		if texts {
			values = g.ValueNumbers(local, values[:0])
		}
		for _, t := range censuses {
			t.add(g, local, &facts, values)
		}
		if each != nil {
			each(facts.Winner)
		}
	}
}

// A census counts games under the values of an attribute. Texts are compared
// once for each distinct one of a segment, not once per game.
type census struct {
	attribute Attribute
	aliases   *alias.Table   // nil if its values have none
	names     []string       // the values, numbered in the order in which they came
	numbers   map[string]int // the same, by value
	games     []Counted      // that have each value
	known     int            // games with any

	bySegment []int // the numbers here of the values of the segment's dictionary, plus one
	seen      []int // of one game
}

// open makes the census ready for the games of a segment.
func (t *census) open(g *store.Segment) {
	clear(t.bySegment)
	for _, ident := range t.attribute.idents {
		for value, text := range g.NumberedValues(ident) {
			if text = t.value(text); text != "" {
				if value >= len(t.bySegment) {
					t.bySegment = append(t.bySegment, make([]int, value+1-len(t.bySegment))...)
				}
				t.bySegment[value] = t.number(text) + 1
			}
		}
	}
}

// value returns what a text counts as, "" for nothing.
func (t *census) value(text string) string {
	text = t.attribute.value(text)
	if t.aliases == nil {
		return text
	}
	own := 0
	var group *alias.Group
	for _, r := range t.aliases.Kind().Read(text) {
		if r.Also {
			continue
		}
		own++
		if g, ok := t.aliases.Find(r.Name); ok {
			group = g
		}
	}
	if own == 1 && group != nil { // a team stays a team
		return group.Name()
	}
	return text
}

func (t *census) number(value string) int {
	n, ok := t.numbers[value]
	if !ok {
		n = len(t.names)
		t.numbers[value] = n
		t.names = append(t.names, value)
		t.games = append(t.games, Counted{})
	}
	return n
}

// Add counts a game, given its facts and the numbers of its values in the
// segment.
func (t *census) add(g *store.Segment, local int, facts *store.Facts, values []int) {
	t.seen = t.seen[:0]
	switch {
	case t.attribute.read != nil:
		for _, value := range t.attribute.read(facts) {
			t.see(t.number(value))
		}
	case t.attribute.tagged:
		for _, value := range t.attribute.Values(g, local) {
			t.see(t.number(value))
		}
	default:
		for _, value := range values {
			if value < len(t.bySegment) && t.bySegment[value] > 0 {
				t.see(t.bySegment[value] - 1)
			}
		}
	}
	if len(t.seen) > 0 {
		t.known++
	}
	for _, n := range t.seen {
		t.games[n].game(facts.Winner)
	}
}

// see notes a value of a game, once.
func (t *census) see(n int) {
	if !slices.Contains(t.seen, n) {
		t.seen = append(t.seen, n)
	}
}

// Merge adds what was counted in other games.
func (t *census) merge(o *census) {
	t.known += o.known
	for n, value := range o.names {
		if o.games[n].Games > 0 {
			t.games[t.number(value)].add(o.games[n])
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
	j := jsonCensus{Known: t.known, Games: make(map[string]Counted, len(t.names))}
	for n, value := range t.names {
		if t.games[n].Games > 0 {
			j.Games[value] = t.games[n]
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads it, into an empty census.
func (t *census) UnmarshalJSON(data []byte) error {
	var j jsonCensus
	if err := query.DecodeStrictly(data, &j); err != nil {
		return err
	}
	t.known = j.Known
	for value, games := range j.Games {
		t.games[t.number(value)].add(games)
	}
	return nil
}

func (t *census) facet(games int) Facet {
	f := Facet{Field: t.attribute.Name, Without: games - t.known}
	for n, count := range t.games {
		if count.Games > 0 {
			f.Values = append(f.Values, FacetValue{t.names[n], count})
		}
	}
	slices.SortFunc(f.Values, func(a, b FacetValue) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Value, b.Value))
	})
	return f
}
