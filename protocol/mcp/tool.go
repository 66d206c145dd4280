package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kifudb/archive"
	"kifudb/ask"
)

// A head is what every answer says besides what it answers.
type head struct {
	Query    string   `json:"query,omitempty" jsonschema:"the question in normal form"`
	Complete bool     `json:"complete" jsonschema:"false if part of the archive could not be asked"`
	Notices  []string `json:"notices,omitempty" jsonschema:"what the answer leaves out or does not know, and why"`
	Then     []string `json:"then,omitempty" jsonschema:"what to ask next"`
}

// leftOut notes what an answer leaves out.
func (h *head) leftOut(list []archive.Notice) {
	h.Complete = !archive.Incomplete(list)
	for _, n := range list {
		h.Notices = append(h.Notices, plain(n.Text))
	}
}

// then adds what may be asked next.
func (h *head) then(format string, values ...any) {
	h.Then = append(h.Then, fmt.Sprintf(format, values...))
}

// begin writes what an answer is about.
func (h *head) begin(b *text) {
	if !h.Complete {
		b.line("NOT COMPLETE: part of the archive could not be asked.")
	}
	for _, n := range h.Notices {
		b.line("Notice: %s", n)
	}
}

// end writes what may be asked next.
func (h *head) end(b *text) {
	for _, n := range h.Then {
		b.line("Next: %s", n)
	}
}

// An answer has a text form, and says what it leaves out.
type answer interface {
	begin(*text)
	write(*text)
	end(*text)
}

// An illustrated answer also has pictures.
type illustrated interface{ pictures() []mcp.Content }

// A text is the text form of an answer.
type text struct{ strings.Builder }

func (b *text) line(format string, values ...any) { fmt.Fprintf(b, format+"\n", values...) }

// formOf returns the text form of an answer.
func formOf(a answer) string {
	var b text
	a.begin(&b)
	a.write(&b)
	a.end(&b)
	return strings.TrimRight(b.String(), "\n")
}

// look are the annotations of tools that change nothing.
var look = &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(bool), OpenWorldHint: new(bool)}

// addTool adds a tool that asks a question.
func addTool[I any, O answer](s *Server, name, title, about string, do func(context.Context, *ask.Views, *I) (O, error)) {
	add(s, &mcp.Tool{Name: name, Title: title, Description: about, Annotations: look}, func(ctx context.Context, in *I) (out O, err error) {
		err = s.options.Ask(func(vs *archive.Views) (err error) {
			out, err = do(ctx, ask.Of(vs), in)
			return err
		})
		return out, err
	})
}

// add adds a tool.
func add[I any, O answer](s *Server, tool *mcp.Tool, do func(context.Context, *I) (O, error)) {
	s.parameters[tool.Name] = schemaOf[I]()
	tool.InputSchema, tool.OutputSchema = s.parameters[tool.Name], answerSchema[O]()
	mcp.AddTool(s.server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in I) (*mcp.CallToolResult, O, error) {
		var out O
		err := s.inTurn(ctx, func(ctx context.Context) (err error) {
			out, err = do(ctx, &in)
			return err
		})
		if err != nil {
			return nil, out, s.sayError(ctx, tool.Name, err)
		}
		content := []mcp.Content{&mcp.TextContent{Text: formOf(out)}}
		if p, ok := any(out).(illustrated); ok {
			content = append(content, p.pictures()...)
		}
		return &mcp.CallToolResult{Content: content}, out, nil
	})
}

// inTurn answers a question when its turn has come, in the time that it may take.
func (s *Server) inTurn(ctx context.Context, do func(context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, s.options.Timeout)
	defer stop()
	select {
	case s.places <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.places }()
	return do(ctx)
}

// sayError says what is wrong with a question, and what to do.
func (s *Server) sayError(ctx context.Context, tool string, err error) error {
	var advice string
	switch kind := archive.KindOf(err); {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the question took longer than %v; ask for less: add terms to the query, or a lower limit or depth", s.options.Timeout)
	case ctx.Err() != nil:
		return ctx.Err()
	case kind == archive.KindUsage:
		advice = "the resource kifudb://language explains queries; kifudb://patterns explains positions"
		if e, ok := errors.AsType[*archive.RequestError](err); ok && e.Part != "" {
			advice = fmt.Sprintf("correct %q", e.Part)
		}
	case kind == archive.KindNotFound:
		advice = "search_games and find_names show what there is"
	case kind == archive.KindBusy, kind == archive.KindUnindexed:
		advice = "an import is running; try again later"
	default:
		s.options.Log.Error("mcp", "tool", tool, "error", err)
		advice = "tell the user; the archive may have to be checked"
	}
	return errors.New(plain(err.Error()) + ". Advice: " + advice + ".")
}

// atColumn adds the place in a query to its error.
func atColumn(query string, err error) error {
	e, ok := errors.AsType[*archive.QueryError](err)
	if !ok || e.Column <= 0 {
		return err
	}
	runes := []rune(query)
	at := min(e.Column-1, len(runes))
	return fmt.Errorf("character %d of the query, before %q: %w", e.Column, string(runes[at:min(at+20, len(runes))]), err)
}
