package web

import (
	"context"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// An ordersAnswer is the orders of moves in which games reached something on the board.
type ordersAnswer struct {
	*ask.Orders
	Board    *drawing.Picture
	Explorer string
	Bar      *bar
	Rows     []orderRow
	More     string // address of all of them, "" if they are there
}

// An orderRow is an order of moves.
type orderRow struct {
	ask.Order
	Steps []orderStep
	Bar   *bar
}

// An orderStep is a move with the sign of who made it.
type orderStep struct {
	Sign sign
	Name string
}

// ordersOperation adds the operation of the API.
func (s *Server) ordersOperation(api huma.API) {
	growing(s, api, "/orders", "orders", "Count the orders of moves in which games reached a position or pattern.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.OrdersOptions
	}, sofar func(any)) (*ask.Orders, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.OrdersOptions.Watch = watching[*ask.Orders](sofar)
		return ask.Of(v.Views).Orders(ctx, q, &in.OrdersOptions)
	})
}

func (s *Server) orders(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.OrdersOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/orders?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		board, _, err := s.boardOf(ctx, v, q.Query, nil)
		if err != nil {
			return nil, err
		}
		answerOf := func(found *ask.Orders) *ordersAnswer {
			a := &ordersAnswer{Orders: found, Board: board, Explorer: explorerLink(p.Q), Bar: newBar(found.Won)}
			for _, one := range found.Orders {
				row := orderRow{Order: one, Bar: newBar(one.Won)}
				for i, name := range one.Names {
					row.Steps = append(row.Steps, orderStep{signOf(found.Asked.Game.About().Name, one.Moves[i].Color), name})
				}
				a.Rows = append(a.Rows, row)
			}
			if len(found.Orders) == o.Limit && o.Limit < found.Found {
				more := url.Values{}
				for name, list := range values {
					more[name] = list
				}
				more.Set("limit", "0")
				a.More = studyAddress("orders", withQ(more, strings.TrimSpace(p.Q)))
			}
			return a
		}
		o.Watch = func(found *ask.Orders) { sofar(partial{answerOf(found), found.Looked}) }
		found, err := ask.Of(v.Views).Orders(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return answerOf(found), nil
	}, nil
}
