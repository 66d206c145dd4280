package web

import (
	"net/http"
	"strings"
	"testing"

	"kifudb/doc"
)

func TestHelp(t *testing.T) {
	s, _ := served(t, func(o *Options) {
		o.Help = []*doc.Document{doc.FromHelp("board", "What moves do", "CAPTURES are <counted>.\n  kifudb search 'captures:>=5'\n")}
	})
	for _, test := range []struct {
		target, want, not string
	}{
		{"/help", `<a href="/help/TOUR.md">A tour</a>`, ""},
		{"/help", `<a href="/help/board">What moves do</a>`, ""},
		{"/help?q=wthor", "<mark>", `href="/help/TOUR.md">`},
		{"/help?q=captures+counted", `<a href="/help/board#captures">Captures</a>`, "<counted>"},
		{"/help?q=nosuchwordanywhere", "No section has all of these words.", "<mark>"},
		{"/help/board", "&lt;counted&gt;", ""},
		{"/help/BOARD.md", "What happens on the board", ""},
		{"/help/TOUR.md", `<img src="/help/explorer.png"`, ""},
		{"/help/TOUR.md", `<a href="/help/SHOGI.md">`, "../"},
		{"/help/PARQUET.md", `<a href="https://parquet.apache.org" rel="noreferrer">`, ""},
	} {
		w := request(s, "GET", test.target, nil)
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, test.want) || test.not != "" && strings.Contains(body, test.not) {
			t.Errorf("%s: status %d, %q: %v, %q: %v", test.target, w.Code, test.want, strings.Contains(body, test.want), test.not, strings.Contains(body, test.not))
		}
	}
	if w := request(s, "GET", "/help/doc", nil); w.Code != http.StatusNotFound {
		t.Errorf("no document: %d", w.Code)
	}
	if w := request(s, "GET", "/help/tour", nil); w.Code != http.StatusFound || w.Header().Get("Location") != "/help/TOUR.md" {
		t.Errorf("a short name: %d %v", w.Code, w.Header())
	}
	if w := request(s, "GET", "/help/explorer.png", nil); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || !strings.HasPrefix(w.Body.String(), "\x89PNG") {
		t.Errorf("a picture: %d %v", w.Code, w.Header())
	}
}
