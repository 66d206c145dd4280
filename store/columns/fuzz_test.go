package columns

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// A shot is a game after one of its nodes, every point of the board.
type shot struct {
	node     int
	mainLine bool
	stones   []position.Color
	placed   []position.Change
}

// A gameSet is some games with their index, and the boards of their replays.
type gameSet struct {
	size  position.Size
	games []Game
	index *Index
	shots [][]shot // by game
}

// newGameSet makes the games of a number: mostly few and on small boards, where
// much is captured, replayed and left again.
func newGameSet(t testing.TB, number uint16) *gameSet {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(number), 11))
	size := position.Size{Cols: 1 + rnd.IntN(7), Rows: 1 + rnd.IntN(7)}
	games, nodes := 1+rnd.IntN(12), 1+rnd.IntN(60)
	switch rnd.IntN(24) {
	case 0:
		size, games, nodes = position.Square(19), 1+rnd.IntN(3), 120
	case 1: // corners have signatures
		size, games = position.Size{Cols: 14 + rnd.IntN(3), Rows: 14 + rnd.IntN(3)}, 1+rnd.IntN(3)
	case 2:
		size, games = position.Size{Cols: 1 + rnd.IntN(52), Rows: 1 + rnd.IntN(2)}, 1+rnd.IntN(4)
	case 3, 4, 5:
		size = position.Square(9)
	case 6, 7: // several blocks
		games, nodes = 60+rnd.IntN(90), 1+rnd.IntN(30)
	case 8, 9: // large trees, of which parts are asked for
		games, nodes = 1+rnd.IntN(3), 1500
	}
	s := &gameSet{size: size}
	for local := 0; len(s.games) < games; local += 1 + rnd.IntN(3) {
		g := Game{Local: uint16(local)}
		switch n := 1 + rnd.IntN(nodes); rnd.IntN(5) {
		case 0:
			g.Script = randomScript(rnd, size, n, false)
		case 1, 2:
			g.Script = playedScript(rnd, size, n, rnd.IntN(3) == 0)
		default:
			g.Script = randomScript(rnd, size, n, true)
		}
		s.games = append(s.games, g)
	}
	if s.index = build(t, size, s.games); number%2 == 1 {
		s.index = hidden(t, s.index)
	}
	var r position.Replayer
	for _, g := range s.games {
		var shots []shot
		r.Replay(size, g.Script, func(b *position.Board, step *position.Step) bool {
			now := shot{step.Node, step.MainLine, make([]position.Color, size.Area()), slices.Clone(step.Placed)}
			for i := range now.stones {
				now.stones[i] = b.At(size.At(i))
			}
			shots = append(shots, now)
			return true
		})
		s.shots = append(s.shots, shots)
	}
	return s
}

// fits compares point by point.
func (s *gameSet) fits(now *shot, m *position.Image, at position.Point) bool {
	for y := range m.Rows {
		for x := range m.Cols {
			c := m.Cells[y*m.Cols+x]
			if c != position.Outside && !c.Admits(now.stones[(at.Y()+y)*s.size.Cols+at.X()+x]) {
				return false
			}
		}
	}
	return true
}

// played reports whether every stone of an image's sequence was put on its
// point at some time.
func played(shots []shot, m *position.Image, at position.Point) bool {
	for _, c := range m.Sequence {
		c.Point = position.At(at.X()+c.Point.X(), at.Y()+c.Point.Y())
		if !slices.ContainsFunc(shots, func(now shot) bool { return slices.Contains(now.placed, c) }) {
			return false
		}
	}
	return true
}

// A standing is where images stand in one game, as its replay says.
type standing struct {
	mainLine map[occurrence]int   // the first node of each
	wanted   map[occurrence]bool  // those that must be reported: the sequence was played, too
	anywhere bool                 // one that must be reported, in any variation
	nodes    []int                // after which any stands
	sites    map[occurrence][]int // where any stands, in any variation, and after which nodes
	branched bool
}

func (s *gameSet) standing(game int, images []position.Image) standing {
	found := standing{mainLine: map[occurrence]int{}, wanted: map[occurrence]bool{}, sites: map[occurrence][]int{}}
	shots := s.shots[game]
	for i := range shots {
		found.branched = found.branched || !shots[i].mainLine
	}
	for k := range images {
		m := &images[k]
		for y := max(m.Top, 0); y <= min(m.Bottom, s.size.Rows-m.Rows); y++ {
			for x := max(m.Left, 0); x <= min(m.Right, s.size.Cols-m.Cols); x++ {
				at, stands := occurrence{k, position.At(x, y)}, false
				for i := range shots {
					if !s.fits(&shots[i], m, at.anchor) {
						continue
					}
					stands, found.sites[at] = true, append(found.sites[at], shots[i].node)
					found.nodes = append(found.nodes, shots[i].node)
					if _, known := found.mainLine[at]; shots[i].mainLine && !known {
						found.mainLine[at] = shots[i].node
					}
				}
				if stands && played(shots, m, at.anchor) {
					found.anywhere = true
					if _, ok := found.mainLine[at]; ok {
						found.wanted[at] = true
					}
				}
			}
		}
	}
	return found
}

// sequel follows the main line from an occurrence on.
func (s *gameSet) sequel(game int, m *position.Image, at position.Point, node int) (q Sequel, again bool) {
	last, broken := node, false
	for i := range s.shots[game] {
		now := &s.shots[game][i]
		if !now.mainLine || now.node <= node {
			continue
		}
		for _, c := range now.placed {
			x, y := c.Point.X()-at.X(), c.Point.Y()-at.Y()
			if q.NextNode == 0 && x >= 0 && y >= 0 && x < m.Cols && y < m.Rows && m.Cells[y*m.Cols+x] != position.Outside {
				q.Next, q.NextNode = c, now.node
			}
		}
		switch fits := s.fits(now, m, at); {
		case fits && broken:
			again = true
		case !fits:
			broken = true
		case !broken:
			last = now.node
		}
		if broken && q.Stood == 0 {
			q.Stood = now.node - node
		}
	}
	if !broken {
		q.Stood = last - node
	}
	return q, again
}

// images cuts a piece out of a game, forgets some of it, and asks for it in all
// its images or in one or two of its own making.
func (s *gameSet) images(rnd *rand.Rand) []position.Image {
	var images []position.Image
	for range 1 + rnd.IntN(2) {
		shots := s.shots[rnd.IntN(len(s.shots))]
		now := &shots[rnd.IntN(len(shots))]
		p := position.Pattern{Cols: 1 + rnd.IntN(min(s.size.Cols, 5)), Rows: 1 + rnd.IntN(min(s.size.Rows, 5))}
		switch rnd.IntN(12) {
		case 0:
			p.Cols, p.Rows = s.size.Cols, s.size.Rows
		case 1:
			p.Cols, p.Rows = min(s.size.Cols, 7), min(s.size.Rows, 7)
		}
		room := position.Size{Cols: s.size.Cols - p.Cols + 1, Rows: s.size.Rows - p.Rows + 1}
		left, top := rnd.IntN(room.Cols), rnd.IntN(room.Rows)
		if rnd.IntN(3) == 0 {
			left, top = rnd.IntN(2)*(room.Cols-1), rnd.IntN(2)*(room.Rows-1)
		}
		vague := rnd.IntN(8)
		for y := range p.Rows {
			for x := range p.Cols {
				c := position.CellOf(now.stones[(top+y)*s.size.Cols+left+x])
				if rnd.IntN(8) < vague {
					c |= position.Cell(rnd.IntN(8))
				}
				if rnd.IntN(40) == 0 {
					c = position.Cell(rnd.IntN(8))
				}
				p.Cells = append(p.Cells, c)
			}
		}
		if rnd.IntN(10) == 0 {
			for range 1 + rnd.IntN(2) {
				p.Sequence = append(p.Sequence, position.Change{Point: position.At(rnd.IntN(p.Cols), rnd.IntN(p.Rows)), Color: position.Black + position.Color(rnd.IntN(2))})
			}
		}
		switch rnd.IntN(4) {
		case 0: // floating
		case 1:
			p.Place = position.Place{Kind: position.InRectangle, From: position.At(left, top), To: position.At(left, top)}
		case 2:
			p.Place = position.Place{Kind: position.InRectangle, From: position.At(left/2, top), To: position.At(left+1, top+rnd.IntN(3))}
		case 3:
			p.Place = position.Place{Kind: position.AtEdges, Edges: position.Edges(rnd.IntN(16))}
		}
		list := p.Images(s.size, position.ImageOptions{NoSymmetry: rnd.IntN(3) == 0, SwapColors: rnd.IntN(3) == 0})
		if images = append(images, list...); rnd.IntN(4) > 0 {
			break
		}
	}
	return images
}

// query makes a query about some images: of all games, or without those that
// were deleted, of the blocks that are asked for, in every mode.
func (s *gameSet) query(rnd *rand.Rand) *Query {
	q := &Query{Images: s.images(rnd), MainLine: rnd.IntN(4) == 0, Once: rnd.IntN(4) == 0, hasty: rnd.IntN(2) == 0, Next: rnd.IntN(2) == 0}
	if rnd.IntN(3) == 0 {
		q.Games = roaring.New()
		keep := rnd.IntN(9)
		for _, g := range s.games {
			if rnd.IntN(8) < keep {
				q.Games.Add(uint32(g.Local))
			}
		}
		if rnd.IntN(2) == 0 {
			q.Games.Add(rnd.Uint32N(2 * MaxGames)) // a game of another size, or none
		}
	}
	if s.index.Blocks() > 1 && rnd.IntN(2) == 0 {
		q.From = rnd.IntN(s.index.Blocks())
		q.To = q.From + 1
	}
	return q
}

// A tally counts what was compared.
type tally struct {
	cases                                            int // queries
	games, occurrences, undecided, parts, sites, out int
	sequels, again, nexts                            int
}

// compare asks the index and compares its answer about every game with the
// boards of the game's replay.
func (s *gameSet) compare(t *testing.T, q *Query, n *tally) {
	t.Helper()
	answers := map[uint16][]Candidate{}
	last := -1
	err := s.index.Scan(t.Context(), q, func(c Candidate) bool {
		if int(c.Local) < last {
			t.Errorf("game %d after game %d", c.Local, last)
		}
		last = int(c.Local)
		answers[c.Local] = append(answers[c.Local], clone(c))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	n.cases++
	for i, g := range s.games {
		got := answers[g.Local]
		delete(answers, g.Local)
		if n.games++; q.Games != nil && !q.Games.Contains(uint32(g.Local)) || q.To > 0 && (i/BlockGames < q.From || i/BlockGames >= q.To) {
			if n.out++; len(got) > 0 {
				t.Errorf("game %d was not asked for: %v", g.Local, got)
			}
			continue
		}
		want := s.standing(i, q.Images)
		if err := s.compareGame(i, q, got, want, n); err != nil {
			t.Errorf("game %d: %v; got %v, the replay has %v", g.Local, err, got, want)
		}
	}
	for local := range answers {
		t.Errorf("there is no game %d", local)
	}
}

func (s *gameSet) compareGame(i int, q *Query, got []Candidate, want standing, n *tally) error {
	open := want.branched && !q.MainLine // it cannot be decided whether it stands in a variation
	decided := map[occurrence]bool{}
	for _, c := range got {
		if !c.Decided {
			if len(got) > 1 {
				return fmt.Errorf("undecided, with other candidates")
			}
			if !open {
				return fmt.Errorf("undecided")
			}
			n.undecided++
			for _, node := range want.nodes {
				if c.Parts != nil && !slices.ContainsFunc(c.Parts, func(p position.Span) bool { return node >= p.From && node < p.To }) {
					return fmt.Errorf("node %d lies in no part", node)
				}
				n.parts += min(len(c.Parts), 1)
			}
			for at, nodes := range want.sites {
				for _, node := range nodes {
					if i := slices.IndexFunc(c.Stages, func(s position.Stage) bool { return node < s.To }); i >= 0 && c.Stages[i].Sites != nil {
						if !slices.Contains(c.Stages[i].Sites, position.Site{Image: at.image, Anchor: at.anchor}) {
							return fmt.Errorf("%v is no site at node %d", at, node)
						}
						n.sites++
					}
				}
			}
			if q.Once && len(want.wanted) > 0 {
				return fmt.Errorf("undecided, with an occurrence on the main line")
			}
			continue
		}
		at := occurrence{c.Image, c.Anchor}
		node, ok := want.mainLine[at]
		switch {
		case open && !q.Once:
			return fmt.Errorf("decided, but cannot be")
		case decided[at] || q.Once && len(decided) > 0:
			return fmt.Errorf("%v a second time", at)
		case !ok || node != c.Node:
			return fmt.Errorf("%v after node %d", at, c.Node)
		}
		decided[at] = true
		n.occurrences++
		m := &q.Images[c.Image]
		after, known := s.index.Sequel(c, m)
		if c.Known != (known && q.Next) || !c.Known && (c.NextNode != 0 || c.Next != position.Change{}) {
			return fmt.Errorf("%v: %+v, known alone: %v", at, c, known)
		}
		if c.Known {
			if n.nexts++; c.Next != after.Next || c.NextNode != after.NextNode {
				return fmt.Errorf("%v goes on with %+v, alone with %+v", at, c, after)
			}
		}
		if known {
			wanted, again := s.sequel(i, m, c.Anchor, c.Node)
			if again && !after.Again {
				return fmt.Errorf("%v comes up again", at)
			}
			if wanted.Again = after.Again; after != wanted { // it only may come up again
				return fmt.Errorf("%v goes on as %+v, want %+v", at, after, wanted)
			}
			if n.sequels++; again {
				n.again++
			}
		}
	}
	switch {
	case open:
		if want.anywhere && len(got) == 0 {
			return fmt.Errorf("missed")
		}
	case q.Once:
		if len(want.wanted) > 0 && len(got) == 0 {
			return fmt.Errorf("missed")
		}
	default:
		for at := range want.wanted {
			if !decided[at] {
				return fmt.Errorf("%v is missed", at)
			}
		}
	}
	return nil
}

// patternsEach is how many patterns are looked for in a set of games at once.
const patternsEach = 32

// comparePatterns compares what the index says of random patterns.
func (s *gameSet) comparePatterns(t *testing.T, seed uint64, n *tally) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 12))
	for range patternsEach {
		q := s.query(rnd)
		oneWay(rnd.IntN(2) == 0, func() { s.compare(t, q, n) })
		if t.Failed() {
			var text strings.Builder
			for i := range q.Images {
				fmt.Fprintf(&text, "\n%+v", q.Images[i])
			}
			t.Fatalf("%v, %d games; query %+v, images %s", s.size, len(s.games), *q, text.String())
		}
	}
}

// TestIndexAgainstReplay compares thousands of patterns.
func TestIndexAgainstReplay(t *testing.T) {
	var n tally
	sets := testsize.Of(200, 50)
	for i := range sets {
		number := uint16(i * 200 / sets) // those later on are larger
		newGameSet(t, number).comparePatterns(t, uint64(number), &n)
	}
	t.Logf("%+v", n)
	if n.cases != sets*patternsEach || n.nexts < 50*sets || n.occurrences < 500*sets || n.undecided < 5*sets || n.parts < 5*sets || n.sites < 5*sets || n.out < 5*sets || n.sequels < 50*sets || n.again < 5*sets {
		t.Errorf("only %+v were compared: too few to mean anything", n)
	}
}

// FuzzIndex compares patterns of a seed in the games of a number. It keeps sets
// of games, as to make one takes longer than to look for patterns in it.
func FuzzIndex(f *testing.F) {
	for i := range uint64(20) {
		f.Add(uint16(300+i), i)
	}
	sets := map[uint16]*gameSet{}
	f.Fuzz(func(t *testing.T, number uint16, seed uint64) {
		s := sets[number]
		if s == nil {
			if len(sets) == 500 {
				clear(sets)
			}
			s = newGameSet(t, number)
			sets[number] = s
		}
		s.comparePatterns(t, seed, new(tally))
	})
}
