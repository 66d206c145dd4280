package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/sgfread/gameinfo"
	"kifudb/store/fulltext"
	"kifudb/study"
)

// A NameKind says what a list of names is of.
type NameKind string

// The kinds of names.
const (
	PlayerNames     NameKind = "players"
	EventNames      NameKind = "events"
	CollectionNames NameKind = "collections" // the folders and containers that records came from
)

// field is the field that has the names.
func (k NameKind) field() string {
	return map[NameKind]string{PlayerNames: "player", EventNames: "event", CollectionNames: "folder"}[k]
}

// A NameList is the players, events or collections of the games that a query finds.
type NameList struct {
	archive.Envelope
	Game     string      `json:"game,omitempty" doc:"Name of the game that the list is of, such as go, in a list of by_game. Otherwise missing."`
	Kind     NameKind    `json:"kind" doc:"What the names are: players, events or collections."`
	Distinct int         `json:"distinct" doc:"Number of names that match the request."`
	Few      int         `json:"few" doc:"Number of these names left out because they have too few games."`
	Without  int         `json:"without" doc:"Number of games without such a name."`
	Shrunken bool        `json:"shrunken" doc:"True if the order takes into account that few games prove little."`
	Names    []NameEntry `json:"names" doc:"The names, in the order that the request asks for."`
	ByGame   []*NameList `json:"by_game,omitempty" doc:"The same for each game, if the games are of more than one; shares are only here then, and the whole list is not ordered by scores. Otherwise missing."`
}

// A NameEntry is one of them, with its games.
type NameEntry struct {
	Name      string          `json:"name" doc:"The name, in its preferred spelling."`
	Games     int             `json:"games" doc:"Number of games."`
	Outcome   *Outcome        `json:"outcome,omitempty" doc:"How the games ended for the player. A game in which the player has both sides counts twice. Missing for events and collections."`
	Won       archive.Results `json:"won" doc:"How the games ended, by color."`
	FirstYear int             `json:"first_year" doc:"Year of the first game. 0 if unknown."`
	LastYear  int             `json:"last_year" doc:"Year of the last game. 0 if unknown."`
	Lowest    string          `json:"lowest" doc:"Lowest rank of the player. Empty if none is known."`
	Highest   string          `json:"highest" doc:"Highest rank of the player. Empty if none is known."`
}

// Years writes the years from the first to the last game, "" if none is known.
func (e *NameEntry) Years() string {
	switch {
	case e.FirstYear == 0:
		return ""
	case e.FirstYear == e.LastYear:
		return strconv.Itoa(e.FirstYear)
	}
	return fmt.Sprintf("%d–%d", e.FirstYear, e.LastYear)
}

// Ranks writes the ranks from the lowest to the highest, "" if none is known.
func (e *NameEntry) Ranks() string {
	if e.Lowest == e.Highest {
		return e.Lowest
	}
	return e.Lowest + "–" + e.Highest
}

// NamesOptions say which names are wanted, in which order.
type NamesOptions struct {
	Kind  NameKind
	Words string `query:"words" maxLength:"1000" doc:"Only names that contain these words."`
	Sort  string `flag:"sort" usually:"games" usage:"list by {ORDER}: games, score (of players), first or last year, name; -name reverses" query:"sort" enum:",games,score,first,last,name,-games,-score,-first,-last,-name" doc:"Order of the names. A minus sign reverses it."`
	Min   int    `flag:"min" usually:"1" usage:"leave out names with fewer than {N} games" query:"min" minimum:"0" doc:"Least number of games with a name."`
	Limit int    `flag:"limit,n" value:"30" usage:"show at most {N} names, 0 for all" query:"limit" minimum:"0" default:"100" doc:"Largest number of names. 0 for all."`

	// Watch, if set, is called now and then, by one goroutine, with the names so far.
	Watch func(sofar *NameList)

	whole bool // no lists of each game
}

// nameOrders are the orders of names, the usual first.
var nameOrders = []string{"games", "score", "first", "last", "name"}

// Check returns an error if the options are invalid.
func (n *NamesOptions) Check() error {
	order := strings.TrimPrefix(n.Sort, "-")
	switch {
	case n.Kind.field() == "":
		return badRequest("kind", "there are no lists of %q", n.Kind)
	case order != "" && !slices.Contains(nameOrders, order) || order == "score" && n.Kind != PlayerNames:
		return badRequest("sort", "there is no order %q of %s; expected one of %s", order, n.Kind, strings.Join(nameOrders, ", "))
	case n.Min < 0 || n.Limit < 0:
		return badRequest("limit", "limits cannot be negative")
	}
	return nil
}

// Names lists the players, events or collections of the games that a query finds.
// Spellings that the user said are one name are one.
func (vs *Views) Names(ctx context.Context, s *archive.Search, n *NamesOptions) (*NameList, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	asking := *s
	asking.Also = map[string]search.Aggregation{askGroups[0]: &study.Groups{Labels: search.Labels{Fields: []string{n.Kind.field()}}}, askKinds: kindsAsked()}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	is, err := vs.named(n)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*NameList]{Watch: n.Watch, Read: func(answer *search.Answer) (*NameList, error) {
		return q.names(n, is, answer), nil
	}, Rest: func(list *NameList, answer *search.Answer) error {
		found := kindsOf(answer)
		switch {
		case !found.several():
			q.noteSizes(found)
		case n.whole:
			q.noteGames(found)
		default:
			return vs.namesByGame(ctx, s, n, list, found)
		}
		return nil
	}})
}

// namesByGame adds the names of each game by itself, of those that have any.
func (vs *Views) namesByGame(ctx context.Context, s *archive.Search, n *NamesOptions, list *NameList, found *kinds) error {
	options := *n
	options.Watch = nil
	for _, game := range found.games {
		one, err := ofGame(s, game.Value)
		if err != nil {
			return err
		}
		part, err := vs.Names(ctx, one, &options)
		if err != nil {
			return err
		}
		if part.Game = game.Value; part.Distinct > 0 {
			list.ByGame = append(list.ByGame, part)
		}
	}
	return nil
}

// names returns the list that an answer makes, of the names that are asked for.
func (q *question) names(n *NamesOptions, is func(string) bool, answer *search.Answer) *NameList {
	found := answer.Found[askGroups[0]].(*study.GroupsFound)
	l := &NameList{Envelope: q.Envelope(answer, found.All.Games, 0), Kind: n.Kind, Without: found.Without, Names: []NameEntry{}}
	var groups []study.Group
	for _, g := range found.Groups {
		if !is(g.Values[0]) {
			continue
		}
		if l.Distinct++; g.Games < n.Min {
			l.Few++
			continue
		}
		groups = append(groups, g)
	}
	order, mixed := n.Sort, kindsOf(answer).several()
	if mixed && strings.TrimPrefix(order, "-") == "score" {
		order = "games" // scores in several games cannot be compared
	}
	l.Shrunken = sortNames(groups, order)
	if n.Limit > 0 && len(groups) > n.Limit {
		groups = groups[:n.Limit]
	}
	for i := range groups {
		e := newNameEntry(groups[i].Values[0], &groups[i].Counts, n.Kind == PlayerNames)
		if mixed {
			e.withoutShares()
		}
		l.Names = append(l.Names, e)
	}
	return l
}

// named returns which names are asked for: those that hold the words, also in another
// spelling that the user gave them.
func (vs *Views) named(n *NamesOptions) (func(string) bool, error) {
	if strings.TrimSpace(n.Words) == "" {
		return func(string) bool { return true }, nil
	}
	kind := fulltext.Name
	if n.Kind != PlayerNames {
		kind = fulltext.Phrase
	}
	m, err := fulltext.Query{Text: n.Words, Kind: kind}.Matcher()
	if err != nil {
		return nil, &archive.RequestError{Part: "name", Err: err}
	}
	preferred := map[string]bool{}
	aliases := map[NameKind]archive.AliasKind{PlayerNames: archive.Players, EventNames: archive.Events}
	if of, ok := aliases[n.Kind]; ok {
		for _, v := range vs.All() {
			groups, err := v.Archive().Aliases(of).Groups(n.Words)
			if err != nil {
				return nil, err
			}
			for _, g := range groups {
				preferred[g.Name] = true
			}
		}
	}
	return func(name string) bool { return m.Match(name) || preferred[name] || name == n.Words }, nil
}

// sortNames puts groups in an order.
func sortNames(groups []study.Group, order string) (shrunken bool) {
	order, reverse := strings.CutPrefix(order, "-")
	games := func(a, b *study.Group) int {
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Values[0], b.Values[0]))
	}
	compare := games
	switch order {
	case "name":
		compare = func(a, b *study.Group) int { return strings.Compare(a.Values[0], b.Values[0]) }
	case "first":
		compare = func(a, b *study.Group) int { return undatedLast(a.First, b.First, reverse) }
	case "last":
		compare = func(a, b *study.Group) int { return -undatedLast(a.Last, b.Last, !reverse) }
	case "score":
		var rows []statistics.Results
		var sum statistics.Results
		for i := range groups {
			rows = append(rows, own(&groups[i].Counts))
			sum = sum.Add(rows[i])
		}
		prior := statistics.FitPrior(sum, rows)
		compare = func(a, b *study.Group) int {
			return cmp.Compare(prior.Estimate(own(&b.Counts)), prior.Estimate(own(&a.Counts)))
		}
		shrunken = true
	}
	slices.SortStableFunc(groups, func(a, b study.Group) int {
		c := compare(&a, &b)
		if reverse {
			c = -c
		}
		return cmp.Or(c, games(&a, &b))
	})
	return shrunken
}

// undatedLast compares days, of which 0 is none and comes last, also where the order
// is reversed.
func undatedLast(a, b int32, reverse bool) int {
	far := int32(1 << 30)
	if reverse {
		far = -far
	}
	if a == 0 {
		a = far
	}
	if b == 0 {
		b = far
	}
	return cmp.Compare(a, b)
}

func newNameEntry(name string, c *study.Counts, player bool) NameEntry {
	e := NameEntry{Name: name, Games: c.Games, Won: archive.NewResults(blackResults(c)), FirstYear: yearOf(c.First), LastYear: yearOf(c.Last)}
	if player {
		o := newOutcome(bothSides(c))
		e.Outcome = &o
		e.Lowest, e.Highest = query.RankName(c.Lowest), query.RankName(c.Highest)
	}
	return e
}

// withoutShares leaves the counts alone, as of games that cannot be compared.
func (e *NameEntry) withoutShares() {
	e.Won.WithoutShares()
	if e.Outcome != nil {
		e.Outcome.withoutShares()
	}
}

func (o *Outcome) withoutShares() { o.WonShare, o.Score = nil, nil }

// bothSides are how games ended for those who have a value, with either color.
func bothSides(c *study.Counts) study.Served {
	a, b := c.Own[0], c.Own[1]
	return study.Served{Won: a.Won + b.Won, Lost: a.Lost + b.Lost, Drawn: a.Drawn + b.Drawn, Unknown: a.Unknown + b.Unknown}
}

// blackResults are the results of games by color.
func blackResults(c *study.Counts) search.Results {
	return search.Results{Black: c.Black.Won, White: c.Black.Lost, Draw: c.Black.Drawn, Other: c.Black.Unknown}
}

// yearOf is the year of a day, 0 of none.
func yearOf(day int32) int {
	if day == 0 {
		return 0
	}
	return gameinfo.YearOf(int(day))
}
