package columns

import (
	"maps"
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// naiveSites returns where an image may come up in a stretch, bit by bit.
func naiveSites(x *Index, images []position.Image, stretch int) (list []position.Site) {
	bit := func(point, kind int) bool {
		at := x.groups0 + (stretch/BlockGames*x.area+point)*stretchSize + kind*BlockGames/8 + stretch%BlockGames/8
		return x.data[at]>>(stretch%8)&1 != 0
	}
	mayHold := func(point int, c position.Cell) bool {
		switch {
		case c&position.OnlyEmpty == 0:
			return c.Admits(position.Black) && bit(point, 0) || c.Admits(position.White) && bit(point, 1)
		case c&position.Any == position.OnlyEmpty:
			return !bit(point, 2)
		}
		return true
	}
	for k := range images {
		m := &images[k]
		for top := max(m.Top, 0); top <= min(m.Bottom, x.size.Rows-m.Rows); top++ {
			for left := max(m.Left, 0); left <= min(m.Right, x.size.Cols-m.Cols); left++ {
				all := true
				for i, c := range m.Cells {
					all = all && (c == position.Outside || mayHold((top+i/m.Cols)*x.size.Cols+left+i%m.Cols, c))
				}
				if all {
					list = append(list, position.Site{Image: k, Anchor: position.At(left, top)})
				}
			}
		}
	}
	return list
}

// The stretches in which an image may come up are those of which that is said bit by bit.
func TestComingIn(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 9))
	var sum [2]int
	for _, size := range []position.Size{position.Square(5), position.Square(9), {Cols: 52, Rows: 3}, position.Square(19)} {
		games := randomGames(rnd, size, 20, 1500)
		x := build(t, size, games)
		for range testsize.Of(30, 8) {
			images := []position.Image{randomImage(rnd, size, games[rnd.IntN(len(games))].Script), randomImage(rnd, size, games[rnd.IntN(len(games))].Script)}
			plans, err := x.Plan(images)
			if err != nil {
				t.Fatal(err)
			}
			from := rnd.IntN(x.stretches)
			to := from + 1 + rnd.IntN(x.stretches-from)
			bothWays(func() {
				s := scan{Index: x, plans: plans.list}
				for i := from; i < to; i++ {
					want := len(naiveSites(x, images, i)) > 0
					if got := s.comingIn(i, to)>>(i%BlockGames)&1 != 0; got != want {
						t.Fatalf("%v, kernels %v, images %v: stretch %d: %v, bit by bit %v", size, fast, images, i, got, want)
					}
					if set := s.comingIn(i, to); set&^among(i, to) != 0 {
						t.Fatalf("from %d to %d: %x", i, to, set)
					}
					if want {
						sum[1]++
					} else {
						sum[0]++
					}
				}
			})
		}
	}
	if min(sum[0], sum[1]) < testsize.Of(500, 120) {
		t.Errorf("%d stretches without and %d with an image: too few to mean anything", sum[0], sum[1])
	}
}

// The sites of a lane's stages are those of its stretches by groups, each as it is said bit by bit.
func TestStages(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 10))
	some, many := 0, 0
	for _, size := range []position.Size{position.Square(5), position.Square(9), {Cols: 52, Rows: 3}, position.Square(19)} {
		games := randomGames(rnd, size, 20, 1500)
		x := build(t, size, games)
		for range testsize.Of(30, 20) {
			images := []position.Image{randomImage(rnd, size, games[rnd.IntN(len(games))].Script), randomImage(rnd, size, games[rnd.IntN(len(games))].Script)}
			plans, err := x.Plan(images)
			if err != nil {
				t.Fatal(err)
			}
			bothWays(func() {
				s := scan{Index: x, plans: plans.list}
				for lane := range x.games {
					from, to := x.firstStretch(lane), x.firstStretch(lane+1)
					stages := s.stagesOf(lane)
					if stages == nil {
						many++
						continue
					}
					for i := from; i < to; i = (i/BlockGames + 1) * BlockGames {
						want, got := map[position.Site]bool{}, map[position.Site]bool{}
						next := min((i/BlockGames+1)*BlockGames, to)
						for k := i; k < next; k++ {
							for _, at := range naiveSites(x, images, k) {
								want[at] = true
							}
						}
						if next < to && stages[0].To != x.beginOf(next) {
							t.Fatalf("a stage to node %d, want %d", stages[0].To, x.beginOf(next))
						}
						for _, at := range stages[0].Sites {
							got[at] = true
						}
						if stages[0].Sites != nil && !maps.Equal(got, want) {
							t.Fatalf("%v, kernels %v, images %v, lane %d: %v, bit by bit %v", size, fast, images, lane, got, want)
						}
						some += min(len(got), 1)
						stages = stages[1:]
					}
					if len(stages) > 0 {
						t.Fatalf("stages left: %v", stages)
					}
				}
			})
		}
	}
	if min(some, many) < testsize.Of(100, 25) {
		t.Errorf("%d stages with sites and %d lanes without: too few to mean anything", some, many)
	}
}
