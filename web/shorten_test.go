package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
)

// Records with names of 60,000 characters do not make lists long, and their control
// characters do not reach a title.
func TestLongNames(t *testing.T) {
	s, a := served(t, nil)
	game := ""
	for i, letter := range []string{"A", "囲", "e\u0301", "<b>"} {
		long := "\u202e" + strings.Repeat(letter, 60_000/len(letter))
		game = importText(t, a, fmt.Sprintf("long%d.sgf", i), fmt.Sprintf("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[%sB]PW[%sW]EV[%s]RO[%[1]s]PC[%[1]s]RE[%[1]s];B[dd];W[pp])", long, long, long))
	}
	for _, target := range []string{"/?q=moves:%3C3", "/search?q=moves:%3C3", "/players", "/events", "/statistics?q=moves:%3C3", "/game/" + game + "/annotate"} {
		w := request(s, "GET", target, nil)
		if page := w.Body.String(); w.Code != 200 || len(page) > 200_000 || !strings.Contains(page, "…") {
			t.Errorf("%s: %d with %d bytes", target, w.Code, len(page))
		}
	}
	page := request(s, "GET", "/game/"+game, nil).Body.String()
	title := html.UnescapeString(regexp.MustCompile(`<title>(.*?)</title>`).FindStringSubmatch(page)[1])
	if strings.ContainsAny(title, "\u202e") || len([]rune(title)) > 2*longestName || !strings.Contains(title, "…") {
		t.Errorf("the title is %q", title)
	}
}

func TestShorten(t *testing.T) {
	name := strings.Repeat("囲", longestName)
	for text, want := range map[string]string{"": "", "Shusaku": "Shusaku", name: name, name + "碁": name + "…"} {
		if got := shorten(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
