package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// An Attribute is a value of a game that lists show and facets count, under
// the name of a field. Texts are as the record has them; numbers
// and choices are as kifudb understood them. Numbers come from the
// facts.
type Attribute struct {
	Name   string
	Number bool // the values are numbers

	title  string                                             // the kind of names of moves that the values are, "" for others
	idents []string                                           // the properties whose texts are the values
	part   func(text string) string                           // what of a text counts; nil for all of it
	read   func(f *store.Facts) []string                      // or else the values come from the facts
	sided  func(f *store.Facts) [2]string                     // or from them one for each side, Black first, "" for none
	of     func(f *store.Facts) uint64                        // of these: two games with the same number have the same values
	column store.FactColumn                                   // that holds these facts
	moves  func(f *store.Facts, s position.Script) []scripted // or from its moves
	does   *match.FeatureReader                               // or what its moves do
	game   func(id store.GameID) (s string)                   // or from the game's number
	tagged bool                                               // or they are the user's tags
	tags   []user.Tag                                         // see ReadUser
	field  query.Field                                        // whose row says all that; none of identifiers
}

// NewAttribute returns the attribute of a field of the language, by any of its
// names, or one of the others that [AttributeNames] lists. What lists can show of a field
// follows from its row in the table of fields.
func NewAttribute(name string) (Attribute, error) {
	f, ok := query.FindListed(name)
	if !ok {
		if near := query.NearListed(name); near != "" {
			return Attribute{}, fmt.Errorf("unknown field %q; perhaps %q", name, near)
		}
		return Attribute{}, fmt.Errorf("unknown field %q; expected an SGF identifier or one of %s", name, strings.Join(AttributeNames(), ", "))
	}
	if f.As != "" { // which of the two is whose depends on the query
		return NewAttribute(f.As)
	}
	if slices.Contains(f.Twins, name) && query.IsIdent(name) && !f.AtNodes() { // KM is the text, komi the number
		return Attribute{Name: name, idents: []string{name}}, nil
	}
	if err := f.Check(query.List); err != nil {
		return Attribute{}, err
	}
	a := attributeOf(f)
	if f.Kind() == query.FeatureKind {
		var err error
		if a.does, err = match.NewFeatureReader(f); err != nil {
			return Attribute{}, err
		}
	}
	return a, nil
}

// ofBoth reports whether each side of a game may have a value of its own, as of ranks. A field whose
// name says which side it is about, such as black, has one.
func (a *Attribute) ofBoth() bool {
	var sides Sides
	for _, ident := range a.idents {
		sides |= sideOf(ident)
	}
	return a.sided != nil || a.does != nil || sides == OfBlack|OfWhite
}

// attributeOf returns the attribute of a field that lists can show.
func attributeOf(f query.Field) Attribute {
	a := Attribute{Name: f.Name, field: f, Number: f.HasNumbers()}
	a.read, a.sided = f.FactTexts(), f.SideTexts()
	switch {
	case f.Kind() == query.IdentityKind:
		a.game = func(id store.GameID) string { return strconv.Itoa(int(id)) }
	case f.Kind() == query.TagKind:
		a.tagged = true
	case f.Moves != 0:
		a.moves = moveValues[f.Moves]
	case a.read != nil || a.sided != nil:
		a.of, a.column = f.Facts.KeyOf(), f.Facts.Column
	default:
		a.idents, a.part, a.title = f.ListedIdents(), f.ListedPart(), f.TitleKind()
	}
	return a
}

// moveValues read the values that moves tell.
var moveValues = map[query.MoveValues]func(*store.Facts, position.Script) []scripted{
	query.CornerMoves: corners,
	query.FirstMoves:  fuseki,
}

// AttributeNames returns the names that [NewAttribute] knows, in the order of
// help texts, without the other names of fields and identifiers in capitals.
func AttributeNames() []string {
	var names []string
	for _, f := range query.Fields() {
		if a, err := NewAttribute(f.Name); err == nil && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	for _, f := range query.Listings() {
		names = append(names, f.Name)
	}
	return names
}

// Values returns the values of one game, each once; none if they are not known.
func (a *Attribute) Values(g *store.Segment, local int) []string {
	switch {
	case a.game != nil:
		return []string{a.game(g.Base() + store.GameID(local))}
	case a.tagged:
		var names []string
		for _, t := range a.tags {
			if t.Games.Contains(uint32(g.Base()) + uint32(local)) {
				names = append(names, t.Name)
			}
		}
		return names
	case a.does != nil:
		found, err := a.does.Values(g, local)
		if err != nil {
			return nil // checks say so
		}
		var values []string
		for _, one := range found {
			if !slices.Contains(values, one.Text) {
				values = append(values, one.Text)
			}
		}
		return values
	case a.moves != nil:
		facts := g.Facts(local)
		script, err := g.Script(local)
		if err != nil {
			return nil // checks say so
		}
		var values []string
		for _, one := range a.moves(&facts, script) {
			if !slices.Contains(values, one.value) {
				values = append(values, one.value)
			}
		}
		return values
	case a.read != nil || a.sided != nil:
		facts := g.Facts(local)
		return a.ofFacts(&facts)
	}
	return a.OfInfo(g.InfoOf(local, func(ident string) bool { return slices.Contains(a.idents, ident) }))
}

// ReadsInfo reports whether the values are texts of a game's info, so that OfInfo finds
// them; who asks for several attributes of a game then reads its info once.
func (a *Attribute) ReadsInfo() bool { return len(a.idents) > 0 }

// OfInfo returns the values among a game's info, each once.
func (a *Attribute) OfInfo(info []store.Value) []string {
	return a.ofInfo(nil, info, a.value)
}

// rememberedTexts is how many texts are remembered by what Remembering returns.
const rememberedTexts = 1 << 13

// Remembering returns a function that does what OfInfo does, for the games of a list: it
// remembers what texts come to, such as those of dates and results, since most of them come
// again and again. It is for one goroutine, and what it returns good until the next call.
func (a *Attribute) Remembering() func(info []store.Value) []string {
	return a.remembering(rememberedTexts)
}

// remembering is Remembering with so many texts.
func (a *Attribute) remembering(most int) func(info []store.Value) []string {
	value := a.value
	if a.part != nil {
		known := map[string]string{}
		value = func(text string) string {
			v, ok := known[text]
			if !ok {
				if len(known) == most {
					clear(known)
				}
				v = a.value(text)
				known[text] = v
			}
			return v
		}
	}
	var list []string
	return func(info []store.Value) []string {
		list = a.ofInfo(list[:0], info, value)
		return list
	}
}

// ofInfo appends the values among a game's info, each once, to a list that is empty.
func (a *Attribute) ofInfo(values []string, info []store.Value, value func(text string) string) []string {
	for i := range info {
		v := &info[i]
		if !slices.Contains(a.idents, v.Ident) {
			continue
		}
		if value := value(v.Text); value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// ofFacts returns the values of a game that its facts tell, each once.
func (a *Attribute) ofFacts(f *store.Facts) []string {
	if a.read != nil {
		return a.read(f)
	}
	var values []string
	for _, value := range a.sided(f) {
		if value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// ReadUser reads what the user added to the archive, which the values of tag
// are; nil is nothing.
func (a *Attribute) ReadUser(db *user.DB) (err error) {
	if a.tagged && db != nil {
		a.tags, err = db.Tags()
	}
	return err
}

// value returns what counts of a text, "" for nothing.
func (a *Attribute) value(text string) string {
	if a.part != nil {
		text = a.part(text)
	}
	return strings.TrimSpace(text)
}
