package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/ask"
)

// What was answered is kept, for every spelling of the question, until the archive changes.
func TestExplorationsAreKept(t *testing.T) {
	s, _ := served(t, nil)
	answer := func(text string) *explored {
		e, leave, err := s.explorations.ask(t.Context(), text, "")
		if err != nil {
			t.Fatal(err)
		}
		defer leave(false)
		<-e.done
		if e.err != nil {
			t.Fatal(e.err)
		}
		return e.answer
	}
	first := answer(`pos:"Q16" tag:seen`)
	if answer(` tag:seen   pos:"Q16" `) == first {
		t.Error("another order of terms is another question")
	}
	if answer(`pos:"Q16"  tag:seen`) != first {
		t.Error("what was answered is asked again")
	}
	if first.Next.Games != 0 {
		t.Fatalf("%d games have the tag", first.Next.Games)
	}
	request(s, "POST", "/api/v1/tags/seen", map[string]any{"games": []archive.GameID{answer(`pos:"Q16"`).Page.Games[0].ID}})
	if got := answer(`pos:"Q16" tag:seen`); got.Next.Games != 1 || len(got.Boards) != 1 {
		t.Errorf("after a change %d games, %d boards", got.Next.Games, len(got.Boards))
	}
	for i := range maxKept + 10 {
		s.explorations.keep(fmt.Sprint(i), first)
	}
	s.explorations.keep("20", first) // is there already
	if n := len(s.explorations.kept); n != maxKept || s.explorations.order.Len() != maxKept {
		t.Errorf("%d answers are kept", n)
	}
}

// Who asks while a question is asked gets its answer; what nobody waits for any more ends.
func TestExplorationsAreShared(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches = 1 })
	hold, err := s.lanes.long.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one, leaveOne, err := s.explorations.ask(t.Context(), "player:shusaku", "")
	if err != nil {
		t.Fatal(err)
	}
	two, leaveTwo, err := s.explorations.ask(t.Context(), "player:shusaku", "")
	if err != nil || one != two {
		t.Fatalf("asked twice, %v", err)
	}
	leaveOne(false)
	select {
	case <-two.done:
		t.Fatal("it ended for who is waiting")
	case <-time.After(20 * time.Millisecond):
	}
	leaveTwo(false)
	<-two.done
	if !errors.Is(two.err, context.Canceled) {
		t.Errorf("nobody waits: %v", two.err)
	}
	three, leave, err := s.explorations.ask(t.Context(), "player:shusaku", "")
	if err != nil || three == one {
		t.Fatalf("what had ended is waited for, %v", err)
	}
	defer leave(false)
	hold()
	if <-three.done; three.err != nil || three.answer.Next.Games == 0 {
		t.Errorf("asked again: %v", three.err)
	}
	s.Close()
	if _, _, err := s.explorations.ask(t.Context(), "player:jowa", ""); !errors.Is(err, errStopped) {
		t.Errorf("asked of a server that stops: %v", err)
	}
}

// Who has no more patience gets the figures so far, not before there are any.
func TestExploringWait(t *testing.T) {
	e := &exploring{done: make(chan struct{}), changed: make(chan struct{})}
	got := make(chan *explored)
	go func() {
		x, _ := e.wait(t.Context(), time.Millisecond)
		got <- x
	}()
	e.tell(explored{Scene: &ask.Scene{}})
	select {
	case <-got:
		t.Fatal("there are no figures yet")
	case <-time.After(20 * time.Millisecond):
	}
	e.tell(explored{Scene: &ask.Scene{}, Next: &ask.Next{Games: 7}})
	if x := <-got; x.Next.Games != 7 {
		t.Errorf("%+v", x)
	}
	e.answer = &explored{Next: &ask.Next{Games: 9}}
	close(e.done)
	if x, err := e.wait(t.Context(), time.Hour); err != nil || x.Next.Games != 9 {
		t.Errorf("%+v, %v", x, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&exploring{done: make(chan struct{}), changed: make(chan struct{})}).wait(gone, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone: %v", err)
	}
}

// A page of figures so far says so, and is asked for again where no script does that.
func TestGrowingPage(t *testing.T) {
	s, _ := served(t, nil)
	exact, err := s.explored(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	page := func(x *explored) string {
		body, err := s.explore(x, "", url.Values{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := s.frame(nil, "explorer", "", "")
		f.Body, f.Growing = body, x.Looked != nil
		w := httptest.NewRecorder()
		s.show(w, httptest.NewRequest("GET", "/", nil), http.StatusOK, "explorer.html", f)
		if x.Looked != nil && w.Header().Get("ETag") != "" {
			t.Error("a page that is not whole is said to be as it stays")
		}
		return w.Body.String()
	}
	const refresh, exactly = `<noscript><meta http-equiv="refresh"`, `<b>exact</b>`
	if p := page(exact); strings.Contains(p, refresh) || !strings.Contains(p, exactly) || strings.Contains(p, "looked at") {
		t.Error("an exact page that grows")
	}
	growing := *exact
	next := *exact.Next
	growing.Next, growing.Looked, growing.Boards = &next, &archive.Looked{Games: 12, Of: 90}, nil
	if p := page(&growing); !strings.Contains(p, refresh) || strings.Contains(p, exactly) || !strings.Contains(p, "games so far, of 12 of 90 looked at") {
		t.Error("a page that grows is shown as exact")
	}
}

// What is watched begins with the board that is asked for and ends with what is answered
// otherwise.
func TestWatchedExploration(t *testing.T) {
	s, _ := served(t, nil)
	const target = "/api/v1/explore?q=pos:%22R16%22"
	whole := request(s, "GET", target, nil).Body.String()
	for _, kept := range []bool{false, true} {
		if !kept {
			s.explorations = newExplorations(s)
		}
		lines := strings.Split(strings.TrimSpace(request(s, "GET", target+"&watch=true", nil).Body.String()), "\n")
		if lines[len(lines)-1] != strings.TrimSpace(whole) {
			t.Errorf("kept %v: it ends with %.200s", kept, lines[len(lines)-1])
		}
		var first explored
		if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Scene == nil || first.Scene.Board == nil {
			t.Errorf("kept %v: it begins with %.200s", kept, lines[0])
		}
	}
}

// A page that who asks has already is not sent again, until it changes.
func TestPagesAreSentOnce(t *testing.T) {
	s, _ := served(t, nil)
	for _, target := range []string{"/", "/?q=pos:%22R16%22", "/search?q=player:shusaku", "/game/1", "/archive"} {
		first := request(s, "GET", target, nil)
		tag := first.Header().Get("ETag")
		if tag == "" {
			t.Errorf("%s has no ETag", target)
		}
		if w := request(s, "GET", target, nil, header("If-None-Match", tag)); w.Code != http.StatusNotModified || w.Body.Len() > 0 || w.Header().Get("ETag") != tag {
			t.Errorf("%s: %d, %d bytes", target, w.Code, w.Body.Len())
		}
		if w := request(s, "GET", target, nil, header("If-None-Match", tag), header("Accept-Language", "ja")); w.Code != http.StatusOK {
			t.Errorf("%s: in another language %d", target, w.Code)
		}
	}
	if w := request(s, "GET", "/nowhere", nil); w.Header().Get("ETag") != "" {
		t.Error("what is not there is said to stay as it is")
	}
}
