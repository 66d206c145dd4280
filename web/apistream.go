package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kifudb/archive"
)

// ndjson is the type of answers of one JSON value on each line.
const ndjson = "application/x-ndjson"

// lineTime is how long a client may take to read a line.
const lineTime = 20 * time.Second

// A lineWriter writes JSON values one on each line, at once.
type lineWriter struct {
	w    http.ResponseWriter
	c    *http.ResponseController
	said bool // something is written
}

func newLineWriter(ctx huma.Context) *lineWriter {
	_, w := humago.Unwrap(ctx)
	return &lineWriter{w: w, c: http.NewResponseController(w)}
}

func (l *lineWriter) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	data = cutJSON(data, v)
	if !l.said {
		l.w.Header().Set("Content-Type", ndjson)
		l.said = true
	}
	// Tests have writers without deadlines and without buffers.
	if err := l.c.SetWriteDeadline(time.Now().Add(lineTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := l.w.Write(append(data, '\n')); err != nil {
		return err
	}
	if err := l.c.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// end writes what went wrong: as the answer, or as the last line of one that has
// begun.
func (l *lineWriter) end(ctx context.Context, s *Server, err error) {
	l.endProblem(s.problemOf(ctx, err))
}

// endProblem writes a problem in that way.
func (l *lineWriter) endProblem(p *problem) {
	if !l.said {
		l.w.Header().Set("Content-Type", p.ContentType(""))
		l.w.Header().Del("ETag")
		l.w.WriteHeader(p.Status)
		l.said = true
		_ = json.NewEncoder(l.w).Encode(p) // who asked may have gone
		return
	}
	_ = l.write(p)
}

// streamed says that an operation answers with one JSON value on each line, or, if it
// is not always so, with one value. The last line may be of another type, or say what went wrong.
func streamed(api huma.API, op *huma.Operation, t reflect.Type, always bool, last ...reflect.Type) {
	schemas := api.OpenAPI().Components.Schemas
	schema := schemas.Schema(t, true, "")
	line := &huma.Schema{AnyOf: []*huma.Schema{schema}}
	for _, t := range append(last, reflect.TypeFor[problem]()) {
		line.AnyOf = append(line.AnyOf, schemas.Schema(t, true, ""))
	}
	content := map[string]*huma.MediaType{ndjson: {Schema: line}}
	if !always {
		content["application/json"] = &huma.MediaType{Schema: schema}
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: content}}
}

// growing adds an operation whose answer may be watched while it grows.
func growing[I any, O any](s *Server, api huma.API, path, id, about string, do func(context.Context, *archive.View, *I, func(any)) (O, error)) {
	op := operation(http.MethodGet, path, id, about, nil)
	streamed(api, &op, reflect.TypeFor[O](), false)
	one := viewed(s.ask, func(ctx context.Context, v *archive.View, in *I) (O, error) { return do(ctx, v, in, nil) })
	huma.Register(api, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		if w, ok := any(in).(interface{ watches() bool }); ok && w.watches() {
			return &huma.StreamResponse{Body: func(c huma.Context) {
				watched(ctx, s, newLineWriter(c), func(ctx context.Context, v *archive.View, sofar func(any)) (any, error) {
					return do(ctx, v, in, sofar)
				})
			}}, nil
		}
		out, err := one(ctx, in)
		if err != nil {
			return nil, s.problemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			c.SetHeader("Content-Type", "application/json")
			if err := writeJSON(c.BodyWriter(), out); err != nil {
				s.log.DebugContext(ctx, "the client has gone", "operation", id)
			}
		}}, nil
	})
}

// watched writes an answer while it grows. What is written is always the latest: a
// client that reads slowly holds up nobody, and misses only what is out of date.
func watched(ctx context.Context, s *Server, l *lineWriter, do func(context.Context, *archive.View, func(any)) (any, error)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	latest := make(chan any, 1)
	type end struct {
		answer any
		err    error
	}
	done := make(chan end, 1)
	go func() {
		var e end
		e.err = s.ask(ctx, func(ctx context.Context, v *archive.View) (err error) {
			e.answer, err = do(ctx, v, func(sofar any) {
				select {
				case <-latest:
				default:
				}
				latest <- sofar // nobody else fills it
			})
			return err
		})
		done <- e
	}()
	for {
		select {
		case sofar := <-latest:
			if err := l.write(sofar); err != nil {
				stop()
				<-done
				return
			}
		case e := <-done:
			if e.err != nil {
				l.end(ctx, s, e.err)
			} else if err := l.write(e.answer); err != nil {
				s.log.DebugContext(ctx, "the client has gone")
			}
			return
		}
	}
}

// A gamesEnd is the last line of all games: without it the answer is not whole.
type gamesEnd struct {
	End struct {
		Games   int              `json:"games" doc:"Number of games that match."`
		Folded  int              `json:"folded" doc:"Number of further records of these games, which do not count."`
		Notices []archive.Notice `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
	} `json:"end" doc:"Sums over all lines. It is on the last line."`
}

// allGames adds the operation that gives every game of an answer.
func (s *Server) allGames(api huma.API) {
	op := operation(http.MethodGet, "/games", "games", "Stream all games that match. Each line of the answer is a JSON object with one game, and the last line is one with the key end.", nil)
	streamed(api, &op, reflect.TypeFor[archive.Game](), true, reflect.TypeFor[gamesEnd]())
	huma.Register(api, op, func(ctx context.Context, in *struct {
		Question
		Sort    string `query:"sort" doc:"Order, as for GET /search."`
		PerGame int    `query:"per_game" minimum:"0" doc:"Largest number of hits for each game. 0 for all."`
	}) (*huma.StreamResponse, error) {
		q, err := in.search()
		if err != nil {
			return nil, s.problemOf(ctx, err)
		}
		q.Sort, q.PerGame = in.Sort, in.PerGame
		if err := q.Check(); err != nil {
			return nil, s.problemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			l := newLineWriter(c)
			if err := s.eachGame(ctx, q, l); err != nil {
				l.end(ctx, s, err)
			}
		}}, nil
	})
}

// unhurried does with a view of the archive what takes as long as its client reads. It waits for
// a place no longer than an answer may take.
func (s *Server) unhurried(ctx context.Context, do func(*archive.View) error) error {
	waiting, stop := context.WithTimeout(ctx, s.options.Timeout)
	leave, err := s.lanes.long.enter(waiting)
	stop()
	if err != nil {
		return err
	}
	defer leave()
	v, err := s.archive.View()
	if err != nil {
		return err
	}
	defer v.Close()
	return do(v)
}

func (s *Server) eachGame(ctx context.Context, q *archive.Search, l *lineWriter) error {
	return s.unhurried(ctx, func(v *archive.View) error { return streamGames(ctx, v, q, l) })
}

// streamGames writes a line for each game, and the end.
func streamGames(ctx context.Context, v *archive.View, q *archive.Search, l *lineWriter) error {
	stream, err := v.Each(ctx, q, func(g *archive.Game) error { return l.write(g) })
	if err != nil {
		return err
	}
	var end gamesEnd
	end.End.Games, end.End.Folded, end.End.Notices = stream.Games, stream.Folded, stream.Notices
	return l.write(end)
}
