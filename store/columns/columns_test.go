package columns

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// scanAll collects all candidates, also those of the hidden index.
func scanAll(t testing.TB, x *Index, q *Query) []Candidate {
	t.Helper()
	all := scanOnce(t, x, q)
	compareHidden(t, x, q, all)
	return all
}

func scanOnce(t testing.TB, x *Index, q *Query) []Candidate {
	t.Helper()
	var all []Candidate
	err := x.Scan(context.Background(), q, func(c Candidate) bool {
		c = clone(c)
		all = append(all, c)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// clone copies what is valid until the next candidate only.
func clone(c Candidate) Candidate {
	c.Parts, c.Stages = slices.Clone(c.Parts), slices.Clone(c.Stages)
	for i := range c.Stages {
		c.Stages[i].Sites = slices.Clone(c.Stages[i].Sites)
	}
	return c
}

// compareWithReplay checks a scan of all games, in both modes, against the
// replay of each, and returns how many occurrences and undecided games it saw.
func compareWithReplay(t *testing.T, x *Index, games []Game, images []position.Image) (hits, undecided int) {
	t.Helper()
	bothWays(func() { hits, undecided = compareThisWay(t, x, games, images) })
	return hits, undecided
}

func compareThisWay(t *testing.T, x *Index, games []Game, images []position.Image) (hits, undecided int) {
	t.Helper()
	for _, mainLine := range []bool{false, true} {
		q := &Query{Images: images, MainLine: mainLine, hasty: mainLine}
		decided := make(map[uint16]map[occurrence]int)
		open := make(map[uint16]bool)
		last := -1
		for _, c := range scanAll(t, x, q) {
			if int(c.Local) < last {
				t.Errorf("game %d after game %d", c.Local, last)
			}
			last = int(c.Local)
			if !c.Decided {
				open[c.Local] = true
				continue
			}
			if decided[c.Local] == nil {
				decided[c.Local] = make(map[occurrence]int)
			}
			at := occurrence{c.Image, c.Anchor}
			if node, twice := decided[c.Local][at]; twice {
				t.Errorf("game %d: %v at nodes %d and %d", c.Local, at, node, c.Node)
			}
			decided[c.Local][at] = c.Node
		}
		for _, g := range games {
			want := replay(x.Size(), g.Script, images)
			switch {
			case want.branched && !mainLine || g.Script.Nodes() > MaxNodes:
				if want.anywhere && !open[g.Local] {
					t.Errorf("game %d (main line only: %v): missed", g.Local, mainLine)
				}
				if len(decided[g.Local]) > 0 {
					t.Errorf("game %d (main line only: %v): decided, but cannot be", g.Local, mainLine)
				}
			default:
				got := decided[g.Local]
				if len(got) == 0 {
					got = map[occurrence]int{}
				}
				if diff := cmp.Diff(want.mainLine, got, cmp.AllowUnexported(occurrence{})); diff != "" {
					t.Errorf("game %d (main line only: %v): occurrences and first nodes (-replay +index):\n%s", g.Local, mainLine, diff)
				}
				if open[g.Local] {
					t.Errorf("game %d (main line only: %v): undecided", g.Local, mainLine)
				}
				hits += len(got)
			}
		}
		undecided += len(open)
		compareOnce(t, x, games, q)
		if t.Failed() {
			return
		}
	}
	return hits, undecided
}

// compareOnce asks for one occurrence in each game: one that is decided is the
// first of its image and anchor, and no game with one is left out.
func compareOnce(t *testing.T, x *Index, games []Game, q *Query) {
	t.Helper()
	once := *q
	once.Once = true
	seen := make(map[uint16]Candidate)
	for _, c := range scanAll(t, x, &once) {
		if _, twice := seen[c.Local]; twice {
			t.Errorf("game %d (main line only: %v) is reported twice", c.Local, q.MainLine)
		}
		seen[c.Local] = c
	}
	for _, g := range games {
		want := replay(x.Size(), g.Script, q.Images)
		c, ok := seen[g.Local]
		node, there := want.mainLine[occurrence{c.Image, c.Anchor}]
		switch {
		case c.Decided && (!there || node != c.Node):
			t.Errorf("game %d (main line only: %v): %v, but the replay has node %d (%v)", g.Local, q.MainLine, c, node, there)
		case !ok && (len(want.mainLine) > 0 || want.anywhere && !q.MainLine):
			t.Errorf("game %d (main line only: %v): missed", g.Local, q.MainLine)
		case ok && !c.Decided && len(want.mainLine) > 0 && g.Script.Nodes() <= MaxNodes:
			t.Errorf("game %d (main line only: %v): undecided, with an occurrence on its main line", g.Local, q.MainLine)
		}
	}
}

// randomGames makes games with growing local numbers.
func randomGames(rnd *rand.Rand, size position.Size, n, nodes int) []Game {
	var games []Game
	local := 0
	for range n {
		games = append(games, Game{Local: uint16(local), Script: randomScript(rnd, size, 1+rnd.IntN(nodes), rnd.IntN(5) == 0)})
		local += 1 + rnd.IntN(3)
	}
	return games
}

func TestScanAgainstReplay(t *testing.T) {
	for _, test := range []struct {
		size              position.Size
		games, nodes      int
		patterns, rounds  int
		wantHits, wantTry int // at least, so that the test tests something
	}{
		{position.Square(1), 200, 20, 3, 4, 100, 10},
		{position.Square(2), 130, 30, 3, 4, 500, 10},
		{position.Size{Cols: 7, Rows: 3}, 130, 60, 4, 6, 500, 50},
		{position.Square(5), 600, 80, 3, 2, 1000, 50},
		{position.Square(9), 70, 160, 4, 5, 200, 20},
		{position.Square(19), 40, 500, 3, 3, 50, 5},
		{position.Size{Cols: 52, Rows: 2}, 20, 200, 3, 3, 20, 2},
	} {
		t.Run(test.size.String(), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(1, uint64(test.size.Area())))
			games := randomGames(rnd, test.size, test.games, test.nodes)
			x := build(t, test.size, games)
			hits, undecided := 0, 0
			for range testsize.Of(test.rounds, 1) {
				var images []position.Image
				for range test.patterns {
					images = append(images, randomImage(rnd, test.size, games[rnd.IntN(len(games))].Script))
				}
				h, u := compareWithReplay(t, x, games, images)
				hits, undecided = hits+h, undecided+u
				if t.Failed() {
					t.Logf("images: %v", images)
					return
				}
			}
			t.Logf("%d occurrences and %d undecided games compared", hits, undecided)
			if part := testsize.Of(1, test.rounds); hits < test.wantHits/part || undecided < test.wantTry/part {
				t.Errorf("%d occurrences and %d undecided games compared, want at least %d and %d", hits, undecided, test.wantHits, test.wantTry)
			}
		})
	}
}

// script writes a main line: each string is a node of moves and setup such as
// "Bcd", "W" for a pass, "+Baa" for a setup stone and "-aa" to take one away.
func script(t testing.TB, nodes ...[]string) position.Script {
	t.Helper()
	var b position.ScriptBuilder
	for _, node := range nodes {
		b.Node()
		for _, s := range node {
			point := func(s string) position.Point {
				if s == "" {
					return position.Pass
				}
				return position.At(int(s[0]-'a'), int(s[1]-'a'))
			}
			color := map[byte]position.Color{'B': position.Black, 'W': position.White}
			switch s[0] {
			case '+':
				b.Add(color[s[1]], point(s[2:]))
			case '-':
				b.Add(position.Empty, point(s[1:]))
			default:
				b.Move(position.Move{Color: color[s[0]], Point: point(s[1:])})
			}
		}
	}
	return b.Script()
}

func TestScan(t *testing.T) {
	type nodes = [][]string
	corner := func(rows ...string) position.Image {
		m := position.Image{Cols: len(rows[0]), Rows: len(rows)}
		cells := map[rune]position.Cell{
			'_': position.Outside, '.': position.OnlyEmpty, 'X': position.OnlyBlack, 'O': position.OnlyWhite,
			'x': position.BlackOrEmpty, 'o': position.WhiteOrEmpty, '!': position.AnyStone, '*': position.Any,
		}
		for _, r := range rows {
			for _, c := range r {
				m.Cells = append(m.Cells, cells[c])
			}
		}
		return m
	}
	capture := nodes{{}, {"Baa"}, {"Wba"}, {"Bee"}, {"Wab"}} // Black's stone at aa dies at node 4
	for _, test := range []struct {
		name  string
		game  nodes
		image position.Image
		want  int // node, -1 for none
	}{
		{"empty corner before anything", nodes{{}, {"Baa"}}, corner(".."), 0},
		{"no empty corner with setup in the root", nodes{{"+Baa"}, {"Wba"}}, corner(".."), -1},
		{"setup stones in the root", nodes{{"+Baa", "+Wba"}, {"Bcc"}}, corner("XO"), 0},
		{"anything at once", nodes{{"+Baa"}}, corner("**", "_*"), 0},
		{"two stones, in either order", nodes{{}, {"Wba"}, {"Bdd"}, {"Wee"}, {"Baa"}}, corner("XO"), 4},
		{"the other color", nodes{{}, {"Waa"}, {"Bba"}}, corner("XO"), -1},
		{"empty point played before the stone", nodes{{}, {"Bba"}, {"Waa"}}, corner("O."), -1},
		{"empty point played after the stone", nodes{{}, {"Baa"}, {"Wba"}}, corner("X."), 1},
		{"any stone", nodes{{}, {"Wbb"}, {"Baa"}}, corner("!*", "*!"), 2},
		{"any stone where none ever is", nodes{{}, {"Wbb"}}, corner("!*", "*!"), -1},
		{"black or empty: black", nodes{{}, {"Baa"}, {"Wba"}}, corner("xO"), 2},
		{"black or empty: white", nodes{{}, {"Waa"}, {"Wba"}}, corner("xO"), -1},
		{"black or empty: empty", nodes{{}, {"Wba"}, {"Waa"}}, corner("xO"), 1},
		{"white or empty: black later", nodes{{}, {"Wba"}, {"Baa"}}, corner("oO"), 1},
		{"before the capture", capture, corner("XO"), 2},
		{"after the capture", capture, corner(".O", "O."), 4},
		{"black stone and its killer never together", capture, corner("X*", "O*"), -1},
		{"replayed after the capture", append(slices.Clone(capture), []string{"Bdd"}, []string{"Waa"}), corner("OO", "O."), 6},
		{"first time, although it comes again", nodes{{"+Baa"}, {"-aa"}, {"+Baa"}}, corner("X"), 0},
		{"taken away by setup", nodes{{"+Baa"}, {"-aa"}, {"+Waa"}}, corner("."), 1},
		{"color changed by setup", nodes{{"+Baa"}, {"+Waa"}}, corner("O"), 1},
		{"stone put on a stone", nodes{{}, {"Baa"}, {"Waa"}}, corner("O"), 2},
		{"suicide leaves nothing", nodes{{"+Wab", "+Wba"}, {"Baa"}}, corner("X"), -1},
		{"pass", nodes{{}, {"B"}, {"W"}, {"Baa"}}, corner("X"), 3},
		{"several moves in a node", nodes{{}, {"Baa", "Wba"}}, corner("XO"), 1},
		{"put and taken in one node", nodes{{}, {"+Baa", "-aa"}, {"Wba"}}, corner(".O"), 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := build(t, position.Square(5), []Game{{Local: 9, Script: script(t, test.game...)}})
			got := scanAll(t, x, &Query{Images: []position.Image{test.image}})
			var want []Candidate
			if test.want >= 0 {
				want = []Candidate{{Local: 9, Decided: true, Node: test.want}}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("candidates (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSequenceStones wants that a game is left out if a stone of the image's
// sequence is never played, and kept if it is played but dies at once, or is
// taken away by the same node.
func TestSequenceStones(t *testing.T) {
	games := []Game{
		{Local: 0, Script: script(t, []string{"+Wab", "+Wba"}, []string{"Baa"})},
		{Local: 1, Script: script(t, []string{"+Wab", "+Wba"}, []string{"Bcc"})},
		{Local: 2, Script: script(t, []string{"+Wba"}, []string{"+Baa", "-aa"})},
	}
	x := build(t, position.Square(5), games)
	image := position.Image{
		Cols: 2, Rows: 1, Cells: []position.Cell{position.OnlyEmpty, position.OnlyWhite},
		Sequence: []position.Change{{Point: position.At(0, 0), Color: position.Black}},
	}
	want := []Candidate{{Local: 0, Decided: true}, {Local: 2, Decided: true}}
	if diff := cmp.Diff(want, scanAll(t, x, &Query{Images: []position.Image{image}})); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}

// TestLongGame plays one stone after more nodes than the index can number.
func TestLongGame(t *testing.T) {
	var nodes [][]string
	for range MaxNodes {
		nodes = append(nodes, nil)
	}
	nodes[MaxNodes-1] = []string{"Waa"}
	last := script(t, nodes...)
	long := script(t, append(nodes, []string{"Bbb"})...)
	x := build(t, position.Square(9), []Game{{Local: 3, Script: last}, {Local: 4, Script: long}})
	black := position.Image{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}, Right: 8, Bottom: 8}
	white := black
	white.Cells = []position.Cell{position.OnlyWhite}
	stages := []position.Stage{{To: 4096}, {To: 2 * 4096}, {To: 3 * 4096}, {To: math.MaxInt32}}
	for i := range stages {
		stages[i].Sites = []position.Site{}
	}
	stages[3].Sites = []position.Site{{}, {Image: 1, Anchor: position.At(1, 1)}}
	for _, mainLine := range []bool{false, true} {
		got := scanAll(t, x, &Query{Images: []position.Image{white, black}, MainLine: mainLine})
		want := []Candidate{{Local: 3, Decided: true, Image: 0, Node: MaxNodes - 1}, {Local: 4, Image: -1, Parts: []position.Span{{From: 16320, To: math.MaxInt32}}, Stages: stages}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("candidates, main line only %v (-want +got):\n%s", mainLine, diff)
		}
	}
}

func TestScanSelection(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	size := position.Square(6)
	games := randomGames(rnd, size, 1200, 60)
	x := build(t, size, games)
	images := []position.Image{randomImage(rnd, size, games[5].Script), randomImage(rnd, size, games[6].Script)}
	all := scanAll(t, x, &Query{Images: images})
	if len(all) == 0 {
		t.Fatal("nothing found")
	}

	some := roaring.New()
	for range 300 {
		some.Add(rnd.Uint32N(3000))
	}
	some.Add(1 << 20)
	want := slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return !some.Contains(uint32(c.Local)) })
	if diff := cmp.Diff(want, scanAll(t, x, &Query{Images: images, Games: some})); diff != "" {
		t.Errorf("some games (-want +got):\n%s", diff)
	}
	if got := scanAll(t, x, &Query{Images: images, Games: roaring.New()}); len(got) > 0 {
		t.Errorf("%d candidates among no games", len(got))
	}

	var parts []Candidate
	for n := range x.Blocks() {
		parts = append(parts, scanAll(t, x, &Query{Images: images, From: n, To: n + 1})...)
	}
	if diff := cmp.Diff(all, parts); diff != "" {
		t.Errorf("block by block (-all +blocks):\n%s", diff)
	}

	var first []Candidate
	if err := x.Scan(context.Background(), &Query{Images: images}, func(c Candidate) bool {
		first = append(first, c)
		return len(first) < 3
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all[:3], first); diff != "" {
		t.Errorf("the first three (-want +got):\n%s", diff)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := x.Scan(ctx, &Query{Images: images}, func(Candidate) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled scan: error %v, want %v", err, context.Canceled)
	}
}

func TestScanBadImages(t *testing.T) {
	x := build(t, position.Square(9), []Game{{Local: 0, Script: script(t, []string{"Baa"})}})
	for _, test := range []struct {
		name  string
		image position.Image
		want  error
	}{
		{"no cells", position.Image{Cols: 2, Rows: 1}, ErrImage},
		{"negative", position.Image{Cols: -1, Rows: -1, Cells: make([]position.Cell, 1)}, ErrImage},
		{"wider than the board", position.Image{Cols: 10, Rows: 1, Cells: make([]position.Cell, 10), Right: 9}, nil},
		{"anchor off the board", position.Image{Cols: 1, Rows: 1, Cells: make([]position.Cell, 1), Left: 20, Right: 30}, nil},
	} {
		err := x.Scan(context.Background(), &Query{Images: []position.Image{test.image}}, func(Candidate) bool {
			t.Errorf("%s: found", test.name)
			return true
		})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	if _, _, err := Build(position.Rules{}, position.Square(53), nil); err == nil {
		t.Error("a board of 53×53 was accepted")
	}
	if _, _, err := Build(position.Rules{}, position.Square(9), []Game{{Local: 2}, {Local: 2}}); err == nil {
		t.Error("a game twice was accepted")
	}
	if x := build(t, position.Square(9), nil); x.Games() != 0 || x.Blocks() != 0 {
		t.Errorf("an index of nothing has %d games in %d blocks", x.Games(), x.Blocks())
	}
}

func TestDeterministic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	games := randomGames(rnd, position.Square(9), 1500, 80)
	want := build(t, position.Square(9), games).Bytes()
	for range 3 {
		if !bytes.Equal(build(t, position.Square(9), games).Bytes(), want) {
			t.Fatal("the same games give other bytes")
		}
	}
}

func TestOpenDamaged(t *testing.T) {
	games := randomGames(rand.New(rand.NewPCG(5, 5)), position.Square(5), 70, 40)
	good := build(t, position.Square(5), games).Bytes()
	for _, test := range []struct {
		name   string
		damage func([]byte) []byte
	}{
		{"empty", func(b []byte) []byte { return nil }},
		{"cut", func(b []byte) []byte { return b[:len(b)-1] }},
		{"longer", func(b []byte) []byte { return append(b, 0) }},
		{"another magic", func(b []byte) []byte { b[0]++; return b }},
		{"another version", func(b []byte) []byte { b[4]++; return b }},
		{"no columns", func(b []byte) []byte { b[8] = 0; return b }},
		{"too many rows", func(b []byte) []byte { b[15] = 0xFF; return b }},
		{"another number of games", func(b []byte) []byte { b[16] = 0xFF; return b }},
		{"too many games", func(b []byte) []byte { b[19] = 0xFF; return b }},
		{"another number of stretches", func(b []byte) []byte { b[24]++; return b }},
		{"another number of changes", func(b []byte) []byte { b[20]++; return b }},
	} {
		if _, err := Open(test.damage(slices.Clone(good)), nil); err == nil {
			t.Errorf("%s: opened", test.name)
		}
	}
}

// TestCheckFindsDamage damages one number in each section.
func TestCheckFindsDamage(t *testing.T) {
	x := build(t, position.Square(5), randomGames(rand.New(rand.NewPCG(6, 6)), position.Square(5), 70, 40))
	for _, test := range []struct {
		name   string
		offset int
	}{
		{"games", x.locals + 3}, {"nodes", x.nodes + 1}, {"weights", x.weights}, {"ever", x.ever.offset}, {"first", x.first + 1},
		{"starts", x.starts + 6}, {"changes", x.changes + 3}, {"lanes", x.lanes + 2}, {"begins", x.begins}, {"groups", x.groups0},
	} {
		x.data[test.offset] ^= 0x41
		found := 0
		for range x.Check() {
			found++
		}
		x.data[test.offset] ^= 0x41
		if found == 0 {
			t.Errorf("%s: damage not found", test.name)
		}
	}
}

// FuzzScan builds games from the data and compares with their replays.
func FuzzScan(f *testing.F) {
	for i := range 8 {
		f.Add(uint64(i), uint8(5), uint8(5), uint8(30))
	}
	f.Add(uint64(1), uint8(19), uint8(19), uint8(255))
	f.Add(uint64(2), uint8(1), uint8(52), uint8(9))
	f.Fuzz(func(t *testing.T, seed uint64, cols, rows, nodes uint8) {
		size := position.Size{Cols: 1 + int(cols)%21, Rows: 1 + int(rows)%21}
		rnd := rand.New(rand.NewPCG(seed, 0))
		games := randomGames(rnd, size, 1+rnd.IntN(8), 1+int(nodes))
		images := []position.Image{
			randomImage(rnd, size, games[0].Script), randomImage(rnd, size, games[len(games)-1].Script),
		}
		compareWithReplay(t, build(t, size, games), games, images)
	})
}

// FuzzOpen scans damaged indexes: it may find anything but must not fail.
func FuzzOpen(f *testing.F) {
	rnd := rand.New(rand.NewPCG(7, 7))
	for _, size := range []position.Size{position.Square(1), {Cols: 3, Rows: 2}, position.Square(5)} {
		games := randomGames(rnd, size, 3, 40)
		f.Add(build(f, size, games).Bytes(), uint16(3), byte(0xFF))
		f.Add(build(f, size, games).Bytes(), uint16(900), byte(0x81))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16, flip byte) {
		data = slices.Clone(data)
		if int(at) < len(data) {
			data[at] ^= flip
		}
		x, err := Open(data, nil)
		if err != nil || x.Size().Area() > 100 {
			return
		}
		rnd := rand.New(rand.NewPCG(1, 1))
		var images []position.Image
		for range 4 {
			images = append(images, randomImage(rnd, x.Size(), randomScript(rnd, x.Size(), 9, false)))
		}
		bothWays(func() {
			scanAll(t, x, &Query{Images: images})
			for _, c := range scanAll(t, x, &Query{Images: images, MainLine: true}) {
				if c.Decided {
					x.Sequel(c, &images[c.Image])
				}
			}
		})
		for range x.Check() {
		}
	})
}

func ExampleIndex_Scan() {
	var b position.ScriptBuilder
	b.Node()
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.At(3, 3)})
	data, _, err := Build(position.Rules{}, position.Square(19), []Game{{Local: 7, Script: b.Script()}})
	if err != nil {
		fmt.Println(err)
		return
	}
	index, err := Open(data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	stone := position.Image{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}, Right: 18, Bottom: 18}
	err = index.Scan(context.Background(), &Query{Images: []position.Image{stone}}, func(c Candidate) bool {
		fmt.Printf("game %d: column %d, row %d, after node %d\n", c.Local, c.Anchor.X(), c.Anchor.Y(), c.Node)
		return true
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: game 7: column 3, row 3, after node 1
}
