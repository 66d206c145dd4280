package search

import (
	"context"

	"kifudb/search/match"
)

// Count counts games. It finds an int.
type Count struct{}

func (*Count) kind() string                             { return "count" }
func (c *Count) resolve(*resolver) (Aggregation, error) { return c, nil }
func (*Count) check(*Question) error                    { return nil }
func (*Count) empty(*Question) State                    { return &countState{} }

type countState struct {
	Games int `json:"games"`
}

func (s *countState) add(_ context.Context, b *match.Block) error {
	s.Games += int(b.Mask.GetCardinality())
	return nil
}

func (s *countState) merge(other State) { s.Games += other.(*countState).Games }
func (s *countState) finish() any       { return s.Games }
