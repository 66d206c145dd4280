package query

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// facts is a condition on the numbers kept for each game.
type facts struct {
	test    func(*store.Facts) bool
	figures Figures
}

// newFacts makes the condition of a field and one of its values.
func newFacts(f field, v Value, test func(*store.Facts) bool) *facts {
	return &facts{test: test, figures: Figures{Term: printNode(&Term{Field: f.name, Values: []Value{v}}), Index: "facts"}}
}

// join makes the condition hold where another holds, too.
func (c *facts) join(other *facts) {
	first, second := c.test, other.test
	c.test = func(f *store.Facts) bool { return first(f) || second(f) }
	c.figures.Term += "," + other.figures.Term[len(identifier(other.figures.Term))+1:]
}

func (c *facts) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *facts) open(s *store.Segment) filter { return &factsFilter{c, s} }

// factsFilter looks at the facts of each game of the mask.
type factsFilter struct {
	*facts
	segment *store.Segment
}

func (*factsFilter) cost() cost { return costFacts }

func (f *factsFilter) narrow(_ context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	locals := mask.ToArray()
	kept := locals[:0]
	for _, local := range locals {
		if facts := f.segment.Facts(int(local)); f.test(&facts) {
			kept = append(kept, local)
		}
	}
	b.figure(&f.figures, mask.GetCardinality(), uint64(len(kept)), start)
	return roaring.BitmapOf(kept...), nil
}

func (*factsFilter) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}

// inRange makes the condition that a number of the facts lies in an interval.
// Get reports false where the number is not known.
func inRange(f field, v Value, parse func(string) (interval, error), get func(*store.Facts) (int64, bool)) (condition, error) {
	r, err := span(v, parse)
	if err != nil {
		return nil, err
	}
	return newFacts(f, v, func(facts *store.Facts) bool {
		n, known := get(facts)
		return known && r.contains(n)
	}), nil
}
