package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Whatever a program asks for, mistakes are its own (4xx) and told as a problem, never a fault
// of the server: every operation that reads, on games with rules and without, with places and
// queries that fit and that do not.
func TestMistakesAreProblems(t *testing.T) {
	s, a := served(t, nil)
	hive := importText(t, a, "hive.sgf", plainHive)
	games := []string{"7", "7@3", "7@n5", hive, hive + "@2", "99999", "x", "-1", "0", "7@99999"}
	queries := []string{"", "game:hive", "pos:7@3", "pos:7@3 near:1", "pos:" + hive + "@2", "near:2", "seq:7@3", "pat:[*]", "tag:none", "(", "date:x", "c:a*b", "pos:7@3 sort:x"}
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(request(s, "GET", apiRoot+"/openapi.json", nil).Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	asked, refused := 0, 0
	for path, methods := range document.Paths {
		operation, ok := methods["get"]
		if !ok || strings.HasSuffix(path, "/events") && strings.Contains(path, "/jobs/") { // which do not end
			continue
		}
		has := func(in, name string) bool {
			for _, p := range operation.Parameters {
				if p.In == in && (name == "" || p.Name == name) {
					return true
				}
			}
			return false
		}
		for _, game := range games {
			target := path
			for _, p := range operation.Parameters {
				if p.In == "path" {
					target = strings.ReplaceAll(target, "{"+p.Name+"}", url.PathEscape(game))
				}
			}
			for _, query := range queries {
				values := url.Values{}
				switch {
				case has("query", "q"):
					values.Set("q", query)
				case has("query", "a"):
					values.Set("a", query)
					values.Set("b", "*")
				}
				if has("query", "ref") {
					values.Set("ref", game)
				}
				w := request(s, "GET", target+"?"+values.Encode(), nil)
				asked++
				if w.Code >= http.StatusInternalServerError {
					t.Errorf("%s?%s: %d %s", target, values.Encode(), w.Code, w.Body)
				}
				if w.Code >= http.StatusBadRequest {
					refused++
					if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
						t.Errorf("%s?%s: %d as %s", target, values.Encode(), w.Code, kind)
					}
				}
				if len(values) == 0 {
					break
				}
			}
			if !has("path", "") && !has("query", "ref") {
				break
			}
		}
	}
	if asked < 300 || refused < 50 {
		t.Errorf("%d questions, of which %d were refused", asked, refused)
	}
	for _, w := range []struct {
		target string
		change func(*http.Request)
		want   int
	}{
		{apiRoot + "/info", host("evil.example"), http.StatusMisdirectedRequest},
		{apiRoot + "/info", header("Origin", "http://evil.example"), http.StatusForbidden},
		{apiRoot + "/nothing", host("localhost"), http.StatusNotFound},
		{apiRoot + "/info?" + strings.Repeat("x", maxURL), host("localhost"), http.StatusRequestURITooLong},
	} {
		got := request(s, "GET", w.target, nil, w.change)
		if kind := got.Header().Get("Content-Type"); got.Code != w.want || kind != "application/problem+json" || !json.Valid(got.Body.Bytes()) {
			t.Errorf("%.40s: %d as %s: %s", w.target, got.Code, kind, got.Body)
		}
	}
}
