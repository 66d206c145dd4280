package web

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// An annotationPage is a game against what was known on its day.
type annotationPage struct {
	*ask.Annotation
	ID      string
	AsOf    string // as it was asked for
	Rows    []annotationRow
	Quiet   int // moves behind the last row, of which nothing was known
	Corners []annotationCorner
	Nearest []seenLink
}

// An annotationRow is a move.
type annotationRow struct {
	ask.AnnotationMove
	Link  string
	Share string // of the games with the position, in percent
	Bar   *bar   // of those with the move; nil if there are none
	Last  *seenLink
}

// An annotationCorner is a corner.
type annotationCorner struct {
	ask.AnnotationCorner
	Link string // to the move that left what was known, or to the last known one
	Seen *seenLink
}

// A seenLink is a game in which something came up.
type seenLink struct{ Date, Players, Link string }

func newSeen(s *ask.Seen) *seenLink {
	if s == nil {
		return nil
	}
	return &seenLink{s.Date, shorten(versus(s.Game)), gameLink(s.Ref)}
}

// newAnnotation makes the page: moves up to the last of which anything was known.
func newAnnotation(a *ask.Annotation, asOf string) *annotationPage {
	p := &annotationPage{Annotation: a, ID: a.Game.Name(), AsOf: asOf}
	last := 0
	for i, m := range a.Moves {
		if m.Standing != ask.Unknown {
			last = i + 1
		}
	}
	move := func(number int) string { return gameLink(p.ID + "@" + strconv.Itoa(number)) }
	for _, m := range a.Moves[:last] {
		row := annotationRow{AnnotationMove: m, Link: move(m.Number), Last: newSeen(m.Last)}
		if known := m.Known.Earlier; known > 0 {
			row.Share = percent(m.Played.Earlier, known)
		}
		if m.Won.Decided > 0 {
			row.Bar = newBar(m.Won)
		}
		p.Rows = append(p.Rows, row)
	}
	p.Quiet = len(a.Moves) - last + a.Unasked
	for _, c := range a.Corners {
		at := c.Left
		if at == 0 {
			at = c.LastKnown
		}
		p.Corners = append(p.Corners, annotationCorner{c, move(at), newSeen(c.Last)})
	}
	for i := range a.Nearest {
		p.Nearest = append(p.Nearest, *newSeen(&a.Nearest[i]))
	}
	return p
}

// A progressLine says how far an answer is, and its last one is the answer as HTML.
type progressLine struct {
	Done  int    `json:"done,omitempty"`
	Total int    `json:"total,omitempty"`
	HTML  string `json:"html,omitempty"`
}

// annotate compares a game with the archive. Scripts get one JSON value on each line:
// how far it is, and at last what the page shows.
func (s *Server) annotate(w http.ResponseWriter, r *http.Request) {
	p := &studyPage{Values: r.URL.Query()}
	o := &ask.AnnotateOptions{Game: r.PathValue("id")}
	if _, err := p.read(o); err != nil {
		s.fail(w, r, err)
		return
	}
	ask := func(ctx context.Context, v *archive.View, progress func(done, total int)) (*annotationPage, error) {
		a, err := ask.Of(v.Views).Annotate(ctx, &archive.Search{Progress: progress}, o)
		if err != nil {
			return nil, err
		}
		return newAnnotation(a, o.AsOf), nil
	}
	if strings.Contains(r.Header.Get("Accept"), ndjson) {
		s.annotateLines(w, r, ask)
		return
	}
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		p, err := ask(ctx, v, nil)
		if err != nil {
			return err
		}
		f = s.frame(v, "games", s.pages.words.say("annotate.title"), "")
		f.Body = p
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "annotate.html", f)
}

func (s *Server) annotateLines(w http.ResponseWriter, r *http.Request, ask func(context.Context, *archive.View, func(done, total int)) (*annotationPage, error)) {
	w.Header().Set("Cache-Control", "no-store")
	watched(r.Context(), s, &lineWriter{w: w, c: http.NewResponseController(w)}, func(ctx context.Context, v *archive.View, sofar func(any)) (any, error) {
		p, err := ask(ctx, v, func(done, total int) { sofar(&progressLine{Done: done, Total: total}) })
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := s.pages.templates["annotate.html"].ExecuteTemplate(&b, "annotation", p); err != nil {
			return nil, err
		}
		return &progressLine{HTML: b.String()}, nil
	})
}
