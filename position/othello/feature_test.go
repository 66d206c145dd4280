package othello

import (
	"embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// A grid is a board on coordinates, grid[y][x], with '.', 'X' and 'O': the rules and the
// definitions of features a second time, slowly.
type grid [][]byte

func gridOf(p *Position) grid {
	g := make(grid, p.size)
	for y := range g {
		for x := range int(p.size) {
			g[y] = append(g[y], ".XO"[p.At(position.At(x, y))])
		}
	}
	return g
}

func (g grid) at(x, y int) byte {
	if y < 0 || x < 0 || y >= len(g) || x >= len(g) {
		return '#'
	}
	return g[y][x]
}

// around are the squares beside one, without those beyond the edge.
func (g grid) around(at [2]int) (list [][2]int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if (dx != 0 || dy != 0) && g.at(at[0]+dx, at[1]+dy) != '#' {
				list = append(list, [2]int{at[0] + dx, at[1] + dy})
			}
		}
	}
	return list
}

// turned returns the discs that a move of c's turns.
func (g grid) turned(at [2]int, c byte) (list [][2]int) {
	if g.at(at[0], at[1]) != '.' {
		return nil
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for far := 1; far < len(g); far++ {
				on := g.at(at[0]+far*dx, at[1]+far*dy)
				if on == c {
					for near := 1; near < far; near++ {
						list = append(list, [2]int{at[0] + near*dx, at[1] + near*dy})
					}
				}
				if on == c || on == '.' || on == '#' {
					break
				}
			}
		}
	}
	return list
}

func (g grid) play(at [2]int, c byte) grid {
	after := make(grid, len(g))
	for y := range g {
		after[y] = slices.Clone(g[y])
	}
	for _, disc := range g.turned(at, c) {
		after[disc[1]][disc[0]] = c
	}
	after[at[1]][at[0]] = c
	return after
}

// all are the squares on which a test holds.
func (g grid) all(holds func(at [2]int) bool) (list [][2]int) {
	for y := range g {
		for x := range g {
			if holds([2]int{x, y}) {
				list = append(list, [2]int{x, y})
			}
		}
	}
	return list
}

// moves are the squares on which a player can move.
func (g grid) moves(c byte) [][2]int {
	return g.all(func(at [2]int) bool { return len(g.turned(at, c)) > 0 })
}

// safe are the stable discs of the definition.
func (g grid) safe() map[[2]int]bool {
	safe := map[[2]int]bool{}
	held := func(at, step [2]int) bool {
		c, full := g.at(at[0], at[1]), true
		for far := -len(g); far <= len(g); far++ {
			full = full && g.at(at[0]+far*step[0], at[1]+far*step[1]) != '.'
		}
		one, two := [2]int{at[0] - step[0], at[1] - step[1]}, [2]int{at[0] + step[0], at[1] + step[1]}
		own := func(at [2]int) bool { return g.at(at[0], at[1]) == '#' || safe[at] && g.at(at[0], at[1]) == c }
		return full || own(one) || own(two)
	}
	for {
		next := g.all(func(at [2]int) bool {
			return !safe[at] && g.at(at[0], at[1]) != '.' && held(at, [2]int{1, 0}) && held(at, [2]int{0, 1}) && held(at, [2]int{1, 1}) && held(at, [2]int{1, -1})
		})
		if len(next) == 0 {
			return safe
		}
		for _, at := range next {
			safe[at] = true
		}
	}
}

// A fact is the value of a kind and its squares in order.
type fact struct {
	value  string
	points string
}

func factOf(value string, squares [][2]int) fact {
	var names []string
	for _, at := range squares {
		names = append(names, Name(position.At(at[0], at[1])))
	}
	slices.Sort(names)
	return fact{value, strings.Join(names, " ")}
}

// facts are the features of a move of c's; passes is how many times in a row the opponent has passed.
func (g grid) facts(at [2]int, c byte, passes int) map[string]fact {
	facts := map[string]fact{}
	count := func(name string, squares [][2]int) {
		if len(squares) > 0 {
			facts[name] = factOf(strconv.Itoa(len(squares)), squares)
		}
	}
	other := byte('X' + 'O' - c)
	turned, after := g.turned(at, c), g.play(at, c)
	empty := func(at [2]int) bool { return after.at(at[0], at[1]) == '.' }
	own := func(at [2]int) bool { return after.at(at[0], at[1]) == c }
	outer := func(at [2]int) bool { return slices.ContainsFunc(after.around(at), empty) }
	corner := func(at [2]int) bool { return len(g.around(at)) == 3 }

	count("flips", turned)
	if !slices.ContainsFunc(turned, outer) {
		count("quiet", turned)
	}
	count("mobility", after.moves(other))
	count("frontier", after.all(func(at [2]int) bool { return own(at) && outer(at) }))
	safe := after.safe()
	count("stable", after.all(func(at [2]int) bool { return own(at) && safe[at] }))
	region := [][2]int{at}
	for i := 0; i < len(region); i++ {
		for _, next := range g.around(region[i]) {
			if empty(next) && !slices.Contains(region, next) {
				region = append(region, next)
			}
		}
	}
	if len(region)-1 < len(after.all(empty)) {
		facts["parity"] = factOf([]string{"even", "odd"}[len(region)%2], region)
	}
	if corner(at) {
		facts["takescorner"] = factOf(strconv.Itoa(len(after.all(func(at [2]int) bool { return corner(at) && own(at) }))), [][2]int{at})
	}
	count("givescorner", after.all(func(at [2]int) bool {
		return corner(at) && len(after.turned(at, other)) > 0 && len(g.turned(at, other)) == 0
	}))
	for _, near := range g.around(at) {
		if name := "xsquare"; corner(near) && empty(near) {
			if near[0] == at[0] || near[1] == at[1] {
				name = "csquare"
			}
			facts[name] = factOf("1", [][2]int{at, near})
		}
	}
	if len(after.moves(other)) == 0 && len(after.moves(c)) > 0 {
		facts["passes"] = factOf(strconv.Itoa(passes+1), [][2]int{at})
	}
	if mine := after.all(own); len(after.all(empty))+len(mine) == len(g)*len(g) {
		facts["wipeout"] = factOf(strconv.Itoa(len(mine)), [][2]int{at})
	}
	return facts
}

// observed returns the features of every node of a script, and checks their order and that
// each question for one kind has the answers of the question for all.
func observed(t *testing.T, p *Position, s position.Script) map[int]map[string]fact {
	t.Helper()
	all := map[int]map[string]fact{}
	players := map[int]position.Color{}
	for step := range Replay(p, s) {
		players[step.Node] = step.Move.Color
	}
	var instances []feature.Instance
	for in := range Observe(p, s, feature.Wanted{Kinds: feature.All, Points: true}) {
		if n := len(instances); n > 0 && (instances[n-1].Node > in.Node || instances[n-1].Node == in.Node && instances[n-1].Kind >= in.Kind) {
			t.Fatalf("%+v after %+v", in, instances[n-1])
		}
		if in.By != players[in.Node] {
			t.Fatalf("node %d: by %v, want %v", in.Node, in.By, players[in.Node])
		}
		k := &Features()[in.Kind]
		value := strconv.Itoa(int(in.Value))
		if len(k.Words) > 0 {
			value = k.Words[in.Value-1].Name
		}
		var squares [][2]int
		for _, at := range in.Points {
			squares = append(squares, [2]int{at.X(), at.Y()})
		}
		if all[in.Node] == nil {
			all[in.Node] = map[string]fact{}
		}
		all[in.Node][k.Name] = factOf(value, squares)
		instances = append(instances, *in)
		instances[len(instances)-1].Points = nil
	}
	var single []feature.Instance
	for kind := range Features() {
		for in := range Observe(p, s, feature.Wanted{Kinds: 1 << kind}) {
			if in.Points != nil {
				t.Fatalf("points that nobody wants: %+v", in)
			}
			single = append(single, *in)
		}
	}
	slices.SortStableFunc(single, func(a, b feature.Instance) int { return a.Node - b.Node })
	if fmt.Sprint(single) != fmt.Sprint(instances) {
		t.Fatalf("one kind at a time: %v, want %v", single, instances)
	}
	return all
}

// Random games on boards of several sizes have the features that the slow rules find. Some
// prefer moves that take long to come up: to corners and to their neighbors.
func TestFeaturesAgainstGrid(t *testing.T) {
	games := map[int]int{4: 300, 6: 300, 8: 1500, 10: 20, 14: 4}
	if testing.Short() {
		games = map[int]int{4: 50, 6: 50, 8: 100, 10: 2, 14: 1}
	}
	moves, seen := 0, map[string]int{}
	for size, n := range games {
		for seed := range uint64(n) {
			rng := rand.New(rand.NewPCG(seed, uint64(size)))
			start := New(size)
			p := start.Clone()
			var b position.ScriptBuilder
			var want []map[string]fact
			forced, passes := position.Empty, 0
			for !p.Over() {
				by := p.ToPlay()
				list := p.Moves(by, nil)
				at := list[rng.IntN(len(list))]
				if seed%3 == 0 { // a greedy player is wiped out now and then
					at = slices.MinFunc(list, func(a, b position.Point) int {
						q, r := p.Clone(), p.Clone()
						q.Play(position.Move{Color: by, Point: a})
						r.Play(position.Move{Color: by, Point: b})
						return len(q.Moves(by.Opponent(), nil)) - len(r.Moves(by.Opponent(), nil))
					})
				}
				if forced != by {
					forced, passes = by, 0
				}
				g, c := gridOf(p), ".XO"[by]
				facts := g.facts([2]int{at.X(), at.Y()}, c, passes)
				if passes = 0; facts["passes"].value != "" {
					passes, _ = strconv.Atoi(facts["passes"].value)
				}
				want = append(want, facts)
				b.Play(position.Move{Color: by, Point: at})
				p.Play(position.Move{Color: by, Point: at})
			}
			got := observed(t, start, b.Script())
			for node, facts := range want {
				if !maps.Equal(got[node], facts) {
					t.Fatalf("size %d, game %d, move %d: %v, want %v", size, seed, node+1, got[node], facts)
				}
				moves++
				for name, fact := range facts {
					seen[name]++
					if name == "passes" && fact.value != "1" {
						seen["passes in a row"]++
					}
				}
			}
		}
	}
	t.Log(moves, seen)
	for i := range kinds {
		if seen[kinds[i].Name] == 0 {
			t.Errorf("no move has %s", kinds[i].Name)
		}
	}
	if !testing.Short() && (moves < 100_000 || seen["passes in a row"] < 20) {
		t.Errorf("%d moves, %d passes in a row", moves, seen["passes in a row"])
	}
}

// The shortest games, nine moves long, end with a wipe-out of thirteen discs.
func TestShortestWipeouts(t *testing.T) {
	for _, moves := range []string{"f5d6c5f4e7f6g5e6e3", "e6f4e3f6g5d6e7f5c5"} {
		var b position.ScriptBuilder
		by := position.Black
		for ; moves != ""; moves = moves[2:] {
			at, err := ParsePoint(moves[:2])
			if err != nil {
				t.Fatal(err)
			}
			b.Play(position.Move{Color: by, Point: at})
			by = by.Opponent()
		}
		for node, facts := range observed(t, New(Usual), b.Script()) {
			if want := map[int]string{8: "13"}[node]; facts["wipeout"].value != want {
				t.Errorf("move %d: wipe-out %v, want %q", node+1, facts["wipeout"], want)
			}
		}
	}
}

// No disc that is called stable is turned in any game on the smallest board.
func TestStableDiscsStay(t *testing.T) {
	type branch struct {
		p      *Position
		stable squares
	}
	games, claims := 0, 0
	for open := []branch{{p: New(4)}}; len(open) > 0; {
		b := open[len(open)-1]
		open = open[:len(open)-1]
		if b.p.Over() {
			games++
		}
		for _, at := range b.p.Moves(b.p.ToPlay(), nil) {
			next := branch{p: b.p.Clone()}
			next.p.Play(position.Move{Color: b.p.ToPlay(), Point: at})
			black, white := next.p.colors()
			next.stable = stableDiscs(black, white, 4)
			was := b.stable
			blackWas, whiteWas := b.p.colors()
			if kept := was.and(next.stable).and(black.and(blackWas).or(white.and(whiteWas))); kept != was {
				t.Fatalf("%s on %v: stable were %x, and %x stay", Name(at), b.p, was, kept)
			}
			claims += int(was.count())
			open = append(open, next)
		}
	}
	if games != 60060 {
		t.Errorf("%d games, want 60060", games)
	}
	t.Log(games, claims)
}

//go:embed testdata/feature
var drawn embed.FS

// A drawnCase is a board of testdata, moves from there, and what the last move does.
type drawnCase struct {
	where string
	start *Position
	moves []position.Move
	want  map[string]fact // points "" where they are not drawn
}

// drawnCases reads the boards of testdata. After the rows stand the moves, "X c3", each on a
// line, and the features of the last one: "flips 2: d4 e5". A feature without squares leaves
// them open; a feature that is not named must not be there.
func drawnCases(t *testing.T) (list []drawnCase) {
	t.Helper()
	files, err := drawn.ReadDir("testdata/feature")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := drawn.ReadFile("testdata/feature/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		line := 0
		for block := range strings.SplitSeq(string(text), "\n\n") {
			c := drawnCase{where: fmt.Sprintf("%s:%d", file.Name(), line+1), want: map[string]fact{}}
			line += strings.Count(block, "\n") + 2
			var rows []string
			for row := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
				name, rest, _ := strings.Cut(row, " ")
				switch {
				case row == "" || row[0] == '#':
				case rest == "":
					rows = append(rows, row)
				case name == "X" || name == "O":
					at, err := ParsePoint(rest)
					if err != nil {
						t.Fatalf("%s: %v", c.where, err)
					}
					c.moves = append(c.moves, position.Move{Color: map[string]position.Color{"X": position.Black, "O": position.White}[name], Point: at})
				default:
					value, squares, _ := strings.Cut(rest, ":")
					names := strings.Fields(squares)
					slices.Sort(names)
					c.want[name] = fact{value, strings.Join(names, " ")}
				}
			}
			if len(rows) == 0 {
				continue
			}
			if c.start, err = Parse(strings.Join(rows, "\n") + "\n" + []string{"", "X", "O"}[c.moves[0].Color]); err != nil {
				t.Fatalf("%s: %v", c.where, err)
			}
			list = append(list, c)
		}
	}
	return list
}

// The features of drawn boards are those that stand beside them, in all sixteen images.
func TestDrawnFeatures(t *testing.T) {
	seen, shown := map[string]int{}, map[string]int{}
	cases := drawnCases(t)
	for _, c := range cases {
		for name := range c.want {
			shown[name]++
		}
		for s := range position.Symmetry(8) {
			for _, swapped := range []bool{false, true} {
				start := c.start.Image(s, swapped)
				var b position.ScriptBuilder
				for _, m := range c.moves {
					if swapped {
						m.Color = m.Color.Opponent()
					}
					b.Play(position.Move{Color: m.Color, Point: s.Apply(m.Point, start.Size())})
				}
				got := observed(t, start, b.Script())[len(c.moves)-1]
				want := map[string]fact{}
				for name, f := range c.want {
					var squares [][2]int
					for square := range strings.FieldsSeq(f.points) {
						at, err := ParsePoint(square)
						if err != nil {
							t.Fatalf("%s: %v", c.where, err)
						}
						at = s.Apply(at, start.Size())
						squares = append(squares, [2]int{at.X(), at.Y()})
					}
					want[name] = factOf(f.value, squares)
					if f.points == "" {
						want[name] = fact{f.value, got[name].points}
					}
					seen[name]++
				}
				if !maps.Equal(got, want) {
					t.Errorf("%s, image %d, swapped %v: %v, want %v", c.where, s, swapped, got, want)
				}
			}
		}
	}
	for i := range kinds {
		if n := shown[kinds[i].Name]; n < 8 || len(cases) < 48 {
			t.Errorf("%s is drawn %d times in %d boards", kinds[i].Name, n, len(cases))
		}
	}
	t.Log(len(cases), shown, seen)
}

// Setup counts as before the move of its node and ends a row of passes; a move that cannot be
// made does nothing.
func TestFeaturesOfOddScripts(t *testing.T) {
	var b position.ScriptBuilder
	b.Node() // a corner can be taken after the setup, not before
	b.Add(position.White, position.At(1, 0))
	b.Add(position.Black, position.At(2, 0))
	b.Move(position.Move{Color: position.Black, Point: position.At(0, 0)})
	b.Play(position.Move{Color: position.White, Point: position.At(0, 0)}) // taken
	b.Play(position.Move{Color: position.Black, Point: position.At(2, 3)}) // after a move that cannot be made
	got := observed(t, New(Usual), b.Script())
	if len(got) != 1 || got[0]["flips"] != (fact{"1", "b1"}) || got[0]["takescorner"] != (fact{"1", "a1"}) {
		t.Errorf("%v", got)
	}

	// The second pass in a row is one in its variation, and the first in another after setup.
	start, err := Parse("XO....\n......\nXO....\n......\nXO....\n......\nX")
	if err != nil {
		t.Fatal(err)
	}
	black := func(at string) position.Move {
		p, _ := ParsePoint(at)
		return position.Move{Color: position.Black, Point: p}
	}
	b.Reset()
	b.Play(black("c1"))
	b.Open()
	b.Play(black("c3"))
	b.Play(black("c5"))
	b.Close()
	b.Open()
	b.Node()
	b.Add(position.White, position.At(1, 5))
	b.Play(black("c3"))
	b.Close()
	row := observed(t, start, b.Script())
	if row[0]["passes"].value != "1" || row[1]["passes"].value != "2" || row[2]["wipeout"].value != "9" || row[4]["passes"].value != "1" {
		t.Errorf("%v", row)
	}
}

// Any script of any start is observed without a panic, and as the slow rules do it.
func FuzzFeatures(f *testing.F) {
	f.Add(uint8(8), []byte{0x04, 0x42})
	f.Add(uint8(4), []byte("\xe0\x00\x90\x21"))
	f.Add(uint8(14), []byte("kifu of nothing at all"))
	f.Fuzz(func(t *testing.T, size uint8, bytes []byte) {
		start := New(MinSize + 2*(int(size)%6))
		s, err := position.ParseScript(bytes[:len(bytes)&^1])
		if err != nil {
			return
		}
		want := map[int]map[string]fact{}
		for step := range Replay(start, s) {
			if step.Moved && step.Fault.Possible() && step.Move.Point != position.Pass {
				g := gridOf(step.ready)
				want[step.Node] = g.facts([2]int{step.Move.Point.X(), step.Move.Point.Y()}, ".XO"[step.Move.Color], int(max(step.passes, 1))-1)
			}
		}
		got := observed(t, start, s)
		if !maps.EqualFunc(got, want, maps.Equal[map[string]fact]) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// All kinds of one game after the other.
func BenchmarkFeatures(b *testing.B) {
	var scripts []position.Script
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var s position.ScriptBuilder
		for p := New(Usual); !p.Over(); {
			list := p.Moves(p.ToPlay(), nil)
			m := position.Move{Color: p.ToPlay(), Point: list[rng.IntN(len(list))]}
			s.Play(m)
			p.Play(m)
		}
		scripts = append(scripts, slices.Clone(s.Script()))
	}
	for name, w := range map[string]feature.Wanted{"all": {Kinds: feature.All}, "points": {Kinds: feature.All, Points: true}} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				for range Observe(New(Usual), scripts[i%len(scripts)], w) {
				}
			}
		})
	}
	for i := range kinds {
		b.Run(kinds[i].Name, func(b *testing.B) {
			for n := range b.N {
				for range Observe(New(Usual), scripts[n%len(scripts)], feature.Wanted{Kinds: 1 << i}) {
				}
			}
		})
	}
}
