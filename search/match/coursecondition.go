package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/game/estimate"
	"kifudb/query"
	"kifudb/store"
)

// courseCondition is the maker of fields for what engines thought of positions.
func courseCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	r, err := v.Course()
	if err != nil {
		return nil, err
	}
	return &courses{ident: f.Idents[0], within: r, figures: Figures{Term: f.Term(v), Index: "values"}}, nil
}

// courses is the condition that a value of a course lies within an interval.
type courses struct {
	ident   string
	within  query.Interval
	figures Figures
}

func (c *courses) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *courses) Open(s *store.Segment) Filter { return &coursesFilter{courses: c, segment: s} }

// coursesFilter looks up the games of a segment when it is first asked, all at once.
type coursesFilter struct {
	*courses
	segment *store.Segment

	lookup // of what follows
	games  *roaring.Bitmap
	// searched says that some game has the mark of records that were searched for values.
	// All games of a segment were derived by the same version of the program, so that
	// those without the mark have no values.
	searched bool
}

func (*coursesFilter) cost() cost { return costReading }

func (f *coursesFilter) look(ctx context.Context) error {
	start := time.Now()
	f.games = roaring.New()
	for text, games := range f.segment.Values(f.ident) {
		for _, value := range estimate.Course(text).Values() {
			if f.within.Contains(int64(value)) {
				f.games.Or(games)
				break
			}
		}
	}
	for local := range iterate(f.segment.Live()) {
		if facts := f.segment.Facts(local); facts.Flags&(store.HasValues|store.LossesRead) != 0 {
			f.searched = true
			break
		}
	}
	f.figures.add(f.games.GetCardinality(), 0, start)
	return ctx.Err() // of which what was found may not be all
}

func (f *coursesFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return nil, err
	}
	start := time.Now()
	if !f.searched {
		if err := f.search(ctx, b, mask); err != nil {
			return nil, err
		}
	}
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, 0, found.GetCardinality(), start)
	return found, nil
}

// search returns an error if the record of a game may have values that nobody looked for.
func (f *coursesFilter) search(ctx context.Context, b *Block, mask *roaring.Bitmap) error {
	records := f.segment.RecordReader()
	for local := range iterate(mask) {
		if err := ctx.Err(); err != nil {
			return err
		}
		facts := f.segment.Facts(local)
		_, may := game.Of(int(facts.Game)).(game.Estimator)
		if !may {
			record, err := records.Record(local)
			if err != nil {
				return err
			}
			may = estimate.InRecord(record.Raw)
		}
		if may {
			return unvaluedError(b.ID(local))
		}
	}
	return nil
}

// hits adds the nodes with such a value, with the value as their text.
func (f *coursesFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	for _, v := range f.segment.Info(local) {
		if v.Ident != f.ident {
			continue
		}
		for node, value := range estimate.Course(v.Text).Values() {
			if f.within.Contains(int64(value)) {
				list = append(list, Hit{Game: b.ID(local), Node: node, Comment: &Comment{
					Ident: f.ident, read: &jsonComment{Ident: f.ident, Text: estimate.ValueText(f.ident, value)},
				}})
			}
		}
	}
	return list, nil
}

// ErrUnvalued is wrapped by the error of a search for evaluations, if an older version that
// did not read them added some of the games.
var ErrUnvalued = errors.New("it was added before the program looked for what engines thought")

func unvaluedError(id store.GameID) error {
	return fmt.Errorf("of game %d the archive has no values of positions: %w; rebuilding the archive adds those of all games", id, ErrUnvalued)
}
