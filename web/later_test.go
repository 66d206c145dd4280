package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// begun asks for a page whose body waits, and returns what is sent before the body.
func begun(t *testing.T, server *httptest.Server, target string) (head string, page *bufio.Reader, answer *http.Response) {
	t.Helper()
	answer, err := http.Get(server.URL + target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	page = bufio.NewReader(answer.Body)
	for !strings.Contains(head, `<main id="content">`) {
		line, err := page.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: %v after %s", target, err, head)
		}
		head += line
	}
	return head, page, answer
}

// While every place for searches is taken, pages of figures send their heads and their headings. The
// figures follow, as in the page that was sent at once but for its ETag.
func TestPagesBegin(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches, o.Patience = 1, time.Nanosecond })
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	for _, target := range []string{
		"/players", "/events", "/player?name=Honinbo+Shusaku", "/aliases", "/search", "/search?q=player:shusaku", "/statistics", "/statistics/groups",
		"/statistics/tree", "/statistics/trend", "/statistics/first?q=pos:R16",
	} {
		leave, err := s.lanes.long.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		head, page, answer := begun(t, server, target)
		leave()
		rest, err := io.ReadAll(page)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != 200 || answer.Header.Get("ETag") != "" || !strings.Contains(answer.Header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s: %d %v", target, answer.StatusCode, answer.Header)
		}
		whole := request(s, http.MethodHead, target, nil) // which is never sent in two parts
		if whole.Code != 200 || whole.Header().Get("ETag") == "" {
			t.Errorf("%s: at once %d %v", target, whole.Code, whole.Header())
		}
		for _, wanted := range []string{`<nav class="menu"`, `class="search"`} {
			if !strings.Contains(head, wanted) {
				t.Errorf("%s: there is no %s at first", target, wanted)
			}
		}
		if got := string(rest); !strings.Contains(got, "</html>") || strings.Contains(got, `role="alert"`) || len(got) < 500 {
			t.Errorf("%s: then comes %s", target, got)
		}
	}
}

// What fails after the head was sent is said in the page.
func TestPagesFailLate(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Patience = time.Nanosecond })
	for name, fails := range map[string]func(){"error": nil, "panic": func() { panic("a fault") }} {
		fail := make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.showSoon(w, r, "aliases.html", s.frame(nil, "", "", ""), func(context.Context) (func(bool) int, error) {
				<-fail
				if fails != nil {
					fails()
				}
				return nil, errors.New("<the disk is gone>")
			})
		}))
		_, page, _ := begun(t, server, "/aliases")
		close(fail)
		rest, err := io.ReadAll(page)
		if err != nil {
			t.Fatal(err)
		}
		got := string(rest)
		if !strings.Contains(got, `role="alert"`) || !strings.HasSuffix(got, "</html>\n") || name == "error" && !strings.Contains(got, "&lt;the disk is gone&gt;") {
			t.Errorf("%s: %s", name, got)
		}
		server.Close()
	}
}

// A question that is wrong is said in the page where its head could not say so any more.
func TestQuestionsWrongLate(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches, o.Patience = 1, time.Nanosecond })
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	for _, target := range []string{"/search?q=dat:2015", "/statistics/groups?q=dat:2015", "/statistics/groups?by=nothing"} {
		leave, err := s.lanes.long.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ := begun(t, server, target)
		leave()
		rest, err := io.ReadAll(page)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(rest); !strings.Contains(got, `role="alert">`) || !strings.Contains(got, "</html>") {
			t.Errorf("%s: %s", target, got)
		}
		if w := request(s, http.MethodHead, target, nil); w.Code != http.StatusBadRequest {
			t.Errorf("%s at once: %d", target, w.Code)
		}
	}
}
