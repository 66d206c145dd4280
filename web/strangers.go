package web

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// Whoever asks a server that is for reading only may be a stranger, whom the folders of this machine do
// not concern. Every page and every answer passes a [strangerWriter], which takes them out. Others see
// whole paths, as they can import files by them.

// forStrangers takes the folders of this machine out of answers if the server is for reading only.
func (s *Server) forStrangers(next http.Handler) http.Handler {
	if !s.options.ReadOnly {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := s.origins(); err != nil { // rather nothing than what is not to be told
			s.log.ErrorContext(r.Context(), "origins", "error", err)
			s.fail(w, r, &statusError{http.StatusInternalServerError, "error.inside"})
			return
		}
		out := &strangerWriter{ResponseWriter: w, origins: s.origins}
		next.ServeHTTP(out, r)
		if err := out.end(); err != nil {
			s.log.DebugContext(r.Context(), "the client has gone", "address", r.URL.Path)
		}
	})
}

// origins returns the folders that strangers are not told.
func (s *Server) origins() (*archive.Origins, error) { return s.archive.Origins(s.options.Folders...) }

// nameFields are the fields that have the names of a kind.
var nameFields = map[ask.NameKind]string{ask.PlayerNames: "player", ask.EventNames: "event", ask.CollectionNames: "folder"}

// namePageFor returns the page of a name. It may be cut as in
// lists, and a stranger knows a collection by its short name.
func (s *Server) namePageFor(ctx context.Context, v *archive.View, q *archive.Search, kind ask.NameKind, name string) (_ *ask.NamePage, err error) {
	names := []string{name}
	if strings.HasSuffix(name, "…") { // cut in a list
		list, err := s.values.of(ctx, v, nameFields[kind])
		if err != nil {
			return nil, err
		}
		for _, value := range list.values {
			if value.text != name && shorten(value.text) == name {
				names = append(names, value.text)
			}
		}
	}
	if s.options.ReadOnly && kind == ask.CollectionNames {
		o, err := s.origins()
		if err != nil {
			return nil, err
		}
		for _, short := range slices.Clone(names) {
			names = append(names, o.Paths(short)...)
		}
	}
	for i, name := range names {
		found, wrong := ask.Of(v.Views).NamePage(ctx, q, kind, name)
		if !errors.Is(wrong, archive.ErrNoName) {
			return found, wrong
		}
		if i == 0 {
			err = wrong
		}
	}
	return nil, err
}

// A strangerWriter writes answers without the folders of this machine. It holds back what may be a part
// of a path until the rest comes, or until the answer is flushed.
type strangerWriter struct {
	http.ResponseWriter
	origins func() (*archive.Origins, error)

	begun, cut, markup bool
	known              *archive.Origins // nil before the first piece, as the handler may learn of an import
	held               []byte
}

// heldBytes is how much is held back at most where a line or a tag ends.
const heldBytes = 64 << 10

// cutTypes are the types of answers that are texts of the server's own, and which of them are markup.
var cutTypes = map[string]bool{
	"text/html": true, "image/svg+xml": true,
	"application/json": false, "application/problem+json": false, ndjson: false, eventStream: false, "text/csv": false, "text/plain": false,
}

// begin looks at what the answer is.
func (w *strangerWriter) begin() {
	if w.begun {
		return
	}
	w.begun = true
	kind, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	w.markup, w.cut = cutTypes[kind]
	if w.cut {
		w.Header().Del("Content-Length")
	}
}

// WriteHeader implements [http.ResponseWriter].
func (w *strangerWriter) WriteHeader(status int) {
	if status >= http.StatusOK {
		w.begin()
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *strangerWriter) Write(p []byte) (int, error) {
	w.begin()
	if !w.cut {
		return w.ResponseWriter.Write(p)
	}
	w.held = append(w.held, p...)
	if len(w.held) < heldBytes {
		return len(p), nil
	}
	last := bytes.LastIndexByte(w.held, '\n')
	if w.markup {
		last = max(last, bytes.LastIndexByte(w.held, '<')-1)
	}
	return len(p), w.send(last + 1)
}

// send writes so much of what is held back.
func (w *strangerWriter) send(n int) error {
	if n <= 0 {
		return nil
	}
	if w.known == nil {
		o, err := w.origins()
		if err != nil {
			return err
		}
		w.known = o
	}
	_, err := w.ResponseWriter.Write(w.known.Cut(w.held[:n:n], w.markup))
	w.held = slices.Delete(w.held, 0, n)
	return err
}

// FlushError sends what is held back, see [http.ResponseController].
func (w *strangerWriter) FlushError() error {
	if err := w.send(len(w.held)); err != nil {
		return err
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// end sends the rest of an answer.
func (w *strangerWriter) end() error { return w.send(len(w.held)) }

// Unwrap is for [http.ResponseController].
func (w *strangerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
