package match

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

func signatureCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	pattern, err := position.ParseDyer(v.Text)
	if err != nil {
		return nil, err
	}
	return &signatures{pattern, Figures{Term: f.Term(v), Index: "signatures"}}, nil
}

// signatures is the condition that the signature of a game of Go fits under a
// symmetry.
type signatures struct {
	pattern position.DyerPattern
	figures Figures
}

func (c *signatures) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *signatures) Open(s *store.Segment) Filter { return &signaturesFilter{c, s} }

type signaturesFilter struct {
	*signatures
	segment *store.Segment
}

func (*signaturesFilter) cost() cost { return costFacts }

func (f *signaturesFilter) narrow(_ context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.New()
	for local := range iterate(mask) {
		facts := f.segment.Facts(local)
		if game.Stays(int(facts.Game)) && f.pattern.Match(f.segment.Line(local).Dyer, facts.Size) {
			found.AddInt(local)
		}
	}
	b.figure(&f.figures, mask.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (*signaturesFilter) hits(_ context.Context, _ *Block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}
