package ask

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// A hexLine is moves on a board of 3×3, each a color and what SGF writes: "Bba".
type hexLine []string

const swapPieces, swapSides = "swap-pieces", "swap-sides"

// text writes the line, or the stones that lie there after it and who moved last, turned by
// half a turn or not.
func (l hexLine) text(turned, merge bool) string {
	var words []string
	stones := map[string]string{}
	for i, m := range l {
		color, point := m[:1], m[1:]
		if turned && len(point) == 2 {
			point = string([]byte{'a' + 'c' - point[0], 'a' + 'c' - point[1]})
		}
		words = append(words, color+point)
		switch point {
		case swapSides:
		case swapPieces:
			first := words[i-1][1:]
			delete(stones, first)
			stones[first[1:]+first[:1]] = color
		default:
			stones[point] = color
		}
	}
	if merge && len(l) > 0 {
		return fmt.Sprint(len(l), l[len(l)-1][:1], stones)
	}
	return strings.Join(words, " ")
}

// form is the same for both images of the line.
func (l hexLine) form(merge bool) string { return min(l.text(false, merge), l.text(true, merge)) }

// Lines of Hex go on below a stone that was swapped, and below sides that were: the tree has
// what a count of all lines of all games has.
func TestTreeOfSwaps(t *testing.T) {
	const depth = 4
	r := rand.New(rand.NewPCG(11, 3))
	want := map[bool]map[string]int{false: {"": 120}, true: {"": 120}}
	var records []string
	for n := range want[false][""] {
		var cells []string
		for _, k := range r.Perm(9) {
			cells = append(cells, string([]byte{'a' + byte(k%3), 'a' + byte(k/3)}))
		}
		first := cells[0]
		moves, colors := cells, "BWBW"
		switch r.IntN(3) {
		case 0:
			moves = []string{first, swapPieces}
			for _, c := range cells[1:] {
				if c != first[1:]+first[:1] {
					moves = append(moves, c)
				}
			}
		case 1:
			moves, colors = []string{first, swapSides, cells[1], cells[2]}, "BWWB"
		}
		var line hexLine
		text := fmt.Sprintf("(;GM[11]SZ[3]GN[%d]", n)
		counted := map[string]bool{}
		for i, m := range moves[:depth] {
			text += fmt.Sprintf(";%c[%s]", colors[i], m)
			line = append(line, colors[i:i+1]+m)
			for merge := range want {
				if form := line.form(merge); !counted[form] {
					counted[form] = true
					want[merge][form]++
				}
			}
		}
		records = append(records, text+")")
	}
	v := archivetest.Of(t, records...)
	for merge, want := range want {
		tree, err := Of(v.Views).Tree(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:hex size:3"), Records: true}, &TreeOptions{Depth: depth, Merge: merge})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		below := 0
		for i, n := range tree.Nodes {
			var line hexLine
			for at := i; at > 0; at = tree.Nodes[at].Parent {
				line = append(hexLine{tree.Nodes[at].Move.Color + tree.Nodes[at].Move.Point}, line...)
			}
			if n.SameAs == nil {
				got[line.form(merge)] = n.Games
			}
			if len(line) > 2 && line[1] == "W"+swapPieces {
				below++
			}
			if len(line) == 2 && line[1] == "W"+swapPieces && (n.Name != swapPieces || n.Label != "") {
				t.Errorf("a swap is %q with the letter %q", n.Name, n.Label)
			}
		}
		if d := cmp.Diff(want, got); d != "" || below < 10 {
			t.Errorf("merge %v, %d moves below swapped stones (-scan +tree):\n%s", merge, below, d)
		}
	}
}

// A tree with a swap is followed past it, and counted and grown below it.
func TestOwnTreeWithSwap(t *testing.T) {
	const game = "(;GM[11]SZ[5];B[ba];W[swap-pieces];B[cc];W[dd])"
	v := archivetest.Of(t, game, game[:len(game)-1]+";B[ee])", "(;GM[11]SZ[5];B[ba];W[ee];B[cc])")
	s := &archive.Search{Query: archivetest.Query(t, "game:hex size:5"), Records: true}
	mine, err := ParseOwnTree("mine", strings.NewReader("(;GM[11]SZ[5];B[ba];W[swap-pieces];B[cc])"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := Of(v.Views).Follow(t.Context(), s, mine, &FollowOptions{Region: "board", Games: 3})
	if err != nil {
		t.Fatal(err)
	}
	games := []int{}
	for _, n := range found.Nodes {
		games = append(games, n.Games)
	}
	if d := cmp.Diff([]int{3, 3, 2, 2}, games); d != "" || len(found.Unplayed) != 0 {
		t.Errorf("followed (-want +got):\n%s", d)
	}
	if swap := found.Nodes[2]; swap.Name != "swap-pieces" || swap.Move.Point != swap.Name {
		t.Errorf("the swap of the tree is %q, %v", swap.Name, swap.Move)
	}
	other, err := ParseOwnTree("other", strings.NewReader("(;GM[11]SZ[5];B[ba];W[ee])"))
	if err != nil {
		t.Fatal(err)
	}
	if found, err = Of(v.Views).Follow(t.Context(), s, other, &FollowOptions{Region: "board", Games: 3}); err != nil {
		t.Fatal(err)
	}
	if left := found.Nodes[1].Left; len(left) != 1 || left[0].Name != "swap-pieces" || left[0].Hits != 2 {
		t.Errorf("games leave by %+v", left)
	}
	first, err := ParseOwnTree("first", strings.NewReader("(;GM[11]SZ[5];B[ba])"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(v.Views).TreeInto(t.Context(), s, &TreeOptions{Depth: 4, MinGames: 2}, first, true); err != nil {
		t.Fatal(err)
	}
	var grown strings.Builder
	if err := first.Write(&grown); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"W[swap-pieces]C[2 games", "B[cc]C[2 games", "W[dd]C[2 games"} {
		if !strings.Contains(grown.String(), part) {
			t.Errorf("no %s in\n%s", part, &grown)
		}
	}
}
