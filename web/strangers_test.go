package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
)

// A reader of a server that is for reading only is told no folder of its machine, by any page and any
// operation, nor by addresses in them; the owner is told.
func TestStrangersSeeNoFolders(t *testing.T) {
	s, a := served(t, func(o *Options) { o.ReadOnly = true })
	owner, err := New(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Folders with names that pages, JSON and addresses write differently.
	odd := filepath.Join(t.TempDir(), `R&D + "best" 囲碁 100%`)
	if err := os.Mkdir(odd, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"inner.sgf", "broken.sgf"} {
		text := "(;GM[1]SZ[19]PB[Ann]PW[Ben];B[dd])"
		if name == "broken.sgf" {
			text = "no game"
		}
		if err := os.WriteFile(filepath.Join(odd, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{filepath.Join(odd, "inner.sgf"), filepath.Join(odd, "broken.sgf")}}); err != nil {
		t.Fatal(err)
	}
	secret := regexp.MustCompile(t.Name()) // which is in the names of folders for tests
	targets := append(pagesOf(t, a), "/search?q=inner", "/players", "/events", "/collections", "/archive/imports/2", "/statistics/groups?by=folder", "/statistics/groups?by=file", "/collections?words=best",
		"/?q=file:inner.sgf", "/game/999999", "/search?q=file:hostile")
	for _, call := range apiCalls {
		if call.method == "get" && !strings.HasSuffix(call.target, "/events") {
			targets = append(targets, apiRoot+call.target)
		}
	}
	for _, q := range []string{"stats?by=folder", "stats?by=file", "search?facet=folder&facet=file&limit=1000", "collections", "complete?q=file:in", "imports", "imports/2/files", "imports/1/files", "imports/0/files?failed=true", "info", "games", "openapi.json", "jobs"} {
		targets = append(targets, apiRoot+"/"+q)
	}
	seen := 0
	for _, target := range targets {
		w := request(s, "GET", target, nil)
		for _, text := range []string{w.Body.String(), strings.Join(w.Header()["Location"], " "), w.Header().Get("Content-Disposition")} {
			if at := secret.FindStringIndex(text); at != nil {
				t.Errorf("%s: …%s…", target, text[max(0, at[0]-60):min(len(text), at[1]+60)])
			}
		}
		if secret.MatchString(request(owner, "GET", target, nil).Body.String()) {
			seen++
		}
	}
	if seen < 15 {
		t.Errorf("only %d answers to the owner have folders", seen)
	}
}

// The short name of a collection leads to its page and its games.
func TestStrangersFindCollections(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.ReadOnly = true })
	page := request(s, "GET", "/collections", nil).Body.String()
	link := regexp.MustCompile(`href="(/collection\?name=games[^"]*)"`).FindStringSubmatch(page)
	if link == nil {
		t.Fatal(page)
	}
	for _, target := range []string{strings.ReplaceAll(link[1], "&amp;", "&"), apiRoot + "/collections/games"} {
		if w := request(s, "GET", target, nil); w.Code != 200 {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	if w := request(s, "GET", apiRoot+"/collections/nowhere", nil); w.Code != 404 || !strings.Contains(w.Body.String(), `\"nowhere\"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := request(s, "GET", apiRoot+"/search?q=file:%22games/hostile.sgf%22", nil); !strings.Contains(w.Body.String(), `"total":1,`) {
		t.Errorf("%s", w.Body)
	}
}
