package postings

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// TestCheckGoesOn expects a word on each of several damages at once, and no
// more after whoever listens has heard enough.
func TestCheckGoesOn(t *testing.T) {
	x := build(t, opening(400, 40, rand.New(rand.NewPCG(9, 10))))
	if len(x.keys) < 3*8 || len(x.directory) < 2*lineSize {
		t.Fatal("too small to be damaged in several places")
	}
	x.directory[lineSize] ^= 0x80                  // where the second line begins
	x.directory[lineSize-1] ^= 0x01                // the size of a bucket
	x.keys[8+7] ^= 0x80                            // the second shared key
	binary.LittleEndian.PutUint32(x.at[4:], 1<<20) // where its list begins
	x.lists[1] ^= 0x80                             // the first game of the first list
	var all []string
	for err := range x.Check() {
		all = append(all, err.Error())
	}
	for _, want := range []string{"directory line 1 begins", "is not in order", "the directory counts", "shared keys ", "list 1 begins at", "bytes of lists"} {
		if !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("nothing says %q among %q", want, all)
		}
	}
	for stop := 1; stop <= len(all); stop++ {
		heard := 0
		for range x.Check() { // panics if it goes on after a break
			if heard++; heard == stop {
				break
			}
		}
		if heard != stop {
			t.Errorf("heard %d errors, want %d", heard, stop)
		}
	}
}

// TestOpenAtBounds opens headers with the most buckets there may be, and one bit more.
func TestOpenAtBounds(t *testing.T) {
	for bits, want := range map[byte]string{maxBucketBits: "too few", maxBucketBits + 1: "buckets"} {
		data := slices.Clone(build(t, nil).Bytes())
		data[8] = bits
		if _, err := Open(data, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("2^%d buckets: error %v, want one with %q", bits, err, want)
		}
	}
}

// TestSharedGameAtBounds asks for the last game of a list and for the one behind it,
// of a short list and of a bitmap.
func TestSharedGameAtBounds(t *testing.T) {
	for _, games := range []int{1000, maxList, maxList + 1, 9000} {
		var all []posting
		for g := range games {
			all = append(all, posting{42 << 40, uint16(3 * g)})
		}
		x := build(t, all)
		i, ok := x.findShared(42 << 40)
		if !ok {
			t.Fatalf("a key in %d games is not shared", games)
		}
		for _, n := range []int{0, 1, games / 2, games - 1} {
			if got, ok := x.sharedGame(i, n); !ok || got != 3*n {
				t.Errorf("game %d of %d is %d, %v, want %d", n, games, got, ok, 3*n)
			}
		}
		if got, ok := x.sharedGame(i, games); ok {
			t.Errorf("game %d of %d is %d, want none", games, games, got)
		}
	}
}

// TestSorter compares with sorting by comparison, on records that differ in few bits.
func TestSorter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	var s sorter
	for low := range 56 { // records of a partition agree in the first byte
		for _, n := range []int{0, 1, 2, 500} {
			var recs []uint64
			for range n {
				recs = append(recs, 7<<56|rnd.Uint64N(8)<<low|rnd.Uint64N(2)<<rnd.IntN(56))
			}
			want := slices.Clone(recs)
			slices.Sort(want)
			want = slices.Compact(want)
			if got := s.sort(recs); !slices.Equal(got, want) {
				t.Fatalf("%d records that differ from bit %d: wrong order", n, low)
			}
		}
	}
}

// TestPlaceAtBounds has nodes and moves with the highest numbers that fit.
func TestPlaceAtBounds(t *testing.T) {
	for _, test := range []struct {
		node, move int
		fits       bool
	}{{65535, 65535, true}, {65536, 1, false}, {1, 65536, false}, {65536, 65536, false}} {
		k := sharedKey{size: position.Square(19)}
		if _, ok := k.place(&position.Step{Node: test.node, MoveNumber: test.move}); ok != test.fits {
			t.Errorf("node %d, move %d: fits %v, want %v", test.node, test.move, ok, test.fits)
		}
	}
	k := sharedKey{size: position.Square(19)}
	for n := range placesOf(k.size) {
		if got, ok := k.place(&position.Step{Node: n}); !ok || got != n {
			t.Errorf("place %d is %d, %v", n, got, ok)
		}
	}
	if _, ok := k.place(&position.Step{Node: 1000}); ok {
		t.Error("one place too many was taken")
	}
	if got, ok := k.place(&position.Step{Node: 1}); !ok || got != 1 {
		t.Errorf("a known place is %d, %v, want 1", got, ok)
	}
}
