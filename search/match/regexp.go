package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// A scan is a condition on comments that no index answers: a regular
// expression. It reads the comments of the games that all other conditions of
// its group have left, which is what bounds it; the expressions themselves take
// linear time.
type scan struct {
	query   *fulltext.Query
	lenient bool // do without comments where these are not indexed yet
	figures Figures
}

// newScan makes the condition that a comment fits, or a text of the game info
// that is searched along with comments.
func newScan(f query.Field, v query.Value) Condition {
	idents := f.Idents
	values := v.TextQuery([]string{gameComment})
	if f.Name == "" {
		idents = []string{"C", "GC", "N", "FG"}
		values = v.TextQuery(f.Idents)
	}
	term := f.Term(v)
	read := &scan{query: v.TextQuery(idents), lenient: f.Name == "", figures: Figures{Term: term, Index: "comments, by reading them"}}
	if f.Name != "" && !slices.Contains(f.Idents, gameComment) {
		return read
	}
	return some{&texts{values: values, figures: Figures{Term: term, Index: "values, by reading them"}}, read}
}

func (c *scan) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *scan) Open(s *store.Segment) Filter { return &scanFilter{c, s} }

type scanFilter struct {
	*scan
	segment *store.Segment
}

func (*scanFilter) cost() cost { return costReading }

func (f *scanFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	found := roaring.New()
	err := f.each(ctx, mask, func(hit store.CommentHit) { found.Add(uint32(hit.Local)) })
	b.figure(&f.figures, mask.GetCardinality(), found.GetCardinality(), start)
	return found, err
}

// each calls yield with the comments of some games that fit.
func (f *scanFilter) each(ctx context.Context, games *roaring.Bitmap, yield func(store.CommentHit)) error {
	for hit, err := range f.segment.ScanComments(ctx, *f.query, games) {
		if f.lenient && errors.Is(err, store.ErrNotIndexed) {
			f.figures.incomplete.Store(true)
			return nil
		}
		if err != nil {
			return err
		}
		yield(hit)
	}
	return ctx.Err()
}

// hits reads the comments of the game once more, as only few games are asked
// for.
func (f *scanFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	err := f.each(ctx, roaring.BitmapOf(uint32(local)), func(hit store.CommentHit) {
		list = appendComment(list, b.ID(local), hit, f.query)
	})
	return list, err
}

// appendComment appends a commented node, each once.
func appendComment(list []Hit, game store.GameID, hit store.CommentHit, q *fulltext.Query) []Hit {
	if n := len(list); n > 0 && list[n-1].Game == game && list[n-1].Node == hit.Node && list[n-1].Comment != nil && list[n-1].Comment.Ident != gameComment && !list[n-1].Comment.Damaged {
		return list
	}
	return append(list, Hit{Game: game, Node: hit.Node, Comment: &Comment{Ident: hit.Ident, hit: hit, query: q}})
}
