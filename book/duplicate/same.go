package duplicate

import (
	"context"
	"slices"

	"kifudb/position"
	"kifudb/store"
)

// Same returns the live games of a snapshot that are the same game as a record, ascending.
// The record may be in another archive. If it is among the games, it is in the
// result. Same does not know the user's decisions.
func Same(ctx context.Context, g *store.Segment, local int, s *store.Snapshot) ([]store.GameID, error) {
	g = g.Recorded()
	one, ok := gameOf(g, local)
	if !ok || one.facts.Moves > longestLine {
		return nil, nil
	}
	line, err := one.sequence()
	if err != nil {
		return nil, err
	}
	f := &finder{ctx: ctx}
	for _, g := range s.Segments() {
		f.gather(g.Recorded())
	}
	var ids []store.GameID
	for i := range f.games {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		other := &f.games[i]
		exact := other.line.Digest == one.line.Digest
		if other.facts.Game != one.facts.Game || other.facts.Size != one.facts.Size || other.facts.Moves > longestLine || !exact && !plausible(&one, other) {
			continue
		}
		theirs, err := other.sequence()
		if err != nil {
			return nil, err
		}
		if exact && slices.Equal(line, theirs) && one.sameMoves(other, line) || one.compare(other, line, theirs).Kind != 0 {
			ids = append(ids, other.id)
		}
	}
	return ids, nil
}

// sameMoves reports whether a game with the same moves is the same game.
func (g *game) sameMoves(other *game, q position.Sequence) bool {
	moves, problem := q.Moves(), isProblem(q)
	switch {
	case g.start() != other.start():
		return false
	case problem || moves >= longShared:
		return true
	}
	return moves >= least(evidence(g, other, false))
}
