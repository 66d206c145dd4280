package game

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// goScript makes a script of moves such as "Q16 D4", which begin with Black. Stones in front of
// "/" are set up for Black.
func goScript(t testing.TB, text string) position.Script {
	t.Helper()
	var b position.ScriptBuilder
	b.Node()
	setup, moves, ok := strings.Cut(text, "/")
	if !ok {
		setup, moves = "", text
	}
	point := func(name string) position.Point {
		p, err := position.Square(19).ParseName(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, name := range strings.Fields(setup) {
		b.Add(position.Black, point(name))
	}
	for i, name := range strings.Fields(moves) {
		b.Node()
		b.Move(position.Move{Color: position.Black + position.Color(i%2), Point: point(name)})
	}
	return b.Script()
}

// goNames names a game of Go: "black 三連星 sanrensei".
func goNames(t testing.TB, size position.Size, s position.Script) (names []string) {
	t.Helper()
	start, err := goGame.Start(Record{Size: size})
	if err != nil {
		t.Fatal(err)
	}
	n := goGame.Naming()
	for step := range goGame.Replay(start, s) {
		if step.MainLine {
			n.See(step)
		}
	}
	if quick := goGame.NamesOf(size, s); !slices.Equal(quick, n.Names()) {
		t.Fatalf("%q by the moves alone, %q by the steps", quick, n.Names())
	}
	for _, name := range n.Names() {
		if name.Kind != OpeningName {
			t.Errorf("%+v is not an opening", name)
		}
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(name.Ident(), ""), OpeningName)+" "+name.Text)
	}
	return names
}

// Each opening of Go is told in a game made for it, on whichever side, and nothing else is.
func TestGoNames(t *testing.T) {
	seen := map[string]int{}
	for _, test := range []struct {
		moves string
		want  []string // beginnings of names
	}{
		{"Q16 D16 Q4 D4 Q10", []string{"black 三連星", "white 二連星"}},
		{"Q16 D17 Q4 C4 R14 O17 Q10", []string{"black 三連星"}},
		{"Q16 D17 Q4 C4 C14 O17 R10", []string{"black 二連星"}},
		{"Q16 D17 Q4 C4 Q10 R14 K16", []string{"black 四連星"}},
		{"Q16 C4 Q4 D17 R7 C14 C7 F17 Q10", []string{"black 二連星"}},
		{"Q16 C4 D4 D17 Q10", []string{"black タスキ星"}},
		{"C4 Q16 D17 D4", []string{"white タスキ星"}},
		{"Q16 D16 Q3 D4 R9", []string{"black 低中国流", "white 二連星"}},
		{"Q16 D17 Q3 C4 Q9", []string{"black 高中国流"}},
		{"Q16 D17 R4 C4 R9", nil}, // the 3-4 point looks the other way
		{"Q16 D17 Q3 C4 R10", nil},
		{"Q16 D4 R4 D16 F3 C6 L3", []string{"black ミニ中国流", "white 二連星"}},
		{"Q16 D4 R4 D16 F3 C6 M3", []string{"black マイクロ中国流", "white 二連星"}},
		{"Q16 C4 R4 D17 F3 C6 L3", nil}, // the approach is not to a 4-4 point
		{"Q16 D4 Q3 D16 F3 C6 K4", []string{"black 小林流", "white 二連星"}},
		{"Q16 D4 Q3 D16 F3 C6 K3", []string{"white 二連星"}},
		{"R16 D17 Q3 P17 C4", []string{"black 秀策流"}},
		{"R16 D17 Q3 P17 D3", nil}, // no pinwheel
		{"K10 C4 Q16 D17", []string{"black 初手天元"}},
		{"C3 Q16 R4 D16", []string{"black 初手三々", "white 二連星"}},
		{"Q16 C3", nil},
		{"C15 Q16", []string{"black 初手目外し"}},
		{"P16 D4", []string{"black 初手高目"}},
		{"K10 Q16 D4 C17 R3 Q4 D16 F3 O17 C6 R14 O4 F16 K3 K17 C9 R11 G4 N16 E6 P14", []string{"black 初手天元", "black マネ碁"}},
		{"K10 Q16 D4 C17 R3 Q4 D16 F3 O17 C6 R14 O4 F16 K3 K17 C9 R11 G4 N16 E6 P15", []string{"black 初手天元"}},
		{"Q17 D3 C4 R16 R6 C14 O4 F16 D17 Q3 K4 K16 G3 N17 R9 C11 P6 E14 F4 O16", []string{"white マネ碁"}},
		{"Q16 R17", []string{" 三々入り"}},
		{"Q16 R14 D3 R17", nil}, // after an approach
		{"Q16 C4 D17 R17", []string{" 三々入り"}},
		{"Q16 R14 Q14 Q13 P14", []string{" ツケノビ"}},
		{"Q16 R14 Q14 Q13 P15", nil},
		{"R16 P16 P17 O17 Q17", []string{" ツケヒキ"}},
		{"R16 P16 P17 Q16", []string{" ナダレ"}},
		{"R16 D4 C16 P16 P17 Q16", []string{" ナダレ"}},
		{"P17 R16 Q14", []string{"black 初手目外し", " 大斜"}},
		{"P17 R16 Q13", []string{"black 初手目外し"}},
		{"R16 P16 M16", []string{" 村正の妖刀"}},
		{"R16 P16 N16", nil},
		{"D4 Q16/ C14 C6", nil}, // with handicap
		{"Q16 D16 D4 Q17", []string{"black タスキ星"}},
	} {
		for way := range position.Symmetry(8) {
			s := turnedScript(goScript(t, test.moves), way)
			got := goNames(t, position.Square(19), s)
			ok := len(got) == len(test.want)
			for i := range min(len(got), len(test.want)) {
				ok = ok && strings.HasPrefix(got[i], test.want[i])
			}
			if !ok {
				t.Fatalf("%s, way %d: %q, want %q", test.moves, way, got, test.want)
			}
			for _, name := range got {
				_, title, _ := strings.Cut(name, " ")
				seen[title]++
			}
		}
	}
	for _, title := range goTitles() {
		if seen[title.Text] == 0 {
			t.Errorf("no game is called %s", title.Text)
		}
	}
	for _, text := range []string{"Q16 D16 Q4 D4 Q10", "K10"} {
		if got := goNames(t, position.Square(21), goScript(t, text)); got != nil {
			t.Errorf("%s on a larger board: %q", text, got)
		}
	}
	for _, j := range josekis {
		for _, line := range j.lines {
			if len(line) > longestJoseki {
				t.Errorf("%s is longer than what is looked at", j.text)
			}
		}
	}
	for _, f := range formations {
		if f.first > longestFormation || len(f.own) > f.first {
			t.Errorf("%s has more moves than are looked at", f.text)
		}
	}
	for text, want := range map[string]string{"三連星": sanrensei, "SANRENSEI": sanrensei, "chinese opening": "低中国流 low Chinese opening", "manego": mirrorGo} {
		if got := TitleOf(OpeningName, text); got != want {
			t.Errorf("%s is the title %q, want %q", text, got, want)
		}
	}
	for kind, want := range map[string]bool{OpeningName: true, CastleName: false, EndingName: false} {
		if HasTitles(goGame, kind) != want {
			t.Errorf("Go has titles of the kind %s: %t", kind, !want)
		}
	}
}

// The same spelling never means two openings, of whichever games.
func TestSpellingsOfOpenings(t *testing.T) {
	of := map[string]string{}
	for title := range Titled(OpeningName) {
		for _, s := range title.Also {
			s = strings.ToLower(s)
			if other, ok := of[s]; ok && other != title.Text && slices.ContainsFunc(goTitles(), func(g Title) bool { return g.Text == title.Text || g.Text == other }) {
				t.Errorf("%q is %s and %s", s, other, title.Text)
			}
			of[s] = title.Text
		}
	}
}

// turnedScript turns the moves and the setup of a script.
func turnedScript(s position.Script, way position.Symmetry) position.Script {
	var b position.ScriptBuilder
	for step := range goGame.Replay(OnPoints(position.NewBoard(position.Square(19))), s) {
		b.Node()
		if step.Node == 0 {
			board := step.Position.(*Points).Goban
			for i := range board.Size().Area() {
				if p := board.Size().At(i); board.At(p) == position.Black {
					b.Add(position.Black, way.Apply(p, board.Size()))
				}
			}
		}
		if step.Moved {
			b.Move(position.Move{Color: step.Move.Color, Point: way.Apply(step.Move.Point, position.Square(19))})
		}
	}
	return b.Script()
}

// naiveGoNames names the moves of a game again: it lays the stones out as text, turns the text, and
// compares it with texts of the openings.
func naiveGoNames(moves []position.Move) (names []string) {
	const n, own, other = 19, 1, 2
	type grid [n + 1][n + 1]byte
	// lay puts the first moves of each player down, counted from the upper left.
	lay := func(side position.Color, first int) (g grid) {
		count := map[position.Color]int{}
		for _, m := range moves {
			if count[m.Color]++; count[m.Color] <= first {
				c := byte(other)
				if m.Color == side {
					c = own
				}
				g[m.Point.Y()+1][m.Point.X()+1] |= c // both, if a stone replaced another
			}
		}
		return g
	}
	quarter := func(g grid) (t grid) {
		for y := 1; y <= n; y++ {
			for x := 1; x <= n; x++ {
				t[x][n+1-y] = g[y][x]
			}
		}
		return t
	}
	mirror := func(g grid) (t grid) {
		for y := 1; y <= n; y++ {
			for x := 1; x <= n; x++ {
				t[y][n+1-x] = g[y][x]
			}
		}
		return t
	}
	for _, side := range []position.Color{position.Black, position.White} {
		found := map[string]bool{}
		for _, f := range formations {
			g := lay(side, f.first)
			for turn := range 8 {
				all := true
				for _, p := range f.own {
					all = all && g[p.Y()+1][p.X()+1]&own != 0
				}
				for _, p := range f.other {
					all = all && g[p.Y()+1][p.X()+1]&other != 0
				}
				if all && !(f.first == 1 && moves[0].Color != side) {
					found[f.text] = true
				}
				if g = quarter(g); turn == 3 {
					g = mirror(g)
				}
			}
		}
		for _, f := range formations {
			if found[f.text] && !slices.ContainsFunc(f.unless, func(name string) bool { return found[name] }) {
				names = append(names, side.String()+" "+f.text)
			}
		}
		at := 0
		if len(moves) > 0 && moves[0].Color == side {
			if at = 1; moves[0].Point != position.At(9, 9) {
				continue
			}
		}
		pairs := 0
		for ; at+1 < len(moves) && moves[at].Point.X()+moves[at+1].Point.X() == 18 && moves[at].Point.Y()+moves[at+1].Point.Y() == 18; at += 2 {
			pairs++
		}
		if pairs >= 10 {
			names = append(names, side.String()+" "+mirrorGo)
		}
	}
	for corner := range 4 {
		var told []string // "X34" is a stone of the first player there
		first := position.Empty
		for _, m := range moves {
			x, y := m.Point.X()+1, m.Point.Y()+1
			if corner&1 != 0 {
				x = 20 - x
			}
			if corner&2 != 0 {
				y = 20 - y
			}
			if x > 9 || y > 9 {
				continue
			}
			if first == position.Empty {
				first = m.Color
			}
			told = append(told, fmt.Sprint(m.Color == first, x, y))
		}
		for _, j := range josekis {
			for _, line := range j.lines {
				var one, two []string
				for i, p := range line {
					one = append(one, fmt.Sprint(i%2 == 0, p[0], p[1]))
					two = append(two, fmt.Sprint(i%2 == 0, p[1], p[0]))
				}
				k := min(len(one), len(told))
				if name := " " + j.text; (slices.Equal(told[:k], one) || slices.Equal(told[:k], two)) && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// TestGoNamesNaive compares names with those of a slow twin, in random openings and in the project's
// own records.
func TestGoNamesNaive(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 2000
	}
	rng := rand.New(rand.NewPCG(19, 19))
	seen := map[string]int{}
	for range rounds {
		compareGoNames(t, randomOpening(rng), seen)
	}
	for _, title := range goTitles() {
		if seen[title.Text] == 0 {
			t.Errorf("no random game is called %s", title.Text)
		}
	}
	files, err := filepath.Glob("../testdata/sgf/*/*.sgf")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	seen = map[string]int{}
	move := regexp.MustCompile(`;\s*([BW])\[([a-s]{2})\]`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var moves []position.Move
		for _, m := range move.FindAllStringSubmatch(string(text), -1) {
			p, err := position.ParsePoint(m[2])
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, position.Move{Color: position.Black + position.Color(strings.Index("BW", m[1])), Point: p})
		}
		for i := 1; i < len(moves); i++ { // as far as the players alternate
			if moves[i].Color == moves[i-1].Color {
				moves = moves[:i]
			}
		}
		compareGoNames(t, moves, seen)
	}
	if len(seen) < 4 {
		t.Errorf("the records have only the names %v", seen)
	}
}

func compareGoNames(t *testing.T, moves []position.Move, seen map[string]int) {
	t.Helper()
	moves = moves[:min(len(moves), goMoves)]
	var b position.ScriptBuilder
	b.Node()
	for _, m := range moves {
		b.Node()
		b.Move(m)
	}
	got, want := goNames(t, position.Square(19), b.Script()), naiveGoNames(moves)
	if !slices.Equal(got, want) {
		t.Fatalf("%v: %q, want %q", moves, got, want)
	}
	for _, name := range got {
		_, title, _ := strings.Cut(name, " ")
		seen[title]++
	}
}

// randomOpening returns moves that often follow an opening or a joseki.
func randomOpening(rng *rand.Rand) (moves []position.Move) {
	color := position.Black + position.Color(rng.IntN(2))
	way := position.Symmetry(rng.IntN(8))
	size := position.Square(19)
	add := func(p position.Point) {
		moves = append(moves, position.Move{Color: color, Point: p})
		color = color.Opponent()
	}
	random := func() position.Point { return position.At(rng.IntN(19), rng.IntN(19)) }
	switch rng.IntN(4) {
	case 0, 1:
		f := formations[rng.IntN(len(formations))]
		own := slices.Clone(f.own)
		rng.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
		for i, p := range own {
			add(way.Apply(p, size))
			if i < len(f.other) {
				add(way.Apply(f.other[i], size))
			} else {
				add(random())
			}
		}
	case 2:
		line := josekis[rng.IntN(len(josekis))].lines[0]
		for _, p := range line {
			add(way.Apply(position.At(p[0]-1, p[1]-1), size))
		}
	default:
		if rng.IntN(2) == 0 {
			add(position.At(9, 9))
		}
		for range 8 + rng.IntN(5) {
			p := random()
			add(p)
			add(position.At(18-p.X(), 18-p.Y()))
		}
	}
	for range rng.IntN(20) {
		add(random())
	}
	if rng.IntN(4) == 0 { // spoil it
		moves[rng.IntN(len(moves))].Point = random()
	}
	return moves
}

func BenchmarkGoNames(b *testing.B) {
	s := goScript(b, "Q16 D4 R4 D16 F3 C6 L3 R14 O17 C11 R11 Q6 R6 Q7 R7 Q8 R8 Q9 K16 G17")
	b.ReportAllocs()
	for b.Loop() {
		goGame.NamesOf(position.Square(19), s)
	}
}
