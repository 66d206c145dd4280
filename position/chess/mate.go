package chess

import (
	"math/bits"

	"kifudb/position/feature"
)

// The patterns of mates, in the order of mateWords.
const (
	matePlain = iota
	mateBackRank
	mateSmothered
	mateEpaulette
	mateArabian
	mateAnastasia
	mateBoden
	mateOpera
	mateDovetail
	mateSwallow
	mateLadder
	mateDouble
	mateDiscovered
)

// mateWords define the patterns. A mate can have several.
var mateWords = []feature.Word{
	matePlain:      {Name: "plain", About: "a mate of none of the other patterns"},
	mateBackRank:   {Name: "backrank", Also: []string{"back-rank", "corridor", "バックランクメイト", "底线杀", "底線殺"}, About: "a rook or queen gives check along the king's own first rank, and the king's own pieces stand on all squares in front of him"},
	mateSmothered:  {Name: "smothered", Also: []string{"スマザードメイト", "闷杀", "悶殺"}, About: "a knight gives check, and the king's own pieces stand on all squares beside him"},
	mateEpaulette:  {Name: "epaulette", Also: []string{"epaulettes", "肩章杀"}, About: "a queen gives check straight toward the edge on which the king stands, and the king's own pieces stand on both sides of him on the edge"},
	mateArabian:    {Name: "arabian", Also: []string{"arab", "アラビアンメイト"}, About: "a rook beside the king gives check in the corner, and a knight stands two squares from the corner on its diagonal"},
	mateAnastasia:  {Name: "anastasia", Also: []string{"anastasia's"}, About: "a rook or queen gives check along the edge on which the king stands; away from the edge, his own piece stands beside him, and a knight two squares beyond it"},
	mateBoden:      {Name: "boden", Also: []string{"boden's"}, About: "a bishop gives check; on every square beside the king stands a piece of his own, or a bishop attacks it, and one such square only another bishop attacks"},
	mateOpera:      {Name: "opera", About: "a rook that a bishop defends gives check on the king's own first rank, beside him"},
	mateDovetail:   {Name: "dovetail", Also: []string{"cozio", "cozio's"}, About: "a queen diagonally beside the king gives check, and his own pieces stand on the two squares beside him that she does not attack"},
	mateSwallow:    {Name: "swallowtail", Also: []string{"swallow's tail", "gueridon"}, About: "a queen straight beside the king gives check, and his own pieces stand on the two squares diagonally behind him"},
	mateLadder:     {Name: "ladder", Also: []string{"lawnmower", "staircase"}, About: "a rook or queen gives check along the edge on which the king stands, and rooks or queens on the next line attack all squares beside him there"},
	mateDouble:     {Name: "double", Also: []string{"ダブルチェック", "双将"}, About: "several pieces give check"},
	mateDiscovered: {Name: "discovered", Also: []string{"ディスカバードチェック", "闪将"}, About: "a piece that did not move gives check"},
}

// mate returns the set of the patterns of a mate, a bit each.
func (o *observer) mate() int32 {
	if o.checkers() == 0 || !o.noReply() {
		return 0
	}
	o.mark(o.king())
	o.markAll(o.checkers())
	set := int32(0)
	if o.discovered() != 0 {
		set |= 1 << mateDiscovered
	}
	if bits.OnesCount64(o.checkers()) > 1 {
		set |= 1 << mateDouble
	} else {
		checker := Square(bits.TrailingZeros64(o.checkers()))
		switch o.after.board[checker].Kind() {
		case Knight:
			if o.stand(o.around()...) {
				set |= 1 << mateSmothered
			}
		case Bishop:
			if o.boden(checker) {
				set |= 1 << mateBoden
			}
		case Rook:
			set |= o.lineMates(checker) | o.rookMates(checker)
		case Queen:
			set |= o.lineMates(checker) | o.queenMates(checker)
		}
	}
	if set == 0 {
		return 1 << matePlain
	}
	return set
}

// beyond returns the square at a distance from the opponent's king.
func (o *observer) beyond(files, rows int) Square {
	return SquareAt(o.king().File()+files, o.king().Row()+rows)
}

// around returns the squares beside the opponent's king.
func (o *observer) around() []Square {
	var list []Square
	for d := range 8 {
		if ray := rays[o.king()][d]; len(ray) > 0 {
			list = append(list, ray[0])
		}
	}
	return list
}

// stand reports whether pieces of the opponent stand on all of some squares, which must be of
// the board.
func (o *observer) stand(squares ...Square) bool {
	for _, s := range squares {
		if s == NoSquare || o.after.board[s] == NoPiece || o.after.board[s].Color() != o.them() {
			return false
		}
	}
	return true
}

// has reports whether a kind of the player's pieces stands on a square.
func (o *observer) has(s Square, k Kind) bool {
	return s != NoSquare && o.after.board[s] == NewPiece(o.by, k)
}

// inward returns the steps away from the edges on which the king stands.
func (o *observer) inward() (steps [][2]int) {
	king := o.king()
	if king.File() == 0 || king.File() == 7 {
		steps = append(steps, [2]int{1 - king.File()/7*2, 0})
	}
	if king.Row() == 0 || king.Row() == 7 {
		steps = append(steps, [2]int{0, 1 - king.Row()/7*2})
	}
	return steps
}

// lineMates returns the patterns of a rook or queen that gives check along an edge.
func (o *observer) lineMates(checker Square) (set int32) {
	king := o.king()
	for _, in := range o.inward() {
		if in[0] != 0 && checker.File() != king.File() || in[1] != 0 && checker.Row() != king.Row() {
			continue
		}
		next := o.beyond(in[0], in[1]) // beside the king, away from the edge
		if o.stand(next) && o.has(o.beyond(3*in[0], 3*in[1]), Knight) {
			set |= 1 << mateAnastasia
		}
		owned, swept := true, true
		for side := -1; side <= 1; side++ {
			s := o.beyond(in[0]+side*in[1], in[1]+side*in[0])
			if s == NoSquare {
				continue
			}
			owned = owned && o.stand(s)
			by := false
			for from := range squaresOf(o.after.attackers(s, o.by)) {
				kind := o.after.board[from].Kind()
				on := in[0] != 0 && from.File() == next.File() || in[1] != 0 && from.Row() == next.Row()
				by = by || on && (kind == Rook || kind == Queen)
			}
			swept = swept && by
		}
		if owned && in[1] != 0 && king.Row() == homeRow(o.them()) {
			set |= 1 << mateBackRank
		}
		if swept {
			set |= 1 << mateLadder
		}
	}
	return set
}

// rookMates returns the other patterns of a rook that gives check.
func (o *observer) rookMates(checker Square) (set int32) {
	king := o.king()
	files, rows := checker.File()-king.File(), checker.Row()-king.Row()
	if files*files+rows*rows != 1 {
		return 0
	}
	if in := o.inward(); len(in) == 2 && o.has(o.beyond(2*in[0][0], 2*in[1][1]), Knight) {
		set |= 1 << mateArabian
	}
	if rows == 0 && king.Row() == homeRow(o.them()) {
		for from := range squaresOf(o.after.attackers(checker, o.by)) {
			if o.after.board[from].Kind() == Bishop {
				set |= 1 << mateOpera
			}
		}
	}
	return set
}

// queenMates returns the other patterns of a queen that gives check.
func (o *observer) queenMates(checker Square) (set int32) {
	king := o.king()
	files, rows := checker.File()-king.File(), checker.Row()-king.Row()
	switch files*files + rows*rows {
	case 1:
		if o.stand(o.beyond(rows-files, files-rows), o.beyond(-rows-files, -files-rows)) {
			set |= 1 << mateSwallow
		}
	case 2:
		if o.stand(o.beyond(-files, 0), o.beyond(0, -rows)) {
			set |= 1 << mateDovetail
		}
	}
	for _, in := range o.inward() {
		straight := in[0] != 0 && rows == 0 || in[1] != 0 && files == 0
		if straight && o.stand(o.beyond(in[1], in[0]), o.beyond(-in[1], -in[0])) {
			set |= 1 << mateEpaulette
		}
	}
	return set
}

// boden reports whether bishops alone guard what the king's own pieces leave.
func (o *observer) boden(checker Square) bool {
	bare := *o.after
	bare.board[o.king()] = NoPiece
	other := false
	for _, s := range o.around() {
		if o.stand(s) {
			continue
		}
		bishops := uint64(0)
		for from := range squaresOf(bare.attackers(s, o.by)) {
			if bare.board[from].Kind() == Bishop {
				bishops |= 1 << from
			}
		}
		if bishops == 0 {
			return false
		}
		other = other || bishops>>checker&1 == 0
	}
	return other
}
