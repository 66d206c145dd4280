package chess

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

// observed returns the features of every node of a script; the words of a mate are joined. It
// checks the order of instances, whose they are, and that each question for one kind has the
// answers of the question for all.
func observed(t *testing.T, p *Position, s position.Script) map[int]map[string]fact {
	t.Helper()
	all := map[int]map[string]fact{}
	players := map[int]Color{}
	for step := range Replay(p, s) {
		players[step.Node] = step.Before.ToPlay()
	}
	var instances []feature.Instance
	for in := range Observe(p, s, feature.Wanted{Kinds: feature.All, Points: true}) {
		if n := len(instances); n > 0 {
			last := instances[n-1]
			if last.Node > in.Node || last.Node == in.Node && (last.Kind > in.Kind || last.Kind == in.Kind && last.Value >= in.Value) {
				t.Fatalf("%+v after %+v", in, last)
			}
		}
		if in.By != players[in.Node] {
			t.Fatalf("node %d: by %v, want %v", in.Node, in.By, players[in.Node])
		}
		k := &Features()[in.Kind]
		value := strconv.Itoa(int(in.Value))
		if len(k.Words) > 0 {
			value = k.Words[in.Value-1].Name
		}
		var squares []string
		for _, at := range in.Points {
			squares = append(squares, name(at.X(), at.Y()))
		}
		if all[in.Node] == nil {
			all[in.Node] = map[string]fact{}
		}
		if f, ok := all[in.Node][k.Name]; ok {
			words := append(strings.Split(f.value, "+"), value)
			slices.Sort(words)
			value = strings.Join(words, "+")
		}
		all[in.Node][k.Name] = factOf(value, squares...)
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

// factsOf are the features that the slow rules find for the moves of a script on one line.
func factsOf(p *Position, s position.Script) map[int]map[string]fact {
	all := map[int]map[string]fact{}
	checks := map[bool]int{}
	seen := map[string]int{}
	text := func(p *Position) string { return slowOf(p.FEN()).text() }
	first := true
	for step := range Replay(p, s) {
		if first {
			seen[text(step.Before)]++
			first = false
		}
		if !step.Moved {
			continue
		}
		seen[text(step.Position)]++
		b := slowOf(step.Before.FEN())
		if !step.Fault.Possible() || step.Move.IsNull() {
			checks[b.white] = 0
			continue
		}
		m := step.Move
		move := slowMove{x: m.From.File(), y: m.From.Row(), u: m.To.File(), v: m.To.Row()}
		if m.Promote != NoKind {
			move.promote = m.Promote.Letter() | 0x20
		}
		facts := b.facts(move)
		if checks[b.white]++; facts["check"].value == "" {
			checks[b.white] = 0
		} else {
			facts["checks"] = fact{strconv.Itoa(checks[b.white]), facts["check"].points}
		}
		if n := seen[text(step.Position)]; n > 1 {
			to := m.To
			if c := facts["castles"]; c.value != "" {
				to = SquareAt(map[string]int{"short": 6, "long": 2}[c.value], m.To.Row())
			}
			facts["repetition"] = factOf(strconv.Itoa(n), to.String())
		}
		if len(facts) > 0 {
			all[step.Node] = facts
		}
	}
	return all
}

// compare checks the features of a script on one line with those of the slow rules, and counts them.
func compare(t *testing.T, where string, p *Position, s position.Script, seen map[string]int) {
	t.Helper()
	got, want := observed(t, p, s), factsOf(p, s)
	if !maps.EqualFunc(got, want, maps.Equal[map[string]fact]) {
		for step := range Replay(p, s) {
			if !maps.Equal(got[step.Node], want[step.Node]) {
				t.Fatalf("%s, %s %s: %v, want %v", where, step.Before.FEN(), step.Move, got[step.Node], want[step.Node])
			}
		}
	}
	for _, facts := range want {
		for name, fact := range facts {
			seen[name]++
			if name == "mate" {
				for word := range strings.SplitSeq(fact.value, "+") {
					seen[word]++
				}
			}
		}
	}
}

// Random games have the features that the slow rules find.
func TestFeaturesOfRandomGames(t *testing.T) {
	limit := 100_000
	if testing.Short() {
		limit = 2000
	}
	moves, seen := 0, map[string]int{}
	for seed := uint64(0); moves < limit; seed++ {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := New()
		var b position.ScriptBuilder
		for n := 0; n < 250; n++ {
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			if seed%4 == 0 && n > 20 && n%2 == 0 { // there and back again
				for _, back := range list {
					if last, ok := lastMoveOf(&b, 2); ok && back.From == last.To && back.To == last.From {
						m = back
					}
				}
			}
			b.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
			moves++
		}
		compare(t, fmt.Sprint("game ", seed), New(), b.Script(), seen)
	}
	t.Log(moves, seen)
	for i := range kinds {
		if seen[kinds[i].Name] == 0 && !testing.Short() {
			t.Errorf("no move has %s", kinds[i].Name)
		}
	}
}

// lastMoveOf returns the n-th move from the end of a script that is being built.
func lastMoveOf(b *position.ScriptBuilder, n int) (Move, bool) {
	s := slices.Clone(b.Script())
	if len(s) < n {
		return Move{}, false
	}
	return MoveOf(s[len(s)-n] & 0x3fff), true
}

// Crowded boards at random have the features that the slow rules find. A mate is preferred, so
// that patterns come up.
func TestFeaturesOfRandomPositions(t *testing.T) {
	boards := 60_000
	if testing.Short() {
		boards = 3000
	}
	seen := map[string]int{}
	rng := rand.New(rand.NewPCG(35, 3))
	for n := range boards {
		p := &Position{passed: NoSquare, turn: White, full: 1, kings: [2]Square{NoSquare, NoSquare}, rooks: [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}}}
		king := Square(rng.IntN(64))
		if n%4 > 0 { // on the edge, most in the last row
			king = Square(rng.IntN(8))
		}
		p.put(king, NewPiece(Black, King))
		for range 2 + rng.IntN(6) { // near the king
			if s := SquareAt(king.File()+rng.IntN(3)-1, king.Row()+rng.IntN(3)-1); s != NoSquare && p.board[s] == NoPiece {
				if k := []Kind{Pawn, Pawn, Rook, Bishop, Knight}[rng.IntN(5)]; k != Pawn || !lastRow(s) {
					p.put(s, NewPiece(Black, k))
				}
			}
		}
		for i := range 4 + rng.IntN(12) {
			s, k, c := Square(rng.IntN(64)), Kind(1+rng.IntN(5)), White
			switch {
			case i == 0:
				k = King
			case i%4 == 3:
				c = Black
			}
			if p.board[s] == NoPiece && (k != Pawn || !lastRow(s)) {
				p.put(s, NewPiece(c, k))
			}
		}
		if p.attacked(king, White) {
			continue
		}
		list := p.Moves()
		if len(list) == 0 {
			continue
		}
		m := list[rng.IntN(len(list))]
		for _, mates := range list {
			q := p.Clone()
			if q.Play(mates); q.InCheck(Black) && len(q.Moves()) == 0 {
				m = mates
			}
		}
		var b position.ScriptBuilder
		b.Play(ScriptMove(White, m))
		s := Symmetry(n % 4)
		if s != 0 {
			p, m = p.Image(s), s.Move(m)
			b.Reset()
			b.Play(ScriptMove(p.turn, m))
		}
		compare(t, fmt.Sprint("board ", n), p, b.Script(), seen)
	}
	t.Log(seen)
	for _, w := range mateWords {
		if seen[w.Name] == 0 && !testing.Short() {
			t.Errorf("no mate is %s", w.Name)
		}
	}
}

// Famous games have the features that the slow rules find. Moves are facts.
func TestFeaturesOfRealGames(t *testing.T) {
	seen := map[string]int{}
	for _, game := range realGames {
		p := New()
		var b position.ScriptBuilder
		for word := range strings.FieldsSeq(game.moves) {
			m, err := p.Resolve(word)
			if err != nil {
				t.Fatalf("%s: %s: %v", game.name, word, err)
			}
			b.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
		}
		compare(t, game.name, New(), b.Script(), seen)
		last := 0
		got := observed(t, New(), b.Script())
		for node := range got {
			last = max(last, node)
		}
		if mate := got[last]["mate"].value; mate != game.mate {
			t.Errorf("%s: mate %q, want %q", game.name, mate, game.mate)
		}
	}
	t.Log(seen)
}

var realGames = []struct{ name, mate, moves string }{
	{"Anderssen against Kieseritzky, London 1851", "plain", `e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5
		Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#`},
	{"Morphy against the Duke of Brunswick and Count Isouard, Paris 1858", "opera", `e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7
		O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#`},
	{"Réti against Tartakower, Vienna 1910", "plain", `e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#`},
	{"the fool's mate", "plain", "f3 e5 g4 Qh4#"},
	{"the scholar's mate", "plain", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"},
	{"Légal's mate", "plain", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"},
	{"a trap in the Budapest gambit", "smothered", "d4 Nf6 c4 e5 dxe5 Ng4 Bf4 Nc6 Nf3 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4 Nd3#"},
}

//go:embed testdata/feature
var drawn embed.FS

// Positions of testdata have the features that stand beside them, in all their images. A block is FEN, the moves in
// SAN, and a line for each feature of the last one, "pin 1: e4"; one that is not named must not be
// there.
func TestDrawnFeatures(t *testing.T) {
	files, err := drawn.ReadDir("testdata/feature")
	if err != nil {
		t.Fatal(err)
	}
	seen, boards := map[string]int{}, map[string]bool{}
	drawings, shown := 0, map[string]int{}
	for _, file := range files {
		text, err := drawn.ReadFile("testdata/feature/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for block := range strings.SplitSeq(string(text), "\n\n") {
			where := fmt.Sprintf("%s:%d", file.Name(), line)
			line += strings.Count(block, "\n") + 2
			var start *Position
			var moves []Move
			want := map[string]fact{}
			for row := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
				switch {
				case row == "" || row[0] == '#':
				case start == nil:
					if start, err = ParseFEN(row); err != nil {
						t.Fatalf("%s: %v", where, err)
					}
				case moves == nil:
					p := start.Clone()
					for word := range strings.FieldsSeq(row) {
						m, err := p.Resolve(word)
						if err != nil {
							t.Fatalf("%s: %s: %v", where, word, err)
						}
						moves = append(moves, m)
						p.Play(m)
					}
				default:
					kind, rest, _ := strings.Cut(row, " ")
					value, squares, _ := strings.Cut(rest, ":")
					want[kind] = factOf(value, strings.Fields(squares)...)
				}
			}
			if start == nil {
				continue
			}
			drawings++
			for kind := range want {
				shown[kind]++
			}
			for image := range start.Symmetries() {
				p := start.Image(image)
				var b position.ScriptBuilder
				color := p.ToPlay()
				for _, m := range moves {
					b.Play(ScriptMove(color, image.Move(m)))
					color = color.Opponent()
				}
				boards[p.FEN()+fmt.Sprint(moves)] = true
				got := observed(t, p, b.Script())[len(moves)-1]
				mapped := map[string]fact{}
				for kind, f := range want {
					var squares []string
					for s := range strings.FieldsSeq(f.points) {
						squares = append(squares, image.Square(ParseSquare(s)).String())
					}
					if mapped[kind] = factOf(f.value, squares...); kind == "castles" && image&1 != 0 {
						t.Fatalf("%s: castling has no mirror", where)
					}
					seen[kind]++
					seen[kind+" "+f.value]++
				}
				if !maps.Equal(got, mapped) && (len(got) > 0 || len(mapped) > 0) {
					t.Errorf("%s, image %d, %s %v: %v, want %v", where, image, p.FEN(), moves, got, mapped)
				}
			}
		}
	}
	t.Log(drawings, shown, len(boards), seen)
	if drawings < 150 || len(boards) < 3*drawings {
		t.Errorf("%d drawings, %d boards", drawings, len(boards))
	}
	for i := range kinds {
		if shown[kinds[i].Name] < 6 {
			t.Errorf("%s is drawn %d times", kinds[i].Name, shown[kinds[i].Name])
		}
	}
	for _, w := range mateWords {
		n := 0
		for value, count := range seen {
			if rest, ok := strings.CutPrefix(value, "mate "); ok && slices.Contains(strings.Split(rest, "+"), w.Name) {
				n += count
			}
		}
		if n < 4 {
			t.Errorf("mate %s is drawn %d times", w.Name, n)
		}
	}
}

// Variations have their own rows of checks and their own repetitions; null moves and
// moves that cannot be made have no features and end a row of checks.
func TestFeaturesOfVariations(t *testing.T) {
	start, err := ParseFEN("4k3/8/8/8/8/8/7r/R3K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var b position.ScriptBuilder
	play := func(moves ...string) {
		for _, text := range moves {
			m, err := ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(ScriptMove(White, m)) // the color does not matter
		}
	}
	play("a1a8", "e8e7", "a8a7", "e7e8") // 0 to 3
	b.Open()
	play("a7a8", "e8f7", "a8a7") // 4 to 6: checks 3, -, 4
	b.Close()
	b.Open()
	play("0000", "h2h1", "e1d2") // 7 to 9
	b.Close()
	b.Open()
	play("a7b8", "e8d8", "a7a8") // 10: cannot be made
	b.Close()
	b.Open()
	play("a7a8", "e8f7", "a8a7", "f7e8") // 13 to 16: as in the first variation
	b.Close()
	b.Open()
	play("a7a1", "h2h1", "e1e2", "h1h2", "e2e1", "e8e7", "a1a7") // 17 to 23
	b.Close()
	got := observed(t, start, b.Script())
	for node, want := range map[int]string{0: "1", 2: "2", 4: "3", 6: "4", 13: "3", 15: "4", 23: "1"} {
		if got[node]["checks"].value != want {
			t.Errorf("node %d: checks %v, want %s", node, got[node], want)
		}
	}
	if len(got[7]) > 0 || len(got[10]) > 0 || got[8]["checks"].value != "1" {
		t.Errorf("%v", got)
	}
	// Positions of the path come up again, those of other variations do not count.
	for node := range 24 {
		want := map[int]string{4: "2", 13: "2", 16: "2", 21: "2", 23: "2"}[node]
		if got[node]["repetition"].value != want {
			t.Errorf("node %d: repetition %v, want %q", node, got[node], want)
		}
	}
}

// Any script of any start is observed without a panic, and on one line as the slow rules do it.
func FuzzFeatures(f *testing.F) {
	f.Add(startFEN, []byte{0x34, 0x09})
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []byte("\x3c\x0f\x04\x00"))
	f.Add("8/P7/8/k7/8/8/8/K7 w - - 0 1", []byte("\xe0\x00\x90\x21"))
	f.Fuzz(func(t *testing.T, fen string, bytes []byte) {
		start, err := ParseFEN(fen)
		if err != nil {
			return
		}
		s, err := position.ParseScript(bytes[:len(bytes)&^1])
		if err != nil || len(s) > 64 {
			return
		}
		observed(t, start, s)
		for _, w := range s {
			if position.Word(w).OpensVariation() {
				return
			}
		}
		compare(t, "fuzz", start, s, map[string]int{})
	})
}

// All kinds of one game after the other.
func BenchmarkFeatures(b *testing.B) {
	var scripts []position.Script
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var s position.ScriptBuilder
		p := New()
		for range 80 {
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			s.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
		}
		scripts = append(scripts, slices.Clone(s.Script()))
	}
	run := func(name string, w feature.Wanted) {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				for range Observe(New(), scripts[i%len(scripts)], w) {
				}
			}
		})
	}
	run("all", feature.Wanted{Kinds: feature.All})
	run("points", feature.Wanted{Kinds: feature.All, Points: true})
	for i := range kinds {
		run(kinds[i].Name, feature.Wanted{Kinds: 1 << i})
	}
}
