package match

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/game"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/query"
	"kifudb/store"
)

// The slow twin of terms for what moves do: it observes whole games, lays patterns on each board in every way,
// and knows no index.

// A plainTerm is a term for what a move does.
type plainTerm struct {
	name     string
	least    int32  // number, at least
	word     string // or a word
	side     string // "", black or white
	from, to int    // moves; 0 is no bound
	main     bool   // not in variations
	negated  bool
}

func (p plainTerm) String() string {
	text := p.side + p.name + ":"
	if p.word != "" {
		text += p.word
	} else {
		text += fmt.Sprintf(">=%d", p.least)
	}
	if p.from > 0 || p.to > 0 {
		text += " move:" + query.Window{From: p.from, To: p.to}.String()
	}
	if p.main {
		text += " variations:off"
	}
	if p.negated {
		text = "-" + text
	}
	return text
}

// holds reports whether an instance of a kind at a place is one of the term's.
func (p plainTerm) holds(k *feature.Kind, i *feature.Instance, move int, main bool) bool {
	if k.Name != p.name || p.side == "black" && i.By != position.Black || p.side == "white" && i.By != position.White {
		return false
	}
	any := p.word == "yes" && k.Word("yes") == 0
	if p.word != "" && !any && k.Words[i.Value-1].Name != p.word || p.word == "" && i.Value < p.least {
		return false
	}
	return move >= p.from && (p.to == 0 || move <= p.to) && (main || !p.main)
}

// A plainQuery holds at a move at which one term of each group holds, a pattern stands, and nothing negated holds.
type plainQuery struct {
	groups  [][]plainTerm
	pattern string // rows of X, O and . for empty, with / between; "" for none
}

func (q plainQuery) String() string {
	var parts []string
	for _, g := range q.groups {
		var any []string
		for _, t := range g {
			any = append(any, t.String())
		}
		if len(any) > 1 {
			parts = append(parts, "("+strings.Join(any, " OR ")+")")
		} else {
			parts = append(parts, any[0])
		}
	}
	if q.pattern != "" {
		parts = append(parts, "pat:["+q.pattern+"]")
	}
	return strings.Join(parts, " ")
}

// randomPlainQuery makes a query of one to four groups, the first of which is not negated.
func randomPlainQuery(r *rand.Rand) (q plainQuery) {
	simple := []plainTerm{
		{name: "captures", least: 1}, {name: "captures", least: 2}, {name: "captures", word: "yes"}, {name: "lived", least: 4}, {name: "lived", least: 12},
		{name: "atari", least: 1}, {name: "atari", word: "yes"}, {name: "doubleatari", word: "yes"}, {name: "selfatari", least: 2},
		{name: "selfatariworks", word: "yes"}, {name: "selfatariworks", word: "ko"}, {name: "saves", least: 1}, {name: "connects", least: 2},
		{name: "connects", least: 3}, {name: "cuts", word: "yes"}, {name: "liberties", least: 3}, {name: "groupsize", least: 2},
		{name: "ko", word: "yes"}, {name: "kothreat", word: "yes"}, {name: "recapture", least: 1}, {name: "snapback", word: "yes"},
		{name: "throwin", word: "yes"}, {name: "underthestones", least: 2}, {name: "shape", word: "hane"}, {name: "shape", word: "stretch"},
		{name: "shape", word: "ponnuki"}, {name: "alive", least: 1}, {name: "ladder", word: "fails"}, {name: "suicide", word: "yes"},
	}
	term := func() plainTerm {
		t := simple[r.IntN(len(simple))]
		t.side = []string{"", "", "", "black", "white"}[r.IntN(5)]
		switch r.IntN(6) {
		case 0:
			t.from = 1 + r.IntN(20)
		case 1:
			t.from, t.to = 2, 3+r.IntN(25)
		case 2:
			t.main = true
		}
		return t
	}
	for i := range 1 + r.IntN(3) {
		g := []plainTerm{term()}
		switch {
		case r.IntN(4) == 0:
			g = append(g, term())
		case i > 0 && r.IntN(3) == 0:
			g[0].negated = true
		}
		q.groups = append(q.groups, g)
	}
	if r.IntN(2) == 0 {
		q.pattern = []string{"XO", "XO/OX", "X./.X", "XX", ".X./XOX", "O.X", "X"}[r.IntN(7)]
	}
	return q
}

// nodes returns the nodes of a game at which the query holds.
func (q plainQuery) nodes(t testing.TB, o game.Observer, size position.Size, script position.Script) []int {
	t.Helper()
	start, err := o.Start(game.Record{Size: size})
	if err != nil {
		t.Fatal(err)
	}
	move, main, stands := map[int]int{}, map[int]bool{}, map[int]bool{}
	var r position.Replayer
	r.Replay(size, script, func(b *position.Board, s *position.Step) bool {
		move[s.Node], main[s.Node] = s.MoveNumber, s.MainLine
		stands[s.Node] = q.pattern == "" || liesSomewhere(strings.Split(q.pattern, "/"), b)
		return true
	})
	has := make([]map[int]bool, len(q.groups))
	for g := range has {
		has[g] = map[int]bool{}
	}
	kinds := o.Features()
	for i := range o.Observe(start, script, feature.Wanted{Kinds: feature.All}) {
		for g, group := range q.groups {
			for _, term := range group {
				if term.holds(&kinds[i.Kind], i, move[i.Node], main[i.Node]) {
					has[g][i.Node] = true
				}
			}
		}
	}
	var nodes []int
	for node := range stands {
		holds := stands[node]
		for g := range has {
			holds = holds && has[g][node] != q.groups[g][0].negated
		}
		if holds {
			nodes = append(nodes, node)
		}
	}
	slices.Sort(nodes)
	return nodes
}

// liesSomewhere reports whether a pattern stands on a board, turned and mirrored as the board can be.
func liesSomewhere(rows []string, b *position.Board) bool {
	turned := func(rows []string) (list []string) {
		for x := range rows[0] {
			row := ""
			for y := len(rows) - 1; y >= 0; y-- {
				row += rows[y][x : x+1]
			}
			list = append(list, row)
		}
		return list
	}
	mirrored := slices.Clone(rows)
	slices.Reverse(mirrored)
	for _, m := range [][]string{rows, mirrored} {
		for range 4 {
			if m = turned(m); b.Size().Cols != b.Size().Rows {
				m = turned(m)
			}
			for y := 0; y+len(m) <= b.Size().Rows; y++ {
				for x := 0; x+len(m[0]) <= b.Size().Cols; x++ {
					fits := true
					for dy, row := range m {
						for dx := range row {
							want := map[byte]position.Color{'X': position.Black, 'O': position.White, '.': position.Empty}[row[dx]]
							fits = fits && b.At(position.At(x+dx, y+dy)) == want
						}
					}
					if fits {
						return true
					}
				}
			}
		}
	}
	return false
}

// plainScript makes a game of moves alone, so that the nodes of its main line are numbered as moves. It may end
// in a variation.
func plainScript(r *rand.Rand, size position.Size) position.Script {
	var b position.ScriptBuilder
	b.Node()
	board := position.NewBoard(size)
	branch, moves := 1+r.IntN(30), 0
	for range 10 + r.IntN(60) {
		p := size.At(r.IntN(size.Area()))
		if board.At(p) != position.Empty {
			continue
		}
		m := position.Move{Color: board.ToPlay(), Point: p}
		next := board.Clone()
		if next.Play(m); next.At(p) == position.Empty { // a suicide
			continue
		}
		board = next
		b.Node()
		b.Move(m)
		if moves++; moves == branch {
			b.Open()
		}
	}
	if moves >= branch {
		if moves == branch {
			b.Node()
		}
		b.Close()
		b.Open()
		for range 6 {
			b.Node()
			b.Move(position.Move{Color: board.ToPlay(), Point: size.At(r.IntN(size.Area()))})
		}
		b.Close()
	}
	return slices.Clone(b.Script())
}

// rawScript makes a script of arbitrary bytes.
func rawScript(raw []byte, size position.Size) position.Script {
	var b position.ScriptBuilder
	open, begun := 0, false
	for len(raw) >= 2 && b.Script().Nodes() < 200 {
		action, p := raw[0], position.At(int(raw[1])%size.Cols, int(raw[1])/7%size.Rows)
		raw = raw[2:]
		color := position.Black + position.Color(action>>4&1)
		switch action % 12 {
		case 0:
			if begun {
				b.Open()
				open++
				begun = false
			}
		case 1:
			if open > 0 && begun {
				b.Close()
				open--
			}
		case 2:
			if begun {
				b.Add(color, p)
			}
		case 3:
			b.Node()
			begun = true
			b.Move(position.Move{Color: color, Point: position.Pass})
		case 4:
			b.Node()
			begun = true
		default:
			b.Node()
			begun = true
			b.Move(position.Move{Color: color, Point: p})
		}
	}
	return slices.Clone(b.Script())
}

// scriptsIn puts games of Go into an archive, with an index of features or without.
func scriptsIn(t testing.TB, size position.Size, scripts []position.Script, indexed bool) *store.Snapshot {
	t.Helper()
	var games []*store.Game
	for i, script := range scripts {
		g := &store.Game{Record: store.Record{Raw: []byte{byte(i), byte(i >> 8)}, Source: store.Source{Game: i}}}
		g.Facts = store.Facts{Game: 1, Size: size, Komi: store.NoKomi}
		g.Script = script
		games = append(games, g)
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(r store.Record) (*store.Game, error) { return games[r.Source.Game], nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	err = w.Commit(t.Context())
	if err == nil && indexed {
		err = w.IndexFeatures(t.Context(), nil)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// compareWithPlain compares the games and the places that a query finds with the twin, and returns how many
// places there are.
func compareWithPlain(t testing.TB, s *store.Snapshot, q plainQuery, scripts []position.Script, size position.Size) (places int) {
	t.Helper()
	o := goObserver(t)
	want := map[int][]int{}
	for i, script := range scripts {
		if nodes := q.nodes(t, o, size, script); len(nodes) > 0 {
			want[i+1] = nodes
			places += len(nodes)
		}
	}
	parsed, err := query.Parse(q.String())
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	for _, keep := range []Keep{KeepNone, KeepAll} {
		c, err := Prepare(parsed.Root)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		got := map[int][]int{}
		for _, segment := range s.Segments() {
			b := NewBlock(segment, c.Open(segment), segment.Live(), keep)
			if err := b.Apply(t.Context()); err != nil {
				t.Fatal(err)
			}
			for local := range b.Games() {
				hits, err := b.HitsOf(t.Context(), local, 0)
				if err != nil {
					t.Fatal(err)
				}
				nodes := map[int]bool{}
				for _, h := range hits {
					if h.Feature != nil {
						nodes[h.Node] = true
					}
				}
				got[int(b.ID(local))] = slices.Sorted(maps.Keys(nodes))
			}
		}
		if !maps.EqualFunc(want, got, func(a, b []int) bool { return slices.Equal(a, b) }) {
			t.Fatalf("%s, %v, keep %d: by game\n%v\nwant\n%v", q, size, keep, got, want)
		}
	}
	return places
}

func goObserver(t testing.TB) game.Observer {
	for o := range game.Observers() {
		if o.About().Number == 1 {
			return o
		}
	}
	t.Fatal("Go reports nothing")
	return nil
}

// Terms for what moves do, alone and bound to others, to patterns and to numbers of moves, find what the twin finds.
func TestBoardTermsAgainstTwin(t *testing.T) {
	places, patterns, negated := 0, 0, 0
	rounds := testsize.Of(5, 2)
	for round := range rounds {
		r := rand.New(rand.NewPCG(35, uint64(round)))
		size := position.Size{Cols: 3 + r.IntN(4), Rows: 3 + r.IntN(4)}
		var scripts []position.Script
		for i := range 24 {
			if i%3 == 0 {
				scripts = append(scripts, sparseScript(r, size))
			} else {
				scripts = append(scripts, plainScript(r, size))
			}
		}
		for _, indexed := range []bool{false, true} {
			s := scriptsIn(t, size, scripts, indexed)
			for range 25 {
				q := randomPlainQuery(r)
				n := compareWithPlain(t, s, q, scripts, size)
				places += n
				if q.pattern != "" && n > 0 {
					patterns++
				}
				if n > 0 && slices.ContainsFunc(q.groups, func(g []plainTerm) bool { return g[0].negated }) {
					negated++
				}
			}
		}
	}
	if places < 100*rounds || patterns < 4*rounds || negated < rounds {
		t.Errorf("%d places, %d queries with a pattern and %d with a negation found something: the test tests little", places, patterns, negated)
	}
}

// FuzzBoardTerms compares terms for what moves do with the twin, on arbitrary scripts and boards.
func FuzzBoardTerms(f *testing.F) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 9))
		raw := make([]byte, 40+20*seed)
		for i := range raw {
			raw[i] = byte(r.IntN(256))
		}
		f.Add(seed, raw)
	}
	f.Add(uint64(100), []byte{5, 0, 5, 0, 0, 0, 21, 0, 1, 0, 2, 0})
	f.Fuzz(func(t *testing.T, seed uint64, raw []byte) {
		r := rand.New(rand.NewPCG(seed, 35))
		size := []position.Size{{Cols: 1, Rows: 1}, {Cols: 2, Rows: 1}, {Cols: 2, Rows: 2}, {Cols: 3, Rows: 3}, {Cols: 4, Rows: 3}, {Cols: 5, Rows: 5}, {Cols: 7, Rows: 7}, {Cols: 52, Rows: 2}}[seed%8]
		scripts := []position.Script{rawScript(raw, size), sparseScript(r, size), plainScript(r, size)}
		for _, indexed := range []bool{false, true} {
			s := scriptsIn(t, size, scripts, indexed)
			for range 8 {
				compareWithPlain(t, s, randomPlainQuery(r), scripts, size)
			}
		}
	})
}
