package match

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// A Condition is a node of a query that is ready to be evaluated: its values
// are understood, its files are read. It is the same for all segments and safe
// for concurrent use.
type Condition interface {
	// Open returns the condition for the games of one segment. It is cheap; a
	// Filter reads its indexes when it is first asked.
	Open(s *store.Segment) Filter
	// atoms appends the figures of the terms below, from left to right.
	atoms(list []*Figures) []*Figures
}

// A Filter decides which games of a segment fulfil a condition. It is safe for
// concurrent use with different blocks.
type Filter interface {
	// cost orders the filters of an And.
	cost() cost
	// narrow returns the games of the mask that fulfil the condition, exactly.
	// It does not change the mask.
	narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error)
	// hits appends the places in a game where the condition is fulfilled. Only
	// games that narrow has let through are asked for, in ascending order.
	hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error)
}

// A cost says how expensive a filter is for each game it is asked about.
type cost uint8

// The costs, cheapest first.
const (
	costValues   cost = iota // one bitmap for the whole segment
	costComments             // the same, from more texts
	costKnown                // a lookup, and replays of few candidates
	costFacts                // a few numbers per game
	costFew                  // a lookup, and replays of few candidates that are not known
	costTitles               // one bitmap, refused for games that are not left out by then
	costPosition             // a lookup, and a replay per candidate
	costPattern              // columns of all games, and replays
	costReading              // the comments of the games that are left
	costReplay               // replays of the games that are left
	costThen                 // all hits of two board terms
)

// every holds for all games.
type every struct{}

func (every) Open(*store.Segment) Filter       { return every{} }
func (every) atoms(list []*Figures) []*Figures { return list }
func (every) cost() cost                       { return costValues }
func (every) narrow(_ context.Context, _ *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	return mask, nil
}
func (every) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// all holds where all of its conditions hold.
type all []Condition

func (c all) atoms(list []*Figures) []*Figures { return atomsOf(c, list) }

func (c all) Open(s *store.Segment) Filter {
	f := make(allFilter, len(c))
	for i, child := range c {
		f[i] = child.Open(s)
	}
	return f
}

// allFilter narrows the mask by one filter after the other.
type allFilter []Filter

func (f allFilter) cost() cost { return mostExpensive(f) }

func (f allFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	cheapestFirst := slices.Clone(f)
	slices.SortStableFunc(cheapestFirst, func(x, y Filter) int { return int(x.cost()) - int(y.cost()) })
	defer func(after int) { b.after = after }(b.after)
	b.after += len(f)
	for _, child := range cheapestFirst {
		if mask.IsEmpty() {
			break
		}
		var err error
		b.after--
		if mask, err = child.narrow(ctx, b, mask); err != nil {
			return nil, err
		}
	}
	return mask, nil
}

func (f allFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	var err error
	for _, child := range f {
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// some holds where one of its conditions holds.
type some []Condition

func (c some) atoms(list []*Figures) []*Figures { return atomsOf(c, list) }

func (c some) Open(s *store.Segment) Filter {
	f := make(someFilter, len(c))
	for i, child := range c {
		f[i] = child.Open(s)
	}
	return f
}

// someFilter asks each filter about the games that those before it left out. What its filters find on
// boards is looked up when hits are asked for: what one of them kept would stand for all.
type someFilter []Filter

func (f someFilter) cost() cost { return mostExpensive(f) }

func (f someFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	defer b.onlyHits()()
	result := roaring.New()
	for _, child := range f {
		rest := roaring.AndNot(mask, result)
		if rest.IsEmpty() {
			break
		}
		found, err := child.narrow(ctx, b, rest)
		if err != nil {
			return nil, err
		}
		result.Or(found)
	}
	return result, nil
}

// hits asks the filters again one by one, since a game may fulfil several
// conditions and narrow stops at the first. Where several have the same place of a board, it is one hit.
func (f someFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	defer b.onlyHits()()
	game, from := roaring.BitmapOf(uint32(local)), len(list)
	places := 0
	for _, child := range f {
		found, err := child.narrow(ctx, b, game)
		if err != nil {
			return nil, err
		}
		if found.IsEmpty() {
			continue
		}
		length := len(list)
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list[length:], func(h Hit) bool { return h.Board != nil }) {
			places++
		}
	}
	if places > 1 {
		list = append(list[:from], onePlace(list[from:])...)
	}
	return list, nil
}

// onePlace leaves the first of the hits that are of the same place of a board. It changes the list.
func onePlace(list []Hit) []Hit {
	type key struct {
		node, after int
		term        string
		anchor      position.Point
		symmetry    position.Symmetry
		swapped     bool
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(list, func(h Hit) bool {
		if h.Board == nil {
			return false
		}
		k := key{h.Node, -1, h.Board.Term, h.Board.Anchor, h.Board.Symmetry, h.Board.Swapped}
		if h.After != nil {
			k.after = h.After.Node
		}
		if seen[k] {
			return true
		}
		seen[k] = true
		return false
	})
}

// none holds where its condition does not.
type none struct{ Condition }

func (c none) Open(s *store.Segment) Filter { return noneFilter{c.Condition.Open(s)} }

type noneFilter struct{ Filter }

func (f noneFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	b.after++ // what is found is what does not stay
	found, err := f.Filter.narrow(ctx, b, mask)
	b.after--
	if err != nil {
		return nil, err
	}
	return roaring.AndNot(mask, found), nil
}

// hits adds nothing: there is no place where something is not.
func (noneFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// FiguresOf returns the figures of the terms of a condition, from left to right.
func FiguresOf(c Condition) []*Figures { return c.atoms(nil) }

func atomsOf(conditions []Condition, list []*Figures) []*Figures {
	for _, c := range conditions {
		list = c.atoms(list)
	}
	return list
}

func mostExpensive(filters []Filter) cost {
	most := costValues
	for _, f := range filters {
		most = max(most, f.cost())
	}
	return most
}
