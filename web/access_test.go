package web

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/monitor"
)

var testAccess = []Access{{"rita", Reader, "reader-0123456789"}, {"willi", Writer, "writer-0123456789"}, {"ada", Admin, "admin-00123456789"}}

// adminOperations and writerOperations are all operations that are no questions.
var (
	adminOperations  = []string{"post /imports", "post /backup", "post /check", "post /recode", "delete /jobs/{id}", "post /backup/download", "post /repair", "post /compact", "post /rebuild"}
	writerOperations = []string{
		"delete /decisions/{id}", "post /decisions", "put /saved/{name}", "delete /saved/{name}", "post /saved/{name}/looked", "delete /uploads/{id}", "post /uploads",
		"post /uploads/{id}/files", "post /uploads/{id}/import", "post /tags/{name}", "post /tags/{name}/remove", "post /tags/{name}/rename",
		"post /undo/{what}", "put /notes/{id}", "put /notes/position",
	}
)

// Each operation is for a role and those above it. A wrong token admits nobody.
func TestRoles(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Access = testAccess })
	with := func(token string) func(*http.Request) { return header("Authorization", "Bearer "+token) }
	seen := 0
	paths := openAPIWith(t, s, with(testAccess[2].Token))
	for path, item := range paths {
		for method := range item {
			name := method + " " + strings.TrimPrefix(path, apiRoot)
			needs := Reader
			switch {
			case slices.Contains(adminOperations, name):
				needs = Admin
			case slices.Contains(writerOperations, name), strings.Contains(path, "/aliases") && method != "get":
				needs = Writer
			case method != "get" && !asksOnly[strings.TrimPrefix(path, apiRoot)]:
				t.Errorf("%s: which role does it need?", name)
			}
			if needs == Reader && method == "get" && !strings.HasSuffix(path, "/count") {
				continue
			}
			seen++
			target := strings.NewReplacer("{id}", "99", "{name}", "x", "{what}", "tags").Replace(path)
			for _, who := range testAccess {
				w := request(s, strings.ToUpper(method), target, map[string]any{"nothing": "known"}, with(who.Token))
				if refused := w.Code == http.StatusForbidden; refused != (who.Role < needs) || w.Code == http.StatusUnauthorized {
					t.Errorf("%s by a %v: %d", name, who.Role, w.Code)
				}
			}
			for _, token := range []string{"", "wrong-0123456789", testAccess[2].Token[1:], testAccess[0].Token + testAccess[1].Token} {
				if w := request(s, strings.ToUpper(method), target, nil, with(token)); w.Code != http.StatusUnauthorized {
					t.Errorf("%s with the token %q: %d", name, token, w.Code)
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("%d operations were tried", seen)
	}
	for target, needs := range map[string]Role{
		"/archive/import": Admin, "/archive/demo": Admin, "/archive/work": Admin, "/archive/jobs/1/stop": Admin, "/game/7/charset": Admin,
		"/tags": Writer, "/tags/rename": Writer, "/notes": Writer, "/saved": Writer, "/saved/x/looked": Writer, "/saved/x/forget": Writer, "/undo": Writer,
		"/drill": Writer, "/tagsx": Admin, "/archive": Admin, "/archive/duplicates": Writer, "/aliases": Writer, "/archive/upload": Writer,
	} {
		for _, who := range testAccess {
			if w := form(s, target, url.Values{"nothing": {"known"}}, with(who.Token)); (w.Code == http.StatusForbidden) != (who.Role < needs) || w.Code == http.StatusUnauthorized {
				t.Errorf("%s by a %v: %d", target, who.Role, w.Code)
			}
		}
	}
	reads, writes := request(s, "GET", "/tags", nil, with(testAccess[0].Token)).Body.String(), request(s, "GET", "/game/7", nil, with(testAccess[1].Token)).Body.String()
	if strings.Contains(reads, `method="post"`) || !strings.Contains(writes, `method="post"`) {
		t.Error("a reader's pages have forms that change something, or those of a writer have none")
	}
}

// openAPIWith returns the operations of the API.
func openAPIWith(t *testing.T, s *Server, change func(*http.Request)) map[string]map[string]any {
	t.Helper()
	var d struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	w := request(s, "GET", "/api/v1/openapi.json", nil, change)
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || len(d.Paths) < 20 {
		t.Fatal(w.Code, err)
	}
	return d.Paths
}

// The log has a line for each change, done or refused, and none for questions; no token is in it.
func TestAudit(t *testing.T) {
	var log bytes.Buffer
	s, _ := served(t, func(o *Options) {
		o.Access = testAccess
		o.Log = slog.New(monitor.Logged(slog.NewJSONHandler(&log, nil)))
	})
	send := func(who int, method, target string, body any) {
		request(s, method, target, body, header("Authorization", "Bearer "+testAccess[who].Token), header(monitor.RequestHeader, "id-of-"+testAccess[who].Name))
	}
	send(1, "POST", "/api/v1/tags/fine", map[string]any{"games": []int{7}})
	send(0, "POST", "/api/v1/tags/fine", map[string]any{"games": []int{8}})
	send(0, "GET", "/api/v1/count?q=tag:fine", nil)
	send(0, "POST", "/api/v1/paste", map[string]any{"text": "x"})
	type line struct {
		Msg, Who, Role, Method, Address, Body, Request string
		Status                                         int
	}
	var got []line
	for text := range strings.Lines(log.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if l.Msg == "change" {
			got = append(got, l)
		}
	}
	want := []line{
		{"change", "willi", "writer", "POST", "/api/v1/tags/fine", `{"games":[7]}`, "id-of-willi", 200},
		{"change", "rita", "reader", "POST", "/api/v1/tags/fine", "", "id-of-rita", 403},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if strings.Contains(log.String(), "0123456789") {
		t.Error("a token is in the log")
	}
}
