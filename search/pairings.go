package search

import (
	"context"
	"fmt"
	"slices"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/search/statistics"
	"kifudb/store"
)

// Pairings counts how games of one kind ended by the ranks of the players and the
// handicap: what [statistics.FitStrength] needs. It finds []PairingResults, of the
// decided games whose ranks are both known.
type Pairings struct {
	Game uint8         `json:"game"` // SGF's number
	Size position.Size `json:"size"`
}

// Kind implements Aggregation.
func (*Pairings) Kind() string { return "pairings" }

// Resolve implements Aggregation.
func (p *Pairings) Resolve(*Resolver) (Aggregation, error) { return p, nil }

// Check implements Aggregation.
func (*Pairings) Check(*Question) error { return nil }

// Empty implements Aggregation.
func (p *Pairings) Empty(*Question) State {
	return &pairings{wanted: p, results: map[statistics.Pairing]statistics.Results{}}
}

// pairings is what is known of them.
type pairings struct {
	wanted  *Pairings
	results map[statistics.Pairing]statistics.Results
}

// Games are counted in the goroutines of the blocks.
var _ Forker = (*pairings)(nil)

func (p *pairings) Fork() State { return p.wanted.Empty(nil) }
func (p *pairings) Spare()      {}

func (p *pairings) Add(_ context.Context, b *match.Block) error {
	for local := range b.Games() {
		f := b.Segment.Facts(local)
		if f.Game != p.wanted.Game || f.Size != p.wanted.Size {
			continue
		}
		if key, won, ok := pairingOf(&f); ok {
			p.results[key] = p.results[key].Add(won)
		}
	}
	return nil
}

// pairingOf returns the ranks of a game, what else its result depends on, and the result; ok is false if one of them is not
// known.
func pairingOf(f *store.Facts) (key statistics.Pairing, won statistics.Results, ok bool) {
	switch f.Winner {
	case store.WinnerBlack:
		won.Won = 1
	case store.WinnerWhite:
		won.Lost = 1
	case store.WinnerNone:
		won.Drawn = 1
	default:
		return key, won, false
	}
	key = statistics.Pairing{First: f.BlackRank, Second: f.WhiteRank, Handicap: f.Handicap, Komi: statistics.NoKomiClass, Era: statistics.EraOf(int(f.DateLo / 10000))}
	if f.Komi != store.NoKomi {
		key.Komi = statistics.KomiClassOf(f.Komi)
	}
	return key, won, f.BlackRank != 0 && f.WhiteRank != 0
}

func (p *pairings) Merge(other State) {
	for key, n := range other.(*pairings).results {
		p.results[key] = p.results[key].Add(n)
	}
}

func (p *pairings) Finish() any {
	list := make([]PairingResults, 0, len(p.results))
	for key, n := range p.results {
		list = append(list, PairingResults{Pairing: key, Results: n})
	}
	slices.SortFunc(list, func(a, b PairingResults) int { return a.Compare(b.Pairing) })
	return list
}

// MarshalJSON writes the results in the order of the pairings.
func (p *pairings) MarshalJSON() ([]byte, error) { return query.WriteJSON(p.Finish()) }

// UnmarshalJSON reads them, into a state of nothing.
func (p *pairings) UnmarshalJSON(data []byte) error {
	var list []PairingResults
	if err := query.ReadJSON(data, &list); err != nil {
		return err
	}
	for _, r := range list {
		if min(r.Won, r.Drawn, r.Lost) < 0 || r.Swapped {
			return fmt.Errorf("results %+v of a pairing", r)
		}
		p.results[r.Pairing] = p.results[r.Pairing].Add(r.Results)
	}
	return nil
}
