package search

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/search/match"
	"kifudb/store"
)

// IDs lists games. It finds a []store.GameID, ascending. It is meant for few games.
type IDs struct{}

// Kind implements Aggregation.
func (*IDs) Kind() string { return "ids" }

// Resolve implements Aggregation.
func (a *IDs) Resolve(*Resolver) (Aggregation, error) { return a, nil }

// Check implements Aggregation.
func (*IDs) Check(*Question) error { return nil }

// Empty implements Aggregation.
func (*IDs) Empty(*Question) State { return &idsState{games: roaring.New()} }

type idsState struct{ games *roaring.Bitmap }

func (s *idsState) Add(_ context.Context, b *match.Block) error {
	for local := range b.Games() {
		s.games.Add(uint32(b.ID(local)))
	}
	return nil
}

func (s *idsState) Merge(other State) { s.games.Or(other.(*idsState).games) }

// Finish implements State.
func (s *idsState) Finish() any {
	ids := make([]store.GameID, 0, s.games.GetCardinality())
	for it := s.games.Iterator(); it.HasNext(); {
		ids = append(ids, store.GameID(it.Next()))
	}
	return ids
}

// Raise implements Raiser.
func (s *idsState) Raise(by store.GameID) { s.games = roaring.AddOffset(s.games, uint32(by)) }

// MarshalText writes the ids as text, for JSON.
func (s *idsState) MarshalText() ([]byte, error) {
	text, err := s.games.ToBase64()
	return []byte(text), err
}

// UnmarshalText reads what MarshalText wrote, and trusts none of it.
func (s *idsState) UnmarshalText(text []byte) error {
	if _, err := s.games.FromBase64(string(text)); err != nil {
		return err
	}
	return s.games.Validate()
}
