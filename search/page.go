package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/search/match"
	"kifudb/store"
)

// Page lists games with their hits: so many of them, in an order, from a place in
// the answer on. It finds a *PageOfGames.
type Page struct {
	Sort    []Order // by id if empty
	After   *Cursor // leaves out the games up to here; a cursor of the same query and order
	Offset  int     // games to leave out first, behind After
	Limit   int     // the largest number of games; 0 for all
	PerGame int     // the largest number of hits of each game; 0 for all
	// Texts are comments that were found: they come along for those who have no
	// snapshot to read them from.
	Texts bool
	// Matches are the properties of which it is told by which pieces of their values
	// a game was found.
	Matches []string
}

// A PageOfGames is some games of an answer.
type PageOfGames struct {
	Games []PageGame
	Next  *Cursor // behind the last one, if others follow
}

// A PageGame is a game and its hits, at least one.
type PageGame struct {
	ID      store.GameID
	Hits    []match.Hit
	Matches match.Matches // of the properties that were asked for

	key []orderKey // by which it was sorted
}

// CursorAfter returns the place behind a game of the page in the answer to a
// question.
func (p *Page) CursorAfter(q *Question, g PageGame) Cursor {
	return Cursor{question: questionSum(q.Query, p.Sort), key: g.key, id: g.ID}
}

// Compare compares two games by the order of the page: it is negative if the first
// comes first.
func (p *Page) Compare(a, b PageGame) int { return compareKeys(p.Sort, a.key, b.key, a.ID, b.ID) }

// Kind implements Aggregation.
func (*Page) Kind() string { return "page" }

// Resolve implements Aggregation.
func (p *Page) Resolve(*Resolver) (Aggregation, error) { return p, nil }

// Check implements Aggregation.
func (p *Page) Check(q *Question) error {
	if p.Offset < 0 || p.Limit < 0 || p.PerGame < 0 {
		return fmt.Errorf("page: a negative number")
	}
	for _, o := range p.Sort {
		if _, err := orderField(o.Field); err != nil {
			return fmt.Errorf("page: order %q: %w", o.Field, err)
		}
	}
	if p.After != nil && (p.After.question != questionSum(q.Query, p.Sort) || len(p.After.key) != len(p.Sort)) {
		return fmt.Errorf("page: %w", ErrCursor)
	}
	return nil
}

// Empty implements Aggregation.
func (p *Page) Empty(q *Question) State { return &pageState{page: p, query: q.Query} }

// From returns the first game that the search must look at.
func (p *Page) From() store.GameID {
	if p.After == nil || len(p.Sort) > 0 {
		return 0
	}
	return p.After.id + 1
}

// most returns how many games a state keeps, with one more to know whether
// others follow; 0 for all.
func (p *Page) most() int {
	if p.Limit == 0 {
		return 0
	}
	return p.Offset + p.Limit + 1
}

// A page may be full before all games were looked at, and holds their ids.
var (
	_ Satiable = (*pageState)(nil)
	_ Raiser   = (*pageState)(nil)
)

// pageState has the first games of an answer. Games behind those that it keeps
// are forgotten now and then.
type pageState struct {
	page  *Page
	query string
	keys  keyReader
	key   []orderKey // of the game at hand

	Entries []pageEntry `json:"games"`
	sorted  int         // so many of the entries are in order and kept
}

// A pageEntry is a game that may be on the page.
type pageEntry struct {
	ID   store.GameID `json:"id"`
	Key  []orderKey   `json:"key,omitempty"`
	Hits []match.Hit  `json:"hits,omitempty"`

	Matches match.Matches `json:"matches,omitempty"`
}

func (s *pageState) compare(a, b *pageEntry) int {
	return compareKeys(s.page.Sort, a.Key, b.Key, a.ID, b.ID)
}

// Add takes in those games that are not behind all that are kept.
func (s *pageState) Add(_ context.Context, b *match.Block) error {
	most := s.page.most()
	byID := len(s.page.Sort) == 0
	if byID && most > 0 {
		s.order() // blocks come out of order if somebody watches
	}
	before := len(s.Entries)
	for local := range b.Games() {
		id := b.ID(local)
		if byID {
			if most > 0 && (before >= most && id > s.Entries[most-1].ID || len(s.Entries)-before >= most) {
				break
			}
		} else {
			s.key = s.keys.read(s.key[:0], b.Segment, local, s.page.Sort)
		}
		e := pageEntry{ID: id, Key: s.key}
		if after := s.page.After; after != nil && compareKeys(s.page.Sort, e.Key, after.key, id, after.id) <= 0 {
			continue
		}
		if most > 0 && s.sorted >= most && s.compare(&e, &s.Entries[most-1]) > 0 {
			continue
		}
		e.Key = slices.Clone(e.Key)
		s.Entries = append(s.Entries, e)
		if most > 0 && len(s.Entries) >= 2*most+1024 {
			s.sort()
		}
	}
	return nil
}

// order puts the entries in order unless they are.
func (s *pageState) order() {
	if !slices.IsSortedFunc(s.Entries, func(a, b pageEntry) int { return s.compare(&a, &b) }) {
		s.sort()
	}
}

// sort puts the entries in order and forgets those that are too many.
func (s *pageState) sort() {
	slices.SortFunc(s.Entries, func(a, b pageEntry) int { return s.compare(&a, &b) })
	if most := s.page.most(); most > 0 && len(s.Entries) > most {
		clear(s.Entries[most:])
		s.Entries = s.Entries[:most]
	}
	s.sorted = len(s.Entries)
}

func (s *pageState) Merge(other State) {
	s.Entries = append(s.Entries, other.(*pageState).Entries...)
	s.sort()
}

// Sated holds when the first games by id are there, as others come behind them.
func (s *pageState) Sated() (store.GameID, bool) {
	most := s.page.most()
	if len(s.page.Sort) > 0 || most == 0 || len(s.Entries) < most {
		return 0, false
	}
	s.order()
	return s.Entries[most-1].ID, true
}

// settle looks up the hits of those games that may be on the page, whatever is
// found elsewhere.
func (s *pageState) settle(ctx context.Context, search *search) error {
	s.sort()
	games := s.Entries
	if limit := s.page.Limit; limit > 0 {
		games = games[:min(len(games), s.page.Offset+limit)]
	}
	return search.fill(ctx, games, s.page)
}

// UnmarshalJSONFrom reads games with the keys of the order.
func (s *pageState) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type plain pageState
	if err := json.UnmarshalDecode(d, (*plain)(s)); err != nil {
		return err
	}
	for _, e := range s.Entries {
		if len(e.Key) != len(s.page.Sort) {
			return fmt.Errorf("game %d has %d keys for an order of %d", e.ID, len(e.Key), len(s.page.Sort))
		}
	}
	return nil
}

func (s *pageState) Finish() any {
	list := slices.Clone(s.Entries)
	slices.SortFunc(list, func(a, b pageEntry) int { return s.compare(&a, &b) })
	list = list[min(s.page.Offset, len(list)):]
	page := &PageOfGames{}
	if limit := s.page.Limit; limit > 0 && len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		page.Next = &Cursor{question: questionSum(s.query, s.page.Sort), key: last.Key, id: last.ID}
	}
	for _, e := range list {
		page.Games = append(page.Games, PageGame{e.ID, e.Hits, e.Matches, e.Key})
	}
	return page
}

// fill looks up the hits of games that are known to fulfil the query.
func (s *search) fill(ctx context.Context, games []pageEntry, p *Page) error {
	bySegment := map[*store.Segment][]*pageEntry{}
	for i := range games {
		if len(games[i].Hits) > 0 { // from elsewhere
			continue
		}
		if g, _, ok := s.part.segment(games[i].ID); ok {
			bySegment[g] = append(bySegment[g], &games[i])
		}
	}
	for g, entries := range bySegment {
		for some := range slices.Chunk(entries, match.MaxKept) {
			if err := s.fillIn(ctx, g, some, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillIn looks up the hits of games of a segment.
func (s *search) fillIn(ctx context.Context, g *store.Segment, games []*pageEntry, p *Page) error {
	mask := roaring.New()
	for _, e := range games {
		mask.Add(uint32(e.ID - g.Base()))
	}
	b := match.NewBlock(g, s.open(g), mask, match.KeepAll)
	b.Again = true
	if err := b.Apply(ctx); err != nil {
		return err
	}
	for _, e := range games {
		found, err := p.find(ctx, b, int(e.ID-g.Base()))
		if err != nil {
			return err
		}
		e.Hits, e.Matches = found.Hits, found.Matches
	}
	return nil
}

// find returns a game of a block with what the page tells of it.
func (p *Page) find(ctx context.Context, b *match.Block, local int) (PageGame, error) {
	g := PageGame{ID: b.ID(local)}
	var err error
	if g.Hits, err = b.HitsOf(ctx, local, p.PerGame); err != nil {
		return g, err
	}
	if p.Texts {
		for i := range g.Hits {
			if err := g.Hits[i].ReadComment(b.Segment); err != nil {
				return g, err
			}
		}
	}
	g.Matches, err = b.MatchesOf(ctx, local, p.Matches)
	return g, err
}
