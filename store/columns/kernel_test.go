package columns

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// bothWays runs a test with the functions in assembly and with those in Go.
func bothWays(test func()) {
	oneWay(false, test)
	if hasKernels {
		oneWay(true, test)
	}
}

// oneWay runs a test with the functions in assembly, if there are any for this
// processor, or with those in Go.
func oneWay(assembly bool, test func()) {
	defer func(old bool) { fast = old }(fast)
	fast = assembly && hasKernels
	test()
}

// TestKernels compares the functions in assembly one by one with those in Go,
// at every anchor.
func TestKernels(t *testing.T) {
	if !hasKernels {
		t.Skip("not for this processor")
	}
	certain, opens, rows, sure, late := 0, 0, 0, 0, 0
	for _, size := range []position.Size{position.Square(1), position.Square(2), {Cols: 7, Rows: 3}, position.Square(9), position.Square(13), {Cols: 21, Rows: 20}, {Cols: 2, Rows: 52}, {Cols: 52, Rows: 2}, position.Square(52)} {
		t.Run(size.String(), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, uint64(size.Area())))
			games := randomGames(rnd, size, 100, min(4*size.Area(), 400))
			x := build(t, size, games)
			for range testsize.Of(12, 4) {
				m := randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
				plans, err := x.Plan([]position.Image{m})
				if err != nil {
					t.Fatal(err)
				}
				p := plans.list[0].whole()
				for n := range x.Blocks() {
					s := scan{Index: x, plans: plans.list, base: BlockGames * n, first: x.firstOf(x.data, n), run: run{from: n, blocks: 1}, asked: rnd.Uint64() | rnd.Uint64()}
					s.begin(x)
					s.planes.begin(x, true)
					s.spreadEver()
					var want [][]uint64
					for y := p.top; y <= p.bottom; y++ {
						row := make([]uint64, maxFilters*filterWidth)
						copy(row, s.row(p, y*size.Cols+p.left))
						want = append(want, row)
					}
					for i := 0; p.left+i*filterWidth <= p.right; i++ {
						some := s.filterRows(p, i)
						for y := range want {
							got := make([]uint64, filterWidth)
							if some>>y&1 != 0 {
								copy(got, s.filtered(p, i, y))
							}
							if want := want[y][i*filterWidth:][:filterWidth]; !slices.Equal(want, got) {
								t.Fatalf("row %d: filtered %x, want %x", y, got, want)
							}
							rows++
						}
					}
					s.points = plans.points
					var compared []comparison
					for y := p.top; y <= p.bottom; y++ {
						for left := p.left; left <= p.right; left++ {
							base := y*size.Cols + left
							set := rnd.Uint64() & rnd.Uint64() & s.asked
							s.times.known = false
							s.matchFirst(s.matches, p, base, set)
							c, o := compareSlowly(&s, p, base, set)
							if got := fmt.Sprint(s.found64(s.matches.certain), s.found64(s.matches.open)); got != fmt.Sprint(c, o) {
								t.Fatalf("stones %v, empties %v, halves %v: %s, want %v %v", p.stones, p.empties, p.halves, got, c, o)
							}
							certain, opens = certain+len(c), opens+len(o)
							want := s.standing64(p, base, c, o)
							compared = append(compared, comparison{base, set, len(c), len(o), want})
						}
					}
					for _, changed := range []bool{false, true} {
						s.learnTimes(changed)
						for row := compared; len(row) > 0; {
							n := min(1+rnd.IntN(filterWidth), p.right-p.left+1-(row[0].base%size.Cols-p.left))
							sets := make([]uint64, n)
							for i := range sets {
								sets[i] = row[i].set | ^s.asked
							}
							some := s.matchRow(p, row[0].base, sets, s.asked)
							for i, k := range row[:n] {
								c, o := map[int]int{}, map[int]int{}
								if s.matches = &s.rowMatches[i]; some>>i&1 != 0 {
									s.settleMatches(p, k.base)
									c, o = s.found64(s.matches.certain), s.found64(s.matches.open)
									late += bits.OnesCount64(s.matches.late & (s.matches.certain | s.matches.open))
								}
								if got := s.standing64(p, k.base, c, o); fmt.Sprint(got) != fmt.Sprint(k.want) {
									t.Fatalf("stones %v, empties %v, halves %v: with timetables %v, want %v", p.stones, p.empties, p.halves, got, k.want)
								}
								if len(c) < k.certain || len(o) > k.open {
									t.Fatalf("%d certain and %d open matches with timetables, %d and %d without", len(c), len(o), k.certain, k.open)
								}
								if changed {
									sure += len(c) - k.certain
								}
							}
							row = row[n:]
						}
					}
				}
			}
		})
	}
	if late < testsize.Of(300, 100) {
		t.Errorf("%d matches too late for timetables: too few to mean anything", late)
	}
	if sure < testsize.Of(200, 100) { // few, as points of random games change more than twice
		t.Errorf("timetables were sure of %d matches more: too few to mean anything", sure)
	}
	if certain < testsize.Of(1000, 300) || opens < testsize.Of(1000, 300) || rows < testsize.Of(1000, 300) {
		t.Errorf("%d certain and %d open matches, %d anchors filtered: too few to mean anything", certain, opens, rows)
	}
}

// A comparison is what was found when an image was compared without timetables.
type comparison struct {
	base          int
	set           uint64
	certain, open int // lanes
	want          map[int]int
}

// standing64 lists the lanes where an image stands, and from which nodes on.
func (s *scan) standing64(p *plan, base int, certain, open map[int]int) map[int]int {
	all := maps.Clone(certain)
	for lane, lo := range open {
		if node, ok := s.decide(p, base, lane, lo); ok {
			all[lane] = node
		}
	}
	return all
}

// found64 lists lanes and their nodes.
func (s *scan) found64(slots uint64) map[int]int {
	found := map[int]int{}
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		found[laneOf(slot)] = int(s.matches.nodes[slot])
	}
	return found
}

// compareSlowly is match by compare.
func compareSlowly(s *scan, p *plan, base int, set uint64) (certain, open map[int]int) {
	certain, open = map[int]int{}, map[int]int{}
	for q := range 16 {
		c, o, nodes := s.compare(p, base, q, (set>>q&ones)<<15)
		for i := range 4 {
			if c>>(16*i+15)&1 != 0 {
				certain[q+16*i] = int(nodes >> (16 * i) & timeMask)
			}
			if o>>(16*i+15)&1 != 0 {
				open[q+16*i] = int(nodes >> (16 * i) & timeMask)
			}
		}
	}
	return certain, open
}
