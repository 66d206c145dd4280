package ask

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/sgfread/gameinfo"
	"kifudb/study"
)

// A First says who played a position or pattern first, and how it spread. The
// player is the one whose move brought it about where it came up first in a game.
type First struct {
	archive.Envelope

	Query   string  `json:"query" doc:"The query in normal form."`
	Games   int     `json:"games" doc:"Number of games in which somebody played the position or pattern."`
	Folded  int     `json:"folded" doc:"Number of further records of these games, which do not count."`
	Setup   int     `json:"setup" doc:"Number of games in which it was set up and not played. They count nowhere else."`
	Undated int     `json:"undated" doc:"Number of the games without a date."`
	Unnamed int     `json:"unnamed" doc:"Number of the games that do not name the player."`
	Outcome Outcome `json:"outcome" doc:"How the games ended for whoever played it."`

	First        []Played `json:"first" doc:"The earliest games with a date."`
	MaybeFirst   int      `json:"maybe_first" doc:"Number of dated games that may be the first, since dates such as 1846 leave that open."`
	Last         []Played `json:"last" doc:"The latest games with a date."`
	Since        int      `json:"since" doc:"Number of games of later years that match the rest of the query."`
	UndatedGames []Played `json:"undated_games" doc:"Games without a date."`

	Years   []FirstYear   `json:"years" doc:"Years from the first to the last in which it was played, as far as games match the rest of the query, in ascending order."`
	NoYear  int           `json:"no_year" doc:"Number of dated games whose year is open."`
	Players []FirstPlayer `json:"players" doc:"Players by the date on which they first played it. Those without a date come last."`
	Note    string        `json:"note,omitempty" doc:"The user's note on the position. Missing if there is none."`

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// Outcome counts how games ended for the player who played something.
type Outcome struct {
	Won     int `json:"won" doc:"Number of games that the player won."`
	Lost    int `json:"lost" doc:"Number of games that the player lost."`
	Drawn   int `json:"drawn" doc:"Number of draws."`
	Unknown int `json:"unknown" doc:"Number of games with an unknown result, void or not finished."`

	Decided  int            `json:"decided" doc:"Number of games that were won, lost or drawn."`
	WonShare *archive.Share `json:"won_share,omitempty" doc:"Share of the decided games that the player won. Missing if there are none."`
	Score    *archive.Share `json:"score,omitempty" doc:"The player's score in the decided games; a draw is half a point. Missing if there are no draws."`
}

// OwnScore is the score, where no game was drawn the share of wins; nil if none was
// decided.
func (o *Outcome) OwnScore() *archive.Share {
	if o.Score != nil {
		return o.Score
	}
	return o.WonShare
}

func newOutcome(s study.Served) Outcome {
	decided := s.Won + s.Lost + s.Drawn
	o := Outcome{Won: s.Won, Lost: s.Lost, Drawn: s.Drawn, Unknown: s.Unknown, Decided: decided, WonShare: archive.ShareOf(s.Won, decided)}
	if s.Drawn > 0 {
		score := archive.NewShare(statistics.Score(statistics.Results{Won: s.Won, Drawn: s.Drawn, Lost: s.Lost}))
		o.Score = &score
	}
	return o
}

// Played is a game in which something was played.
type Played struct {
	Game   *archive.Game `json:"game" doc:"The game, with its names, date and result."`
	Ref    string        `json:"ref" doc:"Place where the position or pattern came up first in the game, such as 12@40."`
	Date   string        `json:"date,omitempty" doc:"Date as kifudb understands it: 1846, 1846-09 or 1846-09-11. Missing if unknown."`
	Color  string        `json:"color" doc:"Who played it: B or W."`
	Player string        `json:"player,omitempty" doc:"Name of the player. Missing if the record does not say."`

	MaybeFirst bool `json:"maybe_first,omitempty" doc:"True if the game may be earlier than the first of the list. Otherwise missing."`
}

// FirstYear is a year, or a period of years that begins with it.
type FirstYear struct {
	Year    int            `json:"year" doc:"The year, or the first year of the period."`
	Games   int            `json:"games" doc:"Number of games in which it was played."`
	Of      int            `json:"of" doc:"Number of games of these years that match the rest of the query."`
	Share   *archive.Share `json:"share,omitempty" doc:"Share of those games in which it was played. Missing if there are none."`
	Outcome Outcome        `json:"outcome" doc:"How the games ended for whoever played it."`
}

// FirstPlayer is somebody who played it.
type FirstPlayer struct {
	Name    string  `json:"name" doc:"Name of the player."`
	Games   int     `json:"games" doc:"Number of games in which the player played it."`
	Undated int     `json:"undated" doc:"Number of these games without a date."`
	Outcome Outcome `json:"outcome" doc:"How these games ended for the player."`
	First   *Played `json:"first,omitempty" doc:"The earliest of these games with a date. Missing if none has one."`
	Last    *Played `json:"last,omitempty" doc:"The latest of these games with a date. Missing if none has one."`
}

// FirstOptions say what counts, and how much of the answer is wanted.
type FirstOptions struct {
	Limit      int  `flag:"limit,n" value:"8" usage:"list at most {N} games and players of each kind, 0 for all" query:"limit" minimum:"0" default:"10" doc:"Largest number of games in each list. 0 for all."`
	Variations bool `flag:"variations" usage:"count variations, too" query:"variations" doc:"Count variations, too."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *First)
}

// askFirst names the aggregation.
const askFirst = "first"

// First finds out when the one position or pattern of a query was played first, by
// whom, and how it spread from there: in how many of the games of each year that
// fulfil the rest of the query. The errors are those of [Views.Next].
func (vs *Views) First(ctx context.Context, s *archive.Search, o *FirstOptions) (*First, error) {
	asked := *s
	asked.Limit = o.Limit
	if !o.Variations {
		var err error
		if asked.Query, err = onMainLines(s.Query); err != nil {
			return nil, err
		}
	}
	asked.Also = withSizes(asked.Query, map[string]search.Aggregation{askFirst: &study.First{Limit: o.Limit}})
	q, err := vs.question(ctx, &asked)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*First]{Watch: o.Watch, Read: q.firstPlayed, Rest: func(found *First, answer *search.Answer) error {
		q.noteSizesOf(answer)
		found.Note = q.Note(found.Asked)
		if n := len(found.Years); n > 0 {
			return vs.share(ctx, &asked, found, found.Years[n-1].Year)
		}
		return nil
	}})
}

// onMainLines returns a query that does not look for boards in variations.
func onMainLines(q archive.Query) (archive.Query, error) {
	return withBoards(q, func(b *query.Board) { b.MainLine = true })
}

// withBoards returns a query whose board terms are changed.
func withBoards(q archive.Query, change func(*query.Board)) (archive.Query, error) {
	root, err := query.Replace(q.Root, func(n query.Node) (query.Node, error) {
		return query.ReplaceBoards(n, func(b *query.Board) (*query.Board, error) {
			changed := *b
			change(&changed)
			return &changed, nil
		})
	})
	return archive.Query{Root: root}, err
}

// firstPlayed returns what an answer says.
func (q *question) firstPlayed(answer *search.Answer) (*First, error) {
	s := answer.Found[askFirst].(*study.FirstFound)
	asked, _ := q.Asked()
	found := &First{
		Envelope: q.Envelope(answer, s.Games+s.Setup, 0),
		Query:    q.Search.Query.String(), Games: s.Games, Folded: answer.Folded, Setup: s.Setup, Undated: s.Undated, Unnamed: s.Unnamed,
		Outcome: newOutcome(s.Served), MaybeFirst: maybeFirst(s.Days), Years: []FirstYear{}, Players: []FirstPlayer{}, Asked: asked,
	}
	var err error
	for _, list := range []struct {
		from []study.Sighting
		to   *[]Played
	}{{s.First, &found.First}, {s.Last, &found.Last}, {s.Without, &found.UndatedGames}} {
		*list.to = []Played{}
		for _, one := range list.from {
			p, err := q.views.played(one)
			if err != nil {
				return nil, err
			}
			*list.to = append(*list.to, *p)
		}
	}
	for i := range s.First {
		found.First[i].MaybeFirst = i > 0 && s.First[i].Lo <= s.First[0].Hi
	}
	found.setYears(s.Days)
	for _, p := range s.Players {
		player := FirstPlayer{Name: p.Name, Games: p.Games, Undated: p.Games - p.Dated, Outcome: newOutcome(p.Served)}
		if p.Dated > 0 {
			if player.First, err = q.views.played(p.First); err != nil {
				return nil, err
			}
			if player.Last, err = q.views.played(p.Last); err != nil {
				return nil, err
			}
		}
		found.Players = append(found.Players, player)
	}
	return found, nil
}

// maybeFirst returns how many games may be the first of some dates, which ascend:
// those that began no later than the day by which one was over for certain.
func maybeFirst(days []study.Days) int {
	if len(days) == 0 {
		return 0
	}
	over := days[0].Hi
	for _, d := range days {
		over = min(over, d.Hi)
	}
	games := 0
	for _, d := range days {
		if d.Lo <= over {
			games += d.Games
		}
	}
	return games
}

// setYears sums up the games of each year. A game that was played over New Year
// counts where it began, as it does where games are counted by year.
func (s *First) setYears(days []study.Days) {
	served := map[int]*study.Days{}
	for _, d := range days {
		year := gameinfo.YearOf(int(d.Lo))
		if year < 1 || gameinfo.YearOf(int(d.Hi)) > year+1 {
			s.NoYear += d.Games
			continue
		}
		if served[year] == nil {
			served[year] = &study.Days{}
		}
		served[year].Add(d)
	}
	for _, year := range slices.Sorted(maps.Keys(served)) {
		d := served[year]
		s.Years = append(s.Years, FirstYear{Year: year, Games: d.Games, Outcome: newOutcome(d.Served)})
	}
}

// played returns a game as lists show it.
func (vs *Views) played(s study.Sighting) (*Played, error) {
	game, err := vs.GameOf(search.PageGame{ID: s.Game})
	if err != nil {
		return nil, err
	}
	p := &Played{Game: game, Date: dateWords(s.Lo, s.Hi), Color: s.By.Letter(), Player: game.Black}
	if s.By == position.White {
		p.Player = game.White
	}
	p.Ref, err = game.RefAt(s.Node)
	return p, err
}

// dateWords writes days as a date, as precise as they are; "" for none.
func dateWords(lo, hi int32) string {
	if lo == 0 && hi == 0 {
		return ""
	}
	return gameinfo.Span{Lo: int(lo), Hi: int(hi)}.String()
}

// share finds out of how many games those of each year are, by the rest of the query.
func (vs *Views) share(ctx context.Context, s *archive.Search, found *First, last int) error {
	rest := *s
	rest.Also, rest.Limit, rest.Facets, rest.FacetLimit = nil, 0, []string{"year"}, 0
	rest.Query = withoutBoard(s.Query, found.Asked)
	page, err := vs.Count(ctx, &rest)
	if err != nil {
		return err
	}
	of := map[int]int{}
	for _, value := range page.Facets[0].Values {
		year, err := strconv.Atoi(value.Value)
		if err != nil {
			return err
		}
		of[year] = value.Games
		if last > 0 && year > last {
			found.Since += value.Games
		}
	}
	var years []FirstYear
	for _, y := range found.Years {
		for n := len(years); n > 0 && years[n-1].Year+1 < y.Year; n = len(years) {
			years = append(years, FirstYear{Year: years[n-1].Year + 1})
		}
		years = append(years, y)
	}
	found.Years = []FirstYear{}
	for _, y := range years {
		// The preferred record of a game may be dated otherwise than the best of those
		// that it was found in.
		if y.Of = max(of[y.Year], y.Games); y.Of > 0 {
			y.Share = archive.ShareOf(y.Games, y.Of)
			found.Years = append(found.Years, y)
		}
	}
	return nil
}

// Periods sums up years by periods of so many: decades, centuries.
func Periods(years []FirstYear, length int) []FirstYear {
	var list []FirstYear
	for _, y := range years {
		first := y.Year - y.Year%length
		if n := len(list); n == 0 || list[n-1].Year != first {
			list = append(list, FirstYear{Year: first})
		}
		sum := &list[len(list)-1]
		sum.Games += y.Games
		sum.Of += y.Of
		sum.Outcome = newOutcome(study.Served{
			Won: sum.Outcome.Won + y.Outcome.Won, Lost: sum.Outcome.Lost + y.Outcome.Lost,
			Drawn: sum.Outcome.Drawn + y.Outcome.Drawn, Unknown: sum.Outcome.Unknown + y.Outcome.Unknown,
		})
		sum.Share = archive.ShareOf(sum.Games, sum.Of)
	}
	return list
}

// withoutBoard returns a query without its one board term, for games of the kind
// that it was about, and on boards of its size if it was a whole position.
func withoutBoard(q archive.Query, asked query.Asked) archive.Query {
	nodes, ok := q.Root.(query.And)
	if !ok {
		nodes = query.And{q.Root}
	}
	var rest query.And
	for _, n := range nodes {
		switch n.(type) {
		case *query.Board, *query.Then:
		default:
			rest = append(rest, n)
		}
	}
	words := []string{"game:" + strconv.Itoa(asked.Game.About().Number)}
	if b := asked.Goban(); b != nil {
		words = append(words, "size:"+b.Size().String())
	}
	for _, text := range words {
		term, err := archive.ParseQuery(text)
		if err == nil {
			rest = append(rest, term.Root)
		}
	}
	if len(rest) == 1 {
		return archive.Query{Root: rest[0]}
	}
	return archive.Query{Root: rest}
}
