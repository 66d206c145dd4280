package web

import (
	"context"
	"net/http"
	"strings"

	"kifudb/archive"
)

// explainPage shows how a query is understood, and the fields that there are.
func (s *Server) explainPage(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	type page struct {
		Explained []explained
		Normal    string
		Fields    []archive.Field
		Options   []archive.BoardOption
	}
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "games", s.pages.words.say("search.explain"), text)
		p := &page{Fields: archive.Fields(), Options: archive.BoardOptions()}
		f.Body = p
		q, err := parseQuery(text)
		if err == nil {
			var e *explanation
			if e, err = explain(ctx, v, &archive.Search{Query: q}); err == nil {
				p.Explained, p.Normal = e.Terms, e.Query
			}
		}
		if archive.KindOf(err) == archive.KindUsage {
			f.Fault, err = faultOf(text, err), nil
		}
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "explain.html", f)
}
