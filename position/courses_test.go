package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
)

// naiveMay reports whether the stones of an image's sequence are put into its region one after the
// other on some path, whatever lies on the board.
func naiveMay(images []Image, size Size, s Script) bool {
	nodes := naiveReplay(size, s)
	for _, m := range images {
		for y := m.Top; y <= m.Bottom; y++ {
			for x := m.Left; x <= m.Right; x++ {
				for _, n := range nodes {
					var put []Change
					for at := n; at != nil; {
						for _, c := range slices.Backward(at.placed) {
							q := At(max(c.Point.X()-x, 0), max(c.Point.Y()-y, 0))
							if c.Point == At(x+q.X(), y+q.Y()) && m.Size().Contains(q) && m.Cells[m.Size().Index(q)] != Outside {
								put = append(put, Change{q, c.Color})
							}
						}
						if at.parent < 0 {
							break
						}
						at = nodes[at.parent]
					}
					slices.Reverse(put)
					for i := range put { // a node may put several
						if slices.Equal(put[i:min(i+len(m.Sequence), len(put))], m.Sequence) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// TestCourses compares what words tell with paths that are put together. Where stones are set up words tell
// less, but never that a sequence was not played.
func TestCourses(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 2))
	played, none, setup, spared := 0, 0, 0, 0
	for range testsize.Of(3000, 600) {
		size := []Size{Square(2), Square(3), Square(5), {6, 4}}[r.IntN(4)]
		s := randomScript(r, size, 1+r.IntN(60))
		p := randomPattern(r, size, s)
		for range r.IntN(4) {
			p.Sequence = append(p.Sequence, Change{At(r.IntN(p.Cols), r.IntN(p.Rows)), Black + Color(r.IntN(2))})
		}
		m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true, SwapColors: r.IntN(2) == 0}})
		if err != nil || len(p.Sequence) == 0 {
			continue
		}
		plan := m.planFor(size)
		if plan.courses == nil {
			continue
		}
		set := slices.ContainsFunc(s, func(w uint16) bool { return w >= wordAddBlack && w < wordControl })
		want := naiveMay(plan.images, size, s)
		for range 2 { // the second time with used memory
			switch got := plan.courses.may(size, s); {
			case want && !got, got && !want && !set:
				t.Fatalf("%v on %v: script %04x: %v, want %v", p, size, s, got, want)
			case want:
				played++
			case !set:
				none++
			case got:
				setup++
			default:
				spared++
			}
		}
	}
	if min(played, none, setup, spared) < 20 {
		t.Errorf("%d played, %d not, %d uncertain, %d not in spite of setup", played, none, setup, spared)
	}
}

// TestCoursesInDeepVariations gives up where variations within variations would take much memory.
func TestCoursesInDeepVariations(t *testing.T) {
	p := &Pattern{Cols: 2, Rows: 1, Cells: []Cell{OnlyEmpty, OnlyEmpty}, Sequence: []Change{{At(0, 0), Black}, {At(1, 0), White}}}
	m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}})
	if err != nil {
		t.Fatal(err)
	}
	s := Script{wordNode}
	for range maxAbove {
		s = append(s, wordOpen, wordNode)
	}
	c := m.planFor(Size{2, 1}).courses
	if !c.may(Size{2, 1}, s) || cap(c.above) > 4*maxAbove {
		t.Errorf("%d words for %d variations", cap(c.above), maxAbove)
	}
}
