package ladder

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// naiveReader is the slow twin of Reader: a recursion over maps that tries every move, without
// an order of moves, and keeps all boards of the line.
type naiveReader struct {
	size  position.Size
	nodes int // left
}

type plainStones map[position.Point]position.Color

func (r *naiveReader) neighbors(p position.Point) (near []position.Point) {
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		x, y := p.X()+d[0], p.Y()+d[1]
		if x >= 0 && y >= 0 && x < r.size.Cols && y < r.size.Rows {
			near = append(near, position.At(x, y))
		}
	}
	return near
}

func (r *naiveReader) chain(b plainStones, p position.Point) (chain, free map[position.Point]bool) {
	chain, free = map[position.Point]bool{p: true}, map[position.Point]bool{}
	for list := []position.Point{p}; len(list) > 0; list = list[1:] {
		for _, n := range r.neighbors(list[0]) {
			if b[n] == position.Empty {
				free[n] = true
			} else if b[n] == b[p] && !chain[n] {
				chain[n] = true
				list = append(list, n)
			}
		}
	}
	return chain, free
}

// play returns the board after a move, nil if it is a suicide.
func (r *naiveReader) play(b plainStones, p position.Point, c position.Color) plainStones {
	after := plainStones{p: c}
	for q, color := range b {
		after[q] = color
	}
	for _, n := range r.neighbors(p) {
		if after[n] == c.Opponent() {
			if chain, free := r.chain(after, n); len(free) == 0 {
				for q := range chain {
					delete(after, q)
				}
			}
		}
	}
	if _, free := r.chain(after, p); len(free) == 0 {
		return nil
	}
	return after
}

// text returns the board as a key of a map.
func (r *naiveReader) text(b plainStones) string {
	text := make([]byte, r.size.Area())
	for i := range text {
		text[i] = byte(b[r.size.At(i)])
	}
	return string(text)
}

// read returns the value of a position. Line holds the boards up to this one.
func (r *naiveReader) read(b plainStones, group position.Point, attack bool, ban position.Point, line map[string]bool, limit int) Outcome {
	r.nodes--
	if r.nodes < 0 {
		return Undecided
	}
	defender := b[group]
	chain, free := r.chain(b, group)
	if attack {
		switch {
		case len(free) == 0:
			return Captured
		case len(free) == 1 && free[ban]:
			return ByKo
		case len(free) == 1:
			return Captured
		case len(free) > 2 || limit == 0:
			return Escapes
		}
		limit--
	} else if len(free) > 1 {
		return Escapes
	}
	moves, mover := free, defender
	if attack {
		mover = defender.Opponent()
	} else {
		for q := range chain {
			for _, n := range r.neighbors(q) {
				if b[n] == defender.Opponent() {
					if _, last := r.chain(b, n); len(last) == 1 {
						for p := range last {
							moves[p] = true
						}
					}
				}
			}
		}
	}
	best := map[bool]Outcome{true: Escapes, false: Captured}[attack]
	for _, p := range slices.Sorted(maps.Keys(moves)) {
		value := ByKo
		if p != ban {
			after := r.play(b, p, mover)
			if after == nil {
				continue
			}
			if text := r.text(after); !line[text] {
				line[text] = true
				value = r.read(after, group, !attack, position.Pass, line, limit)
				delete(line, text)
			}
		}
		if value == Undecided {
			return Undecided
		}
		if attack {
			best = max(best, value)
		} else {
			best = min(best, value)
		}
		if attack && best == Captured || !attack && best == Escapes {
			break
		}
	}
	return best
}

// naiveRead reads a ladder in at most a number of nodes.
func naiveRead(board *position.Board, group position.Point, toPlay position.Color, limit, nodes int) Outcome {
	r := &naiveReader{size: board.Size(), nodes: nodes}
	b := plainStones{}
	for i := range r.size.Area() {
		if p := r.size.At(i); board.At(p) != position.Empty {
			b[p] = board.At(p)
		}
	}
	ban := position.Pass
	if ko, ok := board.Ko(); ok && board.ToPlay() == toPlay {
		ban = ko
	}
	return r.read(b, group, toPlay != board.At(group), ban, map[string]bool{r.text(b): true}, limit)
}

// randomBoard plays random moves, none of them a suicide.
func randomBoard(r *rand.Rand, size position.Size) *position.Board {
	b := position.NewBoard(size)
	area := size.Area()
	for range area/3 + r.IntN(area*2) {
		m := position.Move{Color: position.Black + position.Color(r.IntN(2)), Point: size.At(r.IntN(area))}
		if b.At(m.Point) == position.Empty && b.Legal(m) == nil {
			b.Play(m)
		}
	}
	return b
}

// groups returns a stone of each group with at most two liberties.
func groups(b *position.Board) (list []position.Point) {
	r := Reader{}
	r.board.reset(b)
	done := map[int]bool{}
	for i := range b.Size().Area() {
		c := cellOf(b.Size().At(i))
		if color := r.board.color(c); color == 0 || done[c] {
			continue
		}
		if r.board.walkChain(c).n <= 2 {
			list = append(list, pointOf(c))
			for _, s := range r.board.chain {
				done[int(s)] = true
			}
		}
	}
	return list
}

// TestNaive compares all groups of random boards with the slow twin.
func TestNaive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sizes := []position.Size{position.Square(5), position.Square(6), {Cols: 7, Rows: 5}, position.Square(4), {Cols: 9, Rows: 2}, {Cols: 1, Rows: 7}}
	var reader Reader
	var count [4]int
	compared, given := 0, 0
	for compared < testsize.Of(100_000, 5_000) {
		b := randomBoard(rnd, sizes[rnd.IntN(len(sizes))])
		for _, g := range groups(b) {
			for _, toPlay := range []position.Color{position.Black, position.White} {
				limit := maxAtaris
				if rnd.IntN(4) == 0 {
					limit = rnd.IntN(4)
				}
				slow := naiveRead(b, g, toPlay, limit, 100_000)
				if slow == Undecided {
					given++
					continue
				}
				reader.board.reset(b)
				fast := reader.search(cellOf(g), toPlay != b.At(g), banned(b, toPlay), limit, 1<<30)
				if fast != slow {
					t.Fatalf("%v of %v's, %v to play, at most %d ataris: %v, want %v\n%v", b.Size().Name(g), b.At(g), toPlay, limit, fast, slow, b)
				}
				attack := toPlay != b.At(g)
				if free := len(group(b, g).free); attack && free == 2 || !attack && free == 1 { // not known at once
					count[slow]++
					compared++
				}
			}
		}
	}
	t.Logf("%d given up by the slow twin; outcomes %v", given, count)
	if count[ByKo] < compared/1000 || count[Captured] < compared/20 || count[Escapes] < compared/20 {
		t.Errorf("too few of an outcome: %v", count)
	}
}
