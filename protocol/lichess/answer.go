package lichess

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/position/chess"
	"kifudb/store"
)

// An answer has the shape of the original's.
type answer struct {
	stats
	Moves   []move       `json:"moves"`
	Recent  *[]game      `json:"recentGames,omitempty"`
	Top     *[]game      `json:"topGames,omitempty"`
	Opening *openingName `json:"opening"`
	Queue   *int         `json:"queuePosition,omitempty"` // of a player: 0, the answer is whole
	Notices []string     `json:"notices,omitempty"`       // ours
}

type stats struct {
	White int `json:"white"`
	Draws int `json:"draws"`
	Black int `json:"black"`
}

type openingName struct {
	Code string `json:"eco"`
	Name string `json:"name"`
}

type move struct {
	UCI      string `json:"uci"`
	SAN      string `json:"san"`
	Rating   *int   `json:"averageRating,omitempty"`
	Opponent *int   `json:"averageOpponentRating,omitempty"`
	stats
	Game    *gameFacts   `json:"game"` // if there is only one
	Opening *openingName `json:"opening"`
}

type gameFacts struct {
	ID     string  `json:"id"`
	Winner *string `json:"winner"`
	White  person  `json:"white"`
	Black  person  `json:"black"`
	Year   *int    `json:"year"`
	Month  *string `json:"month"`
}

type game struct {
	UCI string `json:"uci"`
	gameFacts
}

type person struct {
	Name   string `json:"name"`
	Rating *int   `json:"rating"`
}

// answer asks the archive.
func (q *question) answer(ctx context.Context, vs *ask.Views) (*answer, error) {
	s := &archive.Search{Query: q.query}
	next, err := vs.Next(ctx, s, &ask.NextOptions{By: q.ratings()})
	if err != nil {
		return nil, err
	}
	a := &answer{stats: statsOf(&next.Won), Moves: []move{}, Opening: q.opening, Notices: append([]string{}, q.notices...)}
	for _, n := range next.Notices {
		a.Notices = append(a.Notices, n.Text)
	}
	// A game without a winner is a draw in this shape.
	unknown, err := vs.Count(ctx, &archive.Search{Query: q.unknown})
	if err != nil {
		return nil, err
	}
	if unknown.Total > 0 {
		a.Notices = append(a.Notices, fmt.Sprintf("games without a known result do not count: %d", unknown.Total))
	}
	top, err := q.games(ctx, vs, "-rating", q.top)
	if err != nil {
		return nil, err
	}
	recent, err := q.games(ctx, vs, "-date", q.recent)
	if err != nil {
		return nil, err
	}
	if q.kind != player {
		a.Top = &top
	}
	if q.kind != masters {
		a.Recent = &recent
	}
	if q.kind == player {
		a.Queue = new(int)
	}
	only := map[string]*gameFacts{}
	for _, list := range [...][]game{top, recent} {
		for i := range list {
			only[list[i].UCI] = &list[i].gameFacts
		}
	}
	for i := range next.Next {
		n := &next.Next[i]
		if len(a.Moves) == q.moves {
			break
		}
		if m, ok := q.move(n); ok {
			if n.Games == 1 {
				m.Game = only[m.UCI]
			}
			a.Moves = append(a.Moves, m)
		}
	}
	return a, nil
}

// ratings is the field by which moves are counted, to know the mean rating: of who makes the move, or
// for a player of the opponent.
func (q *question) ratings() string {
	switch {
	case q.kind != player:
		return "rating"
	case q.white:
		return "blackrating"
	}
	return "whiterating"
}

func statsOf(r *archive.Results) stats { return stats{r.White, r.Draw, r.Black} }

// move returns a move of the table. It is none of the original's if it is against the rules.
func (q *question) move(n *ask.NextMove) (m move, ok bool) {
	played := chess.MoveOf(uint16(n.Played.Point))
	if q.position.Judge(played) != chess.NoFault {
		return m, false
	}
	m = move{UCI: played.String(), SAN: q.position.SAN(played), stats: statsOf(&n.Won)}
	after := question{position: q.position.Clone()}
	after.position.Play(played)
	after.name()
	m.Opening = after.opening
	sum, games := 0, 0
	for _, v := range n.By {
		if rating, err := strconv.Atoi(v.Value); err == nil {
			sum, games = sum+rating*v.Games, games+v.Games
		}
	}
	if games > 0 {
		mean := int(math.Round(float64(sum) / float64(games)))
		if q.kind == player {
			m.Opponent = &mean
		} else {
			m.Rating = &mean
		}
	}
	return m, true
}

// games returns the first games in an order.
func (q *question) games(ctx context.Context, vs *ask.Views, order string, limit int) ([]game, error) {
	list := []game{}
	if limit == 0 {
		return list, nil
	}
	page, err := vs.Search(ctx, &archive.Search{Query: q.query, Sort: order, Limit: limit, PerGame: 1})
	if err != nil {
		return nil, err
	}
	for _, g := range page.Games {
		uci := ""
		for _, hit := range g.Hits {
			for _, m := range hit.Next {
				if uci == "" {
					uci = m.Point
				}
			}
		}
		if uci == "" {
			continue // the game ended here
		}
		list = append(list, game{uci, factsOf(g)})
	}
	return list, nil
}

// factsOf returns what the original says of a game. What the record does not say is null.
func factsOf(g *archive.Game) gameFacts {
	f := gameFacts{ID: g.Name(), White: person{g.White, ratingOf(g.WhiteRank)}, Black: person{g.Black, ratingOf(g.BlackRank)}}
	facts := g.Segment().Facts(g.Local())
	winner := ""
	switch facts.Winner {
	case store.WinnerBlack:
		winner = "black"
	case store.WinnerWhite:
		winner = "white"
	}
	if winner != "" {
		f.Winner = &winner
	}
	if len(g.Date) >= len("2006") && yearForm.MatchString(g.Date[:4]) {
		year, _ := strconv.Atoi(g.Date[:4])
		f.Year = &year
		if month := g.Date[:min(len(g.Date), len("2006-01"))]; len(month) == len("2006-01") && monthForm.MatchString(month) {
			f.Month = &month
		}
	}
	return f
}

func ratingOf(text string) *int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil
	}
	return &n
}
