package match

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
)

func identityCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	ids, err := v.Numbers(false)
	if err != nil {
		return nil, err
	}
	return &identities{ids: ids, figures: Figures{Term: f.Term(v), Index: "ids"}}, nil
}

// identities is the condition that a game's number lies in an interval.
type identities struct {
	ids     query.Interval
	figures Figures
}

func (c *identities) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *identities) Open(s *store.Segment) Filter {
	base := int64(s.Base())
	lo, hi := max(c.ids.Lo, base), min(c.ids.Hi, base+0xFFFF)
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

func (f identitiesFilter) narrow(_ context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, found.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (identitiesFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}
