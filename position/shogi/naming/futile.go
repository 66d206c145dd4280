package naming

import (
	"slices"

	"kifudb/position/shogi"
)

// mated reports whether the side to move is mated by the rules for problems:
// it is in check, and it can only drop men between that the checking piece
// takes at once, giving mate again. Such drops are futile (無駄合), and a
// problem ends before them. A man that moves between is a defense.
//
// After a drop is taken, another could be dropped nearer to the king. It need not be tried
// there: the side could have dropped it at once, and that is tried separately.
func mated(p *shogi.Position) bool {
	if !p.InCheck(p.ToPlay()) {
		return false
	}
	for _, m := range p.Moves(nil) {
		if !m.IsDrop() || !futile(p, m) {
			return false
		}
	}
	return true
}

// futile reports whether the piece that gives check takes what is dropped in its way,
// and leaves only drops again.
func futile(p *shogi.Position, drop shogi.Move) bool {
	king := p.King(p.ToPlay())
	between := p.Clone()
	between.PlayLegal(drop)
	for _, m := range between.Moves(nil) {
		if m.To != drop.To || m.IsDrop() || !p.Reaches(m.From, king) {
			continue
		}
		taken := between.Clone()
		taken.PlayLegal(m)
		if taken.InCheck(taken.ToPlay()) && !slices.ContainsFunc(taken.Moves(nil), func(m shogi.Move) bool { return !m.IsDrop() }) {
			return true
		}
	}
	return false
}
