package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A line of one's own is a page of the game: its moves are links without scripts, and it can
// be saved and kept.
func TestTrial(t *testing.T) {
	s, game, shogi, hive := withGames(t, nil)
	page := get200(t, s, "/game/"+game+"@2?play=D3+K10")
	for _, want := range []string{
		`href="/game/` + game + `@2?play=D3"`, `<a href="/game/` + game + `@2" id="trial-back">`, `>Your line<`,
		`href="/game/` + game + `@2/line.sgf?play=D3&#43;K10" download`, `value="Own line: Black D3, White K10"`, `"tried":["D3","K10"]`,
		`aria-label="one move back"`, "captured by Black 0, by White 0",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "Black wins") || strings.Contains(page, ">10:00<") {
		t.Error("the page says of the line what the record says of the game")
	}
	w := request(s, "GET", "/game/"+game+"@2/line.sgf?play=D3+K10", nil)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), ";B[dq];W[jj])") || !strings.Contains(w.Header().Get("Content-Disposition"), "-line.sgf") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	for target, want := range map[string]int{
		"/game/" + game + "@2?play=D4": 400, "/game/" + game + "@2?play=Z77": 400, "/game/" + game + "@2/next?play=D4": 400, "/game/" + hive + "@1?play=D3": 400,
		"/game/" + game + "@2/line.sgf?play=D4": 400, "/game/" + game + "@999/next": 404, "/game/99999/next": 404, "/game/" + shogi + "@0?play=7g7f": 200,
	} {
		if w := request(s, "GET", target, nil); w.Code/100 != want/100 {
			t.Errorf("%s: %d, want %d", target, w.Code, want)
		}
	}
	// A kept line stands behind the note that is there.
	for _, text := range []string{"Mine", "Own line: Black D3"} {
		if w := post(s, "/notes", url.Values{"position": {game + "@2"}, "add": {"1"}, "text": {text}}); w.Code != http.StatusSeeOther {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if page := get200(t, s, "/game/"+game+"@2"); !strings.Contains(page, "Mine\nOwn line: Black D3</p>") {
		t.Error("the page does not show both notes")
	}
	readOnly, game, _, _ := withGames(t, func(o *Options) { o.ReadOnly = true })
	if page := get200(t, readOnly, "/game/"+game+"@2?play=D3"); strings.Contains(page, "keep as a note") || !strings.Contains(page, "save as SGF") {
		t.Error("an archive that is only read offers to keep the line, or not to save it")
	}
}

// Beside a game stands what was played in its position, with links that go on in the game or
// into a line of one's own.
func TestGameNext(t *testing.T) {
	s, game, shogi, hive := withGames(t, nil)
	for target, want := range map[string][]string{
		"/game/" + game + "@2/next":          {"This position in the archive", `>this game<`, `href="/game/` + game + `@3"`},
		"/game/" + game + "@0/next":          {">this game", `href="/game/` + game + `@1"`, "?play="},
		"/game/" + game + "@n8/next":         {"Only this game has it."},
		"/game/" + game + "@0/next?play=Q16": {"?play=Q16", "&#43;"},
		"/game/" + game + "@0/next?play=K1":  {"No game in the archive"},
		"/game/" + shogi + "@4/next":         {"Only this game has it."},
		"/game/" + hive + "@1/next":          {"Not asked here: "},
		"/game/7@60/next":                    {"Only this game has it."},
	} {
		body := get200(t, s, target)
		for _, text := range want {
			if !strings.Contains(body, text) {
				t.Errorf("%s has no %s:\n%s", target, text, body)
			}
		}
		if strings.Contains(body, "<html") || strings.Contains(target, "play") && strings.Contains(body, "this game") {
			t.Errorf("%s:\n%s", target, body)
		}
	}
}
