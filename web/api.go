package web

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kifudb/archive"
)

// apiRoot is where the API stands.
const apiRoot = "/api/v1"

// A problem is what went wrong with a request to the API, as in RFC 9457.
type problem struct {
	Title  string              `json:"title" doc:"Name of the HTTP status."`
	Status int                 `json:"status" doc:"Number of the HTTP status."`
	Detail string              `json:"detail" doc:"What is wrong, and what the server expected."`
	Kind   archive.Kind        `json:"kind,omitempty" doc:"Kind of the error: failed, usage, not_found, corrupt, user_data_corrupt, outdated, too_new, busy, unindexed or interrupted. Missing for errors without a kind."`
	Column int                 `json:"column,omitempty" doc:"Place of the error in the query, in characters from 1. Missing if the query is not at fault."`
	Word   string              `json:"word,omitempty" doc:"The word at that place. Missing outside the explorer."`
	Cure   string              `json:"cure,omitempty" doc:"The query as it may be meant. Missing if the server has no guess."`
	Part   string              `json:"part,omitempty" doc:"Part of the request at fault, such as sort or cursor. Missing if unknown."`
	Errors []*huma.ErrorDetail `json:"errors,omitempty" doc:"Parameters and fields with an invalid value. Missing if there are none."`
}

func (p *problem) Error() string             { return p.Detail }
func (p *problem) GetStatus() int            { return p.Status }
func (p *problem) ContentType(string) string { return "application/problem+json" }

func init() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		p := &problem{Title: http.StatusText(status), Status: status, Detail: message}
		if status >= http.StatusBadRequest && status < http.StatusInternalServerError {
			p.Kind = archive.KindUsage
		}
		for _, err := range errs {
			if d, ok := err.(huma.ErrorDetailer); ok {
				p.Errors = append(p.Errors, d.ErrorDetail())
			} else if err != nil {
				p.Errors = append(p.Errors, &huma.ErrorDetail{Message: err.Error()})
			}
		}
		return p
	}
}

// problemOf makes a problem of an error.
func (s *Server) problemOf(ctx context.Context, err error) *problem {
	status := statusOf(err)
	p := &problem{Title: http.StatusText(status), Status: status, Detail: s.sayError(err), Kind: archive.KindOf(err)}
	if e, ok := errors.AsType[*archive.QueryError](err); ok {
		p.Column = e.Column
	}
	if e, ok := errors.AsType[*archive.RequestError](err); ok {
		p.Part = e.Part
	}
	if _, ok := errors.AsType[*statusError](err); ok && status < http.StatusInternalServerError {
		p.Kind = archive.KindUsage
	}
	if status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		s.log.ErrorContext(ctx, "api", "error", err)
	}
	return p
}

// An answer is what an operation of the API gives.
type answer[T any] struct{ Body T }

// schemaName names the schemas of types: those of package archive as they are. OpenAPI allows
// letters, digits and a few signs in names, and Go puts others into those of generic types.
func schemaName(t reflect.Type, hint string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)) {
			return r
		}
		return -1
	}, huma.DefaultSchemaNamer(t, hint))
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch folder := t.PkgPath(); {
	case t == reflect.TypeFor[problem]():
		return "RequestProblem" // the archive has problems of its own
	case t == reflect.TypeFor[huma.ErrorDetail]():
		return "ErrorDetail"
	case folder == "" || strings.HasSuffix(folder, "/archive") || strings.HasSuffix(folder, "/web") || t.Name() == "":
		return name
	default:
		folder = folder[strings.LastIndexByte(folder, '/')+1:]
		return strings.ToUpper(folder[:1]) + folder[1:] + name
	}
}

// newAPI adds the operations of the API to a mux.
func (s *Server) newAPI(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig("kifudb", archive.Version())
	config.Info.Description = "Everything that the pages show, as JSON. The command line prints the same JSON for the same questions."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = apiRoot+"/openapi", "", ""
	config.Servers = []*huma.Server{{URL: "/", Description: "The server that gives this document."}}
	config.CreateHooks = nil // answers have no links to schemas in them
	config.RejectUnknownQueryParameters = true
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Formats = map[string]huma.Format{"application/json": cutFormat(), "json": cutFormat()}
	api := humago.New(mux, config)
	api.UseMiddleware(s.conditional)
	s.searchOperations(api)
	s.gameOperations(api)
	s.statisticsOperations(api)
	s.archiveOperations(api)
	s.uploadOperations(api)
	s.workOperations(api)
	s.decideOperations(api)
	s.ownOperations(api)
	s.aliasOperations(api)
	s.describe(api)
	return api
}

// stateless marks operations whose answers change without the state of the archive.
const stateless = "stateless"

// conditional says of each answer by which state of the archive it was made, and
// gives none where who asks has that of this state already.
func (s *Server) conditional(ctx huma.Context, next func(huma.Context)) {
	if o := ctx.Operation(); o.Method != http.MethodGet || o.Metadata[stateless] != nil {
		ctx.SetHeader("Cache-Control", "no-store")
		next(ctx)
		return
	}
	state := ""
	err := s.archive.Ask(func(v *archive.View) error {
		state = v.State()
		return nil
	})
	if err != nil {
		next(ctx) // says what is wrong
		return
	}
	tag := `W/"` + state + `"`
	ctx.SetHeader("Cache-Control", "private, no-cache")
	ctx.AppendHeader("Vary", "Accept") // besides what others say
	if given := ctx.Header("If-None-Match"); given != "" && (given == "*" || strings.Contains(given, tag)) {
		ctx.SetHeader("ETag", tag)
		ctx.SetStatus(http.StatusNotModified)
		return
	}
	ctx.SetHeader("ETag", tag)
	next(ctx)
}

// get adds an operation that asks the archive.
func get[I, O any](s *Server, api huma.API, path, id, about string, do func(context.Context, *archive.View, *I) (O, error), more ...func(*huma.Operation)) {
	act(s, api, http.MethodGet, path, id, about, viewed(s.ask, do), more...)
}

// getQuick adds an operation that asks about one game or board, and does not wait for searches.
func getQuick[I, O any](s *Server, api huma.API, path, id, about string, do func(context.Context, *archive.View, *I) (O, error), more ...func(*huma.Operation)) {
	act(s, api, http.MethodGet, path, id, about, viewed(s.look, do), more...)
}

// getByBody adds an operation that asks the archive by a body, as the question may be too long
// for an address. It changes nothing.
func getByBody[I, O any](s *Server, api huma.API, path, id, about string, do func(context.Context, *archive.View, *I) (O, error), more ...func(*huma.Operation)) {
	act(s, api, http.MethodPost, path, id, about, viewed(s.ask, do), more...)
}

// change adds an operation that changes something. If another program has changed the archive
// meanwhile, the operation fails and is not repeated.
func change[I, O any](s *Server, api huma.API, method, path, id, about string, do func(context.Context, *archive.View, *I) (O, error), more ...func(*huma.Operation)) {
	act(s, api, method, path, id, about, viewed(s.once, do), more...)
}

// act adds an operation that calls do at once. If do needs a view of the archive, [viewed] supplies it
// and waits for a place among the questions.
func act[I, O any](s *Server, api huma.API, method, path, id, about string, do func(context.Context, *I) (O, error), more ...func(*huma.Operation)) {
	huma.Register(api, operation(method, path, id, about, more), func(ctx context.Context, in *I) (*answer[O], error) {
		body, err := do(ctx, in)
		if err != nil {
			return nil, s.problemOf(ctx, err)
		}
		return &answer[O]{body}, nil
	})
}

// viewed does something with a view of the archive, which is handed on by [Server.ask] or
// [Server.once].
func viewed[I, O any](with func(context.Context, func(context.Context, *archive.View) error) error, do func(context.Context, *archive.View, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		err = with(ctx, func(ctx context.Context, v *archive.View) (err error) {
			out, err = do(ctx, v, in)
			return err
		})
		return out, err
	}
}

// operation describes an operation. The first sentence about it is its summary.
func operation(method, path, id, about string, change []func(*huma.Operation)) huma.Operation {
	summary, _, _ := strings.Cut(about, ". ")
	op := huma.Operation{Method: method, Path: apiRoot + path, OperationID: id, Summary: strings.TrimSuffix(summary, "."), Description: about, MaxBodyBytes: maxBody, BodyReadTimeout: bodyTime}
	for _, c := range change {
		c(&op)
	}
	return op
}

func isStateless(op *huma.Operation) { op.Metadata = map[string]any{stateless: true} }
