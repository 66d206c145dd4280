package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Annotation finds out what was known on the day of a game: which other games that
// fulfil a query there were before, and what they played at its one position or
// pattern, if moves are asked for. A
// game was earlier if its last possible day is before the first of those days, and
// later if its first one is after the last. What lies between may have been known or
// not, as may games without a date; they are counted by themselves. It finds a
// *AnnotationFound.
type Annotation struct {
	// Lo and Hi are the days, yyyymmdd. If both are 0, every game is an earlier one.
	Lo int32 `json:"lo"`
	Hi int32 `json:"hi"`
	// Moves asks for what was played there, too.
	Moves bool `json:"moves,omitempty"`
	// Played is the move at hand, as the question has it: of moves that mean the same
	// by symmetry the one that stands for them. Nil for none.
	Played *position.Move `json:"played,omitempty"`
	Limit  int            `json:"limit"` // of each list of games; 0 for all
}

// A When says how a game lies to the days that are asked about.
type When uint8

// How games may lie to the days.
const (
	Earlier   When = iota
	Meanwhile      // it may have been earlier, on the same day, or later
	Undated
	Later
	whens int = iota
)

// An AnnotationFound is what is known of a position or pattern.
type AnnotationFound struct {
	Games  [whens]int `json:"games"`  // that have it, by When
	Played [whens]int `json:"played"` // of these, with the move at hand

	// Of the earlier games.
	Won     search.Results   `json:"won"`
	Ended   int              `json:"ended"` // nothing follows it
	Moves   []AnnotationMove `json:"moves"` // by games, most first
	Latest  []Sighting       `json:"latest"`
	Follows []Sighting       `json:"follows"` // the latest with the move at hand

	// Doubtful are games that may have been earlier: those with the move at hand, or
	// without one all.
	Doubtful []Sighting `json:"doubtful"`
}

// AnnotationMove is a move that earlier games have there.
type AnnotationMove struct {
	Move  position.Move  `json:"move"` // Point is Pass where the player passed
	Games int            `json:"games"`
	Won   search.Results `json:"won"`
}

func init() { search.Register(func() search.Aggregation { return new(Annotation) }) }

// Kind implements [search.Aggregation].
func (*Annotation) Kind() string { return "precedents" }

// Resolve implements [search.Aggregation].
func (p *Annotation) Resolve(*search.Resolver) (search.Aggregation, error) { return p, nil }

// Check implements [search.Aggregation].
func (p *Annotation) Check(q *search.Question) error {
	switch {
	case p.Lo > p.Hi:
		return errors.New("the last of the days is before the first")
	case p.Limit < 0:
		return errors.New("a list of games cannot have a limit below 0")
	case p.Played != nil && !p.Moves:
		return errors.New("a move was played, and moves are not asked for")
	case p.Moves:
		return oneBoard(q)
	}
	return nil
}

// Keep implements [search.Keeper].
func (p *Annotation) Keep() match.Keep {
	if p.Moves {
		return match.KeepReplies
	}
	return match.KeepNone
}

// Empty implements [search.Aggregation].
func (p *Annotation) Empty(*search.Question) search.State {
	return &precedentState{
		asked: p, moves: map[position.Move]*AnnotationMove{}, latest: best{most: p.Limit, order: later},
		follows: best{most: p.Limit, order: later}, doubtful: best{most: p.Limit, order: later},
	}
}

// when returns how a game lies to the days.
func (p *Annotation) when(f *store.Facts) When {
	switch {
	case p.Lo == 0 && p.Hi == 0:
		return Earlier
	case f.DateLo == 0 && f.DateHi == 0:
		return Undated
	case f.DateHi < p.Lo:
		return Earlier
	case f.DateLo > p.Hi:
		return Later
	}
	return Meanwhile
}

// precedentState is what is known so far.
type precedentState struct {
	asked                     *Annotation
	sum                       AnnotationFound // without lists
	moves                     map[position.Move]*AnnotationMove
	latest, follows, doubtful best
}

// Games are looked at in the goroutines of the blocks.
var _ search.Forker = (*precedentState)(nil)

// Fork implements [search.Forker].
func (s *precedentState) Fork() search.State { return s.asked.Empty(nil) }

// Spare implements [search.Forker].
func (*precedentState) Spare() {}

func (s *precedentState) Add(ctx context.Context, b *match.Block) error {
	if s.asked.Moves {
		return b.Replies(ctx, nil, func(local int, winner store.Winner, list []match.HitReply) {
			s.game(b, local, winner, list)
		})
	}
	for local := range b.Games() {
		s.game(b, local, store.WinnerUnknown, nil)
	}
	return nil
}

// game counts a game with its hits, if they are asked for.
func (s *precedentState) game(b *match.Block, local int, winner store.Winner, list []match.HitReply) {
	facts := b.Segment.Facts(local)
	when := s.asked.when(&facts)
	one := Sighting{Game: b.ID(local), Node: max(firstNode(list), 0), Lo: facts.DateLo, Hi: facts.DateHi}
	s.sum.Games[when]++
	played, ended := s.played(list), true
	if played {
		s.sum.Played[when]++
	}
	switch when {
	case Earlier:
		s.latest.add(one)
		if played {
			s.follows.add(one)
		}
	case Meanwhile, Undated:
		if played || s.asked.Played == nil {
			s.doubtful.add(one)
		}
		return
	default:
		return
	}
	won := resultOf(winner)
	addResults(&s.sum.Won, won)
	for i, h := range list {
		if !h.Replied {
			continue
		}
		ended = false
		if !slices.ContainsFunc(list[:i], func(o match.HitReply) bool { return o.Replied && o.Move == h.Move }) {
			s.move(AnnotationMove{h.Move, 1, won})
		}
	}
	if ended && s.asked.Moves {
		s.sum.Ended++
	}
}

// played reports whether the move at hand is among what followed the hits of a game.
func (s *precedentState) played(list []match.HitReply) bool {
	return s.asked.Played != nil && slices.ContainsFunc(list, func(h match.HitReply) bool { return h.Replied && h.Move == *s.asked.Played })
}

func (s *precedentState) move(m AnnotationMove) {
	sum := s.moves[m.Move]
	if sum == nil {
		s.moves[m.Move] = &m
		return
	}
	sum.Games += m.Games
	addResults(&sum.Won, m.Won)
}

// resultOf counts one game that ended in a way.
func resultOf(w store.Winner) search.Results {
	switch w {
	case store.WinnerBlack:
		return search.Results{Black: 1}
	case store.WinnerWhite:
		return search.Results{White: 1}
	case store.WinnerNone:
		return search.Results{Draw: 1}
	}
	return search.Results{Other: 1}
}

func addResults(r *search.Results, o search.Results) {
	r.Black += o.Black
	r.White += o.White
	r.Draw += o.Draw
	r.Other += o.Other
}

func (s *precedentState) Merge(other search.State) {
	o := other.(*precedentState)
	for when := range whens {
		s.sum.Games[when] += o.sum.Games[when]
		s.sum.Played[when] += o.sum.Played[when]
	}
	s.sum.Ended += o.sum.Ended
	addResults(&s.sum.Won, o.sum.Won)
	for _, m := range o.moves {
		s.move(*m)
	}
	s.latest.merge(o.latest.list)
	s.follows.merge(o.follows.list)
	s.doubtful.merge(o.doubtful.list)
}

func (s *precedentState) Finish() any {
	found := s.sum
	for _, m := range s.moves {
		found.Moves = append(found.Moves, *m)
	}
	slices.SortFunc(found.Moves, byGames)
	found.Latest, found.Follows, found.Doubtful = slices.Clone(s.latest.list), slices.Clone(s.follows.list), slices.Clone(s.doubtful.list)
	return &found
}

// byGames puts the most frequent moves first.
func byGames(a, b AnnotationMove) int {
	return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move.Color, b.Move.Color), cmp.Compare(a.Move.Point, b.Move.Point))
}

// Raise implements [search.Raiser].
func (s *precedentState) Raise(by store.GameID) {
	s.latest.raise(by)
	s.follows.raise(by)
	s.doubtful.raise(by)
}

// MarshalJSON writes the state.
func (s *precedentState) MarshalJSON() ([]byte, error) {
	j := s.sum
	for _, m := range slices.SortedFunc(maps.Values(s.moves), func(a, b *AnnotationMove) int { return byGames(*a, *b) }) {
		j.Moves = append(j.Moves, *m)
	}
	j.Latest, j.Follows, j.Doubtful = s.latest.list, s.follows.list, s.doubtful.list
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty state.
func (s *precedentState) UnmarshalJSON(data []byte) error {
	var j AnnotationFound
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	for _, list := range []struct {
		to   *best
		from []Sighting
	}{{&s.latest, j.Latest}, {&s.follows, j.Follows}, {&s.doubtful, j.Doubtful}} {
		if list.to.most > 0 && len(list.from) > list.to.most {
			return fmt.Errorf("a list of %d games, of which %d were asked for", len(list.from), list.to.most)
		}
		list.to.merge(list.from)
	}
	for _, m := range j.Moves {
		s.move(m)
	}
	j.Moves, j.Latest, j.Follows, j.Doubtful = nil, nil, nil, nil
	s.sum = j
	return nil
}
