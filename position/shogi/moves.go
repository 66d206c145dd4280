package shogi

// Reaches reports whether the piece on from reaches another square on this
// board, with either side to move, pins ignored. It does not reach a square with a
// piece of its own side.
func (p *Position) Reaches(from, to Square) bool {
	if !from.Valid() || !to.Valid() || p.board[from] == NoPiece ||
		p.board[to].Color() == p.board[from].Color() {
		return false
	}
	m := movements[p.board[from]]
	for d, set := next(m.step | m.slide); d < numDirections; d, set = next(set) {
		for s := neighbors[d][from]; s.Valid(); s = neighbors[d][s] {
			if s == to {
				return true
			}
			if p.board[s] != NoPiece || m.slide&(1<<d) == 0 {
				break
			}
		}
	}
	return false
}

// InCheck reports whether c's king can be taken.
func (p *Position) InCheck(c Color) bool {
	king := p.kings[side(c)]
	return king.Valid() && p.attacked(king, c.Opponent(), NoSquare)
}

// attacked reports whether a piece of by's goes to a square, seeing through
// the piece on the square without (a king that is about to step away).
func (p *Position) attacked(target Square, by Color, without Square) bool {
	for d := direction(0); d < numRays; d++ {
		back := uint16(1) << d.opposite()
		s := neighbors[d][target]
		if !s.Valid() {
			continue
		}
		if movements[p.board[s]].step&back != 0 && p.board[s].Color() == by {
			return true
		}
		for s.Valid() && (p.board[s] == NoPiece || s == without) {
			s = neighbors[d][s]
		}
		if s.Valid() && p.board[s].Color() == by && movements[p.board[s]].slide&back != 0 {
			return true
		}
	}
	knight := NewPiece(by, Knight)
	for d := direction(numRays); d < numDirections; d++ {
		if s := neighbors[d][target]; s.Valid() && p.board[s] == knight &&
			movements[knight].step&(1<<d.opposite()) != 0 {
			return true
		}
	}
	return false
}

// guard is what the safety of a king demands: how many pieces give
// check, where a move of another piece must end to parry a single check, and
// which pieces are pinned to which squares.
type guard struct {
	king    Square
	checks  int
	parry   squares
	pinned  squares
	pins    [numRays]pin
	numPins int
}

type pin struct {
	piece, by Square
	line      squares // up to and with the pinning piece
}

// guard returns what the safety of us's king demands.
func (p *Position) guard(us Color) (g guard) {
	them := us.Opponent()
	g.king, g.parry = p.kings[side(us)], allSquares
	if !g.king.Valid() {
		return g
	}
	for d := direction(0); d < numRays; d++ {
		back := uint16(1) << d.opposite()
		var line squares
		blocker := NoSquare
		for s := neighbors[d][g.king]; s.Valid(); s = neighbors[d][s] {
			line.add(s)
			piece := p.board[s]
			if piece == NoPiece {
				continue
			}
			if piece.Color() == us {
				if blocker.Valid() {
					break
				}
				blocker = s
				continue
			}
			m := movements[piece]
			switch adjacent := neighbors[d][g.king] == s; {
			case blocker.Valid() && m.slide&back != 0:
				g.pinned.add(blocker)
				g.pins[g.numPins] = pin{blocker, s, line}
				g.numPins++
			case !blocker.Valid() && (m.slide&back != 0 || adjacent && m.step&back != 0):
				g.checks++
				g.parry = g.parry.and(line)
			}
			break
		}
	}
	knight := NewPiece(them, Knight)
	for d := direction(numRays); d < numDirections; d++ {
		if s := neighbors[d][g.king]; s.Valid() && p.board[s] == knight && movements[knight].step&(1<<d.opposite()) != 0 {
			var line squares
			line.add(s)
			g.checks++
			g.parry = g.parry.and(line)
		}
	}
	return g
}

// allowed returns where a piece other than the king may go for the king's sake.
func (g *guard) allowed(from Square) squares {
	to := g.parry
	if g.pinned.has(from) {
		for _, pin := range g.pins[:g.numPins] {
			if pin.piece == from {
				to = to.and(pin.line)
			}
		}
	}
	return to
}

// Moves appends all legal moves to dst: moves on the board first, in the order
// of their origins, then drops.
func (p *Position) Moves(dst []Move) []Move { return p.generate(dst, p.mateSquare()) }

// generate appends the legal moves, but for drops of a pawn on one square.
func (p *Position) generate(dst []Move, noPawn Square) []Move {
	us := p.turn
	g := p.guard(us)
	var pawns uint16
	for from, piece := range p.board {
		if piece.Color() != us {
			continue
		}
		switch {
		case piece.Kind() == King:
			dst = p.appendKing(dst, Square(from))
			continue
		case piece.Kind() == Pawn:
			pawns |= 1 << (from % 9)
		}
		if g.checks < 2 {
			dst = p.appendFrom(dst, Square(from), g.allowed(Square(from)))
		}
	}
	if g.checks < 2 {
		dst = p.appendDrops(dst, g.parry, pawns, noPawn)
	}
	return dst
}

// mateSquare returns the square on which a dropped pawn would mate, NoSquare if
// there is none. The other side cannot answer such a check with a drop, so its
// own drops of pawns need no thought, and nothing here recurses.
func (p *Position) mateSquare() Square {
	back := south
	if p.turn == White {
		back = north
	}
	king := p.kings[side(p.turn.Opponent())]
	if p.hands[side(p.turn)][Pawn] == 0 || !king.Valid() {
		return NoSquare
	}
	to := neighbors[back][king]
	if !to.Valid() || p.board[to] != NoPiece {
		return NoSquare
	}
	q := *p
	q.execute(NewDrop(Pawn, to))
	var buffer [64]Move // more only cost an allocation
	if len(q.generate(buffer[:0], NoSquare)) > 0 {
		return NoSquare
	}
	return to
}

// appendKing appends the king's steps to squares nobody attacks.
func (p *Position) appendKing(dst []Move, from Square) []Move {
	for d := direction(0); d < numRays; d++ {
		to := neighbors[d][from]
		if !to.Valid() || p.board[to].Color() == p.turn || p.board[to].Kind() == King {
			continue
		}
		// Of two kings of one side only the last one set is guarded.
		if from != p.kings[side(p.turn)] || !p.attacked(to, p.turn.Opponent(), from) {
			dst = append(dst, Move{From: from, To: to})
		}
	}
	return dst
}

// appendFrom appends the moves of a piece to allowed squares.
func (p *Position) appendFrom(dst []Move, from Square, allowed squares) []Move {
	if allowed.empty() {
		return dst
	}
	piece := p.board[from]
	c, kind, m := piece.Color(), piece.Kind(), movements[piece]
	for d, set := next(m.step | m.slide); d < numDirections; d, set = next(set) {
		for to := neighbors[d][from]; to.Valid(); to = neighbors[d][to] {
			target := p.board[to]
			if target.Color() == c {
				break
			}
			if allowed.has(to) && target.Kind() != King {
				if !MustPromote(c, kind, to) {
					dst = append(dst, Move{From: from, To: to})
				}
				if MayPromote(c, kind, from, to) {
					dst = append(dst, Move{From: from, To: to, Promote: true})
				}
			}
			if target != NoPiece || m.slide&(1<<d) == 0 {
				break
			}
		}
	}
	return dst
}

// appendDrops appends the drops on allowed squares. Pawns are the columns that
// are closed to pawns, noPawn a square that is.
func (p *Position) appendDrops(dst []Move, allowed squares, pawns uint16, noPawn Square) []Move {
	c := p.turn
	hand := &p.hands[side(c)]
	var kinds [handKinds]Kind
	n := 0
	for k := Pawn; k < handKinds; k++ {
		if hand[k] > 0 {
			kinds[n] = k
			n++
		}
	}
	if n == 0 {
		return dst
	}
	for s, piece := range p.board {
		to := Square(s)
		if piece != NoPiece || !allowed.has(to) {
			continue
		}
		for _, k := range kinds[:n] {
			if MustPromote(c, k, to) || k == Pawn && (pawns&(1<<(to%9)) != 0 || to == noPawn) {
				continue
			}
			dst = append(dst, NewDrop(k, to))
		}
	}
	return dst
}

// Attempts appends all moves that are legal or break nothing but the three
// rules of Fault.Slip: every way the pieces go, drops with nifu and drop mates,
// and moves that leave the king in check.
func (p *Position) Attempts(dst []Move) []Move {
	for from, piece := range p.board {
		if piece.Color() == p.turn {
			dst = p.appendFrom(dst, Square(from), allSquares)
		}
	}
	for k := Pawn; k < handKinds; k++ {
		for s, piece := range p.board {
			if p.Hand(p.turn, k) > 0 && piece == NoPiece && !MustPromote(p.turn, k, Square(s)) {
				dst = append(dst, NewDrop(k, Square(s)))
			}
		}
	}
	return dst
}

// Mate reports whether the side to move is in check and has no legal move.
func (p *Position) Mate() bool {
	return p.InCheck(p.turn) && len(p.Moves(nil)) == 0
}

// Perft returns the number of lines of play of a length: 1 for 0, the number of
// legal moves for 1. It takes time in proportion; depth is meant to be below 10.
func (p *Position) Perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	var buffer [600]Move // 593 moves is the known maximum
	moves := p.Moves(buffer[:0])
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		q := *p
		q.execute(m)
		n += q.Perft(depth - 1)
	}
	return n
}
