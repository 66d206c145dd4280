package match

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
)

// facts is a condition on the numbers kept for each game.
type facts struct {
	test    func(*store.Facts) bool
	of      store.FactColumn // that the test looks at
	value   string           // as it stands in the term
	written bool             // of what records say, whatever was corrected
	figures Figures
}

// newFacts makes the condition of a field and one of its values, which looks at the facts
// of a column.
func newFacts(f query.Field, v query.Value, of store.FactColumn, test func(*store.Facts) bool) *facts {
	return &facts{test: test, of: of, value: v.String(), written: v.Kind == query.Exact, figures: Figures{Term: f.Term(v), Index: "facts"}}
}

// join makes the condition hold where another holds, too.
func (c *facts) join(other *facts) {
	first, second := c.test, other.test
	c.test = func(f *store.Facts) bool { return first(f) || second(f) }
	if c.of != other.of {
		c.of = store.AllFacts
	}
	c.figures.Term += "," + other.value
}

func (c *facts) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *facts) Open(s *store.Segment) Filter {
	if c.written {
		s = s.Recorded()
	}
	return &factsFilter{c, s}
}

// factsFilter looks at the facts of each game of the mask.
type factsFilter struct {
	*facts
	segment *store.Segment
}

func (*factsFilter) cost() cost { return costFacts }

func (f *factsFilter) narrow(_ context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	kept := f.segment.FilterFacts(mask, f.of, f.test)
	b.figure(&f.figures, mask.GetCardinality(), kept.GetCardinality(), start)
	return kept, nil
}

func (*factsFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}
