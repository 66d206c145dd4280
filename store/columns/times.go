package columns

import (
	"slices"

	"kifudb/position"
)

// timetables are the times of a block as the functions in assembly compare them: of
// every point 64 numbers, by slots, in tables one after the other. They take
// longer to make than to compare a few images, so they are made when a scan turns out to
// compare much: see delay.go.
//
// What a cell asks for holds in one stretch of most games, also where more happened
// on its point: from the first stone on, and until the first further change. From these
// the tables make for each cell a node before which it cannot hold, one until which
// it does from then on, and one after which it never does again. The first of all cells
// together that is not before any of the first is where an image comes up, if it is
// before all of the second; it does not if it is not before all of the third; otherwise
// the changes decide.
type timetables struct {
	known   bool
	tables  []uint16
	touched []int32 // numbers of the table "gone" that are not never
}

// The tables.
const (
	taken      = iota // the first stone
	gone              // the first further change; never for none
	blackFrom         // the first stone if it is black, otherwise gone
	whiteFrom         // the first stone if it is white, otherwise gone
	kept              // the first stone if nothing more happened, otherwise never
	keptWhite         // the same if it is white, otherwise never
	keptBlack         // the same if it is black, otherwise never
	tableKinds = iota
)

// timesSize is the number of bytes of a point in a table.
const timesSize = 2 * BlockGames

// learnTimes makes the timetables of the block, for those of its games that are asked
// about.
func (s *scan) learnTimes() {
	t := &s.times
	if n := tableKinds * s.area * BlockGames; len(t.tables) != n {
		t.tables = slices.Grow(t.tables[:0], n)[:n]
		t.touched = t.touched[:0]
		table := t.tables[gone*s.area*BlockGames:][:s.area*BlockGames]
		for i := range table {
			table[i] = never
		}
	}
	table := t.tables[gone*s.area*BlockGames:][:s.area*BlockGames]
	for _, i := range t.touched {
		table[i] = never
	}
	t.touched = t.touched[:0]
	for lane := range min(BlockGames, s.Index.games-s.base) {
		if s.asked>>lane&1 == 0 {
			continue
		}
		slot, last := slot(lane)/2, -1
		for changes := s.changesOf(s.base + lane); len(changes) >= 4; changes = changes[4:] {
			if c := changeAt(changes, 0); c.point() != last && c.point() < s.area {
				last = c.point()
				at := last*BlockGames + slot
				table[at] = uint16(c.node())
				t.touched = append(t.touched, int32(at))
			}
		}
	}
	s.fillTimes()
	t.known = true
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
