package store

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/fulltext"
)

// Info returns the game-info values of a game, in its record's order.
func (g *Segment) Info(local int) []Value {
	if g.remote != nil {
		return lent(g, nil, func(g *Segment) []Value { return g.Info(local) })
	}
	if c, ok := g.corrected.of(local); ok {
		return g.overlay.lay(local, slices.Clone(c.Info), nil)
	}
	return g.overlay.lay(local, g.files.dict().of(local, nil), nil)
}

// InfoOf returns those values of Info whose identifier is wanted. It takes less time
// than Info for a few.
func (g *Segment) InfoOf(local int, wanted func(ident string) bool) []Value {
	if g.remote != nil {
		return lent(g, nil, func(g *Segment) []Value { return g.InfoOf(local, wanted) })
	}
	if c, ok := g.corrected.of(local); ok {
		return g.overlay.lay(local, slices.DeleteFunc(slices.Clone(c.Info), func(v Value) bool { return !wanted(v.Ident) }), wanted)
	}
	return g.overlay.lay(local, g.files.dict().of(local, wanted), wanted)
}

// Having returns the live games that have a value of an identifier.
func (g *Segment) Having(ident string) *roaring.Bitmap {
	if g.remote != nil {
		return lent(g, roaring.New(), func(g *Segment) *roaring.Bitmap { return g.Having(ident) })
	}
	if g.overlay.has(ident) || g.corrected != nil {
		games := roaring.New()
		for _, list := range g.Values(ident) {
			games.Or(list)
		}
		return games
	}
	var set bitset
	for _, r := range g.files.dict().ranges([]string{ident}) {
		for number := r.lo; number < r.hi; number++ {
			g.files.dict().addGames(&set, number)
		}
	}
	games := set.bitmap(g.Len())
	games.And(g.live)
	return games
}

// Idents returns the identifiers of all values, ascending.
func (g *Segment) Idents() []string {
	if g.remote != nil {
		return lent(g, nil, (*Segment).Idents)
	}
	var idents []string
	for _, r := range g.files.dict().idents {
		idents = append(idents, r.ident)
	}
	if g.corrected != nil {
		idents = g.corrected.idents(idents)
	}
	if g.overlay != nil {
		idents = slices.Compact(slices.Sorted(slices.Values(append(idents, g.overlay.idents...))))
	}
	return idents
}

// Values yields the distinct values of an identifier, ascending, with the
// live games that have them. Those of an [Overlay] come last, game by game.
func (g *Segment) Values(ident string) iter.Seq2[string, *roaring.Bitmap] {
	if g.remote != nil {
		return lentAll(g, func(g *Segment) iter.Seq2[string, *roaring.Bitmap] { return g.Values(ident) })
	}
	if g.overlay.has(ident) {
		without := *g
		without.overlay = nil
		return g.overlay.values(ident, g.live, without.Values(ident))
	}
	if g.corrected != nil {
		return g.corrected.values(ident, g.live, g.Recorded().Values(ident))
	}
	return func(yield func(string, *roaring.Bitmap) bool) {
		for _, r := range g.files.dict().ranges([]string{ident}) {
			for number, text := range g.files.dict().texts(r.lo, r.hi) {
				var set bitset
				g.files.dict().addGames(&set, number)
				games := set.bitmap(g.Len())
				games.And(g.live)
				if !games.IsEmpty() && !yield(string(text), games) {
					return
				}
			}
		}
	}
}

// SearchValues returns the live games with a game-info value that is a hit.
// All words of a query are to be found in one value.
func (g *Segment) SearchValues(ctx context.Context, q fulltext.Query) (*roaring.Bitmap, error) {
	return g.SearchValuesIf(ctx, q, nil)
}

// SearchValuesIf is SearchValues with a condition of the caller's on the
// values that are hits; nil is none.
func (g *Segment) SearchValuesIf(ctx context.Context, q fulltext.Query, keep func(text string) bool) (*roaring.Bitmap, error) {
	if g.remote != nil {
		return lentOr(ctx, g, func(g *Segment) (*roaring.Bitmap, error) { return g.SearchValuesIf(ctx, q, keep) })
	}
	m, err := q.Matcher()
	if err != nil {
		return nil, err
	}
	var set bitset
	err = g.files.searchValues(ctx, m, func(number int) {
		if keep == nil || keep(g.files.dict().text(number)) {
			g.files.dict().addGames(&set, number)
		}
	})
	if err != nil {
		return nil, err
	}
	games := set.bitmap(g.Len())
	games.And(g.live)
	if g.corrected != nil && q.Kind != fulltext.Exact {
		g.corrected.search(games, g.live, q.Idents, func(text string) bool { return m.Match(text) && (keep == nil || keep(text)) })
	}
	return games, nil
}

// SearchDamaged returns the live games with a value that is a hit only if its
// lost characters are what is asked for, see [Matcher.MatchDamaged].
func (g *Segment) SearchDamaged(ctx context.Context, q fulltext.Query) (*roaring.Bitmap, error) {
	if g.remote != nil {
		return lentOr(ctx, g, func(g *Segment) (*roaring.Bitmap, error) { return g.SearchDamaged(ctx, q) })
	}
	m, err := q.Matcher()
	if err != nil {
		return nil, err
	}
	var set bitset
	if err := g.files.searchDamaged(ctx, m, func(number int) { g.files.dict().addGames(&set, number) }); err != nil {
		return nil, err
	}
	games := set.bitmap(g.Len())
	games.And(g.live)
	if g.corrected != nil {
		g.corrected.search(games, g.live, q.Idents, m.MatchDamaged)
	}
	return games, nil
}

// searchDamaged calls yield with each value that is a hit if lost characters may
// be any.
func (s *segmentFiles) searchDamaged(ctx context.Context, m *fulltext.Matcher, yield func(number int)) error {
	names, err := s.openNames()
	if err != nil {
		return err
	}
	var lost *lostValues
	var candidates *roaring.Bitmap
	if names != nil {
		if lost, candidates, err = s.lostNames(ctx, names); err != nil || lost == nil && candidates.IsEmpty() {
			return err
		}
	}
	var buffer fulltext.Buffer
	for _, r := range s.dict().ranges(m.Query.Idents) {
		if lost != nil && !ownIdent(r.ident) {
			numbers, folded := lost.within(r)
			for i, number := range numbers {
				if m.MatchLost(&buffer, folded[i], func() string { return s.dict().text(int(number)) }) {
					yield(int(number))
				}
			}
			continue
		}
		if candidates == nil || ownIdent(r.ident) {
			for number, text := range s.dict().texts(r.lo, r.hi) {
				if bytes.ContainsAny(text, fulltext.LostChars) && m.MatchDamagedIn(&buffer, string(text)) {
					yield(number)
				}
			}
			continue
		}
		some := candidates.Iterator()
		some.AdvanceIfNeeded(uint32(r.lo))
		for some.HasNext() && int(some.PeekNext()) < r.hi {
			if number := int(some.Next()); m.MatchDamagedIn(&buffer, s.dict().text(number)) {
				yield(number)
			}
		}
	}
	return ctx.Err()
}

// searchValues calls yield with each value that is a hit.
func (s *segmentFiles) searchValues(ctx context.Context, m *fulltext.Matcher, yield func(number int)) error {
	ranges := s.dict().ranges(m.Query.Idents)
	if m.Query.Kind == fulltext.Exact {
		for _, r := range ranges {
			if number, ok := s.dict().find(r, m.Query.Text); ok {
				yield(number)
			}
		}
		return nil
	}
	var candidates *roaring.Bitmap
	exact := false
	if m.ByWords() {
		names, err := s.openNames()
		if err != nil {
			return err
		}
		if names != nil {
			if candidates, exact, err = names.Candidates(ctx, m); err != nil {
				return err
			}
		}
	}
	var buffer fulltext.Buffer
	for _, r := range ranges {
		if candidates == nil || ownIdent(r.ident) {
			for number, text := range s.dict().texts(r.lo, r.hi) {
				if number%1024 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if m.MatchIn(&buffer, text) {
					yield(number)
				}
			}
			continue
		}
		some := candidates.Iterator()
		some.AdvanceIfNeeded(uint32(r.lo))
		for some.HasNext() && int(some.PeekNext()) < r.hi {
			if number := int(some.Next()); exact || m.Match(s.dict().text(number)) {
				yield(number)
			}
		}
	}
	return ctx.Err()
}
