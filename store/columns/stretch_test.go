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
	asked, found, parts, nodes, stages := 0, 0, 0, 0, 0
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
			got := summary(matcher.FindIn(size, &position.Excerpt{Script: script, Spans: c.Parts, Stages: c.Stages}))
			if c.Stages != nil {
				stages++
			}
			want := summary(matcher.Find(size, script))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("game %d in parts %v (-all of it +parts):\n%s", c.Local, c.Parts, diff)
			}
			found += len(want)
			nodes += script.Nodes()
			for _, part := range c.Parts {
				parts += min(part.To, script.Nodes()) - part.From
			}
			return !t.Failed()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked < testsize.Of(50, 15) || found < testsize.Of(1000, 300) || parts > nodes*9/10 || stages < testsize.Of(15, 5) {
		t.Errorf("%d games with %d hits, %d of %d nodes in parts, %d with stages: too few to mean anything", asked, found, parts, nodes, stages)
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

// TestLastStretch: the last stretch that a game may have goes on to the end of the game.
func TestLastStretch(t *testing.T) {
	size := position.Square(9)
	var b position.ScriptBuilder
	for i := range maxStretches + 500 { // no two nodes that follow one another have much in common
		b.Node()
		for point := range mostUnsteady + 1 {
			b.Add(position.Color(i%2)*position.White, size.At(40+point))
		}
	}
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.At(1, 1)})
	s := b.Script()
	x := build(t, size, []Game{{Local: 3, Script: s}})
	for err := range x.Check() {
		t.Error(err)
	}
	p := &position.Pattern{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}}
	matcher, err := position.NewMatcher(p, position.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = x.Scan(t.Context(), &Query{Images: matcher.Images(size)}, func(c Candidate) bool {
		hits := matcher.FindIn(size, &position.Excerpt{Script: s, Spans: c.Parts, Stages: c.Stages})
		if found += len(hits); len(hits) == 1 && hits[0].Node != s.Nodes()-1 {
			t.Errorf("found at node %d of %d", hits[0].Node, s.Nodes())
		}
		return true
	})
	if err != nil || found != 1 {
		t.Errorf("found %d times, error %v; want once", found, err)
	}
	if x.stretches != maxStretches || Weight(size, &Game{Script: s}) > maxStretches*size.Area()+changeWeight*s.Setup() {
		t.Errorf("%d stretches of weight %d", x.stretches, Weight(size, &Game{Script: s}))
	}
}

// In a record that collects positions, one at each node, no position is taken for one that is
// made of several; and moves that follow one another share a stretch.
func TestStretchesOfPositions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 8))
	size := position.Square(19)
	var b position.ScriptBuilder
	b.Node()
	var boards [][]position.Color
	for range 200 {
		board := make([]position.Color, size.Area())
		b.Open()
		b.Node()
		for range 30 {
			point, color := rnd.IntN(len(board)), position.Black+position.Color(rnd.IntN(2))
			if board[point] == position.Empty {
				board[point] = color
				b.Add(color, size.At(point))
			}
		}
		b.Close()
		boards = append(boards, board)
	}
	x := build(t, size, []Game{{Local: 1, Script: b.Script()}})
	if x.stretches != 200 && x.stretches != 201 {
		t.Errorf("%d stretches of 200 positions", x.stretches)
	}
	cell := func(c position.Color) position.Cell { return position.CellOf(c) }
	undecided := func(one, other []position.Color) (n int) {
		m := position.Image{Cols: 19, Rows: 19}
		for i := range one {
			if i < len(one)/2 {
				m.Cells = append(m.Cells, cell(one[i]))
			} else {
				m.Cells = append(m.Cells, cell(other[i]))
			}
		}
		return len(scanAll(t, x, &Query{Images: []position.Image{m}}))
	}
	for i, board := range boards {
		if undecided(board, board) != 1 || undecided(board, boards[(i+1)%len(boards)]) != 0 {
			t.Fatalf("position %d is missed, or half of it with half of the next is not", i)
		}
	}

	var line position.ScriptBuilder
	line.Node()
	for i := range mostUnsteady {
		line.Node()
		line.Move(position.Move{Color: position.Black, Point: size.At(2 * i)})
	}
	line.Open()
	line.Node()
	line.Close()
	if x := build(t, size, []Game{{Local: 1, Script: line.Script()}}); x.stretches != 1 {
		t.Errorf("%d stretches of %d moves", x.stretches, mostUnsteady)
	}
}
