package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
)

// form sends a form as a page of the server does.
func form(s *Server, target string, values url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://localhost:8080"+target, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://localhost:8080")
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// asksOnly are operations that take what they are about in a body and change nothing.
var asksOnly = map[string]bool{"/board": true, "/follow": true, "/position": true, "/paste": true, "/trees": true}

// Every operation that is not a question is refused where nothing may be changed, and
// to pages of other sites; and nothing is changed.
func TestNothingIsChanged(t *testing.T) {
	forms := []string{
		"/archive/import", "/archive/demo", "/archive/upload", "/archive/work", "/archive/jobs/1/stop", "/archive/duplicates", "/tags",
		"/tags/rename", "/notes", "/saved", "/saved/x/looked", "/saved/x/forget", "/undo",
	}
	for name, change := range map[string]struct {
		options func(*Options)
		request func(*http.Request)
	}{
		"read only":         {func(o *Options) { o.ReadOnly = true }, func(*http.Request) {}},
		"another site":      {nil, header("Origin", "https://evil.example")},
		"a sandboxed page":  {nil, header("Origin", "null")},
		"an older browser":  {nil, func(r *http.Request) { r.Header.Del("Origin"); r.Header.Set("Sec-Fetch-Site", "cross-site") }},
		"without the token": {func(o *Options) { o.Token = "0123456789abcdef" }, func(*http.Request) {}},
	} {
		s, a := served(t, change.options)
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		before := v.State()
		v.Close()
		tried := 0
		api := s.newAPI(http.NewServeMux()) // who may not ask is not told what there is
		for path, item := range api.OpenAPI().Paths {
			for method, op := range map[string]any{"POST": item.Post, "PUT": item.Put, "DELETE": item.Delete, "PATCH": item.Patch} {
				if fmt.Sprint(op) == "<nil>" || asksOnly[strings.TrimPrefix(path, apiRoot)] && change.options != nil {
					continue
				}
				target := strings.NewReplacer("{id}", "1", "{name}", "x", "{what}", "tags", "{number}", "1", "{ref}", "1", "{kind}", "players").Replace(path)
				if w := request(s, method, target, map[string]any{}, change.request); w.Code != http.StatusForbidden && w.Code != http.StatusUnauthorized {
					t.Errorf("%s: %s %s: %d %.200s", name, method, target, w.Code, w.Body)
				}
				tried++
			}
		}
		for _, target := range forms {
			if w := form(s, target, url.Values{"path": {"/"}}, change.request); w.Code != http.StatusForbidden && w.Code != http.StatusUnauthorized {
				t.Errorf("%s: %s: %d", name, target, w.Code)
			}
		}
		if tried < 25 {
			t.Errorf("%d operations", tried)
		}
		if v, err = a.View(); err != nil || v.State() != before || len(a.Jobs()) > 0 {
			t.Errorf("%s: something was changed: %v", name, err)
		}
		v.Close()
		if _, err := os.Stat(filepath.Join(a.Dir(), "uploads")); !os.IsNotExist(err) {
			t.Errorf("%s: something was uploaded", name)
		}
	}
}

// begun begins an upload.
func beginUpload(t *testing.T, s *Server) string {
	t.Helper()
	w := request(s, "POST", "/api/v1/uploads", nil)
	var state uploadState
	if err := json.Unmarshal(w.Body.Bytes(), &state); err != nil || w.Code != http.StatusCreated {
		t.Fatal(w.Code, w.Body)
	}
	return state.ID
}

// Limits of uploads hold, whatever the request says of its length; what is refused
// leaves nothing behind.
func TestUploadBounds(t *testing.T) {
	s, a := served(t, func(o *Options) { o.MaxUpload = 1000 })
	id := beginUpload(t, s)
	files := "/api/v1/uploads/" + id + "/files"
	for name, body := range map[string]any{
		"a large file": formBody{"a": strings.Repeat("x", 2000)}, "many": formBody{"a": strings.Repeat("x", 600), "b": strings.Repeat("x", 600)},
		"endless": formBody{"a": strings.Repeat("x", maxBody+4000)},
	} {
		id := beginUpload(t, s)
		if w := request(s, "POST", "/api/v1/uploads/"+id+"/files", body); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if w := request(s, "DELETE", "/api/v1/uploads/"+id, nil); w.Code != 200 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	r := httptest.NewRequest("POST", "http://localhost"+files, strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhalf a fi"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "whole") {
		t.Errorf("half a form: %d %s", w.Code, w.Body)
	}
	if w := request(s, "POST", "/api/v1/uploads/"+id+"/import", nil); w.Code != http.StatusBadRequest || len(a.Jobs()) > 0 {
		t.Errorf("an import of nothing: %d %s", w.Code, w.Body)
	}
	for range maxUploads - 1 {
		beginUpload(t, s)
	}
	if w := request(s, "POST", "/api/v1/uploads", nil); w.Code != http.StatusTooManyRequests {
		t.Errorf("one upload too many: %d", w.Code)
	}
	s.uploads.discard()
	if entries, err := os.ReadDir(filepath.Join(a.Dir(), "uploads")); err != nil || len(entries) > 0 {
		t.Errorf("left: %v %v", entries, err)
	}
}

// A part that is only called a file keeps the name of its file, which says how to read it; other
// parts have the path that is their name, whatever scripts call the file.
func TestUploadNames(t *testing.T) {
	s, _ := served(t, nil)
	files := "http://localhost:8080/api/v1/uploads/" + beginUpload(t, s) + "/files"
	for disposition, want := range map[string]string{
		`name="file"; filename="x.zip"`:             "x.zip",
		`name="file"; filename="a%22b.sgf"`:         `a"b.sgf`,
		`name="file"; filename="games/100%.sgf"`:    "games/100%.sgf",
		`name="file"; filename="file"`:              "file", // upload.js sends a file of this name so
		`name="file"`:                               "file",
		`name="file"; filename=""`:                  "file",
		`name="games%2Fnew.sgf"; filename="file"`:   "games/new.sgf",
		`name="games%2Fother.sgf"; filename="file"`: "games/other.sgf",
	} {
		r := httptest.NewRequest("POST", files, strings.NewReader("--x\r\nContent-Disposition: form-data; "+disposition+"\r\n\r\nwhat it holds\r\n--x--\r\n"))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		var got uploadedFiles
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Files) != 1 || got.Files[0].Sent != want {
			t.Errorf("%s: %d %s, want %q", disposition, w.Code, w.Body, want)
		}
	}
}

// A form without scripts imports files, with the folders that browsers name.
func TestUploadForm(t *testing.T) {
	s, a := served(t, nil)
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	for i, name := range []string{"club/1.sgf", "../../2.sgf", `quo%22te.sgf`, "empty.sgf"} {
		part, err := m.CreatePart(map[string][]string{"Content-Disposition": {`form-data; name="files"; filename="` + name + `"`}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(part, "(;SZ[19]EV[Given]PB[a]PW[b %d];B[pd])", i)
	}
	m.Close()
	r := httptest.NewRequest("POST", "http://localhost/archive/upload", &b)
	r.Header.Set("Content-Type", m.FormDataContentType())
	r.Header.Set("Origin", "http://localhost")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/archive/jobs/1" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	job, _ := a.Job(1)
	if state, err := job.Wait(t.Context()); err != nil || state.State != "done" || state.Result.(*archive.Imported).Added != 4 {
		t.Fatalf("%+v %v", state, err)
	}
	page := get200(t, s, "/archive/imports/2")
	for _, want := range []string{"club/1.sgf", ">2.sgf", "quo_te.sgf", "1 added", "/game/"} {
		if !strings.Contains(page, want) {
			t.Errorf("the import's page has no %s", want)
		}
	}
	if page := get200(t, s, "/archive/jobs/1"); !strings.Contains(page, "<b>4</b>") || strings.Contains(page, "data-running") {
		t.Error("the job's page does not say what it has done")
	}
	if page := get200(t, s, "/archive/imports/2?passed=1"); !strings.Contains(page, "No file was passed over.") {
		t.Error("files were passed over")
	}
	if page := get200(t, s, "/archive/imports/2?failed=1"); !strings.Contains(page, "No file failed.") {
		t.Error("a file failed")
	}
}

// With a token paths of the machine are refused, but below folders that were named;
// links lead nowhere else.
func TestFolders(t *testing.T) {
	_, a := served(t, nil)
	named, other := t.TempDir(), t.TempDir()
	writeGames(t, named, 2)
	writeGames(t, other, 2)
	if err := os.Symlink(other, filepath.Join(named, "way-out")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(named)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(named, entries[0].Name())
	if entries[0].Name() == "way-out" {
		file = filepath.Join(named, entries[1].Name())
	}
	bearer := header("Authorization", "Bearer 0123456789abcdef")
	for _, test := range []struct {
		token   string
		folders []string
		path    string
		status  int
	}{
		{"", nil, other, 202},
		{"0123456789abcdef", nil, named, 403},
		{"0123456789abcdef", nil, "/etc/shadow", 403},
		{"0123456789abcdef", nil, "/no/such/file", 403}, // not even whether it is there
		{"0123456789abcdef", []string{named}, named, 202},
		{"0123456789abcdef", []string{named}, file, 202},
		{"0123456789abcdef", []string{named}, other, 403},
		{"0123456789abcdef", []string{named}, named + "/../" + filepath.Base(other), 403},
		{"0123456789abcdef", []string{named}, named + "/way-out", 403},
		{"0123456789abcdef", []string{named}, named + "-beside", 403},
		{"", []string{named}, other, 403},
	} {
		s, err := New(a, &Options{Token: test.token, Folders: test.folders})
		if err != nil {
			t.Fatal(err)
		}
		if w := request(s, "POST", "/api/v1/imports", map[string]any{"paths": []string{test.path}}, bearer); w.Code != test.status {
			t.Errorf("%+v: %d %s", test, w.Code, w.Body)
		}
		if test.path == file {
			continue
		}
		if w := request(s, "POST", "/api/v1/backup", map[string]any{"file": filepath.Join(test.path, "x.backup"), "replace": true}, bearer); w.Code != test.status {
			t.Errorf("backup, %+v: %d %s", test, w.Code, w.Body)
		}
	}
}

// Who sends byte by byte loses the connection, and leaves no file.
func TestSlowUpload(t *testing.T) {
	s, a := served(t, nil)
	s.uploads.patience = 200 * time.Millisecond
	id := beginUpload(t, s)
	address, _ := serving(t, s)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/v1/uploads/%s/files HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nslow", id)
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || strings.Contains(string(answer), " 200 ") {
		t.Errorf("%q %v", answer, err)
	}
	var files int
	_ = filepath.WalkDir(filepath.Join(a.Dir(), "uploads"), func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files++
		}
		return err
	})
	if files > 0 {
		t.Errorf("%d files are left", files)
	}
}

// A server that stops in the middle of an import leaves a sound archive, which goes on
// where it was.
func TestStopWhileImporting(t *testing.T) {
	s, a := served(t, nil)
	address, stop := serving(t, s)
	dir := t.TempDir()
	writeGames(t, dir, 2000)
	w := request(s, "POST", "/api/v1/imports", map[string]any{"paths": []string{dir}})
	if w.Code != http.StatusAccepted {
		t.Fatal(w.Code, w.Body)
	}
	response, err := http.Get("http://" + address + "/api/v1/jobs/1/events")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	one := make([]byte, 10)
	if _, err := io.ReadFull(response.Body, one); err != nil || string(one[:6]) != "data: " {
		t.Errorf("%q %v", one, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	folder := a.Dir()
	if err := a.Close(); err != nil { // as the command does
		t.Error(err)
	}
	again, err := archive.Open(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if c, err := again.Check(context.Background(), &archive.Check{}); err != nil || len(c.Faults) > 0 {
		t.Errorf("%+v %v", c, err)
	}
	if _, err := again.Import(t.Context(), &archive.Import{Paths: []string{dir}}); err != nil {
		t.Error(err)
	}
	v, err := again.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, _ := archive.ParseQuery("event:Imported")
	if ids, err := v.IDs(t.Context(), q, true); err != nil || len(ids) != 2000 {
		t.Errorf("%d games, %v", len(ids), err)
	}
}

// follow answers a form's redirect, as a browser does with its cookies.
func follow(t *testing.T, s *Server, w *httptest.ResponseRecorder) string {
	t.Helper()
	if w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	next := request(s, "GET", w.Header().Get("Location"), nil, func(r *http.Request) {
		for _, c := range w.Result().Cookies() {
			r.AddCookie(c)
		}
	})
	if next.Code != 200 {
		t.Fatalf("%s: %d %s", w.Header().Get("Location"), next.Code, next.Body)
	}
	return next.Body.String()
}

// undoOf is what a page's button takes back.
func undoOf(t *testing.T, page string) url.Values {
	t.Helper()
	_, rest, ok := strings.Cut(page, `name="undo" value="`)
	name, _, _ := strings.Cut(rest, `"`)
	if !ok || name == "" {
		t.Fatal("nothing can be undone")
	}
	return url.Values{"undo": {name}, "back": {"/tags"}}
}

// What the user adds is said, shown, and can be taken back.
func TestOwnForms(t *testing.T) {
	s, a := served(t, nil)
	count := func(query string) int {
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		q, err := archive.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := v.IDs(t.Context(), q, true)
		if err != nil {
			t.Fatal(err)
		}
		return len(ids)
	}
	all := count("player:shusaku")
	for _, test := range []struct {
		target       string
		values       url.Values
		said, query  string
		before, then int
	}{
		{"/tags", url.Values{"q": {"player:shusaku"}, "tag": {"read"}, "do": {"add"}}, fmt.Sprintf("%d games now have the tag read.", all), "tag:read", 0, all},
		{"/tags", url.Values{"game": {"1"}, "tag": {"one"}}, "1 game now has the tag one.", "tag:one", 0, 1},
		{"/notes", url.Values{"game": {"1"}, "text": {"two\r\nlines"}}, "The note is saved.", "has:note", 0, 1},
		{"/saved", url.Values{"name": {"mine"}, "q": {"player:shusaku"}}, "The search is saved as mine.", "saved:mine", -1, all},
	} {
		if test.before >= 0 && count(test.query) != test.before {
			t.Errorf("%s before", test.query)
		}
		page := follow(t, s, form(s, test.target, mergeValues(test.values, url.Values{"back": {"/tags"}})))
		if !strings.Contains(page, test.said) || count(test.query) != test.then {
			t.Errorf("%+v: %d games", test, count(test.query))
		}
		if page := get200(t, s, "/tags"); strings.Contains(page, test.said) {
			t.Error("it is said twice")
		}
		undo := undoOf(t, page)
		if page := follow(t, s, form(s, "/undo", undo)); !strings.Contains(page, "Taken back.") {
			t.Errorf("%+v is not taken back", test)
		}
		if test.before >= 0 && count(test.query) != test.before {
			t.Errorf("%+v: %d games afterwards", test, count(test.query))
		}
		if w := form(s, "/undo", undo); w.Code != http.StatusGone {
			t.Errorf("taken back twice: %d", w.Code)
		}
	}
	for target, values := range map[string]url.Values{
		"/tags": {"tag": {"x"}}, "/notes": {"on": {"asked"}, "q": {"pat:[X.|..]"}, "text": {"x"}}, "/archive/work": {"work": {"nonsense"}},
		"/archive/duplicates": {"kind": {"same"}, "game": {"1"}, "other": {"1"}},
	} {
		if w := form(s, target, values); w.Code < 400 || w.Code >= 500 {
			t.Errorf("%s %v: %d", target, values, w.Code)
		}
	}
	// A note on a position that is asked for is added to the one that is there.
	for _, text := range []string{"first", "second"} {
		follow(t, s, form(s, "/notes", url.Values{"on": {"asked"}, "q": {`pos:"Q16 D4" winner:black`}, "text": {text}, "back": {"/notes"}}))
	}
	if page := get200(t, s, "/notes"); !strings.Contains(page, "first\nsecond") {
		t.Error("the note on the position is not shown")
	}
	if w := form(s, "/tags", url.Values{"game": {"1"}, "tag": {"away"}, "back": {"//evil.example/"}}); w.Header().Get("Location") != "/" {
		t.Errorf("a form leads to %s", w.Header().Get("Location"))
	}
}

func mergeValues(a, b url.Values) url.Values {
	for name, values := range b {
		a[name] = values
	}
	return a
}

// Two records that are taken for one game can be set apart, made one, and left to the
// program again.
func TestDecideForms(t *testing.T) {
	s, _ := served(t, nil)
	if page := get200(t, s, "/archive/duplicates/1"); !strings.Contains(page, "no other record") {
		t.Fatal("game 1 has another record")
	}
	page := follow(t, s, form(s, "/archive/duplicates", url.Values{"kind": {"same"}, "game": {"1"}, "other": {"2"}, "back": {"/archive/duplicates/1"}}))
	for _, want := range []string{"2 records", "are one game", "another game"} {
		if !strings.Contains(page, want) {
			t.Errorf("the comparison does not say %q", want)
		}
	}
	page = follow(t, s, form(s, "/undo", mergeValues(undoOf(t, page), url.Values{"back": {"/archive/duplicates/1"}})))
	if !strings.Contains(page, "no other record") {
		t.Error("the decision is not taken back")
	}
	if page := get200(t, s, "/archive/duplicates"); !strings.Contains(page, `class="cluster"`) {
		t.Error("the demo's duplicates are not listed")
	}
}
