package tactics_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// Names of kinds and words are fields and values of questions, so none may mean two things.
func TestNames(t *testing.T) {
	if n := len(tactics.Kinds()); n > 64 {
		t.Errorf("%d kinds, and a set has 64", n)
	}
	seen := map[string]string{}
	for i, k := range tactics.Kinds() {
		if k.About == "" {
			t.Errorf("%s has no definition", k.Name)
		}
		for _, name := range append([]string{k.Name}, k.Also...) {
			if seen[name] != "" {
				t.Errorf("%q is a name of %s and of %s", name, seen[name], k.Name)
			}
			seen[name] = k.Name
		}
		if kindNamed(k.Name) != i {
			t.Errorf("%s is twice in the list", k.Name)
		}
		words := map[string]bool{}
		for _, w := range k.Words {
			for _, name := range append([]string{w.Name}, w.Also...) {
				if words[name] {
					t.Errorf("%s: the word %q means two things", k.Name, name)
				}
				words[name] = true
			}
			if w.About == "" {
				t.Errorf("%s: the word %s has no definition", k.Name, w.Name)
			}
		}
	}
}

// Each kind alone gives the same instances as all of them together.
func TestWanted(t *testing.T) {
	games := slices.Concat(randomGames(2, 20_000), realGames(t)[:20])
	kinds := tactics.Kinds()
	for _, g := range games {
		all := make([][]string, len(kinds))
		for f := range tactics.Observe(g.size, g.script, feature.Wanted{Kinds: feature.All, Points: true}) {
			all[f.Kind] = append(all[f.Kind], line(f.Node, f.By, kinds[f.Kind].Name, int(f.Value), f.Points))
		}
		for i := range kinds {
			compareLines(t, g, observedLines(g.size, g.script, 1<<i), all[i])
		}
	}
}

// Instances come by node, then by kind; numbers at most once a move; values are from 1 on; points are on
// the board, none twice, and only where they are wanted.
func TestInstances(t *testing.T) {
	kinds := tactics.Kinds()
	for _, g := range slices.Concat(randomGames(3, 20_000), realGames(t)[:20]) {
		checkInstances(t, g.size, g.script)
		n := 0
		for f := range tactics.Observe(g.size, g.script, feature.Wanted{Kinds: feature.All}) {
			if n++; len(f.Points) > 0 {
				t.Fatalf("%s has points that nobody wanted", kinds[f.Kind].Name)
			}
			if n > 10 {
				break // the caller may stop
			}
		}
	}
	for range tactics.Observe(position.Square(9), realGames(t)[0].script, feature.Wanted{}) {
		t.Fatal("an instance that nobody wanted")
	}
}

func checkInstances(t testing.TB, size position.Size, s position.Script) {
	t.Helper()
	kinds, nodes := tactics.Kinds(), s.Nodes()
	last := feature.Instance{Node: -1}
	for f := range tactics.Observe(size, s, feature.Wanted{Kinds: feature.All, Points: true}) {
		k := kinds[f.Kind]
		text := line(f.Node, f.By, k.Name, int(f.Value), f.Points)
		if f.Node < last.Node || f.Node == last.Node && f.Kind < last.Kind {
			t.Fatalf("%s comes after node %d, %s", text, last.Node, kinds[last.Kind].Name)
		}
		if f.Node == last.Node && f.Kind == last.Kind && (len(k.Words) == 0 || f.Value == last.Value && f.By == last.By) {
			t.Fatalf("%s comes twice", text)
		}
		if f.Node >= nodes || f.Value < 1 || len(k.Words) > 0 && int(f.Value) > len(k.Words) || f.By == position.Empty {
			t.Fatalf("%s of %d nodes", text, nodes)
		}
		points := slices.Clone(f.Points)
		slices.Sort(points)
		for i, p := range points {
			if !size.Clamp().Contains(p) || i > 0 && p == points[i-1] {
				t.Fatalf("%s on %v", text, size)
			}
		}
		last = feature.Instance{Node: f.Node, Kind: f.Kind, Value: f.Value, By: f.By}
	}
}

// Only Go reports these features: other games with stones have rules of their own.
func TestObservers(t *testing.T) {
	observers := 0
	for number := range 41 {
		g := game.Of(number)
		o, is := g.(game.Observer)
		stones, ok := g.(game.Stones)
		if !ok {
			continue
		}
		if want := !stones.Rules().Keep && stones.Rules().Number() == 1; is != want {
			t.Errorf("%s is an observer: %v", g.About().Name, is)
		}
		if !is {
			continue
		}
		observers++
		start, err := game.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Features()) != len(tactics.Kinds()) {
			t.Errorf("%d features", len(o.Features()))
		}
		moves := 0
		for f := range o.Observe(start, realGames(t)[0].script, feature.Wanted{Kinds: kindSet("liberties")}) {
			if f.Kind != kindNamed("liberties") {
				t.Errorf("an instance of %d", f.Kind)
			}
			moves++
		}
		if moves < 100 {
			t.Errorf("%d moves with liberties", moves)
		}
	}
	if observers == 0 {
		t.Error("Go is no observer")
	}
}

// A hostile script costs no more than a board for each node, and no memory that grows with its nodes
// beyond its open variations.
func TestHostile(t *testing.T) {
	size := position.Square(position.MaxSize)
	var b position.ScriptBuilder
	b.Node()
	for i := range size.Area() - 2 { // one group with two liberties
		b.Add(position.Black, size.At(i))
	}
	for i := range 3000 {
		switch i % 3 {
		case 0:
			b.Open()
			b.Node()
			b.Move(position.Move{Color: position.White, Point: size.At(size.Area() - 1)})
		case 1:
			b.Node()
			b.Add(position.Empty, size.At(i%size.Area()))
			b.Move(position.Move{Color: position.Black, Point: size.At(size.Area() - 2)})
			b.Move(position.Move{Color: position.White, Point: position.Pass})
			b.Move(position.Move{Color: position.White, Point: size.At(i)})
		case 2:
			if i%2 == 0 {
				b.Close()
			}
			b.Node()
			b.Add(position.White, size.At(i%7))
		}
	}
	checkInstances(t, size, b.Script())

	// Scripts that no builder writes: setup and moves before a node, variations that nobody opened.
	for _, s := range []position.Script{{0xE001}, {0xE000}, {0x9000, 0xC000}, {0x8000, 0xC000, 0x9001, 0xE003}, {0x8FFF, 0xDFFF}, {0xE000, 0, 0xE001, 0xE001, 1}} {
		checkInstances(t, position.Size{Cols: 2, Rows: 1}, s)
	}
	checkInstances(t, position.Size{}, position.Script{0})
}

func FuzzObserve(f *testing.F) {
	r := rand.New(rand.NewPCG(4, 35))
	for range 20 {
		size := position.Size{Cols: 1 + r.IntN(6), Rows: 1 + r.IntN(6)}
		f.Add(uint8(size.Cols), uint8(size.Rows), randomGame(r, size, 30, true).AppendBytes(nil))
	}
	set := kindSet(naiveKinds...)
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		size := position.Size{Cols: int(cols%7) + 1, Rows: int(rows%7) + 1}
		data = data[:min(len(data)&^1, 400)]
		s, err := position.ParseScript(data)
		if err != nil {
			s = s[:0] // observers must stand what no builder writes, too
			for i := 0; i < len(data); i += 2 {
				s = append(s, uint16(data[i])|uint16(data[i+1])<<8)
			}
		}
		checkInstances(t, size, s)
		if err == nil {
			compareLines(t, testGame{"fuzzed", size, s}, observedLines(size, s, set), naiveLines(size, s))
		}
	})
}

func BenchmarkObserve(b *testing.B) {
	games := realGames(b)
	run := func(name string, w feature.Wanted) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, g := range games {
					for range tactics.Observe(g.size, g.script, w) {
					}
				}
			}
			b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
	run("these", feature.Wanted{Kinds: kindSet(naiveKinds...)})
	run("these+points", feature.Wanted{Kinds: kindSet(naiveKinds...), Points: true})
	for _, kind := range naiveKinds {
		run(kind, feature.Wanted{Kinds: kindSet(kind)})
	}
	run("all", feature.Wanted{Kinds: feature.All})
}

// Whoever needs some nodes gets all that happens there.
func TestObserveSomeNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 4))
	found := 0
	for range 60 {
		size := position.Square(3 + r.IntN(5))
		script := randomGame(r, size, 80, true)
		for k := range tactics.Kinds() {
			nodes := []int{}
			for node := range script.Nodes() {
				if r.IntN(4) == 0 {
					nodes = append(nodes, node)
				}
			}
			texts := func(nodes []int, only func(node int) bool) (list []string) {
				for i := range tactics.Observe(size, script, feature.Wanted{Kinds: 1 << k, Nodes: nodes, Points: true}) {
					if only(i.Node) {
						list = append(list, fmt.Sprint(*i))
					}
				}
				return list
			}
			at := func(node int) bool { return slices.Contains(nodes, node) }
			want, got := texts(nil, at), texts(nodes, at)
			if !slices.Equal(want, got) {
				t.Fatalf("%s at %v:\n%v\nwant\n%v", tactics.Kinds()[k].Name, nodes, got, want)
			}
			found += len(got)
		}
	}
	if found < 500 {
		t.Errorf("%d instances: the test tests little", found)
	}
}
