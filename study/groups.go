package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/search/statistics"
	"kifudb/store"
)

// Groups counts games by the values of up to two fields, with how they ended and what
// numbers they have. It finds a *GroupsFound.
//
// A game is in the group of each of its values. Where both fields are of a side, as
// player and rank are, the values of a group are of the same side; the field opponent
// is of the other side than player.
type Groups struct {
	search.Labels
	Measures []string `json:"measures,omitempty"` // numbers that are counted, see Measures
	Graded   bool     `json:"graded,omitempty"`   // what moves lost is gathered
}

// CountedBy returns the fields whose values are counted.
func (g *Groups) CountedBy() []string {
	if g.Graded {
		return append(slices.Clone(g.Fields), "loss")
	}
	return g.Fields
}

// GroupsFound is games by the values of fields.
type GroupsFound struct {
	All     Group   // every game
	Groups  []Group // by their values
	Without int     // games that are in none
	NewYear int     // games that began in one year, in which they are counted, and ended in a later one
}

// A Group is the games that have some values.
type Group struct {
	Values []string // one of each field
	Counts
}

// Counts are what is known of some games.
type Counts struct {
	Games int       `json:"games"`
	Black Served    `json:"black"` // how they ended for Black
	Own   [2]Served `json:"own"`   // and for the sides that have the values, when they were Black and when they were White

	Hows map[store.How]int `json:"hows"` // the games that somebody won, by how

	First int32 `json:"first"` // the first day on which one may have been played, as yyyymmdd; 0 if no date is known
	Last  int32 `json:"last"`  // the last one

	Lowest  int16 `json:"lowest"` // rank of the sides that have the values; 0 if none is known
	Highest int16 `json:"highest"`

	Numbers []statistics.Sample `json:"numbers,omitempty"` // by the numbers of Measures

	// Graded are what moves of the sides that have the values lost, of a group of the game those
	// of both, by [GradeMeasures]; nil if it is not asked for.
	Graded []statistics.Ratio `json:"graded,omitempty"`
}

// GradeMeasures are what is gathered of the grades of moves: points lost, percent lost, accuracy,
// blunders and the engine's first moves, each a sum over so many moves.
const GradeMeasures = 5

func totalsOf(t *estimate.Totals) [GradeMeasures]estimate.Total {
	return [...]estimate.Total{t.Points, t.Percent, t.Accuracy, t.Blunders, t.Choices}
}

// A measure is a number that games have.
type measure struct {
	name string
	of   func(*store.Facts) (n int32, known bool)
	unit float64 // what one of them is: 0.01 of hundredths
}

// Measures returns the names of the numbers that can be counted.
func Measures() (names []string) {
	for _, f := range query.Fields() {
		if f.Can(query.MeanOf) {
			names = append(names, f.Name)
		}
	}
	return names
}

// MeasureUnit returns what one of the whole numbers of a measure's sample is: of
// margins, which are counted in hundredths, 0.01. ok is false if there is no such
// measure.
func MeasureUnit(name string) (unit float64, ok bool) {
	m, err := measureNamed(name)
	return m.unit, err == nil
}

func measureNamed(name string) (measure, error) {
	f, ok := query.FindField(name)
	if !ok {
		return measure{}, fmt.Errorf("games have no number %q that can be counted", name)
	}
	if err := f.Check(query.MeanOf); err != nil {
		return measure{}, err
	}
	return measure{f.Name, func(facts *store.Facts) (int32, bool) {
		n, known := f.Facts.OfGame(facts)
		return int32(max(-1<<31, min(n, 1<<31-1))), known && (f.Mean.Of == nil || f.Mean.Of(facts))
	}, f.Unit()}, nil
}

func init() { search.Register(func() search.Aggregation { return new(Groups) }) }

// Kind implements search.Aggregation.
func (*Groups) Kind() string { return "groups" }

// Resolve implements search.Aggregation.
func (g *Groups) Resolve(r *search.Resolver) (search.Aggregation, error) {
	labels, err := g.Resolved(r)
	if err != nil {
		return nil, err
	}
	return &Groups{labels, g.Measures, g.Graded}, nil
}

// Check implements search.Aggregation.
func (g *Groups) Check(*search.Question) error {
	if len(g.Fields) > 2 {
		return fmt.Errorf("games are grouped by %d fields; at most two can be shown", len(g.Fields))
	}
	for _, name := range g.Measures {
		if _, err := measureNamed(name); err != nil {
			return err
		}
	}
	return g.CheckLabels()
}

// Empty implements search.Aggregation.
func (g *Groups) Empty(*search.Question) search.State {
	s := &groupState{readers: g.Readers(), groups: map[[2]int]*Counts{}, graded: g.Graded}
	for _, name := range g.Measures {
		m, _ := measureNamed(name)
		s.measures = append(s.measures, m)
	}
	s.all = s.counts()
	return s
}

// groupState is what is known of the groups, by the numbers of their labels; with
// one field the second is 0.
type groupState struct {
	readers  *search.LabelReaders
	measures []measure
	graded   bool
	totals   [3]estimate.Totals // of the game that is counted, of both sides, Black and White

	all     *Counts
	groups  map[[2]int]*Counts
	without int
	newYear int
}

// counts returns those of no games.
func (s *groupState) counts() *Counts {
	c := &Counts{Hows: map[store.How]int{}}
	for range s.measures {
		c.Numbers = append(c.Numbers, statistics.Sample{})
	}
	if s.graded {
		c.Graded = make([]statistics.Ratio, GradeMeasures)
	}
	return c
}

func (s *groupState) group(at [2]int) *Counts {
	c := s.groups[at]
	if c == nil {
		c = s.counts()
		s.groups[at] = c
	}
	return c
}

func (s *groupState) Add(_ context.Context, b *match.Block) error {
	return s.readers.EachGame(b, func(local int, f *store.Facts, labels [][]search.Label) {
		if s.totals = [3]estimate.Totals{}; s.graded && f.Flags&store.HasValues != 0 {
			s.grade(b.Segment, local)
		}
		s.count(s.all, f, 0) // of both sides nothing is to be learned
		if f.DateLo/10000 < f.DateHi/10000 && query.YearKnown(f) {
			s.newYear++
		}
		found := false
		switch len(labels) {
		case 1:
			for _, a := range labels[0] {
				found = true
				s.count(s.group([2]int{a.Number}), f, a.Sides)
			}
		case 2:
			for _, a := range labels[0] {
				for _, c := range labels[1] {
					sides, ok := together(a.Sides, c.Sides)
					if !ok {
						continue
					}
					found = true
					s.count(s.group([2]int{a.Number, c.Number}), f, sides)
				}
			}
		default:
			found = true
		}
		if !found {
			s.without++
		}
	})
}

// together returns the sides that have two values, ok if they go together.
func together(a, b search.Sides) (sides search.Sides, ok bool) {
	if a == 0 || b == 0 { // one is of the game
		return a | b, true
	}
	return a & b, a&b != 0
}

// count counts a game in a group that is of some sides of it.
func (s *groupState) count(c *Counts, f *store.Facts, sides search.Sides) {
	c.Games++
	c.Black.count(f.Winner, position.Black)
	if sides&search.OfBlack != 0 {
		c.Own[0].count(f.Winner, position.Black)
		c.rank(f.BlackRank, f.BlackRank)
	}
	if sides&search.OfWhite != 0 {
		c.Own[1].count(f.Winner, position.White)
		c.rank(f.WhiteRank, f.WhiteRank)
	}
	if f.Winner == store.WinnerBlack || f.Winner == store.WinnerWhite {
		c.Hows[f.How]++
	}
	if query.YearKnown(f) { // a game counts in the year in which it began
		last := f.DateHi
		if year := f.DateLo / 10000; year > 0 {
			last = min(last, year*10000+1231)
		}
		c.days(f.DateLo, last)
	}
	for i, m := range s.measures {
		if n, known := m.of(f); known {
			c.Numbers[i][n]++
		}
	}
	if s.graded {
		of := 0
		switch sides {
		case search.OfBlack:
			of = 1
		case search.OfWhite:
			of = 2
		}
		for i, t := range totalsOf(&s.totals[of]) {
			c.Graded[i].Count(t.Moves, t.Sum)
		}
	}
}

// grade reads what the moves of a game lost.
func (s *groupState) grade(g *store.Segment, local int) {
	for _, v := range g.Info(local) {
		if v.Ident != estimate.GradesIdent {
			continue
		}
		for i, by := range []string{"", "B", "W"} {
			s.totals[i] = estimate.Grades(v.Text).Totals(by)
		}
	}
}

// rank takes in ranks from one to another; 0 is none.
func (c *Counts) rank(lowest, highest int16) {
	if lowest != 0 && (c.Lowest == 0 || lowest < c.Lowest) {
		c.Lowest = lowest
	}
	if highest != 0 && (c.Highest == 0 || highest > c.Highest) {
		c.Highest = highest
	}
}

// days takes in days from one to another; 0 is none.
func (c *Counts) days(first, last int32) {
	if first != 0 && (c.First == 0 || first < c.First) {
		c.First = first
	}
	if last != 0 && (c.Last == 0 || last > c.Last) {
		c.Last = last
	}
}

// add adds what is known of other games.
func (c *Counts) add(o *Counts) {
	c.Games += o.Games
	c.Black.add(o.Black)
	for i := range c.Own {
		c.Own[i].add(o.Own[i])
	}
	for how, games := range o.Hows {
		c.Hows[how] += games
	}
	c.days(o.First, o.Last)
	c.rank(o.Lowest, o.Highest)
	for i := range c.Numbers {
		c.Numbers[i].Add(o.Numbers[i])
	}
	for i := range c.Graded {
		c.Graded[i].Add(&o.Graded[i])
	}
}

func (s *groupState) Merge(other search.State) {
	o := other.(*groupState)
	s.all.add(o.all)
	s.without += o.without
	s.newYear += o.newYear
	for at, c := range o.groups {
		s.named(o.values(at)).add(c)
	}
}

// values are the names of the labels of a group.
func (s *groupState) values(at [2]int) []string {
	var values []string
	for i, r := range s.readers.List {
		values = append(values, r.Name(at[i]))
	}
	return values
}

// named returns the group of some values.
func (s *groupState) named(values []string) *Counts {
	var at [2]int
	for i, r := range s.readers.List {
		at[i] = r.Number(values[i])
	}
	return s.group(at)
}

func (s *groupState) Finish() any {
	found := &GroupsFound{Without: s.without, NewYear: s.newYear, Groups: []Group{}}
	copied := func(c *Counts) Counts {
		own := s.counts() // the state goes on
		own.add(c)
		return *own
	}
	found.All.Counts = copied(s.all)
	for at, c := range s.groups {
		found.Groups = append(found.Groups, Group{s.values(at), copied(c)})
	}
	slices.SortFunc(found.Groups, func(a, b Group) int { return slices.CompareFunc(a.Values, b.Values, cmp.Compare[string]) })
	return found
}

// jsonGroups is the state in JSON.
type jsonGroups struct {
	All     *Counts     `json:"all"`
	Without int         `json:"without"`
	NewYear int         `json:"new_year,omitempty"`
	Groups  []jsonGroup `json:"groups"` // by their values
}

type jsonGroup struct {
	Values []string `json:"values"`
	*Counts
}

// MarshalJSON writes what was counted.
func (s *groupState) MarshalJSON() ([]byte, error) {
	j := jsonGroups{s.all, s.without, s.newYear, []jsonGroup{}}
	for at, c := range s.groups {
		j.Groups = append(j.Groups, jsonGroup{s.values(at), c})
	}
	slices.SortFunc(j.Groups, func(a, b jsonGroup) int { return slices.Compare(a.Values, b.Values) })
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty state of the same parameters.
func (s *groupState) UnmarshalJSON(data []byte) error {
	var j jsonGroups
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if err := s.take(s.all, j.All); err != nil {
		return err
	}
	if s.without, s.newYear = j.Without, j.NewYear; s.without < 0 || s.newYear < 0 {
		return errors.New("fewer than no games without a value, or over New Year")
	}
	for _, g := range j.Groups {
		if len(g.Values) != len(s.readers.List) {
			return fmt.Errorf("a group has %d values for %d fields", len(g.Values), len(s.readers.List))
		}
		if err := s.take(s.named(g.Values), g.Counts); err != nil {
			return err
		}
	}
	return nil
}

// take adds counts that were read, if they are some.
func (s *groupState) take(to, from *Counts) error {
	switch {
	case from == nil:
		return errors.New("a group counts nothing")
	case len(from.Numbers) != len(s.measures):
		return fmt.Errorf("a group has %d numbers, %d asked for", len(from.Numbers), len(s.measures))
	case len(from.Graded) != len(to.Graded):
		return fmt.Errorf("a group has %d totals of grades, %d asked for", len(from.Graded), len(to.Graded))
	case from.Games < 0 || from.Black.negative() || from.Own[0].negative() || from.Own[1].negative():
		return errors.New("a group has fewer than no games")
	}
	for _, sample := range from.Numbers {
		for _, count := range sample {
			if count < 0 {
				return errors.New("a number was counted less than never")
			}
		}
	}
	to.add(from)
	return nil
}
