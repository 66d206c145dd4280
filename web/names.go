package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A namesPage is the players, events or collections of the archive.
type namesPage struct {
	List  *ask.NameList
	Kind  ask.NameKind
	Kinds []orderLink
	Words string
	All   string // address of the whole list, "" if it is shown
	Rows  []nameRow

	Orders  []orderLink
	Sort    string
	Aliases *aliasForm // nil of collections

	Q      string // the games that are counted
	Chosen *chooser
}

// address is the page with some of its values changed.
func (p *namesPage) address(change url.Values) string {
	values := url.Values{}
	for name, value := range map[string]string{"q": p.Q, "words": p.Words, "sort": p.Sort} {
		if value != "" {
			values.Set(name, value)
		}
	}
	for name, list := range change {
		values[name] = list
	}
	return "?" + values.Encode()
}

// A nameRow is a name with its games.
type nameRow struct {
	ask.NameEntry
	Shown string // the name, cut if it is long
	Link  string // to its page, "" if the name is too long for an address
	List  string // to its games, "" if they cannot be asked for
	Bar   *bar
}

// shownNames is how many names a page shows unless all are asked for.
const shownNames = 100

// nameOrders are the orders that a list of names offers, and aliasKinds those of its
// names that may be one.
var (
	nameOrders = []string{"games", "score", "first", "last", "name"}
	aliasKinds = map[ask.NameKind]archive.AliasKind{ask.PlayerNames: archive.Players, ask.EventNames: archive.Events}
)

// names shows the names of a kind.
func (s *Server) names(kind ask.NameKind) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		words := strings.TrimSpace(r.URL.Query().Get("words"))
		all := r.URL.Query().Has("all")
		f := s.frame(nil, "players", s.pages.words.say("names."+string(kind)), "")
		f.Begin = kind
		s.showAsked(w, r, "names.html", f, func(ctx context.Context, v *archive.View) (any, error) {
			naming := &ask.NamesOptions{Kind: kind, Words: words, Sort: r.URL.Query().Get("sort"), Limit: shownNames}
			if all {
				naming.Limit = 0
			}
			p := &namesPage{Kind: kind, Words: words, Sort: naming.Sort}
			text := strings.TrimSpace(r.URL.Query().Get("q"))
			var err error
			p.Q, p.Chosen, err = s.oneKind(ctx, v, text, "", func(query string) string { return p.address(url.Values{"q": {query}}) })
			if err != nil {
				return nil, err
			}
			q, err := parseQuery(p.Q)
			if err != nil {
				return nil, err
			}
			list, err := ask.Of(v.Views).Names(ctx, &archive.Search{Query: q}, naming)
			if err != nil {
				return nil, err
			}
			p.List = list
			if len(list.Names) < list.Distinct-list.Few && !all {
				p.All = p.address(url.Values{"all": {""}})
			}
			for _, o := range nameOrders {
				if o != "score" || kind == ask.PlayerNames {
					p.Orders = append(p.Orders, orderLink{o, p.address(url.Values{"sort": {o}}), o == naming.Sort || o == "games" && naming.Sort == ""})
				}
			}
			if of, ok := aliasKinds[kind]; ok {
				if p.Aliases, err = s.aliasForm(of, "", r.URL.RequestURI()); err != nil {
					return nil, err
				}
			}
			for _, k := range []ask.NameKind{ask.PlayerNames, ask.EventNames, ask.CollectionNames} {
				link := "/" + string(k)
				if p.Q != "" {
					link += "?" + url.Values{"q": {p.Q}}.Encode()
				}
				p.Kinds = append(p.Kinds, orderLink{string(k), link, k == kind})
			}
			field := strings.TrimSuffix(string(kind), "s")
			for _, n := range list.Names {
				row := nameRow{NameEntry: n, Bar: newBar(n.Won)}
				row.Link, row.Shown = shortLink(nameLinkAmong(kind, n.Name, p.Q)), shorten(n.Name)
				if term := archive.FacetTerm(field, n.Name); term != "" {
					row.List = shortLink(listLink(joinTerms(inParentheses(p.Q, q), term)))
				}
				p.Rows = append(p.Rows, row)
			}
			return p, nil
		})
	}
}

// Years are the first and the last year of a name's games, "" if none is known.
func (n *nameRow) Years() string {
	if n.FirstYear == 0 {
		return ""
	}
	if n.FirstYear == n.LastYear {
		return yearText(n.FirstYear)
	}
	return yearText(n.FirstYear) + "–" + yearText(n.LastYear)
}

// Score is the share of the decided games that a player won, in percent, "" if it is
// not known or would be of too few.
func (n *nameRow) Score() string {
	if n.Outcome == nil || n.Outcome.Decided < veryFewGames {
		return ""
	}
	return percent(n.Outcome.Won, n.Outcome.Decided)
}
