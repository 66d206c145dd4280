package match

import (
	"context"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
)

// marked is the condition that a game is among those which the user put
// something on.
type marked struct {
	games   *roaring.Bitmap // ids
	figures Figures
}

// markedCondition is the maker of terms of which the games were found out.
func markedCondition(f query.Field, v query.Value, r *query.Resolution) (Condition, error) {
	if r.Games == nil {
		return nil, fmt.Errorf("query: %s was not looked up", f.Term(v))
	}
	m := &marked{games: r.Games, figures: Figures{Term: f.Term(v), Index: "user"}}
	if f.Kind() == query.DuplicateKind {
		m.figures.Index = "clusters"
	}
	if len(r.Positions) == 0 {
		return m, nil
	}
	list := some{m}
	for _, text := range r.Positions {
		c, err := newBoardCondition(&query.Board{Kind: "pos", Text: text})
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

func (c *marked) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *marked) Open(s *store.Segment) Filter {
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

func (f markedFilter) narrow(_ context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, found.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (markedFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// placeless holds in the games in which its condition does, without the places.
type placeless struct{ Condition }

func (c placeless) Open(s *store.Segment) Filter { return placelessFilter{c.Condition.Open(s)} }

type placelessFilter struct{ Filter }

// narrow keeps nothing of what it finds, which would be counted with what follows.
func (f placelessFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	defer func(keep Keep) { b.keep = keep }(b.keep)
	b.keep = KeepNone
	return f.Filter.narrow(ctx, b, mask)
}

func (placelessFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// Among makes a condition hold only for games of some ids.
func Among(ids *roaring.Bitmap, c Condition) Condition {
	return all{among{&marked{games: ids}}, c}
}

// among is a condition that is no term of the query.
type among struct{ *marked }

func (among) atoms(list []*Figures) []*Figures { return list }
