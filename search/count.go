package search

import (
	"context"

	"kifudb/search/match"
)

// Count counts games. It finds an int.
type Count struct{}

// Kind implements Aggregation.
func (*Count) Kind() string { return "count" }

// Resolve implements Aggregation.
func (c *Count) Resolve(*Resolver) (Aggregation, error) { return c, nil }

// Check implements Aggregation.
func (*Count) Check(*Question) error { return nil }

// Empty implements Aggregation.
func (*Count) Empty(*Question) State { return &countState{} }

type countState struct {
	Games int `json:"games"`
}

func (s *countState) Add(_ context.Context, b *match.Block) error {
	s.Games += int(b.Mask.GetCardinality())
	return nil
}

func (s *countState) Merge(other State) { s.Games += other.(*countState).Games }
func (s *countState) Finish() any       { return s.Games }
