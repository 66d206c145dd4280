package web

import (
	"context"
	"net/url"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A compareAnswer is what two sets of games played next, side by side.
type compareAnswer struct {
	*ask.Compare
	Board    *drawing.Picture
	Explorer string
	Sets     [2]comparedSet
	Score    contrast
	Rows     []compareRow
	Scores   []compareRow // those of which both sets have results
	Scale    string       // of the differences of shares, in points of percent
	Clear    int          // moves whose shares differ beyond chance
	All      string       // address with all moves, "" if they are there
}

// A comparedSet is one of the two sets.
type comparedSet struct {
	ask.CompareSet
	Letter string
	Bar    *bar
	Link   string
}

// A compareRow is a move in both sets.
type compareRow struct {
	sign
	Letter, Name string
	A, B         ask.MoveGames
	Play         string
	Share, Score contrast
}

// shownCompared is how many moves a page shows unless all are asked for.
const shownCompared = 25

func (s *Server) compare(p *studyPage, _ *archive.Search) (asker, error) {
	if p.Get("a") == "" && p.Get("b") == "" {
		if p.Q != "" { // as other studies link it
			if q, err := parseQuery(p.Q); err == nil {
				p.Values.Set("at", p.Q)
				if !ask.HasBoard(q) {
					p.Values.Set("a", p.Q)
					p.Values.Del("at")
				}
			}
		}
		p.Need = "sets"
		return nil, nil
	}
	in := &struct {
		CompareQuestion
		ask.CompareOptions
	}{}
	values, err := p.read(in)
	if err != nil {
		return nil, err
	}
	a, b, err := in.searches()
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/compare?" + values.Encode()
	all := p.Get("all") != ""
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		progress := func(done, total int) { sofar(partial{nil, &archive.Looked{Games: done, Of: total}}) }
		a.Progress, b.Progress = progress, progress
		found, err := ask.Of(v.Views).Compare(ctx, a, b, &in.CompareOptions)
		if err != nil {
			return nil, err
		}
		at, err := parseQuery(found.At)
		if err != nil {
			return nil, err
		}
		scene, err := ask.Of(v.Views).Scene(ctx, at)
		if err != nil {
			return nil, err
		}
		answer := s.comparison(found, scene, all)
		if !all && len(found.Moves) > shownCompared {
			values.Set("all", "1")
			answer.All = studyAddress("compare", values)
		}
		return answer, nil
	}, nil
}

func (s *Server) comparison(found *ask.Compare, scene *ask.Scene, all bool) *compareAnswer {
	c := &compareAnswer{Compare: found, Explorer: explorerLink(found.At), Score: newContrast(found.Score, 1)}
	for i, set := range []ask.CompareSet{found.A, found.B} {
		c.Sets[i] = comparedSet{set, "AB"[i : i+1], newBar(set.Won), explorerLink(set.Query)}
	}
	shown := found.Moves
	if !all && len(shown) > shownCompared {
		shown = shown[:shownCompared]
	}
	scale := 0.05
	for i := range shown {
		if d := shown[i].Share.Difference; d != nil {
			scale = max(scale, -d.Low, d.High)
		}
	}
	c.Scale = decimal(100 * scale)
	for i := range found.Moves {
		if found.Moves[i].Share.Clear() {
			c.Clear++
		}
	}
	labels := map[int]string{}
	for i := range shown {
		m := &shown[i]
		r := compareRow{sign: signOf(scene.Board.Game, m.Color), Name: m.Point, A: m.A, B: m.B, Share: newContrast(m.Share, scale), Score: newContrast(m.Score, 1)}
		if m.Tenuki {
			r.Name = s.pages.words.say("move.tenuki")
		}
		if move, err := scene.Continued(m.Move); err == nil {
			r.Name = move.Name
			if scene.Board.Cells == "points" && move.To >= 0 {
				if labels[move.To] == "" {
					labels[move.To] = letterOf(len(labels))
				}
				r.Letter = labels[move.To]
			}
		}
		if query, err := scene.Played(m.Move); err == nil {
			r.Play = explorerLink(query)
		}
		c.Rows = append(c.Rows, r)
		if r.Score.Known {
			c.Scores = append(c.Scores, r)
		}
	}
	c.Board = drawScene(scene, labels, s.pages.words)
	return c
}

// compareLink is the address that compares two sets, at a position if one is given.
func compareLink(a, b, at string) string {
	values := url.Values{"a": {a}, "b": {b}}
	if at = strings.TrimSpace(at); at != "" {
		values.Set("at", at)
	}
	return studyAddress("compare", values)
}
