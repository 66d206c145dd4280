package web

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"kifudb/archive"
	"kifudb/ask"
)

// An exploredLine is what the script of the explorer gets of an answer: the board, as data that
// it changes and as a picture, and everything else as the page has it.
type exploredLine struct {
	Scene   *ask.Scene        `json:"scene"`
	Picture string            `json:"picture,omitempty"` // HTML of the board
	Games   int               `json:"games"`
	Hits    int               `json:"hits"`
	Looked  *archive.Looked   `json:"looked,omitempty"` // missing in the last line
	Rows    []rowMark         `json:"rows,omitempty"`   // those of the table, with the moves of the user's tree
	Parts   map[string]string `json:"parts,omitempty"`  // HTML by the id of the element whose content it is
}

// A rowMark is a row of the table on the board.
type rowMark struct {
	Color  string `json:"color"`
	Cell   int    `json:"cell"` // -1 if the move has none
	Letter string `json:"letter,omitempty"`
	Games  int    `json:"games"`
}

// exploredParts are the parts of the page that follow the question: the templates of what is in
// the elements.
var exploredParts = map[string]string{"kinds": "kinds-of", "figures": "figures", "continuations": "continuations", "facets": "facets", "games": "cards"}

// streamExplorer writes what is known of a question, a line for each time that more is.
func (s *Server) streamExplorer(w http.ResponseWriter, r *http.Request, text string, values url.Values) {
	w.Header().Set("Cache-Control", "no-store")
	l := &lineWriter{w: w, c: http.NewResponseController(w)}
	tree := values.Get("tree")
	values.Del("tree") // which links do not keep
	own, err := s.ownMoves(r.Context(), tree, text)
	var e *exploring
	leave := func(bool) {}
	if err == nil {
		e, leave, err = s.explorations.ask(r.Context(), text, sortOf(text, values))
	}
	if err != nil {
		l.endProblem(s.problemOfQuery(r.Context(), text, err))
		return
	}
	defer leave(false)
	rows := rowOrder{}
	s.watchExploring(r.Context(), l, e, func(x *explored) any {
		return s.exploredLine(rows.keep(x.placed(values.Get("at"))), text, values, own)
	})
}

func (s *Server) exploredLine(x *explored, text string, values url.Values, own []archive.Move) exploredLine {
	line := exploredLine{Scene: x.Scene, Looked: x.Looked}
	if x.Next == nil {
		line.Looked = &archive.Looked{Of: x.games}
		line.Picture = s.part("explorer.html", "board", drawScene(x.Scene, nil, s.pages.words))
		return line
	}
	e, err := s.explore(x, text, values, own)
	if err != nil {
		s.log.Error("page", "name", "explorer", "error", err)
		return line
	}
	line.mark(x, e)
	line.Picture = s.part("explorer.html", "board", e.Picture)
	line.Parts = map[string]string{}
	for id, name := range exploredParts {
		if x.Looked != nil && (id == "facets" || id == "games") {
			continue // they stay until all is known
		}
		line.Parts[id] = s.part("explorer.html", name, e)
	}
	return line
}

// mark adds the figures that the script works with.
func (l *exploredLine) mark(x *explored, e *exploration) {
	l.Games, l.Hits = x.Next.Games, x.Next.Hits
	for _, r := range append(slices.Clone(e.Rows), e.Unplayed...) {
		l.Rows = append(l.Rows, rowMark{r.Color, r.Cell, r.Letter, r.Games})
	}
}

// given is the line of an answer without what the page has already, so that the script need not ask for it.
func (x *explored) given(e *exploration) (template.JS, error) {
	line := exploredLine{Scene: x.Scene}
	line.mark(x, e)
	data, err := json.Marshal(line)
	return template.JS(data), err
}

// part makes a part of a page.
func (s *Server) part(page, name string, data any) string {
	var b bytes.Buffer
	if err := s.pages.templates[page].ExecuteTemplate(&b, name, data); err != nil {
		s.log.Error("page", "name", page, "part", name, "error", err)
		return ""
	}
	return b.String()
}

// A rowOrder is in which place each move was seen first: rows keep their places while an answer
// grows.
type rowOrder map[archive.Move]int

// keep returns an answer with its moves in that order, or the final one as it is.
func (o rowOrder) keep(x *explored) *explored {
	if x.Looked == nil || x.Next == nil {
		return x
	}
	next := *x.Next
	next.Next = slices.Clone(next.Next)
	for _, c := range next.Next {
		if _, ok := o[c.Move]; !ok {
			o[c.Move] = len(o)
		}
	}
	slices.SortStableFunc(next.Next, func(a, b ask.NextMove) int { return o[a.Move] - o[b.Move] })
	kept := *x
	kept.Next = &next
	return &kept
}
