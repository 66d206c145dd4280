package columns

import (
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// TestDelay goes through blocks with different numbers of comparisons.
func TestDelay(t *testing.T) {
	d := newDelay(361, 361)
	// in compares n sets of lanes in a block, each leaving so many lanes open, and returns
	// after how many there are tables, and after how many these account for changes; -1 if
	// they never do.
	in := func(n int, open uint64) (tables, changes int) {
		d.block()
		tables, changes = -1, -1
		for i := range n {
			if changes < 0 && d.overChanges() {
				changes = i
			}
			if tables < 0 && d.over() {
				tables = i
			}
			d.compare(1, changes >= 0)
			if changes < 0 {
				d.take(open)
			}
		}
		return tables, changes
	}
	const few = 0b111
	check := func(what string, tables, changes, wantTables, wantChanges int) {
		t.Helper()
		if tables != wantTables || changes != wantChanges {
			t.Errorf("%s: tables after %d, changes after %d; want %d and %d", what, tables, changes, wantTables, wantChanges)
		}
	}
	ask := func(what string, n int, open uint64, wantTables, wantChanges int) {
		t.Helper()
		tables, changes := in(n, open)
		check(what, tables, changes, wantTables, wantChanges)
	}
	ask("few", manyFound, 0, -1, -1)
	ask("after few", manyFound+2, 0, manyFound+1, -1)
	ask("after not quite many", 2*manyFound, 0, manyFound+1, -1)
	ask("after many", 2*manyFound-1, 0, 0, -1)
	ask("after not quite many again", 500, 0, manyFound+1, -1)

	d = newDelay(361, 361)
	worth := changesCost/(openCost*3) + 1 // comparisons that leave three lanes open each
	ask("with open lanes", 500, few, manyFound+1, worth)
	for i := range manyBlocks {
		if tables, changes := in(500, few); tables != 0 || changes != 0 {
			t.Fatalf("block %d: tables after %d, changes after %d", i, tables, changes)
		}
	}
	ask("after many blocks it is measured again", 500, 0, 0, -1)
	ask("what was measured anew counts", 500, 0, 0, -1)

	d = newDelay(361, 361)
	in(500, few)
	ask("at once", 3, few, 0, 0)
	ask("after a block that compared little", 3, few, -1, -1)
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
