package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// cutRecord has a name, another one and an event that are as long as the hostile ones of the wild.
func cutRecord() (record, name string) {
	name = strings.Repeat("A", 200_000)
	return "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[" + name + "]PW[" + strings.Repeat("囲", 50_000) + "]EV[" + strings.Repeat("<b>", 20_000) + "];B[dd];W[pp])", name
}

// No answer of the API is long because of a record's texts, and each says which texts it has cut.
func TestAnswersCutTexts(t *testing.T) {
	s, a := served(t, nil)
	record, name := cutRecord()
	id := importText(t, a, "long.sgf", record)
	asked, cut := 0, 0
	for _, op := range operationsOf(s.newAPI(http.NewServeMux()).OpenAPI()) {
		if op.Method != http.MethodGet || op.OperationID == "record" {
			continue
		}
		target, values := op.Path, url.Values{}
		for _, p := range op.Parameters {
			switch {
			case p.In == "path":
				target = strings.ReplaceAll(target, "{"+p.Name+"}", id)
			case p.Name == "ref":
				values.Set("ref", id)
			case p.Required:
				values.Set(p.Name, "player")
			}
		}
		for _, query := range []string{"", "file:long.sgf", "pos:" + id + "@1"} {
			values.Set("q", query)
			if query == "" {
				values.Del("q")
			}
			w := request(s, "GET", target+"?"+values.Encode(), nil)
			asked++
			most := 200_000
			if op.OperationID == "explore" {
				most = 210_000 // of which 170,000 are boards
			}
			if w.Body.Len() > most {
				t.Errorf("%s %s: %d bytes", target, query, w.Body.Len())
			}
			text := w.Body.String()
			if strings.Contains(text, `"cut":["`) {
				cut++
				validated(t, s, op, w)
			} else if strings.Contains(text, "AAAA…") {
				t.Errorf("%s %s does not say that texts are cut", target, query)
			}
		}
	}
	if asked < 100 || cut < 20 {
		t.Errorf("%d questions, of which %d had texts cut", asked, cut)
	}

	// The ways to the whole.
	short := shorten(name)
	begin := strings.TrimSuffix(short, "…")
	if w := request(s, "GET", apiRoot+"/search?q="+url.QueryEscape(`player:"`+begin+`*"`), nil); !strings.Contains(w.Body.String(), `"total":1,`) || !strings.Contains(w.Body.String(), `"cut":["black","white","event"]`) {
		t.Errorf("%.500s", w.Body)
	}
	if w := request(s, "GET", apiRoot+"/players/"+url.PathEscape(short), nil); w.Code != 200 || !strings.Contains(w.Body.String(), short) {
		t.Errorf("%d %.500s", w.Code, w.Body)
	}
	if w := request(s, "GET", apiRoot+"/record/"+id, nil); w.Body.String() != record {
		t.Errorf("the record has %d bytes", w.Body.Len())
	}
}

// validated checks the lines of an answer against its description.
func validated(t *testing.T, s *Server, op *huma.Operation, w *httptest.ResponseRecorder) {
	t.Helper()
	d := s.newAPI(http.NewServeMux()).OpenAPI()
	schema := op.Responses["200"].Content[w.Header().Get("Content-Type")].Schema
	for line := range strings.Lines(w.Body.String()) {
		var value any
		if err := json.Unmarshal([]byte(line), &value); err != nil {
			t.Fatal(op.Path, err)
		}
		result := &huma.ValidateResult{}
		huma.Validate(d.Components.Schemas, schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, result)
		for _, err := range result.Errors {
			t.Errorf("%s: %.300v", op.Path, err)
		}
	}
}

// slowCut cuts texts of JSON as cutTexts does, by way of maps.
func slowCut(v any, key string, mostOf func(string) int, cut *[]string) any {
	switch v := v.(type) {
	case map[string]any:
		var own []string
		for name, value := range v {
			v[name] = slowCut(value, name, mostOf, &own)
		}
		if own != nil {
			slices.Sort(own)
			v[cutProperty] = slices.Compact(own)
		}
	case []any:
		for i := range v {
			v[i] = slowCut(v[i], key, mostOf, cut)
		}
	case string:
		if cut != nil && utf8.RuneCountInString(v) > mostOf(key) {
			*cut = append(*cut, key)
			return string([]rune(v)[:mostOf(key)]) + "…"
		}
	}
	return v
}

func TestCutTexts(t *testing.T) {
	long := strings.Repeat(`a"\é囲`, 100)
	mostOf := func(key string) int {
		if slices.Contains(cutKeys, key) {
			return longestName
		}
		return 1 << 30
	}
	exact := strings.Repeat("é", longestName)
	for i, v := range []any{
		nil, "", long, []any{long}, map[string]any{}, map[string]any{"name": long}, map[string]any{"name": exact, "date": exact + "x"},
		map[string]any{"query": long, "values": []any{"x", long, long}, "n": 1.5, "t": true, "z": nil},
		map[string]any{"names": []any{map[string]any{"name": long, "games": 3.0}, map[string]any{"name": "b"}}, "name": "]}{"},
		map[string]any{"by": []any{[]any{long}, map[string]any{"rows": []any{}, "row": long, "column": long}}},
		map[string]any{"values": []any{[]any{[]any{long, "x"}}}, "last": map[string]any{"event": long}},
	} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := json.Unmarshal(cutTexts(data, mostOf), &got); err != nil {
			t.Fatal(i, err)
		}
		var plain any
		if err := json.Unmarshal(data, &plain); err != nil {
			t.Fatal(err)
		}
		sortCuts(got)
		want, have := fmt.Sprint(slowCut(plain, "", mostOf, nil)), fmt.Sprint(got)
		if want != have {
			t.Errorf("%d: %.300s instead of %.300s", i, have, want)
		}
	}
}

// sortCuts orders the names of texts that are cut, which come in the order of the answer.
func sortCuts(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if list, ok := value.([]any); ok && name == cutProperty {
				slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			} else {
				sortCuts(value)
			}
		}
	case []any:
		for _, one := range v {
			sortCuts(one)
		}
	}
}
