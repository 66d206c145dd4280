package study

import (
	"context"
	"fmt"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game/estimate"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// LostBy is what a move lost, by an engine's values, in the games in which it was played and the
// values are known. A gain counts as no loss. Sums are in hundredths, as those of [estimate.Totals].
type LostBy struct {
	Games   int            // in which anything is known of the move
	Points  estimate.Total // in the unit of leads
	Percent estimate.Total // of the chance to win
	Choices estimate.Total // how often it is the engine's first choice

	seen int32 // the latest game that was counted
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

// lost counts the grade of the game's move that leads to a node.
func (s *treeState) lost(node int32, g *estimate.Grade) {
	if s.losses == nil {
		s.losses = map[int32]*LostBy{}
	}
	l := s.losses[node]
	if l == nil {
		l = &LostBy{}
		s.losses[node] = l
	}
	if l.seen != s.game {
		l.seen = s.game
		l.Games++
	}
	l.add(g)
}

// A gradedGames has the games of segments in which an engine's values say what moves lost.
type gradedGames struct{ segments sync.Map }

func (c *gradedGames) of(g *store.Segment) *roaring.Bitmap {
	if games, ok := c.segments.Load(g); ok {
		return games.(*roaring.Bitmap)
	}
	games := roaring.New()
	for _, list := range g.Values(estimate.GradesIdent) {
		games.Or(list)
	}
	c.segments.Store(g, games)
	return games
}

// gradesAt returns the grades of a game by their nodes.
func gradesAt(g *store.Segment, local int) map[int]*estimate.Grade {
	at := map[int]*estimate.Grade{}
	for _, v := range g.Info(local) {
		if v.Ident != estimate.GradesIdent {
			continue
		}
		for grade := range estimate.Grades(v.Text).All() {
			at[grade.Node] = &grade
		}
	}
	return at
}

// noLines is the state of a question about losses where no lines can be followed. It finds a nil *Lines.
type noLines struct{}

// Add implements [search.State].
func (*noLines) Add(context.Context, *match.Block) error { return nil }

// Merge implements [search.State].
func (*noLines) Merge(search.State) {}

// Finish implements [search.State].
func (*noLines) Finish() any { return (*Lines)(nil) }

// UnmarshalJSON reads nothing, and refuses anything else.
func (*noLines) UnmarshalJSON(data []byte) error { return query.ReadJSON(data, &struct{}{}) }
