package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kifudb/search/match"
	"kifudb/store"
)

// A Member is an archive that is asked together with others: its searcher, and the
// question as it was resolved against it, since aliases, tags and places in games
// are an archive's own. The aggregations must be the same for all members.
//
// Each archive counts its games from 1. So that their answers can be merged, the
// ids of a member's games are raised by First; no two members may come to the same.
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
	if len(members) == 0 {
		return nil, fmt.Errorf("query: no archive to ask")
	}
	several := &Several{}
	for i := range members {
		several.Searchers = append(several.Searchers, &member{Member: members[i]})
	}
	question := members[0].Question
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) {
			if answer, err := question.Finish(sofar[0]); err == nil {
				watch(answer)
			}
		}
	}
	found, err := several.Search(ctx, []*Question{question}, each)
	if err != nil {
		return nil, err
	}
	answer, err := question.Finish(found[0])
	if err != nil {
		return nil, err
	}
	for _, s := range several.Searchers {
		for _, f := range s.(*member).terms {
			answer.addTerm(f)
		}
	}
	return answer, nil
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

// member is the searcher of a Member, whatever form of the question it is asked.
type member struct {
	Member
	terms []*match.Figures // of the answer
}

func (m *member) Search(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	if len(batch) != 1 {
		return nil, fmt.Errorf("query: an archive among others is asked %d questions at once; it takes one", len(batch))
	}
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) { watch([]*Partial{m.raised(sofar[0])}) }
	}
	found, err := m.Searcher.Search(ctx, []*Question{m.Question}, each)
	if err != nil {
		return nil, err
	}
	m.terms = found[0].Terms
	return []*Partial{m.raised(found[0])}, nil
}

// raised returns a copy of an answer in which the ids are those among several
// archives.
func (m *member) raised(p *Partial) *Partial {
	out := copies([]*Question{m.Question}, []*Partial{p})[0]
	out.Terms = nil
	for _, s := range out.states {
		if r, ok := s.(Raiser); ok {
			r.Raise(m.First)
		}
	}
	return out
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
