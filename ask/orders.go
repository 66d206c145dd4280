package ask

import (
	"context"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/sgfread/gameinfo"
	"kifudb/study"
)

// Orders are the orders of moves in which games reached a position or pattern.
type Orders struct {
	archive.Envelope
	Query  string          `json:"query" doc:"The query in normal form."`
	Games  int             `json:"games" doc:"Number of games in which the position or pattern occurs."`
	Folded int             `json:"folded" doc:"Number of duplicate records of these games. They are not counted."`
	Won    archive.Results `json:"won" doc:"Results of these games."`
	Last   int             `json:"last" doc:"Number of moves before the position that count. 0 for all."`
	Found  int             `json:"found" doc:"Number of different orders."`
	Orders []Order         `json:"orders" doc:"The orders, those in the most games first."`

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// An Order is one order of moves, in the coordinates and colors of the question.
type Order struct {
	Moves   []archive.Move  `json:"moves" doc:"The moves, the first one first. Before a pattern, only moves in its region. Empty if nothing was played."`
	Names   []string        `json:"names" doc:"The moves as players name them."`
	Games   int             `json:"games" doc:"Number of games with this order."`
	Share   *archive.Share  `json:"share" doc:"Share of all games in which the position or pattern occurs."`
	Won     archive.Results `json:"won" doc:"Results of the games with this order."`
	First   int             `json:"first_year,omitempty" doc:"Year of the earliest game. Missing if no game is dated."`
	Last    int             `json:"last_year,omitempty" doc:"Year of the latest game. Missing if no game is dated."`
	Example string          `json:"example" doc:"Place in one of the games where the position or pattern first occurs."`

	Played []position.Move `json:"-"`
}

// OrdersOptions say which moves count, and how much of the answer is wanted.
type OrdersOptions struct {
	// Last is how many moves before the position count; 0 for all.
	Last  int `flag:"last" value:"10" usage:"compare the last {N} moves before the position, 0 for all" query:"last" minimum:"0" maximum:"1000" default:"10" doc:"Number of moves before the position that count. 0 for all."`
	Min   int `flag:"min" value:"1" usage:"leave out orders in fewer than {N} games" query:"min" minimum:"0" doc:"Least number of games with an order."`
	Limit int `flag:"limit,n" value:"20" usage:"show at most {N} orders, 0 for all" query:"limit" minimum:"0" default:"20" doc:"Largest number of orders. 0 for all."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Orders)
}

// askOrders names the aggregation.
const askOrders = "orders"

// Orders finds in which orders of moves games reached the one position or pattern of a query:
// those that led to where it came up first in each game. The errors are those of [Views.Next].
func (vs *Views) Orders(ctx context.Context, s *archive.Search, o *OrdersOptions) (*Orders, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	asking := *s
	asking.Also = map[string]search.Aggregation{askOrders: &study.Orders{Last: o.Last}}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Orders]{Watch: o.Watch, Read: func(answer *search.Answer) (*Orders, error) { return q.orders(o, answer) }})
}

// orders returns what an answer says.
func (q *question) orders(o *OrdersOptions, answer *search.Answer) (*Orders, error) {
	f := answer.Found[askOrders].(*study.OrdersFound)
	found := &Orders{
		Envelope: q.Envelope(answer, f.Games, 0),
		Query:    q.Search.Query.String(), Games: f.Games, Folded: answer.Folded, Won: archive.NewResults(f.Won),
		Last: o.Last, Found: len(f.List), Orders: []Order{}, Asked: f.Asked,
	}
	names := newNamer(f.Asked)
	for _, one := range f.List {
		if one.Games < o.Min || o.Limit > 0 && len(found.Orders) == o.Limit {
			break
		}
		order := Order{Moves: []archive.Move{}, Names: []string{}, Games: one.Games, Share: archive.ShareOf(one.Games, f.Games), Won: archive.NewResults(one.Won), Played: one.Moves}
		if one.Lo != 0 {
			order.First, order.Last = gameinfo.YearOf(int(one.Lo)), gameinfo.YearOf(int(one.Hi))
		}
		for _, m := range one.Moves {
			move := archive.NewMove(f.Asked.Game, match.Reply{Move: m})
			order.Moves = append(order.Moves, move)
			name := move.Point // where pieces move, a name depends on the position before
			if names.before == nil {
				name = names.moveName(m)
			}
			order.Names = append(order.Names, name)
		}
		game, err := q.views.GameOf(search.PageGame{ID: one.Example.Game})
		if err != nil {
			return nil, err
		}
		if order.Example, err = game.RefAt(one.Example.Node); err != nil {
			return nil, err
		}
		found.Orders = append(found.Orders, order)
	}
	return found, nil
}
