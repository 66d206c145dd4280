package archive

import (
	"context"
	"sync"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
)

// A strengthCache keeps what was fitted to all games of an archive, as each question
// with details needs it, until something of the archive changes.
type strengthCache struct {
	mu     sync.Mutex // protects what follows
	state  string     // of the archives
	fitted map[strengthKey]*statistics.Strength
}

// A strengthKey says of which games.
type strengthKey struct {
	game    int
	size    position.Size
	records bool
}

func (c *strengthCache) get(state string, key strengthKey) *statistics.Strength {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != state {
		return nil
	}
	return c.fitted[key]
}

func (c *strengthCache) put(state string, key strengthKey, s *statistics.Strength) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != state {
		c.state, c.fitted = state, map[strengthKey]*statistics.Strength{}
	}
	c.fitted[key] = s
}

// strength fits what to expect of games to those of the kind that is asked about, all
// of them whatever the query says else.
func (vs *Views) strength(ctx context.Context, s *Search, asked query.Asked) (*statistics.Strength, error) {
	about := asked.Game.About()
	size := about.Size
	if b := asked.Goban(); b != nil {
		size = b.Size()
	}
	key := strengthKey{about.Number, size, s.Records}
	state := ""
	for _, v := range vs.list {
		state += v.State()
	}
	cache := &vs.list[0].archive.strengths
	if fitted := cache.get(state, key); fitted != nil {
		return fitted, nil
	}
	q, err := vs.question(ctx, &Search{Records: s.Records, also: map[string]search.Aggregation{askPairings: &search.Pairings{Game: uint8(about.Number), Size: size}}})
	if err != nil {
		return nil, err
	}
	answer, err := q.ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	results := map[statistics.Pairing]statistics.Results{}
	for _, p := range answer.Found[askPairings].([]search.PairingResults) {
		results[p.Pairing] = p.Results
	}
	fitted := statistics.FitStrength(results)
	cache.put(state, key, fitted)
	return fitted, nil
}
