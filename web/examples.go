package web

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// An examplesAnswer is clear examples of what moves do, as problems.
type examplesAnswer struct {
	*ask.Examples // nil if no term is asked for
	List          []exampleItem
	Terms         []exampleTerms // to choose from, if no term is asked for
}

// An exampleItem is a problem.
type exampleItem struct {
	*ask.Example
	Picture *drawing.Picture // before the move
	Link    string
}

// exampleTerms are the terms for what moves of a game do.
type exampleTerms struct {
	Game  string
	Links []namedLink
}

// examplesOperation adds the operation that returns examples.
func (s *Server) examplesOperation(api huma.API) {
	get(s, api, "/examples", "examples", "Show the clearest examples of what moves do. Each has the board before and after the move, the moves that followed, and the parts of its score.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		ask.ExamplesOptions
	}) (*ask.Examples, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return ask.Of(v.Views).Examples(ctx, q, &in.ExamplesOptions)
	})
}

func (s *Server) examples(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.ExamplesOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/examples?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, _ func(partial)) (any, error) {
		a := &examplesAnswer{}
		if !ask.HasMoves(q.Query) {
			for _, g := range archive.BoardFeatures() {
				terms := exampleTerms{Game: g.Game}
				for _, name := range g.Names {
					terms.Links = append(terms.Links, namedLink{name, studyLink("examples", joinTerms(p.Q, name+":yes"))})
				}
				a.Terms = append(a.Terms, terms)
			}
			return a, nil
		}
		found, err := ask.Of(v.Views).Examples(ctx, q, o)
		if err != nil {
			return nil, err
		}
		a.Examples = found
		for i := range found.Examples {
			e := &found.Examples[i]
			m := &drawing.Marks{Letters: map[int]string{}, Shapes: map[int]string{}, Last: -1}
			var markup archive.Markup
			for _, point := range e.Marks() {
				markup.Signs = append(markup.Signs, archive.Sign{Point: point, Kind: archive.FeatureSign})
			}
			m.MarkUp(e.Before, &markup)
			link := hitAddress(&archive.Hit{Ref: e.Ref, Feature: &e.Features[0]})
			a.List = append(a.List, exampleItem{e, drawing.Board(e.Before, *m, s.pages.words.say("board.thumbnail", e.Move-1)), link})
		}
		return a, nil
	}, nil
}
