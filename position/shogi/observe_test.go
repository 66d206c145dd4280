package shogi

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// observed lists the instances of a script by node, as naiveObserve does for one move.
func observed(start *Position, s position.Script, w feature.Wanted) (list []string) {
	for i := range Observe(start, s, w) {
		var squares []string
		for _, p := range i.Points {
			x, y := p.X(), p.Y()
			squares = append(squares, Square(y*9+x).String())
		}
		slices.Sort(squares)
		list = append(list, fmt.Sprintf("%d %v %s=%s %s", i.Node, i.By, Kinds()[i.Kind].Name, valueText(i.Kind, i.Value), strings.Join(squares, " ")))
	}
	return list
}

// A randomGame builds a script with variations, and what the twin says about it.
type randomGame struct {
	rnd   *rand.Rand
	build position.ScriptBuilder
	nodes int
	moves int
	want  []string
}

// line adds a line of play of at most so many nodes below a path, and variations.
func (g *randomGame) line(p *Position, path []naiveEntry, length, depth int) {
	for range length {
		if depth > 0 && g.rnd.IntN(15) == 0 {
			for range 2 {
				g.build.Open()
				g.line(p.Clone(), slices.Clip(path), 1+g.rnd.IntN(6), depth-1)
				g.build.Close()
			}
			return
		}
		g.build.Node()
		node := g.nodes
		g.nodes++
		last := path[len(path)-1]
		if g.rnd.IntN(30) == 0 {
			path = append(path, naiveEntry{naive: last.naive})
			continue
		}
		m := g.choose(p, path)
		us := p.ToPlay()
		mover := map[Color]string{Black: "b", White: "w"}[us]
		g.build.Move(ScriptMove(us, m))
		g.moves++
		if _, ok := MoveOf(m.Code()); ok && p.Play(m).Possible() {
			path = append(path, naiveEntry{last.play(m.String()), mover, m.String()})
		} else {
			p.SetToPlay(us.Opponent())
			path = append(path, naiveEntry{naive: last.pass(), mover: mover})
		}
		for _, text := range naiveObserve(path) {
			g.want = append(g.want, fmt.Sprintf("%d %v %s", node, us, text))
		}
	}
}

// choose returns a move, often one that does something.
func (g *randomGame) choose(p *Position, path []naiveEntry) Move {
	moves := p.Moves(nil)
	how := g.rnd.IntN(20)
	if how < 2 {
		moves = p.Attempts(nil)
	}
	if how == 2 || len(moves) == 0 {
		m, ok := MoveOf(uint16(g.rnd.IntN(numCodes)))
		if !ok {
			m = NewDrop(Pawn, 40)
		}
		return m
	}
	var lively []Move
	switch {
	case how < 6: // takes
		for _, m := range moves {
			if p.At(m.To) != NoPiece {
				lively = append(lively, m)
			}
		}
	case how < 10: // checks
		for _, m := range moves {
			q := p.Clone()
			q.PlayLegal(m)
			if q.InCheck(q.ToPlay()) {
				lively = append(lively, m)
			}
		}
	case how < 13 && len(path) > 2: // goes back
		if old := path[len(path)-2].move; len(old) == 4 && old[1] != '*' {
			if m, err := ParseMove(old[2:4] + old[:2]); err == nil && slices.Contains(moves, m) {
				lively = append(lively, m)
			}
		}
	case how < 14: // the king goes ahead
		for _, m := range moves {
			if !m.IsDrop() && p.At(m.From).Kind() == King && m.To.advance(p.ToPlay()) < m.From.advance(p.ToPlay()) {
				lively = append(lively, m)
			}
		}
	}
	if len(lively) > 0 {
		moves = lively
	}
	return moves[g.rnd.IntN(len(moves))]
}

// starts are positions from which random games start.
func starts(t testing.TB) (list []*Position) {
	for _, test := range perfts {
		list = append(list, parseSFEN(t, test.sfen))
	}
	for _, sfen := range []string{
		"4k4/9/9/4R4/9/9/4r4/9/4K4 b 2B2G2g 1", "4k4/9/2K6/9/9/9/6+p2/9/9 b RBGPr 1", "k8/9/1G7/9/9/9/9/9/8K b 3P 1",
		"lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PPSPPPP1P/7P1/LN1GKGSNL b Bp 1", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B 1", "+Pk7/2+P6/9/9/9/4r4/9/5+p1K1/8+p w 2B 1",
	} {
		list = append(list, parseSFEN(t, sfen))
	}
	return append(list, New(), New(), New())
}

// TestObserveNaive compares random games, with variations and illegal moves, with the twin.
func TestObserveNaive(t *testing.T) {
	total := 100_000
	if testing.Short() {
		total = 4_000
	}
	rnd := rand.New(rand.NewPCG(35, 8))
	froms := starts(t)
	moves, counts := 0, map[string]int{}
	for moves < total {
		start := froms[rnd.IntN(len(froms))]
		g := randomGame{rnd: rnd}
		g.build.Node()
		g.nodes = 1
		n := newNaive(t, start.SFEN())
		g.line(start.Clone(), []naiveEntry{{naive: n}, {naive: n}}, 80, 4)
		moves += g.moves
		script := g.build.Script()
		if script.Nodes() != g.nodes {
			t.Fatalf("%d nodes, not %d", script.Nodes(), g.nodes)
		}
		got := observed(start, script, feature.Wanted{Kinds: feature.All, Points: true})
		for i := range max(len(got), len(g.want)) {
			if i >= len(got) || i >= len(g.want) || got[i] != g.want[i] {
				t.Fatalf("after %d moves, from %s:\n got %q\nwant %q", moves, start.SFEN(), got[i:min(len(got), i+3)], g.want[i:min(len(g.want), i+3)])
			}
		}
		for _, text := range got {
			counts[strings.Fields(text)[2]]++
		}
		some(t, start, script, got, feature.Set(rnd.Uint64()&(1<<numFeatures-1)))
	}
	missing := 0
	for _, kind := range Kinds() {
		n := 0
		for text, count := range counts {
			if strings.HasPrefix(text, kind.Name+"=") {
				n += count
			}
		}
		if n == 0 && !testing.Short() {
			missing++
			t.Errorf("no instance of %s", kind.Name)
		}
	}
	t.Logf("%d moves, %v", moves, counts)
}

// TestObserveGames compares games that players played with the twin: those of the scripts, and
// those in files in USI in the directory that KIFUDB_SHOGI_GAMES names, if it is set.
func TestObserveGames(t *testing.T) {
	files, err := filepath.Glob("../../testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	if dir := os.Getenv("KIFUDB_SHOGI_GAMES"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.usi"))
		if err != nil || len(more) == 0 {
			t.Fatal("no games", err)
		}
		files = append(files, more...)
	}
	games, moves, instances := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			from, list, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "position "), " moves ")
			p, err := ParseSFEN(strings.TrimPrefix(from, "sfen "))
			if !ok || err != nil {
				continue
			}
			start := p.Clone()
			path := []naiveEntry{{naive: newNaive(t, start.SFEN())}}
			var b position.ScriptBuilder
			var want []string
			for node, word := range strings.Fields(list) {
				m, err := ParseMove(word)
				us := p.ToPlay()
				if err != nil || !p.Play(m).Possible() {
					break
				}
				b.Play(ScriptMove(us, m))
				path = append(path, naiveEntry{path[len(path)-1].play(word), us.String(), word})
				for _, text := range naiveObserve(path) {
					want = append(want, fmt.Sprintf("%d %v %s", node, us, text))
				}
				moves++
			}
			if got := observed(start, b.Script(), feature.Wanted{Kinds: feature.All, Points: true}); !slices.Equal(got, want) {
				t.Fatalf("%s: %s\n got %q\nwant %q", file, line, got, want)
			}
			games++
			instances += len(want)
		}
	}
	t.Logf("%d games, %d moves, %d instances", games, moves, instances)
	if games < 10 || instances < 10 {
		t.Errorf("%d games with %d instances are too few", games, instances)
	}
}

// some checks that wanting a set of kinds, without points, yields those and nothing else.
func some(t *testing.T, start *Position, s position.Script, all []string, set feature.Set) {
	t.Helper()
	var want []string
	for _, text := range all {
		name, _, _ := strings.Cut(strings.Fields(text)[2], "=")
		if set.Has(slices.IndexFunc(Kinds(), func(k feature.Kind) bool { return k.Name == name })) {
			want = append(want, strings.Join(strings.Fields(text)[:3], " ")+" ")
		}
	}
	if got := observed(start, s, feature.Wanted{Kinds: set}); !slices.Equal(got, want) {
		t.Fatalf("kinds %b:\n got %q\nwant %q", set, got, want)
	}
}

// TestObserveStops: the loop may end at any instance.
func TestObserveStops(t *testing.T) {
	froms := starts(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, start := range froms {
		g := randomGame{rnd: rnd}
		g.build.Node()
		n := newNaive(t, start.SFEN())
		g.line(start.Clone(), []naiveEntry{{naive: n}, {naive: n}}, 12, 1)
		script := g.build.Script()
		all := len(observed(start, script, feature.Wanted{Kinds: feature.All}))
		for stop := range all {
			n := 0
			for range Observe(start, script, feature.Wanted{Kinds: feature.All}) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Fatalf("stopped after %d, not %d", n, stop+1)
			}
		}
	}
}

// TestKinds checks that the names of kinds, and those of their words, are different and in lower
// case.
func TestKinds(t *testing.T) {
	if len(Kinds()) != numFeatures {
		t.Fatalf("%d kinds", len(Kinds()))
	}
	names := map[string]string{}
	add := func(where, owner string, list ...string) {
		for _, name := range list {
			if name == "" || name != strings.ToLower(name) || names[where+name] != "" {
				t.Errorf("%s: %s has the name %q, as %q has", where, owner, name, names[where+name])
			}
			names[where+name] = owner
		}
	}
	for _, k := range Kinds() {
		add("kinds ", k.Name, append(k.Also, k.Name)...)
		if k.About == "" {
			t.Errorf("%s says nothing about itself", k.Name)
		}
		for i, w := range k.Words {
			add(k.Name+" ", w.Name, append(w.Also, w.Name)...)
			if k.Word(w.Name) != int32(i+1) || w.About == "" {
				t.Errorf("%s: word %s", k.Name, w.Name)
			}
		}
	}
	if k := Kinds()[kindTakes]; k.Word("竜") != pieceValue(Dragon) || k.Word("と") != pieceValue(PromotedPawn) || k.Word("馬") != pieceValue(Horse) {
		t.Error("words of takes and kinds of pieces differ")
	}
}

// TestFeaturePositions checks the positions in testdata/features.txt, each also mirrored and with
// colors exchanged.
func TestFeaturePositions(t *testing.T) {
	text, err := os.ReadFile("testdata/features.txt")
	if err != nil {
		t.Fatal(err)
	}
	kind, tested, found, seen := -1, make([]int, numFeatures), make([]int, numFeatures), map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		where := fmt.Sprintf("line %d", i+1)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "= "); ok {
			if kind = slices.IndexFunc(Kinds(), func(k feature.Kind) bool { return k.Name == name }); kind < 0 {
				t.Fatalf("%s: no kind %q", where, name)
			}
			continue
		}
		fields := strings.Split(line, " : ")
		if len(fields) != 3 {
			t.Fatalf("%s: %q", where, line)
		}
		if same := fmt.Sprint(kind, line); seen[same] {
			t.Errorf("%s is there twice", where)
		} else {
			seen[same] = true
		}
		for s := range Symmetry(NumSymmetries) {
			start := parseSFEN(t, fields[0]).Image(s)
			var b position.ScriptBuilder
			p, nodes := start.Clone(), 0
			for _, word := range strings.Fields(fields[1]) {
				m, err := ParseMove(word)
				if err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				m = s.Move(m)
				b.Play(ScriptMove(p.ToPlay(), m))
				nodes++
				if f := p.Play(m); !f.Possible() {
					t.Fatalf("%s: %s: %s", where, word, f)
				}
			}
			want := []string{}
			if fields[2] != "-" {
				want = strings.Split(fields[2], ", ")
			}
			if kind == kindOpensBishop && s&1 != 0 {
				want = []string{} // there is no bishop on the other side
			}
			got := []string{}
			for in := range Observe(start, b.Script(), feature.Wanted{Kinds: 1 << kind}) {
				if in.Node != nodes-1 {
					continue
				}
				got = append(got, valueText(kind, in.Value))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, image %d: %s: %s: got %v, want %v", where, s, Kinds()[kind].Name, line, got, want)
			}
			tested[kind]++
			found[kind] += len(got)
		}
	}
	for kind, n := range tested {
		if n < 16*NumSymmetries || found[kind] < 10 {
			t.Errorf("%s: %d positions with %d instances are too few", Kinds()[kind].Name, n, found[kind])
		}
	}
}

// TestRepetitionCounts plays around in a circle, leaves it in a variation, and comes back.
func TestRepetitionCounts(t *testing.T) {
	circle := []string{"5i5h", "5a5b", "5h5i", "5b5a"}
	words := slices.Concat(circle, circle, []string{"("}, circle, []string{")", "("}, circle[:2], []string{".", ")", "("}, []string{"5i4i", "5a4a", "4i5i", "4a5a", ")"})
	start := parseSFEN(t, "4k4/9/9/9/9/9/9/9/4K4 b P 1")
	got := observed(start, script(t, Black, words...), feature.Wanted{Kinds: 1 << kindRepetition})
	want := []string{
		"4 white repetition=2 ", "5 black repetition=2 ", "6 white repetition=2 ", "7 black repetition=2 ", "8 white repetition=3 ",
		"9 black repetition=3 ", "10 white repetition=3 ", "11 black repetition=3 ", "12 white repetition=4 ",
		"13 black repetition=3 ", "14 white repetition=3 ", "19 white repetition=4 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestObserveLong replays a long line and deep variations.
func TestObserveLong(t *testing.T) {
	start := parseSFEN(t, "4k4/9/9/9/9/9/9/9/4K4 b P 1")
	circle := []string{"5i5h", "5a5b", "5h5i", "5b5a"}
	var b position.ScriptBuilder
	const rounds = 20_000
	c := Black
	for i := range 4 * rounds {
		m, err := ParseMove(circle[i%4])
		if err != nil {
			t.Fatal(err)
		}
		if i%8 == 0 {
			b.Open()
		}
		b.Play(ScriptMove(c, m))
		c = c.Opponent()
	}
	most := int32(0)
	for in := range Observe(start, b.Script(), feature.Wanted{Kinds: feature.All}) {
		most = max(most, in.Value)
	}
	if most != rounds+1 {
		t.Errorf("the start came up %d times", most)
	}
}

// FuzzObserve: a script may hold anything. Its instances are in order, and values are in range.
func FuzzObserve(f *testing.F) {
	f.Add(StartSFEN, []byte{0, 128, 1, 2, 0, 224, 99, 0, 1, 224, 255, 63, 255, 127}, uint64(feature.All))
	f.Add(StartSFEN, position.Script(script(&testing.T{}, Black, "7g7f", "3c3d", "(", "8h2b+", "3a2b", "B*5e", ")", "(", "P*5e", ")")).AppendBytes(nil), uint64(1<<kindPin|1<<kindFork))
	f.Add("k8/9/1G7/9/9/9/9/9/8K b 3P 1", script(&testing.T{}, Black, "P*9b", "9a9b").AppendBytes(nil), uint64(feature.All))
	f.Fuzz(func(t *testing.T, sfen string, bytes []byte, set uint64) {
		start, err := ParseSFEN(sfen)
		if err != nil {
			return
		}
		s, err := position.ParseScript(bytes)
		if err != nil {
			return
		}
		node, kind := 0, -1
		for in := range Observe(start, s, feature.Wanted{Kinds: feature.Set(set), Points: true}) {
			if in.Node > node {
				kind = -1
			}
			repeated := in.Kind == kind && Kinds()[kind].Words == nil
			if in.Node < node || in.Kind < kind || repeated || !feature.Set(set).Has(in.Kind) || in.Node >= s.Nodes() {
				t.Fatalf("%+v after kind %d of node %d", *in, kind, node)
			}
			node, kind = in.Node, in.Kind
			if words := Kinds()[kind].Words; in.Value < 1 || words != nil && int(in.Value) > len(words) || in.By == Empty || len(in.Points) == 0 {
				t.Fatalf("%+v", *in)
			}
			for _, p := range in.Points {
				if !size.Contains(p) {
					t.Fatalf("%+v", *in)
				}
			}
		}
	})
}

// BenchmarkObserve replays a random game of 100 moves.
func BenchmarkObserve(b *testing.B) {
	rnd := rand.New(rand.NewPCG(3, 4))
	p := New()
	var build position.ScriptBuilder
	for range 100 {
		moves := p.Moves(nil)
		m := moves[rnd.IntN(len(moves))]
		build.Play(ScriptMove(p.ToPlay(), m))
		p.PlayLegal(m)
	}
	s := build.Script()
	for _, set := range []feature.Set{0, 1 << kindCaptures, 1 << kindFork, 1 << kindPin, 1 << kindSacrifice, 1 << kindMate, 1 << kindRepetition, feature.All} {
		b.Run(fmt.Sprint(bits.OnesCount64(uint64(set)&(1<<numFeatures-1)), " ", bits.TrailingZeros64(uint64(set))), func(b *testing.B) {
			for b.Loop() {
				for range Observe(New(), s, feature.Wanted{Kinds: set}) {
				}
			}
		})
	}
}
