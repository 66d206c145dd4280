package match

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
)

// sharing makes the terms that several questions of a batch have, such as those
// about 250 positions of one game in the games of one player, once for all of
// them. Their figures are those of all questions together.
type sharing struct {
	uses map[string]int       // by the term in JSON, how often it stands in the batch
	made map[string]Condition // those that stand in it more than once
}

// NewSharing counts how often each term stands in the filters of a batch.
func NewSharing(filters []query.Node) *sharing {
	s := &sharing{uses: map[string]int{}, made: map[string]Condition{}}
	for _, filter := range filters {
		for n := range query.Terms(filter) {
			s.uses[termKey(n)]++
		}
	}
	return s
}

// termKey tells terms apart.
func termKey(n query.Node) string {
	j, err := query.TermToJSON(n)
	if err != nil {
		return ""
	}
	key, err := json.Marshal(j)
	if err != nil {
		return ""
	}
	return string(key)
}

func (s *sharing) Prepare(filter query.Node) (Condition, error) { return prepareWith(filter, s.term) }

func (s *sharing) term(n query.Node) (Condition, error) {
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
	c = &shared{Condition: c, filters: map[*store.Segment]Filter{}}
	s.made[key] = c
	return c, nil
}

// shared is a condition that is opened once for each segment, whoever asks.
type shared struct {
	Condition
	mu      sync.Mutex
	filters map[*store.Segment]Filter
}

func (c *shared) Open(g *store.Segment) Filter {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.filters[g]
	if f == nil {
		if f = c.Condition.Open(g); f.cost() == costFacts {
			f = &remembered{Filter: f, segment: g}
		}
		c.filters[g] = f
	}
	return f
}

// remembered is a filter that looks at all games of its segment when it is first
// asked, and answers from then on from what it found.
type remembered struct {
	Filter
	segment *store.Segment

	lookup // of what follows
	games  *roaring.Bitmap
}

func (f *remembered) cost() cost { return costValues }

func (f *remembered) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	err := f.do(func() (err error) {
		f.games, err = f.Filter.narrow(ctx, b, f.segment.Live())
		return err
	})
	if err != nil {
		return nil, err
	}
	return roaring.And(f.games, mask), nil
}
