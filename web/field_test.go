package web

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/query"
	"kifudb/store"
)

// Two rows are all that is needed for two fields that nothing else knows: one of a number
// that is kept of each game, and one of texts.
func TestRowIsAField(t *testing.T) {
	t.Cleanup(query.Declare(query.Field{
		Name: "branches", About: "nodes that are not moves of the main line", Menu: true,
		Facts:  &query.Facts{Number: func(f *store.Facts) (int64, bool) { return int64(f.Nodes) - int64(f.Moves), f.Nodes > f.Moves+1 }},
		Mean:   &query.Mean{About: "mean number of branches"},
		Called: query.Words{"en": "off the main line", "ja": "本譜外", "zh": "旁支"},
	}, "nodes"))
	t.Cleanup(query.Declare(query.Field{
		Name: "writer", Idents: []string{"EV"}, About: "the writer of the record", Menu: true,
		Called: query.Words{"en": "writer", "ja": "筆者", "zh": "作者"},
	}, "annotator"))
	s, _ := served(t, nil)
	get := func(path string, values url.Values, into any) string {
		t.Helper()
		w := request(s, "GET", path+"?"+values.Encode(), nil)
		if w.Code != 200 {
			t.Fatalf("%s %v: %d %s", path, values, w.Code, w.Body)
		}
		body := w.Body.String()
		if into != nil {
			if err := json.Unmarshal([]byte(body), into); err != nil {
				t.Fatal(err)
			}
		}
		return body
	}

	// Search, has:, order and facets, in JSON.
	var all, some archive.Page
	get("/api/v1/search", url.Values{"q": {""}, "limit": {"1000"}}, &all)
	get("/api/v1/search", url.Values{"q": {"has:branches"}, "sort": {"-branches"}, "facet": {"branches", "writer"}, "limit": {"1000"}}, &some)
	if some.Total == 0 || some.Total == all.Total || len(some.Facets) != 2 {
		t.Fatalf("%d of %d games have branches; %d facets", some.Total, all.Total, len(some.Facets))
	}
	counted := 0
	for _, v := range some.Facets[0].Values {
		var page archive.Page
		get("/api/v1/search", url.Values{"q": {"branches:" + v.Value}}, &page)
		if page.Total != v.Games {
			t.Errorf("branches:%s finds %d games, %d were counted", v.Value, page.Total, v.Games)
		}
		counted += v.Games
	}
	if counted != some.Total || some.Facets[0].Without != 0 {
		t.Errorf("%d games were counted of %d", counted, some.Total)
	}
	var first archive.Page
	most := slices.MaxFunc(some.Facets[0].Values, func(a, b archive.FacetValue) int {
		return len(a.Value)*1000 + int(a.Value[0]) - len(b.Value)*1000 - int(b.Value[0])
	})
	get("/api/v1/search", url.Values{"q": {"branches:" + most.Value}}, &first)
	if len(first.Games) == 0 || len(some.Games) == 0 || !slices.ContainsFunc(first.Games, func(g *archive.Game) bool { return g.ID == some.Games[0].ID }) {
		t.Errorf("game %d is first, but not of those with %s branches", some.Games[0].ID, most.Value)
	}
	writer := some.Facets[1].Values[0]
	var written archive.Page
	get("/api/v1/search", url.Values{"q": {`has:writer writer:"` + writer.Value + `" has:branches`}, "sort": {"writer"}}, &written)
	if written.Total < writer.Games {
		t.Errorf("writer:%s finds %d games, %d were counted", writer.Value, written.Total, writer.Games)
	}

	// Statistics.
	var stats ask.Stats
	get("/api/v1/stats", url.Values{"by": {"branches"}, "metric": {"games,branches"}}, &stats)
	if len(stats.Groups.Groups) == 0 || stats.All[1].Of != some.Total {
		t.Errorf("statistics: %+v", stats.All)
	}
	of := 0
	for _, game := range stats.ByGame {
		if mean := game.All[1]; mean.Of > 0 && mean.Value == nil {
			t.Errorf("statistics of %s: %+v", game.Game, game.All)
		}
		of += game.All[1].Of
	}
	if of != some.Total {
		t.Errorf("statistics by game are of %d games with branches, not %d", of, some.Total)
	}

	// Completion, help and the page.
	for q, want := range map[string]string{"branch": "branches:", "branches:": "branches:" + some.Facets[0].Values[0].Value, "writ": "writer:", "writer:": "writer:"} {
		if texts := completed(t, s, q).texts(); !slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, want) }) {
			t.Errorf("%s: %v lacks %s", q, texts, want)
		}
	}
	for path, want := range map[string][]string{
		"/explain": {"branches", "the writer of the record"},
		"/statistics/groups?by=branches&metric=branches": {"off the main line", "writer"},
	} {
		body := request(s, "GET", path, nil).Body.String()
		for _, text := range want {
			if !strings.Contains(body, text) {
				t.Errorf("%s lacks %q", path, text)
			}
		}
	}

	// What the rows lack is refused by them.
	for _, q := range []url.Values{{"by": {"year"}, "metric": {"writer"}}} {
		w := request(s, "GET", "/api/v1/stats?"+q.Encode(), nil)
		if want := `field \"writer\" cannot be averaged; it can be searched, asked for with has:, listed, counted, sorted by`; w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%v: %d %s", q, w.Code, w.Body)
		}
	}
}
