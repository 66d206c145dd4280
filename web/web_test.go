package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
)

// hostile is a record in which every text tries to be more than a text.
const hostile = `(;GM[1]SZ[19]PB[<script>alert(1)</script>]PW["><img src=x onerror=alert(2)>]BR[<b>9p</b>]EV[javascript:alert(3)]RE[B+R]` +
	`DT[2001-01-01]PC[x` + "\u202e" + `gnp.exe]C[</script><svg onload=alert(4)> {{.}} <a href="javascript:alert(5)">x</a>];B[pd];W[dp]C[<iframe src=//evil.example>];B[pp]LB[pd:<u>]TR[dp])`

// served returns a server of the demo's games and of the hostile record, changed by
// what a test wants.
func served(t *testing.T, change func(*Options)) (*Server, *archive.Archive) {
	t.Helper()
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	if err := os.CopyFS(games, archive.DemoCollection()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(games, "hostile.sgf"), []byte(hostile), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{games}}); err != nil {
		t.Fatal(err)
	}
	o := &Options{Patience: time.Minute} // tests look at exact answers, but for those of what grows
	if change != nil {
		change(o)
	}
	s, err := New(a, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.times.page = time.Minute
	return s, a
}

// pagesOf are the addresses of all pages, with the number of the hostile record in its
// place.
func pagesOf(t *testing.T, a *archive.Archive) []string {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery("date:2001-01-01")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := v.IDs(t.Context(), q, true)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	list := []string{}
	for _, target := range pagesToTest {
		list = append(list, strings.ReplaceAll(target, "HOSTILE", fmt.Sprint(ids[0])))
	}
	return list
}

// request sends a request as a browser on this machine does.
func request(s *Server, method, target string, body any, change ...func(*http.Request)) *httptest.ResponseRecorder {
	var reader io.Reader
	kind := "application/json"
	if form, ok := body.(formBody); ok {
		reader, kind = form.encode()
	} else if body != nil {
		data, _ := json.Marshal(body)
		reader = bytes.NewReader(data)
	}
	r := httptest.NewRequest(method, "http://localhost:8080"+target, reader)
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// A formBody is a form with files, by the names of its parts.
type formBody map[string]string

func (f formBody) encode() (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(f)) {
		part, _ := w.CreateFormFile(name, "file")
		_, _ = io.WriteString(part, f[name])
	}
	w.Close()
	return &b, w.FormDataContentType()
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func host(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }

// pagesToTest are addresses of all pages.
var pagesToTest = []string{
	"/drill", "/drill?q=player:shusaku", "/drill?q=date:2001-01-01&help=1",
	"/", "/?q=pos:%22Q16+D4%22", "/?q=pat:NE[.....|.....|.....|.X...|.....]", "/?q=player:shusaku", "/?q=game:shogi", "/?q=pos:", "/?q=player:nobodyatall",
	"/?q=pos:%22startpos+moves+7g7f%22", "/?q=seq:[B+Q16+W+D4]", "/?q=pat:[*xo|!_.]",
	"/player?name=Go+Seigen", "/player?name=%3Cscript%3Ealert(1)%3C/script%3E", "/player?name=%22%3E%3Cimg+src%3Dx+onerror%3Dalert(2)%3E", "/event?name=javascript:alert(3)", "/player?name=Nobody+at+all",
	"/aliases", "/aliases?kind=events&faint=1&all=1", "/players?words=sh&sort=score",
	"/statistics", "/statistics?q=player:shusaku", "/statistics?q=date:2001-01-01", "/statistics?q=pos:%22Q16+D4%22", "/statistics?q=player:nobodyatall",
	"/statistics/groups", "/statistics/groups?by=player&metric=games&metric=score&metric=moves&sort=score", "/statistics/groups?by=decade&and=result", "/statistics/groups?q=date:2001-01-01&by=event", "/statistics/groups?by=nonsense",
	"/statistics/tree", "/statistics/tree?q=date:1800..1850&depth=4&min_games=1&open=BQ16", "/statistics/tree?q=pat:NE[....|....|..X.|....]&merge=1&local=1", "/statistics/tree?depth=x", "/statistics/tree?q=date:2001-01-01&min_games=1",
	"/statistics/trend", "/statistics/trend?q=pos:Q16+pat:NE[...|.X.|...]&by=century", "/statistics/first?q=pos:%22R16+D17%22", "/statistics/first", "/statistics/orders?q=pos:%22R16+D17%22&limit=1", "/statistics/orders", "/statistics/mistakes", "/statistics/mistakes?q=player:shusaku&from=much", "/statistics/mistakes?sort=count&min=1&from=1", "/statistics/mistakes?min=1&from=5%25", "/statistics/remarks?q=pat:[XX|OO]",
	"/statistics/compare", "/statistics/compare?a=date:..1900&b=date:1901..&at=Q16", "/statistics/compare?a=player:shusaku&b=-player:shusaku&sort=share", "/statistics/compare?a=pos:nonsense&b=x", "/statistics/compare?a=player:nobodyatall&b=*",
	"/statistics/follow", "/statistics/follow?tree=(%3BGM%5B1%5DSZ%5B19%5D(%3BB%5Bpd%5D%3BW%5Bdp%5D)(%3BB%5Bqd%5D))", "/statistics/follow?ref=1&region=corner&colors=either", "/statistics/follow?tree=nonsense",
	"/statistics/similar", "/statistics/similar?ref=1", "/statistics/similar?ref=1@30&near=3&colors=either", "/statistics/similar?ref=HOSTILE", "/statistics/similar?ref=99999", "/statistics/problems", "/statistics/problems?differ=1&moved=1", "/statistics/examples", "/statistics/examples?q=captures:%3E=2", "/statistics/examples?q=fork:2&limit=2", "/statistics/examples?q=captures:400", "/nothing/here", "/archive", "/archive/imports/1", "/archive/imports/1?failed=1", "/archive/imports/1?passed=1", "/archive/duplicates", "/archive/duplicates?kind=near", "/archive/duplicates/7", "/archive/duplicates/1",
	"/tags", "/notes", "/saved",
	"/help", "/help?q=alias", "/help?q=nosuchword", "/help?q=%3Cscript%3Ealert(1)%3C/script%3E", "/help/TOUR.md", "/help/SHOGI-FORMATS.md", "/help/SCALE.md", "/help/nothing",
	"/print", "/print?games=HOSTILE", "/print?q=player:shusaku&language=ja&paper=A5", "/print?q=game:go&what=problems", "/print?q=player:nobodyatall", "/print?games=7&plain=1&straight=1&uncommented=1&columns=2&moves=100&to=epub",
	"/game/HOSTILE", "/game/HOSTILE@2", "/game/HOSTILE/annotate", "/game/HOSTILE/record", "/game/HOSTILE/charset?to=big5", "/game/7@40", "/game/7/annotate?as_of=now",
}

// All answers forbid what no page needs.
func TestHeaders(t *testing.T) {
	s, a := served(t, nil)
	for _, target := range append([]string{"/static/style.css", "/api/v1/info", "/api/v1/nothing", "/api/v1/openapi.json"}, pagesOf(t, a)...) {
		h := request(s, "GET", target, nil).Header()
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q without %q", target, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %v", target, h)
		}
		for name := range h {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("%s: other sites may read it: %s", target, name)
			}
		}
	}
}

// Names that are not this server's lead nowhere, whoever made them lead here.
func TestHosts(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Hosts = []string{"kifu.local", "192.0.2.7"} })
	for name, want := range map[string]int{
		"localhost": 200, "localhost:8080": 200, "LOCALHOST.:1": 200, "127.0.0.1:8080": 200, "127.9.9.9": 200, "[::1]:8080": 200, "[::ffff:127.0.0.1]": 200,
		"kifu.local:80": 200, "192.0.2.7": 200, "a.localhost": 200,
		"evil.example": 421, "evil.example:8080": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "192.0.2.8": 421, "0.0.0.0": 421, "": 421, "notlocalhost": 421,
	} {
		if got := request(s, "GET", "/api/v1/jobs", nil, host(name)); got.Code != want {
			t.Errorf("host %q: %d, want %d", name, got.Code, want)
		}
	}
}

// Pages of other sites may link here, and neither ask nor change anything.
func TestOrigins(t *testing.T) {
	s, _ := served(t, nil)
	for _, test := range []struct {
		method  string
		headers []string
		want    int
	}{
		{"GET", nil, 200},
		{"GET", []string{"Origin", "http://localhost:8080"}, 200},
		{"GET", []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"GET", []string{"Sec-Fetch-Site", "none"}, 200},
		{"GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"GET", []string{"Origin", "http://evil.example"}, 403},
		{"GET", []string{"Origin", "null"}, 403},
		{"GET", []string{"Origin", "null", "Sec-Fetch-Site", "same-origin"}, 200}, // as forms send it
		{"POST", []string{"Origin", "null", "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", []string{"Origin", "http://localhost:9090"}, 403}, // another server of this machine
		{"GET", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"POST", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},
		{"POST", []string{"Origin", "http://evil.example"}, 403},
		{"GET", []string{"Origin", "null", "Sec-Fetch-Site", "same-origin"}, 200}, // a form of a page without referrer
		{"GET", []string{"Origin", "null", "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", []string{"Origin", "null", "Sec-Fetch-Site", "none"}, 403},
	} {
		var change []func(*http.Request)
		for i := 0; i < len(test.headers); i += 2 {
			change = append(change, header(test.headers[i], test.headers[i+1]))
		}
		if got := request(s, test.method, "/api/v1/count", nil, change...); got.Code != test.want {
			t.Errorf("%s with %q: %d, want %d", test.method, test.headers, got.Code, test.want)
		}
	}
}

func TestToken(t *testing.T) {
	const secret = "correcthorsebatterystaple"
	s, _ := served(t, func(o *Options) { o.Token, o.Hosts = secret, []string{"*"} })
	for _, target := range append([]string{"/static/style.css", "/api/v1/info", "/api/v1/openapi.json"}, pagesToTest...) {
		if w := request(s, "GET", target, nil); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), secret) {
			t.Errorf("%s without token: %d", target, w.Code)
		}
	}
	for _, given := range []string{"", "wrong", secret + "x", secret[1:], strings.ToUpper(secret)} {
		if w := request(s, "GET", "/api/v1/jobs", nil, header("Authorization", "Bearer "+given)); w.Code != http.StatusUnauthorized {
			t.Errorf("token %q: %d", given, w.Code)
		}
		if w := request(s, "GET", "/?token="+given, nil); w.Code != http.StatusUnauthorized || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("address with token %q: %d", given, w.Code)
		}
	}
	if w := request(s, "GET", "/api/v1/jobs", nil, header("Authorization", "Bearer "+secret)); w.Code != http.StatusOK {
		t.Errorf("the token: %d", w.Code)
	}
	w := request(s, "GET", "/?q=pos:Q16&token="+secret, nil)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/?q=pos%3AQ16" || len(cookies) != 1 {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		t.Errorf("%+v", c)
	}
	if w := request(s, "GET", "/", nil, func(r *http.Request) { r.AddCookie(cookies[0]) }); w.Code != http.StatusOK {
		t.Errorf("with the cookie: %d", w.Code)
	}
	if w := request(s, "POST", "/api/v1/imports?token="+secret, map[string]any{"paths": []string{"/x"}}); w.Code != http.StatusUnauthorized {
		t.Errorf("a change with the token in its address: %d", w.Code)
	}
}

// Nothing changes an archive that is shown for reading only.
func TestReadOnly(t *testing.T) {
	s, a := served(t, func(o *Options) { o.ReadOnly = true })
	before := stateOf(t, a)
	changes := 0
	for path, item := range openAPI(t, s).Paths {
		for method := range item {
			if method == "get" {
				continue
			}
			changes++
			target := strings.NewReplacer("{id}", "1", "{name}", "x").Replace(path)
			w := request(s, strings.ToUpper(method), target, map[string]any{"paths": []string{"/tmp"}, "games": []int{1}, "text": "x", "query": "*"})
			asks := slices.Contains([]string{"/board", "/follow", "/position", "/paste", "/trees"}, strings.TrimPrefix(path, apiRoot))
			if asks == (w.Code == http.StatusForbidden) {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
	if changes < 6 || len(a.Jobs()) > 0 || stateOf(t, a) != before {
		t.Errorf("%d operations that change something; jobs %v", changes, a.Jobs())
	}
}

func stateOf(t *testing.T, a *archive.Archive) string {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	return v.State()
}

// Texts of records are texts on every page.
func TestHostileRecord(t *testing.T) {
	s, a := served(t, nil)
	seen := 0
	for _, target := range append([]string{"/?q=date:2001-01-01", "/?q=%3Cscript%3Ealert(9)%3C/script%3E", "/?q=pos:%22%3Cimg%20src=x%3E%22"}, pagesOf(t, a)...) {
		body := request(s, "GET", target, nil).Body.String()
		for _, bad := range []string{"<script>alert", "<img src=x", "<b>9p", "<svg onload", `href="javascript:`, "<iframe", "<u>", "⟨"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %s", target, bad)
			}
		}
		if strings.Contains(body, "&lt;script&gt;alert(1)") {
			seen++
		}
	}
	if seen < 4 {
		t.Errorf("the hostile record was shown on %d pages", seen)
	}
}

// recordText is the text of a record, which may say anything.
var recordText = regexp.MustCompile(`(?s)<pre class="record"[^>]*>[^<]*</pre>`)

// printedPages are the pages that are to be printed, whose texts may say anything too.
var printedPages = regexp.MustCompile(`(?s)<section class="preview".*?\n</div></section>`)

// documentTexts are documents, whose texts say anything and whose links lead anywhere.
var (
	documentTexts = regexp.MustCompile(`(?s)<article class="document".*?</article>`)
	outsideLink   = regexp.MustCompile(`<a href="https://[^"]*" rel="noreferrer">`)
)

var textOfElements = regexp.MustCompile(`>[^<]*<`)

// No page needs what its policy forbids.
func TestNothingInline(t *testing.T) {
	s, a := served(t, nil)
	for _, target := range pagesOf(t, a) {
		// The name of SVG's elements is asked of nobody.
		body := strings.ReplaceAll(request(s, "GET", target, nil).Body.String(), ` xmlns="http://www.w3.org/2000/svg"`, "")
		body = recordText.ReplaceAllString(body, "")
		body = documentTexts.ReplaceAllStringFunc(body, func(s string) string {
			return textOfElements.ReplaceAllString(outsideLink.ReplaceAllString(s, "<a>"), "><")
		})
		body = printedPages.ReplaceAllStringFunc(body, func(s string) string { return textOfElements.ReplaceAllString(s, "><") })
		for _, bad := range []string{" style=", "<style", " onclick=", " onload=", "http://", "https://"} {
			if i := strings.Index(body, bad); i >= 0 {
				t.Errorf("%s has %s: %s", target, bad, body[max(0, i-60):min(len(body), i+60)])
			}
		}
		if strings.Count(body, "<script") != strings.Count(body, `<script type="module" src="/static/`)+strings.Count(body, `<script type="application/json"`) {
			t.Errorf("%s has other scripts", target)
		}
	}
}

func TestStaticFiles(t *testing.T) {
	s, _ := served(t, nil)
	w := request(s, "GET", "/static/style.css", nil)
	tag := w.Header().Get("ETag")
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") || tag == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := request(s, "GET", "/static/style.css", nil, header("If-None-Match", tag)); w.Code != http.StatusNotModified {
		t.Errorf("unchanged: %d", w.Code)
	}
	for _, target := range []string{"/static/", "/static/../server.go", "/static/nothing.js", "/static/style.css/", "/static/other/style.css", "/static/" + s.pages.files.stamp + "/"} {
		if w := request(s, "GET", target, nil); w.Code == 200 {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}

// staticAddress finds the static files that a page names, with their stamps.
var staticAddress = regexp.MustCompile(`/static/[0-9a-f]{16}/[\w.]+`)

// Pages name their scripts with all modules that these import, so that a browser need not read one to
// learn of another, and keep all files for ever. An older page's files are there, but not kept.
func TestStaticFilesOfPages(t *testing.T) {
	s, a := served(t, nil)
	anyImport := regexp.MustCompile(`'\./([\w.]+)'`)
	scripts := 0
	for _, target := range pagesOf(t, a) {
		page := request(s, "GET", target, nil).Body.String()
		named := map[string]bool{}
		for _, address := range staticAddress.FindAllString(page, -1) {
			named[address] = true
		}
		for address := range named {
			w := request(s, "GET", address, nil)
			if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
				t.Errorf("%s: %s: %d %v", target, address, w.Code, w.Header())
			}
			if !strings.HasSuffix(address, ".js") {
				continue
			}
			scripts++
			for _, m := range anyImport.FindAllStringSubmatch(w.Body.String(), -1) {
				if !named[path.Dir(address)+"/"+m[1]] {
					t.Errorf("%s: %s imports %s, which the page does not name", target, address, m[1])
				}
			}
		}
	}
	if scripts < 50 {
		t.Errorf("the pages have only %d scripts", scripts)
	}
	if w := request(s, "GET", "/static/0123456789abcdef/style.css", nil); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("a file of an older page: %d %v", w.Code, w.Header())
	}
}

// Browsers get scripts and styles without the lines that are comments, and with all others.
func TestFilesWithoutComments(t *testing.T) {
	f, err := newStaticFolder()
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, name := range f.names() {
		data, err := staticFiles.ReadFile("static/" + name)
		if err != nil {
			continue // made at the start
		}
		var want strings.Builder
		inside := false
		for line := range strings.Lines(string(data)) {
			switch text := strings.TrimSpace(line); {
			case inside || strings.HasPrefix(text, "/*") && (!strings.Contains(text, "*/") || strings.HasSuffix(text, "*/")):
				inside = !strings.HasSuffix(text, "*/")
			case strings.HasPrefix(text, "//"):
			default:
				want.WriteString(line)
			}
		}
		if got := string(f.files[name]); got != want.String() {
			t.Errorf("%s is\n%s", name, got)
		}
		left += len(data) - want.Len()
	}
	if left < 10_000 {
		t.Errorf("only %d bytes are left out", left)
	}
}

// Scripts get the words that they say, and few others.
func TestWordsOfScripts(t *testing.T) {
	f, err := newStaticFolder()
	if err != nil {
		t.Fatal(err)
	}
	all, err := readWords("en")
	if err != nil {
		t.Fatal(err)
	}
	script := string(f.files[wordScript("en")])
	if len(script) > 8000 {
		t.Errorf("the words of scripts are %d bytes", len(script))
	}
	said := regexp.MustCompile(`(?:word|count)\((?:[^'()\n]*\? )?'([^']+)'(?: : '([^']+)')?`)
	n := 0
	for name, data := range f.files {
		for _, m := range said.FindAllStringSubmatch(string(data), -1) {
			for _, key := range m[1:] {
				if key == "" {
					continue
				}
				if n++; all[key] == "" || !strings.Contains(script, `"`+key+`":`) {
					t.Errorf("%s says %s, which is not there", name, key)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d words were found", n)
	}
}

// An address or a body beyond bounds is refused before anything is made of it.
func TestLimits(t *testing.T) {
	s, _ := served(t, nil)
	if w := request(s, "GET", "/?q="+strings.Repeat("a", maxURL), nil); w.Code != http.StatusRequestURITooLong {
		t.Errorf("a long address: %d", w.Code)
	}
	if w := request(s, "POST", "/api/v1/board", map[string]any{"board": strings.Repeat("a", maxBody)}); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long body: %d", w.Code)
	}
}

// writeGames writes a file with so many games that differ.
func writeGames(t *testing.T, dir string, n int) {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(;GM[1]SZ[19]EV[Imported]PB[A%d]PW[B];B[%c%c];W[%c%c])\n", i, 'a'+i%19, 'a'+i/19%19, 'a'+(i+5)%19, 'a'+(i/19+7)%19)
	}
	if err := os.WriteFile(filepath.Join(dir, "games.sgf"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
