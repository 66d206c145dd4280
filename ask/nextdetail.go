package ask

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
)

// A NextDetail says of the games of a move, or of all in which a position came up, when they
// were played, by whom, and what the strength of the players made expect.
type NextDetail struct {
	First *Occasion `json:"first,omitempty" doc:"The first game with a date. Missing if none has one."`
	Last  *Occasion `json:"last,omitempty" doc:"The last game with a date. Missing if none has one."`

	Players   int          `json:"players,omitempty" doc:"Number of players who made the move. Missing for positions and patterns, and if no record names one."`
	Most      *PlayerGames `json:"most,omitempty" doc:"The player who made the move in the most games. Missing for positions and patterns, and if no record names one."`
	OnePlayer bool         `json:"one_player,omitempty" doc:"True if one player has more than half of two or more games. Otherwise missing."`

	Adjusted *Adjusted `json:"adjusted,omitempty" doc:"Black's score compared with what the ranks let expect. Missing if no game has both ranks and a result."`

	Reached *int `json:"reached,omitempty" doc:"Number of games with the position after the move, in any order of moves and at any time. Missing for patterns and passes."`
}

// An Occasion is a game in which a move was made.
type Occasion struct {
	Game   string `json:"game" doc:"Reference to the game, such as 12."`
	Year   int    `json:"year" doc:"Year of the game."`
	Player string `json:"player,omitempty" doc:"Who made the move. Missing if the record does not say."`
}

// PlayerGames are the games in which a player made a move.
type PlayerGames struct {
	Player string `json:"player" doc:"Name of the player."`
	Games  int    `json:"games" doc:"Number of games in which the player made the move."`
}

// Adjusted compares the score of Black with what the ranks of the players, the handicap, the
// komi and the era made expect, as fitted to all games of the archive of this kind and of the
// board's size.
type Adjusted struct {
	Games      int           `json:"games" doc:"Number of decided games in which the ranks of both players are known."`
	Score      float64       `json:"score" doc:"Black's score in these games, from 0 to 1. A draw is half a point."`
	Expected   float64       `json:"expected" doc:"Score of Black that ranks, handicap, komi and era let expect, from 0 to 1."`
	Difference archive.Share `json:"difference" doc:"Score less expected score, from -1 to 1. The interval allows for chance and for errors of the expectation."`
}

// askPairings is the name of the aggregation of results by ranks.
const askPairings = "pairings"

// complete adds what the details of a table say.
func (vs *Views) complete(ctx context.Context, s *archive.Search, c *Next, table *search.Table) error {
	strength, err := vs.strength(ctx, s, c.Asked)
	if err != nil {
		return err
	}
	c.Detail = vs.detail(table.Detail, table.Games, strength)
	for i := range c.Next {
		n := &table.Continuations[i]
		c.Next[i].Detail = vs.detail(n.Detail, n.Games, strength)
	}
	return nil
}

func (vs *Views) detail(d *search.Detail, games int, strength *statistics.Strength) *NextDetail {
	detail := &NextDetail{First: vs.occasion(d.First), Last: vs.occasion(d.Last), Players: len(d.Players), Adjusted: adjusted(d.Pairings, strength)}
	for name, n := range d.Players {
		if m := detail.Most; m == nil || n > m.Games || n == m.Games && name < m.Player {
			detail.Most = &PlayerGames{name, n}
		}
	}
	detail.OnePlayer = detail.Most != nil && detail.Most.Games > 1 && 2*detail.Most.Games > games
	return detail
}

func (vs *Views) occasion(o search.Occasion) *Occasion {
	if o.Game == 0 {
		return nil
	}
	i, own := archive.SplitID(o.Game)
	return &Occasion{archive.Names(vs.Number(i), []archive.GameID{own})[0], o.Year(), o.Player}
}

// adjusted compares results with what is expected of them.
func adjusted(pairings []search.PairingResults, strength *statistics.Strength) *Adjusted {
	var all statistics.Results
	expected, games := 0.0, map[statistics.Pairing]int{}
	for _, p := range pairings {
		e, ok := strength.Expected(p.Pairing)
		if !ok {
			continue
		}
		r := p.Results
		games[p.Pairing] += r.Games()
		if p.Swapped {
			r.Won, r.Lost, e = r.Lost, r.Won, 1-e
		}
		all = all.Add(r)
		expected += e * float64(r.Games())
	}
	if all.Games() == 0 {
		return nil
	}
	score := statistics.Score(all)
	expected /= float64(all.Games())
	// Chance and the slack of the model are independent.
	slack := statistics.Z95 * strength.Slack(games)
	low, high := math.Hypot(score.Value-score.Low, slack), math.Hypot(score.High-score.Value, slack)
	over := score.Value - expected
	return &Adjusted{all.Games(), archive.Round6(score.Value), archive.Round6(expected), archive.Share{Value: archive.Round6(over), Low: archive.Round6(over - low), High: archive.Round6(over + high)}}
}

// reached counts the games in which the position after each move came up, by whatever
// moves, for at most so many moves of each color unless that is 0.
func (vs *Views) reached(ctx context.Context, s *archive.Search, most int, c *Next) error {
	board, err := query.OneBoard(s.Query.Root)
	if err != nil || c.Asked.Position == nil {
		return nil // of patterns nothing is known but what is there
	}
	counted := map[position.Color]int{}
	for i := range c.Next {
		n := &c.Next[i]
		if most > 0 && counted[n.Played.Color] >= most {
			continue
		}
		after, ok := played(c.Asked, n.Played)
		if !ok {
			continue
		}
		asked, err := afterwards(s.Query, board, after)
		if err != nil {
			return err
		}
		page, err := vs.Count(ctx, &archive.Search{Query: asked, Records: s.Records, Among: s.Among, Sure: s.Sure})
		if err != nil {
			return err
		}
		n.Detail.Reached = &page.Total
		counted[n.Played.Color]++
	}
	return nil
}

// played returns the position after a move; ok is false for a pass, which leaves it as it
// is, and for a move that cannot be made there.
func played(asked query.Asked, m position.Move) (p game.Position, ok bool) {
	after := asked.Position.Clone()
	_, coded := asked.Game.(game.MoveReader) // the numbers of moves are no points
	switch points, stones := after.(*game.Points); {
	case !coded && m.Point >= position.SwapsStone:
		return nil, false
	case stones: // whose turn it was is not known
		points.Goban.Play(m)
		return after, points.Goban.At(m.Point) == m.Color
	}
	mover, ok := after.(game.Mover)
	if !ok || after.ToPlay() != m.Color {
		return nil, false
	}
	_, done := mover.Play(m.Point)
	return after, done
}

// afterwards returns a query with another position in place of that of its board
// term. What the term says of when it comes up and whose turn it is was said of the
// other.
func afterwards(q archive.Query, board *query.Board, p game.Position) (archive.Query, error) {
	term := &query.Board{Kind: "pos", Text: p.Text(), SwapColors: board.SwapColors, Symmetry: board.Symmetry, MainLine: board.MainLine, Game: board.Game}
	root, err := query.Replace(q.Root, func(n query.Node) (query.Node, error) {
		switch n := n.(type) {
		case *query.Board:
			if n == board {
				return term, nil
			}
		case *query.Then:
			if n.First == board || n.Second == board {
				return term, nil
			}
		}
		return n, nil
	})
	return archive.Query{Root: root}, err
}

// At returns a query with a position or pattern beside its conditions. The text is a
// term, as pat:[X.O], or the text of a position, as "Q16 D4", 123@40 or @file.
func At(q archive.Query, text string) (archive.Query, error) {
	term := strings.TrimSpace(text)
	isTerm := slices.ContainsFunc([]string{"pos:", "pat:", "seq:", "then("}, func(kind string) bool { return strings.HasPrefix(term, kind) })
	switch {
	case isTerm:
	case strings.ContainsAny(term, " \"()[];\r\n\t"):
		term = `pos:"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(term) + `"`
	default:
		term = "pos:" + term
	}
	if conditions := q.String(); conditions != "" {
		term = "(" + conditions + ") " + term
	}
	at, err := archive.ParseQuery(term)
	if err != nil {
		return at, err
	}
	_, err = query.OneBoard(at.Root)
	return at, err
}

// A NextBy says by which field moves are counted, and what that shows.
type NextBy struct {
	Field  string      `json:"field" doc:"Field of the query language."`
	Values []NextValue `json:"values" doc:"Its values, over all games with the position or pattern."`

	Mixture *Mixture `json:"mixture,omitempty" doc:"How results differ between the values. Missing unless they differ by more than chance."`
}

// A NextValue is the games that have a value of the field.
type NextValue struct {
	Value string          `json:"value" doc:"Value of the field."`
	Games int             `json:"games" doc:"Number of games with the value."`
	Share *archive.Share  `json:"share,omitempty" doc:"Share of the games with this value and the position in which the move was played. Missing for the position itself."`
	Won   archive.Results `json:"won" doc:"How these games ended."`
}

// A Mixture is of games of several values that end differently.
type Mixture struct {
	P       float64 `json:"p" doc:"Probability of results that differ so much if all values score alike (χ² test), from 0 to 1."`
	Values  int     `json:"values" doc:"Number of values that were compared: those with at least ten decided games."`
	Mover   bool    `json:"mover" doc:"True if scores are those of the player who moves. False if they are Black's."`
	Lowest  string  `json:"lowest" doc:"Value with the lowest estimated score."`
	Low     float64 `json:"low" doc:"The lowest estimated score, from 0 to 1."`
	Highest string  `json:"highest" doc:"Value with the highest estimated score."`
	High    float64 `json:"high" doc:"The highest estimated score, from 0 to 1."`
}

// count fills in the tables by the values of a field, if one is named.
func (c *Next) count(by string, table *search.Table) {
	if by == "" || table.Detail == nil {
		return
	}
	all := table.Detail.By
	// The scores of who moves are summed up of the moves: a game that went on in two ways counts twice.
	movers := map[string]statistics.Results{}
	sided := search.IsSided(by)
	for i := range table.Continuations {
		n := &table.Continuations[i]
		for value, counted := range n.Detail.By {
			movers[value] = movers[value].Add(archive.NewResults(counted.Won).SeenBy(n.Move.Color))
		}
	}
	for i := range table.Continuations {
		c.Next[i].By = nextValues(by, table.Continuations[i].Detail.By, all)
	}
	c.By = &NextBy{Field: by, Values: nextValues(by, all, nil)}
	scores := movers
	if !sided {
		scores = map[string]statistics.Results{}
		for value, counted := range all {
			scores[value] = archive.NewResults(counted.Won).Statistics()
		}
	}
	c.By.Mixture = mixture(scores, sided)
}

// nextValues returns values with their games: by value where values have an order, as
// years have; otherwise those in the most games first.
func nextValues(field string, counted, of map[string]search.Counted) []NextValue {
	list := make([]NextValue, 0, len(counted))
	for value, n := range counted {
		v := NextValue{Value: value, Games: n.Games, Won: archive.NewResults(n.Won)}
		if of != nil {
			v.Share = archive.ShareOf(n.Games, of[value].Games)
		}
		list = append(list, v)
	}
	byValue, own := search.ValueOrder(field)
	slices.SortFunc(list, func(a, b NextValue) int {
		if own {
			return byValue(a.Value, b.Value)
		}
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Value, b.Value))
	})
	return list
}

// Values that are compared have so many decided games, and results that differ so
// clearly are said to.
const (
	leastCompared = 10
	clearly       = 0.01
)

// mixture compares the results of several values, nil if they hardly differ.
func mixture(scores map[string]statistics.Results, mover bool) *Mixture {
	var sets []statistics.Results
	var all statistics.Results
	d := &Mixture{Low: 2, High: -1, Mover: mover}
	for _, r := range scores {
		if r.Games() >= leastCompared {
			sets, all = append(sets, r), all.Add(r)
		}
	}
	slices.SortFunc(sets, func(a, b statistics.Results) int { return cmp.Or(a.Won-b.Won, a.Lost-b.Lost, a.Drawn-b.Drawn) })
	if d.P = statistics.SameScores(sets); d.P >= clearly {
		return nil
	}
	prior := statistics.FitPrior(all, sets)
	for value, r := range scores {
		if r.Games() < leastCompared {
			continue
		}
		d.Values++
		e := archive.Round6(prior.Estimate(r))
		if e < d.Low || e == d.Low && value < d.Lowest {
			d.Low, d.Lowest = e, value
		}
		if e > d.High || e == d.High && value < d.Highest {
			d.High, d.Highest = e, value
		}
	}
	return d
}
