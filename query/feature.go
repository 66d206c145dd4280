package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
)

// featureMeaning is the meaning of a field for what moves do on the board: captures:>=5,
// ladder:works. Several games may have features of the same name.
type featureMeaning struct {
	name string         // of the kind
	side position.Color // whose moves; Empty for either
}

// A featureUse is a kind of feature in one game that has it.
type featureUse struct {
	game game.Observer
	kind int // its index in the game's list
}

// featureUses returns the games that have a feature, in the order of the registry.
func featureUses(name string) (uses []featureUse) {
	for g := range game.Observers() {
		for i, k := range g.Features() {
			if k.Name == name {
				uses = append(uses, featureUse{g, i})
			}
		}
	}
	return uses
}

// featureFields returns a field for each name of a feature, in the order of the registry. Each game's
// description is given.
func featureFields() (fields []Field) {
	at := map[string]int{}
	for g := range game.Observers() {
		for _, k := range g.Features() {
			i, known := at[k.Name]
			if !known {
				i = len(fields)
				at[k.Name] = i
				fields = append(fields, Field{Name: k.Name, meaning: featureMeaning{name: k.Name}})
			}
			f := &fields[i]
			for _, also := range k.Also {
				if !slices.Contains(f.Twins, also) {
					f.Twins = append(f.Twins, also)
				}
			}
			about := g.About().Name + ": " + k.About
			if f.About != "" {
				about = f.About + "; " + about
			}
			f.About = about
			for _, w := range k.Words {
				if !slices.Contains(f.Values, w.Name) {
					f.Values = append(f.Values, w.Name)
				}
			}
		}
	}
	for i := range fields {
		fields[i].Values = append(fields[i].Values, fields[i].meaning.(featureMeaning).whole())
	}
	return fields
}

// sideFeature returns the field of a feature of one side's moves: blackcaptures.
func sideFeature(name string) (Field, bool) {
	for _, side := range []position.Color{position.Black, position.White} {
		rest, ok := strings.CutPrefix(name, strings.ToLower(side.String()))
		if !ok {
			continue
		}
		for _, f := range fields {
			if f.Kind() == FeatureKind && (f.Name == rest || slices.Contains(f.Twins, rest)) {
				return f.ofSide(side), true
			}
		}
	}
	return Field{}, false
}

// ofSide returns the field of a feature as it asks for the moves of one side.
func (f Field) ofSide(side position.Color) Field {
	m := f.meaning.(featureMeaning)
	if m.side != position.Empty {
		return f
	}
	m.side = side
	f.Name, f.Twins, f.meaning = strings.ToLower(side.String())+f.Name, nil, m
	return f
}

// anyFeature is the value that any instance of a feature has.
const anyFeature = "yes"

func (featureMeaning) fieldKind() FieldKind { return FeatureKind }
func (featureMeaning) literal() bool        { return false }

func (m featureMeaning) ordered() bool { return true }

func (m featureMeaning) check(v Value) error {
	_, err := m.test(v)
	return err
}

// words returns the names of the values in all games that have the feature, none if it is a number.
func (m featureMeaning) words() (words []string) {
	for _, use := range featureUses(m.name) {
		for _, w := range use.game.Features()[use.kind].Words {
			if !slices.Contains(words, w.Name) {
				words = append(words, w.Name)
			}
		}
	}
	return words
}

// whole is the value that any instance has: yes, unless that is a word.
func (m featureMeaning) whole() string {
	if slices.Contains(m.words(), anyFeature) {
		return "any"
	}
	return anyFeature
}

// A featureTest is what one value of a field of features admits.
type featureTest struct {
	any    bool
	word   string   // a value's name, "" if numbers are compared
	within Interval // of numbers
}

func (m featureMeaning) test(v Value) (t featureTest, err error) {
	text := strings.ToLower(v.Text)
	spelled := v.Kind == Word || v.Kind == Phrase || v.Kind == Exact
	words := m.words()
	if spelled && (text == anyFeature && !slices.Contains(words, anyFeature) || text == "any") { // selfatariworks:yes is a word
		return featureTest{any: true}, nil
	}
	if spelled && text == "no" {
		return t, fmt.Errorf("moves are found by what they do; to leave such moves out, write -%s:%s", m.name, m.whole())
	}
	if len(words) == 0 {
		t.within, err = number{}.span(v)
		if err != nil {
			return t, fmt.Errorf("expected yes or a number such as >=2: %w", err)
		}
		if t.within.Hi < 1 {
			return t, fmt.Errorf("%s: numbers begin with 1; to leave such moves out, write -%s:yes", v, m.name)
		}
		return t, nil
	}
	if spelled {
		for _, use := range featureUses(m.name) {
			k := &use.game.Features()[use.kind]
			if value := k.Word(text); value > 0 {
				return featureTest{word: k.Words[value-1].Name}, nil
			}
		}
	}
	return t, fmt.Errorf("%s is none of %s", v, strings.Join(append([]string{m.whole()}, words...), ", "))
}

// Feature returns the name of the feature for which the field asks, and of whose moves: Empty for either. The
// name is "" for another field.
func (f Field) Feature() (name string, side position.Color) {
	m, _ := f.meaning.(featureMeaning)
	return m.name, m.side
}

// Words returns the values with names that a field for what moves do has in all games, with their other names.
// Games may name the same value differently.
func (f Field) Words() (words []feature.Word) {
	name, _ := f.Feature()
	if name == "" {
		return nil
	}
	for _, use := range featureUses(name) {
		words = append(words, use.game.Features()[use.kind].Words...)
	}
	return words
}

// OfMoves reports whether the field asks for what moves do on the board.
func (f Field) OfMoves() bool { return f.Kind() == FeatureKind }

// OfMoves reports whether a term asks for what moves do on the board.
func (t *Term) OfMoves() bool {
	f, err := t.Definition()
	return err == nil && f.Kind() == FeatureKind
}

// Everywhere reports whether a term asks for what nearly every move does, which the index of features omits.
func (t *Term) Everywhere() bool {
	f, err := t.Definition()
	if err != nil {
		return false
	}
	name, _ := f.Feature()
	return slices.ContainsFunc(featureUses(name), func(use featureUse) bool { return use.game.Features()[use.kind].Everywhere })
}

// GamesOfMoves returns the games whose moves do what a term for that asks for.
func (t *Term) GamesOfMoves() (games []game.Game) {
	f, err := t.Definition()
	if err != nil {
		return nil
	}
	name, _ := f.Feature()
	for _, use := range featureUses(name) {
		games = append(games, use.game)
	}
	return games
}

// KindsOfMoves returns what moves do that the terms of a condition ask for, by SGF's numbers of the games; nil if no term does.
func KindsOfMoves(root Node) map[int][]*feature.Kind {
	var kinds map[int][]*feature.Kind
	add := func(n Node) {
		t, ok := n.(*Term)
		if !ok || !t.OfMoves() {
			return
		}
		f, _ := t.Definition()
		name, _ := f.Feature()
		for _, use := range featureUses(name) {
			if kinds == nil {
				kinds = map[int][]*feature.Kind{}
			}
			number := use.game.About().Number
			kinds[number] = append(kinds[number], &use.game.Features()[use.kind])
		}
	}
	for n := range Terms(root) {
		if then, ok := n.(*Then); ok {
			add(then.First)
			add(then.Second)
			continue
		}
		add(n)
	}
	return kinds
}

// AtPattern is the value of at: for the points of the board term beside the term.
const AtPattern = "pattern"

// A FeatureTest says which instances of features a term admits.
type FeatureTest struct {
	Name     string         // of the feature
	Side     position.Color // whose moves; Empty for either
	Moves    Window         // at which move numbers
	MainLine bool           // not in variations
	At       string         // points, see [Term.At]

	tests []featureTest
}

// FeatureTest returns what a term of features admits.
func (t *Term) FeatureTest() (*FeatureTest, error) {
	f, err := t.Definition()
	if err != nil {
		return nil, err
	}
	m, ok := f.meaning.(featureMeaning)
	if !ok {
		return nil, fmt.Errorf("%s: is not about what moves do", t.Field)
	}
	test := &FeatureTest{Name: m.name, Side: m.side, Moves: t.Moves, MainLine: t.MainLine, At: t.At}
	if test.Side == position.Empty {
		test.Side = t.side()
	}
	for _, v := range t.Values {
		one, err := m.test(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Field, err)
		}
		test.tests = append(test.tests, one)
	}
	return test, nil
}

// For returns the index of the feature in a game's list, and a function that says whether an instance by
// somebody with a value is admitted. It reports false if the game does not have the feature.
func (t *FeatureTest) For(g game.Observer) (kind int, admits func(by position.Color, value int32) bool, ok bool) {
	kinds := g.Features()
	kind = slices.IndexFunc(kinds, func(k feature.Kind) bool { return k.Name == t.Name })
	if kind < 0 {
		return -1, nil, false
	}
	var ranges []Interval
	for _, one := range t.tests {
		switch value := int64(kinds[kind].Word(one.word)); {
		case one.any:
			ranges = append(ranges, Interval{1, 1<<31 - 1})
		case one.word == "":
			ranges = append(ranges, one.within)
		case value > 0:
			ranges = append(ranges, Interval{value, value})
		}
	}
	side := t.Side
	return kind, func(by position.Color, value int32) bool {
		if side != position.Empty && by != side {
			return false
		}
		for _, r := range ranges {
			if r.Contains(int64(value)) {
				return true
			}
		}
		return false
	}, true
}

// About says what the term means, for each game that has the feature.
func (t *FeatureTest) About() string {
	var games []string
	for _, use := range featureUses(t.Name) {
		k := &use.game.Features()[use.kind]
		about := use.game.About().Name + ": " + k.About
		for _, one := range t.tests {
			if value := k.Word(one.word); one.word != "" && value > 0 && k.Words[value-1].About != "" {
				about += "; " + one.word + ": " + k.Words[value-1].About
			}
		}
		games = append(games, about)
	}
	return strings.Join(games, ". ")
}

// FeatureText returns how lists and drawings show a value of a feature in a game.
func FeatureText(k *feature.Kind, value int32) string {
	if i := int(value) - 1; i >= 0 && i < len(k.Words) {
		return k.Words[i].Name
	}
	return fmt.Sprint(value)
}

// checkFeatures says which term for what moves do stands beside a game: that does not have it.
func checkFeatures(root Node) (*Term, error) {
	for t, number := range featuresBeside(root) {
		f, err := t.Definition()
		if number <= 0 || err != nil {
			continue
		}
		name, _ := f.Feature()
		var has []string
		for _, use := range featureUses(name) {
			if use.game.About().Number == number {
				has = nil
				break
			}
			has = append(has, use.game.About().Name)
		}
		if len(has) > 0 {
			return t, fmt.Errorf("%s: moves of %s do no such thing that kifudb knows; it belongs to %s", t.Field, game.Of(number).About().Name, strings.Join(has, ", "))
		}
	}
	return nil, nil
}

// printOptions appends the options of a term of features.
func (t *Term) printOptions(b *strings.Builder) {
	if t.Moves != (Window{}) {
		b.WriteString(" move:" + t.Moves.String())
	}
	if t.MainLine {
		b.WriteString(" variations:off")
	}
	if t.At != "" {
		b.WriteString(" at:" + t.At)
	}
}

// ofMoves stands for terms of features among the kinds of terms that have an option.
const ofMoves = "moves"

// setOption reads an option of a term of features.
func (t *Term) setOption(name, value string) error {
	var b Board
	switch name {
	case "move":
		err := b.parseMoves(value)
		t.Moves = b.Moves
		return err
	case "variations":
		err := choice("on", "off", func(b *Board) *bool { return &b.MainLine })(&b, value)
		t.MainLine = b.MainLine
		return err
	}
	if strings.EqualFold(value, AtPattern) {
		t.At = AtPattern
		return nil
	}
	if _, err := parseArea(value, position.Square(position.MaxSize)); err != nil {
		return err
	}
	t.At = value
	return nil
}

// An Area is a rectangle of points, both corners included.
type Area struct{ From, To position.Point }

// Contains reports whether a point lies in the area.
func (a Area) Contains(p position.Point) bool {
	return a.From.X() <= p.X() && p.X() <= a.To.X() && a.From.Y() <= p.Y() && p.Y() <= a.To.Y()
}

// parseArea reads a point or the rectangle between two points, each as SGF writes it (cd) or as on the
// rim of a board of that size (Q16).
func parseArea(s string, size position.Size) (a Area, err error) {
	from, to, two := strings.Cut(s, "-")
	if !two {
		to = from
	}
	for i, text := range []string{from, to} {
		p, ok := readPoint(text, size)
		if !ok {
			return a, fmt.Errorf("expected %q, a point such as Q16 or cd, or an area such as A1-G7, not %q", AtPattern, s)
		}
		if i == 0 {
			a = Area{p, p}
			continue
		}
		a = Area{
			position.At(min(a.From.X(), p.X()), min(a.From.Y(), p.Y())),
			position.At(max(a.From.X(), p.X()), max(a.From.Y(), p.Y())),
		}
	}
	return a, nil
}

// readPoint reads a point as SGF writes it, or as on the rim of a board.
func readPoint(s string, size position.Size) (position.Point, bool) {
	if p, err := position.ParsePoint(s); err == nil && p != position.Pass && size.Contains(p) {
		return p, true
	}
	if len(s) < 2 {
		return 0, false
	}
	column := int(s[0]|0x20) - 'a'
	row, err := strconv.Atoi(s[1:])
	if err != nil || column < 0 || column > 25 || column == 'i'-'a' || row < 1 || row > size.Rows {
		return 0, false
	}
	if column > 'i'-'a' {
		column--
	}
	p := position.At(column, size.Rows-row)
	return p, size.Contains(p)
}

// Area returns the points of at: on a board of a size, and false if they are not on it. Named is false
// if the test names none.
func (t *FeatureTest) Area(size position.Size) (a Area, named, ok bool) {
	if t.At == "" || t.At == AtPattern {
		return a, false, true
	}
	a, err := parseArea(t.At, size)
	return a, true, err == nil
}

// strayAtPattern returns a term with at:pattern that has no board term beside it, nil if there is none.
func strayAtPattern(root Node) *Term {
	var stray func(n Node, beside bool) *Term
	stray = func(n Node, beside bool) *Term {
		switch n := n.(type) {
		case *Term:
			if n.At == AtPattern && !beside {
				return n
			}
			return nil
		case *Then:
			for _, part := range n.Parts() {
				if t, ok := part.(*Term); ok && t.At == AtPattern {
					return t
				}
			}
			return nil
		}
		nodes, _ := parts(n)
		if _, ok := n.(And); ok {
			beside = beside || slices.ContainsFunc(nodes, func(n Node) bool { _, ok := n.(*Board); return ok })
		} else if _, ok := n.(Not); ok {
			beside = false
		}
		for _, child := range nodes {
			if t := stray(child, beside); t != nil {
				return t
			}
		}
		return nil
	}
	if root == nil {
		return nil
	}
	return stray(root, false)
}
