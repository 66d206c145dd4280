package position

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
)

// naiveFindNear goes through every line of a script by itself and counts at every
// node the points where every image at every anchor differs.
func naiveFindNear(p *Pattern, o MatchOptions, size Size, s Script) []naiveHit {
	type place struct {
		node, image int
		anchor      Point
	}
	found := map[place]map[int]naiveContinuation{}
	differs, stood := map[place]string{}, map[place]int{}
	nodes := naiveReplay(size, s)
	images := p.Images(size, o.ImageOptions)
	folding := p.Folding(size, o.ImageOptions)
	for k := range images {
		m := &images[k]
		for ay := m.Top; ay <= m.Bottom; ay++ {
			for ax := m.Left; ax <= m.Right; ax++ {
				anchor := At(ax, ay)
				count, text := make([]int, len(nodes)), make([]string, len(nodes))
				for i, n := range nodes {
					for j, c := range m.Cells {
						q := At(ax+j%m.Cols, ay+j/m.Cols)
						if color := n.board.stones[q]; !c.Admits(color) {
							count[i]++
							text[i] += fmt.Sprint(q, c.Letter(), color)
						}
					}
				}
				inside := func(n *naiveNode) (in []Change) {
					for _, c := range n.placed {
						x, y := c.Point.X()-ax, c.Point.Y()-ay
						if x >= 0 && y >= 0 && x < m.Cols && y < m.Rows && m.Cells[y*m.Cols+x] != Outside {
							in = append(in, c)
						}
					}
					return in
				}
				for _, leaf := range nodes {
					if o.MainLine && !leaf.mainLine || slices.ContainsFunc(leaf.children, func(c *naiveNode) bool { return !o.MainLine || c.mainLine }) {
						continue
					}
					var line []*naiveNode
					for i := leaf.node; i >= 0; i = nodes[i].parent {
						line = append(line, nodes[i])
					}
					slices.Reverse(line)
					for _, at := range naiveNearest(line, count, o) {
						n := line[at.hit]
						h := place{n.node, k, anchor}
						if found[h] == nil {
							found[h] = map[int]naiveContinuation{}
							differs[h] = text[n.node]
							fits := make([]bool, len(nodes))
							for i := range count {
								fits[i] = count[i] <= o.Near
							}
							stood[h] = naiveStood(n, fits)
						}
						for _, next := range line[at.hit+1 : at.end] {
							if in := inside(next); len(in) > 0 {
								elsewhere := next.moves - n.moves
								if next.move != (Move{}) {
									elsewhere--
								}
								found[h][next.node] = naiveContinuation{next, in[0], max(elsewhere, 0)}
								break
							}
						}
					}
				}
			}
		}
	}
	var hits []naiveHit
	for h, next := range found {
		one := naiveHit{node: h.node, image: h.image, anchor: h.anchor, moveNumber: nodes[h.node].moves, stood: stood[h]}
		if one.stood < o.MinStood || o.MaxStood > 0 && one.stood > o.MaxStood {
			continue
		}
		var list []naiveContinuation
		for _, c := range next {
			list = append(list, c)
		}
		slices.SortFunc(list, func(a, b naiveContinuation) int { return cmp.Compare(a.node.node, b.node.node) })
		for _, c := range list {
			stone := images[h.image].Back(h.anchor, c.stone)
			if o.Next == Empty || stone.Color == o.Next || folding.swaps() {
				one.next += fmt.Sprintf("%d %v %v %d;", c.node.node, folding.Fold(stone), c.stone, c.elsewhere)
			}
		}
		if o.Next == Empty || one.next != "" {
			one.next += differs[h]
			hits = append(hits, one)
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

// A lineHit is a hit on a line and where what follows it ends, both by their
// number on it.
type lineHit struct{ hit, end int }

// naiveNearest returns the hits on one line, given how many points differ after
// each node.
func naiveNearest(line []*naiveNode, count []int, o MatchOptions) (hits []lineHit) {
	fewest, at := o.Near+1, -1
	settle := func(end int) {
		if at >= 0 {
			hits = append(hits, lineHit{at, end})
		}
		at = -1
	}
	for i, n := range line {
		differs := count[n.node]
		if o.Every && differs > o.Near {
			fewest = o.Near + 1
		}
		if differs >= fewest || o.MaxMove > 0 && n.moves > o.MaxMove {
			continue
		}
		if fewest > o.Near {
			settle(i + 1)
		}
		if fewest, at = differs, i; n.moves < o.MinMove {
			at = -1
		}
	}
	settle(len(line))
	return hits
}

// plainNear makes hits comparable.
func plainNear(hits []Hit) []naiveHit {
	all := plain(hits)
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Image, b.Image), cmp.Compare(a.Anchor, b.Anchor))
	})
	for i, h := range hits {
		for _, d := range h.Differs {
			all[i].next += fmt.Sprint(d.Point, d.Cell.Letter(), d.Color)
		}
	}
	return all
}

// nearCount is what compareNear has seen.
type nearCount struct{ hits, exact, continued, branched, again int }

// compareNear finds a random pattern with some points different both ways.
func compareNear(t testing.TB, r *rand.Rand) (n nearCount) {
	size := Size{1 + r.IntN(6), 1 + r.IntN(6)}
	if r.IntN(3) > 0 {
		size.Rows = size.Cols
	}
	s := randomScript(r, size, 50)
	p := randomPattern(r, size, s)
	p.Sequence = nil
	if r.IntN(3) == 0 {
		nodes := naiveReplay(size, s)
		b := NewBoard(size)
		for q, c := range nodes[r.IntN(len(nodes))].board.stones {
			b.Set(Point(q), c)
		}
		p = BoardPattern(b)
	}
	o := MatchOptions{
		ImageOptions: ImageOptions{NoSymmetry: r.IntN(4) == 0, SwapColors: r.IntN(3) == 0},
		MainLine:     r.IntN(4) == 0,
		Every:        r.IntN(3) == 0,
		Near:         1 + r.IntN(min(4, p.Size().Area())),
	}
	if r.IntN(4) == 0 {
		o.MinStood, o.MaxStood = r.IntN(6), r.IntN(10)
	}
	if r.IntN(3) == 0 {
		o.MinMove, o.MaxMove = r.IntN(10), r.IntN(30)
	}
	if r.IntN(4) == 0 {
		o.Next = Black + Color(r.IntN(2))
	}
	m, err := NewMatcher(p, o)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	want := naiveFindNear(p, o, size, s)
	for range 2 { // the second time with used memory
		if got := plainNear(m.Find(size, s)); !slices.Equal(got, want) {
			t.Fatalf("%v %+v on %v: script %04x\ngot  %v\nwant %v", p, o, size, s, got, want)
		}
	}
	spans := naiveNearSpans(r, m.Images(size), o.Near, size, s)
	if got := plainNear(m.FindIn(size, excerptOf(t, s, size, spans))); !slices.Equal(got, want) {
		t.Fatalf("%v %+v on %v in an excerpt of %v: script %04x\ngot  %v\nwant %v", p, o, size, spans, s, got, want)
	}
	if got := plainNear(m.FindIn(size, &Excerpt{Script: s, Spans: spans})); !slices.Equal(got, want) {
		t.Fatalf("%v %+v on %v in spans: script %04x\ngot  %v\nwant %v", p, o, size, s, got, want)
	}
	if got := m.Any(size, &Excerpt{Script: s}); got != (len(want) > 0) {
		t.Fatalf("%v %+v on %v: any hit: %v, script %04x\nwant %v", p, o, size, got, s, want)
	}
	seen := map[string]int{}
	for _, h := range m.Find(size, s) {
		n.hits++
		if len(h.Differs) == 0 {
			n.exact++
		}
		if len(h.Next) > 0 {
			n.continued++
		}
		at := fmt.Sprint(h.Image, h.Anchor)
		if seen[at]++; seen[at] > 1 && o.Every {
			n.again++
		} else if seen[at] > 1 {
			n.branched++
		}
	}
	return n
}

// naiveNearSpans returns spans that hold every node after which few enough points
// of an image somewhere differ, and some others.
func naiveNearSpans(r *rand.Rand, images []Image, near int, size Size, s Script) []Span {
	spans := []Span{}
	for _, n := range naiveReplay(size, s) {
		fits := r.IntN(30) == 0
		for k := range images {
			m := &images[k]
			for ay := m.Top; ay <= m.Bottom; ay++ {
				for ax := m.Left; ax <= m.Right; ax++ {
					differ := 0
					for j, c := range m.Cells {
						if !c.Admits(n.board.stones[At(ax+j%m.Cols, ay+j/m.Cols)]) {
							differ++
						}
					}
					fits = fits || differ <= near
				}
			}
		}
		if fits {
			spans = append(spans, Span{n.node, n.node + 1})
		}
	}
	return spans
}

func TestMatchNearNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 9))
	var sum nearCount
	for range testsize.Of(3000, 800) {
		n := compareNear(t, r)
		sum = nearCount{sum.hits + n.hits, sum.exact + n.exact, sum.continued + n.continued, sum.branched + n.branched, sum.again + n.again}
	}
	if least := testsize.Of(300, 80); min(sum.exact, sum.continued, sum.branched, sum.again, sum.hits-sum.exact) < least {
		t.Errorf("only %+v: the test tests little", sum)
	}
}

func FuzzMatchNear(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { compareNear(t, rand.New(rand.NewPCG(a, b))) })
}

func TestMatchNear(t *testing.T) {
	as := MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}, Near: 1}
	tests := []struct {
		name, pattern, game string
		options             MatchOptions
		want                string
	}{
		{"a stone is missing", "NW3x3[..X|.X.|...]", "9x9 B2 pass B2 H8 A9", as, ""},
		{"one stone lies elsewhere", "NW3x3[..X|.X.|...]", "9x9 C9 pass E5 pass B9", as, "1@A9 Bba+3; "},
		{"the nearest moment, not the first", "NW3x3[..X|.X.|...]", "9x9 C9 pass B8 pass E5 A9", as, "3@A9 Waa+2; "},
		{"not by another move", "NW3x3[..X|.X.|...]", "9x9 C9 pass B8", MatchOptions{ImageOptions: as.ImageOptions, Near: 1, MaxMove: 2}, "1@A9 Bbb+1; "},
	}
	for _, tt := range tests {
		if got := hitsOf(t, tt.pattern, tt.game, tt.options); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
