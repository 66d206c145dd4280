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

// boundTerms are boards beside properties, each with the slow twin of whether it stands at
// a node, told from the rows of the board as text.
var boundTerms = []struct {
	term string
	is   func(rows []string, move int, main bool) bool
}{
	{"pat:[XO]", func(rows []string, _ int, _ bool) bool { return touching(rows, "XO") }},
	{"pat:[XX] variations:off", func(rows []string, _ int, main bool) bool { return main && touching(rows, "XX") }},
	{"pat:[XX] move:3..9", func(rows []string, move int, _ bool) bool { return move >= 3 && move <= 9 && touching(rows, "XX") }},
	{"(pat:[OO] or pat:[XX])", func(rows []string, _ int, _ bool) bool { return touching(rows, "OO") || touching(rows, "XX") }},
	{`pos:"9x9 E5" symmetry:off`, func(rows []string, _ int, _ bool) bool {
		return strings.Join(rows, "") == strings.Repeat(".", 40)+"X"+strings.Repeat(".", 40)
	}},
	{`pos:"9x9 E5"`, func(rows []string, _ int, _ bool) bool {
		return strings.Join(rows, "") == strings.Repeat(".", 40)+"X"+strings.Repeat(".", 40)
	}},
	{`pos:"9x9 E5" near:0`, func(rows []string, _ int, _ bool) bool {
		return strings.Join(rows, "") == strings.Repeat(".", 40)+"X"+strings.Repeat(".", 40)
	}},
	{`pos:"9x9 A9"`, func(rows []string, _ int, _ bool) bool {
		all := strings.Join(rows, "")
		at := strings.Index(all, "X")
		return strings.Count(all, ".") == 80 && slices.Contains([]int{0, 8, 72, 80}, at)
	}},
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

// A property beside a board is found where a node with the property has the board.
func TestPropertiesAreBoundToBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	var games []*store.Game
	var trees []*sgfread.Tree
	for n := range rounds(300) {
		text := propertyTree(r, n)
		switch n % 3 { // few moves come up twice
		case 1:
			text = fmt.Sprintf("(;SZ[9];B[ee]%s;C[stays];TE[1]LB[cc:A];W[];TE[2];W[dd]BM[1])", pick(r, "TE[1]", "", "LB[cc:A]"))
		case 2:
			text = fmt.Sprintf("(;SZ[9]TE[1](;B[aa]%s;W[ab];TE[1])(;B[ia];W[ai]%s;B[ei]DO[]))", pick(r, "TE[1]", "LB[aa:x]"), pick(r, "TE[2]", ""))
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
	for _, p := range propertyTerms {
		if strings.HasPrefix(p.ident, "P") || p.ident == "XY" || p.ident == "XX" {
			continue // in a root they are of the game
		}
		for _, c := range boundTerms {
			q, err := query.Parse(p.term + " " + c.term)
			if err != nil {
				t.Fatal(err)
			}
			var want []store.GameID
			for i, tree := range trees {
				if a.games[store.GameID(i+1)] == nil {
					continue
				}
				nodes := propertyNodes(tree, "utf-8", p.ident, p.is)
				var replayer position.Replayer
				found := false
				replayer.Replay(position.Square(9), games[i].Script, func(b *position.Board, s *position.Step) bool {
					found = found || slices.Contains(nodes, s.Node) && c.is(rowsOf(b), s.MoveNumber, s.MainLine)
					return !found
				})
				if found {
					want = append(want, store.GameID(i+1))
				}
			}
			got, err := gamesFound(a.Snapshot, q)
			if n := mustAsk(t, bytesOnly(NewLocal(a.Snapshot, nil)), resolved(t, a.Snapshot, q)).Found["n"].(int); n != len(want) {
				t.Errorf("%s %s: %d games as JSON, want %d", p.term, c.term, n, len(want))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s %s: found %v, %v\nwant %v", p.term, c.term, got, err, want)
			}
		}
	}
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
