package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestGuardOfExplorer checks that programs that know the explorer of lichess.org are let in as others are, and
// that the handler sees addresses below its root.
func TestGuardOfExplorer(t *testing.T) {
	const token = "a-token-of-programs"
	s, _ := served(t, func(o *Options) {
		o.Token, o.ReadOnly = token, true
		o.Explorer = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })
	})
	for _, one := range []struct {
		host, token, origin string
		status              int
	}{
		{"localhost:8080", token, "", http.StatusOK},
		{"localhost:8080", "", "", http.StatusUnauthorized},
		{"evil.example", token, "", http.StatusMisdirectedRequest},
		{"localhost:8080", token, "http://evil.example", http.StatusForbidden},
	} {
		r := httptest.NewRequest(http.MethodGet, "/masters?play=e2e4", nil)
		r.Host = one.host
		if one.token != "" {
			r.Header.Set("Authorization", "Bearer "+one.token)
		}
		if one.origin != "" {
			r.Header.Set("Origin", one.origin)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != one.status || (w.Body.String() == "/masters") != (one.status == http.StatusOK) {
			t.Errorf("%+v: %d %.80s", one, w.Code, w.Body)
		}
	}
	for address, explorer := range map[string]bool{"/player?player=a&color=white": true, "/masters/pgn/7": true, "/master/pgn/7": true, "/master": true, "/personal": true, "/lichess": true, "/player?name=a": false, "/search": false} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if got := w.Body.String() == r.URL.Path; got != explorer {
			t.Errorf("%s: answered by the explorer: %v", address, got)
		}
	}
	s, _ = served(t, nil)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/masters", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("without an explorer: %d", w.Code)
	}
}
