package study

import (
	"context"
	"errors"

	"kifudb/search"
	"kifudb/search/match"
)

// SimilarPositions ranks the games that fulfil a query by how many points of its one
// position or pattern, asked for with near:, differ: those first where the fewest
// do. It finds a *Ranking.
type SimilarPositions struct {
	Limit int // games to list, 0 for all
}

// Kind implements search.Aggregation.
func (*SimilarPositions) Kind() string { return "nearest" }

// Resolve implements search.Aggregation.
func (n *SimilarPositions) Resolve(*search.Resolver) (search.Aggregation, error) { return n, nil }

// Check wants one position or pattern.
func (n *SimilarPositions) Check(q *search.Question) error {
	if n.Limit < 0 {
		return errNegative
	}
	_, err := q.Asked()
	return err
}

// Empty implements search.Aggregation.
func (n *SimilarPositions) Empty(*search.Question) search.State {
	return &nearestState{ranking{most: n.Limit}}
}

// Keep wants the hits.
func (*SimilarPositions) Keep() match.Keep { return match.KeepAll }

var errNegative = errors.New("study: a negative number")

type nearestState struct{ ranking }

// Add ranks games by their nearest hit, the first of several.
func (s *nearestState) Add(ctx context.Context, b *match.Block) error {
	for local := range b.Games() {
		hits, err := b.Places(ctx, local)
		if err != nil {
			return err
		}
		var best *match.Hit
		for i := range hits {
			h := &hits[i]
			if h.Board != nil && (best == nil || len(h.Board.Differs) < len(best.Board.Differs)) {
				best = h
			}
		}
		if best == nil {
			continue
		}
		rank, id := len(best.Board.Differs), b.ID(local)
		s.count(rank, 1)
		if s.wants(rank, id) {
			s.add(rank, id, *best)
		}
	}
	return nil
}

// Merge implements search.State.
func (s *nearestState) Merge(other search.State) { s.merge(&other.(*nearestState).ranking) }

func init() {
	search.Register(func() search.Aggregation { return new(SimilarPositions) })
	search.Register(func() search.Aggregation { return new(SimilarGames) })
}
