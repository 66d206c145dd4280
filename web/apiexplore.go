package web

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// exploreOperation adds what the explorer asks: all that it shows, as one answer.
func (s *Server) exploreOperation(api huma.API) {
	op := operation(http.MethodGet, "/explore", "explore", "Explore a position or pattern. The answer has the board, the next moves, the first games, and facets to narrow the query. A query without a board begins at the start of the game.", nil)
	streamed(api, &op, reflect.TypeFor[explored](), false)
	huma.Register(api, op, func(ctx context.Context, in *struct {
		Q    string `query:"q" maxLength:"30000" doc:"Query in the query language. Empty for all games." example:"pos:\"Q16 D4\""`
		At   string `query:"at" maxLength:"8" doc:"Point such as C5 on which to draw the upper left corner of a pattern that may lie anywhere. Without it the pattern is drawn in the middle."`
		Tree string `query:"tree" maxLength:"64" doc:"Id of a tree of moves that POST /trees has returned. The answer then has its moves in the position."`
		Watching
	}) (*huma.StreamResponse, error) {
		own, err := s.ownMoves(ctx, in.Tree, in.Q)
		var e *exploring
		var leave func(bool)
		if err == nil {
			e, leave, err = s.explorations.ask(ctx, in.Q, "")
		}
		if err != nil {
			return nil, s.problemOfQuery(ctx, in.Q, err)
		}
		shown := func(x *explored) any { return x.placed(in.At).with(own) }
		if in.Watch {
			return &huma.StreamResponse{Body: func(c huma.Context) {
				defer leave(false)
				s.watchExploring(ctx, newLineWriter(c), e, shown)
			}}, nil
		}
		defer leave(false)
		select {
		case <-e.done:
		case <-ctx.Done():
			return nil, s.problemOf(ctx, ctx.Err())
		}
		if e.err != nil {
			return nil, s.problemOf(ctx, e.err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			c.SetHeader("Content-Type", "application/json")
			if err := writeJSON(c.BodyWriter(), shown(e.answer)); err != nil {
				s.log.DebugContext(ctx, "the client has gone", "operation", "explore")
			}
		}}, nil
	})
}

// problemOfQuery says what is wrong with a question, with the word that is.
func (s *Server) problemOfQuery(ctx context.Context, text string, err error) *problem {
	p := s.problemOf(ctx, err)
	if p.Column > 0 {
		f := faultOf(text, err)
		p.Word, p.Cure, p.Detail = f.Word, f.Cure, f.Message
	}
	return p
}

// watchExploring writes what is known of a question whenever there is more, and its
// answer. Who reads slowly misses what is out of date.
func (s *Server) watchExploring(ctx context.Context, l *lineWriter, e *exploring, shown func(*explored) any) {
	var told *explored
	for {
		sofar, changed := e.known()
		select {
		case <-e.done:
			if e.err != nil {
				l.end(ctx, s, e.err)
			} else if l.write(shown(e.answer)) != nil {
				s.log.DebugContext(ctx, "the client has gone", "operation", "explore")
			}
			return
		default:
		}
		if sofar != told {
			if l.write(shown(sofar)) != nil {
				return
			}
			told = sofar
		}
		select {
		case <-e.done:
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
