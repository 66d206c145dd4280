package query

import (
	"context"
	"errors"

	"kifudb/position"
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

// ErrNoBoard is returned by Next for queries that do not have exactly one
// board term, as a condition that must hold.
var ErrNoBoard = errors.New("expected exactly one pos:, pat:, seq: or then( to look at what follows it, outside of or and not")

// Next counts what was played after the position or pattern of a query, in the
// games that fulfil the whole query.
func Next(ctx context.Context, s *store.Snapshot, q Query, o *Options) (*Table, error) {
	found, err := askFor(ctx, s, q, &Continuations{}, o)
	if err != nil {
		return nil, err
	}
	return found.(*Table), nil
}

// Continuations counts what was played after the one position or pattern of a
// query. It finds a *Table.
type Continuations struct{}

func (*Continuations) kind() string                             { return "continuations" }
func (c *Continuations) resolve(*resolver) (Aggregation, error) { return c, nil }
func (*Continuations) check(q *Question) error                  { return oneBoard(q.filter) }
func (*Continuations) empty(*Question) State                    { return newTally() }
func (*Continuations) keep() keep                               { return keepReplies }

func (t *tally) fork() State { return newTally() }

// add tallies what followed in the games that are left of a block.
func (t *tally) add(ctx context.Context, b *block) error {
	if b.known != nil {
		b.known.count(t, b.segment, b.mask)
	}
	if b.ranges != nil {
		for _, r := range b.ranges {
			if b.mask.ContainsInt(r.local) {
				t.game(b.segment.Facts(r.local).Winner, b.replies[r.from:r.to])
			}
		}
		return nil
	}
	var list []hitReply
	for local := range iterate(b.mask) {
		hits, err := b.filter.hits(ctx, b, local, nil)
		if err != nil {
			return err
		}
		list = appendReplies(list[:0], hits)
		t.game(b.segment.Facts(local).Winner, list)
	}
	return nil
}

// oneBoard returns ErrNoBoard unless exactly one board term must hold, and no
// other is in the condition.
func oneBoard(root Node) error {
	nodes, ok := root.(And)
	if !ok {
		nodes = And{root}
	}
	boards := 0
	for _, n := range nodes {
		if boardIn(n) != nil {
			boards++
		} else if n != nil && hasBoard(n) {
			return ErrNoBoard
		}
	}
	if boards != 1 {
		return ErrNoBoard
	}
	return nil
}

// boardIn returns the board term that tells what follows a node: itself, or the
// second of a Then.
func boardIn(n Node) *Board {
	switch n := n.(type) {
	case *Board:
		return n
	case *Then:
		return n.Second
	}
	return nil
}
