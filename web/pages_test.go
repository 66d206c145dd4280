package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
)

func get200(t *testing.T, s *Server, target string) string {
	t.Helper()
	w := request(s, "GET", target, nil)
	if w.Code != 200 {
		t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	return w.Body.String()
}

var linkTo = regexp.MustCompile(`href="([^"]+)"`)

// linksIn are the addresses of this server that a page links.
func linksIn(page string) []string {
	var list []string
	for _, m := range linkTo.FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(m[1], "/") {
			address, _, _ := strings.Cut(html.UnescapeString(m[1]), "#") // which is not sent
			list = append(list, address)
		}
	}
	return list
}

// Every link of every page leads to a page.
func TestLinksLeadSomewhere(t *testing.T) {
	s, a := served(t, nil)
	seen := map[string]bool{}
	for _, target := range pagesOf(t, a) {
		for _, link := range linksIn(request(s, "GET", target, nil).Body.String()) {
			if seen[link] || len(seen) > 600 {
				continue
			}
			seen[link] = true
			asked := strings.Contains(target, "pos:") || strings.Contains(target, "nonsense") // whose query is wrong, and is explained
			if w := request(s, "GET", link, nil); w.Code != 200 && !(asked && strings.HasPrefix(link, "/explain")) {
				t.Errorf("%s links %s: %d", target, link, w.Code)
			}
		}
	}
	if len(seen) < 200 {
		t.Errorf("only %d links", len(seen))
	}
}

// A link on a continuation leads to the position after it, with the same games.
func TestContinuationLinks(t *testing.T) {
	s, _ := served(t, nil)
	page := get200(t, s, "/?q=pos:%22Q16+D4%22+-player:nobody")
	played := regexp.MustCompile(`<a class="link" href="([^"]+)" data-play="[BW]" aria-label="(Black|White) ([A-T]\d+), (\d+) games?"`).FindAllStringSubmatch(page, -1)
	if len(played) < 3 {
		t.Fatalf("%d continuations", len(played))
	}
	for _, p := range played {
		after := get200(t, s, html.UnescapeString(p[1]))
		if !strings.Contains(after, "-player:nobody") {
			t.Errorf("%s: the rest of the question is lost", p[1])
		}
		sum := regexp.MustCompile(`<strong>(\d+)</strong>`).FindStringSubmatch(after)
		if sum == nil || len(sum[1]) < len(p[4]) {
			t.Errorf("after %s, which was played in %s games, there are %v", p[3], p[4], sum)
		}
	}
}

// What a query is about is marked in it when it cannot be understood.
func TestFaultOfQuery(t *testing.T) {
	s, _ := served(t, nil)
	for _, root := range []string{"/", "/search"} {
		w := request(s, "GET", root+"?q=player:shusaku+dat:%22x%22", nil)
		if w.Code != 400 || !strings.Contains(w.Body.String(), `player:shusaku <span class="wrong">dat:&#34;x&#34;</span>`) {
			t.Errorf("%s: %d %s", root, w.Code, w.Body)
		}
	}
}

// The pages of a list are all games, each once, in the order of the archive.
func TestListPages(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	found, err := v.Count(t.Context(), &archive.Search{})
	if err != nil {
		t.Fatal(err)
	}
	next, games := "/search?q=*", map[string]bool{}
	for next != "" {
		page := get200(t, s, next)
		for _, m := range regexp.MustCompile(`<td class="r"><a href="/game/(\d+)"`).FindAllStringSubmatch(page, -1) {
			if games[m[1]] {
				t.Errorf("game %s comes twice", m[1])
			}
			games[m[1]] = true
		}
		if want := fmt.Sprintf("–%s of %s", number(len(games)), number(found.Total)); !strings.Contains(page, want) {
			t.Errorf("%s does not say %q", next, want)
		}
		m := regexp.MustCompile(`<a rel="next" href="([^"]+)">`).FindStringSubmatch(page)
		next = ""
		if m != nil {
			next = html.UnescapeString(m[1])
		}
	}
	if len(games) != found.Total || found.Total <= listGames {
		t.Errorf("%d of %d games", len(games), found.Total)
	}
}

func TestListMarksWhatWasFound(t *testing.T) {
	s, _ := served(t, nil)
	page := get200(t, s, "/search?q=comment:ladder")
	if !strings.Contains(page, "<mark>ladder</mark>") && !strings.Contains(page, "<mark>Ladder</mark>") || strings.Contains(page, "«") {
		t.Error("nothing is marked, or it is twice")
	}
	page = get200(t, s, "/search?q=player:shusaku+date:2015")
	if !strings.Contains(page, "Nothing like this in ") || !strings.Contains(page, "without ") {
		t.Error("why nothing was found is not said")
	}
}

// The buttons below the board go through the game to its end and back.
func TestSteps(t *testing.T) {
	s, _ := served(t, nil)
	step := func(page, name string) string {
		m := regexp.MustCompile(`<a href="([^"]+)" aria-label="` + name + `"`).FindStringSubmatch(page)
		if m == nil {
			return ""
		}
		return html.UnescapeString(m[1])
	}
	page := get200(t, s, "/game/1@0")
	if step(page, "one move back") != "" {
		t.Error("there is a move before the first")
	}
	moves := 0
	for at := step(page, "one move forward"); at != ""; at = step(page, "one move forward") {
		moves++
		page = get200(t, s, at)
		if !strings.Contains(page, fmt.Sprintf("<b>%d</b>", moves)) || moves > 400 {
			t.Fatalf("%s is not move %d", at, moves)
		}
	}
	if !strings.Contains(page, fmt.Sprintf("of %d", moves)) || moves < 50 {
		t.Errorf("the game ends at move %d", moves)
	}
	if first := step(page, "to the start"); first != "/game/1@0" {
		t.Errorf("its start is %s", first)
	}
}

// Numbers of results say how much they are worth.
func TestBars(t *testing.T) {
	for _, test := range []struct {
		black, white int
		few          bool
		text         string
	}{{0, 0, false, "–"}, {3, 4, true, "3"}, {9, 3, false, "75"}, {200, 100, false, "66.7"}} {
		n := test.black + test.white
		r := archive.Results{Black: test.black, White: test.white, Decided: n, BlackShare: archive.ShareOf(test.black, n), WhiteShare: archive.ShareOf(test.white, n), DrawShare: archive.ShareOf(0, n)}
		if b := newBar(r); b.Few != test.few || b.BlackText != test.text || n > 0 && !(b.Low < b.Black && b.Black < b.High) {
			t.Errorf("%d to %d: %+v", test.black, test.white, b)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 98439: "98,439", 1234567: "1,234,567", -4200: "−4,200"} {
		if got := number(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
