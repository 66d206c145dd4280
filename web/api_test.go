package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// apiDocument is what a test reads of the description of the API.
type apiDocument struct {
	OpenAPI    string                                `json:"openapi"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	} `json:"components"`
}

func openAPI(t *testing.T, s *Server) *apiDocument {
	t.Helper()
	w := request(s, "GET", "/api/v1/openapi.json", nil)
	d := &apiDocument{}
	if err := json.Unmarshal(w.Body.Bytes(), d); err != nil || w.Code != 200 {
		t.Fatal(w.Code, err)
	}
	return d
}

// apiCalls are requests to every operation, with the status that they give.
var apiCalls = []struct {
	method, path, target string // the path is that of the description
	body                 any
	status               int
}{
	{"get", "/search", "/search?q=player:shusaku&facet=decade&facet=year,result", nil, 200},
	{"get", "/search", "/search?q=comment:ladder&limit=3&sort=-date", nil, 200},
	{"get", "/search", "/search?q=pat:[.X.|XO.|...]&per_game=2&watch=true", nil, 200},
	{"get", "/search", "/search?q=nosuchfield:x:", nil, 400},
	{"get", "/search", "/search?limit=0", nil, 422},
	{"get", "/search", "/search?limit=1001", nil, 422},
	{"get", "/search", "/search?cursor=nonsense", nil, 400},
	{"get", "/search", "/search?query=x", nil, 422},
	{"get", "/count", "/count?q=shusaku&facet=player", nil, 200},
	{"get", "/explore", "/explore?q=pos:%22Q16+D4%22", nil, 200},
	{"get", "/explore", "/explore?q=player:shusaku&watch=true", nil, 200},
	{"get", "/explore", "/explore?q=pos:%22Q99%22", nil, 400},
	{"post", "/paste", "/paste", map[string]any{"text": "(;B[pd];W[dp])"}, 200},
	{"post", "/paste", "/paste", map[string]any{"text": "one\ntwo"}, 400},
	{"post", "/trees", "/trees", map[string]any{"name": "mine.sgf", "text": "(;B[pd](;W[dp])(;W[dd]))"}, 200},
	{"post", "/trees", "/trees", map[string]any{"name": "two.sgf", "text": "(;B[pd])(;B[pd])"}, 400},
	{"get", "/explore", "/explore?tree=nosuchtree", nil, 404},
	{"get", "/explore", "/explore?q=pos:1@9999", nil, 404},
	{"get", "/next", "/next?q=pos:%22Q16+D4%22", nil, 200},
	{"get", "/next", "/next?watch=true", nil, 200},
	{"get", "/next", "/next?q=player:shusaku&detail=false&by=-", nil, 200},
	{"get", "/next", "/next?q=pos:%22Q16%22+pos:%22D4%22", nil, 400},
	{"get", "/scene", "/scene?q=pat:NE[*xo|!_.]+player:shusaku", nil, 200},
	{"get", "/scene", "/scene?q=pos:startpos", nil, 200},
	{"get", "/explain", "/explain?q=player:shusaku", nil, 200},
	{"get", "/complete", "/complete?q=pl", nil, 200},
	{"get", "/complete", "/complete?q=player:sh", nil, 200},
	{"get", "/games", "/games?q=player:shusaku", nil, 200},
	{"get", "/games", "/games?q=player:", nil, 400},
	{"get", "/game/{ref}", "/game/1@3", nil, 200},
	{"get", "/game/{ref}", "/game/1@9999", nil, 404},
	{"get", "/game/{ref}", "/game/1@n9999", nil, 404},
	{"get", "/game/{ref}", "/game/1@x", nil, 400},
	{"get", "/game/{ref}", "/game/123456", nil, 404},
	{"get", "/board/{ref}", "/board/1@3", nil, 200},
	{"get", "/record/{id}", "/record/1", nil, 200},
	{"get", "/record/{id}", "/record/99999", nil, 404},
	{"get", "/tree/{id}", "/tree/1?limit=5", nil, 200},
	{"get", "/duplicates/{id}", "/duplicates/1", nil, 200},
	{"post", "/board", "/board", map[string]any{"board": map[string]any{
		"game": "go", "cells": "points", "cols": 9, "rows": 9, "columns": []string{}, "lines": []string{}, "stars": []int{},
		"pieces": []any{map[string]any{"cell": 3, "color": "B", "kind": "stone"}}, "hands": []any{}, "to_play": "W", "text": "", "moves": []any{},
	}, "moves": []string{"E5"}}, 200},
	{"get", "/players", "/players?words=shusaku", nil, 200},
	{"get", "/players", "/players?sort=nonsense", nil, 422},
	{"get", "/players/{name}", "/players/Go%20Seigen", nil, 200},
	{"get", "/players/{name}", "/players/Nobody%20At%20All", nil, 404},
	{"get", "/events", "/events?limit=3", nil, 200},
	{"get", "/events/{name}", "/events/Game%20with%20the%20Meijin", nil, 200},
	{"get", "/collections", "/collections", nil, 200},
	{"get", "/collections/{name}", "/collections/nowhere", nil, 404},
	{"get", "/annotate/{id}", "/annotate/1", nil, 200},
	{"get", "/annotate/{id}", "/annotate/1?watch=true&as_of=now", nil, 200},
	{"get", "/annotate/{id}", "/annotate/x", nil, 400},
	{"get", "/stats", "/stats?by=decade,result&metric=games,share,moves", nil, 200},
	{"get", "/stats", "/stats?by=player&sort=score&q=date:1800..1850&watch=true", nil, 200},
	{"get", "/stats", "/stats?by=nosuchfield", nil, 400},
	{"get", "/stats", "/stats?by=a,b,c", nil, 422},
	{"get", "/stats", "/stats", nil, 422},
	{"get", "/report", "/report?q=player:shusaku", nil, 200},
	{"get", "/report", "/report?q=pos:%22Q16+D4%22&watch=true&games=3", nil, 200},
	{"get", "/trend", "/trend?q=pos:Q16+pat:[XX|OO]&name=one&name=two&by=century", nil, 200},
	{"get", "/trend", "/trend?q=pos:Q16&watch=true", nil, 200},
	{"get", "/trend", "/trend?q=player:shusaku", nil, 400},
	{"get", "/tree", "/tree?q=player:shusaku&depth=5", nil, 200},
	{"get", "/tree", "/tree?q=pat:NE[....|....|..X.|....]&merge=true&local=true&watch=true", nil, 200},
	{"get", "/tree", "/tree?depth=0", nil, 422},
	{"get", "/first", "/first?q=pos:%22R16+D17%22", nil, 200},
	{"get", "/first", "/first?q=pos:Q16&watch=true&variations=true&limit=0", nil, 200},
	{"get", "/first", "/first", nil, 400},
	{"get", "/orders", "/orders?q=pos:%22R16+D17%22&last=2", nil, 200},
	{"get", "/orders", "/orders?q=pos:Q16&watch=true&last=0&limit=0", nil, 200},
	{"get", "/orders", "/orders", nil, 400},
	{"get", "/orders", "/orders?q=pos:Q16&last=-1", nil, 422},
	{"get", "/mistakes", "/mistakes?q=player:shusaku&min=1&from=1%25&watch=true", nil, 200},
	{"get", "/mistakes", "/mistakes?from=much", nil, 400},
	{"get", "/mistakes", "/mistakes?sort=name", nil, 422},
	{"get", "/compare", "/compare?a=date:..1900&b=date:1901..&at=Q16", nil, 200},
	{"get", "/compare", "/compare?a=pos:Q16+player:shusaku&b=pos:Q16&sort=share&min=2", nil, 200},
	{"get", "/compare", "/compare?a=pos:Q16&b=pos:D3", nil, 400},
	{"get", "/remarks", "/remarks?q=pat:[XX|OO]&limit=2", nil, 200},
	{"get", "/remarks", "/remarks?q=pos:Q16&watch=true", nil, 200},
	{"post", "/follow", "/follow", map[string]any{"tree": "(;GM[1]SZ[19](;B[pd];W[dp])(;B[qd]))", "q": "date:..1950", "games": 3}, 200},
	{"post", "/follow", "/follow", map[string]any{"tree": "(;GM[1]SZ[19];B[pd];W[pp])", "region": "corner", "colors": "either"}, 200},
	{"post", "/follow", "/follow", map[string]any{"tree": "no tree"}, 400},
	{"post", "/follow", "/follow", map[string]any{"tree": "(;B[pd])", "region": "nowhere"}, 400},
	{"post", "/position", "/position", map[string]any{"text": "(;GM[1]SZ[19];B[pd];W[dp])"}, 200},
	{"post", "/position", "/position", map[string]any{"text": ". . . .\n. X . .\n. . O .\n. . . ."}, 200},
	{"post", "/position", "/position", map[string]any{"text": "1@5", "q": "player:shusaku"}, 200},
	{"post", "/position", "/position", map[string]any{"text": "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1"}, 200},
	{"post", "/position", "/position", map[string]any{"text": "@/etc/passwd"}, 400},
	{"post", "/position", "/position", map[string]any{"text": "what is this?"}, 400},
	{"get", "/similar", "/similar?ref=1", nil, 200},
	{"get", "/similar", "/similar?ref=1@20&near=2&colors=either&watch=true", nil, 200},
	{"get", "/similar", "/similar?q=pos:%22Q16+D4+Q3%22+near:1", nil, 200},
	{"get", "/similar", "/similar?ref=123456", nil, 404},
	{"get", "/similar", "/similar", nil, 400},
	{"get", "/problems", "/problems?limit=3", nil, 200},
	{"get", "/examples", "/examples?q=captures:%3E=2&limit=3&among=50", nil, 200},
	{"get", "/examples", "/examples?q=player:shusaku", nil, 400},
	{"get", "/examples", "/examples?q=captures:yes&limit=0", nil, 422},
	{"get", "/problems", "/problems?differ=true&moved=true&watch=true", nil, 200},
	{"get", "/problems", "/problems?game=123456", nil, 404},
	{"get", "/aliases/players", "/aliases/players", nil, 200},
	{"get", "/aliases/players/suggest", "/aliases/players/suggest?min=1&limit=3", nil, 200},
	{"post", "/aliases/players", "/aliases/players", map[string]any{"names": []string{"Go Seigen", "Wu Qingyuan", "吳清源"}}, 200},
	{"post", "/aliases/players", "/aliases/players", map[string]any{"names": []string{"Go Seigen", ""}}, 400},
	{"post", "/aliases/players", "/aliases/players", map[string]any{"names": []string{"Go Seigen"}}, 422},
	{"post", "/aliases/players/part", "/aliases/players/part", map[string]any{"name": "Go Seigen", "spellings": []string{"Wu Qingyuan"}}, 200},
	{"post", "/aliases/players/part", "/aliases/players/part", map[string]any{"name": "Nobody"}, 404},
	{"get", "/aliases/events", "/aliases/events?words=meijin", nil, 200},
	{"get", "/aliases/events/suggest", "/aliases/events/suggest", nil, 200},
	{"post", "/aliases/events", "/aliases/events", map[string]any{"names": []string{"Meijin", "名人戦"}}, 200},
	{"post", "/aliases/events/part", "/aliases/events/part", map[string]any{"name": "Meijin"}, 200},
	{"post", "/aliases/undo", "/aliases/undo", nil, 200},
	{"post", "/recode", "/recode", map[string]any{"games": []int{2, 1, 2}, "charset": "big5", "dry_run": true, "force": true}, 200},
	{"post", "/recode", "/recode", map[string]any{"games": []int{1}}, 200},
	{"post", "/recode", "/recode", map[string]any{"games": []int{1}, "charset": "klingon"}, 400},
	{"post", "/recode", "/recode", map[string]any{"games": []int{99999}, "charset": "big5"}, 404},
	{"get", "/info", "/info", nil, 200},
	{"get", "/imports", "/imports", nil, 200},
	{"get", "/imports/{number}/files", "/imports/0/files", nil, 200},
	{"get", "/imports/{number}/files", "/imports/99/files", nil, 404},
	{"post", "/imports", "/imports", map[string]any{"paths": []string{"relative"}}, 422},
	{"post", "/imports", "/imports", map[string]any{"paths": []string{"/no/such/file"}}, 422},
	{"post", "/imports", "/imports", map[string]any{"paths": []string{}}, 422},
	{"post", "/check", "/check", map[string]any{"sample": 3}, 202},
	{"post", "/check", "/check", map[string]any{"sample": -1}, 422},
	{"post", "/repair", "/repair", nil, 202},
	{"post", "/compact", "/compact", nil, 202},
	{"post", "/rebuild", "/rebuild", nil, 202},
	{"post", "/backup", "/backup", map[string]any{"file": "backup"}, 422},
	{"post", "/backup", "/backup", map[string]any{"file": "/no/such/folder/backup"}, 422},
	{"post", "/backup", "/backup", map[string]any{"file": "ARCHIVE/../backup"}, 202},
	{"post", "/backup/download", "/backup/download", nil, 200},
	{"get", "/jobs/{id}/events", "/jobs/1/events", nil, 200},
	{"get", "/jobs/{id}/events", "/jobs/77/events", nil, 404},
	{"post", "/uploads", "/uploads", nil, 201},
	{"post", "/uploads/{id}/files", "/uploads/UPLOAD/files", formBody{"games%2Fnew.sgf": "(;SZ[9];B[aa])", "%00": "x"}, 200},
	{"post", "/uploads/{id}/files", "/uploads/UPLOAD/files", map[string]any{}, 400},
	{"post", "/uploads/{id}/files", "/uploads/nothing/files", formBody{}, 404},
	{"get", "/uploads/{id}", "/uploads/UPLOAD", nil, 200},
	{"post", "/uploads/{id}/import", "/uploads/UPLOAD/import", nil, 202},
	{"post", "/uploads/{id}/import", "/uploads/UPLOAD/import", nil, 404},
	{"post", "/uploads", "/uploads", nil, 201},
	{"delete", "/uploads/{id}", "/uploads/UPLOAD", nil, 200},
	{"get", "/uploads/{id}", "/uploads/UPLOAD", nil, 404},
	{"get", "/jobs", "/jobs", nil, 200},
	{"get", "/jobs/{id}", "/jobs/1", nil, 200},
	{"get", "/jobs/{id}", "/jobs/77", nil, 404},
	{"delete", "/jobs/{id}", "/jobs/1", nil, 200},
	{"post", "/tags/{name}", "/tags/seen", map[string]any{"games": []int{1, 2}}, 200},
	{"get", "/tags", "/tags", nil, 200},
	{"post", "/tags/{name}", "/tags/all", map[string]any{"query": "player:shusaku"}, 200},
	{"post", "/tags/{name}", "/tags/none", map[string]any{}, 422},
	{"post", "/tags/{name}", "/tags/both", map[string]any{"games": []int{1}, "query": "*"}, 422},
	{"post", "/tags/{name}/rename", "/tags/all/rename", map[string]any{"to": "shusaku"}, 200},
	{"post", "/tags/{name}/rename", "/tags/nothing/rename", map[string]any{"to": "x"}, 404},
	{"post", "/undo/{what}", "/undo/tags", nil, 200},
	{"post", "/undo/{what}", "/undo/aliases", nil, 422},
	{"get", "/duplicates", "/duplicates?limit=1&from=1", nil, 200},
	{"get", "/duplicates", "/duplicates?kind=nonsense", nil, 400},
	{"post", "/decisions", "/decisions", map[string]any{"kind": "same", "games": []int{1, 2}}, 200},
	{"post", "/decisions", "/decisions", map[string]any{"kind": "same", "games": []int{1}}, 422},
	{"post", "/decisions", "/decisions", map[string]any{"kind": "alone", "games": []int{9999}}, 404},
	{"get", "/decisions", "/decisions", nil, 200},
	{"delete", "/decisions/{id}", "/decisions/1", nil, 200},
	{"put", "/notes/position", "/notes/position", map[string]any{"position": "1@3", "text": "here"}, 200},
	{"put", "/notes/position", "/notes/position", map[string]any{"position": "1@3", "text": ""}, 200},
	{"put", "/notes/position", "/notes/position", map[string]any{"position": "nonsense", "text": "x"}, 400},
	{"post", "/tags/{name}/remove", "/tags/seen/remove", map[string]any{"games": []int{1}}, 200},
	{"put", "/notes/{id}", "/notes/1", map[string]any{"text": "fine\ngame"}, 200},
	{"get", "/notes", "/notes", nil, 200},
	{"put", "/saved/{name}", "/saved/mine", map[string]any{"query": "player:shusaku"}, 200},
	{"get", "/saved", "/saved", nil, 200},
	{"get", "/saved/{name}", "/saved/mine", nil, 200},
	{"get", "/saved/{name}", "/saved/nothing", nil, 404},
	{"post", "/saved/{name}/looked", "/saved/mine/looked", map[string]any{}, 200},
	{"delete", "/saved/{name}", "/saved/mine", nil, 200},
	{"delete", "/saved/{name}", "/saved/mine", nil, 404},
}

// Answers are as the description says, in every key; and every operation is tried.
func TestAnswersFitTheirDescription(t *testing.T) {
	s, a := served(t, nil)
	mux := http.NewServeMux()
	api := s.newAPI(mux)
	tried := map[string]bool{}
	upload := ""
	for _, call := range apiCalls {
		tried[call.method+" "+call.path] = true
		if body, ok := call.body.(map[string]any); ok && body["file"] != nil {
			body = maps.Clone(body) // the test may run twice, in other folders
			body["file"] = strings.ReplaceAll(body["file"].(string), "ARCHIVE", a.Dir())
			call.body = body
		}
		w := request(s, strings.ToUpper(call.method), "/api/v1"+strings.ReplaceAll(call.target, "UPLOAD", upload), call.body)
		if w.Code != call.status {
			t.Errorf("%s %s: %d %s", call.method, call.target, w.Code, w.Body)
			continue
		}
		item := api.OpenAPI().Paths[apiRoot+call.path]
		op := map[string]*huma.Operation{"get": item.Get, "post": item.Post, "put": item.Put, "delete": item.Delete}[call.method]
		kind := w.Header().Get("Content-Type")
		if call.status >= 400 {
			if kind != "application/problem+json" {
				t.Errorf("%s: an error as %s", call.target, kind)
			}
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Status != w.Code || p.Detail == "" || p.Title == "" {
				t.Errorf("%s: %s", call.target, w.Body)
			}
			continue
		}
		response := op.Responses[strconv.Itoa(w.Code)]
		if response == nil || response.Content[kind] == nil {
			t.Errorf("%s: an answer of type %s is not described", call.target, kind)
			continue
		}
		if kind == "application/zstd" {
			if !bytes.HasPrefix(w.Body.Bytes(), []byte{0x28, 0xb5, 0x2f, 0xfd}) {
				t.Errorf("%s is no zstd", call.target)
			}
			continue
		}
		if kind == "application/octet-stream" {
			if !strings.HasPrefix(w.Body.String(), "(;") {
				t.Errorf("%s is no record", call.target)
			}
			continue
		}
		for line := range strings.Lines(w.Body.String()) {
			if kind == eventStream {
				var ok bool
				if line, ok = strings.CutPrefix(line, "data: "); !ok {
					continue
				}
			}
			var value any
			if err := json.Unmarshal([]byte(line), &value); err != nil {
				t.Fatalf("%s: %v", call.target, err)
			}
			m, _ := value.(map[string]any)
			if m["end"] != nil {
				continue
			}
			if id, ok := m["id"].(string); ok && call.path == "/uploads" {
				upload = id
			}
			result := &huma.ValidateResult{}
			huma.Validate(api.OpenAPI().Components.Schemas, response.Content[kind].Schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, result)
			for _, err := range result.Errors {
				t.Errorf("%s: %v", call.target, err)
			}
		}
	}
	for path, item := range openAPI(t, s).Paths {
		for method := range item {
			if !tried[method+" "+strings.TrimPrefix(path, apiRoot)] {
				t.Errorf("%s %s is not tried", method, path)
			}
		}
	}
}

// Where nothing has changed nothing is asked; after each kind of change it is.
func TestETag(t *testing.T) {
	s, _ := served(t, nil)
	const target = "/api/v1/search?q=player:shusaku"
	tag := ""
	for _, change := range []func(){
		func() {},
		func() { request(s, "POST", "/api/v1/tags/seen", map[string]any{"games": []int{1}}) },
		func() { request(s, "PUT", "/api/v1/notes/1", map[string]any{"text": "x"}) },
	} {
		change()
		w := request(s, "GET", target, nil, header("If-None-Match", tag))
		if w.Code != 200 || w.Header().Get("ETag") == tag {
			t.Errorf("after a change: %d %s", w.Code, w.Header().Get("ETag"))
		}
		tag = w.Header().Get("ETag")
		if w := request(s, "GET", target, nil, header("If-None-Match", tag)); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("unchanged: %d", w.Code)
		}
	}
	if w := request(s, "GET", "/api/v1/jobs", nil); w.Header().Get("ETag") != "" {
		t.Error("jobs are said to be as the archive is")
	}
}

// Pages of an answer, one after the other by their cursors, are all its games.
func TestCursor(t *testing.T) {
	s, _ := served(t, nil)
	seen := map[float64]bool{}
	cursor, total := "", 0.0
	for pages := 0; pages < 100; pages++ {
		w := request(s, "GET", "/api/v1/search?q=*&limit=7&sort=-date&cursor="+cursor, nil)
		var page map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
			t.Fatal(w.Code, w.Body)
		}
		total = page["total"].(float64)
		for _, g := range page["games"].([]any) {
			id := g.(map[string]any)["id"].(float64)
			if seen[id] {
				t.Errorf("game %v comes twice", id)
			}
			seen[id] = true
		}
		next, ok := page["next"].(string)
		if !ok {
			break
		}
		cursor = next
	}
	if float64(len(seen)) != total || total < 50 {
		t.Errorf("%d of %v games", len(seen), total)
	}
}
