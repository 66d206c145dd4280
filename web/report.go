package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/paper"
	"kifudb/paper/formats"
	"kifudb/paper/report"
)

// A reportAnswer is what is known of the games of a query altogether.
type reportAnswer struct {
	*ask.Report
	Bar      *bar
	Charts   []template.HTML
	Openings []openingCard
	Board    *drawing.Picture
	Explorer string // address of the board
	List     string // address of the games
	File     string // address of the report as a file
	Formats  []formats.Format
}

// An openingCard is a position that games opened with.
type openingCard struct {
	Moves string
	Thumb *drawing.Thumb
	Link  string
	Games int
	Share string
	Bar   *bar
}

// How much of a report the page shows.
const (
	overviewRows  = 10
	overviewGames = 12
)

func (s *Server) report(p *studyPage, q *archive.Search) (asker, error) {
	p.JSON = apiRoot + "/report?" + queryValues(p.Q, nil)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		r, err := ask.Of(v.Views).Report(ctx, q, &ask.ReportOptions{Games: overviewGames, Rows: overviewRows, Watch: func(r *ask.Report) {
			// Parts that are there are exact; the page says that others follow.
			if a, err := s.reportOf(ctx, v, p, q, r); err == nil {
				sofar(partial{a, &archive.Looked{Games: r.Provenance.Of, Of: r.Provenance.Of}})
			}
		}})
		if err != nil {
			return nil, err
		}
		return s.reportOf(ctx, v, p, q, r)
	}, nil
}

func (s *Server) reportOf(ctx context.Context, v *archive.View, p *studyPage, q *archive.Search, r *ask.Report) (*reportAnswer, error) {
	a := &reportAnswer{Report: r, Bar: newBar(r.Results), List: listLink(withQuery(p.Q, q.Query)), File: "/statistics/report?" + queryValues(p.Q, nil)}
	for _, f := range formats.All {
		if f.Name != "html" {
			a.Formats = append(a.Formats, f)
		}
	}
	if p.Q == "" {
		a.List = listLink(archive.EveryGame)
	}
	for _, one := range []struct {
		stats  *ask.Stats
		metric string
	}{{r.Years, "games"}, {r.Decades, "bwin"}, {r.Years, "moves"}, {r.Komi, "bwin"}} {
		if one.stats == nil || len(one.stats.Groups.Groups) < 2 {
			continue
		}
		c, err := one.stats.Chart(one.metric)
		if err != nil {
			return nil, err
		}
		a.Charts = append(a.Charts, figure(c))
	}
	if r.Trend != nil {
		least := ask.FewGames
		if !r.Trend.Drawn(least) {
			least = 1
		}
		a.Charts = append([]template.HTML{figure(r.Trend.Chart(least))}, a.Charts...)
	}
	var err error
	if a.Board, _, err = s.boardOf(ctx, v, q.Query, nil); err != nil {
		return nil, err
	}
	a.Explorer = explorerLink(p.Q)
	if r.Fuseki == nil {
		return a, nil
	}
	for _, g := range r.Fuseki.Groups.Groups {
		card, err := openingOf(ctx, v, q.Query, g.Values[0])
		if err != nil {
			return nil, err
		}
		card.Games, card.Share = int(*g.Measured[0].Value), measuredText(r.Fuseki.Metrics[1], g.Measured[1])
		if m := g.Measured[2]; m.Value != nil {
			card.Bar = shareBar(*m.Value, *m.Low, *m.High, m.Of)
		}
		a.Openings = append(a.Openings, *card)
	}
	return a, nil
}

// openingOf draws a position that moves lead to, which is asked for with the rest of
// a query.
func openingOf(ctx context.Context, v *archive.View, rest archive.Query, moves string) (*openingCard, error) {
	q, err := ask.At(archive.Query{}, moves)
	if err != nil {
		return nil, err
	}
	scene, err := ask.Of(v.Views).Scene(ctx, q)
	if err != nil {
		return nil, err
	}
	term := "pos:" + strconv.Quote(moves)
	card := &openingCard{Moves: moves, Thumb: drawing.SmallBoard(scene.Board, nil, -1), Link: explorerLink(term)}
	if !ask.HasBoard(rest) {
		card.Link = explorerLink(joinTerms(rest.String(), term))
	}
	return card, nil
}

// reportFile gives the report as a file that stands by itself, to be kept and printed.
func (s *Server) reportFile(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	format, ok := formats.Named(cmp.Or(r.URL.Query().Get("to"), "html"))
	if !ok {
		s.fail(w, r, &archive.RequestError{Part: "to", Err: fmt.Errorf("to: there is no format %q", r.URL.Query().Get("to"))})
		return
	}
	var b bytes.Buffer
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		q, err := parseQuery(text)
		if err != nil {
			return err
		}
		found, err := ask.Of(v.Views).Report(ctx, &archive.Search{Query: q}, &ask.ReportOptions{Games: 200, Rows: 15})
		if err != nil {
			return err
		}
		d, err := report.Document(found, shortWords(text))
		if err != nil {
			return err
		}
		sheet, err := paper.SheetOf("A4", 1, nil)
		if err != nil {
			return err
		}
		b.Reset()
		_, err = format.Write(&b, d, sheet) // the file itself says what it lacks
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sendFile(w, "report"+format.Ending, format.MediaType, b.Bytes())
}

// sendFile sends what a browser saves, and does not show.
func sendFile(w http.ResponseWriter, name, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(data) // who asked may have gone
}
