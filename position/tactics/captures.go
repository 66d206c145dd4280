package tactics

import (
	"kifudb/position"
	"kifudb/position/feature"
)

// The kinds of captures.
const (
	captures = iota
	lived
	suicide
)

var captureKinds = []feature.Kind{
	captures: {
		Name: "captures", Also: []string{"capture", "抜き", "取り", "提", "提子", "吃子", "따냄"},
		About: "stones of the opponent that the move takes off the board; not those of a suicide",
		From:  "Sensei's Library: Capture",
	},
	lived: {
		Name:  "lived",
		About: "for how many moves the captured stones had stood: the moves since the oldest of them was put on the board",
	},
	suicide: {
		Name: "suicide", Also: []string{"自殺手", "自杀", "自殺"},
		About: "stones of the player's own that the move removes because they have no liberty left",
		From:  "Sensei's Library: Suicide",
	},
}

func seeCaptures(r *report) {
	if n := len(r.taken); n > 0 {
		r.add(captures, n, r.taken)
		if r.wants(lived) {
			r.add(lived, r.observer.ages.oldest(r.move), r.taken)
		}
	}
	if r.suicide && r.wants(suicide) {
		r.list = append(r.list[:0], r.at)
		began := r.before.begin()
		for _, c := range beside(r.at) {
			if r.before.at(c) == r.color && !r.before.seen(c, began) {
				r.before.read(c, all)
				r.list = append(r.list, r.before.stones...)
			}
		}
		r.add(suicide, len(r.list), r.list)
	}
}

// ages knows for each stone after which move it was put on the board. Variations are taken back.
// All methods do nothing on nil.
type ages struct {
	born  []int32 // by cell: the number of the move
	log   []age   // what born was, since the open variations began
	marks []int   // for each open variation, where its part of the log begins
}

type age struct{ cell, born int32 }

func newAges(size position.Size) *ages { return &ages{born: make([]int32, (size.Rows+2)*stride)} }

// open begins a variation.
func (a *ages) open() {
	if a != nil {
		a.marks = append(a.marks, len(a.log))
	}
}

// close takes a variation back.
func (a *ages) close() {
	if a == nil {
		return
	}
	last := len(a.marks) - 1
	for i := len(a.log) - 1; i >= a.marks[last]; i-- {
		a.born[a.log[i].cell] = a.log[i].born
	}
	a.log, a.marks = a.log[:a.marks[last]], a.marks[:last]
}

// put notes that a stone was put on a cell after a number of moves.
func (a *ages) put(c int32, moves int) {
	if a == nil {
		return
	}
	if len(a.marks) > 0 {
		a.log = append(a.log, age{c, a.born[c]})
	}
	a.born[c] = int32(moves)
}

// place notes the stones that a node put where no stone of their color stood before.
func (a *ages) place(before *grid, placed []position.Change, moves int) {
	if a == nil {
		return
	}
	for _, p := range placed {
		if c := cellOf(p.Point); before.at(c) != p.Color {
			a.put(c, moves)
		}
	}
}

// oldest returns for how many moves the oldest of the captured stones had stood.
func (a *ages) oldest(m *move) int {
	first := m.number
	for _, c := range m.taken {
		first = min(first, int(a.born[c]))
	}
	return m.number - first
}
