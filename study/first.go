package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kifudb/book/alias"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// First finds out when the one position or pattern of a query was played, by whom,
// and how it served them. The player of a game is the one whose move brought it
// about where it came up first; where nobody's did, as in a problem, it was set up,
// and the game is only counted. It finds a *FirstFound.
type First struct {
	Limit int `json:"limit"` // of each list of games; 0 for all

	Aliases []alias.Group `json:"aliases,omitempty"` // of players; set by Resolve
}

// A FirstFound is how a position or pattern spread.
type FirstFound struct {
	Games   int // where it was played, each once
	Setup   int // games where it was set up, not counted in anything else
	Undated int // of the games
	Unnamed int // games whose record does not say who the player was
	Served  Served

	Days    []Days        // the dates of games, by their first day, then by their last
	Players []FirstPlayer // the first first, then those who played it most
	First   []Sighting    // the earliest, dated ones
	Last    []Sighting    // the latest, dated ones
	Without []Sighting    // undated ones
}

// Days are games of the same date, see [Sighting].
type Days struct {
	Lo     int32  `json:"lo"`
	Hi     int32  `json:"hi"`
	Games  int    `json:"games"`
	Served Served `json:"served"`
}

// Add adds other games to those of d, whose dates stay.
func (d *Days) Add(o Days) {
	d.Games += o.Games
	d.Served.add(o.Served)
}

// FirstPlayer is how a player used it.
type FirstPlayer struct {
	Name   string   `json:"name"`
	Games  int      `json:"games"`
	Dated  int      `json:"dated"`
	Served Served   `json:"served"`
	First  Sighting `json:"first"` // of the dated games; the zero Sighting if there are none
	Last   Sighting `json:"last"`
}

func init() { search.Register(func() search.Aggregation { return new(First) }) }

// Kind implements [search.Aggregation].
func (*First) Kind() string { return "spread" }

// Resolve implements [search.Aggregation].
func (s *First) Resolve(r *search.Resolver) (search.Aggregation, error) {
	groups, err := aliasesOf(r)
	return &First{s.Limit, groups}, err
}

// Check implements [search.Aggregation].
func (s *First) Check(q *search.Question) error {
	if s.Limit < 0 {
		return errors.New("a list of games cannot have a limit below 0")
	}
	return oneBoard(q)
}

// Keep implements [search.Keeper].
func (*First) Keep() match.Keep { return match.KeepReplies }

// Empty implements [search.Aggregation].
func (s *First) Empty(*search.Question) search.State {
	return newSpreadState(newNames(s.Aliases), s.Limit)
}

func newSpreadState(n *names, limit int) *spreadState {
	return &spreadState{
		names: n, days: map[[2]int32]*Days{}, players: map[string]*FirstPlayer{},
		first: best{most: limit, order: earlier}, last: best{most: limit, order: later}, without: best{most: limit, order: earlier},
	}
}

// spreadState is what is known of the games so far.
type spreadState struct {
	names *names

	games, setup, undated, unnamed int
	served                         Served
	days                           map[[2]int32]*Days
	players                        map[string]*FirstPlayer
	first, last, without           best
}

// Hits are looked at in the goroutines of the blocks.
var _ search.Forker = (*spreadState)(nil)

// Fork implements [search.Forker].
func (s *spreadState) Fork() search.State { return newSpreadState(s.names, s.first.most) }

// Spare implements [search.Forker].
func (*spreadState) Spare() {}

func (s *spreadState) Add(ctx context.Context, b *match.Block) error {
	if b.Mask.IsEmpty() {
		return nil
	}
	names := s.names.of(b)
	var failed error
	err := b.Replies(ctx, nil, func(local int, winner store.Winner, list []match.HitReply) {
		node := firstNode(list)
		if node < 0 || failed != nil {
			return
		}
		var script position.Script
		if script, failed = b.Segment.Script(local); failed != nil {
			return
		}
		by := moverAt(script, node)
		if by == position.Empty {
			s.setup++
			return
		}
		facts := b.Segment.Facts(local)
		s.game(Sighting{b.ID(local), node, facts.DateLo, facts.DateHi, by}, winner, s.names.player(names, b.Segment, local, by))
	})
	return errors.Join(err, failed)
}

// firstNode returns the node of the first hit of a game, -1 if there is none.
func firstNode(list []match.HitReply) int {
	node := -1
	for _, h := range list {
		if h.Hit && (node < 0 || h.Node() < node) {
			node = h.Node()
		}
	}
	return node
}

// game counts a game.
func (s *spreadState) game(one Sighting, winner store.Winner, name string) {
	var served Served
	served.count(winner, one.By)
	s.games++
	s.served.add(served)
	dated := one.Lo != 0 || one.Hi != 0
	if dated {
		s.day(Days{one.Lo, one.Hi, 1, served})
		s.first.add(one)
		s.last.add(one)
	} else {
		s.undated++
		s.without.add(one)
	}
	if name == "" {
		s.unnamed++
		return
	}
	p := FirstPlayer{Name: name, Games: 1, Served: served}
	if dated {
		p.Dated, p.First, p.Last = 1, one, one
	}
	s.player(p)
}

func (s *spreadState) day(d Days) {
	at := [2]int32{d.Lo, d.Hi}
	if sum := s.days[at]; sum != nil {
		sum.Add(d)
		return
	}
	s.days[at] = &d
}

func (s *spreadState) player(p FirstPlayer) {
	sum := s.players[p.Name]
	if sum == nil {
		s.players[p.Name] = &p
		return
	}
	if p.Dated > 0 {
		if sum.Dated == 0 || earlier(p.First, sum.First) < 0 {
			sum.First = p.First
		}
		if sum.Dated == 0 || later(p.Last, sum.Last) < 0 {
			sum.Last = p.Last
		}
	}
	sum.Games += p.Games
	sum.Dated += p.Dated
	sum.Served.add(p.Served)
}

func (s *spreadState) Merge(other search.State) {
	o := other.(*spreadState)
	s.games += o.games
	s.setup += o.setup
	s.undated += o.undated
	s.unnamed += o.unnamed
	s.served.add(o.served)
	for _, d := range o.days {
		s.day(*d)
	}
	for _, p := range o.players {
		s.player(*p)
	}
	s.first.merge(o.first.list)
	s.last.merge(o.last.list)
	s.without.merge(o.without.list)
}

func (s *spreadState) Finish() any {
	found := &FirstFound{
		Games: s.games, Setup: s.setup, Undated: s.undated, Unnamed: s.unnamed, Served: s.served,
		First: slices.Clone(s.first.list), Last: slices.Clone(s.last.list), Without: slices.Clone(s.without.list),
	}
	for _, d := range s.days {
		found.Days = append(found.Days, *d)
	}
	slices.SortFunc(found.Days, func(a, b Days) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
	for _, p := range s.players {
		found.Players = append(found.Players, *p)
	}
	slices.SortFunc(found.Players, func(a, b FirstPlayer) int {
		switch {
		case (a.Dated > 0) != (b.Dated > 0):
			return cmp.Compare(b.Dated, a.Dated)
		case a.Dated > 0:
			if order := earlier(a.First, b.First); order != 0 {
				return order
			}
		}
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return found
}

// Raise implements [search.Raiser].
func (s *spreadState) Raise(by store.GameID) {
	s.first.raise(by)
	s.last.raise(by)
	s.without.raise(by)
	for _, p := range s.players {
		if p.Dated > 0 {
			p.First.Game += by
			p.Last.Game += by
		}
	}
}

// jsonSpread is the state in JSON.
type jsonSpread struct {
	Games   int           `json:"games"`
	Setup   int           `json:"setup,omitempty"`
	Undated int           `json:"undated,omitempty"`
	Unnamed int           `json:"unnamed,omitempty"`
	Served  Served        `json:"served"`
	Days    []Days        `json:"days,omitempty"`
	Players []FirstPlayer `json:"players,omitempty"`
	First   []Sighting    `json:"first,omitempty"`
	Last    []Sighting    `json:"last,omitempty"`
	Without []Sighting    `json:"without,omitempty"`
}

// MarshalJSON writes the state.
func (s *spreadState) MarshalJSON() ([]byte, error) {
	j := jsonSpread{
		Games: s.games, Setup: s.setup, Undated: s.undated, Unnamed: s.unnamed, Served: s.served,
		First: s.first.list, Last: s.last.list, Without: s.without.list,
	}
	for _, at := range slices.SortedFunc(maps.Keys(s.days), func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }) {
		j.Days = append(j.Days, *s.days[at])
	}
	for _, name := range slices.Sorted(maps.Keys(s.players)) {
		j.Players = append(j.Players, *s.players[name])
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty state.
func (s *spreadState) UnmarshalJSON(data []byte) error {
	var j jsonSpread
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	s.games, s.setup, s.undated, s.unnamed, s.served = j.Games, j.Setup, j.Undated, j.Unnamed, j.Served
	for _, d := range j.Days {
		s.day(d)
	}
	for _, p := range j.Players {
		s.player(p)
	}
	for _, list := range []struct {
		to   *best
		list []Sighting
	}{{&s.first, j.First}, {&s.last, j.Last}, {&s.without, j.Without}} {
		if list.to.most > 0 && len(list.list) > list.to.most {
			return fmt.Errorf("a list of %d games, of which %d were asked for", len(list.list), list.to.most)
		}
		list.to.merge(list.list)
	}
	return nil
}

// oneBoard says whether a question is about one position or pattern.
func oneBoard(q *search.Question) error {
	_, err := q.Asked()
	return err
}
