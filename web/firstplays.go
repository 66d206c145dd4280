package web

import (
	"context"
	"html/template"
	"net/url"

	"kifudb/archive"
	"kifudb/study/chart"
)

// A firstAnswer is who played something first, and how it spread.
type firstAnswer struct {
	*archive.Spread
	Board    *picture
	Explorer string
	Bar      *bar
	Chart    template.HTML
	Lists    []playedList
	More     int // players that are not shown
}

// A playedList is some of the games in which it was played.
type playedList struct {
	Name  string
	Games []archive.Played
	Of    int
}

// How much of it a page shows unless more is asked for.
const (
	firstGames   = 10
	firstPlayers = 20
	manyYears    = 60
)

func (s *Server) first(p *studyPage, q *archive.Search) (asker, error) {
	limit, err := p.number("limit", firstGames, 0, 100_000)
	if err != nil {
		return nil, err
	}
	q.Limit = limit
	variations := p.Get("variations") != ""
	values := url.Values{}
	if variations {
		values.Set("variations", "true")
	}
	if p.Get("limit") != "" {
		values.Set("limit", p.Get("limit"))
	}
	p.JSON = apiRoot + "/first?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		board, _, err := s.boardOf(ctx, v, q.Query, nil)
		if err != nil {
			return nil, err
		}
		make := func(spread *archive.Spread) *firstAnswer {
			a := newFirst(spread, limit)
			a.Board, a.Explorer = board, explorerLink(p.Q)
			return a
		}
		spread, err := v.First(ctx, q, variations, func(spread *archive.Spread) { sofar(partial{make(spread), spread.Looked}) })
		if err != nil {
			return nil, err
		}
		return make(spread), nil
	}, nil
}

func newFirst(spread *archive.Spread, limit int) *firstAnswer {
	a := &firstAnswer{Spread: spread, Bar: ownBar(&spread.Outcome)}
	dated := spread.Games - spread.Undated
	for _, l := range []playedList{{"first", spread.First, dated}, {"last", spread.Last, dated}, {"undated", spread.UndatedGames, spread.Undated}} {
		if len(l.Games) > 0 {
			a.Lists = append(a.Lists, l)
		}
	}
	most := firstPlayers
	if limit == 0 || limit > most {
		most = limit
	}
	if n := len(spread.Players); most > 0 && n > most {
		a.More = n - most
		cut := *spread
		cut.Players = spread.Players[:most]
		a.Spread = &cut
	}
	years, step := spread.Years, 1
	if n := len(years); n > 1 && years[n-1].Year-years[0].Year >= manyYears {
		years, step = archive.Periods(years, 10), 10
	}
	c := &chart.Columns{Head: chart.Head{Title: "share of games", About: "share of the games of each year", Unit: chart.Share}, Step: step}
	for _, y := range years {
		if y.Share != nil {
			c.Points = append(c.Points, chart.Point{At: y.Year, Number: chart.Number{Value: y.Share.Value, Low: y.Share.Low, High: y.Share.High, Note: number(y.Games) + " / " + number(y.Of)}})
		}
	}
	if len(c.Points) > 1 {
		a.Chart = figure(c)
	}
	return a
}
