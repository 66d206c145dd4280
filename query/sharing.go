package query

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// sharing makes the terms that several questions of a batch have, such as those
// about 250 positions of one game in the games of one player, once for all of
// them. Their figures are those of all questions together.
type sharing struct {
	uses map[string]int       // by the term in JSON, how often it stands in the batch
	made map[string]condition // those that stand in it more than once
}

func newSharing(batch []*Question) *sharing {
	s := &sharing{uses: map[string]int{}, made: map[string]condition{}}
	for _, q := range batch {
		for n := range terms(q.filter) {
			s.uses[termKey(n)]++
		}
	}
	return s
}

// termKey tells terms apart.
func termKey(n Node) string {
	j, err := termToJSON(n)
	if err != nil {
		return ""
	}
	key, err := json.Marshal(j)
	if err != nil {
		return ""
	}
	return string(key)
}

func (s *sharing) prepare(filter Node) (condition, error) { return prepareWith(filter, s.term) }

func (s *sharing) term(n Node) (condition, error) {
	key := termKey(n)
	if key == "" || s.uses[key] < 2 {
		return prepareTerm(n)
	}
	if c := s.made[key]; c != nil {
		return c, nil
	}
	c, err := prepareTerm(n)
	if err != nil {
		return nil, err
	}
	c = &shared{condition: c, filters: map[*store.Segment]filter{}}
	s.made[key] = c
	return c, nil
}

// shared is a condition that is opened once for each segment, whoever asks.
type shared struct {
	condition
	mu      sync.Mutex
	filters map[*store.Segment]filter
}

func (c *shared) open(g *store.Segment) filter {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.filters[g]
	if f == nil {
		if f = c.condition.open(g); f.cost() == costFacts {
			f = &remembered{filter: f, segment: g}
		}
		c.filters[g] = f
	}
	return f
}

// remembered is a filter that looks at all games of its segment when it is first
// asked, and answers from then on from what it found.
type remembered struct {
	filter
	segment *store.Segment

	lookup // of what follows
	games  *roaring.Bitmap
}

func (f *remembered) cost() cost { return costValues }

func (f *remembered) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	err := f.do(func() (err error) {
		f.games, err = f.filter.narrow(ctx, b, f.segment.Live())
		return err
	})
	if err != nil {
		return nil, err
	}
	return roaring.And(f.games, mask), nil
}
