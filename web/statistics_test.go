package web

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/ask"
)

// A page that has waited long enough shows what is known, and ends the search; one
// that is asked for to the end waits for it.
func TestLongAnswersAreShownSoFar(t *testing.T) {
	s, _ := served(t, nil)
	s.times.page = 200 * time.Millisecond
	ended := make(chan struct{})
	long := func(ctx context.Context, _ *archive.View, sofar func(partial)) (any, error) {
		defer close(ended)
		sofar(partial{"nothing", nil}) // of which nobody knows how much it is
		for i := range 3 {
			sofar(partial{i, &archive.Looked{Games: i, Of: 10}})
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	r := httptest.NewRequest("GET", "/statistics", nil)
	found, err := s.grown(r, long)
	if err != nil || found.looked == nil || *found.looked != (archive.Looked{Games: found.answer.(int), Of: 10}) { // the last one, if there was time
		t.Errorf("%+v, %v", found, err)
	}
	<-ended
	slow := func(ctx context.Context, _ *archive.View, sofar func(partial)) (any, error) {
		sofar(partial{1, &archive.Looked{Games: 1, Of: 2}})
		select {
		case <-time.After(s.times.page + 200*time.Millisecond):
			return "all", nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	found, err = s.grown(httptest.NewRequest("GET", "/statistics?whole=1", nil), slow)
	if err != nil || found.answer != "all" || found.looked != nil {
		t.Errorf("asked for whole: %+v, %v", found, err)
	}
	latest := make(chan int, 1)
	for i := range 3 {
		replace(latest, i)
	}
	if i := <-latest; i != 2 {
		t.Errorf("the latest of 0 to 2 is %d", i)
	}
}

// Who goes away ends what is searched for.
func TestSearchesEndWithTheirClients(t *testing.T) {
	s, _ := served(t, nil)
	ctx, leave := context.WithCancel(t.Context())
	begun := make(chan struct{})
	go func() { <-begun; leave() }()
	r := httptest.NewRequest("GET", "/statistics?whole=1", nil).WithContext(ctx)
	_, err := s.grown(r, func(ctx context.Context, _ *archive.View, _ func(partial)) (any, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if archive.KindOf(err) != archive.KindInterrupted {
		t.Errorf("%v", err)
	}
}

// An answer that is watched comes as lines, of which the last one is what the page
// shows that is made once.
func TestStreamedAnswers(t *testing.T) {
	s, _ := served(t, nil)
	for _, target := range []string{"/statistics?q=player:shusaku", "/statistics/groups?by=player", "/statistics/first?q=pos:Q16", "/statistics/tree?min_games=2"} {
		w := request(s, "GET", target, nil, header("Accept", ndjson))
		if w.Code != 200 || w.Header().Get("Content-Type") != ndjson {
			t.Fatalf("%s: %d %s", target, w.Code, w.Header())
		}
		var last studyLine
		for line := range strings.Lines(w.Body.String()) {
			last = studyLine{}
			if err := json.Unmarshal([]byte(line), &last); err != nil {
				t.Fatalf("%s: %v", target, err)
			}
		}
		if last.Looked != nil || last.HTML == "" || !strings.Contains(get200(t, s, target), last.HTML) {
			t.Errorf("%s ends with %+v", target, last)
		}
	}
	if w := request(s, "GET", "/statistics/groups?by=nonsense", nil, header("Accept", ndjson)); w.Code != http.StatusBadRequest {
		t.Errorf("a wrong question is watched: %d", w.Code)
	}
}

var treeRow = regexp.MustCompile(`(?s)<a class="go" href="(/statistics/tree[^"]+)" aria-label="([A-T]\d+),[^>]*>›</a>.*?<span class="r games">([\d,]+)`)

// The tree of moves that the page shows is the archive's, and each of its links opens
// it at that move.
func TestTreePage(t *testing.T) {
	s, a := served(t, nil)
	page := get200(t, s, "/statistics/tree?q=date:1600..2020&depth=3&min_games=2")
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := parseQuery("date:1600..2020")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := ask.Of(v.Views).Tree(t.Context(), &archive.Search{Query: q}, &ask.TreeOptions{Depth: 3, MinGames: 2})
	if err != nil {
		t.Fatal(err)
	}
	rows := treeRow.FindAllStringSubmatch(page, -1)
	order := tree.Order()[1:]
	if len(rows) != len(order) || len(rows) < 10 {
		t.Fatalf("%d rows for %d moves", len(rows), len(order))
	}
	for i, row := range rows {
		n := tree.Nodes[order[i]]
		if row[2] != n.Name || row[3] != number(n.Here) {
			t.Errorf("row %d is %s with %s games, want %s with %d", i, row[2], row[3], n.Name, n.Here)
		}
		if n.Depth != 2 {
			continue
		}
		link, _, _ := strings.Cut(html.UnescapeString(row[1]), "#")
		open := get200(t, s, link)
		if want := fmt.Sprintf(`title="%s, on the board" aria-current="true"`, n.Name); strings.Count(open, want) != 1 {
			t.Errorf("%s does not open at %s", link, n.Name)
		}
		if stones := strings.Count(open[strings.Index(open, `id="here"`):], `<g class="stone `); stones != 2 {
			t.Errorf("%s shows %d stones", link, stones)
		}
	}
	for _, form := range treeForms {
		w := request(s, "GET", "/statistics/tree/file?as="+form.name+"&q=date:1600..2020&depth=3&min=2", nil)
		if w.Code != 200 || w.Header().Get("Content-Disposition") != `attachment; filename="`+form.file+`"` || !strings.Contains(w.Body.String(), fmt.Sprint(tree.Games)) {
			t.Errorf("%s: %d %.80s", form.name, w.Code, w.Body)
		}
	}
	if w := request(s, "GET", "/statistics/tree/file?as=nonsense", nil); w.Code != http.StatusNotFound {
		t.Errorf("a form that there is not: %d", w.Code)
	}
}

// What is compared is what the archive says, with its marks.
func TestComparePage(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	first, second, err := (&CompareQuestion{A: "date:..1900", B: "date:1901..", At: "Q16"}).searches()
	if err != nil {
		t.Fatal(err)
	}
	found, err := ask.Of(v.Views).Compare(t.Context(), first, second, &ask.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	page := get200(t, s, "/statistics/compare?a=date:..1900&b=date:1901..&at=Q16&all=1")
	for _, m := range found.Moves {
		if d := m.Share.Difference; d != nil && !strings.Contains(page, `<td class="r games">`+signedText(d.Value)) {
			t.Errorf("%s: %s is not on the page", m.Point, signedText(d.Value))
		}
	}
	if len(found.Moves) < 3 || !strings.Contains(page, number(found.A.Games)) {
		t.Errorf("%d moves", len(found.Moves))
	}
	// Both players' games begin at the start if no place is named.
	if page := get200(t, s, "/statistics/compare?a=black:shusaku&b=white:shusaku"); !strings.Contains(page, "<th scope=\"row\"><b>A</b></th>") {
		t.Error("two sets without a place are not compared")
	}
}

// A tree that is sent is followed; a short one leads to an address that can be kept,
// a long one does not.
func TestFollowForm(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.ReadOnly = true }) // it changes nothing
	send := func(tree string) *httptest.ResponseRecorder {
		body := url.Values{"tree": {tree}, "q": {"date:1700.."}}.Encode()
		r := httptest.NewRequest("POST", "http://localhost:8080/statistics/follow", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	short := "(;GM[1]SZ[19](;B[pd];W[dp])(;B[qd]))"
	w := send(short)
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.Contains(to, url.QueryEscape(short)) {
		t.Fatalf("%d %s", w.Code, to)
	}
	kept := get200(t, s, to)
	w = send(short[:len(short)-1] + "(;C[" + strings.Repeat("x", addressTree) + "]B[cc]))")
	if w.Code != http.StatusOK {
		t.Fatalf("a long tree: %d", w.Code)
	}
	games := regexp.MustCompile(`<strong>([\d,]+)</strong>`)
	if a, b := games.FindStringSubmatch(kept), games.FindStringSubmatch(w.Body.String()); a == nil || b == nil || a[1] != b[1] || a[1] == "0" {
		t.Errorf("%v games follow the short tree, %v the long one", a, b)
	}
	for _, tree := range []string{strings.Repeat("(;B[pd]", 20_000), "(;B[pd]", "nonsense", "(;GM[1])(;GM[1])", "(;GM[3]SZ[8])"} {
		if w := send(tree); w.Code == http.StatusSeeOther {
			w = request(s, "GET", w.Header().Get("Location"), nil)
			if w.Code != 200 && w.Code != 400 {
				t.Errorf("%s: %d", tree, w.Code)
			}
		} else if w.Code != 200 && w.Code != 400 {
			t.Errorf("%.20s …: %d", tree, w.Code)
		}
	}
}

// Spellings are made one, parted, and all of it is taken back, by forms.
func TestSpellings(t *testing.T) {
	s, a := served(t, nil)
	send := func(s *Server, values url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "http://localhost:8080/aliases", strings.NewReader(values.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, c := range change {
			c(r)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	spellings := func() string {
		groups, err := a.Aliases(archive.Players).Groups("")
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, g := range groups {
			list = append(list, strings.Join(g.Spellings, "="))
		}
		return strings.Join(list, " ")
	}
	for _, step := range []struct {
		values url.Values
		status int
		want   string
	}{
		{url.Values{"do": {"unite"}, "kind": {"players"}, "name": {"Go Seigen", "Kitani Minoru", "吳清源"}, "back": {"/players?words=go"}}, 303, "Go Seigen=Kitani Minoru=吳清源"},
		{url.Values{"do": {"part"}, "name": {"Go Seigen", "Kitani Minoru"}}, 303, "Go Seigen=吳清源"},
		{url.Values{"do": {"part"}, "name": {"Go Seigen", "Nobody"}}, 404, "Go Seigen=吳清源"},
		{url.Values{"do": {"unite"}, "name": {"Go Seigen"}}, 400, "Go Seigen=吳清源"},
		{url.Values{"do": {"part"}}, 400, "Go Seigen=吳清源"},
		{url.Values{"do": {"nonsense"}}, 400, "Go Seigen=吳清源"},
		{url.Values{"do": {"undo"}, "back": {"//evil.example"}}, 303, "Go Seigen=Kitani Minoru=吳清源"},
		{url.Values{"do": {"undo"}}, 303, ""},
		{url.Values{"do": {"undo"}}, 404, ""},
	} {
		w := send(s, step.values)
		if w.Code != step.status || spellings() != step.want {
			t.Errorf("%v: %d, %q", step.values, w.Code, spellings())
		}
		if to := w.Header().Get("Location"); step.status == 303 && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//")) {
			t.Errorf("%v leads to %s", step.values, to)
		}
	}
	change := url.Values{"do": {"unite"}, "name": {"Go Seigen", "Kitani Minoru"}}
	if w := send(s, change, header("Origin", "http://evil.example")); w.Code != http.StatusForbidden {
		t.Errorf("another site: %d", w.Code)
	}
	send(s, change)
	page := get200(t, s, "/player?name=Go+Seigen")
	if !strings.Contains(page, "Kitani Minoru</bdi> <form") || !strings.Contains(page, "Go Seigen = Kitani Minoru") {
		t.Error("the page of a name does not say how it is written, nor what can be taken back")
	}
	read, err := New(a, &Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if w := send(read, url.Values{"do": {"undo"}}); w.Code != http.StatusForbidden || spellings() == "" {
		t.Errorf("an archive that is shown for reading only: %d", w.Code)
	}
	for _, target := range []string{"/player?name=Go+Seigen", "/players", "/aliases"} {
		if page := get200(t, read, target); strings.Contains(page, `action="/aliases" class="quiet"`) || strings.Contains(page, `value="unite"`) || strings.Contains(page, `value="part"`) {
			t.Errorf("%s offers changes", target)
		}
	}
}

// Without games the pages say so.
func TestEmptyStatistics(t *testing.T) {
	a, err := archive.Open(t.TempDir(), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s, err := New(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range studies() {
		page := get200(t, s, studyAddress(one.name, nil))
		if !strings.Contains(page, "The archive is empty.") || strings.Contains(page, "⟨") {
			t.Errorf("%s: %s", one.name, page)
		}
	}
	for _, target := range []string{"/players", "/events", "/collections", "/aliases"} {
		get200(t, s, target)
	}
	if w := request(s, "GET", "/player?name=X", nil); w.Code != http.StatusNotFound {
		t.Errorf("a player of none: %d", w.Code)
	}
}

// Each study has a place in the menu.
func TestStudiesAreInTheMenu(t *testing.T) {
	n := 0
	for _, g := range studyGroups {
		n += g.n
	}
	if n != len(studies()) {
		t.Errorf("%d of %d studies are in the menu", n, len(studies()))
	}
	s, _ := served(t, nil)
	page := get200(t, s, "/statistics")
	for _, one := range studies() {
		if !slices.Contains(linksIn(page), studyAddress(one.name, nil)) {
			t.Errorf("%s is not linked", one.name)
		}
	}
}
