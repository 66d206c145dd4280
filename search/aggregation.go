package search

import (
	"context"
	"maps"
	"slices"

	"kifudb/search/match"
	"kifudb/store"
)

// An Aggregation is something to be found out about the games that fulfil a
// query: how many they are, a page of them, what was played next. Its exported
// fields, in JSON, are its parameters. One is added as a file with the type, its
// State and what it finds, and a line in aggregations.
type Aggregation interface {
	// kind is its name in JSON.
	kind() string
	// resolve returns the aggregation with what it needs to know that only the
	// archive as a whole or its user can tell.
	resolve(r *resolver) (Aggregation, error)
	// check says what is wrong with the parameters for a question, or nil.
	check(q *Question) error
	// empty returns what is known before any game was looked at.
	empty(q *Question) State
}

// A State is what an aggregation knows of the games that were looked at. States
// of different games can be added up in any order and grouping, and travel as
// JSON.
//
// It may also be a forker, a settler, a satiable or a keeper.
type State interface {
	// add takes in the games left in the mask of a block. Blocks come one after
	// the other.
	add(ctx context.Context, b *match.Block) error
	// merge takes in what another state of the same aggregation knows, and leaves
	// it as it is.
	merge(other State)
	// finish returns what was to be found out, and leaves the state as it is.
	finish() any
}

// A forker is a State that counts in the goroutines in which blocks are
// evaluated, several at once.
type forker interface {
	// fork returns an empty state for one block. It must not read what add and
	// merge change.
	fork() State
	// spare takes back the memory of a state that is not needed any more.
	spare()
}

// A settler is a State that looks up more about some games when all were seen.
type settler interface {
	settle(ctx context.Context, s *search) error
}

// A satiable State may know enough before all games were looked at: then none
// behind the last that it names matters.
type satiable interface {
	sated() (last store.GameID, enough bool)
}

// A keeper is an Aggregation that wants hits to be kept while games are narrowed.
type keeper interface {
	keep() match.Keep
}

// aggregations makes an empty one of each kind.
var aggregations = []func() Aggregation{
	func() Aggregation { return new(Count) },
	func() Aggregation { return new(Page) },
	func() Aggregation { return new(FacetCounts) },
	func() Aggregation { return new(Continuations) },
}

// aggregationOf returns an aggregation of a kind, nil if there is no such kind.
func aggregationOf(kind string) Aggregation {
	for _, make := range aggregations {
		if a := make(); a.kind() == kind {
			return a
		}
	}
	return nil
}

// AggregationKinds returns the names of the kinds of aggregations in JSON.
func AggregationKinds() []string {
	kinds := map[string]bool{}
	for _, make := range aggregations {
		kinds[make().kind()] = true
	}
	return slices.Sorted(maps.Keys(kinds))
}
