package study

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Tree counts the lines of play that follow the one position or pattern of a query:
// the tree of moves below it, in the coordinates and colors in which it was asked
// for. Lines that mean the same by symmetry are one. It finds *[Lines].
//
// A line is made of the moves of a game, in all its variations, up to setup in the
// middle of the game or a node of several moves. Below a pattern it is made of the
// moves within the region; where a player plays elsewhere, or passes, the line goes
// on below a move of that player's at [position.Pass].
type Tree struct {
	Depth    int  // moves of the longest lines, at least 1
	MinGames int  // lines in fewer games are left out of what is found
	MaxMoves int  // after each position, those in the most games; 0 for all
	Merge    bool // a position that is reached in several orders is one
	Local    bool // moves outside of a pattern's region are passed over

	// Within, if set, are the only lines that are counted, up to its own depth;
	// longer lines go on from there.
	Within *Skeleton

	latest atomic.Pointer[shape]
}

// Kind implements [search.Aggregation].
func (*Tree) Kind() string { return "tree" }

// Resolve implements [search.Aggregation].
func (t *Tree) Resolve(*search.Resolver) (search.Aggregation, error) { return t, nil }

// MaxDepth is the longest line that can be asked for.
const MaxDepth = 1000

// Check implements [search.Aggregation].
func (t *Tree) Check(q *search.Question) error {
	if t.Depth < 1 || t.Depth > MaxDepth {
		return fmt.Errorf("tree: a depth of %d; expected 1 to %d", t.Depth, MaxDepth)
	}
	if t.MinGames < 0 || t.MaxMoves < 0 {
		return errors.New("tree: a negative number")
	}
	s, err := t.shapeOf(q)
	if err != nil {
		return err
	}
	return t.Within.check(s, t)
}

// Empty implements [search.Aggregation].
func (t *Tree) Empty(q *search.Question) search.State {
	s, err := t.shapeOf(q)
	if err != nil { // Check has looked
		panic("study: a tree of a question that was not checked: " + err.Error())
	}
	return newTreeState(t, s)
}

// Keep implements [search.Keeper].
func (*Tree) Keep() match.Keep { return match.KeepAll }

func init() { search.Register(func() search.Aggregation { return new(Tree) }) }

// shapeOf returns what is asked for.
func (t *Tree) shapeOf(q *search.Question) (*shape, error) {
	board, err := q.Board()
	if err != nil {
		return nil, err
	}
	term := query.Print(board)
	if s := t.latest.Load(); s != nil && s.term == term {
		return s, nil
	}
	s, err := newShape(board)
	if err != nil {
		return nil, err
	}
	s.term = term
	t.latest.Store(s)
	return s, nil
}

// Lines are counted in the goroutines of the blocks.
var (
	_ search.Forker = (*treeState)(nil)
	_ search.Raiser = (*treeState)(nil)
)

// Fork implements [search.Forker].
func (s *treeState) Fork() search.State { return newTreeState(s.tree, s.shape) }

// Spare implements [search.Forker].
func (*treeState) Spare() {}

// Add counts the lines of the games that are left of a block.
func (s *treeState) Add(ctx context.Context, b *match.Block) error {
	w := newWalker(s.shape, s)
	for local := range b.Games() {
		if err := ctx.Err(); err != nil {
			return err
		}
		hits, err := b.Places(ctx, local)
		if err != nil {
			return err
		}
		s.begin(b.ID(local), b.Segment.Facts(local).Winner)
		if err := w.game(b.Segment, local, hits); err != nil {
			return err
		}
		s.shrink(s.room)
	}
	return nil
}

// Raise implements [search.Raiser].
func (s *treeState) Raise(by store.GameID) {
	for i := range s.nodes {
		if s.nodes[i].games > 0 {
			s.nodes[i].example += by
		}
	}
}

// A Move is one of a line: position.Pass is a pass on a whole board, and any move
// elsewhere below a pattern.
type Move = position.Move
