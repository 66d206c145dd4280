package search

import (
	"fmt"
	"slices"
	"testing"

	"kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// opened is a game of these moves, Black's first.
func opened(moves ...position.Point) position.Script {
	var b position.ScriptBuilder
	b.Node()
	for i, p := range moves {
		b.Node()
		b.Move(position.Move{Color: []position.Color{position.Black, position.White}[i%2], Point: p})
	}
	return slices.Clone(b.Script())
}

// What opened a game is told of Go on large boards, and of nothing else.
func TestOpenings(t *testing.T) {
	at := position.At
	orthodox := opened(at(15, 3), at(3, 3), at(16, 15), at(3, 16), at(9, 9), at(16, 3))
	var setup position.ScriptBuilder
	setup.Node()
	setup.Add(position.Black, at(3, 3))
	for i, p := range []position.Point{at(9, 9), at(2, 15), at(15, 9), at(9, 3)} {
		setup.Node()
		setup.Move(position.Move{Color: []position.Color{position.Black, position.White}[i%2], Point: p})
	}
	for _, c := range []struct {
		name            string
		game            uint8
		lines           int
		script          position.Script
		corners, fuseki string
	}{
		{"Black's stones above", 1, 19, orthodox, "{3-4 4-4 1} {3-4 4-4 2}", "[{Q17 R4 D16 D4 0}]"},
		{"a small board", 1, 9, opened(at(2, 2), at(6, 6), at(2, 6), at(6, 2)), "", "[]"},
		{"thirteen lines", 1, 13, opened(at(3, 3), at(9, 9)), "{4-4 1} {4-4 2}", "[]"},
		{"the middle", 1, 19, opened(at(9, 9), at(6, 9)), "", "[]"},
		{"three moves", 1, 19, opened(at(15, 3), at(3, 3), at(15, 15)), "{4-4 4-4 1} {4-4 2}", "[]"},
		{"a pass", 1, 19, opened(at(15, 3), position.Pass, at(15, 15), at(3, 3), at(3, 15)), "{4-4 4-4 4-4 1} {4-4 2}", "[]"},
		{"a stone that was set up", 1, 19, setup.Script(), "{3-4 2}", "[]"},
	} {
		f := &store.Facts{Game: c.game, Size: position.Square(c.lines)}
		text := ""
		for _, one := range corners(f, c.script) {
			text += fmt.Sprint(one) + " "
		}
		if got := fmt.Sprint(fuseki(f, c.script)); text != c.corners && text != c.corners+" " || got != c.fuseki {
			t.Errorf("%s: corners %s, fuseki %s; want %s and %s", c.name, text, got, c.corners, c.fuseki)
		}
	}
	f := &store.Facts{Game: 1, Size: position.Square(19)}
	want := fmt.Sprint(fuseki(f, orthodox))
	for s := range position.Symmetry(position.Symmetries(f.Size)) {
		var moves []position.Point
		for _, p := range []position.Point{at(15, 3), at(3, 3), at(16, 15), at(3, 16)} {
			moves = append(moves, s.Apply(p, f.Size))
		}
		for _, order := range [][]int{{0, 1, 2, 3}, {2, 1, 0, 3}, {2, 3, 0, 1}} {
			script := opened(moves[order[0]], moves[order[1]], moves[order[2]], moves[order[3]])
			if got := fmt.Sprint(fuseki(f, script)); got != want {
				t.Errorf("symmetry %d, order %v: %s, want %s", s, order, got, want)
			}
		}
	}
	for _, g := range game.All() {
		f := &store.Facts{Game: uint8(g.About().Number), Size: position.Square(19)}
		if told := len(corners(f, orthodox)) > 0 && len(fuseki(f, orthodox)) > 0; told != (g == game.Default()) {
			t.Errorf("%s: openings are told: %t", g.About().Name, told)
		}
	}
}
