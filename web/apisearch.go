package web

import (
	"context"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// A Question is one in the query language, as parameters of an address.
type Question struct {
	Q       string `query:"q" maxLength:"30000" doc:"the question, in the query language; empty is every game" example:"player:shusaku pos:\"Q16 D4\""`
	Records bool   `query:"records" doc:"each record counts, also those of one game"`
}

func (in *Question) search() (*archive.Search, error) {
	q, err := parseQuery(in.Q)
	return &archive.Search{Query: q, Records: in.Records}, err
}

// A Paging is a question with the games of the answer that are wanted.
type Paging struct {
	Question
	Sort    string `query:"sort" doc:"order: fields with commas between them, descending behind a minus sign; otherwise by number" example:"date,-moves"`
	Cursor  string `query:"cursor" doc:"begins behind the page that gave it as next"`
	Offset  int    `query:"offset" minimum:"0" doc:"games to leave out first"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"games on the page; /games gives any number, one after the other"`
	PerGame int    `query:"per_game" minimum:"0" maximum:"1000" default:"0" doc:"hits of each game, 0 for all"`

	Facets     []string `query:"facet,explode" doc:"fields by whose values the games are counted; two with a comma are a table"`
	FacetLimit int      `query:"facet_limit" minimum:"-1" maximum:"100000" default:"-1" doc:"values of each facet, 0 for all, -1 for as many as are usual"`
	FacetSort  string   `query:"facet_sort" enum:",count,value" doc:"order of the values"`
}

func (in *Paging) search() (*archive.Search, error) {
	s, err := in.Question.search()
	s.Sort, s.Cursor, s.Offset, s.Limit, s.PerGame = in.Sort, in.Cursor, in.Offset, in.Limit, in.PerGame
	s.Facets, s.FacetLimit, s.FacetSort = in.Facets, in.FacetLimit, in.FacetSort
	return s, err
}

// A Watching asks for an answer while it grows.
type Watching struct {
	Watch bool `query:"watch" doc:"gives what is known so far now and then, and at the end the exact answer: one JSON value on each line (application/x-ndjson). An error after the first line is a last line that is a problem"`
}

// searchOperations are those that ask questions.
func (s *Server) searchOperations(api huma.API) {
	growing(s, api, "/search", "search", "A page of the games that a query finds, with facets", func(ctx context.Context, v *archive.View, in *struct {
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
	get(s, api, "/count", "count", "How many games a query finds, with facets", func(ctx context.Context, v *archive.View, in *Paging) (*archive.Page, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return v.Count(ctx, q)
	})
	growing(s, api, "/next", "next", "What was played next at the position or pattern of a query; from the start of the game if it names none", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		Detail bool   `query:"detail" default:"true" doc:"also when and by whom moves were played, what strength makes expect, and how often the position after a move was reached by any order"`
		By     string `query:"by" default:"decade" doc:"a field by whose values each move is counted; - for none"`
		Sort   string `query:"sort" enum:",games,score,adjusted,first,last,tenuki" doc:"order of the moves"`
		Min    int    `query:"min" minimum:"0" doc:"games that a move must have"`
		Limit  int    `query:"limit" minimum:"0" doc:"moves, 0 for all"`
	}, sofar func(any)) (*archive.Next, error) {
		q, err := in.search()
		if err == nil {
			q.Query, err = archive.FromStart(q.Query)
		}
		if err != nil {
			return nil, err
		}
		q.Table = archive.NextOptions{Detail: in.Detail, By: strings.TrimPrefix(in.By, "-"), Sort: in.Sort, Min: in.Min, Limit: in.Limit}
		if sofar != nil {
			q.WatchNext = func(c *archive.Next) { sofar(c) }
		}
		return v.Next(ctx, q)
	})
	get(s, api, "/scene", "scene", "What a query asks for on the board, to be drawn and changed; the start of the game if it asks for no board", func(ctx context.Context, v *archive.View, in *Question) (*archive.Scene, error) {
		q, err := parseQuery(in.Q)
		if err == nil {
			q, err = archive.FromStart(q)
		}
		if err != nil {
			return nil, err
		}
		return v.Scene(ctx, q)
	})
	get(s, api, "/explain", "explain", "How a query is understood and what its terms cost", func(ctx context.Context, v *archive.View, in *Question) (*explanation, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return explain(ctx, v, q)
	})
	get(s, api, "/complete", "complete", "What may stand at a place of a query: fields, values of fields, names in the archive", func(ctx context.Context, v *archive.View, in *struct {
		Q      string `query:"q" maxLength:"30000" doc:"the query as far as it is typed"`
		Column int    `query:"column" minimum:"0" doc:"behind which character the cursor stands; 0 for the end"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"12" doc:"completions"`
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
	Query       string        `json:"query" doc:"in normal form"`
	Games       int           `json:"games" doc:"that fulfil it"`
	Of          int           `json:"of" doc:"games in the archive"`
	Nanoseconds time.Duration `json:"nanoseconds"`
	Terms       []explained   `json:"terms" doc:"from left to right"`
	Assumed     string        `json:"assumed,omitempty" doc:"the game of board terms that nothing says the game of"`
}

// An explained term says what it cost.
type explained struct {
	Term        string        `json:"term"`
	Index       string        `json:"index" doc:"that was asked for candidates"`
	Candidates  uint64        `json:"candidates"`
	Verified    uint64        `json:"verified"`
	Nanoseconds time.Duration `json:"nanoseconds"`
}

func explain(ctx context.Context, v *archive.View, q *archive.Search) (*explanation, error) {
	found, err := v.Explain(ctx, q)
	if err != nil {
		return nil, err
	}
	e := &explanation{found.Query, found.Games, found.Archive, found.Time, []explained{}, found.Assumed}
	for _, t := range found.Terms {
		e.Terms = append(e.Terms, explained{t.Term, t.Index, t.Candidates(), t.Verified(), t.Time()})
	}
	return e, nil
}
