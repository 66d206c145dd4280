package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A mistakesAnswer is patterns in which mistakes were made.
type mistakesAnswer struct {
	*ask.Mistakes
	List     []mistakeItem
	Problems string // address of the set of problems, "" without patterns
	More     string // address of more, "" if all are there
}

// A mistakeItem is a pattern with its board.
type mistakeItem struct {
	*ask.MistakePattern
	Picture *drawing.Picture
	Link    string // to the pattern in the explorer
	Sign    sign
	Rows    []mistakeRow
	Others  []mistakeRow
	Who     string
	Of      int // games of the others
}

// shownPlayed is how many moves are shown that were played in a pattern.
const shownPlayed = 6

// A mistakeRow is a move, and what is said of it.
type mistakeRow struct {
	Kind       string // played, engine or others
	Name       string
	Moves      int
	Of         int
	Mean       string
	Share      *archive.Share
	Cell       int
	Everywhere bool
}

// mistakesOperation adds the operation of the API.
func (s *Server) mistakesOperation(api huma.API) {
	growing(s, api, "/mistakes", "mistakes", "Find positions and patterns in which moves lost much.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.MistakesOptions
	}, sofar func(any)) (*ask.Mistakes, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.MistakesOptions.Watch = watching[*ask.Mistakes](sofar)
		return ask.Of(v.Views).Mistakes(ctx, q, &in.MistakesOptions)
	})
}

func (s *Server) mistakes(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.MistakesOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/mistakes?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		o.Watch = func(found *ask.Mistakes) { sofar(partial{&mistakesAnswer{Mistakes: found}, found.Looked}) }
		found, err := ask.Of(v.Views).Mistakes(ctx, q, o)
		if err != nil {
			return nil, err
		}
		a := &mistakesAnswer{Mistakes: found}
		for i := range found.Patterns {
			a.List = append(a.List, s.mistake(ctx, v, &found.Patterns[i]))
		}
		if len(a.List) > 0 {
			a.Problems = studyAddress("mistakes/problems", withQ(values, p.Q))
		}
		if o.Offset+len(a.List) < found.Found && o.Limit < mostDrawn {
			more := url.Values{}
			for name, list := range values {
				more[name] = list
			}
			more.Set("limit", strconv.Itoa(min(mostDrawn, 5*o.Limit)))
			a.More = studyAddress("mistakes", withQ(more, p.Q))
		}
		return a, nil
	}, nil
}

// mistake draws a pattern.
func (s *Server) mistake(ctx context.Context, v *archive.View, one *ask.MistakePattern) mistakeItem {
	item := mistakeItem{MistakePattern: one, Sign: signOf(one.Asked.Game.About().Name, one.ToPlay)}
	labels := one.Labels()
	for _, m := range one.Played[:min(len(one.Played), shownPlayed)] {
		item.Rows = append(item.Rows, mistakeRow{Kind: "played", Name: archive.Joined(labels[m.Played.Point], m.Name), Moves: m.Moves, Of: one.Moves, Mean: strconv.FormatFloat(*m.Mean, 'f', 1, 64)})
	}
	for _, m := range one.Right {
		item.Rows = append(item.Rows, mistakeRow{Kind: "engine", Name: archive.Joined(labels[m.Played.Point], m.Name), Moves: m.Moves, Of: one.RightOf})
	}
	if one.Elsewhere > 0 {
		item.Rows = append(item.Rows, mistakeRow{Kind: "engine", Everywhere: true, Moves: one.Elsewhere, Of: one.RightOf})
	}
	if others := one.Others; others != nil && (others.Who != "" || others.Games > one.Games) {
		item.Who, item.Of = others.Who, others.Games
		for _, m := range others.Moves {
			item.Others = append(item.Others, mistakeRow{Kind: "others", Name: archive.Joined(labels[m.Played.Point], m.Name), Moves: m.Games, Share: m.Share})
		}
	}
	q, err := archive.ParseQuery(one.Search)
	if err != nil || one.Search == "" {
		return item
	}
	scene, err := ask.Of(v.Views).Scene(ctx, q)
	if err != nil {
		return item
	}
	letters := map[int]string{}
	for p, label := range labels {
		x, y := p.X(), p.Y()
		if scene.Region != nil {
			x, y = x+scene.Region.Left, y+scene.Region.Top
		}
		letters[y*scene.Board.Cols+x] = label
	}
	item.Picture = drawScene(scene, letters, s.pages.words)
	item.Picture.Crop()
	item.Link = explorerLink(q.String())
	return item
}

// mistakesFile gives the patterns as a set of problems in SGF.
func (s *Server) mistakesFile(w http.ResponseWriter, r *http.Request) {
	p := &studyPage{Values: r.URL.Query(), Q: strings.TrimSpace(r.URL.Query().Get("q"))}
	o := &ask.MistakesOptions{}
	if _, err := p.read(o); err != nil {
		s.fail(w, r, err)
		return
	}
	var b bytes.Buffer
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		q, err := parseQuery(p.Q)
		if err != nil {
			return err
		}
		found, err := ask.Of(v.Views).Mistakes(ctx, &archive.Search{Query: q}, o)
		if err != nil {
			return err
		}
		b.Reset()
		return found.WriteSGF(&b)
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sendFile(w, "mistakes.sgf", "application/x-go-sgf", b.Bytes())
}
