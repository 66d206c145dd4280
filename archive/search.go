package archive

import (
	"context"
	"slices"
	"time"

	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// A Search says what is wanted of the games that a query finds.
type Search struct {
	Query   Query
	Records bool   // each record counts, also those of one game
	Sort    string // as in "date,-moves"; by number if empty
	Cursor  string // begin behind the page that gave it
	Offset  int    // games to leave out first
	Limit   int    // games on the page, 0 for all
	PerGame int    // hits of each game, 0 for all

	Facets     []string // fields by whose values all games are counted; of two, as in "year,result", as a table
	FacetLimit int      // values of each facet, the most frequent ones; 0 for all, or FacetLimitUsual
	FacetSort  string   // their order: FacetUsual, FacetCount or FacetValues

	Shown []Column // what is shown of the games; notices say of which of them it is not known

	Among *GameSet // the games to choose from; nil for all

	// Progress, if set, is called now and then with the number of games looked
	// at and of those in the archive.
	Progress func(done, total int)
	// Watch, if set, is called now and then, by one goroutine, with the answer so
	// far: the figures of the games that were looked at, see [Page.Looked], and
	// the first of them without their hits. Some games from all over the archive
	// are looked at first then. What is returned at the end is exact. Only Search calls it:
	// other questions have a Watch among their options.
	Watch func(sofar *Page)
	// First, if set, is called by Search once, at most, when the games of the page are
	// certain, with their hits and the cursor of the next page, and the total and the
	// facets are not known yet: those are of the games that were looked at, in the first
	// of several archives. It is not called if the page is not certain before all is, as where
	// games are sorted or the first archive has not enough of them. An error ends the search.
	First func(*Page) error

	Sure bool // games that are found by a guess at lost characters are left out
	bare bool // the texts of hits are not wanted

	Also map[string]search.Aggregation // what else to find out, by name, for those who ask a [Question]

	Every time.Duration // at most between two calls of Watch; 0 for the usual
}

// A Page is a part of an answer.
type Page struct {
	Query   string         `json:"query" doc:"The query in normal form."`
	Wider   []search.Wider `json:"wider,omitempty" doc:"Terms that also match other spellings of a name. Missing if there are none."`
	Total   int            `json:"total" doc:"Number of games that match."`
	Games   []*Game        `json:"games" doc:"The games of this page."`
	Folded  int            `json:"folded,omitempty" doc:"Number of further records of these games, which do not count. Missing if there are none."`
	Next    string         `json:"next,omitempty" doc:"Cursor of the next page. Missing on the last page."`
	Meant   []UnknownName  `json:"meant,omitempty" doc:"Names in the query that no game has, with similar names in the archive. Missing if the page has games."`
	Facets  []Facet        `json:"facets,omitempty" doc:"Number of games by values of a field. Missing if the request asks for none."`
	Crosses []Cross        `json:"crosses,omitempty" doc:"Number of games by values of two fields. Missing if the request asks for none."`
	Note    string         `json:"note,omitempty" doc:"The user's note on the position that the query asks for. Missing if there is none."`
	Extent
}

// Search returns a page of an answer with the number of all games and the facets
// that are asked for: all from one question, and of one state of the archive. What
// cannot be understood is a *[QueryError] or wraps [ErrRequest]; when another program has
// changed the archive, [IsStale] says so.
func (vs *Views) Search(ctx context.Context, s *Search) (*Page, error) {
	return vs.search(ctx, s, PageParts(s)...)
}

// Count returns how many games a query finds, in Total, and the facets that are
// asked for, but no games.
func (vs *Views) Count(ctx context.Context, s *Search) (*Page, error) {
	return vs.search(ctx, s, PageParts(s)[1:]...)
}

// PageParts are what a page is made of, the games first.
func PageParts(s *Search) []string {
	if len(s.Facets) > 0 {
		return []string{AskPage, AskCount, askFacets}
	}
	return []string{AskPage, AskCount}
}

func (vs *Views) search(ctx context.Context, s *Search, wanted ...string) (*Page, error) {
	q, err := vs.Question(ctx, s, wanted...)
	if err != nil {
		return nil, err
	}
	if s.First != nil && q.page != nil {
		q.first(s.First)
	}
	return Run(ctx, q, Recipe[*Page]{Watch: s.Watch, Read: q.Page, Rest: func(p *Page, _ *search.Answer) error {
		p.Note = q.noted()
		if q.page == nil {
			return nil
		}
		return vs.FinishPage(ctx, s, p)
	}})
}

// first sees to it that somebody is given the page as soon as it is certain, where that
// can be known before the end. Of several archives the games of the first one come first, so its
// page is that of all when it is full.
func (q *Question) first(give func(*Page) error) {
	if q.locals[0] == nil {
		return
	}
	q.locals[0].First = func(sofar *search.Partial) error {
		answer, err := q.members[0].Question.Finish(sofar)
		if err != nil {
			return err
		}
		p, err := q.Page(answer)
		if err != nil {
			return err
		}
		p.Note, p.Looked = q.noted(), LookedOf(answer)
		p.Looked.Of = q.views.Len()
		return give(p)
	}
}

// FinishPage says of a page without games what may have been meant.
func (vs *Views) FinishPage(ctx context.Context, s *Search, p *Page) (err error) {
	if p.Total == 0 {
		p.Meant, err = vs.meant(ctx, s)
	}
	return err
}

// Page returns the page that an answer makes.
func (q *Question) Page(answer *search.Answer) (*Page, error) {
	p := &Page{
		Query: q.members[0].Question.Query, Wider: q.wider(), Games: []*Game{},
		Total: answer.Found[AskCount].(int), Folded: answer.Folded,
	}
	p.setFacets(q.Search, answer)
	found, ok := answer.Found[AskPage].(*search.PageOfGames)
	if !ok {
		return p, nil
	}
	p.Next = q.views.cursorAfter(found.Next)
	const many = 1000 // games, of which most values are those of others
	info := (*store.Segment).Info
	if len(found.Games) >= many {
		info = new(store.InfoReader).Info
	}
	for _, g := range found.Games {
		game, err := q.views.gameBy(g, info)
		if err != nil {
			return nil, err
		}
		p.Games = append(p.Games, game)
	}
	return p, nil
}

// NoteGuesses says how many games were found by names with lost characters.
func (q *Question) NoteGuesses(games int) {
	switch games {
	case 0:
	case 1:
		q.Notices.Say(NoticeDamaged, "1 game has a name with lost characters that may match; field=NAME leaves it out")
	default:
		q.Notices.Say(NoticeDamaged, "%d games have names with lost characters that may match; field=NAME leaves them out", games)
	}
}

// GameOf returns what lists show of a game on a page with its hits.
func (vs *Views) GameOf(g search.PageGame) (*Game, error) { return vs.gameBy(g, (*store.Segment).Info) }

func (vs *Views) gameBy(g search.PageGame, info func(g *store.Segment, local int) []store.Value) (*Game, error) {
	i, own := SplitID(g.ID)
	v := vs.list[i]
	game, err := v.gameBy(own, info)
	if err != nil {
		return nil, err
	}
	game.Archive = vs.Number(i)
	game.match(g.Matches)
	if n := countToAdd(g.Hits); n > 0 { // a hostile record has a hundred thousand, which are not to be moved again and again
		game.Hits = make([]Hit, 0, n)
	}
	for _, hit := range g.Hits {
		if err := game.add(v.snapshot, hit); err != nil {
			return nil, err
		}
	}
	return game, game.segment.Err()
}

// countToAdd returns how many of some hits say more than that the game was found.
func countToAdd(hits []match.Hit) (n int) {
	for i := range hits {
		if hits[i].Board != nil || hits[i].Feature != nil || hits[i].Comment != nil {
			n++
		}
	}
	return n
}

// Check says what cannot be understood in a search, before an archive is opened
// for it: a [*RequestError], or nil.
func (s *Search) Check() error {
	if s.Limit < 0 || s.Offset < 0 || s.FacetLimit < FacetLimitUsual || s.PerGame < 0 {
		return badRequest("limit", "limits and offsets cannot be negative")
	}
	for _, facet := range s.Facets {
		if _, err := facetFields(facet); err != nil {
			return &RequestError{"facet", err}
		}
	}
	if !slices.Contains([]string{FacetUsual, FacetCount, FacetValues}, s.FacetSort) {
		return badRequest("facet-sort", "there is no order %q for facets; expected %s or %s", s.FacetSort, FacetCount, FacetValues)
	}
	order, err := search.ParseOrder(s.Sort)
	if err != nil {
		return &RequestError{"sort", err}
	}
	if s.Cursor != "" {
		_, token := cutCursor(s.Cursor)
		if _, err := search.ParseCursor(token, s.Query, &search.Options{Sort: order}); err != nil {
			return &RequestError{"cursor", err}
		}
	}
	return nil
}
