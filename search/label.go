package search

import (
	"fmt"
	"slices"

	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// Labels are the fields by whose values games are grouped, with what the user says
// of names and tags: parameters of aggregations that count games by values.
type Labels struct {
	Fields []string `json:"fields"`         // see CheckFacet
	Only   []string `json:"only,omitempty"` // values of the first field; nil if all count

	// Of the user, by Resolved.
	Aliases map[string][]alias.Group `json:"aliases,omitempty"` // by kind
	Tags    []facetTag               `json:"tags,omitempty"`
}

// A facetTag is one of the user's tags.
type facetTag struct {
	Name  string       `json:"name"`
	Games *query.IDSet `json:"games"`
}

// CountedBy returns the fields by whose values games are counted.
func (l *Labels) CountedBy() []string { return l.Fields }

// Resolved returns the labels with what the user says of names and tags.
func (l *Labels) Resolved(r *Resolver) (Labels, error) {
	found := Labels{Fields: l.Fields, Only: l.Only, Aliases: map[string][]alias.Group{}}
	for _, name := range l.Fields {
		if err := CheckFacet(name); err != nil {
			return found, err
		}
		a, err := NewAttribute(name)
		if err != nil {
			return found, err
		}
		if err := a.ReadUser(r.User()); err != nil {
			return found, err
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
			return found, err
		}
		if table != nil && len(table.Groups()) > 0 {
			found.Aliases[kind.String()] = append(found.Aliases[kind.String()], table.Groups()...)
		}
	}
	return found, nil
}

// CheckLabels says what is wrong with them, or nil.
func (l *Labels) CheckLabels() error {
	for _, name := range l.Fields {
		if err := CheckFacet(name); err != nil {
			return err
		}
	}
	for _, t := range l.Tags {
		if t.Games == nil {
			return fmt.Errorf("tag %q has no set of games", t.Name)
		}
	}
	return nil
}

// Readers returns what reads the labels of games.
func (l *Labels) Readers() *LabelReaders {
	all := &LabelReaders{}
	tables := map[alias.Kind]*alias.Table{}
	for _, name := range l.Fields {
		a, err := NewAttribute(name)
		if err != nil {
			panic(err) // was checked
		}
		for _, t := range l.Tags {
			a.tags = append(a.tags, user.Tag{Name: t.Name, Games: t.Games.Games})
		}
		reader := &LabelReader{attribute: a, opponent: name == "opponent", numbers: map[string]int{}}
		if kind, ok := aliasKind(a); ok {
			groups := l.Aliases[kind.String()]
			if tables[kind] == nil && len(groups) > 0 {
				tables[kind] = alias.NewTable(kind, groups)
			}
			reader.aliases = tables[kind]
		}
		all.List = append(all.List, reader)
	}
	if l.Only != nil && len(all.List) > 0 {
		all.List[0].only = map[int]bool{}
		for _, value := range l.Only {
			all.List[0].only[all.List[0].Number(value)] = true
		}
	}
	return all
}

// aliasKind returns which aliases the values of an attribute have, if any:
// identifiers are the texts as written.
func aliasKind(a Attribute) (alias.Kind, bool) {
	f, _ := query.FindField(a.Name)
	kind, ok := f.Names()
	return kind, ok && f.Name == a.Name
}

// Sides say which sides of a game a label is of.
type Sides uint8

// The sides. A label that is of neither, as a year, is of the game.
const (
	OfBlack Sides = 1 << iota
	OfWhite
)

// other returns the opponents of sides.
func (s Sides) other() Sides { return s&OfBlack<<1 | s&OfWhite>>1 }

// A Label is a value of a game, by its number in the reader, and the sides it is of.
type Label struct {
	Number int
	Sides  Sides
}

// A LabelReader reads the values by which games are grouped, and numbers them in the
// order in which they come. Texts are compared once for each distinct one of a
// segment, not once per game. One of the field opponent tells whose opponent a
// player is.
type LabelReader struct {
	attribute Attribute
	opponent  bool
	aliases   *alias.Table   // nil if its values have none
	names     []string       // the values by number
	numbers   map[string]int // the same, by value
	only      map[int]bool   // numbers that count; nil for all

	bySegment []int   // the numbers here of the values of the segment's dictionary, plus one
	sides     []Sides // of these values
	seen      []Label // of one game

	table labelTable // of the segment's games, where LabelReaders says so

	known [512]knownLabels // by what of the facts they are
}

// knownLabels are the labels of games of which the same is known: the facts of an archive
// say little that is new, and to name a decade takes longer than to look it up.
type knownLabels struct {
	ok     bool
	of     uint64 // see Attribute
	labels []Label
}

// Field is the name of the field.
func (t *LabelReader) Field() string {
	if t.opponent {
		return "opponent"
	}
	return t.attribute.Name
}

// Name returns the value of a number.
func (t *LabelReader) Name(number int) string { return t.names[number] }

// Number returns the number of a value, which it gets if it has none.
func (t *LabelReader) Number(value string) int {
	n, ok := t.numbers[value]
	if !ok {
		n = len(t.names)
		t.numbers[value] = n
		t.names = append(t.names, value)
	}
	return n
}

// open makes the reader ready for the games of a segment.
func (t *LabelReader) open(g *store.Segment) {
	clear(t.bySegment)
	for _, ident := range t.attribute.idents {
		side := sideOf(ident)
		if side == 0 && t.attribute.title != "" {
			side = sideOf(t.attribute.Name) // a name of the game, among those of one side
		}
		side = t.turned(side)
		for value, text := range g.NumberedValues(ident) {
			if text = t.value(text); text != "" {
				if value >= len(t.bySegment) {
					more := value + 1 - len(t.bySegment)
					t.bySegment, t.sides = append(t.bySegment, make([]int, more)...), append(t.sides, make([]Sides, more)...)
				}
				t.bySegment[value], t.sides[value] = t.Number(text)+1, side
			}
		}
	}
}

// sideOf returns whose a property is.
func sideOf(ident string) Sides {
	switch ident {
	case "PB", "BR", "BT", "BLACKRATING":
		return OfBlack
	case "PW", "WR", "WT", "WHITERATING":
		return OfWhite
	}
	for _, kind := range game.NameKinds {
		switch ident {
		case game.NameIdent(kind, position.Black):
			return OfBlack
		case game.NameIdent(kind, position.White):
			return OfWhite
		}
	}
	return 0
}

// IsSided reports whether the values of a field are of one side, as ranks are.
func IsSided(field string) bool {
	a, err := NewAttribute(field)
	return err == nil && (a.sided != nil || a.does != nil || slices.ContainsFunc(a.idents, func(ident string) bool { return sideOf(ident) != 0 }))
}

// IsOwn reports whether each value of a field belongs to a side, which won or lost with it.
func IsOwn(field string) bool {
	a, err := NewAttribute(field)
	return err == nil && !a.field.Whole && (a.field.Moves == query.CornerMoves || IsSided(field))
}

// turned returns the sides as the field sees them.
func (t *LabelReader) turned(s Sides) Sides {
	if t.opponent {
		return s.other()
	}
	return s
}

// value returns what a text counts as, "" for nothing.
func (t *LabelReader) value(text string) string {
	text = t.attribute.value(text)
	if t.aliases == nil {
		return text
	}
	return t.aliases.Preferred(text)
}

// read returns the labels of a game, given its facts and the numbers of its values in
// the segment. They are valid until the next call.
func (t *LabelReader) read(g *store.Segment, local int, facts *store.Facts, values []int) ([]Label, error) {
	t.seen = t.seen[:0]
	a := &t.attribute
	var known *knownLabels
	if a.of != nil {
		of := a.of(facts)
		known = &t.known[of*0x9E3779B97F4A7C15>>(64-9)]
		if known.ok && known.of == of {
			return known.labels, nil
		}
		known.ok, known.of = true, of
		defer func() { known.labels = slices.Clone(t.seen) }()
	}
	switch {
	case a.does != nil:
		found, err := a.does.Values(g, local)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			side := OfBlack
			if one.By == position.White {
				side = OfWhite
			}
			t.see(t.Number(one.Text), t.turned(side))
		}
	case a.moves != nil:
		script, err := g.Script(local)
		if err != nil {
			return nil, err
		}
		for _, one := range a.moves(facts, script) {
			t.see(t.Number(one.value), t.turned(one.sides))
		}
	case a.sided != nil:
		for i, value := range a.sided(facts) {
			if value != "" {
				t.see(t.Number(value), t.turned(OfBlack<<i))
			}
		}
	case a.read != nil:
		for _, value := range a.read(facts) {
			t.see(t.Number(value), 0)
		}
	case a.tagged:
		for _, value := range a.Values(g, local) {
			t.see(t.Number(value), 0)
		}
	default:
		for _, value := range values {
			if value < len(t.bySegment) && t.bySegment[value] > 0 {
				t.see(t.bySegment[value]-1, t.sides[value])
			}
		}
	}
	return t.seen, nil
}

// see notes a value of a game, once.
func (t *LabelReader) see(n int, s Sides) {
	if t.only != nil && !t.only[n] {
		return
	}
	for i := range t.seen {
		if t.seen[i].Number == n {
			t.seen[i].Sides |= s
			return
		}
	}
	t.seen = append(t.seen, Label{n, s})
}

// LabelReaders read the labels of games by several fields.
type LabelReaders struct {
	List []*LabelReader // one for each field

	segment *store.Segment // that they are ready for
	asked   int            // games of it
	tables  bool           // the readers have tables of it
}

// Each calls a function for the games that are left of a block, with the labels of
// each field. They are valid during the call. Of a game that has none of the values
// that count, the labels of the other fields are not read.
func (r *LabelReaders) Each(b *match.Block, each func(facts *store.Facts, labels [][]Label)) error {
	return r.EachGame(b, func(_ int, facts *store.Facts, labels [][]Label) { each(facts, labels) })
}

// EachGame is [LabelReaders.Each] with the games' numbers in the segment.
func (r *LabelReaders) EachGame(b *match.Block, each func(local int, facts *store.Facts, labels [][]Label)) error {
	if b.Mask.IsEmpty() {
		return nil
	}
	g := b.Segment
	r.open(g)
	texts := slices.ContainsFunc(r.List, func(t *LabelReader) bool { return len(t.attribute.idents) > 0 })
	labels := make([][]Label, len(r.List))
	var values []int
	var facts store.Facts
	for local := range b.Games() {
		facts = g.Facts(local)
		if texts {
			values = g.ValueNumbers(local, values[:0])
		}
		if err := r.read(g, local, &facts, values, labels); err != nil {
			return err
		}
		each(local, &facts, labels)
	}
	return nil
}

// open makes the readers ready for a segment.
func (r *LabelReaders) open(g *store.Segment) {
	if r.segment == g {
		return
	}
	r.segment, r.asked, r.tables = g, 0, false
	for _, t := range r.List {
		t.open(g)
	}
}

// read reads the labels of a game.
func (r *LabelReaders) read(g *store.Segment, local int, facts *store.Facts, values []int, labels [][]Label) (err error) {
	for i, t := range r.List {
		if i > 0 && len(labels[0]) == 0 && r.List[0].only != nil {
			labels[i] = nil
			continue
		}
		if kind := t.attribute.title; kind != "" && match.Unnamed(facts, kind) {
			return match.UnnamedError(kind, g.Base()+store.GameID(local))
		}
		if labels[i], err = t.read(g, local, facts, values); err != nil {
			return fmt.Errorf("game %d: %w", g.Base()+store.GameID(local), err)
		}
	}
	return nil
}
