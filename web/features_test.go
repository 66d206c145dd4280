package web

import (
	"strings"
	"testing"
)

// Hits, pages of games and small boards mark what a move does; the page of a game says it, too.
func TestFeaturesAreMarked(t *testing.T) {
	s, a := served(t, nil)
	game := importText(t, a, "captures.sgf", `(;SZ[19]PB[Marked];B[ab];W[aa];B[bb];W[ba];B[ca];W[qq])`)
	get := func(path string) string { return request(s, "GET", path, nil).Body.String() }
	found := get("/search?q=player:marked+captures:2")
	if link := "/game/" + game + "@5?mark=captures%3A2"; !strings.Contains(found, link) {
		t.Errorf("no %s in %s", link, found)
	}
	page := get("/game/" + game + "@5?mark=captures:2")
	if n := strings.Count(page, `class="shape SQ`); n != 2 {
		t.Errorf("%d marks", n)
	}
	for _, want := range []string{`<a href="/search?q=captures%3A2">captures 2</a>`, `<a href="/search?q=lived%3A3">lived 3</a>`, "Squares: "} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if page := get("/game/" + game + "@4?mark=selfatari"); strings.Count(page, `class="shape SQ on-W`) != 2 {
		t.Error("stones are not marked")
	}
	if page := get("/game/" + game + "@5"); strings.Contains(page, `class="shape`) {
		t.Error("marked without being asked")
	}
	if page := get("/game/" + game + "@5?play=cc&mark=captures:2"); strings.Contains(page, `class="shape`) || strings.Contains(page, "captures 2") {
		t.Error("the record's move is marked after others")
	}
	if page := get("/game/" + game + "@6?mark=%3Cb%3E&mark=captures"); strings.Contains(page, `class="shape`) {
		t.Error("a move has marks that it has not")
	}
	steps := get("/game/" + game + "/steps?line=6&from=4&to=5")
	if !strings.Contains(steps, "captures 2") {
		t.Error(steps)
	}
	if node := get("/api/v1/game/" + game + "@5"); !strings.Contains(node, `"name":"captures","value":"2","by":"B","points":["aa","ba"]`) {
		t.Error(node)
	}
	cards := get("/?q=player:marked+captures:2")
	if !strings.Contains(cards, `<g class="shapes" transform="scale(.25)">`) || !strings.Contains(cards, "@5?mark=captures%3A2") {
		t.Error(cards)
	}
	if strings.Contains(cards, ">move 0<") {
		t.Error("the start is a hit")
	}
}
