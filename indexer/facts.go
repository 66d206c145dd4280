package indexer

import (
	"math"
	"slices"

	"kifudb/game"
	"kifudb/sgfread"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// facts reads from the values and the script what queries compare.
func (x *extractor) facts(g *store.Game) {
	f := &g.Facts
	f.Game = uint8(min(x.kind.About().Number, math.MaxUint8))
	f.Size = x.size
	f.Moves = uint32(g.Script.Moves())
	f.Nodes = uint32(x.nodes)
	*f = reread(x.kind, *f, g.Info)
	if given, ok := x.kind.(game.Handicapper); ok {
		f.Handicap = uint8(min(given.Handicap(x.start(g.Info)), math.MaxUint8))
	}
	if _, ok := x.kind.(game.Replayer); ok && !x.kind.About().Always {
		f.Flags |= store.HasRules
	}
	if _, ok := x.kind.(game.Namer); ok {
		f.Flags |= store.HasNames
	}
	if _, ok := x.kind.(game.Estimator); ok {
		f.Flags |= store.HasValues
	}
	f.Flags |= store.ClocksRead | store.LossesRead
	if g.Script.Branched() {
		f.Flags |= store.HasVariations
	}
	if slices.ContainsFunc(g.Comments, func(c store.Comment) bool { return c.Ident != sgfread.IdentFG.String() }) {
		f.Flags |= store.HasComments
	}
	if black, other := x.board.Setup(); !x.usual && (other || black && f.Handicap < 2) {
		f.Flags |= store.HasSetup
	}
	if len(x.problems) > 0 {
		f.Flags |= store.HasProblems
	}
}

// Reread returns the facts of a game after its values were corrected. It reads the
// facts that come from values again. All others come from the moves or the first position
// and stay.
func Reread(f store.Facts, info []store.Value) store.Facts {
	return reread(game.Of(int(f.Game)), f, info)
}

func reread(kind game.Game, f store.Facts, info []store.Value) store.Facts {
	begins := f.Handicap
	f.DateLo, f.DateHi = 0, 0
	f.Winner, f.How, f.Margin = store.WinnerUnknown, store.HowUnknown, 0
	f.Komi, f.Handicap = store.NoKomi, 0
	f.BlackRank, f.WhiteRank = 0, 0
	f.Flags &^= store.DateUnsure | store.ResultUnsure
	var seen [len(factIdents)]bool
	for _, v := range info {
		i := slices.Index(factIdents[:], v.Ident)
		if i >= 0 && !seen[i] { // the one nearest to the root counts
			seen[i] = true
			fact(&f, v)
		}
	}
	if _, ok := kind.(game.Handicapper); ok {
		f.Handicap = begins
	}
	return f
}

// factIdents are the properties that fact reads.
var factIdents = [...]string{"DT", "RE", "KM", "HA", "BR", "WR"}

// fact reads one value.
func fact(f *store.Facts, v store.Value) {
	switch v.Ident {
	case "DT":
		d := gameinfo.ParseDate(v.Text)
		f.DateLo, f.DateHi = int32(d.Lo), int32(d.Hi)
		if d.Approximate || d.Certainty < gameinfo.Calculated {
			f.Flags |= store.DateUnsure
		}
	case "RE":
		result(f, gameinfo.ParseResult(v.Text))
	case "KM":
		if k := gameinfo.ParseKomi(v.Text); k.Certainty != gameinfo.Unread {
			f.Komi = int32(k.Points)
		}
	case "HA":
		stones, _ := gameinfo.ParseHandicap(v.Text)
		f.Handicap = uint8(min(stones, math.MaxUint8))
	case "BR":
		f.BlackRank = rankNumber(v.Text)
	case "WR":
		f.WhiteRank = rankNumber(v.Text)
	}
}

func result(f *store.Facts, r gameinfo.Result) {
	switch r.Winner {
	case gameinfo.BlackWins:
		f.Winner = store.WinnerBlack
	case gameinfo.WhiteWins:
		f.Winner = store.WinnerWhite
	case gameinfo.Draw:
		f.Winner = store.WinnerNone
	case gameinfo.Void:
		f.Winner = store.WinnerVoid
	}
	switch r.Ending {
	case gameinfo.ByPoints:
		f.How, f.Margin = store.ByPoints, int32(r.Margin)
	case gameinfo.ByResign:
		f.How = store.ByResign
	case gameinfo.ByTime:
		f.How = store.ByTime
	case gameinfo.ByForfeit, gameinfo.ByIllegal:
		f.How = store.ByForfeit
	}
	if r.Certainty < gameinfo.Calculated {
		f.Flags |= store.ResultUnsure
	}
}

// rankNumber puts ranks on the store's scale: -30 is 30 kyu, -1 is 1 kyu, 1 is
// 1 dan, 101 is 1 dan professional, 0 is unknown.
func rankNumber(text string) int16 {
	r, c := gameinfo.ParseRank(text)
	if c == gameinfo.Unread {
		return 0
	}
	return int16(r - gameinfo.Dan(1) + 1)
}
