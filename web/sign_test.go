package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
)

// The players of a game have the signs of their game, and who begins is named first; a size
// that is the only one is not told.
func TestSignsOfSides(t *testing.T) {
	s, a := served(t, nil)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.csa": "V2\nN+Kiku\nN-Ume\n$EVENT:signs\nPI\n+\n+7776FU\n-3334FU\n",
		"b.pgn": "[Event \"signs\"]\n[White \"Ran\"]\n[Black \"Take\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
		"c.sgf": "(;GM[1]SZ[13]EV[signs]PB[Matsu]PW[Sugi];B[dd])",
	} {
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
	defer v.Close()
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
