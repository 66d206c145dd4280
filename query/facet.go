package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/alias"
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
	Games int
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

// Facets counts all games that fulfil a query by the values of fields, in one
// go, and returns how many games these are. Limit and cursor of the options do
// not matter. A name that is not known is an error, see [CheckFacet].
func Facets(ctx context.Context, s *store.Snapshot, q Query, names []string, o *Options) (facets []Facet, games int, err error) {
	if o == nil {
		o = &Options{}
	}
	var censuses []*census
	for _, name := range names {
		if err := CheckFacet(name); err != nil {
			return nil, 0, err
		}
		a, err := NewAttribute(name)
		if err != nil {
			return nil, 0, err
		}
		if err := a.ReadUser(o.User); err != nil {
			return nil, 0, err
		}
		aliases, err := aliasesFor(a, o)
		if err != nil {
			return nil, 0, err
		}
		censuses = append(censuses, &census{attribute: a, aliases: aliases, numbers: map[string]int{}})
	}
	p, err := compile(ctx, q, s, o)
	if err != nil {
		return nil, 0, err
	}
	var segment *store.Segment
	for b, err := range p.blocks(ctx, s.Segments(), o, keepNone) {
		if err != nil {
			return nil, 0, err
		}
		if b.mask.IsEmpty() {
			continue
		}
		if b.segment != segment {
			segment = b.segment
			for _, t := range censuses {
				t.open(segment)
			}
		}
		games += int(b.mask.GetCardinality())
		count(segment, b.mask, censuses)
	}
	for _, t := range censuses {
		facets = append(facets, t.facet(games))
	}
	return facets, games, nil
}

// count adds some games of a segment.
func count(g *store.Segment, games *roaring.Bitmap, censuses []*census) {
	texts := slices.ContainsFunc(censuses, func(t *census) bool { return len(t.attribute.idents) > 0 })
	var values []int
	for local := range iterate(games) {
		facts := g.Facts(local)
		if texts {
			values = g.ValueNumbers(local, values[:0])
		}
		for _, t := range censuses {
			t.add(g, local, &facts, values)
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
	games     []int          // that have each value
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

// aliasesFor returns the user's aliases of the values of an attribute, nil if
// they have none.
func aliasesFor(a Attribute, o *Options) (*alias.Table, error) {
	if o.User == nil {
		return nil, nil
	}
	f, _ := findField(a.Name)
	n, ok := f.meaning.(names)
	if !ok || f.name != a.Name { // identifiers are the texts as written
		return nil, nil
	}
	table, err := o.User.Aliases(n.kind)
	if err != nil && o.NoAliases != nil {
		o.NoAliases(err)
		return nil, nil
	}
	if err != nil || len(table.Groups()) == 0 {
		return nil, err
	}
	return table, nil
}

func (t *census) number(value string) int {
	n, ok := t.numbers[value]
	if !ok {
		n = len(t.names)
		t.numbers[value] = n
		t.names = append(t.names, value)
		t.games = append(t.games, 0)
	}
	return n
}

// add counts a game, given its facts and the numbers of its values in the
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
}

// see counts a value of a game once.
func (t *census) see(n int) {
	if !slices.Contains(t.seen, n) {
		t.seen = append(t.seen, n)
		t.games[n]++
	}
}

func (t *census) facet(games int) Facet {
	f := Facet{Field: t.attribute.Name, Without: games - t.known}
	for n, count := range t.games {
		if count > 0 {
			f.Values = append(f.Values, FacetValue{t.names[n], count})
		}
	}
	slices.SortFunc(f.Values, func(a, b FacetValue) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Value, b.Value))
	})
	return f
}
