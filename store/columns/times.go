package columns

import (
	"slices"

	"kifudb/position"
)

// timetables are the times of a block as the functions in assembly compare them: of
// every point 64 bytes, by slots, in tables one after the other. They are made when a
// scan turns out to compare more than a few sets of lanes in the block: see delay.go.
//
// What a cell asks for holds in one stretch of most games, also where more happened
// on its point: from the first stone on, and until the first further change. From these
// the tables make for each cell a node before which it cannot hold, one until which
// it does from then on, and one after which it never does again. The first of all cells
// together that is not before any of the first is where an image comes up, if it is
// before all of the second; it does not if it is not before all of the third; otherwise
// the changes decide.
//
// To look up the first further change of all points takes longer than all the rest. Until it is
// worth that, too, it may be anywhere behind the first stone, and more is left to the changes.
//
// A byte holds nodes up to lateByte. An image that comes up in a game at that node or
// later is compared without tables.
type timetables struct {
	known   bool
	changed bool // the first further changes are known
	tables  []uint8
}

// The nodes of the tables that are not what they are.
const (
	lateByte  = 253 // this one or a later one
	neverByte = 254
)

// The tables.
const (
	taken      = iota // the first stone
	gone              // the first further change, or before they are known a node that is not after it; never for none
	blackFrom         // the first stone if it is black, otherwise gone
	whiteFrom         // the first stone if it is white, otherwise gone
	kept              // the first stone if nothing more happened and it is not late, otherwise never
	keptWhite         // the same if it is white, otherwise never
	keptBlack         // the same if it is black, otherwise never
	tableKinds = iota
)

// timesSize is the number of bytes of a point in a table.
const timesSize = BlockGames

// learnTimes makes the timetables of the block, without the first further changes or with
// them, for those of its games that are asked about.
func (s *scan) learnTimes(changed bool) {
	t := &s.times
	if n := tableKinds * s.area * timesSize; len(t.tables) != n {
		t.tables = slices.Grow(t.tables[:0], n)[:n]
	}
	if changed {
		s.learnGone(t.tables[gone*s.area*timesSize:][:s.area*timesSize])
	}
	s.fillTimes(changed)
	t.known, t.changed = true, changed
}

// learnGone makes the table of the first further changes.
func (s *scan) learnGone(table []uint8) {
	for i := range table {
		table[i] = neverByte
	}
	for lane := range min(BlockGames, s.Index.games-s.base) {
		if s.asked>>lane&1 == 0 {
			continue
		}
		slot, last := slot(lane)/2, -1
		for changes := s.changesOf(s.base + lane); len(changes) >= 4; changes = changes[4:] {
			if c := changeAt(changes, 0); c.point() != last && c.point() < s.area {
				last = c.point()
				table[last*timesSize+slot] = uint8(min(c.node(), lateByte))
			}
		}
	}
}

// schedule makes the lists of a plan for the timetables: of its stones when they can be
// there from; of its empty points and halves after when they never fit again; of all until
// when they fit.
func (p *plan) schedule(x *Index) {
	add := func(kind int, c *cell) {
		p.tables |= 1 << kind
		p.times = append(p.times, int32(timesSize*(kind*x.area+c.delta)))
	}
	for i := range p.stones {
		switch c := &p.stones[i]; c.admits & position.AnyStone {
		case position.OnlyBlack:
			add(blackFrom, c)
		case position.OnlyWhite:
			add(whiteFrom, c)
		default:
			add(taken, c)
		}
	}
	for i := range p.empties {
		add(kept, &p.empties[i])
	}
	for i := range p.halves {
		if c := &p.halves[i]; c.admits.Admits(position.Black) {
			add(keptWhite, c)
		} else {
			add(keptBlack, c)
		}
	}
	for i := range p.stones {
		add(gone, &p.stones[i])
	}
	for i := range p.empties {
		add(taken, &p.empties[i])
	}
	for i := range p.halves {
		if c := &p.halves[i]; c.admits.Admits(position.Black) {
			add(whiteFrom, c)
		} else {
			add(blackFrom, c)
		}
	}
}
