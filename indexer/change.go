package indexer

import (
	"context"
	"maps"
	"slices"

	"kifudb/indexer/ledger"
	"kifudb/store"
)

// When a file is read again, its records meet those that it held before. A
// record that has not changed is recognised by its digest and keeps its id.
// The other new records take the ids of the other old ones, in their order, so
// that tags and notes stay with a game that was edited. That can be decided
// only when the member has been read to its end.
//
// An id is not given away if another file, or another place in this one, holds
// the same game: then the game stays, and the changed record is a new one.

// An oldMember is what a member of a source held when it was last read.
type oldMember struct {
	member string
	games  []ledger.Span // that the file held then
	gone   []ledger.Span // that it held earlier; they are still in the archive
	pruned []ledger.Span // that it held earlier; they are not
}

// A change is a member that is read again.
type change struct {
	old   *oldMember
	met   map[store.GameID]bool // old games that the member still holds
	games []ledger.Span         // what became of the games so far, one by one
	new   []newGame
	heavy int // bytes of the new games, about
}

// A newGame waits to be given the id of an old one.
type newGame struct {
	number int
	game   *store.Game
}

func (c *change) meet(number int, id store.GameID, f ledger.Fate) {
	c.games = append(c.games, ledger.Span{From: int32(number), Count: 1, ID: id, Fate: f})
	c.met[id] = true
}

// readEarlier reads what the ledger knows of a source that is read again.
func (a *account) readEarlier(s *openSource) error {
	s.earlier = map[string][]*oldMember{}
	var members []*ledger.Outcome
	var err error
	if s.known != nil {
		if members, err = a.reader.Members(s.known); err != nil {
			return err
		}
	}
	for _, o := range members {
		old := &oldMember{member: o.Member}
		old.games = o.Games // of which there may be millions
		if gone := func(g ledger.Span) bool { return !g.Fate.Present() }; slices.ContainsFunc(o.Games, gone) {
			old.games = slices.DeleteFunc(slices.Clone(o.Games), gone)
		}
		s.earlier[o.Member] = append(s.earlier[o.Member], old)
	}
	s.addGone()
	if len(s.earlier) == 0 || a.holdings != nil {
		return nil
	}
	// Up to now, no source was read that had been read before: what is to be
	// entered only adds to what the ledger has.
	a.holdings, err = a.ledger.Holdings()
	if err == nil {
		for _, p := range a.pending {
			if p.outcome != nil {
				a.holdings.Add(p.outcome.Games)
			}
		}
	}
	return err
}

// addGone adds what the source has lost in earlier runs.
func (s *openSource) addGone() {
	for _, g := range s.source.gone {
		old := &oldMember{member: g.Member}
		if members := s.earlier[g.Member]; len(members) > 0 {
			old = members[0]
		} else {
			s.earlier[g.Member] = []*oldMember{old}
		}
		for _, span := range g.Games {
			if span.Fate == ledger.Pruned {
				old.pruned = append(old.pruned, span)
			} else {
				old.gone = append(old.gone, span)
			}
		}
	}
}

// meet takes out what the source held in a member, or returns nil.
func (s *openSource) meet(member string) *change {
	olds := s.earlier[member]
	if len(olds) == 0 {
		return nil
	}
	s.earlier[member] = olds[1:]
	return &change{old: olds[0], met: map[store.GameID]bool{}}
}

// later keeps a new game until the member ends, or until there are too many.
func (a *account) later(ctx context.Context, m *openMember, g *store.Game) error {
	m.change.new = append(m.change.new, newGame{m.games, g})
	if m.change.heavy += weight(g); m.change.heavy < maxNew {
		return nil
	}
	// Old games that would still be met lose their ids now. They are not lost:
	// when they are met, they are not known any more, and added.
	if err := a.place(ctx, m); err != nil {
		return err
	}
	return a.lighten(ctx)
}

// weight estimates the bytes of a game in memory.
func weight(g *store.Game) int {
	return len(g.Record.Raw) + 2*len(g.Script) + 8*len(g.Keys) + 8*len(g.Runs) + 1<<10
}

// place gives the new games of a member the ids of old ones, as far as there
// are, and adds the others.
func (a *account) place(ctx context.Context, m *openMember) error {
	c := m.change
	if len(c.new) == 0 {
		return nil
	}
	free := a.free(c)
	for _, n := range c.new {
		if id, ok := a.known(n.game.Digest); ok { // the member holds it twice
			m.is(n.number, id, ledger.Known)
			continue
		}
		if len(free) == 0 {
			if err := a.add(ctx, m, n.number, n.game); err != nil {
				return err
			}
			continue
		}
		id := free[0]
		free = free[1:]
		a.changes.Records[id] = n.game.Record
		a.placed[n.game.Digest] = id
		a.weight += recordWeight(n.game.Record)
		m.settle = true
		m.is(n.number, id, ledger.Changed)
	}
	c.new, c.heavy = nil, 0
	return nil
}

// free returns the ids of old games of a member that may be given to others.
func (a *account) free(c *change) []store.GameID {
	here := map[store.GameID]int{} // how often the member held them
	var ids []store.GameID
	for _, spans := range [][]ledger.Span{c.old.games, c.old.gone} {
		for id, present := range each(spans) {
			if _, seen := here[id]; !seen {
				ids = append(ids, id)
				here[id] = 0
			}
			if present {
				here[id]++
			}
		}
	}
	return slices.DeleteFunc(ids, func(id store.GameID) bool {
		return c.met[id] || a.changing(id) || !a.writer.Live(id) || a.holdings.Count(id) > here[id]
	})
}

// each yields the ids of spans, and whether their files hold them.
func each(spans []ledger.Span) func(yield func(id store.GameID, present bool) bool) {
	return func(yield func(store.GameID, bool) bool) {
		for _, s := range spans {
			for i := range store.GameID(s.Count) {
				if !yield(s.ID+i, s.Fate.Present()) {
					return
				}
			}
		}
	}
}

// decide says what became of all games of a member that was read again, to its
// end or not.
func (a *account) decide(ctx context.Context, m *openMember, whole bool) error {
	c := m.change
	if err := a.place(ctx, m); err != nil {
		return err
	}
	c.tell(m.outcome)
	m.change = nil
	a.holdings.Drop(c.old.games)
	if whole {
		a.source.lose(c.old, c.met)
		return nil
	}
	for _, id := range left(c.met, c.old.games) {
		m.outcome.Add(0, id, ledger.Unread)
	}
	return nil
}

// tell enters what became of the games in the outcome of their member.
func (c *change) tell(o *ledger.Outcome) {
	slices.SortStableFunc(c.games, func(x, y ledger.Span) int { return int(x.From) - int(y.From) })
	games := c.games
	if len(o.Games) == 0 {
		o.Games = games[:0] // it never has more of them than were read
	}
	for _, g := range games {
		o.Add(int(g.From), g.ID, g.Fate)
	}
	c.games = nil
}

// left returns the games that were not met, each once.
func left(met map[store.GameID]bool, games ...[]ledger.Span) (ids []store.GameID) {
	for _, spans := range games {
		for id := range each(spans) {
			if !met[id] {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// lose notes the games that a member does not hold any more.
func (s *openSource) lose(old *oldMember, met map[store.GameID]bool) {
	ids := left(met, old.games, old.gone)
	if len(ids) == 0 && len(old.gone) == 0 {
		return
	}
	var o ledger.Outcome // puts them together
	for _, id := range ids {
		o.Add(0, id, ledger.Missing)
	}
	games := slices.Concat(o.Games, old.pruned)
	if i, ok := s.lostAt[old.member]; ok { // a container may hold a name twice
		s.lost[i].Games = append(s.lost[i].Games, games...)
		return
	}
	s.lostAt[old.member] = len(s.lost)
	s.lost = append(s.lost, ledger.Gone{Source: s.abs, Member: old.member, Games: games})
}

// endEarlier says what became of the members that a source held and that were
// not met.
func (a *account) endEarlier(ctx context.Context, s *openSource) error {
	for _, member := range slices.Sorted(maps.Keys(s.earlier)) {
		for _, old := range s.earlier[member] {
			if !s.cutShort && !s.unread {
				if a.holdings != nil {
					a.holdings.Drop(old.games)
				}
				s.lose(old, nil)
				continue
			}
			o := &ledger.Outcome{Source: s.abs, Member: member, What: ledger.Kept}
			for _, id := range left(nil, old.games) {
				o.Add(0, id, ledger.Unread)
			}
			if len(o.Games) == 0 {
				continue
			}
			if err := a.put(ctx, pendingOutcome{outcome: o}); err != nil {
				return err
			}
		}
	}
	return nil
}
