package ladder

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// A lineReader reads a ladder with at most a number of ataris.
type lineReader func(b *position.Board, group position.Point, toPlay position.Color, limit int) Outcome

// fastReader reads with the Reader, which the slow twin checks elsewhere.
func fastReader() lineReader {
	var r Reader
	return func(b *position.Board, group position.Point, toPlay position.Color, limit int) Outcome {
		r.board.reset(b)
		return r.search(cellOf(group), toPlay != b.At(group), banned(b, toPlay), limit, Budget)
	}
}

// naiveTracker is the slow twin of Tracker: it keeps the boards of all nodes, and reads every
// group before and after every move.
type naiveTracker struct {
	read  lineReader
	nodes []naiveNode
	given bool // a ladder was too much for the reader
}

type naiveNode struct {
	parent  int
	board   *position.Board
	own     []naiveChase // groups that the move put into atari
	carried []naiveChase // those of the parent
}

type naiveChase struct {
	stone, liberty position.Point
	ataris         int
	told           map[Word]bool
	status         status
}

func (t *naiveTracker) status(b *position.Board, group position.Point, toPlay position.Color) status {
	short := LeastAtaris - 1
	if b.At(group) != toPlay {
		short = LeastAtaris
	}
	near, whole := t.read(b, group, toPlay, short), t.read(b, group, toPlay, maxAtaris)
	t.given = t.given || near == Undecided || whole == Undecided
	switch {
	case near == Captured || near == ByKo && whole == ByKo:
		return lost
	case whole == Captured:
		return works
	case whole == ByKo:
		return byKo
	}
	return escapes
}

// naiveGroup is a group as the slow twin sees it.
type naiveGroup struct{ stones, free map[position.Point]bool }

// group returns the group of a stone.
func group(b *position.Board, p position.Point) naiveGroup {
	r := naiveReader{size: b.Size()}
	g := naiveGroup{map[position.Point]bool{p: true}, map[position.Point]bool{}}
	for list := []position.Point{p}; len(list) > 0; list = list[1:] {
		for _, n := range r.neighbors(list[0]) {
			switch {
			case b.At(n) == position.Empty:
				g.free[n] = true
			case b.At(n) == b.At(p) && !g.stones[n]:
				g.stones[n] = true
				list = append(list, n)
			}
		}
	}
	return g
}

// text lists points in order.
func text(points map[position.Point]bool) string {
	list := []position.Point{}
	for p := range points {
		list = append(list, p)
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// node returns the words of a node, each with its points.
func (t *naiveTracker) node(b *position.Board, s *position.Step) map[Word]map[position.Point]bool {
	n := naiveNode{parent: s.Parent, board: b.Clone()}
	defer func() { t.nodes = append(t.nodes, n) }()
	words := map[Word]map[position.Point]bool{}
	tell := func(w Word, points map[position.Point]bool, more ...position.Point) {
		if words[w] == nil {
			words[w] = map[position.Point]bool{}
		}
		for p := range points {
			words[w][p] = true
		}
		for _, p := range more {
			words[w][p] = true
		}
	}
	m := s.Move
	if !s.Moved || len(s.Placed) != 1 || s.Placed[0].Point != m.Point || b.At(m.Point) != m.Color || s.Fault&position.Occupied != 0 || s.Cleared {
		return nil
	}
	before := position.NewBoard(b.Size())
	var parent naiveNode
	if s.Parent >= 0 {
		parent = t.nodes[s.Parent]
		before = parent.board
	}
	for _, c := range parent.own {
		c.told = map[Word]bool{Works: c.told[Works], Fails: c.told[Fails], Ko: c.told[Ko], Runs: c.told[Runs]}
		if c.status == works && c.liberty == m.Point && b.At(c.stone) == m.Color && !c.told[Runs] {
			c.told[Runs] = true
			tell(Runs, group(b, c.stone).stones)
		}
		n.carried = append(n.carried, c)
	}
	r := naiveReader{size: b.Size()}
	done := map[string]bool{}
	for _, p := range r.neighbors(m.Point) {
		if b.At(p) != m.Color.Opponent() {
			continue
		}
		g := group(b, p)
		if len(g.free) != 1 || done[text(g.stones)] {
			continue
		}
		done[text(g.stones)] = true
		c := naiveChase{told: map[Word]bool{}}
		for _, old := range parent.carried {
			if g.stones[old.stone] {
				c = old
			}
		}
		c.stone = p
		for c.liberty = range g.free {
		}
		c.ataris++
		c.status = t.status(b, p, m.Color.Opponent())
		var word Word
		switch {
		case c.status == works:
			word = Works
		case c.status == byKo:
			word = Ko
		case c.status == escapes && c.ataris >= 3:
			word = Fails
		}
		if word != 0 && !c.told[word] {
			told := map[Word]bool{word: true}
			for w, yes := range c.told {
				told[w] = told[w] || yes
			}
			c.told = told
			tell(word, g.stones)
		}
		n.own = append(n.own, c)
	}
	seen := map[position.Point]bool{}
	for i := range b.Size().Area() {
		p := b.Size().At(i)
		if seen[p] || before.At(p) == position.Empty || before.At(p) != b.At(p) {
			continue
		}
		g := group(b, p)
		maps.Copy(seen, g.stones)
		if len(g.free) != 2 {
			continue
		}
		if old := group(before, p); text(old.stones) != text(g.stones) || text(old.free) != text(g.free) {
			continue
		}
		near := false
		for q := range g.stones {
			dx, dy := q.X()-m.Point.X(), q.Y()-m.Point.Y()
			near = near || dx*dx < 9 && dy*dy < 9
		}
		if near {
			continue
		}
		attacker := b.At(p).Opponent()
		was, is := t.status(noKo(before), p, attacker), t.status(noKo(b), p, attacker)
		switch {
		case m.Color == b.At(p) && was == works && is == escapes:
			tell(Breaker, g.stones, m.Point)
		case m.Color != b.At(p) && was == escapes && is == works:
			tell(Maker, g.stones, m.Point)
		}
	}
	return words
}

func noKo(b *position.Board) *position.Board { return b.AsSetup() }

// follow compares the words of all nodes of a script with the slow twin, and counts them.
func follow(t testing.TB, tr *Tracker, size position.Size, s position.Script, read lineReader, count *[lastWord + 1]int) {
	t.Helper()
	twin := naiveTracker{read: read}
	var replay position.Replayer
	replay.Start(size, s)
	tr.Start(replay.Board())
	for {
		switch replay.Next() {
		case position.End:
			return
		case position.Opened:
			tr.Open()
		case position.Closed:
			tr.Close(replay.Step())
		case position.AtNode:
			b, step := replay.Board(), replay.Step()
			want := twin.node(b, step)
			got := map[Word]map[position.Point]bool{}
			last := Word(0)
			for _, f := range tr.Node(b, step) {
				if f.Word <= last {
					t.Fatalf("node %d: word %d after %d", step.Node, f.Word, last)
				}
				last = f.Word
				got[f.Word] = map[position.Point]bool{}
				for _, p := range f.Points {
					got[f.Word][p] = true
				}
				count[f.Word]++
			}
			if twin.given {
				return
			}
			for w := firstWord; w <= lastWord; w++ {
				if text(got[w]) != text(want[w]) {
					t.Fatalf("node %d, %v: word %d with %s, want %s\n%v", step.Node, step.Move, w, text(got[w]), text(want[w]), b)
				}
			}
		}
	}
}

// randomScript plays where groups have few liberties, or elsewhere, and begins variations.
func randomScript(r *rand.Rand, size position.Size) position.Script {
	var s position.ScriptBuilder
	type state struct {
		b *position.Board
		c position.Color
	}
	now := state{position.NewBoard(size), position.Black}
	var open []state
	for range size.Area() + r.IntN(size.Area()) {
		switch k := r.IntN(40); {
		case k == 0 && s.Words() != nil:
			s.Open()
			open = append(open, state{now.b.Clone(), now.c})
			continue
		case k == 1 && len(open) > 0:
			s.Close()
			now, open = open[len(open)-1], open[:len(open)-1]
			continue
		case k == 2:
			s.Node()
			p := size.At(r.IntN(size.Area()))
			s.Add(now.c, p)
			now.b.Set(p, now.c)
			continue
		}
		p := size.At(r.IntN(size.Area()))
		if list := groups(now.b); len(list) > 0 && r.IntN(3) > 0 {
			free := slices.Sorted(maps.Keys(group(now.b, list[r.IntN(len(list))]).free))
			if len(free) > 0 {
				p = free[r.IntN(len(free))]
			}
		}
		m := position.Move{Color: now.c, Point: p}
		if now.b.At(p) != position.Empty && r.IntN(20) > 0 {
			continue
		}
		now.b.Play(m)
		now.c = now.c.Opponent()
		s.Node()
		s.Move(m)
	}
	for range open {
		s.Close()
	}
	return s.Script()
}

// TestTrackerNaive follows random games with variations.
func TestTrackerNaive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	slow := func(b *position.Board, group position.Point, toPlay position.Color, limit int) Outcome {
		return naiveRead(b, group, toPlay, limit, 3_000)
	}
	var tr Tracker
	var count [lastWord + 1]int
	for range testsize.Of(300, 30) {
		size := position.Size{Cols: 6 + rnd.IntN(3), Rows: 6 + rnd.IntN(3)}
		read := fastReader()
		if rnd.IntN(4) == 0 {
			read = slow
		}
		follow(t, &tr, size, randomScript(rnd, size), read, &count)
	}
	if slices.Contains(count[firstWord:Unread], 0) && !testing.Short() {
		t.Errorf("too few words: %v", count)
	}
}
