package tactics

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
)

// naiveBouzy is Bouzy's method as GNU Go's documentation puts it, point by point.
func naiveBouzy(b *position.Board, dilations, erosions int) []int {
	size := b.Size()
	value := map[position.Point]int{}
	for i := range size.Area() {
		switch p := size.At(i); b.At(p) {
		case position.Black:
			value[p] = 128
		case position.White:
			value[p] = -128
		default:
			value[p] = 0
		}
	}
	for round := range dilations + erosions {
		next := map[position.Point]int{}
		for p, v := range value {
			positive, negative, neighbors := 0, 0, 0
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				x, y := p.X()+d[0], p.Y()+d[1]
				if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
					continue
				}
				neighbors++
				if w := value[position.At(x, y)]; w > 0 {
					positive++
				} else if w < 0 {
					negative++
				}
			}
			if round < dilations {
				if v >= 0 && negative == 0 {
					v += positive
				} else if v <= 0 && positive == 0 {
					v -= negative
				}
			} else if v > 0 {
				v = max(0, v-(neighbors-positive))
			} else if v < 0 {
				v = min(0, v+(neighbors-negative))
			}
			next[p] = v
		}
		value = next
	}
	list := make([]int, size.Area())
	for i := range list {
		list[i] = value[size.At(i)]
	}
	return list
}

func TestBouzy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 35))
	n := 300
	if testing.Short() {
		n = 40
	}
	for range n {
		size := position.Size{Cols: 1 + r.IntN(19), Rows: 1 + r.IntN(19)}
		if r.IntN(10) == 0 {
			size = position.Size{Cols: position.MaxSize, Rows: 1 + r.IntN(3)}
		}
		b := position.NewBoard(size)
		for range r.IntN(size.Area()) / (1 + r.IntN(10)) {
			b.Set(size.At(r.IntN(size.Area())), position.Color(1+r.IntN(2)))
		}
		dilations, erosions := r.IntN(8)*r.IntN(6)%32, r.IntN(60)
		got, want := Bouzy(b, dilations, erosions), naiveBouzy(b, dilations, erosions)
		if !slices.Equal(got, want) {
			t.Fatalf("%d dilations, %d erosions:\n%v\ngot\n%v\nwant\n%v", dilations, erosions, b, got, want)
		}
	}
}

// TestBouzyAlone checks what Bouzy wants of the numbers: a stone alone has no territory.
func TestBouzyAlone(t *testing.T) {
	b := position.NewBoard(position.Square(19))
	b.Set(position.At(9, 9), position.White)
	for i, v := range Bouzy(b, 5, 21) {
		if p := b.Size().At(i); (v < 0) != (p == position.At(9, 9)) || v > 0 {
			t.Errorf("%v: %d", p, v)
		}
	}
}
