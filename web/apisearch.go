package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
)

// A Question is one in the query language, as parameters of an address.
type Question struct {
	Q       string `query:"q" maxLength:"30000" doc:"Query in the query language. Empty for all games." example:"player:shusaku pos:\"Q16 D4\""`
	Records bool   `query:"records" doc:"Count each record, also those of one game."`
}

func (in *Question) search() (*archive.Search, error) {
	q, err := parseQuery(in.Q)
	return &archive.Search{Query: q, Records: in.Records}, err
}

// A Paging is a question with the games of the answer that are wanted.
type Paging struct {
	Question
	Sort    string `query:"sort" doc:"Order: fields separated by commas. A minus sign before a field reverses it. Without it games are in the order of their ids." example:"date,-moves"`
	Cursor  string `query:"cursor" doc:"Value of next in the page before. Without it the answer is the first page."`
	Offset  int    `query:"offset" minimum:"0" doc:"Number of games to skip."`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"Largest number of games on the page. GET /games returns any number."`
	PerGame int    `query:"per_game" minimum:"0" maximum:"1000" default:"0" doc:"Largest number of hits for each game. 0 for all."`

	Facets     []string `query:"facet,explode" doc:"Field by whose values the games are counted, or two separated by a comma for a table. May be repeated."`
	FacetLimit int      `query:"facet_limit" minimum:"-1" maximum:"100000" default:"-1" doc:"Largest number of values of each facet. 0 for all, -1 for the usual number."`
	FacetSort  string   `query:"facet_sort" enum:",count,value" doc:"Order of the values."`
}

func (in *Paging) search() (*archive.Search, error) {
	s, err := in.Question.search()
	s.Sort, s.Cursor, s.Offset, s.Limit, s.PerGame = in.Sort, in.Cursor, in.Offset, in.Limit, in.PerGame
	s.Facets, s.FacetLimit, s.FacetSort = in.Facets, in.FacetLimit, in.FacetSort
	return s, err
}

// A Watching asks for an answer while it grows.
type Watching struct {
	Watch bool `query:"watch" doc:"Send the answer so far now and then, and the exact answer at the end: one JSON value on each line (application/x-ndjson). If an error occurs after the first line, the last line is a RequestProblem."`
}

// searchOperations are those that ask questions.
func (s *Server) searchOperations(api huma.API) {
	growing(s, api, "/search", "search", "Search for games. The answer is a page of the games that match, with facets.", func(ctx context.Context, v *archive.View, in *struct {
		Paging
		Watching
	}, sofar func(any)) (*archive.Page, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		if sofar != nil {
			q.Watch = func(p *archive.Page) { sofar(p) }
		}
		return v.Search(ctx, q)
	})
	get(s, api, "/count", "count", "Count the games that match. The answer can count them by values of fields, too.", func(ctx context.Context, v *archive.View, in *Paging) (*archive.Page, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return v.Count(ctx, q)
	})
	growing(s, api, "/next", "next", "Count the next moves at a position or pattern. A query without one begins at the start of the game.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.NextOptions
	}, sofar func(any)) (*ask.Next, error) {
		q, err := in.search()
		if err == nil {
			q.Query, err = ask.FromStart(q.Query)
		}
		if err != nil {
			return nil, err
		}
		in.NextOptions.Watch = watching[*ask.Next](sofar)
		return ask.Of(v.Views).Next(ctx, q, &in.NextOptions)
	})
	act(s, api, http.MethodGet, "/scene", "scene", "Describe the board of a query. Programs can draw it and change it. A query without a board begins at the start of the game.", func(ctx context.Context, in *Question) (*ask.Scene, error) {
		q, err := parseQuery(in.Q)
		if err == nil {
			q, err = ask.FromStart(q)
		}
		if err != nil {
			return nil, err
		}
		return viewed(s.lane(q), func(ctx context.Context, v *archive.View, _ *Question) (*ask.Scene, error) {
			return ask.Of(v.Views).Scene(ctx, q)
		})(ctx, in)
	})
	get(s, api, "/explain", "explain", "Explain a query. The answer has its normal form and the cost of each term.", func(ctx context.Context, v *archive.View, in *Question) (*explanation, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return explain(ctx, v, q)
	})
	get(s, api, "/complete", "complete", "Complete a query. The answer lists fields, values of fields and names in the archive that fit at the cursor.", func(ctx context.Context, v *archive.View, in *struct {
		Q      string `query:"q" maxLength:"30000" doc:"The query as far as it is typed."`
		Column int    `query:"column" minimum:"0" doc:"Number of characters before the cursor. 0 for the end."`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"12" doc:"Largest number of completions."`
	}) (*completions, error) {
		return s.complete(ctx, v, in.Q, in.Column, in.Limit)
	})
	s.exploreOperation(api)
	s.pasteOperations(api)
	s.allGames(api)
}

func (w *Watching) watches() bool { return w.Watch }

// An explanation says how a query was understood and answered.
type explanation struct {
	Query       string        `json:"query" doc:"The query in normal form."`
	Games       int           `json:"games" doc:"Number of games that match."`
	Of          int           `json:"of" doc:"Number of games in the archive."`
	Nanoseconds time.Duration `json:"nanoseconds" doc:"Time that the query took, in nanoseconds."`
	Terms       []explained   `json:"terms" doc:"The terms with their costs, from left to right."`
	Assumed     string        `json:"assumed,omitempty" doc:"Game, such as go, that the server assumed for positions whose game the query leaves open. Missing if it leaves nothing open."`
}

// An explained term says what it cost.
type explained struct {
	Term        string        `json:"term" doc:"The term, as the query has it."`
	About       string        `json:"about,omitempty" doc:"What the term means, for terms about what moves do. Missing for other terms."`
	Index       string        `json:"index" doc:"The index that proposed candidates."`
	Candidates  uint64        `json:"candidates" doc:"Number of games that the index proposed."`
	Verified    uint64        `json:"verified" doc:"Number of candidates that match the term."`
	Nanoseconds time.Duration `json:"nanoseconds" doc:"Time that the term took, in nanoseconds."`
}

func explain(ctx context.Context, v *archive.View, q *archive.Search) (*explanation, error) {
	found, err := v.Explain(ctx, q)
	if err != nil {
		return nil, err
	}
	e := &explanation{Query: found.Query, Games: found.Games, Of: found.Archive, Nanoseconds: found.Time, Terms: []explained{}, Assumed: found.Assumed}
	for _, t := range found.Terms {
		e.Terms = append(e.Terms, explained{t.Term, t.About, t.Index, t.Candidates(), t.Verified(), t.Time()})
	}
	return e, nil
}
