package study

import (
	"encoding/binary"
	"math"
	"slices"

	"kifudb/position"
	"kifudb/search/match"
	"kifudb/store"
)

// A walker goes through the lines of games below hits, and counts them in a state. It
// replays each game once for each of its hits, up to the depth of the state.
type walker struct {
	memory   position.ScriptBuffer
	shape    *shape
	state    *treeState
	replayer position.Replayer
	setup    []int32 // the nodes of the game that do something else than one move
	content  content
	path     []walked
	// told, if not nil, is called with each node of the game that was counted, the
	// node of the state that it is counted at, and the element that makes its form.
	told func(node int, at int32, turn uint8)
}

// walked is a node of the game on the path from the hit.
type walked struct {
	at        int32 // the node of the state
	turns     turns // that make the form of that node of what lies here
	elsewhere bool  // a player has played elsewhere
	goes      bool  // it goes on
	over      bool  // nothing more is counted
	stopped   bool  // because what follows are not moves: the line ends above
}

func newWalker(s *shape, state *treeState) *walker {
	w := &walker{shape: s, state: state, replayer: position.Replayer{Rules: s.rules}}
	if state.tree.Merge && !s.replayed {
		w.content.init(s)
	}
	return w
}

// game counts the lines of a game of a segment.
func (w *walker) game(g *store.Segment, local int, hits []match.Hit) error {
	if w.shape.replayed {
		return w.replay(g, local, hits)
	}
	script, err := g.ScriptIn(&w.memory, local)
	if err != nil {
		return err
	}
	w.script(g.Facts(local).Size, script, hits)
	return nil
}

// script counts the lines of a script.
func (w *walker) script(size position.Size, script position.Script, hits []match.Hit) {
	w.setup = script.AppendSetupNodes(w.setup[:0])
	for i := range hits {
		if hits[i].Board != nil {
			w.hit(size, script, &hits[i])
		}
	}
}

// hit counts the lines below a hit.
func (w *walker) hit(size position.Size, script position.Script, hit *match.Hit) {
	r := &w.replayer
	r.Start(size, script)
	for {
		switch event := r.Next(); {
		case event == position.End:
			return // there is no such node
		case event != position.AtNode:
			continue
		}
		if r.Step().Node == hit.Node {
			break
		}
	}
	top := r.Step().Depth
	lie := w.shape.lieAt(hit.Board)
	if w.content.shape != nil {
		w.content.begin(&lie, r.Board())
	}
	w.start(hit.Node, lie.swapped)
	for {
		switch r.Next() {
		case position.End:
			w.leave(0)
			return
		case position.Closed:
			if r.Step().Depth < top || w.shape.board.MainLine {
				w.leave(0)
				return
			}
			w.content.change(&lie, r.Step().Changes)
			w.leave(r.Step().Depth - top + 1)
		case position.AtNode:
			step := r.Step()
			if step.Depth <= top {
				w.leave(0)
				return
			}
			w.leave(step.Depth - top)
			w.content.change(&lie, step.Changes)
			next := w.next(&lie, step)
			if !next.stopped {
				w.path[len(w.path)-1].goes = true
			}
			w.path = append(w.path, next)
			if next.over {
				r.Skip()
			}
		}
	}
}

// start begins a path at the root.
func (w *walker) start(node int, swapped bool) {
	w.path = append(w.path[:0], walked{turns: w.shape.all()})
	w.count(node, 0, 0, swapped)
}

// count counts a node of the game at a node of the state, of which an element makes
// the form; swapped says that the asked colors are exchanged on the board.
func (w *walker) count(node int, at int32, turn uint8, swapped bool) {
	w.state.visit(at, swapped != w.shape.group[turn].swapped)
	if w.told != nil {
		w.told(node, at, turn)
	}
}

// leave shortens the path, and counts the lines that ended on what it loses.
func (w *walker) leave(length int) {
	for len(w.path) > length {
		last := w.path[len(w.path)-1]
		if w.path = w.path[:len(w.path)-1]; !last.goes && !last.over {
			w.state.nodes[last.at].ends++
		}
	}
}

// next takes in a node below the last of the path.
func (w *walker) next(l *lie, step *position.Step) walked {
	to := w.path[len(w.path)-1]
	to.goes = false
	swaps := w.shape.swaps(step)
	if _, odd := slices.BinarySearch(w.setup, int32(step.Node)); odd && !swaps {
		return walked{at: to.at, over: true, stopped: true}
	}
	if !step.Moved {
		return to
	}
	m := stone{l.cell(step.Move.Point), l.color(step.Move.Color)}
	if swaps {
		m.cell = swapsCell
	}
	switch pass := step.Move.Point == position.Pass; {
	case !pass && len(step.Placed) == 0:
		return walked{at: to.at, over: true, stopped: true} // off the board
	case m.cell == noCell && !w.shape.whole && (to.elsewhere || w.state.tree.Local):
		return to
	}
	return w.move(to, m, l, step.Node)
}

// move makes a move from a node.
func (w *walker) move(from walked, m stone, l *lie, node int) walked {
	best, by := w.shape.fold(from.turns, m)
	to := walked{turns: by, elsewhere: m.cell == noCell && !w.shape.whole}
	content, turn := "", uint8(0)
	if w.state.tree.Merge {
		depth := w.state.nodes[from.at].depth + 1
		content, to.turns = w.content.form(depth, m.color, to.elsewhere)
		turn = w.shape.join[by.lowest()][w.shape.back[to.turns.lowest()]]
	}
	var ok bool
	if to.at, ok = w.state.follow(from.at, best, content, turn); !ok {
		return walked{at: from.at, over: true}
	}
	w.count(node, to.at, to.turns.lowest(), l.swapped)
	// What follows the longest lines is not looked at.
	if int(w.state.nodes[to.at].depth) >= w.state.depth {
		to.over = true
	}
	return to
}

// A content is what lies on the points of a region that are not as at the hit.
type content struct {
	shape   *shape // nil if nobody wants to know
	old     []position.Color
	now     []position.Color
	touched []int  // cells
	marked  []bool // by cell, that it is touched
	differ  int    // how many cells are not as at the hit
	sums    []uint64
	text    []byte
	words   []uint16
}

func (c *content) init(s *shape) {
	n := s.size.Area()
	*c = content{shape: s, old: make([]position.Color, n), now: make([]position.Color, n), marked: make([]bool, n), sums: make([]uint64, len(s.group))}
}

// begin looks at the region of a hit.
func (c *content) begin(l *lie, b *position.Board) {
	for _, cell := range c.touched {
		c.marked[cell] = false
	}
	c.touched = c.touched[:0]
	clear(c.sums)
	c.differ = 0
	for y := range l.size.Rows {
		for x := range l.size.Cols {
			p := position.At(l.anchor.X()+x, l.anchor.Y()+y)
			if cell := l.cell(p); cell != noCell {
				c.old[cell] = l.color(b.At(p))
			}
		}
	}
	copy(c.now, c.old)
}

// change takes in what has changed on the board.
func (c *content) change(l *lie, changes []position.Change) {
	if c.shape == nil {
		return
	}
	for _, change := range changes {
		cell := l.cell(change.Point)
		if cell == noCell {
			continue
		}
		if !c.marked[cell] {
			c.marked[cell] = true
			c.touched = append(c.touched, cell)
		}
		if c.now[cell] != c.old[cell] {
			c.differ--
		}
		c.toggle(cell)
		c.now[cell] = l.color(change.Color)
		c.toggle(cell)
		if c.now[cell] != c.old[cell] {
			c.differ++
		}
	}
}

// toggle puts a cell into the sums, or takes it out.
func (c *content) toggle(cell int) {
	if c.now[cell] == c.old[cell] {
		return
	}
	for n := range c.sums {
		m := c.shape.image(uint8(n), cell, c.now[cell])
		c.sums[n] ^= numbers()[m.cell][m.color]
	}
}

// image maps a cell that may be empty.
func (s *shape) image(n uint8, cell int, color position.Color) stone {
	m := s.act(n, stone{cell, color})
	if color == position.Empty {
		m.color = position.Empty
	}
	return m
}

// form returns the content in the form that stands for all its images, with how long
// the line is and who moved last, and the elements that make that form.
func (c *content) form(depth int32, mover position.Color, elsewhere bool) (string, turns) {
	for n := range c.sums {
		c.sums[n] ^= c.shape.moverNumber(uint8(n), mover)
	}
	by := least(c.sums)
	for n := range c.sums {
		c.sums[n] ^= c.shape.moverNumber(uint8(n), mover)
	}
	n := by.lowest()
	if c.shape.group[n].swapped {
		mover = mover.Opponent()
	}
	kind := byte(mover)
	if elsewhere {
		kind |= 4
	}
	c.text = binary.LittleEndian.AppendUint16(c.text[:0], uint16(depth))
	c.text = append(c.text, kind)
	return string(c.appendStones(c.text, n)), by
}

// moverNumber tells images apart by who moved last.
func (s *shape) moverNumber(n uint8, mover position.Color) uint64 {
	if s.group[n].swapped {
		mover = mover.Opponent()
	}
	return uint64(mover) << 62
}

// least returns the elements of the least sum.
func least(sums []uint64) turns {
	best, by := uint64(math.MaxUint64), turns(0)
	for n, sum := range sums {
		switch {
		case by == 0 || sum < best:
			best, by = sum, 1<<n
		case sum == best:
			by |= 1 << n
		}
	}
	return by
}

// appendStones appends the content as an element maps it.
func (c *content) appendStones(text []byte, n uint8) []byte {
	c.words = c.words[:0]
	for _, cell := range c.touched {
		if c.now[cell] != c.old[cell] {
			m := c.shape.image(n, cell, c.now[cell])
			c.words = append(c.words, uint16(m.cell)<<2|uint16(m.color))
		}
	}
	slices.Sort(c.words)
	for _, word := range c.words {
		text = binary.LittleEndian.AppendUint16(text, word)
	}
	return text
}

// stones returns the content alone, whoever moved last, in the form that stands for
// all its images.
func (c *content) stones() ([]byte, turns) {
	by := least(c.sums)
	c.text = c.appendStones(c.text[:0], by.lowest())
	return c.text, by
}
