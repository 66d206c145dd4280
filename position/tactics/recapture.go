package tactics

import (
	"slices"

	"kifudb/position"
)

// seeRecaptures compares the move with the ones before it. The move is not on the path yet.
func seeRecaptures(r *report, path *koPath) {
	last, before := path.last(), path.above(1)
	if last.color != r.color.Opponent() || last.captured == 0 || last.base == int32(len(path.nodes)-1) {
		return // the opponent has not just captured
	}
	own := before.color == r.color && before.at >= 0 && before.captured == 0
	back := len(r.taken) > 0 && r.takes(last.at)
	if back && !r.takesKo() {
		r.add(recapture, len(r.taken), r.taken)
	}
	if last.captured == 1 && back && len(r.taken) >= 2 && path.tookFrom(r.at) {
		r.add(snapback, len(r.taken), r.taken)
	}
	if last.captured < 2 || r.suicide {
		return
	}
	oneForTwo := last.captured == 2 && len(r.taken) == 1 && back
	if !oneForTwo && path.tookFrom(r.at) && (len(r.taken) > 0 || r.givesAtari()) {
		r.add(underthestones, int(last.captured), []int32{r.at})
	}
	if own && len(r.taken) == 1 && back && path.tookGroupOf(before.at) {
		r.add(sendtwo, int(last.captured), []int32{r.at}, r.taken)
	}
}

// seeThrowIn finds the stone that is given up for a snapback. It takes nothing, so the move is not one
// that carries a snapback out.
func (r *report) seeThrowIn() {
	if r.suicide || len(r.taken) > 0 || !r.wants(snapback) {
		return
	}
	for _, c := range beside(r.at) {
		if r.after.at(c) == r.color {
			return
		}
	}
	if r.after.read(r.at, 1); len(r.after.liberties) != 1 {
		return
	}
	if e := r.exchange(r.after.liberties[0]); len(e.back) >= 2 {
		r.list = append(r.list[:0], e.back...)
		r.list = slices.DeleteFunc(r.list, func(c int32) bool { return r.after.at(c) == position.Empty })
		r.add(snapback, len(e.back), r.list)
	}
}

// takes reports whether the move takes the stone of a cell.
func (m *move) takes(c int32) bool { return slices.Contains(m.taken, c) }

// tookFrom reports whether a stone was taken from a cell by the last node, which is a plain move.
func (t *koPath) tookFrom(c int32) bool {
	return slices.ContainsFunc(t.log[t.last().log:], func(l koChange) bool { return int32(l.cell) == c && l.new == uint8(position.Empty) })
}

// tookGroupOf reports whether the last node, a plain move, took the group of a stone and no other.
func (t *koPath) tookGroupOf(stone int32) bool {
	if t.mark == nil {
		t.mark = make([]uint8, (position.MaxSize+2)*stride)
	}
	const gone, found = 1, 2
	taken := t.log[t.last().log:]
	for _, l := range taken {
		if l.new == uint8(position.Empty) {
			t.mark[l.cell] = gone
		}
	}
	t.stack = t.stack[:0]
	visit := func(c int32) {
		if t.mark[c] == gone {
			t.mark[c] = found
			t.stack = append(t.stack, c)
		}
	}
	visit(stone)
	for i := 0; i < len(t.stack); i++ {
		for _, c := range beside(t.stack[i]) {
			visit(c)
		}
	}
	for _, l := range taken {
		t.mark[l.cell] = 0
	}
	return len(t.stack) == int(t.last().captured)
}

// givesAtari reports whether a group that the stone touches has one liberty now.
func (m *move) givesAtari() bool {
	for _, c := range beside(m.at) {
		if m.after.at(c) == m.color.Opponent() {
			if m.after.read(c, 1); len(m.after.liberties) == 1 {
				return true
			}
		}
	}
	return false
}
