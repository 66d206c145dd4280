package web

import (
	"encoding/json"
	"html"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/ask"
)

// The script of the explorer gets the parts of the page as the page itself has them.
func TestExplorerPartsAreThePage(t *testing.T) {
	s, _ := served(t, nil)
	get := func(address, accept string) *httptest.ResponseRecorder {
		t.Helper()
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://localhost"+address, nil)
		r.Header.Set("Accept", accept)
		s.Handler().ServeHTTP(w, r)
		return w
	}
	for _, values := range []url.Values{
		{}, {"q": {`pos:"R16"`}}, {"q": {`pos:"R16"`}, "side": {"W"}, "sort": {"-date"}}, {"q": {"pat:NE[.....|..X..|.....] colors:either"}, "all": {"1"}},
		{"q": {"player:nobodyatall"}}, {"q": {"game:othello"}}, {"q": {"game:go size:9x9"}},
	} {
		address := "/?" + values.Encode()
		lines := strings.Split(strings.TrimSpace(get(address, ndjson).Body.String()), "\n")
		var last exploredLine
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
			t.Fatal(address, err)
		}
		page := get(address, "text/html").Body.String()
		if last.Looked != nil || len(last.Parts) != len(exploredParts) {
			t.Fatalf("%s: %d parts, looked at %+v", address, len(last.Parts), last.Looked)
		}
		for i, text := range lines {
			var line exploredLine
			if err := json.Unmarshal([]byte(text), &line); err != nil || !strings.HasPrefix(line.Picture, `<svg class="board"`) {
				t.Errorf("%s: line %d has no picture of the board: %v", address, i, err)
			}
		}
		if !strings.Contains(page, "<kifu-board>"+last.Picture+"</kifu-board>") {
			t.Errorf("%s: the board is another one on the page", address)
		}
		for id, part := range last.Parts {
			if !strings.Contains(page, ` id="`+id+`">`+part+"<") {
				t.Errorf("%s: %s is another one on the page: %s", address, id, part)
			}
		}
	}
	fault := get("/?q=dat:2015", ndjson)
	var p problem
	if err := json.Unmarshal(fault.Body.Bytes(), &p); err != nil || fault.Code != 400 || p.Word != "dat:2015" || p.Cure == "" {
		t.Errorf("%d, %+v, %v", fault.Code, p, err)
	}
}

// The first view has the latest games with their last positions, and a chart of the years in
// order.
func TestRecentGames(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	e, err := s.explored(t.Context(), "", sortOf("", url.Values{}))
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Page.Games) != shownGames {
		t.Fatalf("%d games", len(e.Page.Games))
	}
	latest, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"19x19"`), Sort: "-date", Limit: shownGames})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range e.Page.Games {
		if g.ID != latest.Games[i].ID {
			t.Errorf("game %d is shown, want %d", g.ID, latest.Games[i].ID)
		}
		if g.Moves > 0 && len(e.Boards[i].Pieces) == 0 {
			t.Errorf("game %d of %d moves has an empty board", g.ID, g.Moves)
		}
	}
	body, err := s.explore(e, "", url.Values{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range body.Cards {
		if len(c.Hits) > 0 || strings.Contains(c.Link, "@") || strings.Contains(c.Link, "%40") {
			t.Errorf("%s leads to a place in it: %s", c.Name(), c.Link)
		}
	}
	games, x := 0, -1.0
	for _, column := range body.Years.Columns {
		if column.X <= x || column.Height <= 0 || column.Height > yearHeight {
			t.Errorf("%+v", column)
		}
		x = column.X
		q, err := parseQuery(mustQuery(t, column.Link))
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Count(t.Context(), &archive.Search{Query: q})
		if err != nil || page.Total != column.Games {
			t.Errorf("%s finds %d games, %v, and is drawn with %d", column.Link, page.Total, err, column.Games)
		}
		games += column.Games
	}
	if games == 0 || games > e.Page.Total || body.Years.Field != "decade" {
		t.Errorf("%d of %d games by %s", games, e.Page.Total, body.Years.Field)
	}
	// A few years are drawn one by one.
	few := newYearChart([]archive.Facet{
		{Field: "year", Values: []archive.FacetValue{{Value: "1999", Games: 2}, {Value: "2003", Games: 4}}},
		{Field: "decade", Values: []archive.FacetValue{{Value: "1990s", Games: 2}, {Value: "2000s", Games: 4}}},
	}, "player:x")
	if few.Field != "year" || few.Width != 5*yearStep || len(few.Columns) != 2 || few.Columns[1].X != 4*yearStep || few.Columns[0].Height != yearHeight/2 || mustQuery(t, few.Columns[0].Link) != `player:x date:"1999"` {
		t.Errorf("%+v", few)
	}
}

// mustQuery is the question of a link.
func mustQuery(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(html.UnescapeString(link))
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("q")
}

// While an answer grows, moves keep the places in which they were seen first; the final one is in
// its own order.
func TestRowsKeepTheirPlaces(t *testing.T) {
	answer := func(looked *archive.Looked, points ...string) *explored {
		x := &explored{Next: &ask.Next{}, Looked: looked}
		for _, p := range points {
			x.Next.Next = append(x.Next.Next, ask.NextMove{Move: archive.Move{Color: "B", Point: p}})
		}
		return x
	}
	order := rowOrder{}
	for _, step := range []struct {
		given *explored
		want  string
	}{
		{&explored{Looked: &archive.Looked{}}, ""},
		{answer(&archive.Looked{Games: 1, Of: 9}, "aa", "bb"), "aa bb "},
		{answer(&archive.Looked{Games: 5, Of: 9}, "cc", "bb", "aa"), "aa bb cc "},
		{answer(nil, "cc", "bb", "aa"), "cc bb aa "},
	} {
		got := ""
		if next := order.keep(step.given).Next; next != nil {
			for _, c := range next.Next {
				got += c.Point + " "
			}
		}
		if got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	if given := answer(&archive.Looked{Games: 5, Of: 9}, "cc", "aa"); order.keep(given) == given || given.Next.Next[0].Point != "cc" {
		t.Error("the answer itself is changed, which others have, too")
	}
}

// A question is said in words.
func TestAskedInWords(t *testing.T) {
	s, _ := served(t, nil)
	for text, want := range map[string]string{
		"":                                 "the start of the game||",
		"player:shusaku":                   "the start of the game||player:shusaku",
		`pos:"R16 D4"`:                     "the whole board, 2 stones; these colors; every symmetry||",
		`pat:NE[..X|...|...] symmetry:off`: "a corner, 3 by 3 points; these colors; as it lies||",
		`pat:N[..X|..O] colors:either`:     "a side, 3 by 2 points; either color; every symmetry||",
		`pat:[.*|XO] player:shusaku`:       "anywhere on the board, 2 by 2 points; points left open: 1; these colors; every symmetry||player:shusaku",
		`seq:"B R16 W D4" date:..1900`:     "a sequence of 2 moves; these colors; every symmetry||date:<=1900",
		`pos:"R16" next:W`:                 "the whole board, 1 stone; these colors; every symmetry|next:w|",
		`then(pos:"R16", pos:"R16 D4")`:    "one position after another; these colors; every symmetry||",
		"game:othello":                     "the start of the game||game:othello",
	} {
		e, err := s.explored(t.Context(), text, "")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		a := s.pages.words.asked(e)
		if got := strings.Join(a.Words, "; ") + "|" + a.Options + "|" + a.Rest; got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}
