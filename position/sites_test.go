package position

import (
	"slices"
	"testing"
)

// A hit that goes on in several variations does so where a stage without its site begins in one of them.
func TestStageBelowAnOpenHit(t *testing.T) {
	size := Square(9)
	var b ScriptBuilder
	b.Node()
	node := func(color Color, p Point) {
		b.Node()
		b.Move(Move{color, p})
	}
	node(Black, At(0, 0)) // the hit
	b.Open()
	node(White, At(1, 0)) // goes on
	b.Open()
	node(Black, At(5, 5))
	b.Close()
	b.Open()
	node(Black, At(6, 6)) // here the second stage begins
	b.Close()
	b.Close()
	b.Open()
	node(White, At(1, 0)) // and goes on
	b.Close()
	p := &Pattern{Cols: 2, Rows: 1, Cells: []Cell{OnlyBlack, OnlyEmpty}}
	m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}})
	if err != nil {
		t.Fatal(err)
	}
	var nodes []int
	for _, h := range m.FindIn(size, &Excerpt{Script: b.Script(), Stages: []Stage{{To: 4, Sites: []Site{{0, At(0, 0)}, {0, At(5, 5)}}}, {Sites: []Site{{0, At(6, 6)}}}}}) {
		nodes = append(nodes, -h.Node)
		for _, c := range h.Next {
			nodes = append(nodes, c.Node)
		}
	}
	if want := []int{-1, 2, 5, -3, -4}; !slices.Equal(nodes, want) || !m.limited {
		t.Errorf("hits, each with what came next: %v, want %v; limited %v", nodes, want, m.limited)
	}
}
