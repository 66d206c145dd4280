package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// bare is a request to an operation, with nothing but what its address needs.
func bare(op *huma.Operation) (method, target string) {
	target = op.Path
	for _, p := range op.Parameters {
		if p.In == "path" {
			value := "1"
			if p.Schema.Enum != nil {
				value = fmt.Sprint(p.Schema.Enum[0])
			}
			target = strings.ReplaceAll(target, "{"+p.Name+"}", value)
		}
	}
	return op.Method, target
}

// isProblem returns what is wrong with an answer that should be a problem of a status.
func isProblem(w *httptest.ResponseRecorder, status int) string {
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != status || p.Status != status || p.Detail == "" || p.Title == "" || w.Header().Get("Content-Type") != "application/problem+json" {
		return fmt.Sprintf("%d as %s instead of %d: %.200s", w.Code, w.Header().Get("Content-Type"), status, w.Body)
	}
	return ""
}

// Whatever guard refuses a request, for whatever operation, says so as a problem, with a status that the
// document has for the operation.
func TestGuardsAnswerProblems(t *testing.T) {
	open, _ := served(t, nil)
	closed, _ := served(t, func(o *Options) { o.Token = "secret" })
	reading, _ := served(t, func(o *Options) { o.ReadOnly = true })
	d := open.newAPI(http.NewServeMux()).OpenAPI()
	operations := operationsOf(d)
	if len(operations) < 70 {
		t.Fatalf("%d operations", len(operations))
	}
	send := func(s *Server, method, target, kind, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
		return request(s, method, target, nil, append([]func(*http.Request){func(r *http.Request) {
			fresh := httptest.NewRequest(method, "http://localhost:8080"+target, bytes.NewReader([]byte(body)))
			*r = *fresh
			if kind != "" {
				r.Header.Set("Content-Type", kind)
			}
		}}, change...)...)
	}
	for _, op := range operations {
		method, target := bare(op)
		check := func(what string, w *httptest.ResponseRecorder, status int) {
			if fault := isProblem(w, status); fault != "" {
				t.Errorf("%s %s, %s: %s", method, target, what, fault)
			}
			if op.Responses[fmt.Sprint(status)] == nil && status != http.StatusUnauthorized && status != http.StatusMethodNotAllowed {
				t.Errorf("%s %s, %s: the document has no %d", method, target, what, status)
			}
		}
		check("other host", request(open, method, target, nil, host("evil.example")), http.StatusMisdirectedRequest)
		check("other origin", request(open, method, target, nil, header("Origin", "http://evil.example")), http.StatusForbidden)
		check("no token", request(closed, method, target, nil), http.StatusUnauthorized)
		check("wrong token", request(closed, method, target, nil, header("Authorization", "Bearer guess")), http.StatusUnauthorized)
		check("long address", request(open, method, target+"?q="+strings.Repeat("x", maxURL), nil), http.StatusRequestURITooLong)
		check("unknown parameter", send(open, method, target+"?nonsense=1", "application/json", "{}"), http.StatusUnprocessableEntity)
		other := send(open, http.MethodPatch, target, "application/json", "{}")
		check("other method", other, http.StatusMethodNotAllowed)
		if !strings.Contains(other.Header().Get("Allow"), method) {
			t.Errorf("%s %s: allowed is %q", method, target, other.Header().Get("Allow"))
		}
		if method != http.MethodGet {
			w := send(reading, method, target, "application/json", "{}")
			if asks := op.Responses["409"] == nil; !asks {
				check("read-only", w, http.StatusForbidden)
			} else if w.Code == http.StatusForbidden {
				t.Errorf("%s %s is refused to readers", method, target)
			}
		}
		if op.RequestBody != nil && op.RequestBody.Content["application/json"] != nil {
			check("large body", send(open, method, target, "application/json", `{"x":"`+strings.Repeat("x", maxBody)+`"}`), http.StatusRequestEntityTooLarge)
			check("no JSON", send(open, method, target, "application/json", "{"), http.StatusBadRequest)
			check("other type", send(open, method, target, "application/x-nonsense", "{}"), http.StatusUnsupportedMediaType)
			check("no object", send(open, method, target, "application/json", "[]"), http.StatusUnprocessableEntity)
		}
	}
	for _, target := range []string{"/api", "/api/", "/api/v1", apiRoot + "/nothing", "/api/v2/search"} {
		if fault := isProblem(request(open, "GET", target, nil), http.StatusNotFound); fault != "" {
			t.Errorf("%s: %s", target, fault)
		}
	}
	if w := request(open, "POST", "/search", nil); w.Code != http.StatusMethodNotAllowed || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("a page by another method: %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}

// Where all places are taken, a question waits and then says that the server is busy; too many uploads are refused.
func TestBusyAnswersProblems(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Timeout = 20 * time.Millisecond })
	for range cap(s.lanes.long.places) {
		if _, err := s.lanes.long.enter(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range cap(s.lanes.quick.places) {
		if _, err := s.lanes.quick.enter(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	busy := 0
	for _, op := range operationsOf(s.newAPI(http.NewServeMux()).OpenAPI()) {
		_, target := bare(op)
		if op.Method != http.MethodGet || op.Metadata[stateless] != nil {
			continue
		}
		values := url.Values{}
		for _, p := range op.Parameters {
			if p.Required && p.In == "query" {
				values.Set(p.Name, "year")
			}
		}
		if op.OperationID == "first" || op.OperationID == "orders" || op.OperationID == "trend" || op.OperationID == "remarks" || op.OperationID == "similar" {
			values.Set("q", "pos:Q16")
		}
		w := request(s, "GET", target+"?"+values.Encode(), nil)
		if fault := isProblem(w, http.StatusServiceUnavailable); fault != "" {
			t.Errorf("%s: %s", target, fault)
		}
		if busy++; op.Responses["503"] == nil {
			t.Errorf("%s: the document has no 503", target)
		}
	}
	if busy < 30 {
		t.Errorf("%d operations that wait", busy)
	}
	for range maxUploads {
		if w := request(s, "POST", apiRoot+"/uploads", nil); w.Code != http.StatusCreated {
			t.Fatal(w.Code, w.Body)
		}
	}
	if fault := isProblem(request(s, "POST", apiRoot+"/uploads", nil), http.StatusTooManyRequests); fault != "" {
		t.Error(fault)
	}
}

// Every parameter and property that a client sends has a limit, and the server keeps to it.
func TestDescribedLimits(t *testing.T) {
	s, _ := served(t, nil)
	d := s.newAPI(http.NewServeMux()).OpenAPI()
	var check func(where string, p *huma.Schema)
	check = func(where string, p *huma.Schema) {
		switch {
		case p.Type == huma.TypeString && p.MaxLength == nil && p.Enum == nil,
			p.Type == huma.TypeInteger && p.Maximum == nil,
			p.Type == huma.TypeArray && p.MaxItems == nil:
			t.Errorf("%s has no limit", where)
		case p.Type == huma.TypeArray:
			check(where+"[]", p.Items)
		}
	}
	for _, op := range operationsOf(d) {
		for _, p := range op.Parameters {
			check(op.Path+" "+p.Name, p.Schema)
			_, target := bare(op)
			if p.Schema.Type == huma.TypeInteger && p.In == "query" && op.Method == http.MethodGet {
				target += "?" + url.Values{p.Name: {fmt.Sprint(int64(*p.Schema.Maximum) + 1)}}.Encode()
				w := request(s, "GET", target, nil)
				if fault := isProblem(w, http.StatusUnprocessableEntity); fault != "" || !strings.Contains(w.Body.String(), "expected number") && !strings.Contains(w.Body.String(), "invalid") {
					t.Errorf("%s: %s %s", target, fault, w.Body)
				}
			}
		}
		if op.RequestBody != nil && op.RequestBody.Content["application/json"] != nil {
			body := op.RequestBody.Content["application/json"].Schema
			if body.Ref != "" {
				body = d.Components.Schemas.SchemaFromRef(body.Ref)
			}
			for name, p := range body.Properties {
				check(op.Path+" body."+name, p)
			}
		}
	}
	for _, limit := range []any{maxURL, maxBody, maxUploads, s.options.Searches, s.options.Timeout} {
		if !strings.Contains(d.Info.Description, fmt.Sprint(limit)) {
			t.Errorf("the document does not say %v", limit)
		}
	}
}

// A token is taken in each way that the document names, and in no other.
func TestDescribedTokens(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Token = "secret" })
	d := s.newAPI(http.NewServeMux()).OpenAPI()
	if len(d.Security) != 3 || len(d.Components.SecuritySchemes) != 3 {
		t.Fatalf("%v", d.Security)
	}
	for name, scheme := range d.Components.SecuritySchemes {
		var w *httptest.ResponseRecorder
		want := http.StatusOK
		switch {
		case scheme.Type == "http" && scheme.Scheme == "bearer":
			w = request(s, "GET", apiRoot+"/info", nil, header("Authorization", "Bearer secret"))
		case scheme.In == "cookie":
			w = request(s, "GET", apiRoot+"/info", nil, header("Cookie", scheme.Name+"=secret"))
		case scheme.In == "query":
			w, want = request(s, "GET", apiRoot+"/info?"+scheme.Name+"=secret", nil), http.StatusSeeOther
			if to := w.Header().Get("Location"); to != apiRoot+"/info" || !strings.HasPrefix(w.Header().Get("Set-Cookie"), tokenCookie+"=secret;") {
				t.Errorf("%s leads to %q with %q", name, to, w.Header().Get("Set-Cookie"))
			}
			if changed := request(s, "POST", apiRoot+"/uploads?"+scheme.Name+"=secret", nil); changed.Code != http.StatusUnauthorized {
				t.Errorf("an address with a token changes something: %d", changed.Code)
			}
		}
		if w == nil || w.Code != want {
			t.Errorf("%s: %v", name, w)
		}
	}
}
