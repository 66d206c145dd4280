package archive

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
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

	Facets     []string // fields by whose values all games are counted
	FacetLimit int      // values of each facet, 0 for all

	Among *roaring.Bitmap // the games to choose from; nil for all

	// Progress, if set, is called now and then with the number of games looked
	// at and of those in the archive.
	Progress func(done, total int)

	sure bool // no guesses
}

// A Page is a part of an answer.
type Page struct {
	Query   string        `json:"query"`           // in normal form
	Wider   []query.Wider `json:"wider,omitempty"` // terms that find more than they say
	Total   int           `json:"total"`           // games that the query finds
	Games   []*Game       `json:"games"`
	Folded  int           `json:"folded,omitempty"` // records of these games that are not counted
	Next    string        `json:"next,omitempty"`   // the cursor of the next page
	Facets  []Facet       `json:"facets,omitempty"`
	Notices []Notice      `json:"notices,omitempty"`
}

// question is a search made ready.
type question struct {
	view    *View
	search  *Search
	options *query.Options
	notes   notices
	folded  int
	guessed int
}

// question checks what is asked.
func (v *View) question(ctx context.Context, s *Search) (*question, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	q := &question{view: v, search: s}
	order, err := query.ParseOrder(s.Sort)
	if err != nil {
		return nil, err
	}
	o := v.options(ctx, s.Records, &q.notes)
	o.Sort, o.Offset, o.Limit, o.PerGame, o.Among, o.Progress = order, s.Offset, s.Limit, s.PerGame, s.Among, s.Progress
	o.Folded = func(records int) { q.folded += records }
	o.Guessed = func(games int) { q.guessed += games }
	if s.Cursor != "" {
		cursor, err := query.ParseCursor(s.Cursor, s.Query, o)
		if err != nil {
			return nil, err
		}
		o.After = &cursor
	}
	q.options = o
	if n := v.Unindexed(); n > 0 {
		q.notes.say(NoticeUnindexed, "comments of %d games are not indexed yet", n)
	}
	return q, ctx.Err()
}

// Search returns a page of an answer with the number of all games and the facets
// that are asked for.
func (v *View) Search(ctx context.Context, s *Search) (*Page, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	p := &Page{Query: s.Query.String(), Games: []*Game{}}
	if p.Wider, err = s.Query.Widened(v.snapshot, q.options); err != nil {
		return nil, err
	}
	if p.Next, err = q.games(ctx, func(g *Game) error {
		p.Games = append(p.Games, g)
		return nil
	}); err != nil {
		return nil, err
	}
	p.Total = len(p.Games)
	if p.Next != "" || s.Offset > 0 || s.Cursor != "" || len(s.Facets) > 0 {
		if p.Total, p.Facets, err = q.count(ctx); err != nil {
			return nil, err
		}
	}
	p.Folded, p.Notices = q.folded, q.notices()
	return p, nil
}

// A Stream is what is known when all games of a page have been given away.
type Stream struct {
	Games   int
	Folded  int
	Next    string
	Notices []Notice
}

// Each gives away the games of a page one after the other, as they are found.
// The total and the facets are not looked for.
func (v *View) Each(ctx context.Context, s *Search, yield func(*Game) error) (*Stream, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	end := &Stream{}
	end.Next, err = q.games(ctx, func(g *Game) error {
		end.Games++
		return yield(g)
	})
	end.Folded, end.Notices = q.folded, q.notices()
	return end, err
}

// Count returns how many games a query finds, in Total, and the facets that are
// asked for, but no games.
func (v *View) Count(ctx context.Context, s *Search) (*Page, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	p := &Page{Query: s.Query.String(), Games: []*Game{}}
	p.Total, p.Facets, err = q.count(ctx)
	p.Folded, p.Notices = q.folded, q.notices()
	return p, err
}

// notices returns what is to be said with the answer.
func (q *question) notices() []Notice {
	switch q.guessed {
	case 0:
	case 1:
		q.notes.say(NoticeDamaged, "1 game is found by a name of which characters are lost, as they may be those asked for; field=NAME leaves it out")
	default:
		q.notes.say(NoticeDamaged, "%d games are found by names of which characters are lost, as they may be those asked for; field=NAME leaves them out", q.guessed)
	}
	return q.notes.list
}

// count returns the number of games and the facets, if any are asked for.
func (q *question) count(ctx context.Context) (int, []Facet, error) {
	q.folded, q.guessed = 0, 0
	s := q.view.snapshot
	if len(q.search.Facets) == 0 {
		n, err := q.search.Query.Count(ctx, s, q.options)
		return n, nil, err
	}
	facets, n, err := query.Facets(ctx, s, q.search.Query, q.search.Facets, q.options)
	return n, newFacets(facets, q.search.FacetLimit), err
}

// games gives away the games of the page. If others follow it returns the cursor
// behind the last.
func (q *question) games(ctx context.Context, yield func(*Game) error) (next string, err error) {
	s := q.view.snapshot
	o := *q.options
	if o.Limit > 0 {
		o.Limit++ // whether there is a next page
	}
	var game *Game
	n := 0
	pass := func() error {
		if game == nil {
			return nil
		}
		n++
		return yield(game)
	}
	for hit, err := range q.search.Query.Run(ctx, s, &o) {
		if err != nil {
			return "", err
		}
		if game == nil || game.ID != hit.Game {
			if err := pass(); err != nil {
				return "", err
			}
			if q.options.Limit > 0 && n == q.options.Limit {
				cursor, err := query.CursorAfter(s, q.search.Query, q.options, game.ID)
				return cursor.String(), err
			}
			if game, err = q.view.Game(hit.Game); err != nil {
				return "", err
			}
		}
		if err := game.add(s, hit); err != nil {
			return "", err
		}
	}
	return "", pass()
}

// Check says what cannot be understood in a search, before an archive is opened
// for it: a [*RequestError], or nil.
func (s *Search) Check() error {
	if s.Limit < 0 || s.Offset < 0 || s.FacetLimit < 0 || s.PerGame < 0 {
		return badRequest("limit", "limits and offsets cannot be negative")
	}
	for _, name := range s.Facets {
		if err := query.CheckFacet(name); err != nil {
			return &RequestError{"facet", err}
		}
	}
	order, err := query.ParseOrder(s.Sort)
	if err != nil {
		return &RequestError{"sort", err}
	}
	if s.Cursor != "" {
		if _, err := query.ParseCursor(s.Cursor, s.Query, &query.Options{Sort: order}); err != nil {
			return &RequestError{"cursor", err}
		}
	}
	return nil
}
