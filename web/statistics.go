package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/study/chart"
)

// A study is one of the questions about many games together that have a page. All of
// them stand beside each other, about the same games.
type study struct {
	name  string // of its page, below /statistics; "" is the first one's
	board bool   // it is about the one position or pattern of the query
	alone bool   // it has no use for the query in the search box
	kinds bool   // it sums up games, which have to be of one kind
	ask   func(*Server, *studyPage, *archive.Search) (asker, error)
	api   func(*Server, huma.API) // adds its operation; nil where apistatistics.go does
}

// An asker answers a study. What is known before the end is given to sofar. It is
// nil where nothing is asked yet.
type asker func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error)

// A partial is what is known of an answer before its end.
type partial struct {
	answer any
	looked *archive.Looked // nil if it is not known
}

// studies are all of them, as the menu beside the answers shows them.
func studies() []study {
	return []study{
		{name: "overview", kinds: true, ask: (*Server).report},
		{name: "groups", kinds: true, ask: (*Server).stats},
		{name: "mistakes", ask: (*Server).mistakes, api: (*Server).mistakesOperation},
		{name: "tree", kinds: true, ask: (*Server).tree},
		{name: "trend", ask: (*Server).trend},
		{name: "first", board: true, ask: (*Server).first},
		{name: "orders", board: true, ask: (*Server).orders, api: (*Server).ordersOperation},
		{name: "remarks", board: true, ask: (*Server).remarks},
		{name: "compare", alone: true, ask: (*Server).compare},
		{name: "follow", ask: (*Server).follow},
		{name: "similar", ask: (*Server).similar},
		{name: "problems", ask: (*Server).problems},
		{name: "examples", ask: (*Server).examples, api: (*Server).examplesOperation},
	}
}

// studyGroups are the headings of the menu, each with how many of the studies follow.
var studyGroups = []struct {
	name string
	n    int
}{{"games", 3}, {"board", 5}, {"sets", 2}, {"alike", 3}}

// A studyPage is a study with as much of its answer as is known.
type studyPage struct {
	Kind   string
	Menu   []studyMenu
	Kinds  *chooser // of the games that are counted, nil if there is one kind
	Q      string
	Values url.Values // of the address
	Fault  string     // what is wrong with what is asked, besides the query
	Need   string     // what has to be asked first: board, one, game, tree
	Answer any
	Looked *archive.Looked // the answer is not whole
	Whole  string          // address of the whole answer
	Of     int             // games in the archive
	JSON   string          // address of the same for programs

	status int
}

// A studyMenu is a part of the menu.
type studyMenu struct {
	Name  string
	Links []orderLink
}

// studyLink is the address of a study about the games of a query.
func studyLink(name, query string) string {
	values := url.Values{}
	if query != "" {
		values.Set("q", query)
	}
	return studyAddress(name, values)
}

// boardStudies are the studies that ask more about a position on the board.
func boardStudies(query string) (list []orderLink) {
	for _, name := range []string{"overview", "tree", "trend", "first", "orders", "remarks", "compare", "similar"} {
		list = append(list, orderLink{Key: name, Link: studyLink(name, query)})
	}
	return list
}

func studyAddress(name string, values url.Values) string {
	address := "/statistics"
	if name != "overview" {
		address += "/" + name
	}
	if len(values) > 0 {
		address += "?" + values.Encode()
	}
	return address
}

// about is the address of the page about the games of another query.
func (p *studyPage) about(query string) string {
	values := url.Values{}
	for _, kept := range p.kept() {
		values.Add(kept.Name, kept.Link)
	}
	values.Set("q", query)
	return studyAddress(p.Kind, values)
}

// Get is a value of the form.
func (p *studyPage) Get(name string) string { return p.Values.Get(name) }

// Has reports whether a value of the form is among those given.
func (p *studyPage) Has(name, value string) bool { return slices.Contains(p.Values[name], value) }

// number reads a number of the form. What is no number, or out of bounds, is said.
func (p *studyPage) number(name string, usual, low, high int) (int, error) {
	text := strings.TrimSpace(p.Get(name))
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, &archive.RequestError{Part: name, Err: errors.New(text + ": " + strconv.Itoa(low) + "–" + strconv.Itoa(high))}
	}
	return n, nil
}

// read sets the options of a question, a pointer to their struct, from the values of a page.
// It returns the values that are given, as the API takes them. Fields have the tags of the
// API. The tag page says for a number what it is unless it is given, and behind a comma its
// bounds, where a page differs from the API: "20,1-500".
func (p *studyPage) read(options any) (url.Values, error) {
	given := url.Values{}
	v := reflect.ValueOf(options).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("query"), ",")
		if name == "" {
			continue
		}
		list := p.Values[name]
		if text := p.Get(name); text != "" {
			given[name] = list
		}
		switch field := v.FieldByIndex(f.Index); f.Type.Kind() {
		case reflect.Bool:
			if field.SetBool(p.Get(name) != ""); field.Bool() {
				given.Set(name, "true")
			}
		case reflect.Int:
			usually, bounds, _ := strings.Cut(f.Tag.Get("page"), ",")
			low, high, _ := strings.Cut(bounds, "-")
			n, err := p.number(name, tagged(0, usually, f.Tag.Get("default")), tagged(0, low), tagged(mostRows, high))
			if err != nil {
				return nil, err
			}
			field.SetInt(int64(n))
		case reflect.String:
			field.SetString(strings.TrimSpace(p.Get(name)))
		case reflect.Slice:
			field.Set(reflect.ValueOf(list))
		}
	}
	return given, nil
}

// tagged returns the first number of some tags that are not empty, or else the usual one.
func tagged(usual int, tags ...string) int {
	n, err := strconv.Atoi(cmp.Or(tags...))
	if err != nil {
		return usual
	}
	return n
}

// mostRows bounds the numbers that a page takes.
const mostRows = 100_000

// studyRoutes adds the pages of all studies.
func (s *Server) studyRoutes(mux *http.ServeMux) {
	for _, one := range studies() {
		mux.HandleFunc("GET "+studyAddress(one.name, nil), func(w http.ResponseWriter, r *http.Request) { s.study(w, r, one) })
	}
	mux.HandleFunc("POST /statistics/follow", s.followForm)
	mux.HandleFunc("GET /statistics/tree/file", s.treeFile)
	mux.HandleFunc("GET /statistics/report", s.reportFile)
	mux.HandleFunc("GET /statistics/mistakes/problems", s.mistakesFile)
}

// study shows the page of a study.
func (s *Server) study(w http.ResponseWriter, r *http.Request, one study) {
	s.showStudy(w, r, one, r.URL.Query())
}

func (s *Server) showStudy(w http.ResponseWriter, r *http.Request, one study, values url.Values) {
	p := &studyPage{Kind: one.name, Q: strings.TrimSpace(values.Get("q")), Values: values, status: http.StatusOK}
	p.menu()                                                                   // its links keep what was chosen, not what is usual
	f := s.frame(nil, "statistics", s.pages.words.say("study."+one.name), p.Q) // the box keeps what was typed
	f.Script, f.Begin, f.Body = "statistics.js", p, p
	if one.alone {
		f.Query = ""
	} else {
		f.Asks, f.Kept = studyAddress(one.name, nil), p.kept()
	}
	var ask asker
	var err error
	grows := strings.Contains(r.Header.Get("Accept"), ndjson)
	if grows {
		if ask, err = s.begin(r.Context(), one, p); err == nil && ask != nil {
			s.streamStudy(w, r, p, ask)
			return
		}
	}
	s.showSoon(w, r, "statistics-"+one.name+".html", f, func(ctx context.Context) (func(bool) int, error) {
		if !grows {
			ask, err = s.begin(ctx, one, p)
		}
		if err == nil && ask != nil {
			var found partial
			if found, err = s.grown(r, ask); err == nil {
				p.Answer, p.Looked = found.answer, found.looked
			}
		}
		var wrong *fault
		switch kind := archive.KindOf(err); {
		case err == nil:
		case kind == archive.KindUsage || kind == archive.KindNotFound:
			p.status = statusOf(err)
			if _, ok := errors.AsType[*archive.QueryError](err); ok && !one.alone {
				wrong = faultOf(p.Q, err)
			} else {
				p.Fault = s.sayError(err)
			}
		default:
			return nil, err
		}
		if p.Looked != nil {
			more := url.Values{}
			for name, list := range values {
				more[name] = list
			}
			more.Set("whole", "1")
			p.Whole = studyAddress(one.name, more)
		}
		return func(late bool) int {
			if f.Games, f.Fault = p.Of, wrong; late && wrong != nil {
				p.Fault = wrong.Message
			}
			return p.status
		}, nil
	})
}

// begin finds out which kind of games a study is about, and which other kinds it can offer.
func (s *Server) begin(ctx context.Context, one study, p *studyPage) (asker, error) {
	err := s.ask(ctx, func(ctx context.Context, v *archive.View) (err error) {
		if one.kinds {
			p.Q, p.Kinds, err = s.oneKind(ctx, v, p.Q, "", func(query string) string { return p.about(query) })
		}
		p.Of = v.Len()
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.prepare(one, p)
}

// prepare reads what is asked.
func (s *Server) prepare(one study, p *studyPage) (asker, error) {
	if p.Of == 0 {
		p.Need = "games"
		return nil, nil
	}
	q, err := parseQuery(p.Q)
	if err != nil && !one.alone {
		return nil, err
	}
	if one.board && !ask.HasOneBoard(q) {
		p.Need = "board"
		return nil, nil
	}
	return one.ask(s, p, &archive.Search{Query: q})
}

// menu makes the menu, whose links keep the query.
func (p *studyPage) menu() {
	list := studies()
	for _, g := range studyGroups {
		part := studyMenu{Name: g.name}
		for _, one := range list[:g.n] {
			part.Links = append(part.Links, orderLink{one.name, studyLink(one.name, p.Q), one.name == p.Kind})
		}
		list = list[g.n:]
		p.Menu = append(p.Menu, part)
	}
}

// kept are the values that stay when another query is asked.
func (p *studyPage) kept() (list []namedLink) {
	for name, values := range p.Values {
		for _, value := range values {
			if !slices.Contains([]string{"q", "whole", "open", "tree"}, name) {
				list = append(list, namedLink{name, value})
			}
		}
	}
	slices.SortFunc(list, func(a, b namedLink) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// grown answers a study for a page that is made once. The search ends with the request.
func (s *Server) grown(r *http.Request, ask asker) (partial, error) {
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	latest := make(chan partial, 1)
	type end struct {
		answer any
		err    error
	}
	done := make(chan end, 1)
	go func() {
		var e end
		e.err = s.ask(ctx, func(ctx context.Context, v *archive.View) (err error) {
			e.answer, err = ask(ctx, v, func(p partial) { replace(latest, p) })
			return err
		})
		done <- e
	}()
	var impatient <-chan time.Time
	if r.Method == http.MethodGet && !r.URL.Query().Has("whole") {
		timer := time.NewTimer(s.times.page)
		defer timer.Stop()
		impatient = timer.C
	}
	var known <-chan partial // looked at when the time is over
	for {
		select {
		case e := <-done:
			if errors.Is(e.err, context.DeadlineExceeded) { // say what is known
				select {
				case p := <-latest:
					if p.looked != nil {
						return p, nil
					}
				default:
				}
			}
			return partial{answer: e.answer}, e.err
		case <-impatient:
			known = latest
		case p := <-known:
			if p.looked == nil {
				continue
			}
			stop()
			<-done
			return p, nil
		}
	}
}

// replace puts a value into a channel of one in place of what is there. Nobody else
// fills it.
func replace[T any](latest chan T, value T) {
	select {
	case <-latest:
	default:
	}
	latest <- value
}

// A studyLine is what a page that waits is given while an answer grows: the answer as
// it is shown, and of how many games it is, if it is not whole.
type studyLine struct {
	Looked *archive.Looked `json:"looked,omitempty"`
	HTML   string          `json:"html,omitempty"`
}

// streamStudy gives the answer as it grows, one line after the other.
func (s *Server) streamStudy(w http.ResponseWriter, r *http.Request, p *studyPage, ask asker) {
	w.Header().Set("Cache-Control", "no-store")
	l := &lineWriter{w: w, c: http.NewResponseController(w)}
	line := func(found partial) studyLine {
		one := *p
		one.Answer, one.Looked = found.answer, found.looked
		if one.Answer == nil {
			return studyLine{Looked: found.looked}
		}
		var b bytes.Buffer
		if err := s.pages.templates["statistics-"+p.Kind+".html"].ExecuteTemplate(&b, "answer", &one); err != nil {
			s.log.ErrorContext(r.Context(), "page", "name", p.Kind, "error", err)
		}
		return studyLine{found.looked, b.String()}
	}
	watched(r.Context(), s, l, func(ctx context.Context, v *archive.View, sofar func(any)) (any, error) {
		answer, err := ask(ctx, v, func(found partial) { sofar(line(found)) })
		if err != nil {
			return nil, err
		}
		return line(partial{answer: answer}), nil
	})
}

// A figure is a chart as it stands on a page. What is drawn by package chart has no
// text of a record that is not escaped.
func figure(c chart.Chart) template.HTML { return template.HTML(c.Figure()) }

// boardOf draws what a query asks for on the board; nil if it asks for none.
func (s *Server) boardOf(ctx context.Context, v *archive.View, q archive.Query, letters map[int]string) (*drawing.Picture, *ask.Scene, error) {
	if !ask.HasOneBoard(q) {
		return nil, nil, nil
	}
	scene, err := ask.Of(v.Views).Scene(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	return drawScene(scene, letters, s.pages.words), scene, nil
}
