package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
)

// drillCard returns the form of a page of the drill.
func drillCard(t *testing.T, page string) url.Values {
	t.Helper()
	values := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		values.Set(m[1], m[2])
	}
	if values.Get("ref") == "" {
		t.Fatalf("no form: %.2000s", page)
	}
	return values
}

func drillGet(t *testing.T, s *Server, target string, status int) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost:8080"+target, nil))
	if w.Code != status {
		t.Fatalf("%s: status %d, want %d: %.600s", target, w.Code, status, w.Body)
	}
	return w.Body.String()
}

// A guess is judged as the command judges it, and kept once; a page that is loaded again keeps nothing.
func TestDrillPage(t *testing.T) {
	s, a := served(t, nil)
	form := drillCard(t, drillGet(t, s, "/drill?q=player:shusaku", http.StatusOK))
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	vs := ask.Of(v.Views)
	card, err := vs.DrillCardAt(t.Context(), form.Get("ref"), -1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := vs.Answer(t.Context(), card, "", false, false)
	if err != nil {
		t.Fatal(err)
	}
	form.Set("move", want.Right[0].Name)
	w := post(s, "/drill", form)
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/drill/answer?") {
		t.Fatalf("status %d, to %q: %.600s", w.Code, to, w.Body)
	}
	for range 2 {
		page := drillGet(t, s, to, http.StatusOK)
		for _, text := range []string{"Right", want.Right[0].Name, "Answered once so far.", `href="/drill?q=player%3Ashusaku&amp;seed=1"`} {
			if !strings.Contains(page, text) {
				t.Errorf("%q is missing: %.3000s", text, page)
			}
		}
	}
	var wrong string
	for _, p := range card.Plays() {
		if wrong = p.Text; wrong != want.Right[0].Name {
			break
		}
	}
	form.Set("move", wrong)
	if page := drillGet(t, s, "/drill/answer?"+form.Encode(), http.StatusOK); !strings.Contains(page, "Not this time") {
		t.Errorf("%s is right: %.2000s", wrong, page)
	}
	form.Set("move", "<script>")
	if w := post(s, "/drill", form); w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), "<script>") || !strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("status %d for a move that cannot be read: %.600s", w.Code, w.Body)
	}
	help := drillGet(t, s, "/drill?q=player:shusaku&help=1", http.StatusOK)
	if n := strings.Count(help, `name="move" value=`); n != 4 || !strings.Contains(help, `name="helped" value="1"`) {
		t.Errorf("%d choices", n)
	}
}

// Every clickable point is a legal move, and one that is read as that move.
func TestDrillPlays(t *testing.T) {
	_, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery("moves:>20")
	if err != nil {
		t.Fatal(err)
	}
	d, err := ask.Of(v.Views).Drill(t.Context(), &archive.Choice{Query: q}, &ask.DrillOptions{Limit: 40, From: 1})
	if err != nil {
		t.Fatal(err)
	}
	clicked := 0
	for i := range d.Cards {
		c := &d.Cards[i]
		board := c.Board()
		for _, p := range c.Plays() {
			clicked++
			code, err := c.ReadMove(p.Text)
			if err != nil || code.X() != p.X && board.Cells == "points" || code.Y() != p.Y && board.Cells == "points" {
				t.Fatalf("%s: %+v is read as %v, %v", c.Ref, p, code, err)
			}
		}
	}
	if len(d.Cards) < 20 || clicked < 1000 {
		t.Errorf("%d points of %d positions", clicked, len(d.Cards))
	}
}

// A server for reading only judges guesses, keeps none and says so. Bad addresses are refused.
func TestDrillReadOnly(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.ReadOnly = true })
	page := drillGet(t, s, "/drill?q=player:shusaku", http.StatusOK)
	if !strings.Contains(page, "answers are not kept") || !strings.Contains(page, `method="get" action="/drill/answer"`) {
		t.Errorf("nothing is said: %.2000s", page)
	}
	form := drillCard(t, page)
	if w := post(s, "/drill", form); w.Code != http.StatusForbidden {
		t.Errorf("status %d", w.Code)
	}
	drillGet(t, s, "/drill/answer?"+form.Encode(), http.StatusOK)
	for target, status := range map[string]int{
		"/drill": http.StatusOK, "/drill?q=zzzzzz": http.StatusOK, "/drill?q=pos:(": http.StatusOK, "/drill?seed=x": http.StatusBadRequest, "/drill?at=-1": http.StatusBadRequest,
		"/drill/answer": http.StatusBadRequest, "/drill/answer?ref=9999@1&next=2": http.StatusNotFound, "/drill/answer?ref=1@0&next=999999": http.StatusBadRequest,
		"/drill?side=x&q=player:shusaku": http.StatusBadRequest,
	} {
		drillGet(t, s, target, status)
	}
}
