package monitor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"kifudb/internal/monitor"
)

func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// An operator sees figures and whether the server is ready; why it is not is for the log alone.
func TestHandler(t *testing.T) {
	var trouble error
	m := monitor.New("v1", func(context.Context) error { return trouble })
	m.Gauge("kifudb_archive_games", "Games.", func() float64 { return 82 })
	m.Counter("kifudb_questions_total", "Questions.", func() float64 { return 3 })
	m.Times("kifudb_question_duration_seconds", "Times.")(20 * time.Millisecond)
	for _, line := range []string{
		`kifudb_build_info{version="v1"} 1`, "kifudb_archive_games 82", "kifudb_questions_total 3",
		`kifudb_question_duration_seconds_bucket{le="0.01"} 0`, `kifudb_question_duration_seconds_bucket{le="0.03"} 1`, "go_goroutines ",
	} {
		if w := get(m.Handler(), monitor.MetricsPath); !strings.Contains(w.Body.String(), line) {
			t.Errorf("no %q in the figures", line)
		}
	}
	for _, one := range []struct {
		path   string
		err    error
		status int
		text   string
	}{
		{monitor.AlivePath, nil, 200, "alive\n"},
		{monitor.ReadyPath, nil, 200, "ready\n"},
		{monitor.AlivePath, errors.New("/secret/folder is gone"), 200, "alive\n"},
		{monitor.ReadyPath, errors.New("/secret/folder is gone"), 503, "not ready: the log of the server says why\n"},
	} {
		trouble = one.err
		if w := get(m.Handler(), one.path); w.Code != one.status || w.Body.String() != one.text {
			t.Errorf("%s with %v: %d %q", one.path, one.err, w.Code, w.Body)
		}
	}
}

// A probe that gives up is answered, even if the server never finds out whether it is ready.
func TestReadyEndsWithTheProbe(t *testing.T) {
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	m := monitor.New("v1", func(context.Context) error { <-never; return nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	m.Ready(w, httptest.NewRequestWithContext(ctx, "GET", monitor.ReadyPath, nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Error(w.Code)
	}
}

// Requests are counted by route, also those that are refused or panic, and what is logged about one has its id.
func TestRequests(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(monitor.Logged(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))).With("server", "a")
	m := monitor.New("v1", func(context.Context) error { return nil })
	h := m.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refused" {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		monitor.Route(r, "/game/{id}")
		log.InfoContext(r.Context(), "here")
		if r.URL.Path == "/game/8" {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, "game")
		http.NewResponseController(w).Flush()
	}), log)
	w := get(h, "/game/7", monitor.RequestHeader, "abc-1")
	if id := w.Header().Get(monitor.RequestHeader); id != "abc-1" || !w.Flushed {
		t.Errorf("id %q, flushed %v", id, w.Flushed)
	}
	for _, evil := range []string{"a b", "x\ty", strings.Repeat("a", 65), "é", ""} {
		if id := get(h, "/refused", monitor.RequestHeader, evil).Header().Get(monitor.RequestHeader); !regexp.MustCompile(`^[A-Z2-7]{16}$`).MatchString(id) {
			t.Errorf("id %q for %q", id, evil)
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		get(h, "/game/8")
	}()
	r := httptest.NewRequest("BREW", "/game/7", nil)
	h.ServeHTTP(httptest.NewRecorder(), r)
	figures := get(m.Handler(), monitor.MetricsPath).Body.String()
	for _, line := range []string{
		`kifudb_http_requests_total{method="GET",route="/game/{id}",status="200"} 1`,
		`kifudb_http_requests_total{method="GET",route="/game/{id}",status="500"} 1`,
		`kifudb_http_requests_total{method="other",route="/game/{id}",status="200"} 1`,
		`kifudb_http_requests_total{method="GET",route="refused",status="403"} 5`,
		`kifudb_http_request_duration_seconds_count{route="refused"} 5`, "kifudb_http_requests_running 0",
	} {
		if !strings.Contains(figures, line+"\n") {
			t.Errorf("no %q in\n%s", line, regexp.MustCompile(`(?m)^kifudb_http.*`).FindAllString(figures, -1))
		}
	}
	for _, line := range []string{"msg=here server=a request=abc-1", "msg=answered server=a method=GET address=/game/7 status=200 bytes=4 "} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no %q in\n%s", line, out.String())
		}
	}
	out.Reset()
	if log.Info("nobody asked"); strings.Contains(out.String(), "request=") {
		t.Errorf("a line about no request has an id: %s", out.String())
	}
}

func ExampleMonitor() {
	games := 82.0
	m := monitor.New("v1.0.0", func(context.Context) error { return nil })
	m.Gauge("kifudb_archive_games", "Games in the archive.", func() float64 { return games })
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", monitor.ReadyPath, nil))
	fmt.Print(w.Code, " ", w.Body)
	// Output: 200 ready
}
