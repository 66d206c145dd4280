package shogi

import (
	"iter"

	"kifudb/position"
	"kifudb/position/feature"
)

// Observe replays a script from a position and yields what its moves do, for the wanted
// kinds of [Kinds], ordered by node, then by kind. Moves that cannot be executed do nothing;
// other illegal moves do what they do on the board. An instance is valid until the next one.
func Observe(start *Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return func(yield func(*feature.Instance) bool) {
		o := observer{wanted: w, yield: yield}
		if o.wanted.Kinds &= 1<<numFeatures - 1; o.wanted.Kinds == 0 {
			return
		}
		if o.wants(kindChecks) || o.wants(kindRepetition) || o.wants(kindExchangesBishops) {
			o.path = []mark{{node: -1, arrived: true, key: start.key, bishops: NoSquare}}
		}
		if o.wants(kindRepetition) {
			o.seen = map[position.Key]int32{start.key: 1}
		}
		for step := range Replay(start, s) {
			if o.path != nil {
				o.follow(step)
			}
			if step.Moved && step.Fault.Possible() && !o.move(step) {
				return
			}
		}
	}
}

// observer holds the state of one call of Observe.
type observer struct {
	wanted   feature.Wanted
	yield    func(*feature.Instance) bool
	instance feature.Instance
	points   []position.Point

	path []mark                 // the start and the nodes down to the current one; nil if no kind needs it
	seen map[position.Key]int32 // how often each position came up on the path; nil if nobody asks
}

// mark is what later moves need to know about a node.
type mark struct {
	key     position.Key
	node    int32
	checks  [2]int32 // by side, the checks it has given in a row
	bishops Square   // where its move took a bishop with a bishop, if arrived
	arrived bool     // its move was executed: its position counts as come up
}

func (o *observer) wants(kind int) bool { return o.wanted.Kinds.Has(kind) }

// follow makes the path end in a step.
func (o *observer) follow(s *Step) {
	top := len(o.path) - 1
	for ; top > 0 && int(o.path[top].node) != s.Parent; top-- {
		if o.seen == nil || !o.path[top].arrived {
			continue
		}
		if key := o.path[top].key; o.seen[key] > 1 {
			o.seen[key]--
		} else {
			delete(o.seen, key)
		}
	}
	next := o.path[top]
	next.node, next.arrived = int32(s.Node), false
	if s.Moved {
		next.bishops = NoSquare
		us := s.Before.turn
		if !s.Fault.Possible() || !s.Position.InCheck(us.Opponent()) {
			next.checks[side(us)] = 0
		} else {
			next.checks[side(us)]++
		}
	}
	if s.Moved && s.Fault.Possible() {
		next.key, next.arrived = s.Position.key, true
		if o.seen != nil {
			o.seen[next.key]++
		}
		if !s.Move.IsDrop() && s.Before.board[s.Move.From].Kind().Demoted() == Bishop && s.Before.board[s.Move.To].Kind().Demoted() == Bishop {
			next.bishops = s.Move.To
		}
	}
	o.path = append(o.path[:top+1], next)
}

// report yields an instance at the points.
func (o *observer) report(kind int, value int32, at ...Square) bool {
	o.instance.Kind, o.instance.Value, o.instance.Points = kind, value, nil
	if o.wanted.Points {
		o.points = o.points[:0]
		for _, s := range at {
			o.points = append(o.points, s.Point())
		}
		o.instance.Points = o.points
	}
	return o.yield(&o.instance)
}

// move reports what a move does. It returns false if the caller has enough.
func (o *observer) move(s *Step) bool {
	m, before, after := s.Move, s.Before, s.Position
	us := before.turn
	moved, taken := m.Drop, NoKind
	if !m.IsDrop() {
		moved, taken = before.board[m.From].Kind(), before.board[m.To].Kind()
	}
	o.instance.Node, o.instance.By = s.Node, us
	if o.wants(kindCaptures) && taken != NoKind && !o.report(kindCaptures, 1, m.To) {
		return false
	}
	if o.wants(kindTakes) && taken != NoKind && !o.report(kindTakes, pieceValue(taken), m.To) {
		return false
	}
	if o.wants(kindDrops) && m.IsDrop() && !o.report(kindDrops, pieceValue(m.Drop), m.To) {
		return false
	}

	var buffer [numDirections + 1]Square
	var checkers []Square
	const needCheckers = 1<<kindCheck | 1<<kindChecks | 1<<kindKingRook | 1<<kindMate | 1<<kindDropMate
	if king := after.kings[side(us.Opponent())]; king.Valid() && o.wanted.Kinds&needCheckers != 0 {
		checkers = after.attackers(buffer[:0], king, us)
	}
	if o.wants(kindCheck) && len(checkers) > 0 && !o.report(kindCheck, int32(len(checkers)), checkers...) {
		return false
	}
	if o.wants(kindChecks) && len(checkers) > 0 && !o.report(kindChecks, o.path[len(o.path)-1].checks[side(us)], checkers...) {
		return false
	}
	if !o.attacks(after, m.To, len(checkers) > 0) || o.wants(kindPin) && !o.pins(before, after) {
		return false
	}
	if o.wants(kindSacrifice) {
		if n := after.loss(m, moved, taken); n > 0 && !o.report(kindSacrifice, n, m.To) {
			return false
		}
	}
	if o.wants(kindPromotes) && m.Promote && !o.report(kindPromotes, promotingValue(moved), m.To) {
		return false
	}
	if o.wants(kindDeclines) && !m.IsDrop() && !m.Promote && MayPromote(us, moved, m.From, m.To) && !o.report(kindDeclines, promotingValue(moved), m.To) {
		return false
	}
	return o.mates(after, m, checkers) && o.last(s, us, moved, taken)
}

// attacks reports what a piece attacks that has moved.
func (o *observer) attacks(p *Position, from Square, check bool) bool {
	if !o.wants(kindFork) && !(o.wants(kindKingRook) && check) {
		return true
	}
	var forked, rooks [numDirections + 1]Square
	numForked, numRooks := 1, 1 // the first is the moved piece
	forked[0], rooks[0] = from, from
	piece := p.board[from]
	them := piece.Color().Opponent()
	m := movements[piece]
	for d, set := next(m.step | m.slide); d < numDirections; d, set = next(set) {
		s := neighbors[d][from]
		for m.slide&(1<<d) != 0 && s.Valid() && p.board[s] == NoPiece {
			s = neighbors[d][s]
		}
		if !s.Valid() || p.board[s].Color() != them {
			continue
		}
		kind := p.board[s].Kind()
		if kind.Demoted() == Rook {
			rooks[numRooks] = s
			numRooks++
		}
		if o.wants(kindFork) && (worth[kind] > worth[piece.Kind()] || kind == King || !p.attacked(s, them, NoSquare)) {
			forked[numForked] = s
			numForked++
		}
	}
	if o.wants(kindFork) && numForked > 2 && !o.report(kindFork, int32(numForked-1), forked[:numForked]...) {
		return false
	}
	return !o.wants(kindKingRook) || !check || numRooks == 1 ||
		o.report(kindKingRook, int32(numRooks-1), append(rooks[:numRooks], p.kings[side(them)])...)
}

// pins reports the pieces of the side to move that are pinned now and were not before.
func (o *observer) pins(before, after *Position) bool {
	them := after.turn
	g := after.guard(them)
	if g.numPins == 0 {
		return true
	}
	old := before.guard(them)
	var points [2 * numRays]Square
	n := 0
	for _, pin := range g.pins[:g.numPins] {
		if !old.pinned.has(pin.piece) {
			points[n], points[n+1] = pin.piece, pin.by
			n += 2
		}
	}
	return n == 0 || o.report(kindPin, int32(n/2), points[:n]...)
}

// mates reports whether and how a check mates.
func (o *observer) mates(p *Position, m Move, checkers []Square) bool {
	if len(checkers) == 0 || !o.wants(kindMate) && !(o.wants(kindDropMate) && m.Drop == Pawn) {
		return true
	}
	var buffer [64]Move // more only cost an allocation
	if len(p.Moves(buffer[:0])) > 0 {
		return true
	}
	if o.wants(kindMate) {
		how := int32(mateBoard)
		if m.IsDrop() {
			how = mateDrop
		}
		if !o.report(kindMate, how, checkers...) {
			return false
		}
		if len(checkers) > 1 && !o.report(kindMate, mateDouble, checkers...) {
			return false
		}
		if (len(checkers) > 1 || checkers[0] != m.To) && !o.report(kindMate, mateDiscovered, checkers...) {
			return false
		}
	}
	return !o.wants(kindDropMate) || m.Drop != Pawn || o.report(kindDropMate, 1, m.To)
}

// last reports the kinds after those of mates.
func (o *observer) last(s *Step, us Color, moved, taken Kind) bool {
	m := s.Move
	if o.wants(kindEnteringKing) && moved == King {
		if now := 3 - m.To.advance(us); now > 0 && m.To.advance(us) < m.From.advance(us) && !o.report(kindEnteringKing, int32(now), m.To) {
			return false
		}
	}
	if o.wants(kindRepetition) {
		if n := o.seen[s.Position.key]; n > 1 && !o.report(kindRepetition, n, m.To) {
			return false
		}
	}
	if o.wants(kindOpensBishop) && !o.opensBishop(s, us) {
		return false
	}
	if o.wants(kindExchangesBishops) && taken.Demoted() == Bishop && len(o.path) > 1 {
		// The top of the path is the move itself.
		if o.path[len(o.path)-2].bishops == m.To {
			return o.report(kindExchangesBishops, 1, m.To)
		}
	}
	return true
}

// opensBishop reports the squares that a bishop gains that has not moved, if an own piece leaves its
// diagonal.
func (o *observer) opensBishop(s *Step, us Color) bool {
	home, ahead := SquareAt(8, 8), northEast
	if us == White {
		home, ahead = home.Rotate(), ahead.opposite()
	}
	if s.Move.IsDrop() || s.Position.board[home] != NewPiece(us, Bishop) || s.Before.board[home] != NewPiece(us, Bishop) {
		return true
	}
	blocker := neighbors[ahead][home]
	for blocker.Valid() && s.Before.board[blocker] == NoPiece {
		blocker = neighbors[ahead][blocker]
	}
	if blocker != s.Move.From {
		return true
	}
	for at := neighbors[ahead][home]; at != blocker; at = neighbors[ahead][at] {
		if at == s.Move.To {
			return true // a bishop stands nearer now
		}
	}
	points := [9]Square{home}
	n := 1
	for at := blocker; at.Valid() && s.Position.board[at].Color() != us; at = neighbors[ahead][at] {
		points[n] = at
		n++
		if s.Position.board[at] != NoPiece {
			break
		}
	}
	return n == 1 || o.report(kindOpensBishop, int32(n-1), points[:n]...)
}
