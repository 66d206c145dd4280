package study

import (
	"context"
	"errors"
	"fmt"

	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
)

// MistakesMet counts how often a player had to move where mistakes were found, whatever the player did
// there: the moves whose loss is known before which a region was the same. It finds a []Met.
type MistakesMet struct {
	Mistakes
	Regions []MetRegion `json:"regions"`
}

// A MetRegion is a region of which the moves are counted, as a [MistakeCluster] names it.
type MetRegion struct {
	Kind RegionKind `json:"kind"`
	Key  uint64     `json:"key,string"`
}

// Met is how often it was met.
type Met struct {
	Moves int `json:"moves"`
	Games int `json:"games"`
}

func init() { search.Register(func() search.Aggregation { return new(MistakesMet) }) }

// Kind implements [search.Aggregation].
func (*MistakesMet) Kind() string { return "mistakes-met" }

// Resolve implements [search.Aggregation].
func (m *MistakesMet) Resolve(r *search.Resolver) (search.Aggregation, error) {
	resolved, err := m.Mistakes.Resolve(r)
	if err != nil {
		return nil, err
	}
	return &MistakesMet{*resolved.(*Mistakes), m.Regions}, nil
}

// Check implements [search.Aggregation].
func (m *MistakesMet) Check(q *search.Question) error {
	for _, r := range m.Regions {
		if r.Kind >= regionKinds || r.Key == noRegion {
			return fmt.Errorf("there is no region %d of kind %d", r.Key, r.Kind)
		}
	}
	return m.Mistakes.Check(q)
}

// Empty implements [search.Aggregation].
func (m *MistakesMet) Empty(q *search.Question) search.State {
	mistakes := m.Mistakes.Empty(q).(*mistakesState)
	s := &metState{gradedMoves: mistakes.gradedMoves, at: map[MetRegion]int{}, Met: make([]Met, len(m.Regions))}
	for i, r := range m.Regions {
		s.at[r] = i
		s.wanted[r.Kind] = true
	}
	return s
}

// metState counts, in the order of the regions.
type metState struct {
	gradedMoves
	at     map[MetRegion]int
	wanted regionSet

	Met []Met `json:"met"`
}

var _ search.Forker = (*metState)(nil)

// Fork implements [search.Forker].
func (s *metState) Fork() search.State {
	return &metState{gradedMoves: gradedMoves{of: s.of, sides: s.sides}, at: s.at, wanted: s.wanted, Met: make([]Met, len(s.Met))}
}

// Spare implements [search.Forker].
func (*metState) Spare() {}

func (s *metState) Add(ctx context.Context, b *match.Block) error {
	seen := make([]int, len(s.Met)) // the last game that was counted, from 1
	game := 0
	return s.eachGame(ctx, b, func(local int, moves []Mistake) error {
		if err := s.reader.read(b.Segment, local, moves, &s.wanted); err != nil {
			return err
		}
		game++
		for i := range moves {
			for k, key := range moves[i].keys {
				at, ok := s.at[MetRegion{RegionKind(k), key}]
				if !ok {
					continue
				}
				s.Met[at].Moves++
				if seen[at] != game {
					seen[at] = game
					s.Met[at].Games++
				}
			}
		}
		return nil
	})
}

func (s *metState) Merge(other search.State) {
	for i, m := range other.(*metState).Met {
		s.Met[i].Moves += m.Moves
		s.Met[i].Games += m.Games
	}
}

func (s *metState) Finish() any { return append([]Met{}, s.Met...) }

// MarshalJSON writes the state.
func (s *metState) MarshalJSON() ([]byte, error) {
	return query.WriteJSON(struct {
		Met []Met `json:"met"`
	}{s.Met})
}

// UnmarshalJSON reads it, into an empty state.
func (s *metState) UnmarshalJSON(data []byte) error {
	var j struct {
		Met []Met `json:"met"`
	}
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if len(j.Met) != len(s.Met) {
		return fmt.Errorf("%d regions were counted, %d asked for", len(j.Met), len(s.Met))
	}
	for _, m := range j.Met {
		if m.Games < 0 || m.Moves < m.Games {
			return errors.New("a region was met less than never")
		}
	}
	s.Met = j.Met
	return nil
}
