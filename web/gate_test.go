package web

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"
)

// While every place for searches is taken, games, their boards and their files are still shown;
// a search waits, and gives up its place in the queue when its client goes away.
func TestGamesDoNotWaitForSearches(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches, o.Timeout = 1, 5*time.Second })
	leave, err := s.lanes.long.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{
		"/game/7", "/game/7@3", "/game/7/record", "/game/7/raw", "/static/style.css",
		"/api/v1/game/7", "/api/v1/board/7@3", "/api/v1/tree/7",
		"/", "/?q=game:go", "/?q=pos:%22R16+D4%22", "/?q=pos:%22R16+D4%22+colors:either", "/api/v1/scene?q=pos:%22R16+D4%22", "/api/v1/explore?q=pos:R16",
	} {
		ctx, stop := context.WithTimeout(t.Context(), s.options.Timeout)
		r := httptest.NewRequestWithContext(ctx, "GET", target, nil)
		r.Host = "localhost"
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		stop()
		if w.Code != 200 {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	// The board that a pattern is asked about is drawn before its turn comes.
	e, gone, err := s.explorations.ask(t.Context(), "pat:NE[..X|...|...]", "id")
	if err != nil {
		t.Fatal(err)
	}
	for sofar, changed := e.known(); sofar == nil; sofar, changed = e.known() {
		select {
		case <-changed:
		case <-time.After(s.options.Timeout):
			t.Fatal("the board waits for a search")
		}
	}
	gone(false)
	for _, target := range []string{
		"/search", "/players", "/api/v1/count?q=pat:[.X.|XO.|...]", "/api/v1/explore?q=pat:[.X.|XO.|...]", "/api/v1/explore?q=player:shusaku", "/api/v1/scene?q=pos:R16+near:1",
	} {
		ctx, goAway := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, "GET", target, nil)
		r.Host = "localhost"
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.Handler().ServeHTTP(httptest.NewRecorder(), r)
		}()
		goAway()
		<-done
	}
	leave()
	if w := request(s, "GET", "/search", nil); w.Code != 200 {
		t.Errorf("after the searches: %d %s", w.Code, w.Body)
	}
}
