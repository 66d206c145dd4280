package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kifudb/search/match"
	"kifudb/store"
)

// A Member is one of several archives in a search: its searcher, and the
// question resolved for it, because aliases, tags and places in games
// belong to an archive. The aggregations must be the same for all members.
//
// Each archive counts its games from 1. To merge the answers, the search adds First to the
// ids of a member's games. No two members may get the same ids.
type Member struct {
	Searcher Searcher
	Question *Question
	First    store.GameID
}

// AskTogether asks several archives, each its own form of one question, and merges
// what they answer. Ids in the answer are raised, see [Member]; the records of one
// game are known within each archive only. If watch is not nil, it is called now
// and then, by one goroutine, with what is known so far.
func AskTogether(ctx context.Context, members []Member, watch func(sofar *Answer)) (*Answer, error) {
	var each func([]*Answer)
	if watch != nil {
		each = func(sofar []*Answer) { watch(sofar[0]) }
	}
	answers, err := AskAllTogether(ctx, [][]Member{members}, each)
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}

// AskAllTogether asks several archives a batch of questions, see [AskTogether] and
// [Searcher]. Each question has the members of the first one, in their order.
func AskAllTogether(ctx context.Context, batch [][]Member, watch func(sofar []*Answer)) ([]*Answer, error) {
	if len(batch) == 0 {
		return nil, nil
	}
	several := &Several{}
	for i, m := range batch[0] {
		one := &member{Searcher: m.Searcher, first: m.First}
		for _, members := range batch {
			if len(members) != len(batch[0]) {
				return nil, fmt.Errorf("query: a question for %d archives in a batch for %d", len(members), len(batch[0]))
			}
			one.questions = append(one.questions, members[i].Question)
		}
		several.Searchers = append(several.Searchers, one)
	}
	if len(several.Searchers) == 0 {
		return nil, fmt.Errorf("query: no archive to ask")
	}
	questions := several.Searchers[0].(*member).questions
	finish := func(found []*Partial) ([]*Answer, error) {
		answers := make([]*Answer, len(found))
		for i, p := range found {
			var err error
			if answers[i], err = questions[i].Finish(p); err != nil {
				return nil, err
			}
		}
		return answers, nil
	}
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) {
			if answers, err := finish(sofar); err == nil {
				watch(answers)
			}
		}
	}
	found, err := several.Search(ctx, questions, each)
	if err != nil {
		return nil, err
	}
	answers, err := finish(found)
	if err != nil {
		return nil, err
	}
	for _, s := range several.Searchers {
		for i, terms := range s.(*member).terms {
			for _, f := range terms {
				answers[i].addTerm(f)
			}
		}
	}
	return answers, nil
}

// addTerm adds what a term cost elsewhere. Terms are not the same everywhere: what
// a name means may be one spelling in one archive and five in another.
func (a *Answer) addTerm(f *match.Figures) {
	i := slices.IndexFunc(a.Terms, func(t *match.Figures) bool { return t.Term == f.Term && t.Index == f.Index })
	if i < 0 {
		i = len(a.Terms)
		a.Terms = append(a.Terms, &match.Figures{Term: f.Term, Index: f.Index})
	}
	t := a.Terms[i]
	t.Merge(f)
	for _, also := range f.Also {
		if !slices.Contains(t.Also, also) {
			t.Also = append(t.Also, also)
		}
	}
}

// member is the searcher of a Member, whatever form of the questions it is asked.
type member struct {
	Searcher
	questions []*Question
	first     store.GameID
	terms     [][]*match.Figures // of the answers
}

func (m *member) Search(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	if len(batch) != len(m.questions) {
		return nil, fmt.Errorf("query: an archive among others is asked %d questions; it was prepared for %d", len(batch), len(m.questions))
	}
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) { watch(m.raised(sofar)) }
	}
	found, err := m.Searcher.Search(ctx, m.questions, each)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		m.terms = append(m.terms, p.Terms)
	}
	return m.raised(found), nil
}

// raised returns copies of answers in which the ids are those among several
// archives.
func (m *member) raised(answers []*Partial) []*Partial {
	list := copies(m.questions, answers)
	for _, p := range list {
		p.Terms = nil
		for _, s := range p.states {
			if r, ok := s.(Raiser); ok {
				r.Raise(m.first)
			}
		}
	}
	return list
}

// A Raiser is a State that holds ids of games.
type Raiser interface {
	Raise(by store.GameID)
}

// Raise returns a game of a page with the id that it has among several archives,
// see [Member].
func (g PageGame) Raise(by store.GameID) PageGame {
	g.ID += by
	g.Hits = slices.Clone(g.Hits)
	for i := range g.Hits {
		raiseHit(&g.Hits[i], by)
	}
	return g
}

func raiseHit(h *match.Hit, by store.GameID) {
	h.Game += by
	if h.After != nil {
		after := *h.After
		raiseHit(&after, by)
		h.After = &after
	}
}

func (s *pageState) Raise(by store.GameID) {
	for i := range s.Entries {
		e := &s.Entries[i]
		g := PageGame{ID: e.ID, Hits: e.Hits}.Raise(by)
		e.ID, e.Hits = g.ID, g.Hits
	}
}

// Lower returns the place in the answer of one of several archives: that whose ids
// are raised by first, and that has room for so many.
func (c Cursor) Lower(first, room store.GameID) Cursor {
	switch {
	case c.id < first:
		c.id = 0 // the games of this archive come after it
	case c.id-first >= room:
		c.id = math.MaxUint32 - 1 // they come before it, and there is one more to begin at
	default:
		c.id -= first
	}
	return c
}
