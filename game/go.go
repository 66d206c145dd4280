package game

import "kifudb/position"

// goGame is Go, GM[1], which is also meant where GM is missing. Its rules are
// those of package position.
var goGame = newGo()

func newGo() *stones {
	g := newStones(About{
		Number: 1, Name: "go", Also: []string{"baduk", "weiqi", "igo", "碁", "囲碁", "围棋", "圍棋", "바둑"},
		Size: position.Square(19), Margin: "points", Corners: true, Always: true,
	}, "", false, false)
	g.rules = position.Rules{} // what all others are measured by
	return &g
}
