package columns

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// What is found in the parts of a large tree is what is found in all of it.
func TestParts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 8))
	size := position.Square(9)
	games := randomGames(rnd, size, 12, 2500)
	x := build(t, size, games)
	asked, found, parts, nodes := 0, 0, 0, 0
	for range testsize.Of(40, 15) {
		m := randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
		p := &position.Pattern{Cols: m.Cols, Rows: m.Rows, Cells: m.Cells}
		matcher, err := position.NewMatcher(p, position.MatchOptions{})
		if err != nil {
			continue // a region without a point
		}
		err = x.Scan(t.Context(), &Query{Images: matcher.Images(size)}, func(c Candidate) bool {
			if c.Decided || c.Parts == nil {
				return true
			}
			asked++
			script := games[0].Script
			for _, g := range games {
				if g.Local == c.Local {
					script = g.Script
				}
			}
			got := summary(matcher.FindIn(size, script, c.Parts))
			want := summary(matcher.Find(size, script))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("game %d in parts %v (-all of it +parts):\n%s", c.Local, c.Parts, diff)
			}
			found += len(want)
			nodes += script.Nodes()
			for _, part := range c.Parts {
				parts += part.To - part.From
			}
			return !t.Failed()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked < testsize.Of(50, 15) || found < testsize.Of(1000, 300) || parts > nodes*9/10 {
		t.Errorf("%d games with %d hits, %d of %d nodes in parts: too few to mean anything", asked, found, parts, nodes)
	}
}

// summary copies hits, with their continuations.
func summary(hits []position.Hit) []position.Hit {
	list := make([]position.Hit, len(hits))
	for i, h := range hits {
		h.Next = append([]position.Continuation(nil), h.Next...)
		list[i] = h
	}
	return list
}

// What comes after the last stretch of a game may hold everything, and a game
// takes no more memory the longer it is.
func TestNodesBeyondTheStretches(t *testing.T) {
	const nodes = maxStretches*stretchNodes + 5
	var b position.ScriptBuilder
	for i := range nodes {
		b.Node()
		if i == nodes-1 {
			b.Move(position.Move{Color: position.Black, Point: position.At(1, 1)})
		}
	}
	size, s := position.Square(9), b.Script()
	x := build(t, size, []Game{{Local: 3, Script: s}})
	p := &position.Pattern{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}}
	matcher, err := position.NewMatcher(p, position.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = x.Scan(t.Context(), &Query{Images: matcher.Images(size)}, func(c Candidate) bool {
		hits := matcher.FindIn(size, s, c.Parts)
		if found += len(hits); len(hits) == 1 && hits[0].Node != nodes-1 {
			t.Errorf("found at node %d of %d", hits[0].Node, nodes)
		}
		return true
	})
	if err != nil || found != 1 {
		t.Errorf("found %d times, error %v; want once", found, err)
	}
	if x.stretches != maxStretches || Weight(size, s) > maxStretches*size.Area() {
		t.Errorf("%d stretches of weight %d", x.stretches, Weight(size, s))
	}
}
