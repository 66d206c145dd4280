package ask

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/sgfread"
)

func growTree(t *testing.T, v *archive.View, text string, o TreeOptions) *Tree {
	t.Helper()
	tree, err := Of(v.Views).Tree(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, &o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return tree
}

// The moves after the first position are those that Next counts.
func TestTreeBeginsAsNext(t *testing.T) {
	v := archivetest.Collection(t)
	moves := 0
	for _, text := range []string{"pos:[19x19]", "pos:Q16", "pos:[19x19] variations:off player:shusaku", "pos:[19x19] colors:either"} {
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, merge := range []bool{false, true} {
			tree := growTree(t, v, text, TreeOptions{Depth: 3, Merge: merge})
			if tree.Games != next.Games || tree.Nodes[0].Hits != next.Hits || tree.Nodes[0].Won.Black != next.Won.Black {
				t.Errorf("%s: %d games, %d hits, %+v; want %d, %d, %+v", text, tree.Games, tree.Nodes[0].Hits, tree.Nodes[0].Won, next.Games, next.Hits, next.Won)
			}
			want := map[archive.Move]NextMove{}
			for _, c := range next.Next {
				want[c.Move] = c
			}
			for _, i := range tree.Children()[0] {
				n := &tree.Nodes[i]
				c, ok := want[*n.Move]
				if !ok || c.Games != n.Games || c.Hits != n.Hits || c.Won.White != n.Won.White {
					t.Errorf("%s: %s in %d games, %d hits; want %+v", text, n.Name, n.Games, n.Hits, c)
				}
				delete(want, *n.Move)
				moves++
			}
			if len(want) > 0 {
				t.Errorf("%s: %d moves are missing", text, len(want))
			}
		}
	}
	if moves < 20 {
		t.Errorf("only %d moves", moves)
	}
}

// A tree without a board term grows from the start of the games that it is about.
func TestTreeFromTheStart(t *testing.T) {
	v := archivetest.Collection(t)
	for text, want := range map[string]string{
		"": "SZ[19]", "player:shusaku": "SZ[19]", "size:9": "SZ[9]", "game:shogi": "startpos", "game:gomoku": "GM[4]SZ[15]",
	} {
		tree := growTree(t, v, text, TreeOptions{Depth: 2})
		if !strings.Contains(tree.Query, "pos:") || text != "game:shogi" && tree.Position != want {
			t.Errorf("%q: begins with %q, asks %s; want %s", text, tree.Position, tree.Query, want)
		}
	}
	if _, err := Of(v.Views).Tree(t.Context(), &archive.Search{Query: archivetest.Query(t, "pos:Q16 or pos:D4")}, &TreeOptions{Depth: 2}); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("two positions: %v", err)
	}
	if _, err := Of(v.Views).Tree(t.Context(), &archive.Search{}, &TreeOptions{}); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("no depth: %v", err)
	}
}

// What is written in SGF has the same moves, and nothing is wrong with it.
func TestTreeInSGF(t *testing.T) {
	v := archivetest.Collection(t)
	for _, text := range []string{"", "pat:NE8x8[........|........|........|....X...|........|........|........|........]", "seq:corner[B Q16 W O17]", "pat:[X*|.O]"} {
		for _, merge := range []bool{false, true} {
			tree := growTree(t, v, text, TreeOptions{Depth: 6, Merge: merge, MaxMoves: 4})
			if tree.Games == 0 {
				t.Errorf("%q: nothing found", text)
			}
			var out bytes.Buffer
			if err := tree.WriteSGF(&out); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			var problems []sgfread.Problem
			tell := func(p sgfread.Problem) { problems = append(problems, p) }
			trees, err := sgfread.Parse(out.Bytes(), &sgfread.Options{Problem: tell})
			if err != nil || len(trees) != 1 || trees[0].Len() != len(tree.Nodes) {
				t.Fatalf("%q: %d trees, %v", text, len(trees), err)
			}
			_ = sgfread.Walk(out.Bytes(), sgfread.NewChecker(tell), nil)
			if len(problems) > 0 {
				t.Errorf("%q: %v", text, problems)
			}
			if gm, sz := trees[0].Values(0, "GM"), trees[0].Values(0, "SZ"); len(gm) != 1 || string(gm[0]) != "1" || len(sz) != 1 || string(sz[0]) != "19" {
				t.Errorf("%q: the root has GM%q SZ%q", text, gm, sz)
			}
			i := 0
			order := tree.Order()
			for id := range trees[0].All() {
				n := &tree.Nodes[order[i]]
				comment := string(trees[0].Values(id, "C")[0])
				if i > 0 && n.Move.Tenuki != (n.Name == "tenuki") {
					t.Errorf("%q: %s is played elsewhere: %t", text, n.Name, n.Move.Tenuki)
				}
				if i > 0 && trees[0].Values(id, n.Move.Color) == nil || !strings.HasPrefix(comment, countedGames(n.Here)) {
					t.Fatalf("%q: node %d is %v with %q, want %+v", text, i, trees[0].Properties(id), comment, n)
				}
				i++
			}
			var dot bytes.Buffer
			if err := tree.WriteDOT(&dot); err != nil || strings.Count(dot.String(), " -> ") != len(tree.Nodes)-1 {
				t.Errorf("%q: %v, %s", text, err, dot.String())
			}
		}
	}
}

// The comment of a node says in lines what is known of it.
func TestTreeComments(t *testing.T) {
	tree := &Tree{Nodes: []TreeNode{
		{Parent: -1, Here: 12, Games: 15, Ended: 1, Example: "7", More: 2, MoreGames: 3},
		{Depth: 1, Move: &archive.Move{Color: "B"}, Name: "Q16", Label: "A", Here: 9, Games: 9, Ended: 2, Share: &archive.Share{Value: 0.75}},
		{Depth: 1, Move: &archive.Move{Color: "W"}, Name: "tenuki", Here: 1, Games: 9, SameAs: new(int), NotShown: true},
		{Depth: 1, Move: &archive.Move{Color: "B"}, Name: "R4", Here: 2, Games: 9, SameAs: new(int)},
	}}
	*tree.Nodes[3].SameAs = 1
	for node, want := range []string{
		"12 games\nWith other orders of moves: 15 games\nNext:\nA B Q16: 9 games, 75.0 %\nW tenuki: 1 game\nB R4: 2 games\n2 other moves in 3 games left out\nThe record ended here once\nFor example game 7",
		"9 games, 75.0 %\nThe record ended here 2 times",
		"1 game\nReached in other orders, too: 9 games in all, which are left out here",
		"2 games\nThe same position as after Q16, with what follows there: 9 games in all",
	} {
		var children []int
		if node == 0 {
			children = []int{1, 2, 3}
		}
		if got := tree.Comment(node, children); got != want {
			t.Errorf("node %d: %q, want %q", node, got, want)
		}
	}
}

// A tree of one's own may be in a format of another game, and holds one game.
func TestOwnTreeInKIF(t *testing.T) {
	const game = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n"
	mine, err := ParseOwnTree("mine.kif", strings.NewReader(game))
	if err != nil {
		t.Fatal(err)
	}
	moves, err := mine.moves()
	if name := mine.record.Game.About().Name; err != nil || name != "shogi" || len(moves) != 3 || mine.Format == "SGF" {
		t.Errorf("%s in %s with %d nodes, %v", name, mine.Format, len(moves), err)
	}
	if _, err := ParseOwnTree("mine.csa", strings.NewReader("PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n")); err == nil || !strings.Contains(err.Error(), "the file holds 2 games") {
		t.Errorf("of two games: %v", err)
	}
}

// A tree of one's own gets the counts that a search finds, wherever it lies on the
// board and whatever its colors, keeps its comments, and gets moves only if it is to.
func TestTreeInto(t *testing.T) {
	v := archivetest.Collection(t)
	full := growTree(t, v, "pos:[19x19] colors:either", TreeOptions{Depth: 4})
	first := full.Children()[0][0]
	second := full.Children()[first][0]
	// The same two moves, turned by half and with the colors exchanged.
	turn := func(point string) string { return string([]byte{'a' + 's' - point[0], 'a' + 's' - point[1]}) }
	other := map[string]string{"B": "W", "W": "B"}
	one, two := full.Nodes[first].Move, full.Nodes[second].Move
	text := "(;GM[1]SZ[19]C[Mine (\u00e9)]" +
		"(;" + other[one.Color] + "[" + turn(one.Point) + "]C[I like it];" + other[two.Color] + "[" + turn(two.Point) + "])" +
		"(;B[aa]C[never]))"
	file := filepath.Join(t.TempDir(), "mine.sgf")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, merge := range []bool{false, true} {
		for _, grow := range []bool{false, true} {
			mine, err := ReadOwnTree(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Of(v.Views).TreeInto(t.Context(), &archive.Search{Query: archivetest.Query(t, "pos:[19x19] colors:either")}, &TreeOptions{Depth: 4, Merge: merge}, mine, grow)
			if merge && grow {
				if archive.KindOf(err) != archive.KindUsage {
					t.Errorf("merged and grown: %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := mine.Write(&out); err != nil {
				t.Fatal(err)
			}
			trees, err := sgfread.Parse(out.Bytes(), nil)
			if err != nil {
				t.Fatal(err)
			}
			tree := trees[0]
			var comments []string
			for id := range tree.All() {
				comments = append(comments, string(sgfread.AppendText(nil, tree.Values(id, "C")[0], 0)))
			}
			if want := len(full.Nodes) + 1; grow && len(comments) != want || !grow && len(comments) != 4 {
				t.Errorf("%d nodes; with all %d", len(comments), want)
			}
			for i, want := range []string{"Mine (\u00e9)\n\n" + countedGames(full.Games), "I like it\n\n" + countedGames(full.Nodes[first].Games), countedGames(full.Nodes[second].Here)} {
				if !strings.HasPrefix(comments[i], want) {
					t.Errorf("merge %v, grow %v: node %d has %q, want %q", merge, grow, i, comments[i], want)
				}
			}
			never := false
			for _, c := range comments {
				never = never || c == "never\n\n0 games"
			}
			if !never {
				t.Errorf("the move that nobody played is not told: %q", comments)
			}
			// What was added is where it was played: counted again, games take it.
			if grow {
				again := filepath.Join(t.TempDir(), "again.sgf")
				if err := os.WriteFile(again, out.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				grown, err := ReadOwnTree(again)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := Of(v.Views).TreeInto(t.Context(), &archive.Search{Query: archivetest.Query(t, "pos:[19x19] colors:either")}, &TreeOptions{Depth: 4}, grown, false); err != nil {
					t.Fatal(err)
				}
				unplayed := 0
				for id := range grown.tree.All() {
					if strings.HasSuffix(string(grown.tree.Values(id, "C")[0]), "\n\n0 games") {
						unplayed++
					}
				}
				if unplayed != 1 {
					t.Errorf("%d nodes of the grown tree are not played, want the one that was there", unplayed)
				}
			}
			// The results are told in the colors of the file.
			won := full.Nodes[first].Won
			if want := percentOf(won.WhiteShare.Value); won.Decided > 0 && !strings.Contains(comments[1], "Black won "+want) {
				t.Errorf("%q: want Black to have won %s", comments[1], want)
			}
		}
	}
}

// A tree and what follows it are shown while they are counted, and what is shown last
// is no more than what is found; who has seen enough stops them.
func TestTreesAreWatched(t *testing.T) {
	v := archivetest.Collection(t)
	file := filepath.Join(t.TempDir(), "mine.sgf")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[19];B[pd](;W[dd])(;W[dp]))"), 0o666); err != nil {
		t.Fatal(err)
	}
	mine, err := ReadOwnTree(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tree", "follow"} {
		shown, games := 0, 0
		see := func(l *archive.Looked, n int) {
			if shown++; l.Games > l.Of || l.Of != v.Len() || n < games {
				t.Errorf("%s: %d of %d games looked at, %d found after %d", name, l.Games, l.Of, n, games)
			}
			games = n
		}
		ask := func(ctx context.Context) (int, error) {
			s := &archive.Search{Every: 1}
			if name == "tree" {
				found, err := Of(v.Views).Tree(ctx, s, &TreeOptions{Depth: 5, Watch: func(f *Tree) { see(f.Looked, f.Games) }})
				if err != nil {
					return 0, err
				}
				return found.Games, nil
			}
			found, err := Of(v.Views).Follow(ctx, s, mine, &FollowOptions{Watch: func(f *Follow) { see(f.Looked, f.Games) }})
			if err != nil {
				return 0, err
			}
			return found.Games, nil
		}
		n, err := ask(t.Context())
		if err != nil || shown == 0 || n < games || n == 0 {
			t.Errorf("%s: shown %d times, %d games at last, %d found, %v", name, shown, games, n, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := ask(ctx); archive.KindOf(err) != archive.KindInterrupted {
			t.Errorf("%s, stopped: %v", name, err)
		}
	}
}

// What games do after a tree agrees with searches for its positions.
func TestFollowAgreesWithSearch(t *testing.T) {
	v := archivetest.Collection(t)
	file := filepath.Join(t.TempDir(), "mine.sgf")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[19](;B[pd](;W[dd](;B[pq])(;B[pp]))(;W[dp](;B[cd])(;B[pp])))(;B[qd];W[dc];B[cp]))"), 0o666); err != nil {
		t.Fatal(err)
	}
	mine, err := ReadOwnTree(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, colors := range []string{"fixed", "either"} {
		found, err := Of(v.Views).Follow(t.Context(), &archive.Search{}, mine, &FollowOptions{Colors: colors, Games: 100})
		if err != nil {
			t.Fatal(err)
		}
		if p := found.Nodes[0].Parent; p != -1 {
			t.Errorf("the root stands below node %d", p)
		}
		reached := 0
		for i, moves := range []string{"", "Q16", "Q16 D16", "Q16 D16 Q3", "Q16 D16 Q4", "Q16 D4", "Q16 D4 C16", "Q16 D4 Q4", "R16", "R16 D17", "R16 D17 C4"} {
			text := `pos:"19x19" variations:off`
			if moves != "" {
				text += ` pos:"` + moves + `" variations:off colors:` + colors
			}
			page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, text)})
			if err != nil {
				t.Fatal(err)
			}
			if n := &found.Nodes[i]; n.Games != page.Total || strings.Join(found.Line(i), " ") != moves {
				t.Errorf("%s: %d games after %q, %d are found after %q", colors, n.Games, found.Line(i), page.Total, moves)
			}
			if n := &found.Nodes[i]; (n.Example != "") != (n.Games > 0) {
				t.Errorf("%s: of %d games after %q the example is %q", colors, n.Games, moves, n.Example)
			}
			reached += page.Total
		}
		if reached < 100 || len(found.Best) == 0 {
			t.Errorf("only %d games reached any of it", reached)
		}
		for _, n := range found.Nodes {
			left := 0
			for _, d := range n.Left {
				left += d.Hits
			}
			if left != n.LeftBlack+n.LeftWhite {
				t.Errorf("%s: %d moves leave, %d by Black, %d by White", n.Name, left, n.LeftBlack, n.LeftWhite)
			}
		}
	}
}
