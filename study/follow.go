package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"kifudb/position"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Follow finds out how games follow a tree of moves: which of its positions they reach,
// in whatever order of moves, and where they leave it for good. The tree begins with
// the one position or pattern of the query. Variations of games are not looked at.
// It finds *[Following].
//
// A position of the tree is what lies on the board, or in the region of the pattern,
// that was not there at the beginning: moves elsewhere do not matter, nor whose turn
// it is. It is the same under the symmetries of the beginning.
type Follow struct {
	Positions []FollowPosition // the first is the beginning
	Games     int              // how many games are named, of those that go on longest
}

// A FollowPosition is a position of the tree.
type FollowPosition struct {
	Stones []byte // what lies there that did not at the beginning, see [ReadTree]
	Depth  int    // moves from the beginning, by the shortest line
	Leaf   bool   // the tree goes on in no way
}

// Following is how games follow a tree.
type Following struct {
	Games, Hits int // in which the tree begins, and how often
	Followed    int // games that go on in it for at least a move
	Again       int // hits that leave the tree and come back to it by other moves
	Positions   []Followed
	Best        []FollowedGame // those that go on longest first
}

// Followed is how often a position of the tree was reached, and how games went on.
type Followed struct {
	Games, Hits int
	Won         search.Results // of the games
	Example     store.GameID
	// Where the tree goes on, Black or White left it so often for good; Ended is how
	// often the record ended. Done is how often this was the last position of the
	// tree, and its end.
	LeftBlack, LeftWhite, Ended, Done int
	Left                              []Departure // by how often
}

// A Departure is a move that leaves the tree.
type Departure struct {
	Move Move // in the coordinates of the tree; Pass if none was played in the region
	Hits int
	Won  search.Results // of the games, for each hit
}

// A FollowedGame is how far a game follows the tree.
type FollowedGame struct {
	ID         store.GameID
	Position   int            // the last one that it reaches
	MoveNumber int            // at which it does
	By         position.Color // who leaves it then; Empty if nobody does
	Move       Move           // with which, in the coordinates of the tree
}

// Kind implements [search.Aggregation].
func (*Follow) Kind() string { return "follow" }

// Resolve implements [search.Aggregation].
func (f *Follow) Resolve(*search.Resolver) (search.Aggregation, error) { return f, nil }

// Check implements [search.Aggregation].
func (f *Follow) Check(q *search.Question) error {
	s, err := followShape(q)
	if err != nil {
		return err
	}
	if len(f.Positions) == 0 || len(f.Positions) > maxNodes || len(f.Positions[0].Stones) > 0 || f.Games < 0 {
		return errors.New("follow: not a tree")
	}
	for i, p := range f.Positions {
		head := append([]byte{0, 0, byte(position.Black)}, p.Stones...)
		if _, ok := s.contentDepth(head); !ok || p.Depth < 0 || p.Depth > len(f.Positions) {
			return fmt.Errorf("follow: position %d is none", i)
		}
	}
	return nil
}

func followShape(q *search.Question) (*shape, error) {
	board, err := q.Board()
	if err != nil {
		return nil, err
	}
	s, err := newShape(board)
	if err == nil && s.replayed {
		err = errors.New("trees of " + s.asked.Game.About().Name + " cannot be followed yet")
	}
	return s, err
}

// Empty implements [search.Aggregation].
func (f *Follow) Empty(q *search.Question) search.State {
	s, err := followShape(q)
	if err != nil { // Check has looked
		panic("study: a tree of a question that was not checked: " + err.Error())
	}
	at := map[string]int32{}
	most := 0
	for i, p := range f.Positions {
		at[string(p.Stones)] = int32(i)
		most = max(most, len(p.Stones)/2)
	}
	return newFollowState(&followed{f, s, at, most, atomic.Pointer[followWalker]{}})
}

// Keep implements [search.Keeper].
func (*Follow) Keep() match.Keep { return match.KeepAll }

func init() { search.Register(func() search.Aggregation { return new(Follow) }) }

// followed is a tree that is ready to be followed.
type followed struct {
	*Follow
	shape *shape
	at    map[string]int32 // positions by their stones
	most  int              // stones of a position
	spare atomic.Pointer[followWalker]
}

// find returns the position that lies there, -1 for none, and the elements that make
// its form.
func (f *followed) find(c *content) (int32, turns) {
	if c.differ > f.most {
		return -1, 0
	}
	stones, by := c.stones()
	at, ok := f.at[string(stones)]
	if !ok {
		return -1, 0
	}
	return at, by
}

// A followWalker goes through the main lines of games.
type followWalker struct {
	replayer position.Replayer
	content  content
	setup    []int32
}

// A followedHit is how a game follows the tree below a hit.
type followedHit struct {
	reached []reached // in order, each position once
	last    int32
	turns   turns // that make the form of the last position
	number  int   // of the move that led to it
	again   bool
	left    bool
	move    stone // that left it, if left
	swapped bool
}

// reached is a position of the tree that a game reached.
type reached struct {
	at      int32
	swapped bool // its colors are exchanged in the game
}

// follow goes down the main line below a hit.
func (w *followWalker) follow(f *followed, size position.Size, script position.Script, hit *match.Hit) (h followedHit, ok bool) {
	r := &w.replayer
	r.Start(size, script)
	for {
		switch r.Next() {
		case position.AtNode:
		case position.Opened:
			continue
		default:
			return h, false // the hit is in a variation
		}
		if r.Step().Node == hit.Node {
			break
		}
	}
	l := f.shape.lieAt(hit.Board)
	w.content.begin(&l, r.Board())
	h = followedHit{turns: f.shape.all(), number: r.Step().MoveNumber, swapped: l.swapped}
	h.reached = append(h.reached, reached{0, l.swapped})
	out := false
	for {
		switch r.Next() {
		case position.Opened:
			continue
		case position.AtNode:
		default:
			return h, true
		}
		step := r.Step()
		if _, odd := slices.BinarySearch(w.setup, int32(step.Node)); odd {
			return h, true
		}
		w.content.change(&l, step.Changes)
		if !l.touches(step.Changes) {
			continue
		}
		at, by := f.find(&w.content)
		if at < 0 {
			if !out {
				m, _ := f.shape.fold(h.turns, stone{l.cell(step.Move.Point), l.color(step.Move.Color)})
				h.move, h.left = m, true
			}
			out = true
			continue
		}
		h.again = h.again || out
		out, h.left = false, false
		h.last, h.turns, h.number = at, by, step.MoveNumber
		if !slices.ContainsFunc(h.reached, func(r reached) bool { return r.at == at }) {
			h.reached = append(h.reached, reached{at, l.swapped != f.shape.group[by.lowest()].swapped})
		}
	}
}

// touches reports whether any of some points is in the region.
func (l *lie) touches(changes []position.Change) bool {
	return slices.ContainsFunc(changes, func(c position.Change) bool { return l.cell(c.Point) != noCell })
}

// Add follows the games that are left of a block.
func (s *followState) Add(ctx context.Context, b *match.Block) error {
	w := s.tree.spare.Swap(nil)
	if w == nil {
		w = &followWalker{replayer: position.Replayer{Rules: s.tree.shape.rules}}
		w.content.init(s.tree.shape)
	}
	defer s.tree.spare.Store(w)
	for local := range b.Games() {
		if err := ctx.Err(); err != nil {
			return err
		}
		hits, err := b.HitsOf(ctx, local, 0)
		if err != nil {
			return err
		}
		script, err := b.Segment.Script(local)
		if err != nil {
			return err
		}
		facts := b.Segment.Facts(local)
		w.setup = script.AppendSetupNodes(w.setup[:0])
		s.begin(b.ID(local), facts.Winner)
		for i := range hits {
			if hits[i].Board == nil {
				continue
			}
			if h, ok := w.follow(s.tree, facts.Size, script, &hits[i]); ok {
				s.take(&h)
			}
		}
		s.end()
	}
	return nil
}

// A TreeReader reads the positions of a tree of moves that somebody has, for a
// question that begins where the tree does.
type TreeReader struct {
	follow *Follow
	places []int32 // by node of the record, its position
	turns  []turns
	shape  *shape
	lie    lie
	// Outside is how many moves of the tree are not in the region: they do not matter.
	Outside int
}

// How large the trees are that people have and that are held in memory. The largest
// dictionaries have some hundred thousand nodes.
const (
	maxOwn      = 1 << 20 // positions
	maxOwnBytes = 1 << 28 // of their stones
)

// ErrLargeTree is the error of a tree that is too large to be held in memory.
var ErrLargeTree = fmt.Errorf("the tree has more than %d positions, or too many stones in them", maxOwn)

// ReadTree reads a record on a board of a size. The question's position or pattern
// lies there as it was asked for, its upper left at the anchor, after node 0.
func ReadTree(q *search.Question, size position.Size, script position.Script, anchor position.Point) (*TreeReader, error) {
	s, err := followShape(q)
	if err != nil {
		return nil, err
	}
	t := &TreeReader{follow: &Follow{}, shape: s, lie: s.lieAt(&match.Place{Anchor: anchor})}
	var c content
	c.init(s)
	at := map[string]int32{}
	var depth []int // by node
	room := maxOwnBytes
	r := position.Replayer{Rules: s.rules}
	r.Start(size, script)
	for event := r.Next(); event != position.End; event = r.Next() {
		step := r.Step()
		switch {
		case event == position.AtNode && step.Node == 0:
			c.begin(&t.lie, r.Board())
			depth = append(depth, 0)
		case event == position.AtNode:
			c.change(&t.lie, step.Changes)
			depth = append(depth, depth[step.Parent])
			switch inside := t.lie.cell(step.Move.Point) != noCell; {
			case step.Moved && inside:
				depth[step.Node]++
			case step.Moved && step.Move.Point != position.Pass:
				t.Outside++
			}
		case event == position.Closed:
			c.change(&t.lie, step.Changes)
			continue
		default:
			continue
		}
		stones, by := c.stones()
		n, ok := at[string(stones)]
		if !ok && (room < len(stones) || len(at) == maxOwn) {
			return nil, ErrLargeTree
		}
		if !ok {
			room -= len(stones)
			n = int32(len(t.follow.Positions))
			at[string(stones)] = n
			t.follow.Positions = append(t.follow.Positions, FollowPosition{Stones: slices.Clone(stones), Depth: depth[step.Node], Leaf: true})
		}
		t.follow.Positions[n].Depth = min(t.follow.Positions[n].Depth, depth[step.Node])
		t.places, t.turns = append(t.places, n), append(t.turns, by)
		if step.Node > 0 && t.places[step.Parent] != n {
			t.follow.Positions[t.places[step.Parent]].Leaf = false
		}
	}
	return t, nil
}

// Follow returns what asks how games follow the tree, and names so many of them.
func (t *TreeReader) Follow(games int) *Follow {
	return &Follow{Positions: t.follow.Positions, Games: games}
}

// Position returns the number of the position after a node of the record.
func (t *TreeReader) Position(node int) int { return int(t.places[node]) }

// First returns for each position the first node of the record that has it.
func (t *TreeReader) First() []int {
	first := make([]int, len(t.follow.Positions))
	for node, n := range slices.Backward(t.places) {
		first[n] = node
	}
	return first
}

// Back returns a move that was made in the position of a node as it is on the board of
// the record, and whether colors are exchanged between them.
func (t *TreeReader) Back(node int, m Move) (_ Move, swapped bool) {
	turn := t.turns[node].lowest()
	swapped = t.shape.group[turn].swapped
	stone, ok := t.shape.stone(m)
	if !ok || stone.cell == noCell {
		if swapped {
			m.Color = m.Color.Opponent()
		}
		return m, swapped
	}
	stone = t.shape.act(t.shape.back[turn], stone)
	p := t.shape.size.At(stone.cell)
	return Move{Color: stone.color, Point: position.At(p.X()+t.lie.anchor.X(), p.Y()+t.lie.anchor.Y())}, swapped
}
