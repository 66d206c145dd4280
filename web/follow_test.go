package web

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
)

// The page of follow offers files of every text format that is read, and follows one that
// is sent.
func TestFollowFiles(t *testing.T) {
	s, _ := served(t, nil)
	page := httptest.NewRecorder()
	s.Handler().ServeHTTP(page, httptest.NewRequest(http.MethodGet, "http://localhost/statistics/follow", nil))
	accept := regexp.MustCompile(`name="file" type="file" accept="([^"]*)"`).FindStringSubmatch(page.Body.String())
	if accept == nil {
		t.Fatalf("no field for a file: %d", page.Code)
	}
	offered := strings.Split(accept[1], ",")
	for _, extension := range []string{".sgf", ".kif", ".kifu", ".ki2", ".csa", ".jkf", ".pgn", ".ggf", ".gib"} {
		if !slices.Contains(offered, extension) {
			t.Errorf("%s is not offered: %s", extension, accept[1])
		}
	}
	for _, extension := range []string{".wtb", ".jou", ".db"} {
		if slices.Contains(offered, extension) {
			t.Errorf("%s is offered, which holds no tree", extension)
		}
	}
	kif := "手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n"
	sjis, err := japanese.ShiftJIS.NewEncoder().String(kif)
	if err != nil {
		t.Fatal(err)
	}
	sgf, err := japanese.ShiftJIS.NewEncoder().String("(;GM[1]FF[4]CA[Shift_JIS]SZ[19]C[定石の研究です。];B[pd];W[dp])")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ content, text string }{
		"mine.kif": {kif, "７六歩"}, "old.kif": {sjis, "７六歩"}, "old.sgf": {sgf, "定石の研究です。"},
	} {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		file.Write([]byte(want.content))
		form.Close()
		sent := httptest.NewRequest(http.MethodPost, "http://localhost/statistics/follow", &body)
		sent.Header.Set("Content-Type", form.FormDataContentType())
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, sent)
		to, err := url.Parse(answer.Header().Get("Location"))
		if answer.Code != http.StatusSeeOther || err != nil || !strings.Contains(to.Query().Get("tree"), want.text) {
			t.Fatalf("%s: %d, %q", name, answer.Code, to)
		}
		page = httptest.NewRecorder()
		s.Handler().ServeHTTP(page, httptest.NewRequest(http.MethodGet, "http://localhost"+to.String(), nil))
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want.text) {
			t.Errorf("the page of %s: %d\n%s", name, page.Code, page.Body)
		}
	}
}

// Lines that nobody plays are named, also those that end with stones which the tree sets up.
func TestFollowUnplayed(t *testing.T) {
	s, _ := served(t, nil)
	text := get200(t, s, "/statistics/follow?"+url.Values{"tree": {"(;GM[1]SZ[19](;B[aa];W[bb])(;AB[ss]AW[sr]))"}}.Encode())
	for _, line := range []string{"<li>A19</li>", "<li> (stones that are set up)</li>"} {
		if !strings.Contains(text, line) {
			t.Errorf("no %s in %s", line, text)
		}
	}
}
