package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"kifudb/archive"
)

// A statusError is something wrong with a request, by the key of its words.
type statusError struct {
	status int
	key    string
}

func (e *statusError) Error() string { return e.key }

var (
	errNoPage = &statusError{http.StatusNotFound, "error.page"}
	errMethod = &statusError{http.StatusMethodNotAllowed, "error.method"}
)

// nowhere answers requests that no other handler takes: there is no such page, or it is asked for by
// another method.
func (s *Server) nowhere(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
			other := http.Request{Method: method, URL: r.URL, Host: r.Host}
			if _, pattern := mux.Handler(&other); pattern != "/" && pattern != "" {
				allowed = append(allowed, method)
			}
		}
		if allowed == nil {
			s.fail(w, r, errNoPage)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		s.fail(w, r, errMethod)
	}
}

// statusOf returns the status of HTTP that says what kind of error it is.
func statusOf(err error) int {
	if e, ok := errors.AsType[*statusError](err); ok {
		return e.status
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, archive.ErrAway) {
		return http.StatusServiceUnavailable
	}
	for _, known := range []struct {
		err    error
		status int
	}{
		{archive.ErrNoTag, http.StatusNotFound}, {archive.ErrTagExists, http.StatusConflict}, {archive.ErrSearchExists, http.StatusConflict},
		{archive.ErrNothingToUndo, http.StatusConflict}, {archive.ErrUploadClosed, http.StatusConflict},
	} {
		if errors.Is(err, known.err) {
			return known.status
		}
	}
	switch archive.KindOf(err) {
	case "":
		return http.StatusOK
	case archive.KindUsage:
		return http.StatusBadRequest
	case archive.KindNotFound:
		return http.StatusNotFound
	case archive.KindBusy:
		return http.StatusConflict
	case archive.KindInterrupted, archive.KindUnindexed:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// A fault is what is wrong with a query, and where.
type fault struct {
	Before, Word, After string // the query, cut where it is wrong; the word is wrong
	Message             string
	Cure                string // the query as it may be meant, "" if that is not known
}

// faultOf returns what is wrong with a query.
func faultOf(query string, err error) *fault {
	f := &fault{Before: query, Message: err.Error()}
	e, ok := errors.AsType[*archive.QueryError](err)
	if !ok {
		return f
	}
	text := []rune(query)
	from := min(max(e.Column-1, 0), len(text))
	to := from
	for to < len(text) && text[to] != ' ' {
		to++
	}
	f.Before, f.Word, f.After = string(text[:from]), string(text[from:to]), string(text[to:])
	f.Message = cmp.Or(e.Message, err.Error())
	f.Cure = f.cured()
	return f
}

// cured returns the query with the nearest field in place of one that is not known, if
// that can be understood.
func (f *fault) cured() string {
	begin := strings.TrimLeft(f.Word, "-(")
	name, value, ok := strings.Cut(begin, ":")
	near := archive.NearField(name)
	if !ok || near == "" || near == name {
		return ""
	}
	cure := f.Before + f.Word[:len(f.Word)-len(begin)] + near + ":" + value + f.After
	if _, err := parseQuery(cure); err != nil {
		return ""
	}
	return cure
}

// fail answers with what went wrong.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status := statusOf(err)
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return // nobody is there to read it
	}
	text := s.sayError(err)
	if status >= http.StatusInternalServerError {
		s.log.ErrorContext(r.Context(), "request", "address", r.URL.Path, "error", err)
	} else {
		s.log.DebugContext(r.Context(), "request", "address", r.URL.Path, "status", status, "error", err)
	}
	if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == assistantRoot {
		s.failProgram(w, r, err)
		return
	}
	f := s.frame(nil, "", s.pages.words.say("error.title"), r.URL.Query().Get("q"))
	f.Body = text
	s.show(w, r, status, "error.html", f)
}

// failProgram answers a program, which reads no page.
func (s *Server) failProgram(w http.ResponseWriter, r *http.Request, err error) {
	p := s.problemOf(r.Context(), err)
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	if err := json.NewEncoder(w).Encode(p); err != nil {
		s.log.DebugContext(r.Context(), "the client has gone", "address", r.URL.Path)
	}
}

// sayError says what went wrong, for people.
func (s *Server) sayError(err error) string {
	words := s.pages.words
	if e, ok := errors.AsType[*statusError](err); ok {
		return words.say(e.key)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return words.say("error.time", int(s.options.Timeout.Seconds()))
	}
	if archive.KindOf(err) == archive.KindUnindexed {
		return words.say("error.unindexed")
	}
	return err.Error()
}
