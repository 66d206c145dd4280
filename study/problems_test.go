package study_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"
	"kifudb/study"
)

// A stoneAt is a stone of a diagram.
type stoneAt struct {
	x, y  int
	color position.Color
}

func stonesOf(b *position.Board) (list []stoneAt) {
	size := b.Size()
	for i := range size.Area() {
		if p := size.At(i); b.At(p) != position.Empty {
			list = append(list, stoneAt{p.X(), p.Y(), b.At(p)})
		}
	}
	return list
}

// sameProblem is the slow twin of Form: it turns one diagram stone by stone into all
// images and compares them with the other.
func sameProblem(a, b *position.Board, moved bool) bool {
	cols, rows := a.Size().Cols, a.Size().Rows
	wanted := stonesOf(b)
	bc, br := b.Size().Cols, b.Size().Rows
	for turn := range 16 {
		var list []stoneAt
		c, r := cols, rows
		for _, s := range stonesOf(a) {
			if turn&1 != 0 {
				s.x = cols - 1 - s.x
			}
			if turn&2 != 0 {
				s.y = rows - 1 - s.y
			}
			if turn&4 != 0 {
				s.x, s.y = s.y, s.x
				c, r = rows, cols
			}
			if turn&8 != 0 {
				s.color = s.color.Opponent()
			}
			list = append(list, s)
		}
		if !moved && (c != bc || r != br) {
			continue
		}
		if moved {
			l1, r1, t1, b1 := margins(list, c, r)
			l2, r2, t2, b2 := margins(wanted, bc, br)
			near := func(a, b int) bool { return a == b || a > 4 && b > 4 }
			if !near(l1, l2) || !near(r1, r2) || !near(t1, t2) || !near(b1, b2) {
				continue
			}
			for i := range list {
				list[i].x, list[i].y = list[i].x-l1+l2, list[i].y-t1+t2
			}
		}
		slices.SortFunc(list, func(a, b stoneAt) int { return 100*(a.y-b.y) + a.x - b.x })
		if slices.Equal(list, wanted) {
			return true
		}
	}
	return false
}

// margins are the free lines beside stones.
func margins(list []stoneAt, cols, rows int) (left, right, top, bottom int) {
	left, right, top, bottom = cols, cols, rows, rows
	for _, s := range list {
		left, right, top, bottom = min(left, s.x), min(right, cols-1-s.x), min(top, s.y), min(bottom, rows-1-s.y)
	}
	return left, right, top, bottom
}

// randomDiagram writes the setup of a few stones, often one that others have, too,
// turned, moved, or on another board.
func randomDiagram(r *rand.Rand, size int) string {
	shapes := [][]stoneAt{
		{{0, 1, 1}, {1, 1, 2}, {2, 0, 1}}, {{0, 0, 1}, {1, 0, 2}}, {{0, 2, 2}, {2, 1, 1}, {1, 1, 1}}, {{1, 0, 1}, {1, 1, 2}, {1, 2, 1}},
	}
	shape := slices.Clone(shapes[r.IntN(len(shapes))])
	turn := r.IntN(16)
	dx, dy := r.IntN(size-2), r.IntN(size-2)
	if r.IntN(2) == 0 {
		dx, dy = (size-3)*r.IntN(2), (size-3)*r.IntN(2)
	}
	stones := map[position.Color]string{}
	for _, s := range shape {
		if turn&1 != 0 {
			s.x = 2 - s.x
		}
		if turn&2 != 0 {
			s.y = 2 - s.y
		}
		if turn&4 != 0 {
			s.x, s.y = s.y, s.x
		}
		if turn&8 != 0 {
			s.color = s.color.Opponent()
		}
		stones[s.color] += fmt.Sprintf("[%c%c]", 'a'+s.x+dx, 'a'+s.y+dy)
	}
	text := ""
	for color, property := range map[position.Color]string{position.Black: "AB", position.White: "AW"} {
		if stones[color] != "" && (r.IntN(8) > 0 || text == "") { // sometimes of one color only
			text += property + stones[color]
		}
	}
	return text
}

// problemRecord writes a record of one problem, a collection in one tree, or a game.
func problemRecord(r *rand.Rand) string {
	size := []int{7, 9, 13}[r.IntN(3)]
	moves := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf(";%c[%c%c]", "BW"[i%2], 'a'+r.IntN(size), 'a'+r.IntN(size))
		}
		return text
	}
	text := fmt.Sprintf("(;GM[1]SZ[%d]", size)
	switch r.IntN(6) {
	case 0: // a tree of problems
		for range 1 + r.IntN(4) {
			text += "(;" + randomDiagram(r, size)
			if r.IntN(3) == 0 {
				text += ";C[hint]"
			}
			text += moves(r.IntN(4)) + ")"
		}
	case 1: // with more setup
		text += randomDiagram(r, size) + ";" + randomDiagram(r, size) + moves(2)
	case 2: // a game from a position
		text += randomDiagram(r, size) + moves(55+r.IntN(12))
	case 3:
		text += moves(1) + ";" + randomDiagram(r, size)
	default:
		text += randomDiagram(r, size) + "(" + moves(1+r.IntN(3)) + ")(" + moves(1+r.IntN(3)) + ")"
	}
	return text + ")"
}

func newProblemArchive(t *testing.T, games int) *randomArchive {
	t.Helper()
	r := rand.New(rand.NewPCG(12, 15))
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 20})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	a := &randomArchive{}
	for range games {
		raw := []byte(problemRecord(r))
		g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		one := &randomGame{facts: g.Facts, script: slices.Clone(g.Script)}
		if one.id, err = w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		a.games = append(a.games, one)
	}
	if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
		t.Fatal(err)
	}
	if a.Snapshot, err = db.Snapshot(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); db.Close() })
	var same []user.Decision
	for i := 0; i+3 < len(a.games); i += 5 {
		same = append(same, user.Decision{Kind: user.Same, Games: []store.GameID{a.games[i].id, a.games[r.IntN(len(a.games))].id}})
	}
	a.clusters = new(duplicate.Clusters).Decided(a.Snapshot, same)
	return a
}

// diagrams is the slow twin of Diagrams: it looks at every node by itself.
func (g *randomGame) diagrams() (nodes []int) {
	type node struct {
		parent, moves int
		setup, moved  bool
		both          bool
		children      []int
	}
	var all []node
	g.nodes(func(b *position.Board, s *position.Step) bool {
		has := map[position.Color]bool{}
		for _, stone := range stonesOf(b) {
			has[stone.color] = true
		}
		all = append(all, node{s.Parent, s.MoveNumber, len(s.Changes) > 0 && !s.Moved, s.Moved, len(has) == 2, nil})
		if s.Parent >= 0 {
			all[s.Parent].children = append(all[s.Parent].children, s.Node)
		}
		return true
	})
	for i, n := range all {
		if !n.setup || !n.both || n.moves > 0 {
			continue
		}
		more := false
		for j := i + 1; j < len(all); j++ {
			for up := all[j].parent; up >= i; up = all[up].parent {
				more = more || up == i && all[j].setup && all[j].moves == 0
			}
		}
		length := 0
		for at := i; len(all[at].children) > 0; {
			if at = all[at].children[0]; all[at].moved {
				length++
			}
		}
		if !more && length <= 60 {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// The problems that stand in several games are those that a comparison of every
// diagram with every other one finds.
func TestProblems(t *testing.T) {
	a := newProblemArchive(t, 160)
	long, repeated, several := 0, 0, 0
	for _, moved := range []bool{false, true} {
		for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
			type place struct {
				study.Diagram
				board *position.Board
			}
			var groups [][]place
			diagrams := 0
			for _, g := range a.counted(clusters, a.games) {
				for _, node := range g.diagrams() {
					diagrams++
					p := place{study.Diagram{Game: g.id, Node: node}, g.boardAt(node)}
					i := slices.IndexFunc(groups, func(list []place) bool { return sameProblem(p.board, list[0].board, moved) })
					if i < 0 {
						i, groups = len(groups), append(groups, nil)
					}
					groups[i] = append(groups[i], p)
				}
			}
			var want []string
			for _, list := range groups {
				games := map[store.GameID]bool{}
				text := ""
				for _, p := range list {
					games[p.Game] = true
					text += fmt.Sprint(p.Diagram)
				}
				if len(games) > 1 {
					want = append(want, text)
				}
				if len(list) > len(games) {
					repeated++
				}
			}
			for _, limit := range []int{0, 3} {
				got := a.ask(t, "", &study.Problems{Moved: moved, Limit: limit}, clusters).(*study.ProblemsFound)
				if got.Diagrams != diagrams || got.Problems != len(groups) || got.Several != len(want) {
					t.Fatalf("moved %v: %d diagrams, %d problems, %d in several games; want %d, %d, %d", moved, got.Diagrams, got.Problems, got.Several, diagrams, len(groups), len(want))
				}
				var list []string
				for i, r := range got.List {
					text := ""
					for _, p := range r.Places {
						text += fmt.Sprint(p)
					}
					list = append(list, text)
					if i > 0 && r.Games > got.List[i-1].Games {
						t.Errorf("a problem in %d games comes after one in %d", r.Games, got.List[i-1].Games)
					}
				}
				if limit > 0 {
					if len(list) != min(limit, len(want)) {
						t.Errorf("%d problems listed, want %d", len(list), limit)
					}
					continue
				}
				slices.Sort(list)
				slices.Sort(want)
				if d := gocmp.Diff(want, list); d != "" {
					t.Fatalf("moved %v (-want +got):\n%s", moved, d)
				}
				several += len(want)
			}
			g := a.games[3]
			for _, node := range g.diagrams() { // one problem alone
				form, _ := study.Form(g.boardAt(node), moved)
				got := a.ask(t, "", &study.Problems{Moved: moved, Forms: []string{study.FormKey(1, form)}}, clusters).(*study.ProblemsFound)
				if len(got.List) != 1 || got.Diagrams != diagrams {
					t.Errorf("the problem of game %d stands in %d places", g.id, len(got.List))
				}
			}
		}
	}
	for _, g := range a.games {
		if g.facts.Moves > 60 {
			long++
		}
	}
	if long < 5 || repeated < 2 || several < 40 {
		t.Errorf("%d long games, %d problems twice in a game, %d in several are no test", long, repeated, several)
	}
}

// Every turn of a diagram leads to its form and back.
func TestForm(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 12))
	own := 0
	for range 300 {
		size := []int{5, 7, 13}[r.IntN(3)]
		setup, err := position.ParsePosition(fmt.Sprintf("SZ[%d]%s", size, randomDiagram(r, size)))
		if err != nil {
			t.Fatal(err)
		}
		var p position.Replayer
		b, _ := p.To(setup.Size, setup.Script, 0)
		for _, moved := range []bool{false, true} {
			form, turns := study.Form(b, moved)
			if len(turns) > 1 {
				own++
			}
			first := ""
			for i, turn := range turns {
				var stones []string
				for _, s := range stonesOf(b) {
					c := position.Change{Point: position.At(s.x, s.y), Color: s.color}
					spot, color := turn.To(c)
					if back, ok := turn.From(spot, color); !ok || back != c {
						t.Fatalf("%v goes to %v %v and comes back as %v", c, spot, color, back)
					}
					stones = append(stones, fmt.Sprint(spot, color))
				}
				slices.Sort(stones)
				if text := strings.Join(stones, " "); i == 0 {
					first = text
				} else if text != first {
					t.Fatalf("%s: turn %d leads to %s, the first to %s", form, i, text, first)
				}
			}
			if _, ok := turns[0].From(study.Spot{X: -20}, position.Black); ok {
				t.Error("a point far from the board is on it")
			}
		}
	}
	if own < 50 {
		t.Errorf("only %d diagrams are their own images", own)
	}
	if form, turns := study.Form(position.NewBoard(position.Square(9)), true); form != "" || turns != nil {
		t.Error("the empty board has a form")
	}
}
