package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kifudb/internal/monitor"
)

// Probes need neither the token nor a name of the server, and learn nothing but whether it is ready; figures are for
// those who have the token.
func TestMonitor(t *testing.T) {
	var out bytes.Buffer
	s, _ := served(t, func(o *Options) {
		o.Token = "0123456789abcdef"
		o.Log = slog.New(monitor.Logged(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})))
	})
	get := func(path, host, token string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = host
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	for path, want := range map[string]string{"/healthz": "alive\n", "/readyz": "ready\n"} {
		if w := get(path, "10.1.2.3:8080", ""); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
	}
	if w := get("/metrics", "localhost", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("figures without the token: %d", w.Code)
	}
	for path, status := range map[string]int{"/game/7": 200, "/game/100000": 404, "/nowhere": 404, "/api/v1/game/7": 200, "/search?q=player:": 400} {
		if w := get(path, "localhost", s.options.Token); w.Code != status {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	w := get("/metrics", "localhost", s.options.Token)
	for _, line := range []string{
		`kifudb_http_requests_total{method="GET",route="/game/{ref}",status="200"} 1`,
		`kifudb_http_requests_total{method="GET",route="/game/{ref}",status="404"} 1`,
		`kifudb_http_requests_total{method="GET",route="/api/v1/game/{ref}",status="200"} 1`,
		`kifudb_http_requests_total{method="GET",route="/search",status="400"} 1`,
		`kifudb_http_requests_total{method="GET",route="unknown",status="404"} 1`,
		`kifudb_http_requests_total{method="GET",route="refused",status="401"} 1`,
		`kifudb_http_requests_total{method="GET",route="/readyz",status="200"} 1`,
		"kifudb_questions_running 0", "kifudb_questions_waiting 0", "kifudb_jobs_running 0",
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("no %q in the figures", line)
		}
	}
	if strings.Contains(w.Body.String(), "kifudb_archive_games 0\n") {
		t.Error("an archive without games")
	}
	if !strings.Contains(out.String(), "address=/game/100000 status=404") || !strings.Contains(out.String(), "request=") {
		t.Errorf("the log:\n%s", out.String())
	}
}

// A server whose archive cannot be read is alive and not ready, and its log says why.
func TestNotReady(t *testing.T) {
	var out bytes.Buffer
	s, a := served(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&out, nil))
	})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for path, status := range map[string]int{"/healthz": 200, "/readyz": 503} {
		r := httptest.NewRequest("GET", path, nil)
		w := httptest.NewRecorder()
		if s.Handler().ServeHTTP(w, r); w.Code != status {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
	}
	if !strings.Contains(out.String(), "not ready") {
		t.Errorf("the log: %s", out.String())
	}
}
