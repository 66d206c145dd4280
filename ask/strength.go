package ask

import (
	"context"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
)

// strength fits what to expect of games to those of the kind that is asked about, all
// of them whatever the query says else.
func (vs *Views) strength(ctx context.Context, s *archive.Search, asked query.Asked) (*statistics.Strength, error) {
	about := asked.Game.About()
	size := about.Size
	if b := asked.Goban(); b != nil {
		size = b.Size()
	}
	key := archive.StrengthKey{Game: about.Number, Size: size, Records: s.Records}
	state := ""
	for _, v := range vs.All() {
		state += v.State()
	}
	cache := vs.All()[0].Archive().Strengths()
	if fitted := cache.Get(state, key); fitted != nil {
		return fitted, nil
	}
	q, err := vs.question(ctx, &archive.Search{Records: s.Records, Also: map[string]search.Aggregation{askPairings: &search.Pairings{Game: uint8(about.Number), Size: size}}})
	if err != nil {
		return nil, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	results := map[statistics.Pairing]statistics.Results{}
	for _, p := range answer.Found[askPairings].([]search.PairingResults) {
		results[p.Pairing] = p.Results
	}
	fitted := statistics.FitStrength(results)
	cache.Put(state, key, fitted)
	return fitted, nil
}
