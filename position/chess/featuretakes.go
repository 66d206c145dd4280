package chess

func (o *observer) captures() int32 {
	if o.taken == NoSquare {
		return 0
	}
	o.mark(o.taken)
	return 1
}

func (o *observer) takes() int32 {
	if o.captures() == 0 {
		return 0
	}
	if kind := o.before.board[o.taken].Kind(); kind != King {
		return int32(kind)
	}
	return 0
}

func (o *observer) enPassant() int32 {
	if o.taken == o.to {
		return 0
	}
	return o.captures()
}

func (o *observer) sacrifice() int32 {
	kind := o.after.board[o.to].Kind()
	gain := int32(0)
	if o.taken != NoSquare {
		gain = points[o.before.board[o.taken].Kind()]
	}
	if o.move.Promote != NoKind {
		gain += points[o.move.Promote] - points[Pawn]
	}
	most := points[kind] // that the opponent can take
	if lastRow(o.to) {
		most += points[Queen] - points[Pawn]
	}
	if kind == King || gain >= most || !o.after.attacked(o.to, o.them()) {
		return 0
	}
	o.mark(o.to)
	return o.after.exchange(o.to) - gain
}

// exchange returns what the side to move gains on a square if both sides take there by turns with
// the least valuable piece, as long as it pays. Pieces take only where that is legal.
func (p *Position) exchange(on Square) int32 {
	var gains [64]int32
	n, q := 0, *p
	for n < len(gains) {
		m, ok := q.cheapest(on)
		if !ok {
			break
		}
		gains[n] = points[q.board[on].Kind()]
		if m.Promote != NoKind {
			gains[n] += points[Queen] - points[Pawn]
		}
		q.apply(m)
		n++
	}
	best := int32(0)
	for n--; n >= 0; n-- {
		best = max(0, gains[n]-best)
	}
	return best
}

// cheapest returns the legal capture on a square by the least valuable piece; of several, by
// the first in the order of squares. A pawn becomes a queen on the last rank.
func (p *Position) cheapest(on Square) (best Move, ok bool) {
	least := int32(0)
	for from := range squaresOf(p.attackers(on, p.turn)) {
		kind := p.board[from].Kind()
		m := Move{From: from, To: on}
		if kind == Pawn && lastRow(on) {
			m.Promote = Queen
		}
		if (!ok || points[kind] < least) && p.safe(m) {
			best, least, ok = m, points[kind], true
		}
	}
	return best, ok
}
