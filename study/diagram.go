package study

import (
	"bytes"
	"fmt"
	"iter"

	"kifudb/position"
)

// A Turn is how a diagram lies to the form that it shares with the diagrams of the
// same problem: turned by a symmetry, perhaps with the colors exchanged, and, of
// diagrams that may be moved, counted from the upper left of their stones.
type Turn struct {
	size      position.Size // of the board
	Symmetry  position.Symmetry
	Swapped   bool
	left, top int // of the stones, on the turned board
}

// A Spot is a point of the shared form. It may lie beside the stones.
type Spot struct{ X, Y int }

// To maps a stone on the board to the shared form.
func (t Turn) To(c position.Change) (Spot, position.Color) {
	p := t.Symmetry.Apply(c.Point, t.size)
	if t.Swapped {
		c.Color = c.Color.Opponent()
	}
	return Spot{p.X() - t.left, p.Y() - t.top}, c.Color
}

// From maps a stone in the shared form to the board. It reports false if the board
// has no such point.
func (t Turn) From(s Spot, c position.Color) (position.Change, bool) {
	x, y, turned := s.X+t.left, s.Y+t.top, t.Symmetry.Size(t.size)
	if x < 0 || y < 0 || x >= turned.Cols || y >= turned.Rows {
		return position.Change{}, false
	}
	if t.Swapped {
		c = c.Opponent()
	}
	return position.Change{Point: t.Symmetry.Inverse().Apply(position.At(x, y), turned), Color: c}, true
}

// nearEdge is how many free lines there may be between stones and an edge for the
// edge to belong to the problem. Where there are more, it makes no difference how many.
const nearEdge = 4

// Form returns the form that a diagram shares with all that are the same problem:
// those that are the same when they are turned, mirrored, or their colors
// exchanged. If moved is set, diagrams are also the same if their stones lie elsewhere on
// the board, or on a board of another size, with the same edges near: at most four
// free lines away, and then as many. It also returns every turn that leads there;
// there are several if the diagram is its own image. A diagram without stones has
// none.
func Form(b *position.Board, moved bool) (form string, turns []Turn) {
	size := b.Size()
	of := size
	if moved { // on boards of any size
		of = position.Square(max(size.Cols, size.Rows))
	}
	var best []byte
	for _, m := range b.Rules().Orientations(of, true) {
		t := Turn{size: size, Symmetry: m.Symmetry, Swapped: m.Swapped}
		text, ok := t.form(b, moved)
		if !ok {
			return "", nil
		}
		switch c := bytes.Compare(text, best); {
		case best == nil || c < 0:
			best, turns = text, append(turns[:0], t)
		case c == 0:
			turns = append(turns, t)
		}
	}
	return string(best), turns
}

// form writes the board as the turn has it, and finds where the stones begin.
func (t *Turn) form(b *position.Board, moved bool) ([]byte, bool) {
	turned := t.Symmetry.Size(t.size)
	cells := bytes.Repeat([]byte{'.'}, turned.Area())
	left, right, top, bottom := turned.Cols, -1, turned.Rows, -1
	for i := range t.size.Area() {
		p := t.size.At(i)
		c := b.At(p)
		if c == position.Empty {
			continue
		}
		if t.Swapped {
			c = c.Opponent()
		}
		q := t.Symmetry.Apply(p, t.size)
		cells[turned.Index(q)] = position.CellOf(c).Letter()[0]
		left, right = min(left, q.X()), max(right, q.X())
		top, bottom = min(top, q.Y()), max(bottom, q.Y())
	}
	if right < 0 {
		return nil, false
	}
	if !moved {
		return append(fmt.Appendf(nil, "%v ", turned), cells...), true
	}
	t.left, t.top = left, top
	var text []byte
	for _, free := range []int{left, turned.Cols - 1 - right, top, turned.Rows - 1 - bottom} {
		text = append(text, byte('0'+min(free, nearEdge+1)))
	}
	text = fmt.Appendf(text, " %dx%d ", right-left+1, bottom-top+1)
	for y := top; y <= bottom; y++ {
		text = append(text, cells[y*turned.Cols+left:y*turned.Cols+right+1]...)
	}
	return text, true
}

// MaxProblemMoves is how long the main line after a diagram may be. A game that
// goes on from a position is no problem.
const MaxProblemMoves = 60

// Diagrams yields the diagrams of problems in a script with their nodes, in the
// order of the file: nodes with setup and without a move on their path, after which there are stones of both
// colors, unless more setup follows below them before a move, and after which the main line has at most
// MaxProblemMoves moves. The board is valid during the call.
func Diagrams(rules position.Rules, size position.Size, script position.Script) iter.Seq2[int, *position.Board] {
	return func(yield func(int, *position.Board) bool) {
		if !maySetUp(script) {
			return
		}
		nodes := setups(rules, size, script)
		if len(nodes) == 0 {
			return
		}
		ahead := movesAhead(script)
		r := position.Replayer{Rules: rules}
		r.Start(size, script)
		for unmoved := range beforeMoves(&r) {
			if len(nodes) == 0 {
				return
			}
			if nodes[0] == unmoved.Node {
				nodes = nodes[1:]
				if ahead[unmoved.Node] <= MaxProblemMoves && !yield(unmoved.Node, r.Board()) {
					return
				}
			}
		}
	}
}

// maySetUp reports whether there may be stones of both colors before the moves. In
// nearly all games the first words tell.
func maySetUp(script position.Script) bool {
	var has [position.White + 1]bool
	for _, code := range script {
		word := position.Word(code)
		switch {
		case word.OpensVariation():
			return true
		case word.IsMove():
			return has[position.Black] && has[position.White]
		}
		has[word.Stone().Color] = true
	}
	return has[position.Black] && has[position.White]
}

// beforeMoves yields the nodes of a script that was started on whose path there is
// no move.
func beforeMoves(r *position.Replayer) iter.Seq[*position.Step] {
	return func(yield func(*position.Step) bool) {
		for {
			switch r.Next() {
			case position.End:
				return
			case position.AtNode:
				if step := r.Step(); step.MoveNumber > 0 {
					r.Skip()
				} else if !yield(step) {
					return
				}
			}
		}
	}
}

// setups returns the nodes before the moves that leave stones of both colors, and
// below which there is no more setup.
func setups(rules position.Rules, size position.Size, script position.Script) (nodes []int) {
	var found []int   // nodes
	var path []int    // by depth, the number of the latest of those found, counted from 1
	var spoiled []int // numbers of those with more setup below
	r := position.Replayer{Rules: rules}
	r.Start(size, script)
	for step := range beforeMoves(&r) {
		latest := 0
		if path = path[:step.Depth]; step.Depth > 0 {
			latest = path[step.Depth-1]
		}
		if len(step.Changes) > 0 {
			if latest > 0 {
				spoiled = append(spoiled, latest-1)
				latest = 0
			}
			if hasBoth(r.Board()) {
				found = append(found, step.Node)
				latest = len(found)
			}
		}
		path = append(path, latest)
	}
	for _, n := range spoiled {
		found[n] = -1
	}
	for _, node := range found {
		if node >= 0 {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// hasBoth reports whether there are stones of both colors.
func hasBoth(b *position.Board) bool {
	var has [position.White + 1]bool
	for i := range b.Size().Area() {
		has[b.At(b.Size().At(i))] = true
	}
	return has[position.Black] && has[position.White]
}

// movesAhead returns for each node of a script how many moves come below it on the
// line of first children.
func movesAhead(script position.Script) []int32 {
	type above struct {
		parent int32
		moved  bool
	}
	var nodes []above
	var open []int32 // nodes to which variations go back
	at := int32(-1)
	for event, move := range script.Events() {
		switch event {
		case position.AtNode:
			n := int32(len(nodes))
			nodes = append(nodes, above{at, move.Color != position.Empty})
			at = n
		case position.Opened:
			if at >= 0 {
				open = append(open, at)
			}
		case position.Closed:
			if n := len(open); n > 0 {
				at, open = open[n-1], open[:n-1]
			}
		}
	}
	ahead := make([]int32, len(nodes))
	for i := len(nodes) - 1; i > 0; i-- {
		if n := nodes[i]; n.parent == int32(i)-1 { // the first child
			ahead[n.parent] = ahead[i]
			if n.moved {
				ahead[n.parent]++
			}
		}
	}
	return ahead
}
