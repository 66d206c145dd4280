package columns

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/position"
)

// TestSelectionOfNeighbors selects among games whose numbers follow one another from
// any number on, so that a block's games lie across the words of the selection.
func TestSelectionOfNeighbors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 3))
	size := position.Square(4)
	p := &position.Pattern{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}}
	matcher, err := position.NewMatcher(p, position.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	images := matcher.Images(size)
	for _, from := range []int{0, 1, 31, 63, 64, 65, 127, 130} {
		var games []Game
		some := roaring.New()
		for i := range 150 {
			games = append(games, Game{Local: uint16(from + i), Script: randomScript(rnd, size, 12, false)})
			if rnd.IntN(3) == 0 {
				some.Add(uint32(from + i))
			}
		}
		x := build(t, size, games)
		want := slices.DeleteFunc(scanAll(t, x, &Query{Images: images}), func(c Candidate) bool { return !some.Contains(uint32(c.Local)) })
		if len(want) == 0 {
			t.Fatal("nothing found")
		}
		if diff := cmp.Diff(want, scanAll(t, x, &Query{Images: images, Games: some})); diff != "" {
			t.Errorf("games from %d on (-want +got):\n%s", from, diff)
		}
	}
}

// TestCheckNamesGames has two games with one number, and two that are exchanged.
func TestCheckNamesGames(t *testing.T) {
	for _, second := range []byte{5, 4} {
		x := build(t, position.Square(5), []Game{{Local: 5}, {Local: 9}})
		x.data[x.locals+2] = second
		var all []string
		for err := range x.Check() {
			all = append(all, err.Error())
		}
		want := fmt.Sprintf("game %d after game 5", second)
		if !slices.ContainsFunc(all, func(s string) bool { return strings.HasSuffix(s, want) }) {
			t.Errorf("nothing says %q among %q", want, all)
		}
	}
}

// TestWeight is of a game without branches, of branched ones, and of long ones.
func TestWeight(t *testing.T) {
	size := position.Square(9)
	line := func(nodes int) position.Script {
		var b position.ScriptBuilder
		for range nodes {
			b.Node()
		}
		return b.Script()
	}
	var handicap position.ScriptBuilder
	handicap.Node()
	for _, x := range []int{2, 4, 6} {
		handicap.Add(position.Black, position.At(x, x))
	}
	for i, c := range []position.Color{position.White, position.Black} {
		handicap.Node()
		handicap.Move(position.Move{Color: c, Point: position.At(i, 8)})
	}
	for _, test := range []struct {
		s    position.Script
		want int
	}{
		{line(1), 0}, {line(MaxNodes), 0}, {handicap.Script(), 3 * changeWeight},
		{line(MaxNodes + 1), ((MaxNodes+1)/mostNodes + (MaxNodes+1)/mostUnsteady + 1) * 81},
	} {
		var r position.Replayer
		var l position.CaptureLog
		if _, plain := r.PlainKeys(nil, size, test.s, &l); !plain {
			t.Fatalf("%d nodes are not plain", test.s.Nodes())
		}
		for _, captures := range []position.Captures{nil, l.Captures()} {
			if got := Weight(size, &Game{Script: test.s, Captures: captures}); got != test.want {
				t.Errorf("%d nodes with captures %v weigh %d, want %d", test.s.Nodes(), captures, got, test.want)
			}
		}
	}
}
