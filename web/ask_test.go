package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kifudb/archive"
)

// A question is asked again of an archive that has moved on. What changes something is done
// once: half of it may have been done.
func TestOnlyQuestionsAreAskedAgain(t *testing.T) {
	s, _ := served(t, nil)
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("test", "1"))
	done := 0
	stale := func(context.Context, *archive.View, *struct{}) (*struct{}, error) {
		done++
		return nil, archive.ErrChanged
	}
	get(s, api, "/question", "question", "asks", stale)
	getByBody(s, api, "/question", "long-question", "asks", stale)
	change(s, api, http.MethodPost, "/change", "change", "changes", stale)
	change(s, api, http.MethodDelete, "/change", "delete", "changes", stale)
	mux.HandleFunc("POST /form", func(w http.ResponseWriter, r *http.Request) {
		s.form(w, r, func(*archive.View, fields) (flash, error) {
			done++
			return flash{}, archive.ErrChanged
		})
	})
	for _, test := range []struct {
		method, path string
		again        bool
	}{
		{http.MethodGet, apiRoot + "/question", true},
		{http.MethodPost, apiRoot + "/question", true},
		{http.MethodPost, apiRoot + "/change", false},
		{http.MethodDelete, apiRoot + "/change", false},
		{http.MethodPost, "/form", false},
	} {
		done = 0
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
		if w.Code != http.StatusConflict || done == 0 || done > 1 != test.again {
			t.Errorf("%s %s: done %d times, status %d", test.method, test.path, done, w.Code)
		}
	}
}
