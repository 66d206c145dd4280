package columns

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// counts are what a Tally counts, game by game.
type counts struct {
	Games   map[uint16]bool // whether the first hit is swapped
	Hits    int
	Ended   int
	Replies map[uint16]replyCounts // by number
}

type replyCounts struct {
	Games  map[uint16]bool // whether the first hit that it followed is swapped
	Hits   int
	Tenuki int
}

func newCounts() *counts {
	return &counts{Games: map[uint16]bool{}, Replies: map[uint16]replyCounts{}}
}

// block adds what was counted in a block.
func (c *counts) block(b *BlockCount) {
	c.Hits += b.Hits
	c.Ended += b.Ended
	add := func(games map[uint16]bool, set, swapped uint64) {
		for ; set != 0; set &= set - 1 {
			slot := bits.TrailingZeros64(set)
			games[b.Local(slot)] = swapped>>slot&1 != 0
		}
	}
	add(c.Games, b.Games, b.Swapped)
	for _, n := range b.Seen {
		r := c.reply(n)
		add(r.Games, b.Replies[n].Games, b.Replies[n].Swapped)
		r.Hits += b.Replies[n].Hits
		r.Tenuki += b.Replies[n].Tenuki
		c.Replies[n] = r
	}
}

func (c *counts) reply(n uint16) replyCounts {
	r, ok := c.Replies[n]
	if !ok {
		r.Games = map[uint16]bool{}
	}
	return r
}

// countReported counts the same from what a scan reports without a tally, with the numbers of its
// replies.
func countReported(list []Candidate, images []position.Image, numbers [][]uint16, counted func(Candidate) bool) (*counts, []Candidate) {
	type hit struct {
		game, reply uint16
	}
	c := newCounts()
	first := map[hit]int{} // the least order
	var rest []Candidate
	see := func(games map[uint16]bool, at hit, order int) {
		if old, ok := first[at]; !ok || order < old {
			first[at] = order
			games[at.game] = order%2 == 1
		}
	}
	for _, h := range list {
		if !counted(h) {
			rest = append(rest, h)
			continue
		}
		order := 2 * h.Node
		if images[h.Image].Swapped {
			order++
		}
		c.Hits++
		see(c.Games, hit{h.Local, 1<<16 - 1}, order)
		if h.NextNode == 0 {
			c.Ended++
			continue
		}
		m := &images[h.Image]
		cell := (h.Next.Point.Y()-h.Anchor.Y())*m.Cols + h.Next.Point.X() - h.Anchor.X()
		n := numbers[h.Image][2*cell+int(h.Next.Color-position.Black)]
		r := c.reply(n)
		see(r.Games, hit{h.Local, n}, order)
		r.Hits++
		if h.NextNode > h.Node+1 {
			r.Tenuki++
		}
		c.Replies[n] = r
	}
	return c, rest
}

// TestTallyAgainstReports compares what a scan counts with what it reports hit by hit,
// which other tests compare with replays.
func TestTallyAgainstReports(t *testing.T) {
	bothWays(func() { testTallyAgainstReports(t) })
}

func testTallyAgainstReports(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 18))
	hits, left, swaps, moved := 0, 0, 0, 0
	for _, size := range []position.Size{position.Square(3), position.Square(5), {Cols: 9, Rows: 4}, position.Square(9), position.Square(19)} {
		var games []Game
		for i := range 150 {
			moves := 1 + rnd.IntN(2*size.Area())
			switch {
			case i%25 == 0:
				moves = 505 + rnd.IntN(20) // about as many nodes as a game may have that is counted
			case size.Area() < 26:
				moves = 1 + rnd.IntN(200) // most of them captures
			}
			s := playedScript(rnd, size, moves, i%10 == 0)
			if i%15 == 0 {
				s = randomScript(rnd, size, 100, true)
			}
			games = append(games, Game{Local: uint16(2 * i), Script: append(position.Script(nil), s...)})
		}
		x := build(t, size, games)
		short := map[uint16]bool{}
		for _, g := range games {
			short[g.Local] = g.Script.Nodes() <= shortest
		}
		for range testsize.Of(16, 6) {
			m := randomImage(rnd, size, games[rnd.IntN(len(games))].Script)
			p := &position.Pattern{Cols: m.Cols, Rows: m.Rows, Cells: m.Cells}
			images := p.Images(size, position.ImageOptions{SwapColors: rnd.IntN(2) == 0})
			if rnd.IntN(4) == 0 { // swapped images only
				for len(images) > 1 && !images[0].Swapped {
					images = images[1:]
				}
			}
			if len(images) == 0 {
				continue
			}
			got := newCounts()
			const replies = 5
			var all [][]uint16
			asked := 0
			tally := &Tally{Replies: func() ([][]uint16, int) { asked++; return all, replies }, Block: got.block}
			for i := range images {
				tally.Swapped = append(tally.Swapped, images[i].Swapped)
				var numbers []uint16
				for range 2 * len(images[i].Cells) {
					numbers = append(numbers, uint16(rnd.IntN(replies)))
				}
				all = append(all, numbers)
			}
			apart := roaring.New()
			for range rnd.IntN(20) {
				apart.Add(uint32(2 * rnd.IntN(len(games))))
			}
			if !apart.IsEmpty() || rnd.IntN(2) == 0 {
				tally.Apart = func() *roaring.Bitmap { return apart }
			} else if rnd.IntN(2) == 0 {
				tally.Apart = func() *roaring.Bitmap { return nil }
			}
			plain := &Query{Images: images, Next: true, MainLine: rnd.IntN(2) == 0}
			want, rest := countReported(scanAll(t, x, plain), images, all, func(c Candidate) bool {
				return c.Decided && c.Known && short[c.Local] && !apart.Contains(uint32(c.Local))
			})
			counted := *plain
			counted.Tally = tally
			reported := scanAll(t, x, &counted)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v, image %v (-reported +counted):\n%s", size, p, diff)
			}
			if diff := cmp.Diff(rest, reported); diff != "" {
				t.Fatalf("%v, image %v: what is left to be reported (-without +with a tally):\n%s", size, p, diff)
			}
			if asked > 1 || asked == 0 && want.Hits > want.Ended {
				t.Errorf("asked %d times for the replies of %d hits", asked, want.Hits)
			}
			hits, left = hits+want.Hits, left+len(rest)
			for _, swapped := range got.Games {
				if swapped {
					swaps++
				}
			}
			for _, r := range got.Replies {
				moved += r.Tenuki
			}
		}
	}
	t.Logf("%d hits counted, %d candidates reported, %d games swapped, %d replies after moves elsewhere", hits, left, swaps, moved)
	if hits < testsize.Of(20000, 5000) || left < testsize.Of(2000, 500) || swaps < testsize.Of(500, 100) || moved < testsize.Of(5000, 1000) {
		t.Errorf("%d hits counted, %d candidates reported, %d games swapped, %d replies after moves elsewhere: too few to mean anything", hits, left, swaps, moved)
	}
}

// TestTallyOfSelection asks for a tally of some games.
func TestTallyOfSelection(t *testing.T) {
	x := build(t, position.Square(5), []Game{
		{Local: 3, Script: script(t, []string{}, []string{"Baa"}, []string{"Wba"})},
		{Local: 5, Script: script(t, []string{}, []string{"Baa"}, []string{"Wcc"}, []string{"Bba"})},
		{Local: 9, Script: script(t, []string{}, []string{"Baa"})},
	})
	image := position.Image{Cols: 2, Rows: 1, Cells: []position.Cell{position.OnlyBlack, position.OnlyEmpty}}
	got := newCounts()
	large := position.Image{Cols: 6, Rows: 1, Cells: make([]position.Cell, 6)} // lies nowhere
	replies := func() ([][]uint16, int) { return [][]uint16{make([]uint16, 12), {0, 1, 2, 3}}, 4 }
	tally := &Tally{Replies: replies, Swapped: []bool{false, true}, Block: got.block}
	q := &Query{Images: []position.Image{large, image}, Next: true, Tally: tally, Games: roaring.BitmapOf(5, 9)}
	if err := x.Scan(context.Background(), q, func(c Candidate) bool { t.Errorf("%v was reported", c); return true }); err != nil {
		t.Fatal(err)
	}
	want := &counts{
		Games: map[uint16]bool{5: true, 9: true}, Hits: 2, Ended: 1,
		Replies: map[uint16]replyCounts{2: {Games: map[uint16]bool{5: true}, Hits: 1, Tenuki: 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
