package chess

import (
	"iter"
	"math/bits"

	"kifudb/position"
	"kifudb/position/feature"
)

// points are the values of pieces for forks, skewers and sacrifices: the usual 1, 3, 3, 5 and 9.
// Nothing is worth more than a king.
var points = [...]int32{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 1000}

const valuesSource = "values of pieces: pawn 1, knight and bishop 3, rook 5, queen 9"

// pieceWords name the kinds of pieces from the pawn on.
var pieceWords = []feature.Word{
	{Name: "pawn", Also: []string{"ポーン", "兵"}, About: "a pawn"},
	{Name: "knight", Also: []string{"ナイト", "马", "馬"}, About: "a knight"},
	{Name: "bishop", Also: []string{"ビショップ", "象"}, About: "a bishop"},
	{Name: "rook", Also: []string{"ルーク", "车", "車"}, About: "a rook"},
	{Name: "queen", Also: []string{"クイーン", "后"}, About: "a queen"},
}

// kinds are the kinds of features, each with the function that measures it: it returns the
// value, 0 for none, and calls mark for each square of a drawing.
var kinds = [...]struct {
	feature.Kind
	measure func(*observer) int32
}{
	kindCaptures: {feature.Kind{
		Name: "captures", Also: []string{"capture", "取る", "吃子"},
		About: "pieces that the move takes: 1",
	}, (*observer).captures},
	kindTakes: {feature.Kind{
		Name: "takes", Also: []string{"取った駒"},
		About: "the piece that the move takes", Words: pieceWords,
	}, (*observer).takes},
	kindEnPassant: {feature.Kind{
		Name: "enpassant", Also: []string{"en-passant", "アンパッサン", "吃过路兵", "吃過路兵"},
		About: "1 for a pawn taken in passing",
	}, (*observer).enPassant},
	kindCheck: {feature.Kind{
		Name: "check", Also: []string{"チェック", "将军", "將軍"},
		About: "pieces that give check after the move",
	}, (*observer).check},
	kindChecks: {feature.Kind{
		Name: "checks", Also: []string{"連続チェック", "连将"},
		About: "which check in a row the move is: 3 if it and the player's two moves before it gave check",
	}, (*observer).checks},
	kindDoubleCheck: {feature.Kind{
		Name: "doublecheck", Also: []string{"double-check", "ダブルチェック", "双将", "雙將"},
		About: "1 if two pieces give check after the move",
	}, (*observer).doubleCheck},
	kindDiscoveredCheck: {feature.Kind{
		Name: "discoveredcheck", Also: []string{"discovered-check", "ディスカバードチェック", "闪将", "閃將"},
		About: "pieces that give check and did not move",
	}, (*observer).discoveredCheck},
	kindMate: {feature.Kind{
		Name: "mate", Also: []string{"checkmate", "チェックメイト", "チェックメート", "将死", "將死"},
		About: "the move mates; the word is the pattern", From: `Wikipedia, "Checkmate pattern"; Renaud and Kahn, "The Art of the Checkmate"`,
		Words: mateWords,
	}, (*observer).mate},
	kindStalemate: {feature.Kind{
		Name: "stalemate", Also: []string{"ステイルメイト", "ステールメイト", "逼和", "无子可动"},
		About: "1 if the opponent has no legal move after the move and is not in check",
	}, (*observer).stalemate},
	kindFork: {feature.Kind{
		Name: "fork", Also: []string{"フォーク", "捉双", "击双"},
		About: "pieces that the moved piece attacks, from 2 on: the king, pieces worth more than the moved one, and pieces that nothing defends. Pawns are not counted, and pins are ignored",
		From:  valuesSource,
	}, (*observer).fork},
	kindPin: {feature.Kind{
		Name: "pin", Also: []string{"ピン", "牵制", "牽制"},
		About: "pieces and pawns that the move pins to their king: each is alone between its king and a piece that moves along that line, and was not before",
	}, (*observer).pin},
	kindSkewer: {feature.Kind{
		Name: "skewer", Also: []string{"スキュア", "串击", "串打"},
		About: "lines on which the moved piece attacks a king, or a queen worth more than it, and behind that a piece, not a pawn, that is worth more than it or that only the one in front defends",
		From:  valuesSource,
	}, (*observer).skewer},
	kindSacrifice: {feature.Kind{
		Name: "sacrifice", Also: []string{"サクリファイス", "弃子", "棄子"},
		About: "points that the move loses on its square, less what it took: both sides take there by turns with the least valuable piece that legally can, as long as it gains. It does not tell a sacrifice from a mistake",
		From:  `static exchange evaluation (Chess Programming Wiki); ` + valuesSource,
	}, (*observer).sacrifice},
	kindPromotes: {feature.Kind{
		Name: "promotes", Also: []string{"promotion", "プロモーション", "升变", "升變"},
		About: "what the pawn becomes", Words: pieceWords[1:],
	}, (*observer).promotes},
	kindCastles: {feature.Kind{
		Name: "castles", Also: []string{"castling", "キャスリング", "王车易位", "王車易位"},
		About: "to which side the king castles",
		Words: []feature.Word{
			{Name: "short", Also: []string{"kingside", "o-o", "0-0", "短易位"}, About: "toward the h-file"},
			{Name: "long", Also: []string{"queenside", "o-o-o", "0-0-0", "长易位", "長易位"}, About: "toward the a-file"},
		},
	}, (*observer).castling},
	kindPassedPawn: {feature.Kind{
		Name: "passedpawn", Also: []string{"passed-pawn", "パスポーン", "通路兵"},
		About: "the player's pawns that become passed with the move: no enemy pawn is ahead of them on their file or the files beside it",
	}, (*observer).passedPawn},
	kindRepetition: {feature.Kind{
		Name: "repetition", Also: []string{"千日手", "重复局面", "重複局面"},
		About: "how often the position has come up in this line of play, from 2 on: same board, same player to move, same rights to castle and to take in passing. 3 is a draw if a player claims it",
		From:  "FIDE Laws of Chess, article 9.2",
	}, (*observer).repetition},
}

const (
	kindCaptures = iota
	kindTakes
	kindEnPassant
	kindCheck
	kindChecks
	kindDoubleCheck
	kindDiscoveredCheck
	kindMate
	kindStalemate
	kindFork
	kindPin
	kindSkewer
	kindSacrifice
	kindPromotes
	kindCastles
	kindPassedPawn
	kindRepetition
)

// features are the kinds alone.
var features = func() []feature.Kind {
	list := make([]feature.Kind, len(kinds))
	for i := range kinds {
		list[i] = kinds[i].Kind
	}
	return list
}()

// Features returns the kinds of features that [Observe] reports. Callers must not change them.
func Features() []feature.Kind { return features }

// Observe replays a script as [Replay] does, and yields what its moves do on the board, for
// moves that were executed. Moves that leave the king in check count, null moves do not. An
// instance is valid until the next one.
func Observe(start *Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	type line struct {
		position Position
		checks   [2]int32 // how many in a row each color has given
		depth    int      // of the path, the start has 0
	}
	return func(yield func(*feature.Instance) bool) {
		if w.Kinds&(1<<len(kinds)-1) == 0 {
			return
		}
		o := observer{marks: w.Points}
		var seen history
		if w.Kinds.Has(kindRepetition) {
			seen.visit(start, 0)
		}
		for visit, n := range position.Walk(&line{position: *start}, s) {
			if n.Move.Color == Empty {
				continue
			}
			before, after := &visit.Before.position, &visit.Position.position
			m, by := MoveOf(uint16(n.Move.Point)), before.turn
			fault := after.Play(m)
			if !fault.Possible() {
				after.Pass()
			}
			visit.Position.depth++
			count := int32(0)
			if w.Kinds.Has(kindRepetition) {
				count = seen.visit(after, visit.Position.depth)
			}
			checks := &visit.Position.checks[index(by)]
			if !fault.Possible() || m.IsNull() {
				*checks = 0
				continue
			}
			o.begin(before, after, m)
			if o.times = count; w.Kinds.Has(kindChecks) {
				if *checks++; o.checkers() == 0 {
					*checks = 0
				}
				o.inRow = *checks
			}
			for i := range kinds {
				if !w.Kinds.Has(i) {
					continue
				}
				o.points = o.points[:0]
				value := kinds[i].measure(&o)
				if value <= 0 {
					continue
				}
				o.instance = feature.Instance{Kind: i, Node: visit.Node, By: by, Value: value}
				if o.marks {
					o.instance.Points = o.points
				}
				if i != kindMate {
					if !yield(&o.instance) {
						return
					}
					continue
				}
				for set := uint32(value); set != 0; set &= set - 1 { // a set of words
					o.instance.Value = int32(bits.TrailingZeros32(set)) + 1
					if !yield(&o.instance) {
						return
					}
				}
			}
		}
	}
}

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

// squaresOf yields the squares of a set of bits.
func squaresOf(squares uint64) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; squares != 0; squares &= squares - 1 {
			if !yield(Square(bits.TrailingZeros64(squares))) {
				return
			}
		}
	}
}

// attackers returns the squares of a color's pieces that attack a square.
func (p *Position) attackers(s Square, by Color) uint64 {
	var from uint64
	for _, at := range jumps[s] {
		if p.board[at] == NewPiece(by, Knight) {
			from |= 1 << at
		}
	}
	for d := range 8 {
		for n, at := range rays[s][d] {
			piece := p.board[at]
			if piece == NoPiece {
				continue
			}
			if piece.Color() == by {
				attacks := false
				switch piece.Kind() {
				case Queen:
					attacks = true
				case Rook:
					attacks = d < 4
				case Bishop:
					attacks = d >= 4
				case King:
					attacks = n == 0
				case Pawn:
					attacks = n == 0 && d >= 4 && (d >= 6) == (by == White)
				}
				if attacks {
					from |= 1 << at
				}
			}
			break
		}
	}
	return from
}

// attacks returns the occupied squares that the piece on a square attacks.
func (p *Position) attacks(from Square) uint64 {
	var to uint64
	piece := p.board[from]
	switch kind := piece.Kind(); kind {
	case Pawn:
		row := from.Row() + forward(piece.Color())/8
		for _, side := range [2]int{-1, 1} {
			if s := SquareAt(from.File()+side, row); s != NoSquare && p.board[s] != NoPiece {
				to |= 1 << s
			}
		}
	case Knight:
		for _, s := range jumps[from] {
			if p.board[s] != NoPiece {
				to |= 1 << s
			}
		}
	default:
		first, last, far := directions(kind)
		for d := first; d < last; d++ {
			for n, s := range rays[from][d] {
				if n == far {
					break
				}
				if p.board[s] != NoPiece {
					to |= 1 << s
					break
				}
			}
		}
	}
	return to
}

// pinned returns the pieces of a color that are pinned to their king.
func (p *Position) pinned(c Color) uint64 {
	king := p.kings[index(c)]
	if king == NoSquare {
		return 0
	}
	var pinned uint64
	for d := range 8 {
		alone := NoSquare
		for _, s := range rays[king][d] {
			piece := p.board[s]
			switch {
			case piece == NoPiece:
				continue
			case piece.Color() == c && alone == NoSquare:
				alone = s
				continue
			case piece.Color() != c && alone != NoSquare && slides(piece.Kind(), d):
				pinned |= 1 << alone
			}
			break
		}
	}
	return pinned
}

// slides reports whether a kind moves far along a direction.
func slides(k Kind, direction int) bool {
	return k == Queen || k == Rook && direction < 4 || k == Bishop && direction >= 4
}

// An observer measures one move after the other.
type observer struct {
	before, after *Position
	move          Move
	by            Color
	to, rook      Square // where the moved piece is now, and the rook that castled
	side          int    // of castling
	taken         Square // where a piece was taken, NoSquare for none

	checking uint64 // the pieces that give check
	looked   bool   // whether checking is known
	stuck    int8   // 1 if the opponent has no legal move, -1 if there is one, 0 if it is not known

	inRow, times int32 // checks in a row, and visits of the position

	marks    bool // whether points are wanted
	points   []position.Point
	instance feature.Instance
}

// begin looks at a move that was executed.
func (o *observer) begin(before, after *Position, m Move) {
	o.before, o.after, o.move, o.by = before, after, m, before.turn
	o.to, o.rook, o.taken, o.looked, o.stuck = m.To, NoSquare, NoSquare, false, 0
	if side, ok := before.castles(o.by, m); ok {
		o.side = side
		o.to, o.rook = castled(o.by, side)
		return
	}
	switch {
	case before.board[m.To] != NoPiece:
		o.taken = m.To
	case m.To == before.passed && before.board[m.From].Kind() == Pawn && m.From.File() != m.To.File():
		o.taken = Square(int(m.To) - forward(o.by))
	}
}

// mark adds a square to those of the drawing.
func (o *observer) mark(s Square) {
	if o.marks {
		o.points = append(o.points, position.At(s.File(), s.Row()))
	}
}

func (o *observer) markAll(squares uint64) {
	if o.marks {
		for s := range squaresOf(squares) {
			o.mark(s)
		}
	}
}

// them returns the opponent.
func (o *observer) them() Color { return o.by.Opponent() }

// king returns where the opponent's king is, NoSquare if there is none.
func (o *observer) king() Square { return o.after.kings[index(o.them())] }

// checkers returns the pieces that give check.
func (o *observer) checkers() uint64 {
	if !o.looked {
		if o.looked, o.checking = true, 0; o.king() != NoSquare {
			o.checking = o.after.attackers(o.king(), o.by)
		}
	}
	return o.checking
}

// noReply reports whether the opponent has a king and no legal move.
func (o *observer) noReply() bool {
	if o.stuck == 0 {
		o.stuck = 1
		if o.king() == NoSquare || o.after.canMove() {
			o.stuck = -1
		}
	}
	return o.stuck > 0
}

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

func (o *observer) check() int32 {
	o.markAll(o.checkers())
	return int32(bits.OnesCount64(o.checkers()))
}

func (o *observer) checks() int32 {
	o.markAll(o.checkers())
	return o.inRow
}

func (o *observer) doubleCheck() int32 {
	if bits.OnesCount64(o.checkers()) < 2 {
		return 0
	}
	o.markAll(o.checkers())
	return 1
}

// discovered returns the pieces that give check and did not move.
func (o *observer) discovered() uint64 {
	checkers := o.checkers() &^ (1 << o.to)
	if o.rook != NoSquare {
		checkers &^= 1 << o.rook
	}
	return checkers
}

func (o *observer) discoveredCheck() int32 {
	o.markAll(o.discovered())
	return int32(bits.OnesCount64(o.discovered()))
}

func (o *observer) stalemate() int32 {
	if o.checkers() != 0 || !o.noReply() {
		return 0
	}
	o.mark(o.king())
	return 1
}

func (o *observer) fork() int32 {
	p, n := o.after, int32(0)
	moved := points[p.board[o.to].Kind()]
	for s := range squaresOf(p.attacks(o.to)) {
		kind := p.board[s].Kind()
		if p.board[s].Color() == o.by || kind == Pawn {
			continue
		}
		if kind == King || points[kind] > moved || !p.attacked(s, o.them()) {
			o.mark(s)
			n++
		}
	}
	if n < 2 {
		return 0
	}
	return n
}

func (o *observer) pin() int32 {
	pinned := o.after.pinned(o.them()) &^ o.before.pinned(o.them())
	o.markAll(pinned)
	return int32(bits.OnesCount64(pinned))
}

func (o *observer) skewer() int32 {
	p, n := o.after, int32(0)
	kind := p.board[o.to].Kind()
	if kind < Bishop || kind > Queen {
		return 0
	}
	first, last, _ := directions(kind)
	for d := first; d < last; d++ {
		front := NoSquare
		for _, s := range rays[o.to][d] {
			piece := p.board[s]
			if piece == NoPiece {
				continue
			}
			if front == NoSquare && piece.Color() != o.by && (piece.Kind() == King || piece.Kind() == Queen && kind != Queen) {
				front = s
				continue
			}
			if front != NoSquare && piece.Color() != o.by && piece.Kind() != Pawn && piece.Kind() != King {
				without := *p
				without.board[front] = NoPiece
				if points[piece.Kind()] > points[kind] || !without.attacked(s, o.them()) {
					o.mark(front)
					o.mark(s)
					n++
				}
			}
			break
		}
	}
	return n
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

func (o *observer) promotes() int32 {
	if o.move.Promote == NoKind {
		return 0
	}
	o.mark(o.to)
	return int32(o.move.Promote - Pawn)
}

func (o *observer) castling() int32 {
	if o.rook == NoSquare {
		return 0
	}
	o.mark(o.to)
	o.mark(o.rook)
	return int32(o.side) + 1
}

// passedPawns returns the pawns of a color that no enemy pawn can stop or take on their way.
func (p *Position) passedPawns(c Color) uint64 {
	var own, guarded uint64
	for s, piece := range p.board {
		switch piece {
		case NewPiece(c, Pawn):
			own |= 1 << s
		case NewPiece(c.Opponent(), Pawn): // the squares behind it and beside those
			step := -forward(c)
			for at := s + step; at >= 0 && at < 64; at += step {
				guarded |= beside[at]
			}
		}
	}
	return own &^ guarded
}

// beside are each square and its neighbors on the same rank.
var beside = func() (list [64]uint64) {
	for s := range NoSquare {
		for file := max(s.File()-1, 0); file <= min(s.File()+1, 7); file++ {
			list[s] |= 1 << SquareAt(file, s.Row())
		}
	}
	return list
}()

func (o *observer) passedPawn() int32 {
	moved := o.before.board[o.move.From].Kind() == Pawn
	if !moved && (o.taken == NoSquare || o.before.board[o.taken].Kind() != Pawn) {
		return 0
	}
	were := o.before.passedPawns(o.by)
	if moved && were>>o.move.From&1 != 0 {
		were |= 1 << o.to
	}
	passed := o.after.passedPawns(o.by) &^ were
	o.markAll(passed)
	return int32(bits.OnesCount64(passed))
}

func (o *observer) repetition() int32 {
	if o.times < 2 {
		return 0
	}
	o.mark(o.to)
	return o.times
}
