package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A listPage is the games that a query finds, as a table.
type listPage struct {
	Page   *archive.Page
	Of     int // games in the archive
	Rows   []listRow
	First  int // number of the first game on the page; 0 if it is not known
	Next   string
	Start  string // address of the first page, "" on it
	Orders []orderLink
	Facets []facetList
	Board  string // address of the question on the board
	Why    []whyLink
	Any    bool   // something was asked for
	Wrong  string // with the question, where the head of the page could not say so; then there is nothing else
	Save   *saveBox

	Exports []exportLink // of all games that were found
}

// A listRow is a game in the table.
type listRow struct {
	*archive.Game
	Link  string
	Found []snippet
	More  int // places that are not shown
}

// Sides are the players of the game, Black first.
func (r listRow) Sides() []side { return blackFirst(r.Game) }

// A snippet is a place where a text was found, with what stands around.
type snippet struct {
	Move  int
	Link  string
	Parts []part
}

// A part of a snippet is marked if it is what was asked for.
type part struct {
	Text   string
	Marked bool
}

// An orderLink is an order in which games can be listed.
type orderLink struct {
	Key, Link string
	Here      bool
}

// A whyLink is a question with one condition less.
type whyLink struct {
	Without, Link string
	Games         int
}

const (
	listGames    = 50
	listSnippets = 2
	listFacet    = 10
)

// listFacets are the facets beside the table, and orders those above it.
var (
	listFacets = []string{"decade", "player", "event", "result", "size"}
	orders     = []struct{ key, sort string }{{"archive", ""}, {"newest", "-date"}, {"oldest", "date"}, {"longest", "-moves"}}
)

// search shows the games that a query finds.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	text := strings.TrimSpace(values.Get("q"))
	f := s.frame(nil, "games", s.pages.words.say("menu.games"), text)
	s.showSoon(w, r, "search.html", f, func(ctx context.Context) (func(bool) int, error) {
		var p *listPage
		var wrong *fault
		games := 0
		err := s.ask(ctx, func(ctx context.Context, v *archive.View) (err error) {
			games, wrong = v.Len(), nil
			if p, err = s.list(ctx, v, text, values); archive.KindOf(err) == archive.KindUsage {
				wrong, err = faultOf(text, err), nil
			}
			return err
		})
		return func(late bool) int {
			f.Games, f.Fault = games, wrong
			if wrong != nil {
				if f.Body = (*listPage)(nil); late {
					f.Body = &listPage{Wrong: wrong.Message}
				}
				return http.StatusBadRequest
			}
			f.Body = p
			return http.StatusOK
		}, err
	})
}

func (s *Server) list(ctx context.Context, v *archive.View, text string, values url.Values) (*listPage, error) {
	q, err := parseQuery(text)
	if err != nil {
		return nil, err
	}
	search := &archive.Search{
		Query: q, Sort: values.Get("sort"), Cursor: values.Get("cursor"), Limit: listGames,
		Facets: listFacets, FacetLimit: listFacet, FacetSort: archive.FacetCount,
	}
	page, err := v.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	p := &listPage{Page: page, Of: v.Len(), Any: q.Root != nil}
	address := func(change func(url.Values)) string {
		v := url.Values{"q": {text}}
		if search.Sort != "" {
			v.Set("sort", search.Sort)
		}
		change(v)
		return "/search?" + v.Encode()
	}
	before := 0
	if search.Cursor != "" {
		before, _ = strconv.Atoi(values.Get("n")) // only said, and left out if it is no number
		p.Start = address(func(url.Values) {})
	}
	if len(page.Games) > 0 && (search.Cursor == "" || before > 0) {
		p.First = before + 1
	}
	if page.Next != "" {
		p.Next = address(func(v url.Values) { v.Set("cursor", page.Next); v.Set("n", strconv.Itoa(before+len(page.Games))) })
	}
	if p.Any {
		p.Save = &saveBox{Query: text, Back: listLink(text), Found: page.Total, ReadOnly: s.options.ReadOnly}
	}
	p.Exports = foundExports(text)
	for _, o := range orders {
		p.Orders = append(p.Orders, orderLink{o.key, address(func(v url.Values) {
			v.Del("sort")
			if o.sort != "" {
				v.Set("sort", o.sort)
			}
		}), o.sort == search.Sort})
	}
	for _, g := range page.Games {
		p.Rows = append(p.Rows, newListRow(g))
	}
	asked := text
	if q.Root == nil {
		asked = ""
	}
	for _, f := range page.Facets {
		p.Facets = append(p.Facets, narrowing(f, asked, listLink))
	}
	if scene, err := ask.Of(v.Views).Scene(ctx, q); err == nil && scene.Kind != "" {
		p.Board = explorerLink(text)
	}
	if page.Total == 0 && p.Any {
		p.Why, err = whyNothing(ctx, v, search, listLink)
	}
	return p, err
}

// whyNothing returns what would be found with one condition less.
func whyNothing(ctx context.Context, v *archive.View, search *archive.Search, link func(query string) string) (list []whyLink, err error) {
	less, err := v.WhyNothing(ctx, search)
	for _, r := range less {
		list = append(list, whyLink{r.Without, link(r.Query.String()), r.Games})
	}
	return list, err
}

func newListRow(g *archive.Game) listRow {
	row := listRow{Game: shortened(g), Link: gameLink(g.Name())}
	for i := range g.Hits {
		h := &g.Hits[i]
		if i == 0 {
			row.Link = hitAddress(h)
		}
		if i == listSnippets {
			row.More = len(g.Hits) - i
			break
		}
		row.Found = append(row.Found, snippet{h.Move, hitAddress(h), parts(h.Snippet())})
	}
	return row
}

// parts divides a text at what is marked in it.
func parts(m archive.Marked) []part {
	var list []part
	end := 0
	for _, mark := range m.Marks {
		if mark[0] < end || mark[1] > len(m.Text) {
			continue // marks ascend
		}
		before := strings.TrimSuffix(m.Text[end:mark[0]], "«") // the mark is seen by its color and weight
		list = append(list, part{before, false}, part{m.Text[mark[0]:mark[1]], true})
		end = mark[1]
		if strings.HasPrefix(m.Text[end:], "»") {
			end += len("»")
		}
	}
	return append(list, part{m.Text[end:], false})
}

// listLink is the address of the list of a question's games.
func listLink(query string) string { return "/search?" + url.Values{"q": {query}}.Encode() }
