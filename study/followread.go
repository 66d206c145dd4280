package study

import (
	"fmt"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/match"
)

// A TreeReader reads the positions of a tree of moves that somebody has, for a
// question that begins where the tree does.
type TreeReader struct {
	follow *Follow
	places []int32 // by node of the record, its position
	turns  []turns
	shape  *shape
	lie    lie

	at   map[string]int32 // positions by their content, while it reads
	room int              // for the bytes of more contents
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

// ReadTree reads a record. The question's position or pattern lies there as it was
// asked for, its upper left at the anchor, after node 0.
func ReadTree(q *search.Question, own *Record, anchor position.Point) (*TreeReader, error) {
	s, err := followShape(q)
	if err != nil {
		return nil, err
	}
	t := &TreeReader{follow: &Follow{}, shape: s, lie: s.lieAt(&match.Place{Anchor: anchor}), at: map[string]int32{}, room: maxOwnBytes}
	if s.replayed {
		return t, t.replay(own)
	}
	var c content
	c.init(s)
	var depth []int // by node
	r := position.Replayer{Rules: s.rules}
	r.Start(own.Size, own.Script)
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
		if err := t.take(stones, by, step.Parent, depth[step.Node]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// replay reads a record whose moves are not stones on points.
func (t *TreeReader) replay(own *Record) (err error) {
	var depth []int // by node
	for step := range own.Steps {
		d := 0
		if step.Parent >= 0 {
			d = depth[step.Parent]
		}
		if step.Moved && step.Done {
			d++
		}
		depth = append(depth, d)
		imager, ok := step.Position.(game.Imager)
		if !ok {
			return fmt.Errorf("positions of %s have no images", step.Position.Game().About().Name)
		}
		text, by := t.shape.form(imager, &match.Place{})
		if err := t.take([]byte(text), by, step.Parent, d); err != nil {
			return err
		}
	}
	return nil
}

// take takes in the next node of the record: what lies there, and the elements that make
// its form.
func (t *TreeReader) take(content []byte, by turns, parent, depth int) error {
	n, ok := t.at[string(content)]
	if !ok {
		if t.room < len(content) || len(t.at) == maxOwn {
			return ErrLargeTree
		}
		t.room -= len(content)
		n = int32(len(t.follow.Positions))
		t.at[string(content)] = n
		t.follow.Positions = append(t.follow.Positions, FollowPosition{Content: slices.Clone(content), Depth: depth, Leaf: true})
	}
	t.follow.Positions[n].Depth = min(t.follow.Positions[n].Depth, depth)
	t.places, t.turns = append(t.places, n), append(t.turns, by)
	if parent >= 0 && t.places[parent] != n {
		t.follow.Positions[t.places[parent]].Leaf = false
	}
	return nil
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
	if !ok || stone.cell < 0 {
		if swapped {
			m.Color = m.Color.Opponent()
		}
		return m, swapped
	}
	stone = t.shape.act(t.shape.back[turn], stone)
	if t.shape.replayed {
		return Move{Color: stone.color, Point: position.Point(stone.cell)}, swapped
	}
	p := t.shape.size.At(stone.cell)
	return Move{Color: stone.color, Point: position.At(p.X()+t.lie.anchor.X(), p.Y()+t.lie.anchor.Y())}, swapped
}
