package position

import (
	"math/rand"
	"reflect"
	"testing"
)

// The images of a board are those of the pattern that it makes, and so is how
// continuations are folded.
func TestBoardImagesArePatterns(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	several := 0
	for range 600 {
		size := Size{1 + r.Intn(9), 1 + r.Intn(9)}
		if r.Intn(2) == 0 {
			size.Rows = size.Cols
		}
		o := ImageOptions{NoSymmetry: r.Intn(4) == 0, SwapColors: r.Intn(2) == 0, Hexes: r.Intn(4) == 0}
		b := NewBoard(size)
		for range r.Intn(6) {
			p, c := At(r.Intn(size.Cols), r.Intn(size.Rows)), Color(1+r.Intn(2))
			b.Set(p, c)
			for _, m := range o.orientations(size) { // often its own image
				if r.Intn(3) > 0 {
					b.Set(m.Symmetry.Apply(p, size), c)
				}
			}
		}
		pattern := BoardPattern(b)
		want, wantFolding := pattern.Images(size, o), pattern.Folding(size, o)
		got, folding := BoardImages(b, o)
		if len(got) != len(want) {
			t.Fatalf("%v %+v: %d images, want %d\n%v", size, o, len(got), len(want), b)
		}
		if len(want) > 1 {
			several++
		}
		for i := range want {
			if got[i].Symmetry != want[i].Symmetry || got[i].Swapped != want[i].Swapped || got[i].Size != want[i].Size() {
				t.Fatalf("%v %+v: image %d is %v of %v, want %v %v", size, o, i, got[i].Orientation, got[i].Size, want[i].Symmetry, want[i].Swapped)
			}
			stones := map[Point]Color{}
			for _, s := range got[i].Stones {
				stones[s.Point] = s.Color
			}
			for j := range got[i].Size.Area() {
				p := got[i].Size.At(j)
				if CellOf(got[i].At(p)) != want[i].Cells[j] || got[i].At(p) != stones[p] {
					t.Fatalf("%v %+v: image %d has %v at %v, and among its stones %v\n%v", size, o, i, got[i].At(p), p, stones[p], b)
				}
			}
		}
		var gotMaps, wantMaps []Orientation
		for _, m := range folding.Images() {
			gotMaps = append(gotMaps, Orientation{m.Symmetry, m.Swapped})
		}
		for _, m := range wantFolding.Images() {
			wantMaps = append(wantMaps, Orientation{m.Symmetry, m.Swapped})
		}
		if !reflect.DeepEqual(gotMaps, wantMaps) {
			t.Fatalf("%v %+v: folded by %v, want %v\n%v", size, o, gotMaps, wantMaps, b)
		}
		for range 10 {
			c := Change{At(r.Intn(size.Cols), r.Intn(size.Rows)), Color(1 + r.Intn(2))}
			if r.Intn(5) == 0 {
				c.Point = Pass
			}
			if got, want := folding.Fold(c), wantFolding.Fold(c); got != want {
				t.Fatalf("%v %+v: %v is folded to %v, want %v\n%v", size, o, c, got, want, b)
			}
		}
	}
	if several < 100 {
		t.Errorf("%d boards with several images, want 100", several)
	}
}
