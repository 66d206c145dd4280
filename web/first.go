package web

import (
	"context"
	"html/template"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/study/chart"
)

// A firstAnswer is who played something first, and how it spread.
type firstAnswer struct {
	*ask.First
	Board    *drawing.Picture
	Explorer string
	Bar      *bar
	Chart    template.HTML
	Lists    []playedList
	More     int // players that are not shown
}

// A playedList is some of the games in which it was played.
type playedList struct {
	Name  string
	Games []ask.Played
	Of    int
}

// How much of it a page shows unless more is asked for.
const (
	firstPlayers = 20
	manyYears    = 60
)

func (s *Server) first(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.FirstOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/first?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		board, _, err := s.boardOf(ctx, v, q.Query, nil)
		if err != nil {
			return nil, err
		}
		answerOf := func(found *ask.First) *firstAnswer {
			a := newFirst(found, o.Limit)
			a.Board, a.Explorer = board, explorerLink(p.Q)
			return a
		}
		o.Watch = func(found *ask.First) { sofar(partial{answerOf(found), found.Looked}) }
		found, err := ask.Of(v.Views).First(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return answerOf(found), nil
	}, nil
}

func newFirst(found *ask.First, limit int) *firstAnswer {
	a := &firstAnswer{First: found, Bar: ownBar(&found.Outcome)}
	dated := found.Games - found.Undated
	for _, l := range []playedList{{"first", found.First, dated}, {"last", found.Last, dated}, {"undated", found.UndatedGames, found.Undated}} {
		if len(l.Games) > 0 {
			a.Lists = append(a.Lists, l)
		}
	}
	most := firstPlayers
	if limit == 0 || limit > most {
		most = limit
	}
	if n := len(found.Players); most > 0 && n > most {
		a.More = n - most
		cut := *found
		cut.Players = found.Players[:most]
		a.First = &cut
	}
	years, step := found.Years, 1
	if n := len(years); n > 1 && years[n-1].Year-years[0].Year >= manyYears {
		years, step = ask.Periods(years, 10), 10
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
