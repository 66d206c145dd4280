package web

import (
	"fmt"
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
)

var kindShown = regexp.MustCompile(`<a href="([^"]*)"( aria-current="true")?>([a-z]+)(?: (\d+)×(\d+))? <span>([\d,]+)</span></a>`)

// Pages that count games together count those of one kind and offer the others with their
// numbers, in links that keep all else that is chosen.
func TestKindsAreOffered(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	kinds, err := ask.Of(v.Views).Kinds(t.Context(), &archive.Search{})
	if err != nil || len(kinds) < 3 {
		t.Fatalf("%+v, %v", kinds, err)
	}
	get := func(address string) string {
		t.Helper()
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+address, nil))
		if w.Code != 200 {
			t.Fatalf("%s: %d", address, w.Code)
		}
		return w.Body.String()
	}
	for _, page := range []string{"/players", "/players?sort=score", "/events", "/statistics", "/statistics/groups?by=decade"} {
		found := kindShown.FindAllStringSubmatch(get(page), -1)
		if len(found) != len(kinds) {
			t.Fatalf("%s offers %d of %d kinds", page, len(found), len(kinds))
		}
		for i, f := range found {
			k := kinds[i]
			link, err := url.Parse(html.UnescapeString(f[1]))
			if err != nil {
				t.Fatal(err)
			}
			size := ""
			if f[4] != "" {
				size = f[4] + "x" + f[5]
			}
			if f[3] != k.Game || size != k.Size || f[6] != number(k.Games) || (f[2] != "") != (i == 0) || link.Query().Get("q") != k.Terms() {
				t.Errorf("%s: %v is offered for %+v", page, f, k)
			}
			base, err := url.Parse(page)
			if err != nil {
				t.Fatal(err)
			}
			for name := range base.Query() {
				if link.Query().Get(name) != base.Query().Get(name) {
					t.Errorf("%s: %s leaves out %s", page, link, name)
				}
			}
			chosen := kindShown.FindAllStringSubmatch(get(base.ResolveReference(link).String()), -1)
			for j, c := range chosen {
				if (c[2] != "") != (i == j) {
					t.Errorf("%s: %v is marked or not", link, c)
				}
			}
		}
	}
	// What is counted is of the kind that is marked, and of another question it is another.
	first := "/search?" + url.Values{"q": {kinds[0].Terms()}}.Encode()
	if text := get("/statistics"); !strings.Contains(text, html.EscapeString(first)) && !strings.Contains(text, strings.ReplaceAll(first, "+", "&#43;")) {
		t.Errorf("the overview does not link %s", first)
	}
	if got := kindShown.FindString(get("/statistics/trend?q=" + url.QueryEscape(`pos:"Q16"`))); got != "" {
		t.Errorf("of one board %s is offered", got)
	}
}

// The explorer shows the start of each kind of game on its board, and of games without rules the
// list; its links keep what else is asked and leave the board.
func TestKindsOnTheBoard(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	e, err := s.explored(t.Context(), `pos:"R16" player:shusaku`, "")
	if err != nil {
		t.Fatal(err)
	}
	body, err := s.explore(e, "", url.Values{}, nil)
	if err != nil || body.Kinds == nil || len(body.Kinds.Kinds) < 3 {
		t.Fatalf("%+v, %v", body, err)
	}
	here := 0
	for i, l := range body.Kinds.Kinds {
		if l.Here {
			here++
			if l.Game != "go" || l.Size != "19×19" {
				t.Errorf("of a board of Go %+v is marked", l)
			}
		}
		text := mustQuery(t, l.Link)
		if !strings.HasPrefix(text, "player:shusaku game:"+l.Game) {
			t.Errorf("%s asks %s", l.Link, text)
		}
		alone := e.kinds[i].Terms()
		x, err := s.explored(t.Context(), alone, "")
		if err != nil {
			t.Fatal(err)
		}
		if b := x.Scene.Board; b.Game != l.Game || l.Size != "" && fmt.Sprintf("%d×%d", b.Cols, b.Rows) != l.Size {
			t.Errorf("%s shows a board of %s, %d by %d", alone, b.Game, b.Cols, b.Rows)
		}
		if x.Next.Games == 0 {
			t.Errorf("%s finds no game at its start", alone)
		}
	}
	if here != 1 {
		t.Errorf("%d kinds are marked", here)
	}
	plain := &explored{kinds: []ask.Kind{{Game: "backgammon", Games: 1}, {Game: "go", Games: 2}}, Scene: e.Scene}
	x := &exploration{}
	if x.chooseKind(plain); x.Kinds.Kinds[0].Link != listLink("game:backgammon") || x.Kinds.Kinds[1].Link != explorerLink("game:go") {
		t.Errorf("%+v", x.Kinds.Kinds)
	}
}
