package columns

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// cornerGames are games of which most stones lie in corners, with captures, setup and variations.
func cornerGames(rnd *rand.Rand, size position.Size, n int) []Game {
	var games []Game
	for i := range n {
		var b position.ScriptBuilder
		b.Node()
		at := func() position.Point {
			x, y := rnd.IntN(4), rnd.IntN(4)
			if rnd.IntN(8) == 0 {
				return position.At(rnd.IntN(size.Cols), rnd.IntN(size.Rows))
			}
			return position.At([]int{x, size.Cols - 1 - x}[rnd.IntN(2)/(1+i%2)], []int{y, size.Rows - 1 - y}[rnd.IntN(2)/(1+i%2)])
		}
		for range 1 + rnd.IntN(60) {
			b.Node()
			switch rnd.IntN(30) {
			case 0:
				for range 1 + rnd.IntN(5) {
					b.Add(position.Black+position.Color(rnd.IntN(2)), at())
				}
			case 1:
				b.Add(position.Empty, at())
			default:
				b.Move(position.Move{Color: position.Black + position.Color(rnd.IntN(2)), Point: at()})
			}
		}
		games = append(games, Game{Local: uint16(2 * i), Script: b.Script()})
	}
	for i := range n / 2 {
		games = append(games, Game{Local: uint16(2*n + i), Script: randomScript(rnd, size, 1+rnd.IntN(60), true)})
	}
	for range n / 2 { // the same again, so that states are common
		g := games[rnd.IntN(4)/3]
		g.Local = games[len(games)-1].Local + 1
		games = append(games, g)
	}
	return games
}

// Every state that a corner ever has, after any node, is found in the key, with its game, if it has as
// many stones as the key has.
func TestCornerKeyHasStates(t *testing.T) {
	for _, size := range []position.Size{position.Square(14), {Cols: 15, Rows: 19}} {
		rnd := rand.New(rand.NewPCG(37, uint64(size.Cols)))
		games := cornerGames(rnd, size, testsize.Of(60, 24))
		x := build(t, size, games)
		if x.key.states == 0 || x.key.rare == 0 {
			t.Fatalf("%d common and %d rare states", x.key.states, x.key.rare)
		}
		odd, even, most := 0, 0, 0
		for lane, g := range games {
			var r position.Replayer
			r.Replay(size, g.Script, func(b *position.Board, step *position.Step) bool {
				for corner := range 4 {
					x0, y0 := cornerStart(size, corner)
					m := position.Image{Cols: cornerSide, Rows: cornerSide, Left: x0, Right: x0, Top: y0, Bottom: y0}
					stones := 0
					for i := range cornerSide * cornerSide {
						c := position.CellOf(b.At(position.At(x0+i%cornerSide, y0+i/cornerSide)))
						if m.Cells = append(m.Cells, c); c != position.OnlyEmpty {
							stones++
						}
					}
					hashes := keyHashes(size, &m, x0, y0)
					if (len(hashes) > 0) != keyed(stones) {
						t.Fatalf("%d stones: %d hashes", stones, len(hashes))
					}
					if len(hashes) == 0 {
						continue
					}
					odd, even, most = odd+stones%2, even+1-stones%2, max(most, stones)
					var found []uint16
					for _, hash := range hashes {
						found = x.key.find(found, hash)
					}
					if !slices.Contains(found, uint16(lane)) {
						t.Fatalf("%v, game %d, node %d, corner %d: a state of %d stones is not found", size, lane, step.Node, corner, stones)
					}
				}
				return true
			})
		}
		if min(odd, even) < 100 || most < keyMany {
			t.Errorf("%v: %d odd, %d even states, of %d stones at most: too few to mean anything", size, odd, even, most)
		}
	}
}

// With the key and without it, scans report the same.
func TestCornerKeyAgainstBitmaps(t *testing.T) {
	size := position.Square(14)
	rnd := rand.New(rand.NewPCG(37, 2))
	games := cornerGames(rnd, size, testsize.Of(150, 60))
	with := build(t, size, games)
	without, err := Open(with.Bytes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found, looked := 0, 0
	for range testsize.Of(60, 20) {
		var images []position.Image
		for range 1 + rnd.IntN(3) {
			images = append(images, cornerImage(rnd, size, games[rnd.IntN(len(games))].Script))
		}
		for _, q := range []*Query{{Images: images}, {Images: images, MainLine: true}, {Images: images, Once: true}} {
			for _, m := range images {
				looked += len(keyHashes(size, &m, m.Left, m.Top))
			}
			want, got := scanAll(t, without, q), scanAll(t, with, q)
			// Which undecided games are reported may differ where none has an image.
			decided := func(list []Candidate) []Candidate {
				return slices.DeleteFunc(list, func(c Candidate) bool { return !c.Decided })
			}
			if want, got = decided(want), decided(got); !reflect.DeepEqual(got, want) {
				t.Fatalf("with the key %v, without it %v", got, want)
			}
			found += len(got)
		}
		compareWithReplay(t, with, games, images)
	}
	if found < 100 || looked < 50 {
		t.Errorf("%d found, %d looked up: too few to mean anything", found, looked)
	}
}

// A damaged key is refused, or reported by Check, and scans with it do not fail.
func TestCornerKeyDamaged(t *testing.T) {
	size := position.Square(14)
	rnd := rand.New(rand.NewPCG(37, 3))
	games := cornerGames(rnd, size, 40)
	data, good, err := Build(position.Rules{}, size, games)
	if err != nil {
		t.Fatal(err)
	}
	var images []position.Image
	for range 6 {
		images = append(images, cornerImage(rnd, size, games[rnd.IntN(len(games))].Script))
	}
	scan := func(key []byte) (refused, reported bool) {
		x, err := Open(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if x.UseCorners(key, nil) != nil {
			return true, false
		}
		scanOnce(t, x, &Query{Images: images})
		for range x.Check() {
			reported = true
		}
		return false, reported
	}
	if refused, reported := scan(good); refused || reported {
		t.Fatal("a sound key is damaged")
	}
	x, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.UseCorners(good, nil); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 4, 8, 12, 16, 20, 24, x.key.buckets + 3, x.key.buckets + 7, x.key.common + 7, x.key.lanes + 1} {
		bad := slices.Clone(good)
		bad[at] ^= 0x81
		if refused, reported := scan(bad); !refused && !reported {
			t.Errorf("byte %d: nobody noticed", at)
		}
	}
	if refused, _ := scan(good[:keyHeaderSize-1]); !refused {
		t.Error("half a header is taken")
	}
	for range testsize.Of(3000, 500) {
		bad := slices.Clone(good)
		for range 1 + rnd.IntN(4) {
			bad[keyHeaderSize+rnd.IntN(len(bad)-keyHeaderSize)] ^= byte(1 << rnd.IntN(8))
		}
		scan(bad[:len(bad)-rnd.IntN(20)])
	}
	small, err := Open(build(t, position.Square(9), []Game{{}}).Bytes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if small.UseCorners(good, nil) == nil {
		t.Error("a key of another board is taken")
	}
}

// Lacks is only true where a scan finds nothing.
func TestLacks(t *testing.T) {
	lacks := 0
	for i := range testsize.Of(400, 100) {
		s := newGameSet(t, uint16(2*i))
		rnd := rand.New(rand.NewPCG(37, uint64(i)))
		images := s.images(rnd)
		if !s.index.Lacks(images) {
			continue
		}
		lacks++
		if all := scanOnce(t, s.index, &Query{Images: images}); len(all) > 0 {
			t.Fatalf("set %d lacks the images and has %v", i, all)
		}
	}
	size := position.Square(9)
	some := build(t, size, []Game{{Script: script(t, nil, []string{"Baa"}, []string{"Wba"})}})
	for _, test := range []struct {
		cells string
		want  bool
	}{{"X", false}, {"O", true}, {"XO", false}, {"OX", true}, {".O", false}} {
		m := position.Image{Cols: len(test.cells), Rows: 1}
		for _, c := range test.cells {
			m.Cells = append(m.Cells, map[rune]position.Cell{'X': position.OnlyBlack, 'O': position.OnlyWhite, '.': position.OnlyEmpty}[c])
		}
		if got := some.Lacks([]position.Image{m}); got != test.want {
			t.Errorf("lacks %s: %v", test.cells, got)
		}
		if m.Right = 1; some.Lacks([]position.Image{m}) {
			t.Errorf("lacks %s, which may lie in two places", test.cells)
		}
	}
	if lacks < testsize.Of(20, 5) {
		t.Error(fmt.Sprint(lacks, " sets lack their images: too few to mean anything"))
	}
}
