package indexer

import (
	"math"

	"kifudb/game"
	"kifudb/sgfread"
	"kifudb/store"
)

// facts reads from the values and the script what queries compare.
func (x *extractor) facts(g *store.Game) {
	f := &g.Facts
	f.Komi = store.NoKomi
	f.Game = uint8(min(x.kind.About().Number, math.MaxUint8))
	f.Size = x.size
	f.Moves = uint32(g.Script.Moves())
	f.Nodes = uint32(x.nodes)
	clear(x.seen)
	for _, v := range g.Info {
		if len(v.Ident) == 2 && !x.seen[v.Ident] { // the one nearest to the root counts
			x.seen[v.Ident] = true
			fact(f, v)
		}
	}
	if given, ok := x.kind.(game.Handicapper); ok {
		f.Handicap = uint8(min(given.Handicap(x.start(g.Info)), math.MaxUint8))
	}
	if _, ok := x.kind.(game.Replayer); ok && !x.kind.About().Always {
		f.Flags |= store.HasRules
	}
	if g.Script.Branched() {
		f.Flags |= store.HasVariations
	}
	if len(g.Comments) > 0 {
		f.Flags |= store.HasComments
	}
	if black, other := x.board.Setup(); other || black && f.Handicap < 2 {
		f.Flags |= store.HasSetup
	}
	if len(x.problems) > 0 {
		f.Flags |= store.HasProblems
	}
}

// fact reads one value.
func fact(f *store.Facts, v store.Value) {
	switch v.Ident {
	case "DT":
		d := sgfread.ParseDate(v.Text)
		f.DateLo, f.DateHi = int32(d.Lo), int32(d.Hi)
		if d.Approximate || d.Certainty < sgfread.Calculated {
			f.Flags |= store.DateUnsure
		}
	case "RE":
		result(f, sgfread.ParseResult(v.Text))
	case "KM":
		if k := sgfread.ParseKomi(v.Text); k.Certainty != sgfread.Unread {
			f.Komi = int32(k.Points)
		}
	case "HA":
		stones, _ := sgfread.ParseHandicap(v.Text)
		f.Handicap = uint8(min(stones, math.MaxUint8))
	case "BR":
		f.BlackRank = rankNumber(v.Text)
	case "WR":
		f.WhiteRank = rankNumber(v.Text)
	}
}

func result(f *store.Facts, r sgfread.Result) {
	switch r.Winner {
	case sgfread.BlackWins:
		f.Winner = store.WinnerBlack
	case sgfread.WhiteWins:
		f.Winner = store.WinnerWhite
	case sgfread.Draw:
		f.Winner = store.WinnerNone
	case sgfread.Void:
		f.Winner = store.WinnerVoid
	}
	switch r.Ending {
	case sgfread.ByPoints:
		f.How, f.Margin = store.ByPoints, int32(r.Margin)
	case sgfread.ByResign:
		f.How = store.ByResign
	case sgfread.ByTime:
		f.How = store.ByTime
	case sgfread.ByForfeit, sgfread.ByIllegal:
		f.How = store.ByForfeit
	}
	if r.Certainty < sgfread.Calculated {
		f.Flags |= store.ResultUnsure
	}
}

// rankNumber puts ranks on the store's scale: -30 is 30 kyu, -1 is 1 kyu, 1 is
// 1 dan, 101 is 1 dan professional, 0 is unknown.
func rankNumber(text string) int16 {
	r, c := sgfread.ParseRank(text)
	if c == sgfread.Unread {
		return 0
	}
	return int16(r - sgfread.Dan(1) + 1)
}
