package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"kifudb/archive"
	"kifudb/internal/monitor"
)

// seen is the archive as it was when somebody last asked about it. Figures for an operator must not
// wait for an object store that is away.
type seen struct{ games, generation atomic.Int64 }

func (n *seen) note(v *archive.View) {
	n.games.Store(int64(v.Len()))
	n.generation.Store(int64(v.Generation()))
}

// newMonitor returns what an operator can see of the server.
func (s *Server) newMonitor() *monitor.Monitor {
	m := monitor.New(archive.Version(), s.isReady)
	m.Gauge("kifudb_archive_games", "Games in the archive, as of the last question.", func() float64 { return float64(s.seen.games.Load()) })
	m.Gauge("kifudb_archive_generation", "Changes that were made to the archive since it was created, as of the last question.", func() float64 { return float64(s.seen.generation.Load()) })
	m.Gauge("kifudb_questions_running", "Questions that are being answered, apart from those about one game or one position.", func() float64 { return float64(s.lanes.long.running()) })
	m.Gauge("kifudb_questions_waiting", "Questions that wait until others are answered.", func() float64 { return float64(s.lanes.long.waiting() + s.lanes.quick.waiting()) })
	m.Gauge("kifudb_jobs_running", "Imports, checks and other long work that is being done.", func() float64 {
		running := 0
		for _, job := range s.archive.Jobs() {
			if job.State == "running" {
				running++
			}
		}
		return float64(running)
	})
	return m
}

// errNobody is why a server is not ready of whose nodes none answers.
var errNobody = errors.New("no node answers")

// isReady returns why questions cannot be answered now: the archive cannot be read, or no node answers. A server some of
// whose nodes are away answers, and says what is missing; all servers have the same nodes, and would all be out of service.
func (s *Server) isReady(ctx context.Context) error {
	if s.drain.hasBegun() {
		return errStopping
	}
	err := s.archive.Ask(func(v *archive.View) error {
		s.seen.note(v)
		all, err := v.Count(ctx, &archive.Search{})
		if err == nil && all.Total == 0 && archive.Incomplete(all.Notices) {
			err = errNobody
		}
		return err
	})
	if err != nil {
		s.log.WarnContext(ctx, "not ready", "error", err)
	}
	return err
}

// watched lets probes pass that know neither the token nor a name of the server, and counts requests.
func (s *Server) watched(next http.Handler) http.Handler {
	m := s.monitor
	return m.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isRead(r.Method):
			next.ServeHTTP(w, r)
		case r.URL.Path == monitor.AlivePath:
			monitor.Route(r, r.URL.Path)
			m.Alive(w, r)
		case r.URL.Path == monitor.ReadyPath:
			monitor.Route(r, r.URL.Path)
			m.Ready(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	}), s.log)
}

// routed notes which route of a mux answers a request.
func routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		if _, path, ok := strings.Cut(pattern, " "); ok {
			pattern = path
		}
		if pattern == "/" {
			pattern = "unknown"
		}
		monitor.Route(r, pattern)
		mux.ServeHTTP(w, r)
	})
}
