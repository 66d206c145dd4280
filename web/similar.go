package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
)

// A similarAnswer is the games that are nearest to a game or to a position.
type similarAnswer struct {
	*archive.Similar
	Board  *picture // the position that others come near
	Link   string   // to it
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

// shownSimilar is how many games a page shows unless more are asked for.
const shownSimilar = 20

func (s *Server) similar(p *studyPage, q *archive.Search) (asker, error) {
	ref := strings.TrimSpace(p.Get("ref"))
	if ref == "" && !archive.HasOneBoard(q.Query) {
		p.Need = "game"
		return nil, nil
	}
	near, err := p.number("near", -1, 0, 400)
	if err != nil {
		return nil, err
	}
	if q.Limit, err = p.number("limit", shownSimilar, 1, 500); err != nil {
		return nil, err
	}
	swap := p.Get("colors") == "either"
	values := url.Values{}
	for _, name := range []string{"ref", "near", "colors"} {
		if value := p.Get(name); value != "" {
			values.Set(name, value)
		}
	}
	p.JSON = apiRoot + "/similar?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		make := func(found *archive.Similar) (*similarAnswer, error) {
			a, err := s.similarOf(ctx, v, found, ref)
			if err == nil && len(found.Games) < found.Total && q.Limit < 500 {
				values.Set("limit", strconv.Itoa(min(500, 5*q.Limit)))
				a.More = studyAddress("similar", withQ(values, p.Q))
			}
			return a, err
		}
		found, err := similar(ctx, v, q, ref, near, swap, func(found *archive.Similar) {
			if a, err := make(found); err == nil {
				sofar(partial{a, found.Looked})
			}
		})
		if err != nil {
			return nil, err
		}
		return make(found)
	}, nil
}

func withQ(values url.Values, query string) url.Values {
	if query != "" {
		values.Set("q", query)
	}
	return values
}

func (s *Server) similarOf(ctx context.Context, v *archive.View, found *archive.Similar, ref string) (*similarAnswer, error) {
	a := &similarAnswer{Similar: found, Ranked: ref != "" && !strings.Contains(ref, "@")}
	at := ref
	if a.Ranked && len(found.Games) > 0 {
		at = ref + "@" + strconv.Itoa(found.Games[0].Shared)
	}
	if at != "" {
		if n, err := v.Node(at); err == nil {
			if board, err := n.Data(); err == nil {
				a.Board, a.Link = draw(board, marks{Last: -1}, s.pages.words.say("board.thumbnail", n.Move)), gameLink(at)
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
		c := similarCard{card: &card{Game: g.Game, Link: gameLink(g.Ref), Hits: []hitLink{{g.Move, gameLink(g.Ref)}}}, Shared: g.Shared, Reordered: g.Reordered, Differs: len(g.Differs)}
		n, err := v.Node(g.Ref)
		if err != nil {
			return nil, err
		}
		if board, err := n.Data(); err == nil {
			c.Thumb = drawThumb(board, nil, -1)
		}
		a.Cards = append(a.Cards, c)
	}
	return a, nil
}
