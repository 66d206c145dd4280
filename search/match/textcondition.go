package match

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// textCondition is the maker of fields that are searched as they are written.
func textCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	return newTexts(f, v), nil
}

// fileCondition is the maker of the field of files. Their names are bytes; those that are not UTF-8
// are found as answers write them, see [store.PathText].
func fileCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	c := newTexts(f, v)
	if v.Kind == query.Regexp || !strings.Contains(v.Text, `\`) {
		return c, nil
	}
	m, err := c.values.Matcher()
	if err != nil {
		return nil, err
	}
	c.values, c.presence = nil, f.Idents
	c.accept = func(path string) bool {
		text := store.PathText(path)
		return m.Match(text) || m.Match(strings.ReplaceAll(text, `\\`, `\`)) // as quotes may be read
	}
	return c, nil
}

func commentCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	if v.Kind == query.Regexp {
		return newScan(f, v), nil
	}
	c := newTexts(f, v)
	if f.Name == "" {
		c.figures.Index = "values, comments"
		c.comments = v.TextQuery([]string{"C", "GC", "N", "FG"})
		c.lenient = true
		return c, nil
	}
	c.figures.Index = "comments"
	c.values, c.comments = nil, f.TextQuery(v)
	if slices.Contains(f.Idents, gameComment) { // is game info, too
		c.values = v.TextQuery([]string{gameComment})
	}
	return c, nil
}

// gameComment is the property that comments on a game as a whole. It is searched
// as game info, and found as the other comments are.
const gameComment = "GC"

// texts is a condition on what is written in a record: its info, its comments
// or both.
type texts struct {
	values   *fulltext.Query   // nil: not in the info
	wider    *spelled          // other names in the info; nil: none
	comments *fulltext.Query   // nil: not in comments
	presence []string          // if set, that one of these properties is there at all
	accept   func(string) bool // which of their texts will do; nil: all
	kind     string            // of the names of moves that are asked for, "" if none are
	named    map[uint8]bool    // the games of which it may be a name, nil for all
	titles   []string          // other names that are found by their whole texts
	lenient  bool              // do without comments where these are not indexed yet
	guess    bool              // also values whose lost characters may be any
	written  bool              // what records say, whatever was corrected
	mended   bool              // games of which something was corrected
	figures  Figures
}

func newTexts(f query.Field, v query.Value) *texts {
	return &texts{
		values:  f.TextQuery(v),
		written: v.Kind == query.Exact,
		figures: Figures{Term: f.Term(v), Index: "values"},
	}
}

// rawCondition is the maker of the field of all values as records have them.
func rawCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	c := newTexts(f, v)
	c.written = true
	return c, nil
}

// newMended is the condition that something of a game was corrected.
func newMended(f query.Field, v query.Value) *texts {
	c := newTexts(f, v)
	c.values, c.mended = nil, true
	c.figures.Index = "user"
	return c
}

// newTextNumbers is the condition that a text is a number of an interval.
func newTextNumbers(f query.Field, v query.Value, r query.Interval) *texts {
	return &texts{
		presence: f.Idents,
		accept: func(text string) bool {
			n, ok := f.TextNumber(text)
			return ok && r.Contains(n)
		},
		figures: Figures{Term: f.Term(v), Index: "values"},
	}
}

// ratingCondition is the maker of fields whose texts are read as ratings.
func ratingCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	r, err := v.Ratings()
	if err != nil {
		return nil, err
	}
	return newRatings(f, v, r), nil
}

func newRatings(f query.Field, v query.Value, within query.Interval) *texts {
	return &texts{
		presence: f.Idents,
		accept:   func(text string) bool { return query.RatingWithin(text, within) },
		figures:  Figures{Term: f.Term(v), Index: "values"},
	}
}

// newPresence is the condition that a record has one of some properties.
func newPresence(f query.Field, v query.Value, idents []string) *texts {
	c := newTexts(f, v)
	c.values, c.presence = nil, idents
	return c
}

func (c *texts) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *texts) Open(s *store.Segment) Filter {
	if c.written {
		s = s.Recorded()
	}
	return &textsFilter{texts: c, segment: s}
}

// textsFilter looks up the games of a segment when it is first asked, all at
// once, and answers from them.
type textsFilter struct {
	*texts
	segment *store.Segment

	lookup // of what follows
	games  *roaring.Bitmap
	valued *roaring.Bitmap    // of these, the ones that are found by values
	lost   *roaring.Bitmap    // of these, the ones that are found by a guess; nil for none
	nodes  []store.CommentHit // commented nodes, by game and node

	unnamed *roaring.Bitmap // games of which the names that are asked for are not known
}

func (f *textsFilter) cost() cost {
	switch {
	case f.comments != nil:
		return costComments
	case f.kind != "":
		return costTitles
	}
	return costValues
}

// look finds the games and nodes.
func (f *textsFilter) look(ctx context.Context) error {
	start := time.Now()
	f.games, f.lost, f.nodes = roaring.New(), nil, nil
	if f.values != nil {
		found, err := f.segment.SearchValues(ctx, *f.values)
		if err != nil {
			return err
		}
		f.games.Or(found)
	}
	for _, text := range f.titles {
		found, err := f.segment.SearchValues(ctx, fulltext.Query{Idents: f.values.Idents, Text: text, Kind: fulltext.Exact})
		if err != nil {
			return err
		}
		f.games.Or(found)
	}
	if f.kind != "" {
		f.unnamed = unnamedIn(f.segment, f.kind, f.named)
	}
	if f.wider != nil {
		if err := f.wider.search(ctx, f.segment, f.values.Idents, f.games); err != nil {
			return err
		}
	}
	if f.guess {
		found, err := f.segment.SearchDamaged(ctx, *f.values)
		if err != nil {
			return err
		}
		if found.AndNot(f.games); !found.IsEmpty() {
			f.lost = found
			f.games.Or(found)
		}
	}
	if f.mended {
		f.games.Or(f.segment.Corrections())
	}
	for _, ident := range f.presence {
		for text, games := range f.segment.Values(ident) {
			if f.accept == nil || f.accept(text) {
				f.games.Or(games)
			}
		}
	}
	f.valued = f.games
	if f.comments != nil {
		f.valued = f.games.Clone()
		var games []uint32 // ascending, each once
		for hit, err := range f.segment.SearchComments(ctx, *f.comments) {
			if f.lenient && errors.Is(err, store.ErrNotIndexed) {
				f.figures.incomplete.Store(true)
				break
			}
			if err != nil {
				return err
			}
			f.nodes = append(f.nodes, hit)
			if n := len(games); n == 0 || games[n-1] != uint32(hit.Local) {
				games = append(games, uint32(hit.Local))
			}
		}
		f.games.AddMany(games)
		slices.SortFunc(f.nodes, compareNodes)
	}
	if err := ctx.Err(); err != nil { // what was found may not be all
		return err
	}
	f.figures.add(f.games.GetCardinality(), 0, start)
	return nil
}

func compareNodes(a, b store.CommentHit) int {
	if a.Local != b.Local {
		return a.Local - b.Local
	}
	return a.Node - b.Node
}

func (f *textsFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return nil, err
	}
	start := time.Now()
	if f.unnamed != nil && f.unnamed.Intersects(mask) {
		return nil, UnnamedError(f.kind, b.ID(int(roaring.And(f.unnamed, mask).Minimum())))
	}
	found := roaring.And(f.games, mask)
	if f.lost != nil {
		b.guess(roaring.And(f.lost, mask))
	}
	b.figure(&f.figures, 0, found.GetCardinality(), start)
	return found, nil
}

// hits adds the names that were guessed and the comment on the game, which stand
// at its root, and the commented nodes, each once.
func (f *textsFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	if f.lost != nil && f.lost.ContainsInt(local) {
		m, err := f.values.Matcher()
		if err != nil {
			return nil, err
		}
		for _, v := range f.segment.Info(local) {
			if slices.Contains(f.values.Idents, v.Ident) && m.MatchDamaged(v.Text) {
				list = append(list, Hit{Game: b.ID(local), Comment: &Comment{Ident: v.Ident, Damaged: true, whole: v.Text, query: f.values}})
			}
		}
	}
	if f.values != nil && slices.Contains(f.values.Idents, gameComment) {
		m, err := f.values.Matcher()
		if err != nil {
			return nil, err
		}
		for _, v := range f.segment.Info(local) {
			if n := len(list); n > 0 && list[n-1].Comment != nil && list[n-1].Comment.whole == v.Text {
				continue
			}
			if v.Ident == gameComment && m.Match(v.Text) {
				list = append(list, Hit{Game: b.ID(local), Comment: &Comment{Ident: gameComment, whole: v.Text, query: f.values}})
			}
		}
	}
	i, _ := slices.BinarySearchFunc(f.nodes, store.CommentHit{Local: local}, compareNodes)
	for ; i < len(f.nodes) && f.nodes[i].Local == local; i++ {
		list = appendComment(list, b.ID(local), f.nodes[i], f.comments)
	}
	return list, nil
}

func charsetCondition(f query.Field, v query.Value, r *query.Resolution) (Condition, error) {
	written := newTexts(f, v)
	if r.Charset == "" {
		return written, nil
	}
	read := newTexts(f, v)
	read.values = &fulltext.Query{Idents: []string{"charset"}, Text: r.Charset, Kind: fulltext.Exact}
	read.figures.Also = []string{r.Charset}
	return some{written, read}, nil
}
