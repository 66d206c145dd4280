package position

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kifudb/internal/testsize"
)

// naiveFind finds a pattern by comparing every image at every anchor with every
// node's board, point by point, and follows every path from every hit.
func naiveFind(p *Pattern, o MatchOptions, size Size, s Script) []naiveHit {
	var hits []naiveHit
	nodes := naiveReplay(size, s)
	images := p.Images(size, o.ImageOptions)
	folding := p.Folding(size, o.ImageOptions)
	parent := func(n *naiveNode) *naiveNode {
		if n.parent < 0 {
			return nil
		}
		return nodes[n.parent]
	}
	for k := range images {
		m := &images[k]
		for ay := m.Top; ay <= m.Bottom; ay++ {
			for ax := m.Left; ax <= m.Right; ax++ {
				anchor := At(ax, ay)
				fits := make([]bool, len(nodes))
				for i, n := range nodes {
					fits[i] = true
					for j, c := range m.Cells {
						q := At(ax+j%m.Cols, ay+j/m.Cols)
						if !c.Admits(n.board.stones[q]) {
							fits[i] = false
						}
					}
				}
				// inside returns the stones that a node put into the region.
				inside := func(n *naiveNode) []Change {
					var in []Change
					for _, c := range n.placed {
						x, y := c.Point.X()-ax, c.Point.Y()-ay
						if x >= 0 && y >= 0 && x < m.Cols && y < m.Rows && m.Cells[y*m.Cols+x] != Outside {
							in = append(in, c)
						}
					}
					return in
				}
				// found says whether there is a hit at a node, whatever came before.
				found := func(n *naiveNode) bool {
					if len(m.Sequence) == 0 {
						return fits[n.node]
					}
					return naiveSequence(p, m, anchor, nodes, n, fits, inside)
				}
				for _, n := range nodes {
					first := found(n)
					for q := parent(n); q != nil && first && !(o.Every && len(m.Sequence) > 0); q = parent(q) {
						first = !found(q)
						if o.Every {
							break
						}
					}
					if !first || n.moves < o.MinMove || o.MaxMove > 0 && n.moves > o.MaxMove || o.MainLine && !n.mainLine {
						continue
					}
					h := naiveHit{node: n.node, image: k, anchor: anchor, moveNumber: n.moves}
					if len(m.Sequence) == 0 {
						h.stood = naiveStood(n, fits)
					}
					if h.stood < o.MinStood || o.MaxStood > 0 && h.stood > o.MaxStood {
						continue
					}
					wanted := o.Next == Empty
					for _, c := range naiveNext(n, inside) {
						if o.MainLine && !c.node.mainLine {
							continue
						}
						stone := m.Back(anchor, c.stone)
						if o.Next != Empty && stone.Color != o.Next && !folding.swaps() {
							continue
						}
						wanted = true
						h.next += fmt.Sprintf("%d %v %v %d;", c.node.node, folding.Fold(stone), c.stone, c.elsewhere)
					}
					if wanted {
						hits = append(hits, h)
					}
				}
			}
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

func compareHits(a, b naiveHit) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.image, b.image), cmp.Compare(a.anchor, b.anchor))
}

// naiveStood follows the first children while the pattern stands.
func naiveStood(n *naiveNode, fits []bool) int {
	last := n
	for len(last.children) > 0 {
		last = last.children[0]
		if !fits[last.node] {
			break
		}
	}
	return last.moves - n.moves
}

type naiveContinuation struct {
	node      *naiveNode
	stone     Change
	elsewhere int
}

// naiveNext follows all paths from a node to the first stone put inside.
func naiveNext(n *naiveNode, inside func(*naiveNode) []Change) (next []naiveContinuation) {
	todo := slices.Clone(n.children)
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		if in := inside(c); len(in) > 0 {
			elsewhere := c.moves - n.moves
			if c.move != (Move{}) {
				elsewhere--
			}
			next = append(next, naiveContinuation{c, in[0], max(elsewhere, 0)})
		} else {
			todo = append(slices.Clone(c.children), todo...)
		}
	}
	slices.SortFunc(next, func(a, b naiveContinuation) int { return cmp.Compare(a.node.node, b.node.node) })
	return next
}

// naiveSequence looks back from a node: the latest stones put into the region
// must be the sequence, and before the first of them the cells must have fit at
// some node after the stone before it.
func naiveSequence(p *Pattern, m *Image, anchor Point, nodes []*naiveNode, n *naiveNode, fits []bool, inside func(*naiveNode) []Change) bool {
	type placed struct {
		Change
		node *naiveNode
	}
	var path []*naiveNode
	for i := n.node; i >= 0; i = nodes[i].parent {
		path = append(path, nodes[i])
	}
	slices.Reverse(path)
	var stones []placed
	for _, q := range path {
		for _, c := range inside(q) {
			stones = append(stones, placed{c, q})
		}
	}
	length := len(m.Sequence)
	// The sequence may end at any of the stones of this very node.
	for end := len(stones); end >= length && end > 0 && stones[end-1].node == n; end-- {
		ok := true
		for i, want := range m.Sequence {
			got := stones[end-length+i]
			at := At(anchor.X()+want.Point.X(), anchor.Y()+want.Point.Y())
			ok = ok && got.Point == at && got.Color == want.Color
			if i > 0 && p.Within > 0 {
				ok = ok && got.node.moves-stones[end-length+i-1].node.moves <= p.Within
			}
		}
		if !ok {
			continue
		}
		first, from := stones[end-length].node, 0
		if end > length {
			before := stones[end-length-1].node
			if before == first {
				continue
			}
			from = before.depth
		}
		for _, q := range path[from:first.depth] {
			if fits[q.node] {
				return true
			}
		}
	}
	return false
}

// plain makes hits comparable.
func plain(hits []Hit) []naiveHit {
	var all []naiveHit
	for _, h := range hits {
		n := naiveHit{node: h.Node, image: h.Image, anchor: h.Anchor, moveNumber: h.MoveNumber, stood: h.Stood}
		for _, c := range h.Next {
			n.next += fmt.Sprintf("%d %v %v %d;", c.Node, c.Stone, c.Played, c.Elsewhere)
		}
		all = append(all, n)
	}
	slices.SortFunc(all, compareHits)
	return all
}

// randomPattern cuts a pattern out of a position of the script, so that it is
// found, and loosens some of its cells.
func randomPattern(r *rand.Rand, size Size, s Script) *Pattern {
	nodes := naiveReplay(size, s)
	n := nodes[r.IntN(len(nodes))]
	p := &Pattern{Cols: 1 + r.IntN(min(size.Cols, 4)), Rows: 1 + r.IntN(min(size.Rows, 4))}
	x, y := r.IntN(size.Cols-p.Cols+1), r.IntN(size.Rows-p.Rows+1)
	switch r.IntN(6) {
	case 5:
		p.Place.Kind = AnyCorner + PlaceKind(r.IntN(2))
	case 0:
		p.Place = Place{Kind: InRectangle, From: At(x, y), To: At(x+r.IntN(3), y+r.IntN(3))}
	case 1:
		p.Place.Kind = AtEdges
		if x == 0 {
			p.Place.Edges |= West
		}
		if y == 0 {
			p.Place.Edges |= North
		}
		if x+p.Cols == size.Cols {
			p.Place.Edges |= East
		}
		if y+p.Rows == size.Rows {
			p.Place.Edges |= South
		}
	}
	for i := range p.Cols * p.Rows {
		c := CellOf(n.board.stones[At(x+i%p.Cols, y+i/p.Cols)])
		switch r.IntN(6) {
		case 0:
			c |= Cell(r.IntN(8))
		case 1:
			if i > 0 {
				c = Outside
			}
		}
		p.Cells = append(p.Cells, c)
	}
	if p.Cells[0] == Outside {
		p.Cells[0] = Any
	}
	if r.IntN(3) == 0 {
		p.Within = r.IntN(4)
		for len(n.children) > 0 && len(p.Sequence) < 3 {
			n = n.children[r.IntN(len(n.children))]
			for _, c := range n.placed {
				q := At(max(c.Point.X()-x, 0), max(c.Point.Y()-y, 0))
				if c.Point == At(x+q.X(), y+q.Y()) && p.At(q) != Outside {
					p.Sequence = append(p.Sequence, Change{q, c.Color})
				}
			}
		}
		p.Sequence = p.Sequence[:min(len(p.Sequence), 3)]
	}
	return p
}

// matchCount is what compareMatch has seen.
type matchCount struct{ hits, continued, sequences, again, limited int }

// compareMatch finds a random pattern in a random script both ways.
func compareMatch(t testing.TB, r *rand.Rand) (n matchCount) {
	size := Size{1 + r.IntN(6), 1 + r.IntN(6)}
	if r.IntN(3) > 0 {
		size.Rows = size.Cols
	}
	s := randomScript(r, size, 50)
	p := randomPattern(r, size, s)
	o := MatchOptions{
		ImageOptions: ImageOptions{NoSymmetry: r.IntN(4) == 0, SwapColors: r.IntN(2) == 0},
		MainLine:     r.IntN(4) == 0,
		Every:        r.IntN(3) == 0,
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
	want := naiveFind(p, o, size, s)
	for range 2 { // the second time with used memory
		got := plain(m.Find(size, s))
		if !slices.Equal(got, want) {
			t.Fatalf("%v %+v on %v: script %04x\ngot  %v\nwant %v", p, o, size, s, got, want)
		}
	}
	spans, stages := naiveSpans(r, m.Images(size), size, s)
	for _, stages := range [][]Stage{nil, stages} {
		cut := excerptOf(t, s, size, spans)
		cut.Stages = stages
		for _, e := range []*Excerpt{{Script: s, Spans: spans, Stages: stages}, cut} {
			if got := plain(m.FindIn(size, e)); !slices.Equal(got, want) {
				t.Fatalf("%v %+v on %v in %+v: script %04x\ngot  %v\nwant %v", p, o, size, e, s, got, want)
			}
			if got := m.Any(size, e); got != (len(want) > 0) {
				t.Fatalf("%v %+v on %v in %+v: script %04x\nany %v, want %v", p, o, size, e, s, got, want)
			}
		}
	}
	if m.limited {
		n.limited = len(want)
	}
	n.hits = len(want)
	for i, h := range want {
		if slices.ContainsFunc(want[:i], func(g naiveHit) bool { return g.image == h.image && g.anchor == h.anchor }) && o.Every {
			n.again++
		}
		if h.next != "" {
			n.continued++
			if len(p.Sequence) > 0 {
				n.sequences++
			}
		}
	}
	return n
}

// naiveSpans returns spans that hold every node after which an image lies
// somewhere, and some others.
func naiveSpans(r *rand.Rand, images []Image, size Size, s Script) ([]Span, []Stage) {
	spans, stages := []Span{}, []Stage{{Sites: []Site{}}}
	for _, n := range naiveReplay(size, s) {
		fits := r.IntN(30) == 0
		if r.IntN(8) == 0 {
			stages[len(stages)-1].To = n.node
			stages = append(stages, Stage{Sites: []Site{}})
		}
		for k := range images {
			m := &images[k]
			for ay := m.Top; ay <= m.Bottom; ay++ {
				for ax := m.Left; ax <= m.Right; ax++ {
					all := true
					for j, c := range m.Cells {
						all = all && c.Admits(n.board.stones[At(ax+j%m.Cols, ay+j/m.Cols)])
					}
					fits = fits || all
					if all || r.IntN(1000) == 0 {
						stage := &stages[len(stages)-1]
						stage.Sites = append(stage.Sites, Site{k, At(ax, ay)})
					}
				}
			}
		}
		if fits {
			spans = append(spans, Span{n.node, n.node + 1})
		}
	}
	if i := r.IntN(4 * len(stages)); i < len(stages) {
		stages[i].Sites = nil
	}
	return spans, stages
}

func TestMatchNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var sum matchCount
	for range testsize.Of(1500, 500) {
		n := compareMatch(t, r)
		sum = matchCount{sum.hits + n.hits, sum.continued + n.continued, sum.sequences + n.sequences, sum.again + n.again, sum.limited + n.limited}
	}
	if sum.hits < testsize.Of(1000, 300) || sum.continued < testsize.Of(500, 150) || sum.sequences < testsize.Of(50, 15) || sum.again < testsize.Of(50, 15) || sum.limited < testsize.Of(100, 30) {
		t.Errorf("only %+v: the test tests little", sum)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { compareMatch(t, rand.New(rand.NewPCG(a, b))) })
}

// The large board has the largest counters: a pattern that nothing fits at
// first, and a whole game against it.
func TestMatchLargest(t *testing.T) {
	size := Square(MaxSize)
	var b ScriptBuilder
	b.Node()
	for i := range size.Area() {
		b.Add(Black+Color(i%2), size.At(i))
	}
	p := &Pattern{Cols: MaxSize, Rows: MaxSize, Place: Place{Kind: AtEdges, Edges: AllEdges}}
	for i := range size.Area() {
		p.Cells = append(p.Cells, CellOf(White-Color(i%2)))
	}
	m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{SwapColors: true}})
	if err != nil {
		t.Fatal(err)
	}
	if hits := m.Find(size, b.Script()); len(hits) != 1 || !m.Images(size)[hits[0].Image].Swapped && len(m.Images(size)) == 16 {
		t.Errorf("hits %+v of %d images, want one", hits, len(m.Images(size)))
	}
}

// hitsOf finds a pattern in a game and returns the hits in short.
func hitsOf(t *testing.T, pattern, game string, o MatchOptions) string {
	t.Helper()
	p, err := ParsePattern(pattern)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMatcher(p, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParsePosition(game)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, h := range m.Find(s.Size, s.Script) {
		text += fmt.Sprintf("%d@%v", h.MoveNumber, s.Size.Name(h.Anchor))
		for _, c := range h.Next {
			text += fmt.Sprintf(" %s%v+%d", c.Stone.Color.Letter(), c.Stone.Point, c.Elsewhere)
		}
		text += "; "
	}
	return text
}

func TestMatch(t *testing.T) {
	fixed := MatchOptions{}
	swap := MatchOptions{ImageOptions: ImageOptions{SwapColors: true}}
	as := MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}}
	every := MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}, Every: true}
	stood := MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}, MinStood: 2}
	tests := []struct {
		name, pattern, game string
		options             MatchOptions
		want                string
	}{
		{"a corner, any corner", "NW3x3[...|.X.|...]", "9x9 B2 H8 A3", fixed, "1@A3 Bca+1; "},
		{"as it lies in any corner", "corner 3x3[...|.X.|...]", "9x9 B2 pass H8 pass E5 pass C8", as, "1@A3; 3@G9; "},
		{"colors swapped", "NW3x3[...|.X.|...]", "9x9 B2 H8 A3", swap, "1@A3 Bca+1; 2@G9; "},
		{"as it lies only", "NW3x3[...|.X.|...]", "9x9 B2 H8 B8", as, "3@A9; "},
		{"a side is not a corner", "N3x2[.X.|...]", "9x9 B9 pass D9", fixed, "3@C9; "},
		{"found once, though it comes again", "board 3x1[X..]", "3x1 A1 B1 A1", as, "1@A1 Wba+0; "},
		{"every time, if asked", "@aa 1x1[.]", "3x1 pass A1 B1 C1 A1", every, "1@A1 Waa+0; 3@A1 Baa+1; "},
		{"only if it stood so long", "@aa 1x1[X]", "3x1 A1 B1 C1 A1", stood, ""},
		{"a capture from outside breaks it and is no continuation", "@aa 1x1[X]", "3x1 A1 B1 C1 A1", as, "1@A1 Waa+2; "},
		{"a sequence", "NW3x3[...|.21|.X.] ", "9x9 B7 C8 E5 B8", as, ""},
		{"a sequence in order", "NW3x3[...|.21|.X.] ", "9x9 B7 pass C8 B8 A9", as, "4@A9 Baa+0; "},
		{"a sequence with moves elsewhere", "NW3x3[...|.21|.X.] ", "9x9 B7 pass C8 E5 E6 B8 A9", as, "6@A9 Baa+0; "},
		{"a sequence without moves elsewhere", "NW3x3[...|...|.X.] B cb, W bb, within 1", "9x9 B7 pass C8 E5 E6 B8 A9", as, ""},
		{"another stone breaks a sequence", "NW3x3[...|.21|.X.] ", "9x9 B7 pass C8 A9 E6 B8", as, ""},
		{"the first stone of the sequence is in the pattern", "NW2x2[1.|..]", "9x9 pass pass A9 B9", as, "3@A9 Wba+0; "},
	}
	for _, tt := range tests {
		if got := hitsOf(t, tt.pattern, tt.game, tt.options); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The continuations of the empty board are folded to the upper right.
func TestFold(t *testing.T) {
	got := hitsOf(t, "board 9x9[.........|.........|.........|.........|.........|.........|.........|.........|.........]",
		"9x9 pass pass C4", MatchOptions{})
	if want := "1@A9 Bgd+1; "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A pattern of no particular corner or side is found where that of one of them is,
// and nowhere else.
func TestAnyCornerIsOneOfFour(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	found := 0
	for range 400 {
		size := Size{3 + r.IntN(5), 3 + r.IntN(5)}
		s := randomScript(r, size, 30)
		p := randomPattern(r, size, s)
		o := ImageOptions{NoSymmetry: r.IntN(2) == 0, SwapColors: r.IntN(2) == 0}
		for _, place := range []Place{{Kind: AnyCorner}, {Kind: AnySide}} {
			p.Place = place
			any := naiveFind(p, MatchOptions{ImageOptions: o, Every: true}, size, s)
			at := func(h naiveHit) string { return fmt.Sprint(h.node, h.anchor) }
			got, want := map[string]bool{}, map[string]bool{}
			for _, h := range any {
				got[at(h)] = true
			}
			for e := range AllEdges + 1 {
				if n := bits.OnesCount8(uint8(e)); e == North|South || e == East|West || n != 2 && place.Kind == AnyCorner || n != 1 && place.Kind == AnySide {
					continue
				}
				p.Place = Place{Kind: AtEdges, Edges: e}
				for _, h := range naiveFind(p, MatchOptions{ImageOptions: o, Every: true}, size, s) {
					want[at(h)] = true
				}
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%v %v on %v: %v, want %v", p, o, size, got, want)
			}
			found += len(got)
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// A sequence that has begun is followed into variations where its cells fit nowhere any more.
func TestSequenceInSpans(t *testing.T) {
	move := func(text string) (m Move) {
		p, err := ParsePoint(text[1:])
		if err != nil {
			t.Fatal(err)
		}
		return Move{map[byte]Color{'B': Black, 'W': White}[text[0]], p}
	}
	line := func(b *ScriptBuilder, moves ...string) {
		for _, text := range moves {
			b.Node()
			b.Move(move(text))
		}
	}
	var b ScriptBuilder
	b.Node()
	for _, variation := range [][]string{{"Bee", "Wba"}, {"Baa", "Wba", "Bed"}, {"Wee"}} {
		b.Open()
		line(&b, variation...)
		if variation[0] == "Wee" { // the sequence comes in a variation of its own
			for _, sub := range [][]string{{"Baa", "Wab"}, {"Baa", "Wee", "Wba"}} {
				b.Open()
				line(&b, sub...)
				b.Close()
			}
		}
		b.Close()
	}
	// From the root on, the stones' points are empty, and in no node with the first of them.
	p := &Pattern{Cols: 2, Rows: 1, Cells: []Cell{OnlyEmpty, OnlyEmpty}, Sequence: []Change{{At(0, 0), Black}, {At(1, 0), White}}}
	p.Place = Place{Kind: AtEdges, Edges: North | West}
	m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{NoSymmetry: true}})
	if err != nil {
		t.Fatal(err)
	}
	var nodes []int
	for _, h := range m.FindIn(Size{5, 5}, &Excerpt{Script: b.Script(), Spans: []Span{{0, 1}}}) {
		nodes = append(nodes, h.Node)
	}
	if want := []int{4, 11}; !slices.Equal(nodes, want) {
		t.Errorf("hits at nodes %v, want %v", nodes, want)
	}
}

// TestImagesFolded compares images and foldings that are made together with those made one by
// one, and each cell of an image with the cell that the symmetry leads to.
func TestImagesFolded(t *testing.T) {
	for _, text := range []string{"NW[X..|.O.]", "[X]", "corner[XO|..]", "N[.X.|O.x|*!_]", "[XX|OO] B aa, W bb"} {
		p, err := ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []ImageOptions{{}, {SwapColors: true}, {NoSymmetry: true}, {Hexes: true, SwapColors: true}} {
			images, folding := p.ImagesFolded(Square(19), o)
			if want := p.Images(Square(19), o); !reflect.DeepEqual(images, want) {
				t.Errorf("%s, %+v: images %v, want %v", text, o, images, want)
			}
			if want := p.Folding(Square(19), o); !reflect.DeepEqual(folding, want) {
				t.Errorf("%s, %+v: folding %v, want %v", text, o, folding, want)
			}
			for _, m := range images {
				for i, c := range p.Cells {
					if m.Swapped {
						c = c.SwapColors()
					}
					if at := m.Size().Index(m.Symmetry.Apply(p.Size().At(i), p.Size())); m.Cells[at] != c {
						t.Errorf("%s, symmetry %d: cell %d is %d, want %d", text, m.Symmetry, at, m.Cells[at], c)
					}
				}
			}
		}
	}
}
