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

// Hits of one node come in the order in which they do without stages, in whatever order the sites are.
func TestSitesInOrder(t *testing.T) {
	var b ScriptBuilder
	b.Node()
	for _, x := range []int{3, 5, 4} { // the last one makes two hits
		b.Node()
		b.Move(Move{Black, At(x, 4)})
	}
	m, err := NewMatcher(&Pattern{Cols: 2, Rows: 1, Cells: []Cell{OnlyBlack, OnlyBlack}}, MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, stages := range [][]Stage{nil, {{Sites: []Site{{0, At(4, 4)}, {0, At(3, 4)}}}}} {
		var anchors []Point
		for _, h := range m.FindIn(Square(9), &Excerpt{Script: b.Script(), Stages: stages}) {
			anchors = append(anchors, h.Anchor)
		}
		if want := []Point{At(3, 4), At(4, 4)}; !slices.Equal(anchors, want) || m.limited != (stages != nil) {
			t.Errorf("%v: hits at %v, want %v; limited %v", stages, anchors, want, m.limited)
		}
	}
}
