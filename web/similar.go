package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A similarAnswer is the games that are nearest to a game or to a position.
type similarAnswer struct {
	*ask.Similar
	Board  *drawing.Picture // the position that others come near
	Link   string           // to it
	Cards  []similarCard
	Counts []similarCount
	More   string // address of more, "" if all are there
	Ranked bool   // by shared moves, else by points that differ
}

// A similarCard is a game where it is nearest, with the points that differ.
type similarCard struct {
	*card
	Shared    int
	Reordered bool
	Differs   int
	Next      string
}

// A similarCount is how many games are so near.
type similarCount struct{ At, Games int }

// mostDrawn is how many boards a page draws at most.
const mostDrawn = 500

func (s *Server) similar(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.SimilarOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	if o.Ref == "" && !ask.HasOneBoard(q.Query) {
		p.Need = "game"
		return nil, nil
	}
	p.JSON = apiRoot + "/similar?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		answerOf := func(found *ask.Similar) (*similarAnswer, error) {
			a, err := s.similarOf(ctx, v, found, o.Ref)
			if err == nil && len(found.Games) < found.Total && o.Limit < mostDrawn {
				values.Set("limit", strconv.Itoa(min(mostDrawn, 5*o.Limit)))
				a.More = studyAddress("similar", withQ(values, p.Q))
			}
			return a, err
		}
		o.Watch = func(found *ask.Similar) {
			if a, err := answerOf(found); err == nil {
				sofar(partial{a, found.Looked})
			}
		}
		found, err := ask.Of(v.Views).Similar(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return answerOf(found)
	}, nil
}

func withQ(values url.Values, query string) url.Values {
	if query != "" {
		values.Set("q", query)
	}
	return values
}

func (s *Server) similarOf(ctx context.Context, v *archive.View, found *ask.Similar, ref string) (*similarAnswer, error) {
	a := &similarAnswer{Similar: found, Ranked: ref != "" && !strings.Contains(ref, "@")}
	at := ref
	if a.Ranked && len(found.Games) > 0 {
		at = ref + "@" + strconv.Itoa(found.Games[0].Shared)
	}
	if at != "" {
		if n, err := v.Node(at); err == nil {
			if board, err := n.Data(); err == nil {
				a.Board, a.Link = drawing.Board(board, drawing.Marks{Last: -1}, s.pages.words.say("board.thumbnail", n.Move)), gameLink(at)
			}
		}
	}
	if a.Board == nil {
		q, err := parseQuery(found.Query)
		if err != nil {
			return nil, err
		}
		if a.Board, _, err = s.boardOf(ctx, v, q, nil); err != nil {
			return nil, err
		}
		a.Link = explorerLink(found.Query)
	}
	for _, c := range found.Counts {
		n := similarCount{Games: c.Games}
		if c.Shared != nil {
			n.At = *c.Shared
		} else if c.Differs != nil {
			n.At = *c.Differs
		}
		a.Counts = append(a.Counts, n)
	}
	for _, g := range found.Games {
		c := similarCard{card: &card{Game: shortened(g.Game), Link: gameLink(g.Ref), Hits: []hitLink{{g.Move, gameLink(g.Ref)}}}, Shared: g.Shared, Reordered: g.Reordered, Differs: len(g.Differs)}
		n, err := v.Node(g.Ref)
		if err != nil {
			return nil, err
		}
		if board, err := n.Data(); err == nil {
			c.Thumb = drawing.SmallBoard(board, nil, -1)
		}
		a.Cards = append(a.Cards, c)
	}
	return a, nil
}
