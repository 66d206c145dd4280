package chess

import (
	"kifudb/position"
)

// history counts the positions of a path.
type history struct {
	path   []position.Key // by depth
	counts map[position.Key]int32
}

// visit adds a position at a depth, forgets those of other variations, and returns how often the position is on
// the path.
func (h *history) visit(p *Position, depth int) int32 {
	if h.counts == nil {
		h.counts = map[position.Key]int32{}
	}
	for len(h.path) > depth {
		last := h.path[len(h.path)-1]
		if h.counts[last]--; h.counts[last] == 0 {
			delete(h.counts, last)
		}
		h.path = h.path[:len(h.path)-1]
	}
	key := p.playableKey()
	h.path = append(h.path, key)
	h.counts[key]++
	return h.counts[key]
}

// playableKey returns the position's key, without a capture in passing that would leave the
// king in check.
func (p *Position) playableKey() position.Key {
	if p.passed == NoSquare {
		return p.Key()
	}
	for from := range squaresOf(p.attackers(p.passed, p.turn)) {
		if p.board[from].Kind() == Pawn && p.safe(Move{From: from, To: p.passed}) {
			return p.Key()
		}
	}
	q := *p
	q.passed = NoSquare
	return q.Key()
}

func (o *observer) repetition() int32 {
	if o.times < 2 {
		return 0
	}
	o.mark(o.to)
	return o.times
}
