package columns

import (
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// TestDelay goes through blocks with different numbers of comparisons.
func TestDelay(t *testing.T) {
	var d delay
	p := &plan{cells: make([]kernelCell, 9)}
	// in compares n sets of lanes in a block, each leaving so many lanes open, and returns
	// after how many there are tables; -1 if there never are.
	in := func(n int, set, open uint64) int {
		d.block()
		made := -1
		for i := range n {
			if made < 0 && d.over() {
				made = i
			}
			d.compared++
			if made < 0 {
				d.take(p, set, open)
			}
		}
		return made
	}
	const all, one, few = ^uint64(0), 1 << 7, 0b111
	for i := range 3 {
		if at := in(500, one, 0); at != -1 {
			t.Errorf("block %d of single lanes: tables after %d", i, at)
		}
	}
	open := in(500, all, few)
	if open < 5 || open > 100 {
		t.Errorf("with open lanes: tables after %d", open)
	}
	if d.block(); !d.ahead {
		t.Fatal("the block after one that was worth tables waits for them")
	}
	d = delay{}
	if closed := in(500, all, 0); closed <= open {
		t.Errorf("tables after %d with open lanes, after %d without", open, closed)
	}

	d = delay{}
	in(500, all, few)
	for i := range manyBlocks {
		if at := in(500, all, few); at != 0 {
			t.Fatalf("block %d: tables after %d", i, at)
		}
	}
	if at := in(500, one, 0); at != -1 {
		t.Errorf("after many blocks it is not measured again: tables after %d", at)
	}
	if at := in(500, one, 0); at != -1 {
		t.Errorf("what was measured anew does not count: tables after %d", at)
	}

	d = delay{}
	in(500, all, few)
	if at := in(3, all, few); at != 0 {
		t.Errorf("tables after %d", at)
	}
	if at := in(3, all, few); at != -1 {
		t.Errorf("after a block that compared little: tables after %d", at)
	}
}

// TestDense compares with the bitmap, also where it has numbers that no game has.
func TestDense(t *testing.T) {
	games := roaring.BitmapOf(0, 63, 64, 1000, MaxGames-1, MaxGames, MaxGames+5, 1<<31)
	games.AddRange(30_000, 40_000)
	before := games.Clone()
	set := dense([]uint64{1, 2, 3}, games)
	if len(set) != MaxGames/64 || !games.Equals(before) {
		t.Fatalf("%d words, or the games were changed", len(set))
	}
	for g := range MaxGames {
		if got := set[g/64]>>(g%64)&1 != 0; got != games.Contains(uint32(g)) {
			t.Fatalf("game %d: %t", g, got)
		}
	}
}
