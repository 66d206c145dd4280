package store

import (
	"context"
	"iter"
	"slices"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/fulltext"
)

// ScanComments is SearchComments for some games only, by reading all their
// comments: for kinds of queries that no index answers. It takes time in
// proportion to the comments of these games, about 100 MB a second.
func (g *Segment) ScanComments(ctx context.Context, q fulltext.Query, games *roaring.Bitmap) iter.Seq2[CommentHit, error] {
	if g.remote != nil {
		return lentAllOr(ctx, g, func(g *Segment) iter.Seq2[CommentHit, error] { return g.ScanComments(ctx, q, games) })
	}
	return func(yield func(CommentHit, error) bool) {
		m, err := q.Matcher()
		if err != nil {
			yield(CommentHit{}, err)
			return
		}
		c, err := g.openComments()
		if err != nil || c == nil {
			if err != nil {
				yield(CommentHit{}, err)
			}
			return
		}
		wanted := c.ofGames(roaring.And(games, g.live))
		if wanted.IsEmpty() {
			return
		}
		var buffer fulltext.Buffer
		for t, err := range c.all(ctx, wanted) {
			if err != nil {
				yield(CommentHit{}, err)
				return
			}
			ident := c.ident(t.number)
			if len(q.Idents) > 0 && !slices.Contains(q.Idents, ident) || !m.MatchIn(&buffer, t.text) {
				continue
			}
			if !yield(CommentHit{c.games.Uint16(t.number), c.nodes.Uint32(t.number), ident, t.number}, nil) {
				return
			}
		}
	}
}

// A GameComment is a comment with the game that it is in.
type GameComment struct {
	Local int // the game
	Comment
}

// CommentsOf yields all comments of some live games, ascending by game and then by
// node. Until the segment's comments are indexed the only thing it yields is
// ErrNotIndexed.
func (g *Segment) CommentsOf(ctx context.Context, games *roaring.Bitmap) iter.Seq2[GameComment, error] {
	if g.remote != nil {
		return lentAllOr(ctx, g, func(g *Segment) iter.Seq2[GameComment, error] { return g.CommentsOf(ctx, games) })
	}
	return func(yield func(GameComment, error) bool) {
		c, err := g.openComments()
		if err != nil || c == nil {
			if err != nil {
				yield(GameComment{}, err)
			}
			return
		}
		wanted := c.ofGames(roaring.And(games, g.live))
		if wanted.IsEmpty() {
			return
		}
		for t, err := range c.all(ctx, wanted) {
			if err != nil {
				yield(GameComment{}, err)
				return
			}
			one := GameComment{c.games.Uint16(t.number), Comment{c.nodes.Uint32(t.number), c.ident(t.number), string(t.text)}}
			if !yield(one, nil) {
				return
			}
		}
	}
}

// ofGames returns the numbers of the comments of some games.
func (c *comments) ofGames(games *roaring.Bitmap) *roaring.Bitmap {
	numbers := roaring.New()
	at := 0
	for _, local := range games.ToArray() {
		from := at + sort.Search(c.len()-at, func(i int) bool { return c.games.Uint16(at+i) >= int(local) })
		to := from
		for to < c.len() && c.games.Uint16(to) == int(local) {
			to++
		}
		numbers.AddRange(uint64(from), uint64(to))
		at = to
	}
	return numbers
}
