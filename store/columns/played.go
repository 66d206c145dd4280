package columns

import (
	"encoding/binary"
	"slices"

	"kifudb/position"
)

// Played is where the sequence of an image was first played in a plain game, once
// its cells fitted; see [Sequel] for plain games, and [position.Matcher] for what
// counts as playing a sequence.
type Played struct {
	Node int // of the sequence's last stone, or 0 if it was not played
	// Next is the first stone put into the region of the image after that, and
	// NextNode its node, or 0 if there is none.
	Next     position.Change
	NextNode int
}

// A Replay plays through what happened in the region of an image, which the index
// knows, rather than through all moves of a game. The zero value is ready. It is not
// safe for concurrent use.
type Replay struct {
	events []event
	colors []position.Color // by cell of the image
}

// An event is what happened on a cell of an image at a node: a stone was put there or
// taken away. Its bits are the node, the cell and the color, so that events are sorted
// by node as numbers.
type event uint32

const (
	cellBits  = 12 // an image has at most 52 by 52 cells
	colorBits = 2
)

func newEvent(node, cell int, c position.Color) event {
	return event(node<<(cellBits+colorBits) | cell<<colorBits | int(c))
}

func (e event) node() int             { return int(e >> (cellBits + colorBits)) }
func (e event) cell() int             { return int(e >> colorBits & (1<<cellBits - 1)) }
func (e event) color() position.Color { return position.Color(e & (1<<colorBits - 1)) }

// Played tells where the sequence of a candidate's image was played, with at most so
// many moves from one stone to the next if within is positive. The second result
// is false if the candidate is undecided or its game not plain; then only a replay
// of its moves can tell.
func (r *Replay) Played(x *Index, c Candidate, m *position.Image, within int) (Played, bool) {
	lane, ok := x.plainLane(c, m)
	if !ok {
		return Played{}, false
	}
	end, may := x.mayBePlayed(c, m, lane)
	if !may {
		return Played{}, true
	}
	misfits := r.gather(x, c, m, lane, end)
	var played Played
	var course uint64 // bit k: k stones of the sequence have been played
	latest := 0       // node of the region's latest stone
	for i, node := 0, 0; ; node = r.events[i].node() {
		rest := i
		for rest < len(r.events) && r.events[rest].node() == node {
			rest++
		}
		for _, e := range r.events[i:rest] {
			switch {
			case e.color() == position.Empty:
			case played.Node > 0:
				stone := m.Size().At(e.cell())
				played.Next = position.Change{Point: position.At(c.Anchor.X()+stone.X(), c.Anchor.Y()+stone.Y()), Color: e.color()}
				played.NextNode = node
				return played, true
			case course != 0:
				if within > 0 && node-latest > within {
					course &= 1
				}
				course, latest = onCourse(m, course, e), node
				if course>>len(m.Sequence) != 0 {
					played.Node = node
				}
			}
		}
		for _, e := range r.events[i:rest] {
			admits := m.Cells[e.cell()]
			if !admits.Admits(r.colors[e.cell()]) {
				misfits--
			}
			if !admits.Admits(e.color()) {
				misfits++
			}
			r.colors[e.cell()] = e.color()
		}
		if misfits == 0 {
			course |= 1
		}
		if i = rest; i == len(r.events) {
			return played, true
		}
	}
}

// onCourse goes on with all the ways in which a sequence was on its course by one
// stone; the others end.
func onCourse(m *position.Image, course uint64, e event) (after uint64) {
	for k, want := range m.Sequence {
		if course>>k&1 != 0 && want.Color == e.color() && m.Size().Index(want.Point) == e.cell() {
			after |= 2 << k
		}
	}
	return after
}

// mayBePlayed reports whether a sequence may have been played: in most games its points
// were first occupied by other stones, or in another order, or another stone disturbs it. If it was played
// at all, its last stone was not put after the node end.
func (x *Index) mayBePlayed(c Candidate, m *position.Image, lane int) (end int, may bool) {
	column := x.firstOf(x.data, lane/BlockGames)[slot(lane%BlockGames):]
	base := x.size.Index(c.Anchor)
	first, last := never, c.Node // of its stones whose node is certain
	for _, want := range m.Sequence {
		if !m.Size().Contains(want.Point) {
			return 0, false
		}
		v := binary.LittleEndian.Uint16(column[firstSize*(base+want.Point.Y()*x.size.Cols+want.Point.X()):])
		if v&more != 0 {
			end = never // there may be a later stone on it
			continue
		}
		t := int(v & timeMask)
		if t <= last || t == never || colorOf(v) != want.Color {
			return 0, false
		}
		first, last, end = min(first, t), t, t
	}
	if first < never && x.disturbed(m, column[firstSize*base:], first, last) {
		return 0, false
	}
	return end, true
}

// disturbed reports whether a stone that nothing else happened to rules out that a sequence was played
// of which two stones, perhaps one and the same, have these nodes. A stone between them ends its course. One
// before the first of all leaves a cell that does not admit it unfit. The column is that of the game from
// the anchor on.
func (x *Index) disturbed(m *position.Image, column []byte, first, last int) bool {
	for i, y := 0, 0; y < m.Rows; y++ {
		for point := y * x.size.Cols; point < y*x.size.Cols+m.Cols; point++ {
			v := binary.LittleEndian.Uint16(column[firstSize*point:])
			admits := m.Cells[i]
			i++
			if t := int(v & timeMask); t >= last || v&more != 0 || admits == position.Outside || t < first && admits.Admits(colorOf(v)) {
				continue
			}
			if !isIn(m.Sequence, position.At(point-y*x.size.Cols, y)) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether a stone of a sequence is put on a point.
func isIn(sequence []position.Change, p position.Point) bool {
	for i := range sequence {
		if sequence[i].Point == p {
			return true
		}
	}
	return false
}

// gather collects what happened in the region of an image up to a node, in its order,
// and the first stone that was put there later. It returns how many cells an empty board
// does not fit.
func (r *Replay) gather(x *Index, c Candidate, m *position.Image, lane, end int) (misfits int) {
	const none = ^event(0)
	next := none
	add := func(e event) {
		switch {
		case e.node() <= end:
			r.events = append(r.events, e)
		case e.color() != position.Empty:
			next = min(next, e)
		}
	}
	column := x.firstOf(x.data, lane/BlockGames)[slot(lane%BlockGames):]
	changes := x.changesOf(lane)
	r.events = r.events[:0]
	r.colors = slices.Grow(r.colors[:0], len(m.Cells))[:len(m.Cells)]
	clear(r.colors)
	for cell, admits := range m.Cells {
		if admits == position.Outside {
			continue
		}
		if !admits.Admits(position.Empty) {
			misfits++
		}
		point := x.size.Index(c.Anchor) + cell/m.Cols*x.size.Cols + cell%m.Cols
		v := binary.LittleEndian.Uint16(column[firstSize*point:])
		if t := int(v & timeMask); t < never {
			add(newEvent(t, cell, colorOf(v)))
		}
		if v&more == 0 {
			continue
		}
		for i := firstChange(changes, point); 4*i+4 <= len(changes); i++ {
			change := changeAt(changes, i)
			if change.point() != point {
				break
			}
			add(newEvent(change.node(), cell, change.color()))
		}
	}
	slices.Sort(r.events)
	if next != none {
		r.events = append(r.events, next)
	}
	return misfits
}
