package query

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/duplicate"
	"kifudb/store"
	"kifudb/user"
)

// marked is the condition that a game is among those which the user put
// something on.
type marked struct {
	games   *roaring.Bitmap // ids
	figures Figures
}

// marked finds out the games that the user put something on; without a file of
// the user's there are none. Where the records of one game count once, what is
// on one of them is on the game: otherwise another record would show up for
// -tag:read.
func (r *resolver) marked(t *Term, find func(*user.DB) (*roaring.Bitmap, error)) (Node, error) {
	games := roaring.New()
	if r.options.User != nil {
		var err error
		if games, err = find(r.options.User); err != nil {
			return nil, err
		}
	}
	if r.folds {
		games = withCopies(games, r.options.Clusters)
	}
	return t.resolved(Resolution{Games: games}), nil
}

// markedCondition is the maker of terms of which the games were found out.
func markedCondition(f field, v Value, r *Resolution) (condition, error) {
	if r.Games == nil {
		return nil, fmt.Errorf("query: %s was not looked up", printNode(&Term{Field: f.name, Values: []Value{v}}))
	}
	m := &marked{games: r.Games, figures: Figures{Term: printNode(&Term{Field: f.name, Values: []Value{v}}), Index: "user"}}
	if f.name == "dup" {
		m.figures.Index = "clusters"
	}
	return m, nil
}

// withCopies returns games with all records of each.
func withCopies(games *roaring.Bitmap, clusters *duplicate.Clusters) *roaring.Bitmap {
	all := games.Clone()
	for _, k := range clusters.All() {
		if slices.ContainsFunc(k.Members, func(m duplicate.Member) bool { return games.Contains(uint32(m.ID)) }) {
			for _, m := range k.Members {
				all.Add(uint32(m.ID))
			}
		}
	}
	return all
}

func (c *marked) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *marked) open(s *store.Segment) filter {
	base := uint64(s.Base())
	games := roaring.New()
	games.AddRange(base, base+uint64(s.Len()))
	games.And(c.games)
	return markedFilter{c, roaring.AddOffset64(games, -int64(base))}
}

type markedFilter struct {
	*marked
	games *roaring.Bitmap // local numbers
}

func (markedFilter) cost() cost { return costValues }

func (f markedFilter) narrow(_ context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, found.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (markedFilter) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// among is the condition of [Options].Among, which is no term of the query.
type among struct{ *marked }

func (among) atoms(list []*Figures) []*Figures { return list }
