package chess

// A Fault says what is wrong with a move; 0 if nothing is.
type Fault uint8

// The faults. Moves with one of the first two cannot be executed.
const (
	NoFault   Fault = iota
	NoMover         // there is no piece of the side to move
	Unreached       // the piece does not go there
	InCheck         // the king is left in check
	NullMove        // nothing moves
)

// String returns the fault in words, "" for none.
func (f Fault) String() string {
	return [...]string{"", "there is no piece to move", "the piece does not go there", "the king is left in check", "a move is left out"}[f]
}

// Possible reports whether a move with the fault can be executed.
func (f Fault) Possible() bool { return f != NoMover && f != Unreached }

// Judge returns what is wrong with a move.
func (p *Position) Judge(m Move) Fault {
	switch {
	case m.IsNull():
		return NullMove
	case p.board[m.From] == NoPiece || p.board[m.From].Color() != p.turn:
		return NoMover
	case !p.reaches(m):
		return Unreached
	case !p.safe(m):
		return InCheck
	}
	return NoFault
}

// Play executes a move if that is possible, and returns what is wrong with it.
func (p *Position) Play(m Move) Fault {
	f := p.Judge(m)
	if f.Possible() {
		p.apply(m)
	}
	return f
}

// Make executes a move that [Position.Resolve] or [Position.Moves] returned for the position.
func (p *Position) Make(m Move) { p.apply(m) }

// Pass leaves the turn to the other side.
func (p *Position) Pass() { p.apply(Move{}) }

// safe reports whether a move that reaches its square leaves the king safe.
func (p *Position) safe(m Move) bool {
	king, piece := p.kings[index(p.turn)], p.board[m.From]
	if king == NoSquare {
		return true
	}
	if kind := piece.Kind(); kind != King && (kind != Pawn || m.To != p.passed) {
		return !p.attackedAfter(king, p.turn.Opponent(), m)
	}
	after := *p
	after.apply(m)
	return !after.InCheck(p.turn)
}

// reaches reports whether a piece of the side to move gets where a move says, safe or
// not.
func (p *Position) reaches(m Move) bool {
	piece, taken := p.board[m.From], p.board[m.To]
	if side, ok := p.castles(p.turn, m); ok {
		return m.Promote == NoKind && p.mayCastle(side)
	}
	if taken != NoPiece && taken.Color() == p.turn {
		return false
	}
	kind := piece.Kind()
	if (kind == Pawn && lastRow(m.To)) != (m.Promote > Pawn && m.Promote < King) {
		return false
	}
	switch kind {
	case Pawn:
		ahead, step := int(m.To)-int(m.From), forward(p.turn)
		switch sideways := m.To.File() - m.From.File(); {
		case sideways == 0 && ahead == step:
			return taken == NoPiece
		case sideways == 0 && ahead == 2*step:
			return taken == NoPiece && m.From.Row() == pawnRow(p.turn) && p.board[int(m.From)+step] == NoPiece
		case (sideways == 1 || sideways == -1) && ahead == step+sideways:
			return taken != NoPiece || m.To == p.passed
		}
		return false
	case Knight:
		for _, to := range jumps[m.From] {
			if to == m.To {
				return true
			}
		}
		return false
	}
	first, last, far := directions(kind)
	for d := first; d < last; d++ {
		for n, to := range rays[m.From][d] {
			if n == far {
				break
			}
			if to == m.To {
				return true
			}
			if p.board[to] != NoPiece {
				break
			}
		}
	}
	return false
}

func pawnRow(c Color) int {
	if c == White {
		return 6
	}
	return 1
}

// mayCastle reports whether the side to move may castle to a side: no piece stands
// between, and no square from the king's on that it comes to is attacked.
func (p *Position) mayCastle(side int) bool {
	us := index(p.turn)
	king, rook := p.kings[us], p.rooks[us][side]
	if rook == NoSquare || king == NoSquare {
		return false
	}
	kingTo, rookTo := castled(p.turn, side)
	low, high := min(king, rook, kingTo, rookTo), max(king, rook, kingTo, rookTo)
	for s := low; s <= high; s++ {
		if s != king && s != rook && p.board[s] != NoPiece {
			return false
		}
	}
	for s := min(king, kingTo); s <= max(king, kingTo); s++ {
		if p.attacked(s, p.turn.Opponent()) {
			return false
		}
	}
	return true // a rook that leaves the king in check is found when the move is made
}

// promotions are what a pawn can become.
var promotions = [...]Kind{Queen, Rook, Bishop, Knight}

// Moves returns the legal moves.
func (p *Position) Moves() []Move {
	moves := make([]Move, 0, 48)
	for m := range p.reachable {
		if p.safe(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// canMove reports whether there is a legal move.
func (p *Position) canMove() bool {
	for m := range p.reachable {
		if p.safe(m) {
			return true
		}
	}
	return false
}

// reachable yields the moves that [Position.reaches], safe or not.
func (p *Position) reachable(yield func(Move) bool) {
	for from := range NoSquare {
		piece := p.board[from]
		if piece == NoPiece || piece.Color() != p.turn {
			continue
		}
		switch kind := piece.Kind(); kind {
		case Pawn:
			step := forward(p.turn)
			for _, ahead := range [...]int{step, 2 * step, step - 1, step + 1} {
				to := int(from) + ahead
				if to < 0 || to > 63 {
					continue
				}
				m := Move{From: from, To: Square(to)}
				if !lastRow(m.To) {
					if p.reaches(m) && !yield(m) {
						return
					}
					continue
				}
				for _, m.Promote = range promotions {
					if p.reaches(m) && !yield(m) {
						return
					}
				}
			}
		case Knight:
			for _, to := range jumps[from] {
				if taken := p.board[to]; (taken == NoPiece || taken.Color() != p.turn) && !yield(Move{From: from, To: to}) {
					return
				}
			}
		default:
			first, last, far := directions(kind)
			for d := first; d < last; d++ {
				for n, to := range rays[from][d] {
					if n == far {
						break
					}
					taken := p.board[to]
					if (taken == NoPiece || taken.Color() != p.turn) && !yield(Move{From: from, To: to}) {
						return
					}
					if taken != NoPiece {
						break
					}
				}
			}
		}
	}
	for side, rook := range p.rooks[index(p.turn)] {
		if p.mayCastle(side) && !yield(Move{From: p.kings[index(p.turn)], To: rook}) {
			return
		}
	}
}
