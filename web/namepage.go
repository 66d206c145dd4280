package web

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/study/chart"
)

// A nameAnswer is the page of a player, an event or a collection.
type nameAnswer struct {
	*ask.NamePage
	Bar      *bar // of all games, by color
	Chart    template.HTML
	Lists    []nameSection
	Ranks    template.HTML
	Corners  []favourites
	Openings []favourites
	Links    []namedLink
	Aliases  *aliasForm // nil for a collection

	Q      string // the games that are counted
	Chosen *chooser
}

// A nameSection is a list of names that belong to the page's one.
type nameSection struct {
	Title  string // the key of its words
	Kind   ask.NameKind
	Player bool // results are those of a player: of the page's, or of those in the list
	Rows   []ask.NameEntry
	Of     int
	More   string // address of all, "" if they are there
}

// favourites are what a player opened games with, with one color.
type favourites struct {
	Color string
	Of    int
	Rows  []favouriteRow
	More  int
}

// A favouriteRow is one of them.
type favouriteRow struct {
	ask.Favourite
	Thumb      *drawing.Thumb // of a position
	Link       string
	Difference contrast
}

// How much of a page's lists is shown unless all of one are asked for.
const (
	shownNameRows  = 12
	shownFavourite = 6
)

// namePage shows what is known of a name of a kind.
func (s *Server) namePage(kind ask.NameKind) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, all := r.URL.Query().Get("name"), r.URL.Query().Get("all")
		if name == "" {
			s.fail(w, r, errNoPage)
			return
		}
		f := s.frame(nil, "players", name, "")
		f.Begin = kind
		s.showAsked(w, r, "name.html", f, func(ctx context.Context, v *archive.View) (any, error) {
			text, chosen, err := s.oneKind(ctx, v, strings.TrimSpace(r.URL.Query().Get("q")), archive.FacetTerm(strings.TrimSuffix(string(kind), "s"), name), func(query string) string {
				return nameLinkAmong(kind, name, query)
			})
			if err != nil {
				return nil, err
			}
			q, err := parseQuery(text)
			if err != nil {
				return nil, err
			}
			found, err := s.namePageFor(ctx, v, &archive.Search{Query: q}, kind, name)
			if errors.Is(err, archive.ErrNoName) { // it may be in records that are not counted
				found, err = s.namePageFor(ctx, v, &archive.Search{Query: q, Records: true}, kind, name)
			}
			if err != nil {
				return nil, err
			}
			a := &nameAnswer{NamePage: found, Bar: newBar(found.Won), Q: text, Chosen: chosen}
			return a, s.fillName(ctx, v, a, all)
		})
	}
}

// fillName adds the lists and charts of a name's page.
func (s *Server) fillName(ctx context.Context, v *archive.View, a *nameAnswer, all string) error {
	found, words := a.NamePage, s.pages.words
	if c := yearsOf(found, words); len(c.Points) > 1 {
		a.Chart = figure(c)
	}
	list := func(title string, kind ask.NameKind, player bool, rows []ask.NameEntry) {
		if len(rows) == 0 {
			return
		}
		n := nameSection{Title: title, Kind: kind, Player: player, Rows: rows, Of: len(rows)}
		if len(rows) > shownNameRows && all != title {
			n.Rows = rows[:shownNameRows]
			n.More = nameLinkAmong(found.Kind, found.Name, a.Q) + "&all=" + title + "#" + title
		}
		a.Lists = append(a.Lists, n)
	}
	list("opponents", ask.PlayerNames, true, found.Opponents)
	list("events", ask.EventNames, true, found.Events)
	list("players", ask.PlayerNames, true, found.Players)
	if len(found.Ranks) > 1 {
		c := &chart.Bars{Head: chart.Head{Title: words.say("name.ranks"), Unit: chart.Count}}
		for _, r := range found.Ranks {
			c.Bars = append(c.Bars, chart.Bar{Label: r.Name, Number: chart.Number{Value: float64(r.Games), Note: r.Years()}})
		}
		a.Ranks = figure(c)
	}
	for _, color := range []string{"B", "W"} {
		corners, err := favouritesOf(ctx, v, found, found.Corners, color, false)
		if err != nil {
			return err
		}
		openings, err := favouritesOf(ctx, v, found, found.Openings, color, true)
		if err != nil {
			return err
		}
		if corners != nil {
			a.Corners = append(a.Corners, *corners)
		}
		if openings != nil {
			a.Openings = append(a.Openings, *openings)
		}
	}
	a.links(words)
	var err error
	if of, ok := aliasKinds[found.Kind]; ok {
		if a.Aliases, err = s.aliasForm(of, found.Name, nameLink(found.Kind, found.Name)); err != nil {
			return err
		}
		a.Aliases.Spellings = found.Spellings
	}
	return nil
}

// links lead to all that can be asked about the games of the name.
func (a *nameAnswer) links(w words) {
	add := func(key, link string) { a.Links = append(a.Links, namedLink{w.say(key), link}) }
	term := archive.FacetTerm(strings.TrimSuffix(string(a.Kind), "s"), a.Name)
	if term == "" {
		return
	}
	own := term
	if q, err := parseQuery(a.Q); err == nil {
		term = joinTerms(term, inParentheses(a.Q, q))
	}
	add("name.games", listLink(term))
	add("name.explorer", explorerLink(term))
	add("study.overview", studyLink("overview", term))
	add("study.tree", studyLink("tree", term))
	if a.Kind == ask.PlayerNames {
		quoted := strconv.Quote(a.Name)
		add("name.colors", compareLink(joinTerms("black:"+quoted, a.Q), joinTerms("white:"+quoted, a.Q), ""))
	}
	add("name.others", compareLink(term, joinTerms("-"+own, a.Q), ""))
}

// yearsOf draws the games of each year, or of each decade if the years are many.
func yearsOf(found *ask.NamePage, w words) *chart.Columns {
	c := &chart.Columns{Head: chart.Head{Title: w.say("name.years"), Unit: chart.Count}}
	games := map[int]int{}
	var years []int
	for _, y := range found.Years {
		if at, err := strconv.Atoi(y.Name); err == nil {
			games[at] = y.Games
			years = append(years, at)
		}
	}
	if n := len(years); n > 1 && years[n-1]-years[0] >= 2*manyYears {
		c.Step, c.Title = 10, w.say("name.decades")
		sums := map[int]int{}
		for _, y := range years {
			sums[y-y%10] += games[y]
		}
		games = sums
		for i := range years {
			years[i] -= years[i] % 10
		}
		years = slices.Compact(years)
	}
	for _, y := range years {
		c.Points = append(c.Points, chart.Point{At: y, Number: chart.Number{Value: float64(games[y])}})
	}
	return c
}

// favouritesOf are those of one color, with boards if they are positions; nil if there
// are none.
func favouritesOf(ctx context.Context, v *archive.View, found *ask.NamePage, list []ask.Favourite, color string, positions bool) (*favourites, error) {
	f := &favourites{Color: color}
	scale := .02
	for _, one := range list {
		if one.Color != color {
			continue
		}
		f.Of = one.Of
		if len(f.Rows) == shownFavourite {
			f.More++
			continue
		}
		row := favouriteRow{Favourite: one}
		if d := one.Difference; d != nil {
			scale = max(scale, -d.Low, d.High)
		}
		if positions {
			side := "black"
			if color == "W" {
				side = "white"
			}
			of, err := parseQuery(archive.FacetTerm(side, found.Name))
			if err != nil {
				return nil, err
			}
			card, err := openingOf(ctx, v, of, one.Value)
			if err != nil {
				return nil, err
			}
			row.Thumb, row.Link = card.Thumb, card.Link
		}
		f.Rows = append(f.Rows, row)
	}
	if f.Rows == nil {
		return nil, nil
	}
	for i := range f.Rows {
		c := ask.Contrast{Difference: f.Rows[i].Favourite.Difference, Q: 1}
		if d := c.Difference; d != nil && (d.Low > 0 || d.High < 0) {
			c.Q = 0
		}
		f.Rows[i].Difference = newContrast(c, scale)
	}
	return f, nil
}

// Also are the spellings other than the name.
func (a *nameAnswer) Also() []string {
	return slices.DeleteFunc(slices.Clone(a.Spellings), func(s string) bool { return s == a.Name })
}
