package columns

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// TestBitmaps compares sets of games with a table of words, in groups of any size.
func TestBitmaps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(32, 128))
	for range testsize.Of(400, 100) {
		b := bitmaps{offset: rnd.IntN(9), things: 2 * (1 + rnd.IntN(4)), blocks: 1 + rnd.IntN(140), group: 1 + rnd.IntN(50)}
		data := make([]byte, b.end()+rnd.IntN(9))
		table := make([][]uint64, b.blocks)
		for block := range table {
			for range b.things {
				table[block] = append(table[block], rnd.Uint64()&rnd.Uint64())
			}
			b.put(data, block, table[block])
		}
		for block := range table {
			for thing, want := range table[block] {
				if got := b.at(data, thing, block); got != want {
					t.Fatalf("%+v: thing %d in block %d: %x, want %x", b, thing, block, got, want)
				}
			}
		}
		one, two, from := rnd.IntN(b.things), rnd.IntN(b.things), rnd.IntN(b.blocks)
		var sets, want, wantEither []uint64
		left, leftEither := uint64(0), uint64(0)
		for block := from; block < b.blocks-rnd.IntN(2); block++ {
			set := uint64(1) << rnd.IntN(64)
			sets = append(sets, set)
			want = append(want, set&table[block][one])
			wantEither = append(wantEither, set&(table[block][one]|table[block][two]))
			left, leftEither = left|want[block-from], leftEither|wantEither[block-from]
		}
		x := &Index{layout: layout{area: b.things / 2, blocks: b.blocks, ever: b}, data: data}
		got, either := slices.Clone(sets), slices.Clone(sets)
		if some := b.and(x, one, from, got); !slices.Equal(got, want) || some != (left != 0) {
			t.Fatalf("%+v: from %d on %x, %t; want %x", b, from, got, some, want)
		}
		if some := b.andEither(x, one, two, from, either); !slices.Equal(either, wantEither) || some != (leftEither != 0) {
			t.Fatalf("%+v: either, from %d on %x, %t; want %x", b, from, either, some, wantEither)
		}
		for _, third := range []bool{false, true} {
			var p planes
			p.begin(x, third)
			for range 9 {
				block := rnd.IntN(b.blocks)
				words := p.of(x, block, block+1+rnd.IntN(b.blocks-block))
				for point := range x.area {
					black, white := table[block][2*point], table[block][2*point+1]
					if words[point] != black || words[x.area+point] != white || third && words[2*x.area+point] != black|white {
						t.Fatalf("%+v: point %d in block %d: %x, want %x and %x", b, point, block, words, black, white)
					}
				}
			}
		}
	}
}

// TestManyGames compares scans of more games than are looked at together, all of them and a
// few, with replays.
func TestManyGames(t *testing.T) {
	rnd := rand.New(rand.NewPCG(81, 92))
	size := position.Size{Cols: 3, Rows: 2}
	games := randomGames(rnd, size, BlockGames*(runBlocks+everGroup)+70, 4)
	x := build(t, size, games)
	hits := 0
	for range testsize.Of(6, 2) {
		fixed, floating := randomImage(rnd, size, games[rnd.IntN(len(games))].Script), randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
		fixed.Right, fixed.Bottom = fixed.Left, fixed.Top
		for _, images := range [][]position.Image{{fixed}, {fixed, floating}} {
			h, _ := compareWithReplay(t, x, games, images)
			hits += h
			some := roaring.New()
			for range 1 + rnd.IntN(30) {
				some.Add(uint32(games[rnd.IntN(len(games))].Local))
			}
			bothWays(func() {
				want := slices.DeleteFunc(scanAll(t, x, &Query{Images: images}), func(c Candidate) bool { return !some.Contains(uint32(c.Local)) })
				if diff := cmp.Diff(want, scanAll(t, x, &Query{Images: images, Games: some}), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%v: of some games (-want +got):\n%s", images, diff)
				}
			})
		}
	}
	if hits < 1000 {
		t.Errorf("%d hits: too few to mean anything", hits)
	}
}
