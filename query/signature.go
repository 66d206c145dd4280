package query

import (
	"context"
	"errors"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// signature is the meaning of the field for Dyer signatures, in which letters
// may be unknown.
type signature struct{}

func (signature) check(v Value) error {
	if v.Kind != Word && v.Kind != Phrase {
		return errors.New(`a signature is written as in sig:"ncqfcqrorepn", with ? for unknown letters`)
	}
	_, err := position.ParseDyer(v.Text)
	return err
}

func (signature) literal() bool { return false }
func (signature) ordered() bool { return false }

func signatureCondition(f field, v Value, _ *Resolution) (condition, error) {
	pattern, err := position.ParseDyer(v.Text)
	if err != nil {
		return nil, err
	}
	return &signatures{pattern, Figures{Term: printNode(&Term{Field: f.name, Values: []Value{v}}), Index: "signatures"}}, nil
}

// signatures is the condition that the signature of a game of Go fits under a
// symmetry.
type signatures struct {
	pattern position.DyerPattern
	figures Figures
}

func (c *signatures) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *signatures) open(s *store.Segment) filter { return &signaturesFilter{c, s} }

type signaturesFilter struct {
	*signatures
	segment *store.Segment
}

func (*signaturesFilter) cost() cost { return costFacts }

func (f *signaturesFilter) narrow(_ context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.New()
	for local := range iterate(mask) {
		facts := f.segment.Facts(local)
		if facts.Game == gameGo && f.pattern.Match(f.segment.Line(local).Dyer, facts.Size) {
			found.AddInt(local)
		}
	}
	b.figure(&f.figures, mask.GetCardinality(), found.GetCardinality(), start)
	return found, nil
}

func (*signaturesFilter) hits(_ context.Context, _ *block, _ int, list []Hit) ([]Hit, error) {
	return list, nil
}
