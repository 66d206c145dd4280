package duplicate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

// What heads of lines show to be apart, comparing the whole lines finds nothing in: of games that
// differ by all kinds of changes to their first moves, turned, with stones of a handicap and with
// stones set up before, amid and behind what a head has.
func TestApart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 21))
	var records []testRecord
	for range 6 {
		opening := randomGame(r, 130)
		for range 5 {
			moves := opening
			for range 1 + r.IntN(30) {
				at := r.IntN(70)
				switch r.IntN(3) {
				case 0:
					moves = typo(moves, at, position.At(r.IntN(19), r.IntN(19)))
				case 1:
					moves = without(moves, at)
				default: // repeated, as after a ko
					moves = typo(moves, at, moves[max(0, at-4)].Point)
				}
			}
			records = append(records, of("", moves))
		}
		raw := of("", opening).sgf()
		var stones strings.Builder
		for i := range 1 + r.IntN(25) {
			fmt.Fprintf(&stones, "[%c%c]", 'a'+i%19, 's'-i/19)
		}
		for _, before := range []int{1, 50 + r.IntN(20), 100} { // of which move the stones are set up
			parts := strings.Split(raw, ";")
			if before < len(parts)-1 {
				parts[before] += ";AB" + stones.String()
				records = append(records, testRecord{raw: strings.Join(parts, ";")})
			}
		}
		records = append(records, testRecord{raw: strings.Replace(raw, ";W[", ";B[", 3+r.IntN(60))}) // moves of one color, a handicap
	}
	_, s := openRecords(t, 1000, records)
	f := &finder{ctx: context.Background(), snapshot: s}
	var ids []store.GameID
	for _, g := range s.Segments() {
		f.gather(g)
	}
	for i := range f.games {
		ids = append(ids, f.games[i].id)
	}
	apart, together, unusable := 0, 0, 0
	for _, later := range []bool{false, true} { // which of two is laid under
		for x := range ids {
			for y := x + 1; y < len(ids); y++ {
				g := rooms.New().(*group)
				g.enter(f, &keyedGroup{ids: ids})
				if later {
					g.came = map[store.GameID]struct{}{ids[y]: {}}
				}
				got, err := g.apart(x, y)
				if err != nil {
					t.Fatal(err)
				}
				one, _ := g.line(x)
				other, _ := g.line(y)
				switch c := g.game(x).compare(g.game(y), one, other); {
				case c.Kind != 0:
					together++
					if got {
						t.Fatalf("%d and %d are found to be apart by their heads, and %v by their lines:\n%s\n%s", x, y, c.Kind, records[x].sgf(), records[y].sgf())
					}
				case got:
					apart++
				}
				if !g.heads[x].usable && g.heads[x].read {
					unusable++
				}
			}
		}
	}
	t.Logf("%d apart, %d together, %d unusable", apart, together, unusable)
	if apart < 1000 || together < 50 || unusable < 20 {
		t.Errorf("too little was tried: %d pairs are apart, %d go together, %d heads are of no use", apart, together, unusable)
	}
}

// A head is of use if the whole line begins with it whatever follows, and its images begin the images of the line.
func TestIsHead(t *testing.T) {
	line := func(setupAt, n, oneColor int) position.Sequence {
		var b position.ScriptBuilder
		for i := range n {
			b.Node()
			p := position.At(i%19, i/19)
			switch {
			case setupAt == i:
				b.Add(position.Black, p)
			case i < oneColor:
				b.Move(position.Move{Color: position.Black, Point: p})
			default:
				b.Move(position.Move{Color: position.Black + position.Color(i%2), Point: p})
			}
		}
		return b.Script().Sequence()
	}
	for _, test := range []struct {
		what                string
		setupAt, n, ofBlack int
		want                bool
	}{
		{"a line", -1, sampled + 1, 0, true},
		{"a short line", -1, sampled, 0, false},
		{"with a handicap", -1, sampled + 9, 4, true},
		{"of one color", -1, sampled + 9, sampled + 9, false},
		{"with a stone set up early", 7, sampled + 9, 0, true},
		{"with a stone set up behind, which may be one of several", sampled, sampled + 9, 0, false},
	} {
		if got := isHead(line(test.setupAt, test.n, test.ofBlack), position.Square(19)); got != test.want {
			t.Errorf("%s: got %v", test.what, got)
		}
	}
	if isHead(line(-1, sampled+9, 0), position.Square(9)) {
		t.Error("points off the board are of use")
	}
}

// Games that cannot be read any more, as a store does not answer, are in no cluster, and comparing them
// does not fail: whoever asks for the clusters is told why.
func TestGamesThatAreLost(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 21))
	opening := randomGame(r, 130)
	_, s := openRecords(t, 1000, []testRecord{of("", opening), of("", typo(opening, 100, position.At(0, 0)))})
	for _, bounds := range []bounds{{allPairs: 16}, {allPairs: 1, neighbors: 8}} {
		g := rooms.New().(*group)
		g.enter(&finder{ctx: context.Background(), snapshot: s, bounds: bounds}, &keyedGroup{ids: []store.GameID{1, 2, 1001, 1002}})
		if err := g.compare(); err != nil || len(g.found) != 1 || g.found[0].pair != (pair{1, 2}) {
			t.Errorf("%+v: %v, %v", bounds, g.found, err)
		}
	}
}

// Words that one of two heads has many times lie on one word of the other: whichever of them is laid under,
// they count as the lines are compared.
func TestApartWithPasses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 21))
	moves := randomGame(r, 180)
	passes := func(n int) (list []position.Move) {
		for i := range n {
			list = append(list, position.Move{Color: position.Black + position.Color(i%2), Point: position.Pass})
		}
		return list
	}
	_, s := openRecords(t, 1000, []testRecord{
		of("", slices.Concat(moves[:20], passes(2), moves[20:100])),
		of("", slices.Concat(moves[:20], passes(38), moves[100:])),
	})
	for _, came := range []map[store.GameID]struct{}{nil, {2: {}}} {
		g := rooms.New().(*group)
		g.enter(&finder{ctx: context.Background(), snapshot: s}, &keyedGroup{ids: []store.GameID{1, 2}})
		g.came = came
		if apart, err := g.apart(0, 1); apart || err != nil || !g.heads[0].usable || !g.heads[1].usable {
			t.Errorf("with %d under: %t, %v, %v", g.laid, apart, err, g.heads)
		}
	}
}
