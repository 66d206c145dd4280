package search

import (
	"context"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/search/match"
	"kifudb/store"
)

// An Aggregation is something to be found out about the games that fulfil a
// query: how many they are, a page of them, what was played next. Its exported
// fields, in JSON, are its parameters. One is added as a file with the type, its
// State and what it finds, here or in a package of its own, and a call of
// [Register]. It may also be a [Keeper].
type Aggregation interface {
	// Kind is its name in JSON.
	Kind() string
	// Resolve returns the aggregation with what it needs to know that only the
	// archive as a whole or its user can tell.
	Resolve(r *Resolver) (Aggregation, error)
	// Check says what is wrong with the parameters for a question, or nil.
	Check(q *Question) error
	// Empty returns what is known before any game was looked at.
	Empty(q *Question) State
}

// A State holds the intermediate result of an aggregation for the games searched so far.
// States for different games can be added in any order and grouping. They travel as
// JSON.
//
// It may also be a [Forker], a [Satiable] or a [Raiser].
type State interface {
	// Add takes in the games left in the mask of a block. Blocks come one after
	// the other.
	Add(ctx context.Context, b *match.Block) error
	// Merge takes in what another state of the same aggregation knows, and leaves
	// it as it is.
	Merge(other State)
	// Finish returns what was to be found out, and leaves the state as it is.
	Finish() any
}

// A Forker is a State that counts in the goroutines in which blocks are
// evaluated, several at once.
type Forker interface {
	// Fork returns an empty state for one block. It must not read what Add and
	// Merge change.
	Fork() State
	// Spare takes back the memory of a state that is not needed any more.
	Spare()
}

// A settler is a State of this package that looks up more about some games when all were seen.
type settler interface {
	settle(ctx context.Context, s *search) error
}

// A Satiable State may know enough before all games were looked at: then none
// behind the last that it names matters.
type Satiable interface {
	Sated() (last store.GameID, enough bool)
}

// A Keeper is an Aggregation that wants hits to be kept while games are narrowed.
type Keeper interface {
	Keep() match.Keep
}

// A Singler is an Aggregation that looks at the hits of some games of a segment one by one, though all
// others may be counted together.
type Singler interface {
	// Singled returns these games; whoever asks does not change them.
	Singled(g *store.Segment) *roaring.Bitmap
}

// kinds makes an empty aggregation of each kind, by its name in JSON.
var kinds = map[string]func() Aggregation{}

// Register makes a kind of aggregations known to those who read questions. It is
// for the init function of the file or package that defines it, and panics if the
// name is taken.
func Register(newOne func() Aggregation) {
	name := newOne().Kind()
	if kinds[name] != nil {
		panic("search: two kinds of aggregations are called " + name)
	}
	kinds[name] = newOne
}

func init() {
	Register(func() Aggregation { return new(Count) })
	Register(func() Aggregation { return new(Page) })
	Register(func() Aggregation { return new(FacetCounts) })
	Register(func() Aggregation { return new(CrossCounts) })
	Register(func() Aggregation { return new(Continuations) })
	Register(func() Aggregation { return new(Pairings) })
	Register(func() Aggregation { return new(IDs) })
}

// AggregationKinds returns the names of the kinds of aggregations in JSON.
func AggregationKinds() []string { return slices.Sorted(maps.Keys(kinds)) }
