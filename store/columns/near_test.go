package columns

import (
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// nearest returns how few points of an image differ at the best anchor after the
// best node, on the main line or anywhere.
func nearest(size position.Size, s position.Script, images []position.Image, mainLine bool) int {
	fewest := size.Area() + 1
	var r position.Replayer
	r.Replay(size, s, func(b *position.Board, step *position.Step) bool {
		if mainLine && !step.MainLine {
			return true
		}
		for i := range images {
			m := &images[i]
			for y := max(m.Top, 0); y <= min(m.Bottom, size.Rows-m.Rows); y++ {
				for x := max(m.Left, 0); x <= min(m.Right, size.Cols-m.Cols); x++ {
					differ := 0
					for j, c := range m.Cells {
						if !c.Admits(b.At(position.At(x+j%m.Cols, y+j/m.Cols))) {
							differ++
						}
					}
					fewest = min(fewest, differ)
				}
			}
		}
		return true
	})
	return fewest
}

// wholeImage is what lies on the board after some node, with a few points changed.
func wholeImage(rnd *rand.Rand, size position.Size, s position.Script) position.Image {
	var r position.Replayer
	b, _ := r.To(size, s, rnd.IntN(s.Nodes()))
	m := position.BoardPattern(b).Images(size, position.ImageOptions{NoSymmetry: true})[0]
	for range rnd.IntN(5) {
		m.Cells[rnd.IntN(len(m.Cells))] = position.CellOf(position.Color(rnd.IntN(3)))
	}
	return m
}

// No game that comes near enough is left out, and most others are.
func TestNearAgainstReplay(t *testing.T) {
	for _, test := range []struct {
		size         position.Size
		games, nodes int
		rounds       int
	}{
		{position.Size{Cols: 7, Rows: 3}, 130, 60, 20},
		{position.Square(5), 200, 80, 20},
		{position.Square(9), 70, 160, 20},
		{position.Square(19), 40, 300, 8},
	} {
		rnd := rand.New(rand.NewPCG(7, uint64(test.size.Area())))
		games := randomGames(rnd, test.size, test.games, test.nodes)
		x := build(t, test.size, games)
		near, exact, out, over := 0, 0, 0, 0
		for round := range testsize.Of(test.rounds, 4) {
			images := []position.Image{randomImage(rnd, test.size, games[rnd.IntN(len(games))].Script)}
			if round%2 == 0 {
				images = []position.Image{wholeImage(rnd, test.size, games[rnd.IntN(len(games))].Script)}
			}
			if rnd.IntN(3) == 0 {
				images = append(images, randomImage(rnd, test.size, games[rnd.IntN(len(games))].Script))
			}
			for _, k := range []int{1, 1 + rnd.IntN(4), 1 + rnd.IntN(20)} {
				for _, mainLine := range []bool{false, true} {
					found := map[uint16]bool{}
					for _, c := range scanAll(t, x, &Query{Images: images, Near: k, MainLine: mainLine}) {
						if c.Decided || found[c.Local] {
							t.Fatalf("game %d is decided or reported twice", c.Local)
						}
						found[c.Local] = true
					}
					for _, g := range games {
						switch differ := nearest(test.size, g.Script, images, mainLine); {
						case differ <= k && !found[g.Local]:
							t.Fatalf("game %d (main line only: %v) is missed: %d points of %v differ, %d may", g.Local, mainLine, differ, images, k)
						case differ == 0:
							exact++
						case differ <= k:
							near++
						case !found[g.Local]:
							out++
						default:
							over++
						}
					}
				}
			}
		}
		t.Logf("%v: %d games near, %d exact, %d left out, %d others reported", test.size, near, exact, out, over)
		if near < 10 || exact < 10 || out < 100 {
			t.Errorf("%v: %d games near, %d exact, %d left out: too few to mean anything", test.size, near, exact, out)
		}
	}
}

// What is near in the parts of a large tree is what is near in all of it.
func TestPartsNear(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 8))
	size := position.Square(9)
	games := randomGames(rnd, size, 12, 2500)
	scripts := map[uint16]position.Script{}
	for _, g := range games {
		scripts[g.Local] = g.Script
	}
	x := build(t, size, games)
	asked, found, parts, nodes := 0, 0, 0, 0
	for range testsize.Of(40, 15) {
		m := randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
		p := &position.Pattern{Cols: m.Cols, Rows: m.Rows, Cells: m.Cells}
		matcher, err := position.NewMatcher(p, position.MatchOptions{Near: 1})
		if err != nil {
			continue // a region without a point
		}
		err = x.Scan(t.Context(), &Query{Images: matcher.Images(size), Near: 1}, func(c Candidate) bool {
			if c.Parts == nil {
				return true
			}
			asked++
			got := len(matcher.FindIn(size, &position.Excerpt{Script: scripts[c.Local], Spans: c.Parts, Stages: c.Stages}))
			if want := len(matcher.Find(size, scripts[c.Local])); got != want {
				t.Fatalf("game %d in parts %v: %d hits, want %d", c.Local, c.Parts, got, want)
			}
			found += got
			nodes += scripts[c.Local].Nodes()
			for _, part := range c.Parts {
				parts += min(part.To, scripts[c.Local].Nodes()) - part.From
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked < testsize.Of(30, 10) || found < testsize.Of(300, 100) || parts > nodes*19/20 {
		t.Errorf("%d games with %d hits, %d of %d nodes in parts: too few to mean anything", asked, found, parts, nodes)
	}
}
