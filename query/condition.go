package query

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// A condition is a node of a query that is ready to be evaluated: its values
// are understood, its files are read. It is the same for all segments and safe
// for concurrent use.
type condition interface {
	// open returns the condition for the games of one segment. It is cheap; a
	// filter reads its indexes when it is first asked.
	open(s *store.Segment) filter
	// atoms appends the figures of the terms below, from left to right.
	atoms(list []*Figures) []*Figures
}

// A filter decides which games of a segment fulfil a condition. It is safe for
// concurrent use with different blocks.
type filter interface {
	// cost orders the filters of an And.
	cost() cost
	// narrow returns the games of the mask that fulfil the condition, exactly.
	// It does not change the mask.
	narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error)
	// hits appends the places in a game where the condition is fulfilled. Only
	// games that narrow has let through are asked for, in ascending order.
	hits(ctx context.Context, b *block, local int, list []Hit) ([]Hit, error)
}

// A cost says how expensive a filter is for each game it is asked about.
type cost uint8

// The costs, cheapest first.
const (
	costValues   cost = iota // one bitmap for the whole segment
	costComments             // the same, from more texts
	costKnown                // a lookup, and replays of few candidates
	costFacts                // a few numbers per game
	costPosition             // a lookup, and a replay per candidate
	costPattern              // columns of all games, and replays
	costReading              // the comments of the games that are left
	costThen                 // all hits of two board terms
)

// A block is a run of games of a segment that are evaluated together, by one
// goroutine.
type block struct {
	segment *store.Segment
	filter  filter          // of the whole query
	mask    *roaring.Bitmap // the live games of the block, then those that are left

	found map[filter]boardHits // the hits of board terms, if they are kept
	// With keepReplies patterns keep these instead: the hits, game by game, and
	// where those of each game are; not nil if a pattern did.
	replies []hitReply
	ranges  []replyRange
	known   *knownGames // with keepReplies, games of which the index knows what followed
	keep    keep        // the hits to keep that are found while narrowing
	again   bool        // its games have been asked about, and counted, before

	guessed *roaring.Bitmap // games that a term let through by a guess; nil for none
}

// guess notes games that a term lets through by a guess.
func (b *block) guess(games *roaring.Bitmap) {
	if b.guessed == nil {
		b.guessed = games
		return
	}
	b.guessed.Or(games)
}

// guesses returns how many of the games that are left were let through by a
// guess.
func (b *block) guesses() int {
	if b.guessed == nil {
		return 0
	}
	return int(b.guessed.AndCardinality(b.mask))
}

// keep says what to keep of the hits that are found while games are narrowed.
type keep uint8

const (
	keepNone    keep = iota // few games will be asked for their hits
	keepReplies             // all will, but only for what came next
	keepAll                 // all will
)

// newBlock returns a block of games to be narrowed by a filter.
func newBlock(s *store.Segment, f filter, mask *roaring.Bitmap, k keep) *block {
	return &block{segment: s, filter: f, mask: mask, keep: k, found: make(map[filter]boardHits)}
}

// release gives memory away for the replies of other blocks.
func (b *block) release() {
	if b.ranges != nil {
		spareReplies.Put(&hitReplies{b.replies, b.ranges})
		b.replies, b.ranges, b.known = nil, nil, nil
	}
}

// id returns the number in the archive of a game of the block.
func (b *block) id(local int) store.GameID { return b.segment.Base() + store.GameID(local) }

// every holds for all games.
type every struct{}

func (every) open(*store.Segment) filter       { return every{} }
func (every) atoms(list []*Figures) []*Figures { return list }
func (every) cost() cost                       { return costValues }
func (every) narrow(_ context.Context, _ *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	return mask, nil
}
func (every) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// all holds where all of its conditions hold.
type all []condition

func (c all) atoms(list []*Figures) []*Figures { return atomsOf(c, list) }

func (c all) open(s *store.Segment) filter {
	f := make(allFilter, len(c))
	for i, child := range c {
		f[i] = child.open(s)
	}
	return f
}

// allFilter narrows the mask by one filter after the other.
type allFilter []filter

func (f allFilter) cost() cost { return mostExpensive(f) }

func (f allFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	cheapestFirst := slices.Clone(f)
	slices.SortStableFunc(cheapestFirst, func(x, y filter) int { return int(x.cost()) - int(y.cost()) })
	for _, child := range cheapestFirst {
		if mask.IsEmpty() {
			break
		}
		var err error
		if mask, err = child.narrow(ctx, b, mask); err != nil {
			return nil, err
		}
	}
	return mask, nil
}

func (f allFilter) hits(ctx context.Context, b *block, local int, list []Hit) ([]Hit, error) {
	var err error
	for _, child := range f {
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// some holds where one of its conditions holds.
type some []condition

func (c some) atoms(list []*Figures) []*Figures { return atomsOf(c, list) }

func (c some) open(s *store.Segment) filter {
	f := make(someFilter, len(c))
	for i, child := range c {
		f[i] = child.open(s)
	}
	return f
}

// someFilter asks each filter about the games that those before it left out.
type someFilter []filter

func (f someFilter) cost() cost { return mostExpensive(f) }

func (f someFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
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
// conditions and narrow stops at the first.
func (f someFilter) hits(ctx context.Context, b *block, local int, list []Hit) ([]Hit, error) {
	game := roaring.BitmapOf(uint32(local))
	for _, child := range f {
		found, err := child.narrow(ctx, b, game)
		if err != nil {
			return nil, err
		}
		if found.IsEmpty() {
			continue
		}
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// none holds where its condition does not.
type none struct{ condition }

func (c none) open(s *store.Segment) filter { return noneFilter{c.condition.open(s)} }

type noneFilter struct{ filter }

func (f noneFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	found, err := f.filter.narrow(ctx, b, mask)
	if err != nil {
		return nil, err
	}
	return roaring.AndNot(mask, found), nil
}

// hits adds nothing: there is no place where something is not.
func (noneFilter) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

func atomsOf(conditions []condition, list []*Figures) []*Figures {
	for _, c := range conditions {
		list = c.atoms(list)
	}
	return list
}

func mostExpensive(filters []filter) cost {
	most := costValues
	for _, f := range filters {
		most = max(most, f.cost())
	}
	return most
}
