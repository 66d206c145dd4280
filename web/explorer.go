package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/web/drawing"
)

// An exploration is what the start page shows: a board that is asked about, and what
// is known of it. Its parts are those that explorer.js replaces while a question is
// asked anew.
type exploration struct {
	Picture  *drawing.Picture
	Next     *ask.Next
	Looked   *archive.Looked // nil if the answer is exact
	Bar      *bar
	Place    string
	Rows     []row
	All      *row   // of the position itself
	AllRows  string // address of the page with all rows, "" if they are all there
	Decades  [2]string
	Page     *archive.Page
	Cards    []*card
	List     string      // address of the list of all games
	Studies  []orderLink // what else can be asked about the position
	Facets   []facetList
	Of       int  // games in the archive
	Empty    bool // the archive
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
	Pieces       bool   // as of a sign
	Play         string // address of the page after the move, "" if there is none
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
	{"region", ""}, {"sequence", ""}, {"edge", "e"}, {"either", "i"}, {"swap", "x"}, {"whole", "w"},
}

// facetsShown are the facets beside the games.
var facetsShown = []string{"decade", "player", "event"}

// explorer is the start page: a board, what was played there, and in which games. What
// takes longer than a moment is shown as far as it is known; its script, and without
// scripts the browser, asks for the rest.
func (s *Server) explorer(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	f := &frame{}
	e, err := s.explored(r.Context(), text)
	if archive.KindOf(err) == archive.KindUsage {
		f.Fault = faultOf(text, err)
		e, err = s.explored(r.Context(), "")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	about := text
	if f.Fault != nil {
		about = ""
	}
	body, err := s.explore(e.placed(r.URL.Query().Get("at")), about, r.URL.Query().Has("all"))
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

// explored answers a question, exactly if that takes but a moment.
func (s *Server) explored(ctx context.Context, text string) (*explored, error) {
	asked, leave, err := s.explorations.ask(ctx, text)
	if err != nil {
		return nil, err
	}
	e, err := asked.wait(ctx, s.options.Patience)
	leave(err == nil && e.Looked != nil)
	return e, err
}

// explore makes what the start page shows of an answer.
func (s *Server) explore(found *explored, text string, all bool) (*exploration, error) {
	e := &exploration{
		Next: found.Next, Page: found.Page, Looked: found.Looked, Bar: newBar(found.Next.Won), Of: found.games, Empty: found.games == 0,
		ReadOnly: s.options.ReadOnly, Drop: s.dropPlace(),
	}
	if !e.Empty {
		e.Save = &saveBox{Query: text, Back: explorerLink(text), Note: true, ReadOnly: e.ReadOnly}
	}
	if found.Scene.Region != nil {
		e.Place = found.Scene.Region.Place
	}
	if !all && len(e.Next.Next) > shownMoves {
		e.AllRows = "/?" + url.Values{"q": {text}, "all": {""}}.Encode()
	}
	if e.Looked != nil {
		e.Bar.round(found.Next.Won)
	}
	letters := e.rows(found.Scene, all)
	e.draw(found.Scene, letters, s.pages.words)
	for i, g := range e.Page.Games {
		c := cardOf(g)
		if i < len(found.Boards) && found.Boards[i] != nil {
			c.draw(found.Boards[i], found.Scene.Region)
		}
		e.Cards = append(e.Cards, c)
	}
	e.Studies = boardStudies(text)
	e.List = "/search?" + url.Values{"q": {text}}.Encode()
	if text == "" {
		e.List = "/search?q=*"
	}
	for _, f := range e.Page.Facets {
		e.Facets = append(e.Facets, narrowing(f, withQuery(text, found.query), explorerLink))
	}
	return e, nil
}

// withQuery is a question as it was typed, or in normal form where nothing was.
func withQuery(typed string, q archive.Query) string {
	if typed != "" {
		return typed
	}
	return q.String()
}

// draw draws the board that is asked about, with the letters of the continuations.
func (e *exploration) draw(scene *ask.Scene, letters map[int]string, w words) {
	board := *scene.Board
	numbers := map[int]int{}
	taken := map[int]bool{}
	for _, p := range board.Pieces {
		taken[p.Cell] = true
	}
	board.Pieces = append([]ask.Piece{}, board.Pieces...)
	for i, m := range scene.Moves {
		numbers[m.Cell] = i + 1
		if !taken[m.Cell] {
			board.Pieces = append(board.Pieces, ask.Piece{Cell: m.Cell, Color: m.Color, Kind: "stone"})
		}
	}
	e.Picture = drawing.Board(&board, drawing.Marks{Region: scene.Region, Open: scene.Open, Letters: letters, Numbers: numbers, Last: -1}, w.say("board.asked", len(board.Pieces)))
}

// rows makes the table of continuations, and returns the letters on the board.
func (e *exploration) rows(scene *ask.Scene, all bool) map[int]string {
	labels := map[int]string{}
	for i, c := range e.Next.Next {
		if i == shownMoves && !all {
			break
		}
		r := row{NextMove: c, Of: e.Next.Games, Bar: newBar(c.Won), Name: c.Point, Cell: -1, Pieces: signOf(scene.Board.Game, c.Color).Pieces}
		placed := false // rather than moved from another cell
		if move, err := scene.Continued(c.Move); err == nil {
			r.Name, r.Cell, placed = move.Name, move.To, move.From == nil
		}
		if r.Cell >= 0 && placed {
			if labels[r.Cell] == "" {
				labels[r.Cell] = letterOf(len(labels))
			}
			r.Letter = labels[r.Cell]
		}
		if query, err := scene.Played(c.Move); err == nil {
			r.Play = explorerLink(query)
		}
		if e.Looked != nil {
			r.Bar.round(c.Won)
		}
		e.Rows = append(e.Rows, r)
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
