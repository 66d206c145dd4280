package study

import (
	"context"
	"fmt"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// SimilarGames ranks games by the latest of some positions that came up in them: those
// of one game, the last of which has rank 0. Positions count as pos: counts them,
// turned and mirrored where that is usual for the game, in variations, too, and however they
// were reached. Games in which none came up are not counted. It finds a *Ranking.
type SimilarGames struct {
	Positions  []string // as pos: reads them, in the order of the game
	Game       int      // SGF's number of the game that is played
	SwapColors bool     // also with black and white exchanged
	Limit      int      // games to list, 0 for all

	once       sync.Once // guards what follows
	conditions []match.Condition
	failed     error

	mu      sync.Mutex // guards filters
	filters map[*store.Segment][]match.Filter
}

// maxPositions bounds the positions: no game has more moves.
const maxPositions = 1 << 14

// Kind implements search.Aggregation.
func (*SimilarGames) Kind() string { return "openings" }

// Resolve implements search.Aggregation.
func (o *SimilarGames) Resolve(*search.Resolver) (search.Aggregation, error) { return o, nil }

// Check reads the positions.
func (o *SimilarGames) Check(*search.Question) error {
	o.once.Do(func() {
		if len(o.Positions) > maxPositions {
			o.failed = fmt.Errorf("study: %d positions of one game; there can be %d", len(o.Positions), maxPositions)
			return
		}
		if o.Limit < 0 {
			o.failed = errNegative
			return
		}
		for _, text := range o.Positions {
			c, err := match.Prepare(&query.Board{Kind: "pos", Text: text, Game: o.Game, SwapColors: o.SwapColors})
			if err != nil {
				o.failed = err
				return
			}
			o.conditions = append(o.conditions, c)
		}
		o.filters = map[*store.Segment][]match.Filter{}
	})
	return o.failed
}

// Empty implements search.Aggregation.
func (o *SimilarGames) Empty(*search.Question) search.State {
	return &openingsState{ranking: ranking{most: o.Limit}, of: o}
}

// in returns the filters of the positions in a segment. All blocks of the segment
// share them.
func (o *SimilarGames) in(s *store.Segment) []match.Filter {
	o.mu.Lock()
	defer o.mu.Unlock()
	list, ok := o.filters[s]
	if !ok {
		for _, c := range o.conditions {
			list = append(list, c.Open(s))
		}
		o.filters[s] = list
	}
	return list
}

type openingsState struct {
	ranking
	of *SimilarGames
}

// Games are looked at in the goroutines of the blocks.
var _ search.Forker = (*openingsState)(nil)

// Fork implements search.Forker.
func (s *openingsState) Fork() search.State {
	return &openingsState{ranking: ranking{most: s.of.Limit}, of: s.of}
}

// Spare implements search.Forker.
func (*openingsState) Spare() {}

// Add looks for the last position in all games of a block, then for the one before
// in those that are left.
func (s *openingsState) Add(ctx context.Context, b *match.Block) error {
	left := b.Mask.Clone()
	filters := s.of.in(b.Segment)
	for i := len(filters) - 1; i >= 0 && !left.IsEmpty(); i-- {
		found := match.NewBlock(b.Segment, filters[i], left, match.KeepNone)
		if err := found.Apply(ctx); err != nil {
			return err
		}
		rank := len(filters) - 1 - i
		if n := int(found.Mask.GetCardinality()); n > 0 {
			s.count(rank, n)
		}
		for local := range found.Games() {
			if !s.wants(rank, b.ID(local)) {
				break // they come by their ids
			}
			hit, err := firstHit(ctx, b.Segment, filters[i], local)
			if err != nil {
				return err
			}
			s.add(rank, b.ID(local), hit)
		}
		left.AndNot(found.Mask)
	}
	return nil
}

// firstHit returns the first hit in a game that a filter lets through.
func firstHit(ctx context.Context, g *store.Segment, f match.Filter, local int) (match.Hit, error) {
	one := match.NewBlock(g, f, roaring.BitmapOf(uint32(local)), match.KeepAll)
	if err := one.Apply(ctx); err != nil {
		return match.Hit{}, err
	}
	hits, err := one.HitsOf(ctx, local, 1)
	if err != nil {
		return match.Hit{}, err
	}
	return hits[0], nil
}

// Merge implements search.State.
func (s *openingsState) Merge(other search.State) { s.merge(&other.(*openingsState).ranking) }
