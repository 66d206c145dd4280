package web

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/study/chart"
)

// An exploration is what the start page shows: a board that is asked about, and what
// is known of it. Its parts are those that explorer.js replaces while a question is
// asked anew.
type exploration struct {
	Picture  *drawing.Picture
	Points   bool        // stones are put on points, with tools below the board
	Given    template.JS // the answer for the script, "" if it has to ask
	Next     *ask.Next
	Looked   *archive.Looked // nil if the answer is exact
	Bar      *bar
	Asked    askedWords
	Kinds    *chooser
	Rows     []row
	Shown    int         // moves of the chosen color
	Unplayed []row       // moves of the user's tree that no game has
	Sides    []orderLink // whose moves are shown
	Orders   []orderLink // of the games
	Why      []whyLink   // what would be found with one term less
	Years    *yearChart
	All      *row   // of the position itself
	AllRows  string // address of the page with all rows, "" if they are all there
	Decades  [2]string
	Page     *archive.Page
	Cards    []*card
	List     string      // address of the list of all games
	Studies  []orderLink // what else can be asked about the position
	Facets   []facetList
	Of       int    // games in the archive
	Empty    bool   // the archive
	Keep     string // address of the question
	Drop     *dropPlace
	Save     *saveBox
	ReadOnly bool
}

// A row is a continuation in the table.
type row struct {
	ask.NextMove
	Letter, Name string
	Cell         int
	Of           int // games in all rows
	Bar          *bar
	Pieces       bool      // as of a sign
	Play         string    // address of the page after the move, "" if there is none
	Own          bool      // it is in the user's tree
	placed       bool      // rather than moved from another cell
	Mine         string    // that the game beside the table has it, "" if it does not
	Lost         [2]string // what the move lost by engines' values, in short and in words; "" if it is not known
	Spark        []column
}

// A column is the share of a move in a decade.
type column struct {
	X, Y, Height float64
	Title        string
}

// How much of an answer the start page shows at once.
const (
	shownMoves   = 14
	shownGames   = 10
	shownFacet   = 7
	shownDecades = 14
)

// A tool is a button below the board: one that a click on the board then uses, or one
// that does at once what a key does.
type tool struct{ Name, Key string }

// tools are those of explorer.js.
var tools = []tool{
	{"alternate", ""}, {"black", ""}, {"white", ""}, {"erase", ""}, {"any", ""}, {"black_or_empty", ""}, {"white_or_empty", ""},
	{"region", ""}, {"sequence", ""}, {"edge", "e"}, {"either", "i"}, {"swap", "x"},
}

// scopes are how much of the board is asked about, as the switch of explorer.js offers it.
var scopes = []string{"corner", "side", "board"}

// facetsShown are the facets beside the games, the first two as a chart.
var facetsShown = []string{"year", "decade", "player", "event"}

// gameOrders are the orders of the games that were found.
var gameOrders = []struct{ key, sort string }{{"archive", "id"}, {"newest", "-date"}, {"oldest", "date"}, {"strongest", "-rank"}}

// explorer is the start page: a board, what was played there, and in which games. What
// takes longer than a moment is shown as far as it is known; its script, and without
// scripts the browser, asks for the rest.
func (s *Server) explorer(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	text := strings.TrimSpace(values.Get("q"))
	if strings.Contains(r.Header.Get("Accept"), ndjson) {
		s.streamExplorer(w, r, text, values)
		return
	}
	f := &frame{}
	e, err := s.explored(r.Context(), text, sortOf(text, values))
	if archive.KindOf(err) == archive.KindUsage {
		f.Fault = faultOf(text, err)
		values = url.Values{}
		e, err = s.explored(r.Context(), "", sortOf("", values))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	about := text
	if f.Fault != nil {
		about = ""
	}
	e = e.placed(values.Get("at"))
	body, err := s.explore(e, about, values, nil)
	if err == nil && f.Fault == nil && e.Looked == nil {
		body.Given, err = e.given(body)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	fault := f.Fault
	f = s.frame(nil, "explorer", "", text)
	f.Games, f.Script, f.Second, f.Fault, f.Body, f.Growing = e.games, "explorer.js", "archive.js", fault, body, e.Looked != nil
	status := http.StatusOK
	if f.Fault != nil {
		status = http.StatusBadRequest
	}
	s.show(w, r, status, "explorer.html", f)
}

// sortOf returns in which order the games are shown: as the address says, or else as they are
// in the archive. Where no board is asked for they are the latest ones.
func sortOf(text string, values url.Values) string {
	if sort := values.Get("sort"); sort != "" {
		return sort
	}
	if q, err := parseQuery(text); err == nil && !ask.HasBoard(q) {
		return "-date"
	}
	return "id"
}

// whereMovesDo leaves of the hits those that say what a move does, and not that the game began at the start.
func whereMovesDo(g *archive.Game) *archive.Game {
	found := *g
	found.Hits = slices.DeleteFunc(slices.Clone(g.Hits), func(h archive.Hit) bool { return h.Feature == nil })
	return &found
}

// explored answers a question, exactly if that takes but a moment.
func (s *Server) explored(ctx context.Context, text, sort string) (*explored, error) {
	asked, leave, err := s.explorations.ask(ctx, text, sort)
	if err != nil {
		return nil, err
	}
	e, err := asked.wait(ctx, s.options.Patience)
	leave(err == nil && e.Looked != nil)
	return e, err
}

// explore makes what the start page shows of an answer, as the values of the address want it
// and with the moves of the user's tree.
func (s *Server) explore(found *explored, text string, values url.Values, own []archive.Move) (*exploration, error) {
	e := &exploration{
		Next: found.Next, Page: found.Page, Looked: found.Looked, Bar: newBar(found.Next.Won), Of: found.games, Empty: found.games == 0,
		Points: found.Scene.Board.Cells == "points", ReadOnly: s.options.ReadOnly, Drop: s.dropPlace(), Why: found.why,
	}
	if !e.Empty {
		e.Save = &saveBox{Query: text, Back: explorerLink(text), Note: true, ReadOnly: e.ReadOnly}
	}
	e.Asked = s.pages.words.asked(found)
	e.chooseKind(found)
	link := func(name, value string) string {
		changed := maps.Clone(values)
		if changed.Set(name, value); value == "" {
			changed.Del(name)
		}
		return "/?" + changed.Encode()
	}
	e.Keep = link("", "")
	all, side := values.Has("all"), values.Get("side")
	if e.Looked != nil {
		e.Bar.round(found.Next.Won)
	}
	letters := e.rows(s.pages.words, found.Scene, all, side, own)
	if len(e.Rows) < e.Shown {
		e.AllRows = link("all", "1")
	}
	for _, o := range []struct{ side, key string }{{"", "both"}, {"B", "black"}, {"W", "white"}} {
		e.Sides = append(e.Sides, orderLink{o.key, link("side", o.side), o.side == side})
	}
	sort := sortOf(text, values)
	for _, o := range gameOrders {
		e.Orders = append(e.Orders, orderLink{o.key, link("sort", o.sort), o.sort == sort})
	}
	e.Picture = drawScene(found.Scene, letters, s.pages.words)
	for i, g := range e.Page.Games {
		if found.last {
			g = whereMovesDo(g)
		}
		c := cardOf(g)
		if found.last && len(g.Hits) == 0 {
			c.Link, c.Hits, c.More = gameLink(g.Name()), nil, 0
		}
		if i < len(found.Boards) && found.Boards[i] != nil {
			c.draw(found.Boards[i], found.Scene.Region)
		}
		c.next(found.Scene)
		e.Cards = append(e.Cards, c)
	}
	e.Studies = boardStudies(text)
	list := url.Values{"q": {cmp.Or(text, archive.EveryGame)}}
	if sort != "id" {
		list.Set("sort", sort)
	}
	e.List = "/search?" + list.Encode()
	typed := withQuery(text, found.query)
	e.Years = newYearChart(e.Page.Facets, typed)
	for _, f := range e.Page.Facets {
		if archive.TimeStep(f.Field) == 0 {
			f.Values = f.Values[:min(len(f.Values), shownFacet)]
			e.Facets = append(e.Facets, narrowing(f, typed, explorerLink))
		}
	}
	return e, nil
}

// chooseKind offers the games and boards of the archive; the board that is shown is of one.
func (e *exploration) chooseKind(found *explored) {
	if len(found.kinds) < 2 {
		return
	}
	rest, _, _ := ask.Named(found.typed)
	rest = ask.WithoutBoards(rest)
	b := found.Scene.Board
	here := ask.KindOf(found.kinds, b.Game, strconv.Itoa(b.Cols)+"x"+strconv.Itoa(b.Rows))
	q, err := parseQuery(here.Terms())
	if err != nil {
		return
	}
	e.Kinds = newChooser(found.kinds, q, func(k *ask.Kind) string {
		if !k.HasBoards() {
			return listLink(k.Among(rest))
		}
		return explorerLink(k.Among(rest))
	})
}

// withQuery is a question as it was typed, or in normal form where nothing was.
func withQuery(typed string, q archive.Query) string {
	if typed != "" {
		return typed
	}
	return q.String()
}

// drawScene draws the board that is asked about, with the letters of the continuations.
func drawScene(scene *ask.Scene, letters map[int]string, w words) *drawing.Picture {
	board, marks := drawing.OfScene(scene, letters)
	return drawing.Board(board, marks, w.say("board.asked", len(board.Pieces)))
}

// rows makes the table of continuations of a side, "" for both, and returns the letters on the
// board.
func (e *exploration) rows(w words, scene *ask.Scene, all bool, side string, own []archive.Move) map[int]string {
	labels := map[int]string{}
	played := map[archive.Move]bool{}
	for _, c := range e.Next.Next {
		played[c.Move] = true
		if side != "" && c.Color != side {
			continue
		}
		if e.Shown++; e.Shown > shownMoves && !all {
			continue
		}
		r := newRow(scene, c)
		r.Of, r.Own, r.Lost = e.Next.Games, slices.Contains(own, c.Move), meanLost(w, c.Loss)
		if r.placed {
			if labels[r.Cell] == "" {
				labels[r.Cell] = letterOf(len(labels))
			}
			r.Letter = labels[r.Cell]
		}
		if e.Looked != nil {
			r.Bar.round(c.Won)
		}
		e.Rows = append(e.Rows, r)
	}
	for _, m := range own {
		if !played[m] {
			e.Unplayed = append(e.Unplayed, newRow(scene, ask.NextMove{Move: m}))
		}
	}
	if len(e.Rows) > 0 {
		won := ask.NextMove{Games: e.Next.Games, Won: e.Next.Won, Detail: e.Next.Detail}
		e.All = &row{NextMove: won, Bar: e.Bar}
	}
	if e.Looked == nil {
		e.sparks()
	}
	return labels
}

// newRow is a continuation, with where it lies on the board.
func newRow(scene *ask.Scene, c ask.NextMove) row {
	r := row{NextMove: c, Bar: newBar(c.Won), Name: c.Point, Cell: -1, Pieces: signOf(scene.Board.Game, c.Color).Pieces}
	if move, err := scene.Continued(c.Move); err == nil {
		r.Name, r.Cell, r.placed = move.Name, move.To, move.From == nil && move.To >= 0
	}
	if query, err := scene.Played(c.Move); err == nil {
		r.Play = explorerLink(query)
	}
	return r
}

// meanLost says what a move lost on average, in percent if that is known.
func meanLost(w words, l *ask.NextLoss) (texts [2]string) {
	if l == nil {
		return texts
	}
	for _, of := range []struct {
		value *float64
		key   string
	}{{l.Percent, "next.lost.percent"}, {l.Points, "next.lost.points"}} {
		if of.value != nil {
			lost := chart.Decimal.Format(math.Round(10**of.value) / 10)
			return [2]string{w.say(of.key+".short", l.Games, lost), w.count(of.key, l.Games, lost)}
		}
	}
	return texts
}

// sparks draws the share of each move over the decades, on one scale.
func (e *exploration) sparks() {
	const (
		full   = 0.5 // the share that fills the height
		enough = 20  // games of a decade, below which nothing is drawn
	)
	if e.Next.By == nil || len(e.Next.By.Values) == 0 {
		return
	}
	decades := e.Next.By.Values
	decades = decades[max(0, len(decades)-shownDecades):]
	e.Decades = [2]string{decades[0].Value, decades[len(decades)-1].Value}
	if e.All != nil {
		e.All.sparkOfAll(decades)
	}
	at := map[string]int{}
	for i, d := range decades {
		at[d.Value] = i
	}
	for i := range e.Rows {
		r := &e.Rows[i]
		for _, v := range r.By {
			j, ok := at[v.Value]
			if !ok || decades[j].Games < enough {
				continue
			}
			h := max(.6, min(1, float64(v.Games)/float64(decades[j].Games)/full)*sparkHeight)
			r.Spark = append(r.Spark, column{float64(j * sparkStep), sparkHeight + 1 - h, h, v.Value + ": " + number(v.Games) + " / " + number(decades[j].Games)})
		}
	}
}

// sparkOfAll draws in how many games the position came up in each decade, most of them
// as high as the chart.
func (r *row) sparkOfAll(decades []ask.NextValue) {
	most := 0
	for _, d := range decades {
		most = max(most, d.Games)
	}
	for j, d := range decades {
		h := max(.6, float64(d.Games)/float64(most)*sparkHeight)
		r.Spark = append(r.Spark, column{float64(j * sparkStep), sparkHeight + 1 - h, h, d.Value + ": " + number(d.Games)})
	}
}

// The measures of the chart of a row.
const (
	sparkHeight = 19.0
	sparkStep   = 6
)

// SparkWidth is how wide the chart of a row is.
func (r *row) SparkWidth() int { return sparkStep * shownDecades }

// Years are the first and the last year of a move, "" if they are not known.
func (r *row) Years() string {
	if r.Detail == nil || r.Detail.First == nil {
		return ""
	}
	first := strconv.Itoa(r.Detail.First.Year)
	if r.Detail.Last == nil || r.Detail.Last.Year == r.Detail.First.Year {
		return first
	}
	return first + "–" + strconv.Itoa(r.Detail.Last.Year)
}

// Otherwise is in how many games more the position after a move was reached by
// another order, "" if that is not known.
func (r *row) Otherwise() string {
	switch {
	case r.Detail == nil || r.Detail.Reached == nil:
		return ""
	case *r.Detail.Reached <= r.Games:
		return "–"
	}
	return "+" + number(*r.Detail.Reached-r.Games)
}

// explorerLink is the address of a question on the start page.
func explorerLink(query string) string { return "/?" + url.Values{"q": {query}}.Encode() }

// joinTerms puts parts of a query together.
func joinTerms(parts ...string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, " ")
}
