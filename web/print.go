package web

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/paper"
	"kifudb/paper/formats"
	"kifudb/paper/html"
)

// The bounds of what pages print.
const (
	maxPrinted    = 1000 // games, or problems
	previewRuns   = 60   // blocks of a preview
	previewBoards = 4
	previewBytes  = 400 << 10
	maxTitle      = 300 // characters
	usualMistakes = 10
)

// printForm is what the form says.
type printForm struct {
	Q, Games string // the games: a query, or their numbers
	What     string // one of Kinds
	Sort     string // order of the games
	Title    string

	Format                       formats.Format
	Language                     string
	Paper                        string
	Columns, Moves, PerPage      int
	Most                         int // problems; 0 for the usual number
	Solutions                    string
	Plain, Straight, Uncommented bool // without coordinates, variations, comments
	sheet                        paper.Sheet
	numbers                      []string // of games
	query                        archive.Query
}

// Kinds, Formats, Languages, Papers and Places are the choices of the form.
func (f *printForm) Kinds() []string             { return []string{"games", "problems", "mistakes"} }
func (f *printForm) Formats() []formats.Format   { return formats.All }
func (f *printForm) Languages() []paper.Language { return paper.Languages }
func (f *printForm) Papers() []string            { return paper.SheetNames() }
func (f *printForm) Places() []string            { return paper.SolutionPlaces }

// readPrintForm reads the form. What it does not say is as usual in a language.
func readPrintForm(values url.Values, language string) (*printForm, error) {
	get := func(name, usual string) string {
		if v := strings.TrimSpace(values.Get(name)); v != "" {
			return v
		}
		return usual
	}
	wrong := func(part, format string, args ...any) error {
		return &archive.RequestError{Part: part, Err: fmt.Errorf(format, args...)}
	}
	if !slices.Contains(paper.Languages, paper.Language(language)) {
		language = string(paper.English)
	}
	f := &printForm{
		Q: get("q", ""), Games: get("games", ""), What: get("what", "games"), Title: get("title", ""), Language: get("language", language), Paper: get("paper", "A4"),
		Solutions: get("solutions", paper.SolutionPlaces[0]), Plain: get("plain", "") != "", Straight: get("straight", "") != "", Uncommented: get("uncommented", "") != "",
	}
	if !slices.Contains(f.Kinds(), f.What) {
		return nil, wrong("what", "what: expected one of %s, not %q", strings.Join(f.Kinds(), ", "), f.What)
	}
	f.Sort = get("sort", "")
	if len([]rune(f.Title)) > maxTitle {
		return nil, wrong("title", "title: expected at most %d characters", maxTitle)
	}
	name, ok := get("to", formats.All[0].Name), false
	if f.Format, ok = formats.Named(name); !ok {
		return nil, wrong("to", "to: there is no format %q", name)
	}
	for _, n := range []struct {
		name  string
		usual string
		to    *int
	}{{"columns", "1", &f.Columns}, {"moves", "0", &f.Moves}, {"perpage", "6", &f.PerPage}, {"most", "0", &f.Most}} {
		var err error
		if *n.to, err = strconv.Atoi(get(n.name, n.usual)); err != nil {
			return nil, wrong(n.name, "%s: expected a number, not %q", n.name, get(n.name, ""))
		}
	}
	if f.Most < 0 || f.Most > maxPrinted {
		return nil, wrong("most", "most: expected 1 to %d problems, not %d", maxPrinted, f.Most)
	}
	var err error
	if f.sheet, err = paper.SheetOf(f.Paper, f.Columns, nil); err != nil {
		return nil, wrong("paper", "%w", err)
	}
	o := f.options()
	if err := o.Check(); err != nil {
		return nil, wrong("", "%w", err)
	}
	f.numbers = strings.FieldsFunc(f.Games, func(r rune) bool { return r == ' ' || r == ',' })
	if len(f.numbers) > maxPrinted {
		return nil, wrong("games", "games: expected at most %d games, not %d", maxPrinted, len(f.numbers))
	}
	for _, n := range f.numbers {
		if _, err := strconv.ParseUint(n, 10, 32); err != nil {
			return nil, wrong("games", "games: expected numbers of games, not %q", n)
		}
	}
	if f.Q != "" {
		f.query, err = parseQuery(f.Q)
	}
	return f, err
}

// options returns how the document is made.
func (f *printForm) options() paper.Options {
	limit := f.Most
	switch {
	case limit > 0:
	case f.What == "mistakes":
		limit = usualMistakes
	default:
		limit = maxPrinted
	}
	return paper.Options{
		Title: f.Title, Language: paper.Language(f.Language), Moves: f.Moves, Usual: f.Format.Usual, Coordinates: !f.Plain, NoVariations: f.Straight, NoComments: f.Uncommented,
		PerPage: f.PerPage, Solutions: f.Solutions, Limit: limit, Sort: f.Sort, Costliest: f.What == "mistakes", Native: f.Language == string(paper.Japanese),
	}
}

// Asked reports whether the form says which games are printed.
func (f *printForm) Asked() bool { return f.Q != "" || len(f.numbers) > 0 }

// A madeDocument is what a form prints, with the number of its games.
type madeDocument struct {
	*paper.Document
	games   int
	skipped int // without a problem
	notices []archive.Notice
}

// document makes the document of a form: nil if there is nothing to print.
func (f *printForm) document(ctx context.Context, v *archive.View, limit int) (*madeDocument, error) {
	choice := &archive.Choice{Query: f.query}
	if len(f.numbers) > 0 { // no list at all means every game
		choice.References = f.numbers
	}
	chosen, err := v.Choose(ctx, choice)
	if err != nil {
		return nil, err
	}
	p := &madeDocument{games: chosen.Len(), notices: chosen.Notices}
	if p.games == 0 || p.games > maxPrinted {
		return p, nil
	}
	o := f.options()
	if f.What != "games" {
		o.Limit = min(o.Limit, limit)
		var found paper.Found
		p.Document, found, err = paper.Problems(ctx, v.Views, chosen.GameSet, f.query, o)
		p.skipped = found.Skipped
	} else {
		p.Document, err = paper.Games(ctx, v.Views, chosen.GameSet, o)
	}
	return p, err
}

// A printPage is the form with the first pages of what it prints.
type printPage struct {
	*printForm
	Found   int
	Skipped int
	Allowed int // games
	Notices []archive.Notice
	Preview template.HTML // written by paper/html, which writes texts as texts
	More    bool          // the preview ends before the document does
}

// printPage shows the form.
func (s *Server) printPage(w http.ResponseWriter, r *http.Request) {
	var f *frame
	form, err := readPrintForm(r.URL.Query(), s.pages.language)
	if err == nil {
		err = s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
			p := &printPage{printForm: form, Allowed: maxPrinted}
			f = s.frame(v, "games", s.pages.words.say("print.title"), form.Q)
			f.Body = p
			if !form.Asked() {
				return nil
			}
			d, err := form.document(ctx, v, 2*form.PerPage)
			if err != nil {
				return err
			}
			p.Found, p.Skipped, p.Notices = d.games, d.skipped, d.notices
			if d.Document != nil {
				p.Preview, p.More, err = preview(d.Document)
			}
			return err
		})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "print.html", f)
}

// preview writes the beginning of a document as a page has it, and reports whether there is more.
func preview(d *paper.Document) (page template.HTML, more bool, err error) {
	var out bytes.Buffer
	body := html.NewBody(&out, d.Language)
	body.Title(d)
	runs, boards := 0, 0
parts:
	for part, err := range d.Parts {
		if err != nil {
			return "", false, err
		}
		if boards >= previewBoards || runs >= previewRuns || out.Len() > previewBytes {
			more = true
			break
		}
		body.Begin(part)
		for run := range html.Runs(part.Blocks) {
			if boards >= previewBoards || runs >= previewRuns || out.Len() > previewBytes {
				more = true
				body.End()
				break parts
			}
			body.Run(run)
			runs++
			if _, ok := run[0].(*paper.Figure); ok {
				boards += len(run)
			}
		}
		body.End()
	}
	return template.HTML(out.String()), more || len(d.Index) > 0, body.Err()
}

// printFile gives the document, while it is made.
func (s *Server) printFile(w http.ResponseWriter, r *http.Request) {
	form, err := readPrintForm(r.URL.Query(), s.pages.language)
	if err == nil && !form.Asked() {
		err = &archive.RequestError{Part: "q", Err: fmt.Errorf("games or a query are needed; %s is every game", archive.EveryGame)}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	out := &patientWriter{w: w, c: http.NewResponseController(w)}
	began := false
	err = s.unhurried(r.Context(), func(v *archive.View) error {
		d, err := form.document(r.Context(), v, maxPrinted)
		switch {
		case err != nil:
			return err
		case archive.Incomplete(d.notices): // which a file could not say
			return &statusError{http.StatusServiceUnavailable, "error.incomplete"}
		case d.Document == nil && d.games > maxPrinted:
			return &archive.RequestError{Part: "q", Err: fmt.Errorf("%d games match; a page prints at most %d", d.games, maxPrinted)}
		case d.Document == nil:
			return &statusError{http.StatusNotFound, "print.nothing"}
		}
		name := form.What
		if len(form.numbers) == 1 && form.Q == "" {
			name = "game-" + form.numbers[0]
		}
		began = true
		w.Header().Set("Content-Type", form.Format.MediaType)
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+form.Format.Ending+`"`)
		w.Header().Set("Cache-Control", "private, no-cache")
		if r.Method == http.MethodHead {
			return nil
		}
		lost, err := form.Format.Write(out, d.Document, form.sheet)
		for _, what := range lost { // the file says it at its end
			s.log.InfoContext(r.Context(), "document given", "format", form.Format.Name, "lost", what)
		}
		return err
	})
	switch {
	case err != nil && (!began || out.n == 0):
		w.Header().Del("Content-Disposition")
		s.fail(w, r, err)
	case err != nil:
		s.log.InfoContext(r.Context(), "document given in part", "format", form.Format.Name, "error", err)
		panic(http.ErrAbortHandler) // who asked is told that the file is not whole
	}
}

// printLink is the address of the form for games, or for what a query finds.
func printLink(games, query string) string {
	values := url.Values{}
	if games != "" {
		values.Set("games", games)
	}
	if query != "" {
		values.Set("q", query)
	}
	return "/print?" + values.Encode()
}
