package indexer

import (
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// facts reads from the values and the script what queries compare.
func (x *extractor) facts(g *store.Game) {
	f := &g.Facts
	f.Komi = store.NoKomi
	f.Game = uint8(min(x.game, 255))
	f.Size = position.Size{Cols: x.size.Cols, Rows: x.size.Rows}
	f.Moves = uint32(g.Script.Moves())
	f.Nodes = uint32(x.nodes)
	seen := map[string]bool{}
	for _, v := range g.Info {
		if seen[v.Ident] {
			continue // the value nearest to the root counts
		}
		seen[v.Ident] = true
		switch v.Ident {
		case "DT":
			d := sgfread.ParseDate(v.Text)
			f.DateLo, f.DateHi = int32(d.Lo), int32(d.Hi)
		}
	}
	if g.Script.Branched() {
		f.Flags |= store.HasVariations
	}
	if len(g.Comments) > 0 {
		f.Flags |= store.HasComments
	}
	if len(x.problems) > 0 {
		f.Flags |= store.HasProblems
	}
}
