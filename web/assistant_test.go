package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestGuardOfAssistants checks that assistants are let in as other programs are.
func TestGuardOfAssistants(t *testing.T) {
	const token = "a-token-of-assistants"
	for _, readOnly := range []bool{false, true} {
		s, _ := served(t, func(o *Options) {
			o.Token, o.ReadOnly = token, readOnly
			o.Assistant = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.Copy(w, r.Body); err != nil {
					w.WriteHeader(http.StatusRequestEntityTooLarge)
				}
			})
		})
		for _, one := range []struct {
			host, token, origin string
			status              int
		}{
			{"localhost:8080", token, "", http.StatusOK},
			{"localhost:8080", "", "", http.StatusUnauthorized},
			{"localhost:8080", "another token altogether", "", http.StatusUnauthorized},
			{"evil.example", token, "", http.StatusMisdirectedRequest},
			{"localhost:8080", token, "http://evil.example", http.StatusForbidden},
		} {
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader("asked"))
			r.Host = one.host
			if one.token != "" {
				r.Header.Set("Authorization", "Bearer "+one.token)
			}
			if one.origin != "" {
				r.Header.Set("Origin", one.origin)
			}
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code >= http.StatusBadRequest && w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("%+v: refused with %s", one, w.Header().Get("Content-Type"))
			}
			if w.Code != one.status || (w.Body.String() == "asked") != (one.status == http.StatusOK) {
				t.Errorf("read only %v, %+v: %d %.80s", readOnly, one, w.Code, w.Body)
			}
		}
	}
	s, _ := served(t, nil)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/mcp", nil))
	if w.Code != http.StatusNotFound && w.Code != http.StatusMethodNotAllowed {
		t.Errorf("without assistants: %d", w.Code)
	}
}
