// Package tactics finds what moves of Go do on the board: captures, atari, self-atari, ko. A
// [feature.Kind] is a thing that a move can do, and Kinds lists them all. Observe replays a game
// with its variations and yields an instance for each thing that a move does. The rules of the
// game decide every one of them, or a definition that its kind names.
//
// The observer keeps two grids, the board before and after the move at hand. For each family of
// kinds there is a file with its definitions and a function that compares the two.
package tactics

import (
	"cmp"
	"iter"
	"slices"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/ladder"
)

// A family is a group of kinds that one function finds.
type family struct {
	kinds []feature.Kind
	see   func(*report)
	apart bool // what it finds at a node does not depend on what it saw at others
}

// families are in the order of their kinds, which archives keep: new ones come last.
var families = []family{
	{captureKinds, seeCaptures, true},
	{atariKinds, seeAtari, true},
	{groupKinds, seeGroups, true},
	{shapeKinds, seeShapes, true},
	{koKinds, seeKo, false},
	{eyeKinds, seeEyes, true},
	{fightKinds, seeFights, false},
	{ladderKinds, seeLadders, false},
}

var kinds = slices.Concat(kindsOf(families)...)

func kindsOf(families []family) (lists [][]feature.Kind) {
	for _, f := range families {
		lists = append(lists, f.kinds)
	}
	return lists
}

// Kinds returns the kinds of features of Go. Callers share the slice and must not change it.
func Kinds() []feature.Kind { return kinds }

// A move is a move on a point, between the two boards.
//
// If the point was occupied, the stone there is replaced, and before has no stone on it. If the
// node sets up stones or has several moves, before is the board just before the last move, and
// the earlier ones are not looked at.
type move struct {
	node   int
	number int // of the move on its path
	color  position.Color
	at     int32 // the cell

	before, after *grid

	taken   []int32 // the cells of the opponent's stones that the move took
	suicide bool    // the stone is not on the board after the move
}

// An observer replays a game and collects the instances of the node at hand.
type observer struct {
	want     feature.Wanted
	nodes    []int // those of want that are still ahead
	apart    bool  // nothing happens at other nodes that has to be seen
	replay   position.Replayer
	families []wantedFamily
	move     move
	scratch  *position.Board // for nodes with several moves

	report report // of the family that looks at the move
	found  []found
	cells  []int32 // those that the instances mark
	work
	previous previous
	ages     *ages        // nil if no kind needs them
	shapes   *shapeReader // nil before the first move that needs it
	fights   *fights      // nil if no kind needs it

	ko   *koTracker // nil if no kind needs it
	held held       // instances that wait for those of earlier nodes

	ladders     *ladder.Tracker // nil if they are not wanted
	ladderMoves []ladder.Found  // of the node at hand
}

// A wantedFamily is a family of which a kind is wanted.
type wantedFamily struct {
	see   func(*report)
	first int // its first kind
	apart bool
}

// found is an instance whose points are still cells of the observer.
type found struct {
	feature.Instance
	from, to int // in observer.cells
}

// Observe replays a script from an empty board and yields the instances of the wanted kinds,
// ordered by node, then by kind. An instance is valid until the next one.
func Observe(size position.Size, s position.Script, want feature.Wanted) iter.Seq[*feature.Instance] {
	return func(yield func(*feature.Instance) bool) {
		o := newObserver(size.Clamp(), s, want)
		if len(o.families) == 0 {
			return
		}
		defer o.ko.free()
		defer o.move.before.free()
		defer o.move.after.free()
		o.replay.Start(size, s)
		if o.ladders != nil {
			o.ladders.Start(o.replay.Board())
		}
		var points []position.Point
		yieldFound := func() bool {
			for i := range o.found {
				f := &o.found[i]
				if want.Points {
					points = points[:0]
					for _, c := range o.cells[f.from:f.to] {
						points = append(points, pointOf(c))
					}
					f.Points = points
				}
				if !yield(&f.Instance) {
					return false
				}
			}
			return true
		}
		for {
			event := o.replay.Next()
			o.followLadders(event)
			switch event {
			case position.End:
				o.found, o.cells = o.found[:0], o.cells[:0]
				o.release(true)
				yieldFound()
				return
			case position.Opened:
				o.ages.open()
				o.ko.open()
				o.previous.opened()
			case position.Closed:
				o.ages.close()
				o.ko.close()
				o.previous.closed()
				o.apply()
			case position.AtNode:
				o.node()
				o.previous.note(o.replay.Step(), o.move.after.size)
				o.release(false)
				if !yieldFound() || o.apart && (len(want.Nodes) == 0 || o.replay.Step().Node >= want.Nodes[len(want.Nodes)-1]) {
					return
				}
			}
		}
	}
}

func newObserver(size position.Size, s position.Script, want feature.Wanted) *observer {
	o := &observer{want: want, nodes: want.Nodes, apart: want.Nodes != nil}
	o.move.before, o.move.after = newGrid(size), newGrid(size)
	first := 0
	for _, f := range families {
		if want.Kinds>>first&(1<<len(f.kinds)-1) != 0 {
			o.families = append(o.families, wantedFamily{f.see, first, f.apart})
			o.apart = o.apart && f.apart
			switch &f.kinds[0] {
			case &koKinds[0]:
				o.startKo(first)
			case &fightKinds[0]:
				o.fights = newFights(size, s, first)
			}
		}
		first += len(f.kinds)
	}
	if want.Kinds.Has(lived) {
		o.ages = newAges(size)
	}
	if o.wantsKind("ladder") {
		o.ladders = new(ladder.Tracker)
	}
	return o
}

// wantsKind reports whether the kind of a name is wanted.
func (o *observer) wantsKind(name string) bool {
	return o.want.Kinds.Has(slices.IndexFunc(kinds, func(k feature.Kind) bool { return k.Name == name }))
}

// wantsNode reports whether the instances of a node are wanted. Nodes are asked about in ascending order.
func (o *observer) wantsNode(node int) bool {
	if o.want.Nodes == nil {
		return true
	}
	for len(o.nodes) > 0 && o.nodes[0] < node {
		o.nodes = o.nodes[1:]
	}
	return len(o.nodes) > 0 && o.nodes[0] == node
}

// apply takes over the changes of the replay's step to both grids.
func (o *observer) apply() {
	changes := o.replay.Step().Changes
	o.move.before.apply(changes)
	o.move.after.apply(changes)
}

// node looks at the node that the replay has just executed.
func (o *observer) node() {
	o.found, o.cells = o.found[:0], o.cells[:0]
	o.look()
	if o.fights != nil && o.replay.Step().Node == o.fights.last {
		o.seeEnd()
	}
	slices.SortStableFunc(o.found, func(a, b found) int { return cmp.Compare(a.Kind, b.Kind) })
}

// look lets the families look at a node with a move on a point, and goes on to the board after the node.
func (o *observer) look() {
	step, m := o.replay.Step(), &o.move
	earlier := step.MoveNumber // moves before those stones that are not the last move's
	if step.Moved {
		earlier--
	}
	if !step.Moved || !m.after.size.Contains(step.Move.Point) {
		o.ages.place(m.before, step.Placed, earlier)
		o.ko.other(step)
		o.apply()
		return
	}
	m.node, m.number, m.color, m.at = step.Node, step.MoveNumber, step.Move.Color, cellOf(step.Move.Point)
	simple := len(step.Placed) == 1 && !step.Cleared
	if simple {
		m.after.apply(step.Changes)
		m.before.cells[m.at] = empty
	} else {
		o.ages.place(m.before, step.Placed, earlier)
		o.split()
	}
	m.suicide = m.after.at(m.at) == position.Empty
	m.findTaken()
	wanted := o.wantsNode(m.node)
	for _, f := range o.families {
		if f.apart && !wanted {
			continue
		}
		o.report = report{m, &o.work, o, f.first}
		f.see(&o.report)
	}
	if simple {
		m.before.apply(step.Changes)
		m.before.cells[m.at] = m.after.cells[m.at]
	} else {
		m.before.copy(o.replay.Board())
		m.after.copy(o.replay.Board())
	}
	o.ages.put(m.at, step.MoveNumber)
}

// split makes the grids those before and after the last move of a node that does more.
func (o *observer) split() {
	m, words := &o.move, o.replay.Words()
	last := len(words) - 1
	for !position.Word(words[last]).IsMove() {
		last--
	}
	if o.scratch == nil {
		o.scratch = position.NewBoard(m.before.size)
	}
	b := o.scratch
	for i := range m.before.size.Area() {
		p := m.before.size.At(i)
		b.Set(p, m.before.at(cellOf(p)))
	}
	for _, w := range words[:last] {
		b.Execute(position.Word(w))
	}
	b.Set(pointOf(m.at), position.Empty)
	m.before.copy(b)
	b.Execute(position.Word(words[last]))
	m.after.copy(b)
}

// findTaken sets m.taken.
func (m *move) findTaken() {
	m.taken = m.taken[:0]
	opponent := m.color.Opponent()
	began := m.before.begin()
	for _, c := range beside(m.at) {
		if m.before.at(c) == opponent && m.after.at(c) == position.Empty && !m.before.seen(c, began) {
			m.before.read(c, all)
			m.taken = append(m.taken, m.before.stones...)
		}
	}
}

// A report is a move with the place for what a family finds. Kinds are counted from the family's
// first one.
type report struct {
	*move
	*work
	observer *observer
	first    int
}

// work is memory of detectors.
type work struct{ list, stones []int32 }

// wants reports whether a kind is wanted.
func (r *report) wants(kind int) bool { return r.observer.want.Kinds.Has(r.first + kind) }

// add adds an instance of the player who moved, unless the kind is not wanted.
func (r *report) add(kind int, value int, cells ...[]int32) {
	if r.wants(kind) {
		r.observer.add(r.first+kind, r.color, r.node, value, cells...)
	}
}

// add adds an instance.
func (o *observer) add(kind int, by position.Color, node, value int, cells ...[]int32) {
	from := len(o.cells)
	if o.want.Points {
		for _, c := range cells {
			o.cells = append(o.cells, c...)
		}
	}
	o.found = append(o.found, found{
		feature.Instance{Kind: kind, Node: node, By: by, Value: int32(value)}, from, len(o.cells),
	})
}
