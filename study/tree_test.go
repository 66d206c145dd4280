package study

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// A naiveTree is the slow twin of a Tree: all lines of all games, each under a text
// that is the least of those of its images, which are all tried.
type naiveTree struct {
	tree    *Tree
	pattern *position.Pattern
	whole   bool
	images  []naiveImage

	depth int
	nodes map[string]*naiveNode
	text  map[string]bool // by here: that the game at hand was counted
}

type naiveImage struct {
	symmetry position.Symmetry
	swapped  bool
}

type naiveNode struct {
	Games, Hits, Ended int
	Won                search.Results
	Example            store.GameID
}

// newNaiveTree tries which images of what is asked for are equal to it.
func newNaiveTree(t *Tree, asked query.Asked, b *query.Board) *naiveTree {
	n := &naiveTree{tree: t, pattern: asked.Pattern, nodes: map[string]*naiveNode{}}
	if goban := asked.Goban(); goban != nil {
		n.whole, n.pattern = true, position.BoardPattern(goban)
	}
	for s := range position.Symmetry(8) {
		for _, swapped := range []bool{false, true} {
			if swapped && !b.SwapColors || s > 0 && b.Symmetry == "off" {
				continue
			}
			i := naiveImage{s, swapped}
			if n.equal(i) {
				n.images = append(n.images, i)
			}
		}
	}
	return n
}

// equal reports whether an image of the pattern is the pattern, at its place.
func (n *naiveTree) equal(i naiveImage) bool {
	size := n.pattern.Size()
	if i.symmetry.Size(size) != size {
		return false
	}
	for cell := range n.pattern.Cells {
		c := n.pattern.Cells[cell]
		if i.swapped {
			c = c.SwapColors()
		}
		if n.pattern.At(i.symmetry.Apply(size.At(cell), size)) != c {
			return false
		}
	}
	if place := n.pattern.Place; place.Kind == position.AtEdges {
		// The corner of the board goes where the symmetry takes it.
		big := position.Square(19)
		at := map[position.Edges]position.Point{
			position.North | position.East: position.At(18, 0), position.North | position.West: position.At(0, 0),
			position.North: position.At(9, 0),
		}
		if p, ok := at[place.Edges]; ok && i.symmetry.Apply(p, big) != p {
			return false
		}
	}
	return true
}

func (n *naiveTree) stone(i naiveImage, m position.Move) string {
	if i.swapped && m.Color != position.Empty {
		m.Color = m.Color.Opponent()
	}
	return fmt.Sprintf("%d%02d%02d", m.Color, 99-i.symmetry.Apply(m.Point, n.pattern.Size()).X()%100, i.symmetry.Apply(m.Point, n.pattern.Size()).Y()%100)
}

// form returns the text of a line, or of the position it leads to, and whether its
// colors are exchanged in it.
func (n *naiveTree) form(line []position.Move, board map[position.Point]position.Color) (best string, swapped bool) {
	for k, i := range n.images {
		var words []string
		if n.tree.Merge {
			for p, c := range board {
				words = append(words, n.stone(i, position.Move{Color: c, Point: p}))
			}
			slices.Sort(words)
			last := ""
			if len(line) > 0 {
				last = n.stone(i, position.Move{Color: line[len(line)-1].Color, Point: 0})[:1]
				if line[len(line)-1].Point == position.Pass && !n.whole {
					last += "elsewhere"
				}
			}
			words = append([]string{fmt.Sprint(len(line)), last}, words...)
		} else {
			for _, m := range line {
				words = append(words, n.stone(i, m))
			}
		}
		if text := strings.Join(words, " "); k == 0 || text < best {
			best, swapped = text, i.swapped
		}
	}
	return best, swapped
}

// count counts the lines below the hits of a game.
func (n *naiveTree) count(id store.GameID, facts store.Facts, script position.Script, hits []match.Hit) {
	n.text = map[string]bool{}
	setup := map[int]bool{}
	for _, node := range script.AppendSetupNodes(nil) {
		setup[int(node)] = true
	}
	type state struct {
		line      []position.Move
		elsewhere bool
		over      bool
		board     map[position.Point]position.Color
	}
	for _, hit := range hits {
		if hit.Board == nil {
			continue
		}
		turned := hit.Board.Symmetry.Size(n.pattern.Size())
		inRegion := func(p position.Point) (position.Point, bool) {
			x, y := p.X()-hit.Board.Anchor.X(), p.Y()-hit.Board.Anchor.Y()
			if p == position.Pass || x < 0 || y < 0 || x >= turned.Cols || y >= turned.Rows {
				return position.Pass, false
			}
			q := hit.Board.Symmetry.Inverse().Apply(position.At(x, y), turned)
			return q, n.pattern.At(q) != position.Outside
		}
		color := func(c position.Color) position.Color {
			if hit.Board.Swapped && c != position.Empty {
				return c.Opponent()
			}
			return c
		}
		region := func(b *position.Board) map[position.Point]position.Color {
			list := map[position.Point]position.Color{}
			for i := range facts.Size.Area() {
				if q, ok := inRegion(facts.Size.At(i)); ok {
					list[q] = color(b.At(facts.Size.At(i)))
				}
			}
			return list
		}
		at := map[int]*state{}
		children := map[int]int{}
		var order []int
		var r position.Replayer
		var root map[position.Point]position.Color
		r.Replay(facts.Size, script, func(b *position.Board, step *position.Step) bool {
			if n.mainLineOnly(hit) && !step.MainLine {
				return false
			}
			if step.Node == hit.Node {
				root = region(b)
				at[step.Node] = &state{}
				order = append(order, step.Node)
				n.add(id, facts.Winner, nil, nil, hit.Board.Swapped)
				return true
			}
			from := at[step.Parent]
			if from == nil || from.over {
				return true
			}
			if setup[step.Node] || step.Moved && step.Fault&position.OffBoard != 0 {
				return true // its line ends above
			}
			children[step.Parent]++
			to := *from
			at[step.Node] = &to
			order = append(order, step.Node)
			if !step.Moved {
				return true
			}
			q, ok := inRegion(step.Move.Point)
			if !ok {
				if !n.whole && (from.elsewhere || n.tree.Local) {
					return true
				}
				q = position.Pass
			}
			to.elsewhere = !ok && !n.whole
			if len(from.line) == n.depth {
				to.over = true
				return true
			}
			to.line = append(slices.Clone(from.line), position.Move{Color: color(step.Move.Color), Point: q})
			// What lies there is told from what lay there at the hit, as patterns may
			// leave that open.
			to.board = region(b)
			for p, c := range root {
				if to.board[p] == c {
					delete(to.board, p)
				}
			}
			n.add(id, facts.Winner, to.line, to.board, hit.Board.Swapped)
			return true
		})
		for _, node := range order {
			if s := at[node]; children[node] == 0 && len(s.line) < n.depth {
				text, _ := n.form(s.line, s.board)
				n.nodes[text].Ended++
			}
		}
	}
}

func (n *naiveTree) mainLineOnly(hit match.Hit) bool {
	return strings.Contains(hit.Board.Term, "variations:off")
}

func (n *naiveTree) add(id store.GameID, winner store.Winner, line []position.Move, board map[position.Point]position.Color, swapped bool) {
	text, again := n.form(line, board)
	node := n.nodes[text]
	if node == nil {
		node = &naiveNode{Example: id}
		n.nodes[text] = node
	}
	node.Hits++
	if n.text[text] {
		return
	}
	n.text[text] = true
	node.Games++
	node.Example = min(node.Example, id)
	node.Won.Count(winner, swapped != again)
}

// listed returns what is found in the form of the twin: each node that has a place.
func (n *naiveTree) listed(t *testing.T, l *Lines, root map[position.Point]position.Color, size position.Size) map[string]*naiveNode {
	t.Helper()
	found := map[string]*naiveNode{}
	for i, node := range l.Nodes {
		if node.SameAs != -1 {
			continue
		}
		path := l.Path(i)
		board := map[position.Point]position.Color{}
		if n.tree.Merge {
			b := position.NewBoard(size)
			for p, c := range root {
				b.Set(p, c)
			}
			for _, m := range path {
				b.Play(m)
			}
			for k := range size.Area() {
				if p := size.At(k); b.At(p) != root[p] {
					board[p] = b.At(p)
				}
			}
		}
		text, swapped := n.form(path, board)
		if found[text] != nil {
			t.Fatalf("%q is listed twice", text)
		}
		won := node.Won
		if swapped {
			won.Black, won.White = won.White, won.Black
		}
		found[text] = &naiveNode{node.Games, node.Hits, node.Ended, won, node.Example}
	}
	return found
}

// checkFolded says which moves do not stand for those that mean the same: of the
// images of a move under the symmetries that leave what lies there as it is, the first.
func (n *naiveTree) checkFolded(t *testing.T, l *Lines, root map[position.Point]position.Color) {
	t.Helper()
	if n.tree.Merge && !n.whole {
		return
	}
	for i := 1; i < len(l.Nodes); i++ {
		before := l.Path(l.Nodes[i].Parent)
		lies := func(i naiveImage) string {
			var words []string
			if !n.tree.Merge {
				for _, m := range before {
					words = append(words, n.stone(i, m))
				}
				return fmt.Sprint(words)
			}
			b := position.NewBoard(n.pattern.Size())
			for p, c := range root {
				b.Set(p, c)
			}
			for _, m := range before {
				b.Play(m)
			}
			for k := range b.Size().Area() {
				if p := b.Size().At(k); b.At(p) != root[p] {
					words = append(words, n.stone(i, position.Move{Color: b.At(p), Point: p}))
				}
			}
			slices.Sort(words)
			if len(before) > 0 {
				words = append(words, n.stone(i, position.Move{Color: before[len(before)-1].Color})[:1])
			}
			return fmt.Sprint(words)
		}
		own := lies(naiveImage{})
		for _, image := range n.images {
			if m := l.Nodes[i].Move; lies(image) == own && n.stone(image, m) < n.stone(naiveImage{}, m) {
				t.Fatalf("after %v comes %v, for which %s stands", before, m, n.stone(image, m))
			}
		}
	}
}

// Trees agree with their slow twin, as one archive and in parts, merged or not, with
// duplicates folded or not.
func TestTreeAgreesWithScan(t *testing.T) {
	s := newArchive(t, 240, 20)
	r := rand.New(rand.NewPCG(4, 9))
	compared, deep := 0, 0
	for i, text := range []string{
		"pos:[5x5]", "pos:[5x5] colors:either", "pos:[7x7] symmetry:off", "pos:[5x5] variations:off", `pos:"5x5 B E5" colors:either`, "pos:[5x5] player:cho",
		"pos:[7x5]", `pos:"5x5 D4"`, "pat:NE3x3[...|...|...]", "pat:NE3x3[...|.X.|.._] hits:every", "pat:corner[X..|...|...]", "pat:N4x2[....|....]",
		"pat:[XO|..] colors:either", "pat:NE3x3[**.|*X*|.**] symmetry:off",
	} {
		for _, merge := range []bool{false, true} {
			if merge && strings.HasPrefix(text, "pat:") && !strings.Contains(text, "[...|...|...]") {
				continue // what is taken from outside of a region is not in the moves that are listed
			}
			tree := &Tree{Depth: testsize.Of(2, 3) + r.IntN(testsize.Of(5, 2)), Merge: merge, Local: i%3 == 2}
			clusters := someClusters(r, s, 40)
			o := &search.Options{Clusters: clusters, Records: r.IntN(3) == 0}
			q := resolve(t, s, text, tree, o)
			asked, err := q.Asked()
			if err != nil {
				t.Fatal(err)
			}
			b, _ := q.Board()
			naive := newNaiveTree(tree, asked, b)
			naive.depth = tree.Depth
			parsed, _ := query.Parse(text)
			hits := map[store.GameID][]match.Hit{}
			for hit, err := range search.Run(t.Context(), s, parsed, o) {
				if err != nil {
					t.Fatal(err)
				}
				hits[hit.Game] = append(hits[hit.Game], hit)
			}
			for _, id := range slices.Sorted(maps.Keys(hits)) {
				g, local, _ := s.Segment(id)
				script, err := g.Script(local)
				if err != nil {
					t.Fatal(err)
				}
				naive.count(id, g.Facts(local), script, hits[id])
			}
			lines := ask(t, s, q, clusters).(*Lines)
			root := map[position.Point]position.Color{}
			for cell, c := range naive.pattern.Cells {
				if c == position.OnlyBlack || c == position.OnlyWhite {
					color := position.Black
					if c == position.OnlyWhite {
						color = position.White
					}
					root[naive.pattern.Size().At(cell)] = color
				}
			}
			got := naive.listed(t, lines, root, naive.pattern.Size())
			if !merge || naive.whole {
				if d := cmp.Diff(naive.nodes, got); d != "" {
					t.Fatalf("%s, %+v (-scan +tree):\n%s", text, params(tree), d)
				}
			}
			naive.checkFolded(t, lines, root)
			compared += len(got)
			if lines.Nodes[len(lines.Nodes)-1].Depth > 3 {
				deep++
			}
			for range 2 {
				parts := askParts(t, r, s, q, clusters).(*Lines)
				if d := cmp.Diff(inJSON(t, lines.Nodes), inJSON(t, parts.Nodes)); d != "" {
					t.Fatalf("%s, %+v in parts (-one +many):\n%s", text, params(tree), d)
				}
			}
		}
	}
	if compared < 500 || deep < 3 {
		t.Errorf("only %d nodes compared, %d trees deep", compared, deep)
	}
}

func params(t *Tree) string {
	return fmt.Sprintf("depth %d, merge %v, local %v", t.Depth, t.Merge, t.Local)
}

// A state without room for all lines forgets the longest, and what is asked within
// those that are left comes to the same in the end.
func TestTreeWithoutRoom(t *testing.T) {
	s := newArchive(t, 200, 30)
	for _, merge := range []bool{false, true} {
		for _, least := range []int{2, 3, 5} {
			want := ask(t, s, resolve(t, s, "pos:[5x5]", &Tree{Depth: 8, MinGames: least, Merge: merge}, &search.Options{}), nil).(*Lines)
			tree := &Tree{Depth: 8, MinGames: least, Merge: merge}
			rounds := 0
			var got *Lines
			for {
				rounds++
				q := resolve(t, s, "pos:[5x5]", tree, &search.Options{})
				sum := tree.Empty(q).(*treeState)
				sum.room = max(200, 4*skeletonLen(tree.Within))
				for n, g := range s.Segments() {
					state := tree.Empty(q).(*treeState)
					if state.room = sum.room; n == 3 {
						state.room = max(110, 3*skeletonLen(tree.Within)) // it forgets more than others
					}
					countIn(t, s, g, state)
					sum.Merge(state)
				}
				got = sum.Finish().(*Lines)
				more, err := got.Continued(tree)
				if err != nil {
					t.Fatal(err)
				}
				if more == nil {
					break
				}
				tree = more
				if rounds > 8 {
					t.Fatalf("no end after %d rounds, at depth %d", rounds, got.Depth)
				}
			}
			for _, l := range []*Lines{want, got} {
				for i := range l.Nodes {
					l.Nodes[i].More, l.Nodes[i].MoreGames = 0, 0 // rare lines were forgotten
				}
			}
			if d := cmp.Diff(inJSON(t, want.Nodes), inJSON(t, got.Nodes)); d != "" || rounds < 2 {
				t.Fatalf("merge %v, %d games, %d rounds (-at once +in rounds):\n%s", merge, least, rounds, d)
			}
		}
	}
}

// countIn counts the lines of a segment's games, one by one.
func countIn(t *testing.T, s *store.Snapshot, g *store.Segment, state *treeState) {
	t.Helper()
	w := newWalker(state.shape, state)
	page, err := search.Ask(t.Context(), search.NewLocalPart(s, []*store.Segment{g}, nil), resolve(t, s, "pos:[5x5]", &search.Page{}, &search.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range page.Found["it"].(*search.PageOfGames).Games {
		n := int(found.ID - g.Base())
		state.begin(found.ID, g.Facts(n).Winner)
		if err := w.game(g, n, found.Hits); err != nil {
			t.Fatal(err)
		}
		state.shrink(state.room)
	}
}

// States that have forgotten different lines come to what both still have.
func TestTreeStatesOfDifferentDepth(t *testing.T) {
	s := newArchive(t, 120, 20)
	for _, merge := range []bool{false, true} {
		want := ask(t, s, resolve(t, s, "pos:[5x5]", &Tree{Depth: 2, Merge: merge}, &search.Options{}), nil).(*Lines)
		tree := &Tree{Depth: 5, Merge: merge}
		q := resolve(t, s, "pos:[5x5]", tree, &search.Options{})
		for _, first := range []bool{false, true} {
			sum := tree.Empty(q).(*treeState)
			for n, g := range s.Segments() {
				state := tree.Empty(q).(*treeState)
				countIn(t, s, g, state)
				if (n == 0) == first {
					state.cut(2)
				}
				sum.Merge(state)
			}
			got := sum.Finish().(*Lines)
			if d := cmp.Diff(inJSON(t, want.Nodes), inJSON(t, got.Nodes)); d != "" || got.Depth != 2 {
				t.Errorf("merge %v: depth %d (-two moves +forgotten):\n%s", merge, got.Depth, d)
			}
		}
	}
}

func skeletonLen(k *Skeleton) int {
	if k == nil {
		return 0
	}
	return len(k.Nodes)
}
