package duplicate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

// TestReasons has two records of a game that differ in one thing, in either order
// of import: the better one is preferred, for that reason.
func TestReasons(t *testing.T) {
	game := randomGame(rand.New(rand.NewPCG(3, 3)), 120)
	commented := testRecord{raw: of("", game).sgf()}
	commented.raw = commented.raw[:len(commented.raw)-1] + "C[a good game])"
	for _, test := range []struct {
		reason        Reason
		better, worse testRecord
	}{
		{MoreMoves, of("", game), of("", game[:119])},
		{KnownResult, of("RE[B+R]", game), of("AN[somebody else]", game)},
		{KnownDate, of("DT[1980-09-15]", game), of("DT[1980]", game)},
		{KnownDate, of("DT[1980]", game), of("AN[somebody else]", game)},
		{KnownPlayers, of(names("A Anders", "B Bauer"), game), of("PB[A Anders]AN[C]US[D]", game)},
		{KnownPlayers, of("PB[A Anders]", game), of("PB[?]AN[C]", game)},
		{Undamaged, of(names("Anders", "Bauer"), game), of(names("Anders", "Bauer")+"AN[\uFFFD]", game)},
		{Commented, commented, of("AN[somebody else]", game)},
		{MoreInfo, of("AN[somebody else]US[another]", game), of("AN[somebody else]", game)},
		{Earlier, of("AN[somebody]", game), of("AN[somebody]", game)},
	} {
		for i, order := range [][]testRecord{{test.better, test.worse}, {test.worse, test.better}} {
			_, s := openRecords(t, 10, order)
			best := store.GameID(i + 1)
			if test.reason == Earlier {
				best = 1
			}
			number, _, ok := find(t, s).Of(1)
			if !ok {
				t.Errorf("%v: not found to be one game", test.reason)
				continue
			}
			if m := find(t, s).Cluster(number).Members[0]; m.ID != best || m.Reason != test.reason {
				t.Errorf("%s and %s: game %d is preferred as it %v, want %d as it %v", order[0].info, order[1].info, m.ID, m.Reason, best, test.reason)
			}
		}
	}
}

// TestFewerProblems has a record with a problem that the better one lacks.
func TestFewerProblems(t *testing.T) {
	game := randomGame(rand.New(rand.NewPCG(4, 4)), 120)
	bad := of("XX[1]", game).sgf()
	_, s := openRecords(t, 10, []testRecord{{raw: bad[:len(bad)-1]}, of("", game)}) // not closed
	number, _, ok := find(t, s).Of(1)
	if !ok {
		t.Fatal("not found to be one game")
	}
	if m := find(t, s).Cluster(number).Members[0]; m.ID != 2 || m.Reason != Sounder {
		t.Errorf("game %d is preferred as it %v", m.ID, m.Reason)
	}
}

// TestBetween compares every range with asking for each record.
func TestBetween(t *testing.T) {
	_, s := openRecords(t, 7, someRecords(rand.New(rand.NewPCG(4, 9))))
	c := find(t, s)
	end := store.GameID(0)
	for number := range c.All() {
		for _, m := range c.Cluster(number).Members {
			end = max(end, m.ID+2)
		}
	}
	for from := store.GameID(0); from <= end; from++ {
		for to := from; to <= end; to++ {
			next := from
			for id, at := range c.Between(from, to) {
				for ; next < id; next++ {
					if _, _, ok := c.Of(next); ok {
						t.Fatalf("from %d before %d: %d is left out", from, to, next)
					}
				}
				if number, member, ok := c.Of(id); !ok || at != [2]int{number, member} || id >= to {
					t.Fatalf("from %d before %d: %d is said to be at %v", from, to, id, at)
				}
				next = id + 1
			}
			for ; next < to; next++ {
				if _, _, ok := c.Of(next); ok {
					t.Fatalf("from %d before %d: %d is left out", from, to, next)
				}
			}
		}
	}
}

// TestShared compares with a map, on keys that are often the same, and often
// equal in the bits that are looked at first.
func TestShared(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 3000} {
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = r.Uint64N(uint64(n)) << (8 * r.IntN(4))
		}
		want := map[uint64][]int32{}
		for i, k := range keys {
			if k != 0 {
				want[k] = append(want[k], int32(i))
			}
		}
		last, groups := uint64(0), 0
		for _, group := range shared(keys) {
			k := keys[group[0]]
			if k <= last || !slices.Equal(group, want[k]) {
				t.Fatalf("%d keys: group %v of key %d after %d, want %v", n, group, k, last, want[k])
			}
			last, groups = k, groups+1
		}
		for _, w := range want {
			if len(w) > 1 {
				groups--
			}
		}
		if groups != 0 {
			t.Errorf("%d keys: %d groups too many", n, groups)
		}
	}
}

// TestBlocksMissing leaves out as many moves as blocks forgive, and one more.
func TestBlocksMissing(t *testing.T) {
	game := played(randomGame(rand.New(rand.NewPCG(8, 8)), 200))
	forgiven := len(game) / editsPer
	ends := func(n int) position.Sequence {
		a := slices.Clone(game)
		for i := range n {
			a[i] = 0x7FFF // a word that is nowhere else
		}
		return a
	}
	if n := blocks(ends(forgiven), game); n != 1 {
		t.Errorf("the first %d moves missing: %d blocks, want 1", forgiven, n)
	}
	if n := blocks(ends(forgiven+1), game); n <= maxBlocks {
		t.Errorf("the first %d moves missing: %d blocks, want too many", forgiven+1, n)
	}
}
