package position

import "testing"

// The eight images of one point of a 5×5 board.
func TestSymmetryApply(t *testing.T) {
	p := At(1, 0)
	want := []Point{At(1, 0), At(3, 0), At(1, 4), At(3, 4), At(0, 1), At(4, 1), At(0, 3), At(4, 3)}
	for s, w := range want {
		if got := Symmetry(s).Apply(p, Square(5)); got != w {
			t.Errorf("%d: %v becomes %v, want %v", s, p, got, w)
		}
	}
	// Of an oblong rectangle the turned ones lie in the transposed one.
	if got, want := Symmetry(5).Apply(At(4, 0), Size{5, 3}), At(2, 4); got != want {
		t.Errorf("5: ea of 5x3 becomes %v, want %v", got, want)
	}
	if got := Symmetry(3).Apply(Pass, Square(19)); got != Pass {
		t.Errorf("a pass becomes %v", got)
	}
}

func TestSymmetryGroup(t *testing.T) {
	for _, size := range []Size{{1, 1}, {4, 4}, {5, 3}, {2, 52}} {
		for s := range Symmetry(8) {
			to := s.Size(size)
			for i := range size.Area() {
				p := size.At(i)
				q := s.Apply(p, size)
				if !to.Contains(q) {
					t.Fatalf("%d on %v: %v leaves the board at %v", s, size, p, q)
				}
				if got := s.Inverse().Apply(q, to); got != p {
					t.Fatalf("%d on %v: there and back, %v becomes %v", s, size, p, got)
				}
				for u := range Symmetry(8) {
					if got, want := s.Then(u).Apply(p, size), u.Apply(q, to); got != want {
						t.Fatalf("%d then %d on %v: %v becomes %v, want %v", s, u, size, p, got, want)
					}
				}
			}
		}
	}
	if Symmetries(Square(9)) != 8 || Symmetries(Size{9, 8}) != 4 {
		t.Error("square boards have 8 symmetries, oblong ones 4")
	}
}
