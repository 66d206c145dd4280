package shogi

// worth is what the kinds of pieces are worth in pawns, the king more than all others.
// The source is in the table of kinds.
var worth = [numKinds]int32{
	Pawn: 1, Lance: 3, Knight: 4, Silver: 5, Gold: 6, Bishop: 8, Rook: 10, King: 1000,
	PromotedPawn: 7, PromotedLance: 6, PromotedKnight: 6, PromotedSilver: 6, Horse: 10, Dragon: 12,
}

// loss returns what a move that was made loses on its square in pawns, 0 if it loses nothing:
// what the opponent gains by taking there, less what the move took and what its promotion gains.
func (p *Position) loss(m Move, moved, taken Kind) int32 {
	now := p.board[m.To].Kind()
	if now == King {
		return 0
	}
	q := *p
	return max(0, q.exchange(m.To, p.turn, worth[now])-worth[taken]-(worth[now]-worth[moved]))
}

// exchange returns what a side gains, at least 0, if it begins to take on a square, where
// a piece stands whose worth is given. It takes with the piece of least worth. Of several it
// chooses the best one for it, because pieces behind them join in. A king takes last, and
// only where nothing takes it.
//
// The recursion ends with the pieces on the lines to the square. It branches only at pieces of
// equal worth that stand before pieces that slide. There are eight of those in a set.
func (p *Position) exchange(target Square, by Color, value int32) int32 {
	var buffer, others [numDirections]Square
	attackers := p.attackers(buffer[:0], target, by)
	if len(attackers) == 0 {
		return 0
	}
	least := worth[King]
	for _, s := range attackers {
		least = min(least, worth[p.board[s].Kind()])
	}
	if least == worth[King] && len(p.attackers(others[:0], target, by.Opponent())) > 0 {
		return 0
	}
	gain, plain := int32(0), false
	for _, s := range attackers {
		piece := p.board[s]
		if worth[piece.Kind()] != least {
			continue
		}
		if !p.backed(target, s) {
			if plain {
				continue // it comes to the same
			}
			plain = true
		}
		p.board[s] = NoPiece
		gain = max(gain, value-p.exchange(target, by.Opponent(), least))
		p.board[s] = piece
	}
	return gain
}

// attackers appends the squares of by's pieces that go to a square, clockwise from the one
// in the north, knights last.
func (p *Position) attackers(dst []Square, target Square, by Color) []Square {
	for d := direction(0); d < numRays; d++ {
		back := uint16(1) << d.opposite()
		s := neighbors[d][target]
		reach := movements[p.At(s)].step | movements[p.At(s)].slide
		for s.Valid() && p.board[s] == NoPiece {
			s = neighbors[d][s]
			reach = movements[p.At(s)].slide
		}
		if s.Valid() && p.board[s].Color() == by && reach&back != 0 {
			dst = append(dst, s)
		}
	}
	knight := NewPiece(by, Knight)
	for d := direction(numRays); d < numDirections; d++ {
		if s := neighbors[d][target]; s.Valid() && p.board[s] == knight && movements[knight].step&(1<<d.opposite()) != 0 {
			dst = append(dst, s)
		}
	}
	return dst
}

// backed reports whether a piece that slides to the target stands behind an attacker on
// its line.
func (p *Position) backed(target, attacker Square) bool {
	for d := direction(0); d < numRays; d++ {
		s := neighbors[d][target]
		for s.Valid() && s != attacker && p.board[s] == NoPiece {
			s = neighbors[d][s]
		}
		if s != attacker {
			continue
		}
		for s = neighbors[d][s]; s.Valid(); s = neighbors[d][s] {
			if p.board[s] != NoPiece {
				return movements[p.board[s]].slide&(1<<d.opposite()) != 0
			}
		}
		return false
	}
	return false
}
