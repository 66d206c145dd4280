package search

import (
	"context"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A Continuation is one of the moves that followed a position or pattern, in
// the coordinates and colors in which it was asked for; of moves that mean the
// same by symmetry, the one that stands for them.
type Continuation struct {
	Move   position.Move // Point is Pass where the player passed
	Games  int           // games with this continuation
	Hits   int           // how often it followed; at most once per hit and branch
	Tenuki int           // of these, after moves elsewhere
	Won    Results       // how the games ended
}

// Results count how games ended. If black and white were exchanged in the
// game, so are they here.
type Results struct{ Black, White, Draw, Other int }

// A Table is what followed a position or pattern.
type Table struct {
	Continuations []Continuation // by games, most first
	Games, Hits   int            // where it came up
	Ended         int            // hits that nothing followed
	Won           Results        // how the games ended
}

// Next counts what was played after the position or pattern of a query, in the
// games that fulfil the whole query.
func Next(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) (*Table, error) {
	found, err := askFor(ctx, s, q, &Continuations{}, o)
	if err != nil {
		return nil, err
	}
	return found.(*Table), nil
}

// Continuations counts what was played after the one position or pattern of a
// query. It finds a *Table.
type Continuations struct{}

// Kind implements Aggregation.
func (*Continuations) Kind() string { return "continuations" }

// Resolve implements Aggregation.
func (c *Continuations) Resolve(*Resolver) (Aggregation, error) { return c, nil }

// Check implements Aggregation.
func (*Continuations) Check(q *Question) error {
	_, err := query.OneBoard(q.filter)
	return err
}

// Empty implements Aggregation.
func (*Continuations) Empty(*Question) State { return newTally() }

// Keep implements Keeper.
func (*Continuations) Keep() match.Keep { return match.KeepReplies }

// Hits are counted in the goroutines of the blocks.
var _ Forker = (*tally)(nil)

func (t *tally) Fork() State { return newTally() }

// Add tallies what followed in the games that are left of a block.
func (t *tally) Add(ctx context.Context, b *match.Block) error {
	return b.Replies(ctx, t.alike, t.game)
}
