package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game/estimate"
	"kifudb/query"
	"kifudb/store"
)

// gradeCondition is the maker of fields for what engines thought that moves lost.
func gradeCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	test, err := f.GradeTest(v)
	if err != nil {
		return nil, err
	}
	return &grades{test: test, figures: Figures{Term: f.Term(v), Index: "values"}}, nil
}

// grades is the condition that a game has a move of such a grade.
type grades struct {
	test    query.GradeTest
	figures Figures
}

func (c *grades) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *grades) Open(s *store.Segment) Filter { return &gradesFilter{grades: c, segment: s} }

// gradesFilter looks up the games of a segment when it is first asked, all at once.
type gradesFilter struct {
	*grades
	segment *store.Segment

	lookup  // of what follows
	games   *roaring.Bitmap
	unknown bool // the games were added before values were compared
}

func (*gradesFilter) cost() cost { return costTitles }

func (f *gradesFilter) look(ctx context.Context) error {
	start := time.Now()
	f.games = roaring.New()
	for local := range iterate(f.segment.Live()) {
		f.unknown = f.segment.Facts(local).Flags&store.LossesRead == 0
		break // all games of a segment were derived by the same version
	}
	for text, games := range f.segment.Values(estimate.GradesIdent) {
		if f.test.AdmitsGame(estimate.Grades(text)) {
			f.games.Or(games)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	f.figures.add(f.games.GetCardinality(), 0, start)
	return nil
}

func (f *gradesFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return nil, err
	}
	if f.unknown && !mask.IsEmpty() {
		return nil, fmt.Errorf("of game %d the archive does not know what moves lost: %w; rebuilding the archive adds that of all games", b.ID(int(mask.Minimum())), ErrUngraded)
	}
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, 0, found.GetCardinality(), start)
	return found, nil
}

// hits adds the nodes with such a move, with what it lost as their text.
func (f *gradesFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	for _, v := range f.segment.Info(local) {
		if v.Ident != estimate.GradesIdent {
			continue
		}
		for g := range estimate.Grades(v.Text).All() {
			if text, ok := f.test.Admits(&g); ok {
				list = append(list, Hit{Game: b.ID(local), Node: g.Node, Comment: &Comment{
					Ident: estimate.GradesIdent, read: &jsonComment{Ident: estimate.GradesIdent, Text: text},
				}})
			}
		}
	}
	return list, nil
}

// ErrUngraded is wrapped by the error of a search for what moves lost, if an older version that
// did not compare engines' values added some of the games.
var ErrUngraded = errors.New("it was added before the program compared what engines thought")
