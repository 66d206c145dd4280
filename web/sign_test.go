package web

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
)

// viewOf returns a view of an archive to which files are added.
func viewOf(t *testing.T, a *archive.Archive, files map[string]string) *archive.View {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// The players of a game have the signs of their game, and who begins is named first; a size
// that is the only one is not told.
func TestSignsOfSides(t *testing.T) {
	s, a := served(t, nil)
	v := viewOf(t, a, map[string]string{
		"a.csa": "V2\nN+Kiku\nN-Ume\n$EVENT:signs\nPI\n+\n+7776FU\n-3334FU\n",
		"b.pgn": "[Event \"signs\"]\n[White \"Ran\"]\n[Black \"Take\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
		"c.sgf": "(;GM[1]SZ[13]EV[signs]PB[Matsu]PW[Sugi];B[dd])",
	})
	for player, want := range map[string]struct {
		first, second string
		pieces        bool
		size          string
	}{
		"Kiku":  {"Kiku", "Ume", true, ""},
		"Ran":   {"Ran", "Take", false, ""},
		"Matsu": {"Matsu", "Sugi", false, "13x13"},
	} {
		q, err := archive.ParseQuery("event:signs player:" + player)
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Search(t.Context(), &archive.Search{Query: q})
		if err != nil || len(page.Games) != 1 {
			t.Fatal(player, page, err)
		}
		text := get200(t, s, "/game/"+page.Games[0].Name())
		_, names, _ := strings.Cut(text, `<h1 class="names">`)
		names, about, _ := strings.Cut(names, "</h1>")
		about, _, _ = strings.Cut(about, `id="searches"`)
		if i, j := strings.Index(names, want.first), strings.Index(names, want.second); i < 0 || j < i {
			t.Errorf("%s: %s", player, names)
		}
		if strings.Contains(names, `class="koma B"`) != want.pieces || strings.Contains(names, `class="stone B"`) == want.pieces {
			t.Errorf("%s has other signs: %s", player, names)
		}
		if has := strings.Contains(about, "x"+"13") || strings.Contains(about, "x9") || strings.Contains(about, "x8"); has != (want.size != "") {
			t.Errorf("%s: %s", player, about)
		}
	}
}

// Moves in tables of studies have the signs of their game, as players have; those of all other
// games are stones.
func TestSignsOfMoves(t *testing.T) {
	s, a := served(t, nil)
	v := viewOf(t, a, map[string]string{
		"a.csa": "V2\nN+Kiku\nN-Ume\n$EVENT:signs of moves\n$START_TIME:2001/02/03\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n",
		"b.csa": "V2\nN+Kiku\nN-Hagi\n$EVENT:signs of moves\n$START_TIME:2002/02/03\nPI\n+\n+7776FU\n-8384FU\n+2726FU\n",
		"c.sgf": "(;GM[1]SZ[13]EV[stones of moves]PB[Matsu]PW[Sugi]DT[2001-02-03];B[dd];W[jj];B[jd])",
		"d.sgf": "(;GM[1]SZ[13]EV[stones of moves]PB[Matsu]PW[Buna]DT[2002-02-03];B[dd];W[jd];B[jj])",
	})
	for _, game := range []struct{ event, at, sign, other string }{
		{"signs of moves", `pos:"☗７六歩"`, `class="koma `, `class="stone `},
		{"stones of moves", `pos:"13x13 D10"`, `class="stone `, `class="koma `},
	} {
		about := `event:"` + game.event + `"`
		q, err := archive.ParseQuery(about)
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Search(t.Context(), &archive.Search{Query: q})
		if err != nil || len(page.Games) != 2 {
			t.Fatal(game.event, page, err)
		}
		second := page.Games[1]
		if second.Date < page.Games[0].Date {
			second = page.Games[0]
		}
		at := about + " " + game.at
		ask := func(path string, values url.Values) string { return path + "?" + values.Encode() }
		for what, address := range map[string]string{
			"tree":     ask("/statistics/tree", url.Values{"q": {at}, "min_games": {"1"}}),
			"first":    ask("/statistics/first", url.Values{"q": {at}}),
			"follow":   ask("/statistics/follow", url.Values{"q": {about}, "ref": {page.Games[0].Name()}}),
			"annotate": "/game/" + second.Name() + "/annotate",
			"explorer": ask("/", url.Values{"q": {at}}),
			"compare":  ask("/statistics/compare", url.Values{"a": {about + " date:2001"}, "b": {about + " date:2002"}, "at": {game.at}}),
		} {
			text := get200(t, s, address)
			_, table, _ := strings.Cut(text, "<main")
			for { // boards have stones of their own, and trees of pages are drawn as ever
				before, after, ok := strings.Cut(table, `<svg class="board`)
				if !ok {
					break
				}
				_, after, _ = strings.Cut(after, "</svg>")
				table = before + after
			}
			if n := strings.Count(table, game.sign); n < 2 || strings.Contains(table, game.other) {
				t.Errorf("%s of %s: %d of its signs, others %v", what, game.event, n, strings.Contains(table, game.other))
			}
		}
	}
}
