package query

import (
	"cmp"
	"context"
	"errors"
	"slices"

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
	if o == nil {
		o = &Options{}
	}
	opened, err := q.opened(o.User)
	if err != nil {
		return nil, err
	}
	if err := oneBoard(opened.Root); err != nil {
		return nil, err
	}
	p, err := compile(ctx, q, s, o)
	if err != nil {
		return nil, err
	}
	var all tally
	for b, err := range p.blocks(ctx, s.Segments(), o, keepReplies) {
		if err != nil {
			return nil, err
		}
		all.add(b.tally)
		b.tally.spare()
	}
	return all.table(), nil
}

// count tallies what followed in the games that are left of a block, and lets
// go of the hits.
func (b *block) count(ctx context.Context) error {
	b.tally = spareTallies.Get().(*tally)
	if b.known != nil {
		b.known.count(b.tally, b.segment, b.mask)
	}
	if b.ranges != nil {
		for _, r := range b.ranges {
			if b.mask.ContainsInt(r.local) {
				b.tally.game(b.segment.Facts(r.local).Winner, b.replies[r.from:r.to])
			}
		}
		spareReplies.Put(&hitReplies{b.replies, b.ranges})
		b.replies, b.ranges = nil, nil
		return nil
	}
	var list []hitReply
	for local := range iterate(b.mask) {
		hits, err := b.filter.hits(ctx, b, local, nil)
		if err != nil {
			return err
		}
		list = appendReplies(list[:0], hits)
		b.tally.game(b.segment.Facts(local).Winner, list)
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

// count counts one game.
func (r *Results) count(w store.Winner, swapped bool) {
	switch {
	case w == store.WinnerBlack && !swapped, w == store.WinnerWhite && swapped:
		r.Black++
	case w == store.WinnerWhite, w == store.WinnerBlack:
		r.White++
	case w == store.WinnerNone:
		r.Draw++
	default:
		r.Other++
	}
}

// add adds the results of other games.
func (r *Results) add(o Results) {
	r.Black += o.Black
	r.White += o.White
	r.Draw += o.Draw
	r.Other += o.Other
}

// table returns what was counted, the most frequent continuations first.
func (t *tally) table() *Table {
	t.total.Continuations = t.list
	slices.SortFunc(t.total.Continuations, byGames)
	return &t.total
}

// byGames puts the most frequent continuations first.
func byGames(a, b Continuation) int {
	return cmp.Or(b.Games-a.Games, b.Hits-a.Hits, int(a.Move.Color)-int(b.Move.Color), int(a.Move.Point)-int(b.Move.Point))
}
