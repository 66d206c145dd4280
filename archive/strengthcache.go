package archive

import (
	"sync"

	"kifudb/position"
	"kifudb/search/statistics"
)

// A StrengthCache keeps what was fitted to all games of an archive, as each question
// with details needs it, until something of the archive changes.
type StrengthCache struct {
	mu     sync.Mutex // protects what follows
	state  string     // of the archives
	fitted map[StrengthKey]*statistics.Strength
}

// A StrengthKey says of which games.
type StrengthKey struct {
	Game    int
	Size    position.Size
	Records bool
}

// Get returns what was fitted to the games of a key while the archives were in a state, nil
// for nothing.
func (c *StrengthCache) Get(state string, key StrengthKey) *statistics.Strength {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != state {
		return nil
	}
	return c.fitted[key]
}

// Put keeps what was fitted; what is of another state of the archives is forgotten.
func (c *StrengthCache) Put(state string, key StrengthKey, s *statistics.Strength) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != state {
		c.state, c.fitted = state, map[StrengthKey]*statistics.Strength{}
	}
	c.fitted[key] = s
}
