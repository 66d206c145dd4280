package web

import (
	"context"
	"html/template"
	"slices"
	"strconv"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A trendAnswer is in what share of games something came up, as a chart and a table.
type trendAnswer struct {
	*ask.Trend
	Chart template.HTML
	Lines []trendLine
	Years []trendRow
	Few   int // years that the chart leaves out
	Least int // games that a year of the chart has
}

// A trendLine is one of the things asked for, with its board.
type trendLine struct {
	ask.TrendLine
	Letter string
	Thumb  *drawing.Thumb
	Link   string // to the board
}

// A trendRow is a year of all lines.
type trendRow struct {
	Name  string
	Cells []*ask.TrendYear // nil where a line has none
}

func (s *Server) trend(p *studyPage, q *archive.Search) (asker, error) {
	if !ask.HasBoard(q.Query) {
		p.Need = "board"
		return nil, nil
	}
	o := &ask.TrendOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	least, err := p.number("min", ask.FewGames, 1, 1_000_000)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/trend?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		o.Watch = func(t *ask.Trend) {
			if a, err := newTrend(ctx, v, t, least, o.Names); err == nil {
				sofar(partial{a, t.Looked})
			}
		}
		t, err := ask.Of(v.Views).Trend(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return newTrend(ctx, v, t, least, o.Names)
	}, nil
}

func newTrend(ctx context.Context, v *archive.View, t *ask.Trend, least int, names []string) (*trendAnswer, error) {
	a := &trendAnswer{Trend: t, Least: least}
	if !t.Drawn(least) {
		a.Least = 1
	}
	if t.Drawn(a.Least) {
		drawn := *t // lines are called by the letters of their boards
		drawn.Lines = slices.Clone(t.Lines)
		for i := range drawn.Lines {
			if len(names) == 0 && len(drawn.Lines) > 1 {
				drawn.Lines[i].Name = letterOf(i)
			}
		}
		a.Chart = figure(drawn.Chart(a.Least))
	}
	years := map[int]bool{}
	for i, l := range t.Lines {
		line := trendLine{TrendLine: l, Letter: letterOf(i)}
		q, err := parseQuery(l.Query)
		if err != nil {
			return nil, err
		}
		if scene, err := ask.Of(v.Views).Scene(ctx, q); err == nil && scene.Kind != "" { // several that are one line have no board
			line.Thumb = thumbOf(scene)
			line.Link = explorerLink(l.Query)
		}
		a.Lines = append(a.Lines, line)
		for _, y := range l.Years {
			years[y.Year] = true
			if y.Of < a.Least {
				a.Few++
			}
		}
	}
	list := make([]int, 0, len(years))
	for y := range years {
		list = append(list, y)
	}
	slices.Sort(list)
	for _, year := range list {
		row := trendRow{Name: strconv.Itoa(year)}
		if t.Step > 1 {
			row.Name += "s"
		}
		for i := range t.Lines {
			l := &t.Lines[i]
			at := slices.IndexFunc(l.Years, func(y ask.TrendYear) bool { return y.Year == year })
			if at < 0 {
				row.Cells = append(row.Cells, nil)
				continue
			}
			row.Cells = append(row.Cells, &l.Years[at])
		}
		a.Years = append(a.Years, row)
	}
	return a, nil
}

// thumbOf draws a scene small.
func thumbOf(scene *ask.Scene) *drawing.Thumb {
	board := *scene.Board
	taken := map[int]bool{}
	board.Pieces = append([]ask.Piece{}, board.Pieces...)
	for _, p := range board.Pieces {
		taken[p.Cell] = true
	}
	for _, m := range scene.Moves {
		if !taken[m.Cell] {
			board.Pieces = append(board.Pieces, ask.Piece{Cell: m.Cell, Color: m.Color, Kind: "stone"})
		}
	}
	return drawing.SmallBoard(&board, scene.Region, -1)
}
