package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

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
