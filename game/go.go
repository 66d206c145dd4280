package game

import (
	"iter"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// goGame is Go, GM[1], which is also meant where GM is missing. Its rules are
// those of package position, and package tactics finds what its moves do.
var goGame = newGo()

type goStones struct{ stones }

func newGo() *goStones {
	g := newStones(About{
		Number: 1, Name: "go", Also: []string{"baduk", "weiqi", "igo", "碁", "囲碁", "围棋", "圍棋", "바둑"},
		Size: position.Square(19), Margin: "points", Corners: true, Always: true,
	}, "", false, false)
	g.rules = position.Rules{} // what all others are measured by
	return &goStones{g}
}

func (*goStones) Features() []feature.Kind { return tactics.Kinds() }

// Observe begins on an empty board of the size of the start: all stones are in the script.
func (*goStones) Observe(start Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return tactics.Observe(start.(*Points).Goban.Size(), s, w)
}
