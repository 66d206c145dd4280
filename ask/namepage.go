package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/study"
)

// A NamePage describes a player, an event or a collection.
type NamePage struct {
	Provenance archive.Provenance `json:"provenance" doc:"What the page is about. Its numbers count all games that the server looked at, not only those of this name."`
	Kind       NameKind           `json:"kind" doc:"What the name is: players, events or collections."`
	Game       string             `json:"game,omitempty" doc:"Game that these numbers are of, where the name has games of several. Otherwise missing."`
	NameEntry
	Spellings []string `json:"spellings" doc:"Spellings that the user has declared to be this name."`

	AsBlack   *Outcome    `json:"as_black,omitempty" doc:"How the player's games as Black ended. Missing for events and collections."`
	AsWhite   *Outcome    `json:"as_white,omitempty" doc:"How the player's games as White ended. Missing for events and collections."`
	Opponents []NameEntry `json:"opponents,omitempty" doc:"The player's opponents. Results are the player's. Missing for events and collections."`
	Ranks     []NameEntry `json:"ranks,omitempty" doc:"The player's ranks, from the lowest. Missing for events and collections."`
	Events    []NameEntry `json:"events,omitempty" doc:"The player's events. Missing for events and collections."`
	Corners   []Favourite `json:"corners,omitempty" doc:"Points on which the player opened corners, such as 3-4 4-4. Missing if there are none."`
	Openings  []Favourite `json:"openings,omitempty" doc:"The player's openings. Missing if there are none."`

	Players []NameEntry `json:"players,omitempty" doc:"Players of the event or collection. Missing for players."`
	Years   []NameEntry `json:"years" doc:"Years with games, in ascending order."`
	ByGame  []*NamePage `json:"by_game,omitempty" doc:"The same for each game, if the name has games of more than one. Shares, corners and openings are only here then. Otherwise missing."`
	archive.Gaps
}

// A Favourite is something that a player opened games with, compared with the games
// of all others in the same years.
type Favourite struct {
	Value       string         `json:"value" doc:"The opening, as moves that lead to it; or the points on which corners were opened, such as 3-4 4-4."`
	Color       string         `json:"color" doc:"The player's color: B or W."`
	Games       int            `json:"games" doc:"Number of the player's games with this opening."`
	Of          int            `json:"of" doc:"Number of the player's games with this color whose opening is known."`
	Share       *archive.Share `json:"share" doc:"Share of these games with this opening."`
	Others      int            `json:"others" doc:"Number of other players' games of the same years with this opening."`
	OthersOf    int            `json:"others_of" doc:"Number of other players' games of the same years whose opening is known."`
	OthersShare *archive.Share `json:"others_share,omitempty" doc:"Share of those games with this opening. Missing if there are none."`
	Difference  *archive.Share `json:"difference,omitempty" doc:"The player's share less that of the others, with Newcombe's interval. Missing if the others have no games."`
}

// The aggregations of a page.
const (
	askSelf      = "self"
	askOpponents = "opponents"
	askYears     = "years"
	askRanks     = "ranks"
	askEvents    = "events"
	askCorners   = "corners"
	askFusekis   = "openings"
	askPlayers   = "players"
	askAll       = "all"
	askGames     = "games"
)

// NamePage returns the page for a name, spelled as in the list of its kind. It counts the
// games that match the query. If none of them has the name, it fails with ErrNoName. A name with
// games of several kinds, such as Go and shogi, has a page for each of them, and counts alone of all.
func (vs *Views) NamePage(ctx context.Context, s *archive.Search, kind NameKind, name string) (*NamePage, error) {
	if kind.field() == "" {
		return nil, badRequest("kind", "there are no lists of %q", kind)
	}
	only := func(fields ...string) search.Aggregation {
		return &study.Groups{Labels: search.Labels{Fields: append([]string{kind.field()}, fields...), Only: []string{name}}}
	}
	asking := *s
	asking.Also = map[string]search.Aggregation{askSelf: only(), askYears: only("year"), askGames: only(gameField)}
	if kind == PlayerNames {
		for ask, field := range map[string]string{askOpponents: "opponent", askRanks: "rank", askEvents: "event", askCorners: "corners", askFusekis: "fuseki"} {
			asking.Also[ask] = only(field)
		}
	} else {
		asking.Also[askPlayers] = only("player")
	}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	of := func(ask string) []study.Group { return answer.Found[ask].(*study.GroupsFound).Groups }
	self := of(askSelf)
	if len(self) == 0 {
		return nil, fmt.Errorf("%w: %q", archive.ErrNoName, name)
	}
	player := kind == PlayerNames
	p := &NamePage{
		Provenance: q.Provenance(answer, answer.Found[askSelf].(*study.GroupsFound).All.Games, 0),
		Kind:       kind, NameEntry: newNameEntry(name, &self[0].Counts, player),
		Years: entries(of(askYears), player, "value"),
	}
	if p.Spellings, err = vs.spellings(kind, name); err != nil {
		return nil, err
	}
	if player {
		black, white := newOutcome(self[0].Own[0]), newOutcome(self[0].Own[1])
		p.AsBlack, p.AsWhite = &black, &white
		p.Opponents = entries(of(askOpponents), true, "games")
		p.Events = entries(of(askEvents), true, "games")
		p.Ranks = entries(of(askRanks), true, "rank")
		for _, list := range [][]NameEntry{p.Opponents, p.Events, p.Ranks, p.Years} {
			for i := range list {
				list[i].Lowest, list[i].Highest = "", "" // they are those of the page's player
			}
		}
		if len(of(askGames)) == 1 {
			if err := vs.compared(ctx, s, p, of(askCorners), of(askFusekis)); err != nil {
				return nil, err
			}
		}
	} else {
		p.Players = entries(of(askPlayers), true, "games")
	}
	if games := entries(of(askGames), player, "games"); len(games) > 1 {
		if err := vs.namePageByGame(ctx, s, p, games); err != nil {
			return nil, err
		}
	}
	q.NoteGuesses(answer.Guessed)
	p.SetGaps(&q.Notices)
	return p, nil
}

// namePageByGame adds the page of each game by itself, and leaves of all together the counts.
func (vs *Views) namePageByGame(ctx context.Context, s *archive.Search, p *NamePage, games []NameEntry) error {
	p.NameEntry.withoutShares()
	for _, o := range []*Outcome{p.AsBlack, p.AsWhite} {
		if o != nil {
			o.withoutShares()
		}
	}
	for _, list := range [][]NameEntry{p.Opponents, p.Ranks, p.Events, p.Players, p.Years} {
		for i := range list {
			list[i].withoutShares()
		}
	}
	for _, game := range games {
		one, err := ofGame(s, game.Name)
		if err != nil {
			return err
		}
		part, err := vs.NamePage(ctx, one, p.Kind, p.Name)
		if err != nil {
			return err
		}
		part.Game = game.Name
		p.ByGame = append(p.ByGame, part)
	}
	return nil
}

// spellings are those that the user gave to a name in any of the archives.
func (vs *Views) spellings(kind NameKind, name string) ([]string, error) {
	list := []string{}
	of, ok := map[NameKind]archive.AliasKind{PlayerNames: archive.Players, EventNames: archive.Events}[kind]
	if !ok {
		return list, nil
	}
	for _, v := range vs.All() {
		groups, err := v.Archive().Aliases(of).Groups("")
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			if g.Name == name {
				for _, spelling := range g.Spellings {
					if !slices.Contains(list, spelling) {
						list = append(list, spelling)
					}
				}
			}
		}
	}
	return list, nil
}

// entries are groups of pairs by their second value.
func entries(groups []study.Group, player bool, order string) []NameEntry {
	list := []NameEntry{}
	for i := range groups {
		list = append(list, newNameEntry(groups[i].Values[1], &groups[i].Counts, player))
	}
	slices.SortStableFunc(list, func(a, b NameEntry) int {
		switch order {
		case "games":
			return cmp.Or(b.Games-a.Games, strings.Compare(a.Name, b.Name))
		case "rank":
			return cmp.Or(cmp.Compare(query.RankOrder(a.Name), query.RankOrder(b.Name)), strings.Compare(a.Name, b.Name))
		}
		compare, _ := search.ValueOrder("year")
		return compare(a.Name, b.Name)
	})
	return list
}

// compared adds what the player opened games with, beside what all others did in the
// years from the player's first to the last game.
func (vs *Views) compared(ctx context.Context, s *archive.Search, p *NamePage, corners, openings []study.Group) error {
	asking := *s
	if p.FirstYear > 0 {
		years, err := archive.ParseQuery(fmt.Sprintf("date:%04d..%04d", p.FirstYear, p.LastYear))
		if err != nil {
			return err
		}
		asking.Query = archive.Query{Root: query.AllOf(s.Query.Root, years.Root)}
	}
	asking.Also = map[string]search.Aggregation{
		askCorners: &study.Groups{Labels: search.Labels{Fields: []string{"corners"}}},
		askFusekis: &study.Groups{Labels: search.Labels{Fields: []string{"fuseki"}}},
		askSelf:    &study.Groups{Labels: search.Labels{Fields: []string{"player", "corners"}, Only: []string{p.Name}}},
		askPlayers: &study.Groups{Labels: search.Labels{Fields: []string{"player", "fuseki"}, Only: []string{p.Name}}},
	}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return err
	}
	found := func(ask string) []study.Group { return answer.Found[ask].(*study.GroupsFound).Groups }
	p.Corners = favourites(corners, found(askCorners), found(askSelf), true)
	p.Openings = favourites(openings, found(askFusekis), found(askPlayers), false)
	return nil
}

// sideGames are the games in which a color has the value.
func sideGames(c *study.Counts, color int) int {
	return c.Own[color].Games()
}

// favourites are the values of a player by color, with those of others: all, less the
// player's own in the same games. Sided says whether a value is of one side, as
// corners are; others are of the game, whoever plays Black.
func favourites(own, all, among []study.Group, sided bool) []Favourite {
	list := []Favourite{}
	games := func(c *study.Counts, color int, others bool) int {
		if !sided && others {
			return c.Games
		}
		return sideGames(c, color)
	}
	byValue := map[string]*study.Counts{}
	for i := range among {
		byValue[among[i].Values[1]] = &among[i].Counts
	}
	for color, letter := range []string{"B", "W"} {
		ownOf, othersOf := 0, 0
		for i := range own {
			ownOf += games(&own[i].Counts, color, false)
		}
		others := map[string]int{}
		for i := range all {
			value := all[i].Values[0]
			n := games(&all[i].Counts, color, true)
			if c := byValue[value]; c != nil {
				if sided {
					n -= sideGames(c, color)
				} else {
					n -= c.Games
				}
			}
			others[value] = n
			othersOf += n
		}
		for i := range own {
			n := games(&own[i].Counts, color, false)
			if n == 0 {
				continue
			}
			f := Favourite{Value: own[i].Values[1], Color: letter, Games: n, Of: ownOf, Share: archive.ShareOf(n, ownOf), Others: others[own[i].Values[1]], OthersOf: othersOf}
			f.OthersShare = archive.ShareOf(f.Others, f.OthersOf)
			if f.OthersOf > 0 {
				d := archive.NewShare(statistics.Difference(statistics.Share(n, ownOf), statistics.Share(f.Others, f.OthersOf)))
				f.Difference = &d
			}
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Favourite) int {
		return cmp.Or(strings.Compare(a.Color, b.Color), b.Games-a.Games, strings.Compare(a.Value, b.Value))
	})
	return list
}
