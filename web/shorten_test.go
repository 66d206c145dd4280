package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
)

// importEndless imports records with names of 60,000 characters, and one that is crowded with properties,
// variations and words. It returns the numbers of one of the first and of the other.
func importEndless(t *testing.T, a *archive.Archive) (game, crowded string) {
	t.Helper()
	for i, letter := range []string{"A", "囲", "e\u0301", "<b>"} {
		long := "\u202e" + strings.Repeat(letter, 60_000/len(letter))
		game = importText(t, a, fmt.Sprintf("long%d.sgf", i), fmt.Sprintf("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[%sB]PW[%sW]EV[%s]RO[%[1]s]PC[%[1]s]RE[%[1]s];B[dd];W[pp])", long, long, long))
	}
	var many strings.Builder // properties and variations by the thousand, and a comment like a book
	many.WriteString("(;GM[1]FF[4]SZ[19]PB[Ann]PW[Ben]")
	for i := range 5000 {
		fmt.Fprintf(&many, "X%c%c%c[value %d]", 'A'+i/676, 'A'+i/26%26, 'A'+i%26, i)
	}
	many.WriteString("C[" + strings.Repeat("a long story ", 80_000) + "];B[dd]")
	for i := range 3000 {
		fmt.Fprintf(&many, "(;W[%c%c]C[variation %d])", 'a'+i%19, 'a'+i/19%19, i)
	}
	many.WriteString(")")
	return game, importText(t, a, "crowded.sgf", many.String())
}

// endlessPages are the addresses of all pages, with those that show the records of importEndless.
func endlessPages(t *testing.T, a *archive.Archive, game, crowded string) []string {
	t.Helper()
	targets := append(pagesOf(t, a), "/?q=moves:%3C3", "/search?q=moves:%3C3", "/players", "/events", "/collections", "/statistics?q=moves:%3C3", "/statistics/groups?by=player&q=moves:%3C3")
	for _, id := range []string{game, crowded} {
		for _, part := range []string{"", "@0", "@2", "/annotate", "/record", "/charset?to=big5"} {
			targets = append(targets, "/game/"+id+part)
		}
	}
	return targets
}

// Records with names of 60,000 characters do not make lists long, and their control
// characters do not reach a title.
func TestLongNames(t *testing.T) {
	s, a := served(t, nil)
	game, crowded := importEndless(t, a)
	targets := append(endlessPages(t, a, game, crowded), "/player?name="+strings.Repeat("A", 60_000))
	for _, id := range []string{game, crowded} {
		targets = append(targets, "/game/"+id+"/next?at=@1", "/game/"+id+"@1/steps")
	}
	for _, target := range targets {
		w := request(s, "GET", target, nil)
		if w.Body.Len() > 200_000 || w.Code >= 500 {
			t.Errorf("%.60s: %d with %d bytes", target, w.Code, w.Body.Len())
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
