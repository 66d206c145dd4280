package lichess

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/ask"
)

// Options say what a server asks.
type Options struct {
	// Ask hands on a view of the archives as they are now, and does so again if it turns out to be
	// stale.
	Ask func(func(*archive.Views) error) error
	// Searches is how many questions are answered at once, others wait; 0 for the usual number.
	Searches int
	// Timeout ends a question that takes longer; 0 for the usual time.
	Timeout time.Duration
	// Log is told of questions that fail by no fault of the program that asks; nil for nobody.
	Log *slog.Logger
}

const usualTimeout = 30 * time.Second

// A Server answers programs. It is safe for concurrent use.
type Server struct {
	options Options
	places  chan struct{} // as many as questions are answered at once
}

// New returns a server of archives, which stay the caller's to close.
func New(o Options) *Server {
	o.Searches = cmp.Or(o.Searches, runtime.GOMAXPROCS(0)+1)
	o.Timeout = cmp.Or(o.Timeout, usualTimeout)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{options: o, places: make(chan struct{}, o.Searches)}
}

// Handler answers over HTTP, at addresses below its root. Whoever mounts it checks who asks.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /masters", s.explore(masters))
	mux.HandleFunc("GET /lichess", s.explore(everyone))
	mux.HandleFunc("GET /player", s.explore(player))
	mux.HandleFunc("GET /masters/pgn/{id}", s.pgn)
	// Old names, which programs still use.
	mux.HandleFunc("GET /master", s.explore(masters))
	mux.HandleFunc("GET /personal", s.explore(player))
	mux.HandleFunc("GET /master/pgn/{id}", s.pgn)
	return mux
}

// asking waits for a place and runs a question.
func (s *Server) asking(r *http.Request, do func(context.Context, *ask.Views) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.options.Timeout)
	defer cancel()
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.options.Ask(func(vs *archive.Views) error { return do(ctx, ask.Of(vs)) })
}

// explore answers one kind of question.
func (s *Server) explore(kind endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q, err := readQuestion(kind, r.URL.Query())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var found *answer
		err = s.asking(r, func(ctx context.Context, vs *ask.Views) (err error) {
			found, err = q.answer(ctx, vs)
			return err
		})
		if err != nil {
			s.fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if kind == player { // a line for each state of the answer, the last of which counts
			w.Header().Set("Content-Type", "application/x-ndjson")
		}
		if err := json.NewEncoder(w).Encode(found); err != nil {
			s.options.Log.Debug("an answer was not sent", "error", err)
		}
	}
}

// pgn answers with the record of a game.
func (s *Server) pgn(w http.ResponseWriter, r *http.Request) {
	var text strings.Builder
	err := s.asking(r, func(_ context.Context, vs *ask.Views) error {
		text.Reset()
		return writePGN(&text, vs, r.PathValue("id"))
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	_, _ = io.WriteString(w, text.String()) // the client may be gone
}

// writePGN writes a game, given its number.
func writePGN(w io.Writer, vs *ask.Views, id string) error {
	set, err := vs.GamesNamed([]string{id})
	if err != nil {
		return err
	}
	format, err := export.RecordFormatNamed("pgn", 0)
	if err != nil {
		return err
	}
	records := export.NewRecordWriter(w, export.RecordOptions{Format: format})
	for g, err := range vs.GamesIn(set) {
		if err != nil {
			return err
		}
		if g.Kind().About().Number != chessNumber {
			return archive.ErrNoGame
		}
		if err := records.Write(g); err != nil {
			return err
		}
	}
	_, err = records.Finish()
	return err
}

// fail answers that something went wrong.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, "the archive could not be asked"
	var request *archive.RequestError
	switch {
	case errors.As(err, &request):
		status, text = http.StatusBadRequest, err.Error()
	case errors.Is(err, archive.ErrNoGame):
		status, text = http.StatusNotFound, "there is no such game"
	case errors.Is(err, context.DeadlineExceeded):
		status, text = http.StatusServiceUnavailable, "the answer took too long"
	case r.Context().Err() != nil:
		return // nobody waits any more
	default:
		s.options.Log.Error("explorer", "path", r.URL.Path, "error", err)
	}
	http.Error(w, text, status)
}
