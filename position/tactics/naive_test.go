package tactics_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// The slow twin: a board of letters for every node, made anew from the board of the parent, and
// definitions that look at all groups of the board before and after a move.

// A naiveBoard holds '.', 'X' and 'O' by row and column.
type naiveBoard struct {
	rows [][]byte
	ko   [2]int  // the point that may not be taken at once, if by is not 0
	by   byte    // by whom
	born [][]int // after how many moves each stone was put
}

func newNaiveBoard(size position.Size) *naiveBoard {
	b := &naiveBoard{}
	for range size.Rows {
		b.rows = append(b.rows, bytesOf('.', size.Cols))
		b.born = append(b.born, make([]int, size.Cols))
	}
	return b
}

func bytesOf(c byte, n int) []byte { return slices.Repeat([]byte{c}, n) }

func (b *naiveBoard) clone() *naiveBoard {
	c := &naiveBoard{ko: b.ko, by: b.by}
	for y := range b.rows {
		c.rows = append(c.rows, slices.Clone(b.rows[y]))
		c.born = append(c.born, slices.Clone(b.born[y]))
	}
	return c
}

func (b *naiveBoard) on(x, y int) bool {
	return y >= 0 && y < len(b.rows) && x >= 0 && x < len(b.rows[y])
}

// A naiveGroup is a group with its liberties, as sets of points.
type naiveGroup struct {
	color             byte
	stones, liberties map[[2]int]bool
}

// group returns the group of a stone.
func (b *naiveBoard) group(at [2]int) *naiveGroup {
	g := &naiveGroup{b.rows[at[1]][at[0]], map[[2]int]bool{at: true}, map[[2]int]bool{}}
	for todo := [][2]int{at}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			n := [2]int{p[0] + d[0], p[1] + d[1]}
			if !b.on(n[0], n[1]) {
				continue
			}
			switch c := b.rows[n[1]][n[0]]; {
			case c == '.':
				g.liberties[n] = true
			case c == g.color && !g.stones[n]:
				g.stones[n] = true
				todo = append(todo, n)
			}
		}
	}
	return g
}

// groups returns all groups of a color.
func (b *naiveBoard) groups(color byte) []*naiveGroup {
	var list []*naiveGroup
	done := map[[2]int]bool{}
	for y, row := range b.rows {
		for x, c := range row {
			if at := [2]int{x, y}; c == color && !done[at] {
				g := b.group(at)
				maps.Copy(done, g.stones)
				list = append(list, g)
			}
		}
	}
	return list
}

func (b *naiveBoard) clear(stones map[[2]int]bool) {
	for p := range stones {
		b.rows[p[1]][p[0]] = '.'
	}
}

func other(color byte) byte { return 'X' + 'O' - color }

// play puts a stone and takes what has no liberties, and notes a ko. It returns how many stones of the
// opponent were taken.
func (b *naiveBoard) play(color byte, at [2]int) int {
	b.by = 0
	b.rows[at[1]][at[0]] = color
	taken := map[[2]int]bool{}
	for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		n := [2]int{at[0] + d[0], at[1] + d[1]}
		if b.on(n[0], n[1]) && b.rows[n[1]][n[0]] == other(color) {
			if g := b.group(n); len(g.liberties) == 0 {
				maps.Copy(taken, g.stones)
			}
		}
	}
	b.clear(taken)
	own := b.group(at)
	if len(own.liberties) == 0 {
		b.clear(own.stones)
	}
	if len(taken) == 1 && len(own.stones) == 1 && len(own.liberties) == 1 {
		for p := range taken {
			b.ko, b.by = p, other(color)
		}
	}
	return len(taken)
}

// A naiveMove is a move between two boards. The first has no stone where it is played.
type naiveMove struct {
	node, number  int
	color         byte
	at            [2]int
	before, after *naiveBoard
	last          *naiveMove // the move before, nil if there is none or it was a pass
}

// naiveMoves replays a script and calls see for each move on a point, the last of its node.
func naiveMoves(size position.Size, s position.Script, see func(*naiveMove)) {
	type state struct {
		board *naiveBoard
		moves int
		last  *naiveMove
	}
	at := state{newNaiveBoard(size), 0, nil}
	var open []state
	node := -1
	for i := 0; i < len(s); {
		w := s[i]
		i++
		switch {
		case w == 0xE000 && node >= 0:
			open = append(open, at)
		case w == 0xE001 && len(open) > 0:
			at, open = open[len(open)-1], open[:len(open)-1]
		case w < 0x9000:
			node++
			parent := at
			at.board = at.board.clone()
			words := []uint16{w}
			for ; i < len(s) && s[i] >= 0x9000 && s[i] != 0xE000 && s[i] != 0xE001; i++ {
				words = append(words, s[i])
			}
			last := -1
			for k, w := range words {
				if w < 0x8000 || w >= 0xC000 && w < 0xE000 {
					last = k
					at.moves++
				}
			}
			var move *naiveMove
			changed := false
			for k, w := range words {
				p, color := position.Point(w&0xFFF), byte('X')
				switch {
				case w < 0x8000:
					p = position.Point(w & 0x3FFF)
					if w >= 0x4000 {
						color = 'O'
					}
				case w>>12 == 0xA || w>>12 == 0xD:
					color = 'O'
				case w>>12 == 0xB:
					color = '.'
				case w>>12 == 0x8 || w>>12 == 0xE:
					continue
				}
				isMove := w < 0x8000 || w >= 0xC000
				if isMove || size.Contains(p) && (color != '.' || at.board.rows[p.Y()][p.X()] != '.') {
					changed = true
				}
				if isMove {
					at.board.by = 0
				}
				if !size.Contains(p) {
					continue
				}
				x, y := p.X(), p.Y()
				// Stones of setup and of earlier moves are new if they were not there before the node.
				if k != last && color != '.' && parent.board.rows[y][x] != color {
					at.board.born[y][x] = at.moves
					if last >= 0 {
						at.board.born[y][x]--
					}
				}
				if !isMove {
					at.board.rows[y][x] = color
					at.board.by = 0
					continue
				}
				at.board.rows[y][x] = '.'
				before := at.board.clone()
				at.board.play(color, [2]int{x, y})
				if k == last {
					at.board.born[y][x] = at.moves
					move = &naiveMove{node, at.moves, color, [2]int{x, y}, before, at.board.clone(), parent.last}
				}
			}
			if move != nil {
				see(move)
				at.last = &naiveMove{color: move.color, at: move.at}
			} else if changed {
				at.last = nil
			}
		}
	}
}

// A naiveFinding is what the slow twin found at a move.
type naiveFinding struct {
	kind   string
	value  int
	points map[[2]int]bool
}

// naiveFindings applies the definitions to a move.
func naiveFindings(m *naiveMove) []naiveFinding {
	var list []naiveFinding
	add := func(kind string, value int, points ...map[[2]int]bool) {
		all := map[[2]int]bool{}
		for _, p := range points {
			maps.Copy(all, p)
		}
		list = append(list, naiveFinding{kind, value, all})
	}
	// gone are the stones of a color that were there and are not any more.
	gone := func(color byte) map[[2]int]bool {
		set := map[[2]int]bool{}
		for y, row := range m.before.rows {
			for x, c := range row {
				if c == color && m.after.rows[y][x] != color {
					set[[2]int{x, y}] = true
				}
			}
		}
		return set
	}
	you := other(m.color)
	taken := gone(you)
	if len(taken) > 0 {
		add("captures", len(taken), taken)
		oldest := m.number
		for p := range taken {
			oldest = min(oldest, m.before.born[p[1]][p[0]])
		}
		add("lived", m.number-oldest, taken)
	}
	if m.after.rows[m.at[1]][m.at[0]] == '.' {
		dead := gone(m.color)
		dead[m.at] = true
		add("suicide", len(dead), dead)
		return list
	}

	stones, groups := map[[2]int]bool{}, 0
	for _, g := range m.after.groups(you) {
		for p := range g.stones {
			if len(g.liberties) == 1 && len(m.before.group(p).liberties) > 1 {
				maps.Copy(stones, g.stones)
				groups++
				break
			}
		}
	}
	if groups > 0 {
		add("atari", len(stones), stones)
	}
	if groups > 1 {
		add("doubleatari", groups, stones)
	}

	own := m.after.group(m.at)
	add("liberties", len(own.liberties), own.liberties)
	add("groupsize", len(own.stones), own.stones)
	if len(own.liberties) == 1 && len(taken) == 0 {
		add("selfatari", len(own.stones), own.stones)
		add("selfatariworks", naiveSacrifice(m, own), own.stones)
	}

	saved := map[[2]int]bool{}
	for _, g := range m.before.groups(m.color) {
		for p := range g.stones {
			if len(g.liberties) == 1 && len(m.after.group(p).liberties) >= 2 {
				saved[p] = true
			}
		}
	}
	if len(saved) > 0 {
		add("saves", len(saved), saved)
	}

	ignored := map[[2]int]bool{}
	for _, g := range m.before.groups(m.color) {
		touches, joins := false, false
		for p := range g.stones {
			touches = touches || m.last != nil && m.last.color == you && abs(p[0]-m.last.at[0])+abs(p[1]-m.last.at[1]) == 1
			joins = joins || abs(p[0]-m.at[0])+abs(p[1]-m.at[1]) == 1
		}
		for p := range g.stones {
			if touches && !joins && len(g.liberties) == 1 && len(m.after.group(p).liberties) == 1 {
				ignored[p] = true
			}
		}
	}
	if len(ignored) > 0 {
		add("ignoresatari", len(ignored), ignored)
	}

	joined, n := map[[2]int]bool{}, 0
	for _, g := range m.before.groups(m.color) {
		for p := range g.stones {
			if own.stones[p] {
				maps.Copy(joined, g.stones)
				n++
				break
			}
		}
	}
	if n > 1 {
		add("connects", n, joined)
	}

	// Parts of the opponent's groups at the stone: sets of groups that are connected by common liberties.
	var touching []*naiveGroup
	all := map[[2]int]bool{}
	for _, g := range m.after.groups(you) {
		for p := range g.stones {
			if abs(p[0]-m.at[0])+abs(p[1]-m.at[1]) == 1 {
				touching = append(touching, g)
				maps.Copy(all, g.stones)
				break
			}
		}
	}
	part := map[*naiveGroup]int{}
	parts := 0
	for _, g := range touching {
		if part[g] != 0 {
			continue
		}
		parts++
		part[g] = parts
		for changed := true; changed; {
			changed = false
			for _, a := range touching {
				for _, b := range touching {
					for p := range a.liberties {
						if b.liberties[p] && part[a] == parts && part[b] == 0 {
							part[b], changed = parts, true
						}
					}
				}
			}
		}
	}
	if parts > 1 && len(own.liberties) > 1 {
		add("cuts", parts, all)
	}
	return list
}

func abs(n int) int { return max(n, -n) }

// naiveSacrifice plays out what the opponent gets for a group in atari.
func naiveSacrifice(m *naiveMove, own *naiveGroup) int {
	b := m.after.clone()
	for last := range own.liberties {
		lost := b.play(other(m.color), last)
		taker := b.group(last)
		if len(taker.liberties) != 1 {
			return 3
		}
		for back := range taker.liberties {
			if b.by == m.color && b.ko == back {
				return 2
			}
			if b.play(m.color, back) >= lost {
				return 1
			}
		}
	}
	return 3
}

// naiveKinds are those that the twin knows.
var naiveKinds = []string{
	"captures", "lived", "suicide", "atari", "doubleatari", "selfatari", "selfatariworks", "saves", "ignoresatari",
	"liberties", "groupsize", "connects", "cuts",
}

// line returns an instance as text: the node, the player, the kind with its value and the points.
func line(node int, by position.Color, kind string, value int, points []position.Point) string {
	points = slices.Clone(points)
	slices.Sort(points)
	return fmt.Sprint(node, " ", by.Letter(), " ", kind, ":", value, " ", points)
}

// naiveLines are the instances of a game by the twin.
func naiveLines(size position.Size, s position.Script) []string {
	var lines []string
	naiveMoves(size, s, func(m *naiveMove) {
		list := naiveFindings(m)
		slices.SortFunc(list, func(a, b naiveFinding) int { return cmp.Compare(kindNamed(a.kind), kindNamed(b.kind)) })
		for _, f := range list {
			var points []position.Point
			for p := range f.points {
				points = append(points, position.At(p[0], p[1]))
			}
			by := position.Black
			if m.color == 'O' {
				by = position.White
			}
			lines = append(lines, line(m.node, by, f.kind, f.value, points))
		}
	})
	return lines
}

// kindNamed returns the index of a kind.
func kindNamed(name string) int {
	i := slices.IndexFunc(tactics.Kinds(), func(k feature.Kind) bool { return k.Name == name })
	if i < 0 {
		panic("there is no kind " + name)
	}
	return i
}

// kindSet returns the set of some kinds.
func kindSet(names ...string) (set feature.Set) {
	for _, name := range names {
		set |= 1 << kindNamed(name)
	}
	return set
}

// observedLines are the instances of a game by the package.
func observedLines(size position.Size, s position.Script, set feature.Set) []string {
	var lines []string
	for f := range tactics.Observe(size, s, feature.Wanted{Kinds: set, Points: true}) {
		lines = append(lines, line(f.Node, f.By, tactics.Kinds()[f.Kind].Name, int(f.Value), f.Points))
	}
	return lines
}

// compareLines fails with the first difference.
func compareLines(t testing.TB, g testGame, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	at := func(lines []string) string { return strings.Join(lines[min(i, len(lines)):min(i+3, len(lines))], "; ") }
	t.Fatalf("%s game on %v: observed %s, naively %s; script %v", g.name, g.size, at(got), at(want), g.script)
}

// TestNaive compares the package with the twin on random and on real games.
func TestNaive(t *testing.T) {
	moves := 100_000
	if testing.Short() {
		moves = 10_000
	}
	games := slices.Concat(randomGames(1, moves), realGames(t))
	set := kindSet(naiveKinds...)
	count := map[string]int{}
	for _, g := range games {
		want := naiveLines(g.size, g.script)
		compareLines(t, g, observedLines(g.size, g.script, set), want)
		for _, l := range want {
			count[strings.SplitN(strings.Fields(l)[2], " ", 2)[0]]++
		}
	}
	for _, kind := range naiveKinds { // what was never found was not compared
		n := 0
		for word, times := range count {
			if strings.HasPrefix(word, kind+":") {
				n += times
			}
		}
		if n < moves/10_000 {
			t.Errorf("%d instances of %s", n, kind)
		}
	}
	for _, word := range []string{"selfatariworks:1", "selfatariworks:2", "selfatariworks:3", "cuts:3", "connects:4", "doubleatari:3"} {
		if count[word] == 0 {
			t.Errorf("no instance of %s", word)
		}
	}
}
