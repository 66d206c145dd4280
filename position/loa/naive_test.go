package loa

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// naive is the rules a second time, by names of squares, without bits, tables and keys.
type naive map[string]position.Color

func naiveOf(p *Position) naive {
	n := naive{}
	for square := range Side * Side {
		if c := p.on(square); c != position.Empty {
			n[SquareName(square)] = c
		}
	}
	return n
}

// step returns the square beside another one, "" outside of the board.
func step(square string, dx, dy int) string {
	x, y := square[0]+byte(dx), square[1]+byte(dy)
	if x < 'a' || x > 'h' || y < '1' || y > '8' {
		return ""
	}
	return string([]byte{x, y})
}

// moves returns the moves of a player's pieces, sorted.
func (n naive) moves(c position.Color) (list []string) {
	for from, color := range n {
		if color != c {
			continue
		}
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				if dx == 0 && dy == 0 {
					continue
				}
				count := 1
				for _, sign := range []int{1, -1} {
					for at := step(from, sign*dx, sign*dy); at != ""; at = step(at, sign*dx, sign*dy) {
						if n[at] != position.Empty {
							count++
						}
					}
				}
				to, free := from, true
				for i := 1; i <= count && to != ""; i++ {
					to = step(to, dx, dy)
					free = free && (to == "" || i == count || n[to] != c.Opponent())
				}
				if to != "" && free && n[to] != c {
					list = append(list, from+"-"+to)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// joined reports whether a player's pieces are one group.
func (n naive) joined(c position.Color) bool {
	groups := map[string]string{} // each square to that of its group that comes first
	for square, color := range n {
		if color == c {
			groups[square] = square
		}
	}
	for range groups { // as often as it can take
		for square := range groups {
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if other := groups[step(square, dx, dy)]; other != "" {
						groups[square] = min(groups[square], other)
					}
				}
			}
		}
	}
	first := map[string]bool{}
	for _, group := range groups {
		first[group] = true
	}
	return len(first) == 1
}

// Random games to their ends are what the second implementation makes of them; keys kept
// are those made anew, images have the key, and texts come back.
func TestAgainstNaive(t *testing.T) {
	captures, ends, moved := 0, map[string]int{}, 0
	for seed := range uint64(testsize.Of(60, 12)) {
		rng := rand.New(rand.NewPCG(seed, 9))
		p := New()
		if seed%2 != 0 {
			p = NewScrambled()
		}
		if seed%3 == 0 { // few pieces: lines are short, and groups are soon one
			for i := range Side * Side {
				if rng.IntN(2) == 0 {
					p.put(i, position.Empty)
				}
			}
		}
		for range 200 {
			n := naiveOf(p)
			black, white := n.joined(position.Black), n.joined(position.White)
			if p.Joined(position.Black) != black || p.Joined(position.White) != white {
				t.Fatalf("%v: joined %v and %v, want %v and %v", p, p.Joined(position.Black), p.Joined(position.White), black, white)
			}
			winner := position.Empty
			switch {
			case black && !white:
				winner = position.Black
			case white && !black:
				winner = position.White
			}
			if p.Winner() != winner || p.Over() != (black || white) {
				t.Fatalf("%v: won by %v, over %v", p, p.Winner(), p.Over())
			}
			moves := p.Moves(nil)
			if p.Over() {
				ends[fmt.Sprint(winner)]++
				if len(moves) > 0 {
					t.Fatalf("%v: there are moves when the game is over", p)
				}
				break
			}
			want := n.moves(p.turn)
			if len(want) == 0 {
				want = []string{"Pass"}
			}
			var got []string
			for _, m := range moves {
				got = append(got, m.String())
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: moves %v, want %v", p, got, want)
			}
			checkJudge(t, p, want)
			check(t, p)
			m := moves[rng.IntN(len(moves))]
			mover := p.turn
			if p.on(int(m.To)) != position.Empty && m != Pass {
				captures++
				if name := p.Name(m); name[2] != ':' {
					t.Fatalf("%v: a capture is called %s", p, name)
				}
			}
			if fault := p.Play(m); fault != OK || p.turn != mover.Opponent() {
				t.Fatalf("%v: %v: %v", p, m, fault)
			}
			if m != Pass {
				n[m.String()[3:]] = mover
				delete(n, m.String()[:2])
			}
			if fmt.Sprint(n) != fmt.Sprint(naiveOf(p)) {
				t.Fatalf("after %v: %v", m, p)
			}
			moved++
		}
	}
	if captures < 50 || moved < 500 || ends["black"] == 0 || ends["white"] == 0 {
		t.Errorf("%d moves, %d captures, ends %v: too few to mean anything", moved, captures, ends)
	}
}

// checkJudge judges all pairs of squares.
func checkJudge(t *testing.T, p *Position, legal []string) {
	t.Helper()
	for from := range uint8(Side * Side) {
		for to := range uint8(Side * Side) {
			m := Move{from, to}
			if from == to {
				continue
			}
			fault := p.Judge(m)
			if (fault == OK) != slices.Contains(legal, m.String()) {
				t.Fatalf("%v: %v is judged: %v", p, m, fault)
			}
			if own := p.on(int(from)); fault == NotTurn && own != p.turn.Opponent() || (fault == Nothing) != (own == position.Empty) {
				t.Fatalf("%v: %v is judged: %v", p, m, fault)
			}
		}
	}
}

// check compares a position with itself made anew, in text and in images.
func check(t *testing.T, p *Position) {
	t.Helper()
	again, err := Parse(p.String())
	if err != nil || *again != *p || again.Key() != p.Key() {
		t.Fatalf("%v is read as %v, %v", p, again, err)
	}
	for s := range position.Symmetry(8) {
		for _, swapped := range []bool{false, true} {
			image := p.Image(s, swapped)
			if image.Canonical() != p.Canonical() || image.Count(position.Black)+image.Count(position.White) != p.Count(position.Black)+p.Count(position.White) {
				t.Fatalf("%v: image %d has another key: %v", p, s, image)
			}
			if back := image.Image(s.Inverse(), swapped); *back != *p {
				t.Fatalf("%v: image %d does not come back", p, s)
			}
			for _, m := range p.Moves(nil) {
				if fault := image.Judge(m.Image(s)); fault != OK {
					t.Fatalf("%v: image %d of %v: %v", p, s, m, fault)
				}
			}
		}
	}
}

// perft counts the lines of play of a length: a pass is a move, and a game that is over
// ends its line without being counted.
func perft(p *Position, depth int) int {
	moves := p.Moves(nil)
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		q := *p
		q.Play(m)
		n += perft(&q, depth-1)
	}
	return n
}

// naivePerft does so by the second implementation.
func naivePerft(n naive, c position.Color, depth int) int {
	if depth == 0 {
		return 1
	}
	if n.joined(position.Black) || n.joined(position.White) {
		return 0
	}
	moves := n.moves(c)
	if len(moves) == 0 {
		return naivePerft(n, c.Opponent(), depth-1)
	}
	sum := 0
	for _, m := range moves {
		next := naive{}
		for square, color := range n {
			next[square] = color
		}
		next[m[3:]] = c
		delete(next, m[:2])
		sum += naivePerft(next, c.Opponent(), depth-1)
	}
	return sum
}

// The numbers of both implementations agree, and stay as they are.
func TestPerft(t *testing.T) {
	deepest := testsize.Of(3, 2) // of the second implementation
	for name, test := range map[string]struct {
		start *Position
		want  []int
	}{
		"start":     {New(), []int{36, 1244, 44952, 1563208}},
		"scrambled": {NewScrambled(), []int{32, 992, 32000, 1002260}},
		"few":       {mustParse(t, "8/1L4l1/8/3L4/8/5l2/8/L6l w"), []int{15, 230, 3887, 62610}},
	} {
		for i, want := range test.want {
			depth := i + 1
			if got := perft(test.start, depth); got != want {
				t.Errorf("%s, depth %d: %d, want %d", name, depth, got, want)
			}
			if depth <= deepest {
				if got := naivePerft(naiveOf(test.start), test.start.turn, depth); got != want {
					t.Errorf("%s, depth %d, second implementation: %d, want %d", name, depth, got, want)
				}
			}
		}
	}
}
