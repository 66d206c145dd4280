package query

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// identity is the meaning of the field for the number of the game itself.
type identity struct{}

func (identity) check(v Value) error { return number{}.check(v) }
func (identity) literal() bool       { return false }
func (identity) ordered() bool       { return true }

func identityCondition(f field, v Value, _ *Resolution) (condition, error) {
	ids, err := number{}.span(v)
	if err != nil {
		return nil, err
	}
	return &identities{ids: ids, figures: Figures{Term: printNode(&Term{Field: f.name, Values: []Value{v}}), Index: "ids"}}, nil
}

// identities is the condition that a game's number lies in an interval.
type identities struct {
	ids     interval
	figures Figures
}

func (c *identities) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *identities) open(s *store.Segment) filter {
	base := int64(s.Base())
	lo, hi := max(c.ids.lo, base), min(c.ids.hi, base+0xFFFF)
	games := roaring.New()
	if lo <= hi {
		games.AddRange(uint64(lo-base), uint64(hi-base)+1)
	}
	return identitiesFilter{c, games}
}

type identitiesFilter struct {
	*identities
	games *roaring.Bitmap
}

func (identitiesFilter) cost() cost { return costValues }

func (f identitiesFilter) narrow(_ context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, found.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (identitiesFilter) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}
