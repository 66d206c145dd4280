package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/sgfread"
	"kifudb/store"
)

// A boundNode is a node of a game as the slow twins see it.
type boundNode struct {
	rows   []string // the board after it
	move   int
	main   bool
	moved  position.Move // with Color Empty if it has no move
	placed []position.Change
	above  *boundNode
	below  []*boundNode
}

// boundTerms are boards beside what nodes say, each with the slow twin of whether it stands
// at a node, told from the rows of the boards as text.
var boundTerms = []struct {
	term string
	is   func(n *boundNode) bool
}{
	{"pat:[XO]", func(n *boundNode) bool { return touching(n.rows, "XO") }},
	{"pat:[XX] variations:off", func(n *boundNode) bool { return n.main && touching(n.rows, "XX") }},
	{"pat:[XX] move:3..9", func(n *boundNode) bool { return n.move >= 3 && n.move <= 9 && touching(n.rows, "XX") }},
	{"(pat:[OO] or pat:[XX])", func(n *boundNode) bool { return touching(n.rows, "OO") || touching(n.rows, "XX") }},
	{`pos:"9x9 E5" symmetry:off`, func(n *boundNode) bool { return strings.Join(n.rows, "") == onlyE5 }},
	{`pos:"9x9 E5"`, func(n *boundNode) bool { return strings.Join(n.rows, "") == onlyE5 }},
	{`pos:"9x9 E5" near:0`, func(n *boundNode) bool { return strings.Join(n.rows, "") == onlyE5 }},
	{`pos:"SZ[9]AB[ee]AW[dd]" near:1`, func(n *boundNode) bool { return nearDiagonal(n.rows) }},
	{`pos:"SZ[9]AB[ee]AW[dd]" near:1 move:>=2`, func(n *boundNode) bool { return n.move >= 2 && nearDiagonal(n.rows) }},
	{"pat:[XXX] near:1", func(n *boundNode) bool { return threeNear(n.rows) }},
	{`pos:"9x9 A9"`, func(n *boundNode) bool {
		all := strings.Join(n.rows, "")
		at := strings.Index(all, "X")
		return strings.Count(all, ".") == 80 && slices.Contains([]int{0, 8, 72, 80}, at)
	}},
	{"seq:[B C3 W D3] anchor:anywhere", func(n *boundNode) bool { // a white stone beside a black one
		for m := n; m != nil && m.still(n); m = m.above {
			for _, white := range m.placed {
				for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					x, y := white.Point.X()+d[0], white.Point.Y()+d[1]
					if white.Color == position.White && min(x, y) >= 0 && max(x, y) < 9 && m.follows(white, position.Change{Point: position.At(x, y), Color: position.Black}) {
						return true
					}
				}
			}
		}
		return false
	}},
	{`pos:"9x9 E5" next:w`, func(n *boundNode) bool { return strings.Join(n.rows, "") == onlyE5 && n.goesOn(position.White) }},
	{"then(pat:[XO], within:6, pat:[XX])", func(n *boundNode) bool {
		for second := n; second != nil && second.still(n); second = second.above {
			for m := second.above; second.comesUp("XX", true) && m != nil; m = m.above {
				if (m.comesUp("XO", false) || m.comesUp("OX", false)) && second.move-m.move <= 6 {
					return true
				}
			}
		}
		return false
	}},
}

var onlyE5 = strings.Repeat(".", 40) + "X" + strings.Repeat(".", 40)

// nearDiagonal reports whether at most one point differs from a black stone in the center
// with a white one diagonally beside it.
func nearDiagonal(rows []string) bool {
	for _, white := range []int{30, 32, 48, 50} {
		want, count := []byte(onlyE5), 0
		want[white] = 'O'
		for i, c := range []byte(strings.Join(rows, "")) {
			if c != want[i] {
				count++
			}
		}
		if count <= 1 {
			return true
		}
	}
	return false
}

// still reports whether the board stays as it is down to a node.
func (n *boundNode) still(below *boundNode) bool {
	return n == below || n.move == below.move && slices.Equal(n.rows, below.rows) && len(below.placed) == 0
}

// follows reports whether the stone put before on one of the points of two stones, of which a
// node puts the second, was the first, and both points were empty before.
func (n *boundNode) follows(second, first position.Change) bool {
	for m := n.above; m != nil; m = m.above {
		for _, c := range slices.Backward(m.placed) {
			if c.Point == first.Point || c.Point == second.Point {
				at := func(p position.Point) byte { return m.above.rows[p.Y()][p.X()] }
				return c == first && m.above != nil && at(first.Point) == '.' && at(second.Point) == '.'
			}
		}
	}
	return false
}

// goesOn reports whether a line goes on with a move of a color.
func (n *boundNode) goesOn(c position.Color) bool {
	return slices.ContainsFunc(n.below, func(b *boundNode) bool {
		if b.moved.Color == position.Empty {
			return slices.Equal(b.rows, n.rows) && b.goesOn(c)
		}
		return b.moved.Color == c
	})
}

// comesUp reports whether two stones come to lie side by side somewhere, for the first time
// on the path unless again is set.
func (n *boundNode) comesUp(two string, again bool) bool {
	for y := range 9 {
		for x := range 9 {
			for _, d := range [][2]int{{1, 0}, {0, 1}} {
				lay := func(m *boundNode) bool {
					return x+d[0] < 9 && y+d[1] < 9 && m.rows[y][x] == two[0] && m.rows[y+d[1]][x+d[0]] == two[1]
				}
				came := lay(n)
				for m := n.above; came && m != nil; m = m.above {
					came = !lay(m)
					if again {
						break
					}
				}
				if came {
					return true
				}
			}
		}
	}
	return false
}

// touching reports whether two points side by side or one above the other are so.
func touching(rows []string, two string) bool {
	back := string([]byte{two[1], two[0]})
	for y, row := range rows {
		if strings.Contains(row, two) || strings.Contains(row, back) {
			return true
		}
		for x := range row {
			if y > 0 {
				if pair := string([]byte{rows[y-1][x], row[x]}); pair == two || pair == back {
					return true
				}
			}
		}
	}
	return false
}

// threeNear reports whether at most one of three points in a row is not black.
func threeNear(rows []string) bool {
	for y := range 9 {
		for x := range 9 {
			across, down := 0, 0
			for k := range 3 {
				if x+k < 9 && rows[y][x+k] == 'X' {
					across++
				}
				if y+k < 9 && rows[y+k][x] == 'X' {
					down++
				}
			}
			if x < 7 && across > 1 || y < 7 && down > 1 {
				return true
			}
		}
	}
	return false
}

// saidTerms are questions for comments and names of nodes, each with the slow twin of
// whether a text of a node, or one of the whole game, answers it.
var saidTerms = []struct {
	term   string
	idents []string
	is     func(value string) bool
}{
	{"comment:ladder", []string{"C", "GC"}, func(v string) bool { return strings.Contains(v, "ladder") }},
	{"comment:/l.dder$/", []string{"C", "GC"}, func(v string) bool { return strings.HasSuffix(v, "ladder") }},
	{"C:corner", []string{"C"}, func(v string) bool { return strings.Contains(v, "corner") }},
	{`comment:"good corner",joseki`, []string{"C", "GC"}, func(v string) bool { return v == "a good corner" || strings.Contains(v, "joseki") }},
	{"name:ladder", []string{"N"}, func(v string) bool { return v == "ladder" }},
	{"(name:ladder or comment:joseki)", []string{"N", "C", "GC"}, func(v string) bool { return v == "ladder" || strings.Contains(v, "joseki") }},
}

// What nodes say is found beside a board where such a node has the board.
func TestNodesAreBoundToBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	var games []*store.Game
	var trees []*sgfread.Tree
	for n := range rounds(300) {
		text := propertyTree(r, n)
		switch n % 3 { // few moves come up twice
		case 1:
			text = fmt.Sprintf("(;SZ[9];B[ee]%s;C[stays];TE[1]LB[cc:A];W[];TE[2]N[ladder];W[dd]BM[1]C[a good corner])", pick(r, "TE[1]", "", "LB[cc:A]", "C[a ladder]"))
		case 2:
			text = fmt.Sprintf("(;SZ[9]TE[1](;B[aa]%s;W[ab];TE[1])(;B[ia];W[ai]%s;B[ei]DO[]))", pick(r, "TE[1]", "LB[aa:x]", "C[joseki]"), pick(r, "TE[2]", "C[ladder]"))
		}
		if n%11 == 0 {
			text = strings.Replace(text, "(;", "(;GC[a joseki with a ladder]", 1)
		}
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8", Confidence: 1}})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := sgfread.Parse([]byte(text), nil)
		if err != nil || len(parsed) != 1 {
			t.Fatalf("%d trees in %s: %v", len(parsed), text, err)
		}
		games, trees = append(games, g), append(trees, parsed[0])
	}
	a := newArchiveOf(t, games, 100)
	var boards [][]*boundNode
	for _, g := range games {
		boards = append(boards, boundNodes(g))
	}
	foundBy := map[string]int{}
	check := func(said string, nodes func(tree *sgfread.Tree) []int, whole func(tree *sgfread.Tree) bool) {
		for _, c := range boundTerms {
			q, err := query.Parse(said + " " + c.term)
			if err != nil {
				t.Fatal(err)
			}
			var want []store.GameID
			for i, tree := range trees {
				if a.games[store.GameID(i+1)] == nil {
					continue
				}
				at := nodes(tree)
				everywhere := whole(tree)
				for n, node := range boards[i] {
					if (everywhere || slices.Contains(at, n)) && c.is(node) {
						want = append(want, store.GameID(i+1))
						break
					}
				}
			}
			got, err := gamesFound(a.Snapshot, q)
			if n := mustAsk(t, bytesOnly(NewLocal(a.Snapshot, nil)), resolved(t, a.Snapshot, q)).Found["n"].(int); n != len(want) {
				t.Errorf("%s %s: %d games as JSON, want %d", said, c.term, n, len(want))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s %s: found %v, %v\nwant %v", said, c.term, got, err, want)
			}
			foundBy[c.term] += len(want)
		}
	}
	for _, p := range propertyTerms {
		if ofGame(p.ident) {
			continue
		}
		check(p.term, func(tree *sgfread.Tree) []int { return propertyNodes(tree, "utf-8", p.ident, p.is) }, func(*sgfread.Tree) bool { return false })
	}
	for _, p := range saidTerms {
		check(p.term, func(tree *sgfread.Tree) (nodes []int) {
			for _, ident := range p.idents {
				if ident != "GC" {
					nodes = append(nodes, propertyNodes(tree, "utf-8", ident, p.is)...)
				}
			}
			return nodes
		}, func(tree *sgfread.Tree) bool {
			return slices.Contains(p.idents, "GC") && len(propertyNodes(tree, "utf-8", "GC", p.is)) > 0
		})
	}
	for _, c := range boundTerms {
		if foundBy[c.term] < 2 {
			t.Errorf("%s: found %d times only", c.term, foundBy[c.term])
		}
	}
}

// boundNodes plays a game.
func boundNodes(g *store.Game) (nodes []*boundNode) {
	var replayer position.Replayer
	replayer.Replay(position.Square(9), g.Script, func(b *position.Board, s *position.Step) bool {
		n := &boundNode{rows: rowsOf(b), move: s.MoveNumber, main: s.MainLine, placed: slices.Clone(s.Placed)}
		if s.Moved {
			n.moved = s.Move
		}
		if s.Parent >= 0 {
			n.above = nodes[s.Parent]
			n.above.below = append(n.above.below, n)
		}
		nodes = append(nodes, n)
		return true
	})
	return nodes
}

// resolved is the question how many records a query finds.
func resolved(t *testing.T, s *store.Snapshot, q query.Query) *Question {
	t.Helper()
	question, err := Resolve(t.Context(), s, q, map[string]Aggregation{"n": &Count{}}, &Options{Records: true})
	if err != nil {
		t.Fatal(err)
	}
	return question
}

func pick(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

func rowsOf(b *position.Board) (rows []string) {
	for y := range 9 {
		row := ""
		for x := range 9 {
			row += string(".XO"[b.At(position.At(x, y))])
		}
		rows = append(rows, row)
	}
	return rows
}
