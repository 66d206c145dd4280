package tactics

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
)

// A tiny is a board of at most 32 points for exhaustive search. It executes moves in the plainest
// way, on sets of points with a bit for each.
type tiny struct {
	w, h   int
	stones [3]uint32 // by color; for Empty none
	stays  uint32    // stones that cannot be captured
}

// draw returns the board as text.
func (t tiny) draw() string {
	s := ""
	for i := range t.w * t.h {
		letter := ".XO"[t.stones[1]>>i&1+t.stones[2]>>i&1*2]
		if t.stays>>i&1 != 0 {
			letter = " #@"[t.stones[1]>>i&1+t.stones[2]>>i&1*2]
		}
		if s += string(letter); i%t.w == t.w-1 {
			s += "\n"
		}
	}
	return s
}

func (t tiny) all() uint32   { return 1<<(t.w*t.h) - 1 }
func (t tiny) empty() uint32 { return t.all() &^ (t.stones[1] | t.stones[2]) }

// beside returns the neighbors of some points.
func (t tiny) beside(set uint32) uint32 {
	left := uint32(0)
	for y := range t.h {
		left |= 1 << (y * t.w)
	}
	right := left << (t.w - 1)
	return (set&^left>>1 | set&^right<<1 | set>>t.w | set<<t.w) & t.all()
}

// chain returns the stones of the chain of a color at a point, and its liberties.
func (t tiny) chain(i int, c position.Color) (stones, liberties uint32) {
	stones = 1 << i
	for {
		more := stones | t.beside(stones)&t.stones[c]
		if more == stones {
			return stones, t.beside(stones) & t.empty()
		}
		stones = more
	}
}

// legal reports whether each chain has a liberty or stays.
func (t tiny) legal() bool {
	for c := position.Black; c <= position.White; c++ {
		for i := range t.w * t.h {
			if t.stones[c]>>i&1 != 0 {
				if stones, liberties := t.chain(i, c); liberties == 0 && stones&t.stays == 0 {
					return false
				}
			}
		}
	}
	return true
}

// play puts a stone on an empty point, and returns the point of a ko or -1. A suicide is not
// played.
func (t *tiny) play(i int, c position.Color) (ko int, ok bool) {
	before := *t
	t.stones[c] |= 1 << i
	opponent := c.Opponent()
	taken := uint32(0)
	for near := t.beside(1<<i) & t.stones[opponent]; near != 0; near &= near - 1 {
		stones, liberties := t.chain(bits.TrailingZeros32(near), opponent)
		if liberties == 0 && stones&t.stays == 0 {
			taken |= stones
		}
	}
	t.stones[opponent] &^= taken
	stones, liberties := t.chain(i, c)
	if liberties == 0 && stones&t.stays == 0 {
		*t = before
		return -1, false
	}
	if bits.OnesCount32(taken) == 1 && stones == 1<<i && bits.OnesCount32(liberties) == 1 {
		return bits.TrailingZeros32(taken), true
	}
	return -1, true
}

// board returns the same board, on which all stones may be captured.
func (t tiny) board() *position.Board {
	b := position.NewBoard(position.Size{Cols: t.w, Rows: t.h})
	for i := range t.w * t.h {
		for c := position.Black; c <= position.White; c++ {
			if t.stones[c]>>i&1 != 0 {
				b.Set(b.Size().At(i), c)
			}
		}
	}
	return b
}

// capturable returns the points whose black stones at least one sequence of White's moves captures,
// while Black passes. Visit is called for each board on the way.
func (t tiny) capturable(visit func(tiny)) (taken uint32) {
	seen := map[tiny]bool{t: true}
	for todo := []tiny{t}; len(todo) > 0; {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if visit != nil {
			visit(now)
		}
		for empty := now.empty(); empty != 0; empty &= empty - 1 {
			next := now
			if _, ok := next.play(bits.TrailingZeros32(empty), position.White); !ok || seen[next] {
				continue
			}
			seen[next] = true
			todo = append(todo, next)
			taken |= t.stones[position.Black] &^ next.stones[position.Black]
		}
	}
	return taken
}

// randomTiny returns a random board, with more or fewer stones.
func randomTiny(r *rand.Rand, w, h int) tiny {
	black, white := 1+r.IntN(9), r.IntN(4)
	t := tiny{w: w, h: h}
	for i := range w * h {
		switch n := r.IntN(black + white + 2 + r.IntN(3)); {
		case n < black:
			t.stones[position.Black] |= 1 << i
		case n < black+white:
			t.stones[position.White] |= 1 << i
		}
	}
	return t
}

func pointSet(points []position.Point) map[position.Point]bool {
	set := map[position.Point]bool{}
	for _, p := range points {
		set[p] = true
	}
	return set
}

// TestAliveExhaustively compares Benson's algorithm with the definition of what it finds.
func TestAliveExhaustively(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 35))
	var boards []tiny
	for n := range 19683 {
		t := tiny{w: 3, h: 3}
		for i := range 9 {
			t.stones[n%3] |= 1 << i
			n /= 3
		}
		t.stones[position.Empty] = 0
		boards = append(boards, t)
	}
	random := 10_000 // 100,000 take six minutes
	if testing.Short() {
		random = 1000
	}
	for range random {
		size := [][2]int{{4, 3}, {3, 4}, {5, 2}, {6, 2}, {4, 4}, {5, 3}}[r.IntN(6)]
		boards = append(boards, randomTiny(r, size[0], size[1]))
	}
	legal, alive := 0, 0
	for _, tb := range boards {
		if !tb.legal() {
			continue
		}
		legal++
		b := tb.board()
		stones, _ := Alive(b, position.Black)
		found := pointSet(stones)
		if len(found) > 0 {
			alive++
		} else if tb.w*tb.h > 12 && legal%16 > 0 { // most of the time goes to these
			continue
		}
		taken := tb.capturable(nil)
		for i := range tb.w * tb.h {
			if p := b.Size().At(i); tb.stones[position.Black]>>i&1 != 0 && (taken>>i&1 != 0) == found[p] {
				t.Fatalf("%v: alive %v, can be captured %v\n%s", p, found[p], !found[p], tb.draw())
			}
		}
	}
	t.Logf("%d boards, %d with stones that are alive", legal, alive)
	if alive < random/20 {
		t.Errorf("only %d of %d boards have stones that are alive", alive, legal)
	}
}

// TestDeadExhaustively checks that stones that count as dead cannot come alive, even if the
// opponent passes.
func TestDeadExhaustively(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 35))
	random := 100_000
	if testing.Short() {
		random = 10_000
	}
	boards := 0
	for range random {
		size := [][2]int{{4, 3}, {5, 3}, {4, 4}, {7, 2}}[r.IntN(4)]
		tb := randomTiny(r, size[0], size[1])
		if !tb.legal() {
			continue
		}
		b := tb.board()
		dead := deadStones(b, position.Black)
		if len(dead) == 0 {
			continue
		}
		boards++
		tb.capturable(func(now tiny) {
			stones, _ := Alive(now.board(), position.White)
			for _, p := range dead {
				if slices.Contains(stones, p) {
					t.Fatalf("%v is dead in\n%s, but alive in\n%s", p, tb.draw(), now.draw())
				}
			}
		})
	}
	t.Logf("%d boards", boards)
	if boards < random/400 {
		t.Errorf("only %d boards of %d have stones that are dead", boards, random)
	}
}

// deadStones returns the stones of the opponent that are dead.
func deadStones(board *position.Board, c position.Color) []position.Point {
	var b bitboard
	var l life
	b.read(board)
	l.find(&b, c)
	dead := l.dead(&b, c)
	return b.points(nil, &dead)
}

// naiveAlive is Benson's algorithm as he wrote it: it removes chains and regions one by one.
func naiveAlive(b *position.Board, c position.Color) (stones, vital map[position.Point]bool) {
	size := b.Size()
	beside := func(p position.Point) (list []position.Point) {
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			x, y := p.X()+d[0], p.Y()+d[1]
			if x >= 0 && y >= 0 && x < size.Cols && y < size.Rows {
				list = append(list, position.At(x, y))
			}
		}
		return list
	}
	sets := func(own bool) (list []map[position.Point]bool) {
		seen := map[position.Point]bool{}
		for i := range size.Area() {
			p := size.At(i)
			if seen[p] || (b.At(p) == c) != own {
				continue
			}
			set := map[position.Point]bool{p: true}
			for todo := []position.Point{p}; len(todo) > 0; {
				q := todo[0]
				todo = todo[1:]
				seen[q] = true
				for _, n := range beside(q) {
					if (b.At(n) == c) == own && !set[n] {
						set[n] = true
						todo = append(todo, n)
					}
				}
			}
			list = append(list, set)
		}
		return list
	}
	touches := func(p position.Point, set map[position.Point]bool) bool {
		return slices.ContainsFunc(beside(p), func(q position.Point) bool { return set[q] })
	}
	isVital := func(region, chain map[position.Point]bool) bool {
		empty := 0
		for p := range region {
			if b.At(p) == position.Empty {
				empty++
				if !touches(p, chain) {
					return false
				}
			}
		}
		return empty > 0
	}
	borders := func(region, chain map[position.Point]bool) bool {
		for p := range region {
			if touches(p, chain) {
				return true
			}
		}
		return false
	}
	chains, regions := sets(true), sets(false)
	for again := true; again; {
		again = false
		for i, chain := range chains {
			n := 0
			for _, region := range regions {
				if isVital(region, chain) {
					n++
				}
			}
			if n < 2 {
				chains = slices.Delete(chains, i, i+1)
				regions = slices.DeleteFunc(regions, func(region map[position.Point]bool) bool { return borders(region, chain) })
				again = true
				break
			}
		}
	}
	stones, vital = map[position.Point]bool{}, map[position.Point]bool{}
	for _, chain := range chains {
		for p := range chain {
			stones[p] = true
		}
		for _, region := range regions {
			if isVital(region, chain) {
				for p := range region {
					vital[p] = true
				}
			}
		}
	}
	return stones, vital
}

// randomBoard returns a board with random stones, some of them without liberties.
func randomBoard(r *rand.Rand, size position.Size) *position.Board {
	b := position.NewBoard(size)
	black, white := 1+r.IntN(12), 1+r.IntN(5)
	for i := range size.Area() {
		switch n := r.IntN(black + white + 4); {
		case n < black:
			b.Set(size.At(i), position.Black)
		case n < black+white:
			b.Set(size.At(i), position.White)
		}
	}
	return b
}

func TestAliveNaively(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 35))
	n := 3000
	if testing.Short() {
		n = 300
	}
	some := 0
	var b bitboard
	var l life
	for range n {
		size := position.Size{Cols: 1 + r.IntN(20), Rows: 1 + r.IntN(20)}
		if r.IntN(20) == 0 {
			size = position.Size{Cols: 40 + r.IntN(13), Rows: 1 + r.IntN(8)}
		}
		board := randomBoard(r, size)
		for c := position.Black; c <= position.White; c++ {
			b.read(board)
			l.find(&b, c)
			stones, vital := naiveAlive(board, c)
			for i := range size.Area() {
				p := size.At(i)
				if l.alive.has(p) != stones[p] || l.vital.has(p) != vital[p] {
					t.Fatalf("%v %v: %v: alive %v, want %v; vital %v, want %v", board, c, p, l.alive.has(p), stones[p], l.vital.has(p), vital[p])
				}
			}
			if len(stones) > 0 {
				some++
			}
		}
	}
	if some < n/10 {
		t.Errorf("only %d of %d boards have stones that are alive", some, 2*n)
	}
}

// A life that goes from board to board finds the same as one that begins anew.
func TestLifeAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 36))
	var b bitboard
	var again [3]life
	kept := 0
	for range 200 {
		size := position.Size{Cols: 2 + r.IntN(6), Rows: 2 + r.IntN(6)}
		b.read(randomBoard(r, size))
		for range 100 {
			p := size.At(r.IntN(size.Area()))
			b.set(p, position.Color(r.IntN(3)))
			for c := position.Black; c <= position.White; c++ {
				var fresh life
				chains := &again[c].chains
				*chains = append(*chains, lifeChain{}) // a search for chains takes it away
				n := len(*chains)
				again[c].find(&b, c)
				fresh.find(&b, c)
				if again[c].alive != fresh.alive || again[c].vital != fresh.vital {
					t.Fatalf("%v: alive %v, want %v; vital %v, want %v", b.of, again[c].alive, fresh.alive, again[c].vital, fresh.vital)
				}
				if len(*chains) == n && fresh.alive != (rows{}) {
					kept++
				}
				*chains = (*chains)[:0]
			}
		}
	}
	if kept < 100 {
		t.Errorf("only %d results were kept", kept)
	}
}
