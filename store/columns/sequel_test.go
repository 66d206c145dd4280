package columns

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// playedScript writes a game as it is played: a root and then moves on empty
// points, with passes. It breaks the rules here and there if it is told to.
func playedScript(rnd *rand.Rand, size position.Size, moves int, badly bool) position.Script {
	var b position.ScriptBuilder
	board := position.NewBoard(size)
	b.Node()
	if rnd.IntN(3) == 0 {
		for range 1 + rnd.IntN(3) {
			p := size.At(rnd.IntN(size.Area()))
			b.Add(position.Black, p)
			board.Set(p, position.Black)
		}
	}
	color := position.Black
	for range moves {
		m := position.Move{Color: color, Point: position.Pass}
		for range 20 {
			p := size.At(rnd.IntN(size.Area()))
			if board.Legal(position.Move{Color: color, Point: p}) == nil || badly && rnd.IntN(10) == 0 {
				m.Point = p
				break
			}
		}
		b.Node()
		b.Move(m)
		board.Play(m)
		if badly && rnd.IntN(100) == 0 {
			b.Node()
		}
		color = color.Opponent()
	}
	return b.Script()
}

// TestSequelAgainstReplay compares what became of every occurrence with the
// matcher, which replays the games.
func TestSequelAgainstReplay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	compared, next, broken, refused, once := 0, 0, 0, 0, 0
	for _, size := range []position.Size{position.Square(3), position.Square(5), {Cols: 9, Rows: 4}, position.Square(9)} {
		var games []Game
		for i := range 100 {
			games = append(games, Game{Local: uint16(3 * i), Script: playedScript(rnd, size, 1+rnd.IntN(120), i%4 == 0)})
		}
		x := build(t, size, games)
		for range testsize.Of(8, 2) {
			m := randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
			p := &position.Pattern{Cols: m.Cols, Rows: m.Rows, Cells: m.Cells}
			matcher, err := position.NewMatcher(p, position.MatchOptions{ImageOptions: position.ImageOptions{SwapColors: true}})
			if err != nil {
				continue // a region without a point
			}
			every, err := position.NewMatcher(p, position.MatchOptions{ImageOptions: position.ImageOptions{SwapColors: true}, Every: true})
			if err != nil {
				t.Fatal(err)
			}
			images := matcher.Images(size)
			candidates := scanAll(t, x, &Query{Images: images})
			for _, g := range games {
				hits := make(map[occurrence]position.Hit)
				for _, h := range matcher.Find(size, g.Script) {
					hits[occurrence{h.Image, h.Anchor}] = h
				}
				times := make(map[occurrence]int)
				for _, h := range every.Find(size, g.Script) {
					times[occurrence{h.Image, h.Anchor}]++
				}
				seen := 0
				for _, c := range candidates {
					if c.Local != g.Local {
						continue
					}
					seen++
					h, ok := hits[occurrence{c.Image, c.Anchor}]
					if !ok {
						t.Fatalf("game %d: %v was not found by the replay", g.Local, c)
					}
					if h.Node != c.Node {
						t.Fatalf("game %d: %v, the replay finds it at node %d", g.Local, c, h.Node)
					}
					got, ok := x.Sequel(c, &images[c.Image])
					if !ok {
						refused++
						continue
					}
					want := Sequel{Stood: h.Stood}
					if h.MoveNumber != h.Node {
						t.Errorf("game %d: move %d is node %d, but the game is said to be plain", g.Local, h.MoveNumber, h.Node)
					}
					for _, n := range h.Next {
						want.Next, want.NextNode = n.Played, n.Node
						next++
					}
					switch n := times[occurrence{c.Image, c.Anchor}]; {
					case !got.Again && n > 1:
						t.Errorf("game %d, node %d, image %d at %v comes up %d times", g.Local, c.Node, c.Image, c.Anchor, n)
					case !got.Again:
						once++
					}
					got.Again = false // it only may come up again
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("game %d, node %d, image %d at %v (-replay +index):\n%s", g.Local, c.Node, c.Image, c.Anchor, diff)
					}
					compared++
					if h.MoveNumber+h.Stood < g.Script.Moves() {
						broken++
					}
				}
				if seen != len(hits) {
					t.Errorf("game %d: %d occurrences, the replay finds %d", g.Local, seen, len(hits))
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	t.Logf("%d sequels compared, %d with a next stone, %d broken; %d refused", compared, next, broken, refused)
	if compared < testsize.Of(5000, 1000) || next < testsize.Of(1000, 200) || broken < testsize.Of(1000, 200) || refused < testsize.Of(100, 20) || once < testsize.Of(1000, 200) {
		t.Errorf("%d sequels compared, %d with a next stone, %d broken, %d once; %d refused: too few to mean anything", compared, next, broken, once, refused)
	}
}

func TestSequelRefused(t *testing.T) {
	image := position.Image{Cols: 1, Rows: 1, Cells: []position.Cell{position.OnlyBlack}}
	hit := Candidate{Decided: true, Node: 1}
	for _, test := range []struct {
		name string
		game [][]string
		c    Candidate
		want bool
	}{
		{"moves only", [][]string{{}, {"Baa"}, {"Wba"}}, hit, true},
		{"setup in the root", [][]string{{"+Bcc", "+Bdd"}, {"Baa"}, {"Wba"}}, hit, true},
		{"pass", [][]string{{}, {"Baa"}, {"W"}}, hit, true},
		{"undecided", [][]string{{}, {"Baa"}}, Candidate{Image: -1}, false},
		{"no such game", [][]string{{}, {"Baa"}}, Candidate{Local: 1, Decided: true}, false},
		{"anchor off the board", [][]string{{}, {"Baa"}}, Candidate{Decided: true, Anchor: position.At(5, 0)}, false},
		{"move in the root", [][]string{{"Baa"}, {"Wba"}}, hit, false},
		{"node without a move", [][]string{{}, {"Baa"}, {}, {"Wba"}}, hit, false},
		{"two moves in a node", [][]string{{}, {"Baa", "Wba"}}, hit, false},
		{"setup later", [][]string{{}, {"Baa"}, {"+Wba"}}, hit, false},
		{"suicide", [][]string{{"+Wdd", "+Wed", "+Wde"}, {"Baa"}, {"Bee"}, {"Wed"}}, hit, false},
	} {
		x := build(t, position.Square(5), []Game{{Local: 0, Script: script(t, test.game...)}})
		if _, got := x.Sequel(test.c, &image); got != test.want {
			t.Errorf("%s: known %v, want %v", test.name, got, test.want)
		}
	}
}
