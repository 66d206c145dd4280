package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Follow finds out how games follow a tree of moves: which of its positions they reach,
// in whatever order of moves, and where they leave it for good. The tree begins with
// the one position or pattern of the query. Variations of games are not looked at.
// It finds *[FollowFound].
//
// Where stones stay on their points, a position of the tree is what lies on the board,
// or in the region of the pattern, that was not there at the beginning: moves elsewhere
// do not matter, nor whose turn it is. Of any other game it is the whole position, with
// hands and turn. It is the same under the symmetries of the beginning.
type Follow struct {
	Positions []FollowPosition // the first is the beginning
	Games     int              // how many games are named, of those that go on longest

	latest atomic.Pointer[followed]
}

// A FollowPosition is a position of the tree.
type FollowPosition struct {
	// Content is what lies there that did not at the beginning, or the text of the
	// position, see [ReadTree].
	Content []byte
	Depth   int  // moves from the beginning, by the shortest line
	Leaf    bool // the tree goes on in no way
}

// FollowFound is how games follow a tree.
type FollowFound struct {
	Games, Hits int // in which the tree begins, and how often
	Followed    int // games that go on in it for at least a move
	Again       int // hits that leave the tree and come back to it by other moves
	Positions   []FollowCount
	Best        []FollowGame // those that go on longest first
}

// FollowCount is how often a position of the tree was reached, and how games went on.
type FollowCount struct {
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

// A FollowGame is how far a game follows the tree.
type FollowGame struct {
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
	if len(f.Positions) == 0 || len(f.Positions) > maxNodes || !s.replayed && len(f.Positions[0].Content) > 0 || f.Games < 0 {
		return errors.New("follow: not a tree")
	}
	for i, p := range f.Positions {
		ok := s.replayed // a text that is none of a position is found in no game
		if !ok {
			_, ok = s.contentDepth(append([]byte{0, 0, byte(position.Black)}, p.Content...))
		}
		if !ok || p.Depth < 0 || p.Depth > len(f.Positions) {
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
	if err == nil {
		s.term = query.Print(board)
	}
	return s, err
}

// Empty implements [search.Aggregation].
func (f *Follow) Empty(q *search.Question) search.State {
	s, err := followShape(q)
	if err != nil { // Check has looked
		panic("study: a tree of a question that was not checked: " + err.Error())
	}
	if tree := f.latest.Load(); tree != nil && tree.shape.term == s.term {
		return newFollowState(tree)
	}
	tree := &followed{Follow: f, shape: s, at: map[string]int32{}, sums: map[uint64]bool{}}
	for i, p := range f.Positions {
		tree.at[string(p.Content)] = int32(i)
		if !s.replayed {
			tree.sums[sumOf(p.Content)] = true
			tree.most = max(tree.most, len(p.Content)/2)
		}
	}
	if s.replayed {
		tree.sums = keysOf(s.images[0].Position.Game(), f.Positions)
	}
	f.latest.Store(tree)
	return newFollowState(tree)
}

// Keep implements [search.Keeper].
func (*Follow) Keep() match.Keep { return match.KeepAll }

func init() { search.Register(func() search.Aggregation { return new(Follow) }) }

// followed is a tree that is ready to be followed.
type followed struct {
	*Follow
	shape *shape
	at    map[string]int32 // positions by their content
	sums  map[uint64]bool  // of their stones, or their keys: what has another is none of them; nil if not known
	most  int              // stones of a position
	spare atomic.Pointer[followWalker]
}

// sumOf returns the sum of a content that is in the form that stands for its images,
// which is the least of theirs.
func sumOf(stones []byte) uint64 {
	sum := uint64(0)
	for i := 0; i+1 < len(stones); i += 2 {
		word := uint16(stones[i]) | uint16(stones[i+1])<<8
		sum ^= numbers()[word>>2][word&3]
	}
	return sum
}

// find returns the position that lies there, -1 for none, and the elements that make
// its form.
func (f *followed) find(c *content) (int32, turns) {
	if c.differ > f.most || !f.sums[slices.Min(c.sums)] {
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
	setup    []int32
	hits     []followedHit
	cells    map[laid][]int16 // by how the region lies: by point of the board, its cell
}

// laid is how a region lies on the board of a game.
type laid struct {
	size    position.Size
	inverse position.Symmetry
	anchor  position.Point
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

	node    int
	began   bool
	out     bool // of the tree
	lie     lie
	cells   []int16
	content content

	place *match.Place // of a game that is replayed, with
	image game.Image   // its image of the beginning
}

// reached is a position of the tree that a game reached.
type reached struct {
	at      int32
	swapped bool // its colors are exchanged in the game
}

// follow goes down the main line of a game, once for all hits, and returns those that
// it came to.
func (w *followWalker) follow(f *followed, size position.Size, script position.Script, hits []match.Hit) []followedHit {
	w.prepare(f, size, hits)
	r := &w.replayer
	r.Start(size, script)
	for {
		switch r.Next() {
		case position.Opened:
			continue
		case position.AtNode:
		default:
			return w.hits
		}
		step := r.Step()
		_, odd := slices.BinarySearch(w.setup, int32(step.Node))
		going := false
		for i := range w.hits {
			h := &w.hits[i]
			switch {
			case step.Node == h.node:
				h.begin(f, r.Board(), step.MoveNumber)
			case !h.began || h.node < 0:
			case odd && !f.shape.swaps(step):
				h.node = -1 // its line ends here
			default:
				h.step(f, step)
			}
			going = going || h.node >= 0
		}
		if !going {
			return w.hits
		}
	}
}

// prepare makes room for the hits of a game.
func (w *followWalker) prepare(f *followed, size position.Size, hits []match.Hit) {
	n := 0
	for i := range hits {
		if hits[i].Board == nil {
			continue
		}
		if n == cap(w.hits) {
			w.hits = append(w.hits[:n], followedHit{})
		}
		w.hits = w.hits[:n+1]
		h := &w.hits[n]
		n++
		l := f.shape.lieAt(hits[i].Board)
		*h = followedHit{reached: h.reached[:0], node: hits[i].Node, lie: l, swapped: l.swapped, content: h.content, cells: w.lay(&l, size)}
		if h.content.shape != f.shape {
			h.content.init(f.shape)
		}
	}
	w.hits = w.hits[:n]
}

// lay returns the cells of all points of a board.
func (w *followWalker) lay(l *lie, size position.Size) []int16 {
	key := laid{size, l.inverse, l.anchor}
	cells := w.cells[key]
	if cells != nil {
		return cells
	}
	if w.cells == nil || len(w.cells) > 1<<12 { // those of patterns that lie anywhere
		w.cells = map[laid][]int16{}
	}
	cells = make([]int16, size.Area())
	for i := range cells {
		cells[i] = int16(l.cell(size.At(i)))
	}
	w.cells[key] = cells
	return cells
}

// begin begins to follow at a hit.
func (h *followedHit) begin(f *followed, b *position.Board, number int) {
	h.began = true
	h.content.begin(&h.lie, b)
	h.turns, h.number = f.shape.all(), number
	h.reached = append(h.reached, reached{0, h.swapped})
	h.lie.board, h.lie.laid = b.Size(), h.cells
}

// step takes in a node below the hit.
func (h *followedHit) step(f *followed, step *position.Step) {
	if !h.lie.touches(step.Changes) {
		return
	}
	h.content.change(&h.lie, step.Changes)
	at, by := f.find(&h.content)
	m := stone{h.lie.cell(step.Move.Point), h.lie.color(step.Move.Color)}
	if f.shape.swaps(step) {
		m.cell = swapsCell
	}
	h.arrive(f, at, by, step.MoveNumber, m)
}

// arrive notes to which position of the tree a move has led, -1 for none.
func (h *followedHit) arrive(f *followed, at int32, by turns, number int, m stone) {
	if at < 0 {
		if !h.out {
			h.move, _ = f.shape.fold(h.turns, m)
			h.left = true
		}
		h.out = true
		return
	}
	h.again = h.again || h.out
	h.out, h.left = false, false
	h.last, h.turns, h.number = at, by, number
	if !slices.ContainsFunc(h.reached, func(r reached) bool { return r.at == at }) {
		h.reached = append(h.reached, reached{at, h.swapped != f.shape.group[by.lowest()].swapped})
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
	}
	defer s.tree.spare.Store(w)
	for local := range b.Games() {
		if err := ctx.Err(); err != nil {
			return err
		}
		hits, err := b.Places(ctx, local)
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
		var found []followedHit
		if s.tree.shape.replayed {
			found, err = w.followReplayed(s.tree, hits, func(visit func(*game.Step) bool) error { return match.Replay(b.Segment, local, visit) })
		} else {
			found = w.follow(s.tree, facts.Size, script, hits)
		}
		if err != nil {
			return err
		}
		for i := range found {
			if found[i].began {
				s.take(&found[i])
			}
		}
		s.end()
	}
	return nil
}
