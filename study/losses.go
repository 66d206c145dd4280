package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Losses counts what the moves lost that followed the one position or pattern of a query, in the
// games in which an engine's values say so. The moves are those that [search.Continuations]
// counts, in the same coordinates and colors. It finds *[LostMoves].
//
// The index, or the replay that finds a hit, tells at which node the next move was made. What it
// lost is stored with the game, so nothing more is replayed.
type Losses struct {
	graded gradedGames
}

// LostMoves are what moves lost.
type LostMoves struct {
	Games int        `json:"games"` // with the position or pattern, in which an engine's values say what moves lost
	Moves []LostMove `json:"moves"` // by color and point
}

// A LostMove is what a move lost.
type LostMove struct {
	Move position.Move `json:"move"`
	Lost *LostBy       `json:"lost"`
}

// Kind implements [search.Aggregation].
func (*Losses) Kind() string { return "losses" }

// Resolve implements [search.Aggregation].
func (l *Losses) Resolve(*search.Resolver) (search.Aggregation, error) { return l, nil }

// Check implements [search.Aggregation].
func (*Losses) Check(q *search.Question) error {
	_, err := q.Board()
	return err
}

// Empty implements [search.Aggregation].
func (l *Losses) Empty(*search.Question) search.State { return newLossState(l) }

// Keep implements [search.Keeper].
func (*Losses) Keep() match.Keep { return match.KeepSums }

// Singled implements [search.Singler]: sums do not tell at which nodes moves were made.
func (l *Losses) Singled(g *store.Segment) *roaring.Bitmap { return l.graded.of(g) }

func init() { search.Register(func() search.Aggregation { return new(Losses) }) }

// A gradedGames has the games of segments in which an engine's values say what moves lost.
type gradedGames struct{ segments sync.Map }

func (c *gradedGames) of(g *store.Segment) *roaring.Bitmap {
	if games, ok := c.segments.Load(g); ok {
		return games.(*roaring.Bitmap)
	}
	games := g.Having(estimate.GradesIdent)
	c.segments.Store(g, games)
	return games
}

// LostBy is what a move lost, by an engine's values, in the games in which it was played and the
// values are known. A gain counts as no loss. Sums are in hundredths, as those of [estimate.Totals].
type LostBy struct {
	Games   int            // in which anything is known of the move
	Points  estimate.Total // in the unit of leads
	Percent estimate.Total // of the chance to win
	Choices estimate.Total // how often it is the engine's first choice

	seen int // the latest game that was counted
}

func (l *LostBy) add(g *estimate.Grade) {
	for _, of := range []struct {
		total *estimate.Total
		lost  estimate.Loss
	}{{&l.Points, g.Points}, {&l.Percent, g.Percent}} {
		if of.lost.Known {
			of.total.Moves++
			of.total.Sum += int64(max(of.lost.Value, 0))
		}
	}
	if g.Choice != estimate.NoChoice {
		l.Choices.Moves++
		if g.Choice == estimate.FirstChoice {
			l.Choices.Sum++
		}
	}
}

// Means returns the mean losses, in points and in percent, and in which share of the places the move is
// the engine's first choice; nil for what is not known.
func (l *LostBy) Means() (points, percent, choice *float64) {
	mean := func(t estimate.Total, parts float64) *float64 {
		if t.Moves == 0 {
			return nil
		}
		x := float64(t.Sum) / float64(t.Moves) / parts
		return &x
	}
	return mean(l.Points, 100), mean(l.Percent, 100), mean(l.Choices, 1)
}

func (l *LostBy) merge(o *LostBy) {
	l.Games += o.Games
	for _, of := range [][2]*estimate.Total{{&l.Points, &o.Points}, {&l.Percent, &o.Percent}, {&l.Choices, &o.Choices}} {
		of[0].Moves += of[1].Moves
		of[0].Sum += of[1].Sum
	}
}

// check reports what cannot be, in a state of another process.
func (l *LostBy) check() error {
	for _, t := range []estimate.Total{l.Points, l.Percent, l.Choices} {
		if t.Moves < 0 || t.Sum < 0 || l.Games < 1 || t.Moves > 0 && l.Games > l.Points.Moves+l.Percent.Moves+l.Choices.Moves {
			return fmt.Errorf("losses %+v", *l)
		}
	}
	return nil
}

// A lossState is what the moves of the games lost that were looked at.
type lossState struct {
	losses *Losses
	games  int
	moves  map[position.Move]*LostBy

	// Of the game at hand.
	grades []estimate.Grade
	at     []int32 // by node, the number of its grade counted from 1; 0 for none
	script position.ScriptBuffer
}

func newLossState(l *Losses) *lossState {
	return &lossState{losses: l, moves: map[position.Move]*LostBy{}}
}

// Losses are counted in the goroutines of the blocks.
var _ search.Forker = (*lossState)(nil)

// Fork implements [search.Forker].
func (s *lossState) Fork() search.State { return newLossState(s.losses) }

// Spare implements [search.Forker].
func (*lossState) Spare() {}

// Add counts what the moves of the games lost that are left of a block.
func (s *lossState) Add(ctx context.Context, b *match.Block) error {
	var failed error
	err := b.RepliesOf(ctx, s.losses.graded.of(b.Segment), func(local int, list []match.HitReply) {
		if failed == nil {
			failed = s.game(b.Segment, local, list)
		}
	})
	if err == nil {
		err = failed
	}
	return err
}

// game counts what the moves lost that followed the hits of a game.
func (s *lossState) game(g *store.Segment, local int, list []match.HitReply) error {
	s.games++
	last := int32(0) // of the nodes of the moves
	for i := range list {
		r := &list[i]
		if !r.Replied {
			continue
		}
		if r.Played == 0 {
			var err error
			if r.Played, err = s.next(g, local, r.Node()); err != nil {
				return err
			}
		}
		last = max(last, r.Played)
	}
	s.read(g, local, int(last))
	for i := range list {
		if r := &list[i]; r.Replied && int(r.Played) < len(s.at) && s.at[r.Played] > 0 {
			s.count(r.Move, &s.grades[s.at[r.Played]-1])
		}
	}
	return nil
}

// read reads the grades of a game up to a node.
func (s *lossState) read(g *store.Segment, local, last int) {
	for i := range s.grades {
		s.at[s.grades[i].Node] = 0
	}
	s.grades = s.grades[:0]
	for _, v := range g.InfoOf(local, func(ident string) bool { return ident == estimate.GradesIdent }) {
		s.grades = estimate.Grades(v.Text).AppendUpTo(s.grades, last)
	}
	if n := last + 1 - len(s.at); n > 0 {
		s.at = slices.Grow(s.at, n)[:last+1]
	}
	for i := range s.grades {
		s.at[s.grades[i].Node] = int32(i + 1)
	}
}

// next returns the first node with a move on the main line after a node, 0 if there is none.
func (s *lossState) next(g *store.Segment, local, node int) (int32, error) {
	script, err := g.ScriptIn(&s.script, local)
	if err != nil {
		return 0, err
	}
	at := -1
	for w := range script.MainLine() {
		word := position.Word(w)
		if word.StartsNode() {
			at++
		}
		if at > node && word.IsMove() {
			return int32(at), nil
		}
	}
	return 0, nil
}

// count counts the grade of a move of the game at hand.
func (s *lossState) count(m position.Move, g *estimate.Grade) {
	l := s.moves[m]
	if l == nil {
		l = &LostBy{}
		s.moves[m] = l
	}
	if l.seen != s.games {
		l.seen = s.games
		l.Games++
	}
	l.add(g)
}

// Merge implements [search.State].
func (s *lossState) Merge(other search.State) {
	o := other.(*lossState)
	s.games += o.games
	for m, lost := range o.moves {
		if s.moves[m] == nil {
			s.moves[m] = &LostBy{}
		}
		s.moves[m].merge(lost)
	}
}

// Finish implements [search.State].
func (s *lossState) Finish() any { return s.found() }

func (s *lossState) found() *LostMoves {
	found := &LostMoves{Games: s.games, Moves: []LostMove{}}
	for m, lost := range s.moves {
		sum := *lost
		sum.seen = 0
		found.Moves = append(found.Moves, LostMove{m, &sum})
	}
	slices.SortFunc(found.Moves, func(a, b LostMove) int {
		return cmp.Or(cmp.Compare(a.Move.Color, b.Move.Color), cmp.Compare(a.Move.Point, b.Move.Point))
	})
	return found
}

// MarshalJSON writes what was counted.
func (s *lossState) MarshalJSON() ([]byte, error) { return query.WriteJSON(s.found()) }

// UnmarshalJSON reads what MarshalJSON wrote into an empty state, and trusts none of it.
func (s *lossState) UnmarshalJSON(data []byte) error {
	var found LostMoves
	if err := query.ReadJSON(data, &found); err != nil {
		return err
	}
	if found.Games < 0 {
		return fmt.Errorf("losses of %d games", found.Games)
	}
	s.games = found.Games
	for _, m := range found.Moves {
		if m.Lost == nil || m.Lost.check() != nil || m.Move.Color > position.White || m.Lost.Games > found.Games || s.moves[m.Move] != nil {
			return fmt.Errorf("losses of %v in %d games", m.Move, found.Games)
		}
		s.moves[m.Move] = m.Lost
	}
	return nil
}
