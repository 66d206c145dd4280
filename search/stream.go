package search

import (
	"context"
	"errors"
	"slices"

	"kifudb/search/match"
)

// Each yields the games of a [Page], the question's only aggregation, one after
// the other as they are found, so that no list of them need be held. It stops
// with the first error, also that of yield. What is known besides comes at the
// end, also with an error.
func (l *Local) Each(ctx context.Context, q *Question, yield func(PageGame) error) (*Answer, error) {
	page, ok := onlyPage(q)
	if !ok {
		return nil, errors.New("query: only a question for one page, and nothing else, can be answered game by game")
	}
	if err := q.fits(l.moment); err != nil {
		return nil, err
	}
	if l.part.away() {
		return l.eachInTurn(ctx, q, page, yield)
	}
	search, err := newSearch(q, l.part.corrected(q.corrections), match.Prepare)
	if err != nil {
		return nil, err
	}
	s := stream{page, l, search, yield}
	if len(page.Sort) > 0 {
		err = s.sorted(ctx)
	} else {
		err = s.byID(ctx)
	}
	if err == errEnough {
		err = nil
	}
	p := search.partial
	return &Answer{Cover: p.Cover, Folded: p.Folded, Guessed: p.Guessed, Terms: search.figures}, err
}

// onlyPage returns the page of a question that asks for nothing else.
func onlyPage(q *Question) (*Page, bool) {
	for _, a := range q.Aggregations {
		page, ok := a.(*Page)
		return page, ok && len(q.Aggregations) == 1
	}
	return nil, false
}

// errEnough ends a search of which no more is wanted.
var errEnough = errors.New("enough")

// A stream yields the games of a page.
type stream struct {
	page   *Page
	local  *Local
	search *search
	yield  func(PageGame) error
}

// blocks calls take with one block after the other, narrowed and folded.
func (s *stream) blocks(ctx context.Context, take func(*match.Block) error) error {
	return s.local.evaluate(ctx, []*search{s.search}, false, func(e *evaluated) error {
		if e.err != nil {
			return e.err
		}
		p := s.search.partial
		p.Folded += e.folded
		p.Guessed += e.guessed
		p.Cover.Games += e.games
		return take(e.block)
	})
}

// byID yields games in the order of the archive.
func (s *stream) byID(ctx context.Context) error {
	skip, left := s.page.Offset, s.page.Limit
	if left == 0 {
		s.search.keep = match.KeepAll
	}
	return s.blocks(ctx, func(b *match.Block) error {
		for local := range b.Games() {
			if skip > 0 {
				skip--
				continue
			}
			g, err := s.page.find(ctx, b, local)
			if err != nil {
				return err
			}
			if err := s.yield(g); err != nil {
				return err
			}
			if left--; left == 0 {
				return errEnough
			}
		}
		return nil
	})
}

// sorted yields games in another order: first it finds all of them, then the hits
// of those on the page, some at a time.
func (s *stream) sorted(ctx context.Context) error {
	state := s.page.Empty(s.search.question).(*pageState)
	if err := s.blocks(ctx, func(b *match.Block) error { return state.Add(ctx, b) }); err != nil {
		return err
	}
	state.sort()
	games := state.Entries[min(s.page.Offset, len(state.Entries)):]
	if limit := s.page.Limit; limit > 0 {
		games = games[:min(limit, len(games))]
	}
	const atOnce = 64
	for some := range slices.Chunk(games, atOnce) {
		if err := s.search.fill(ctx, some, s.page); err != nil {
			return err
		}
		for i := range some {
			if err := s.yield(PageGame{some[i].ID, some[i].Hits, some[i].Matches, some[i].Key}); err != nil {
				return err
			}
			some[i].Hits, some[i].Matches = nil, nil
		}
	}
	return nil
}
