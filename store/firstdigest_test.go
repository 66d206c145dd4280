package store

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// TestFirstDigest compares with halving, among digests that are uniform, equal, all but equal,
// zero as those of games that are gone, or cannot be read.
func TestFirstDigest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	digest := func() []byte {
		var d Digest
		for i := 0; i < len(d); i += 8 {
			binary.LittleEndian.PutUint64(d[i:], rng.Uint64())
		}
		return d[:]
	}
	looks, uniform := 0, 0
	for round := range 600 {
		list := make([][]byte, rng.IntN(3000))
		for i := range list {
			list[i] = digest()
			switch d := list[i]; {
			case round%6 == 1 && i%3 > 0:
				clear(d)
			case round%6 == 2 && i > 0 && i%2 == 0:
				copy(d, list[rng.IntN(i)])
			case round%6 == 3:
				clear(d[:7])
			case round%6 == 4:
				d[0], d[1], d[2] = byte(255*(i&1)), 255, 255
			}
		}
		slices.SortFunc(list, bytes.Compare)
		if round%6 == 5 && len(list) > 0 {
			list[rng.IntN(len(list))] = nil // damaged
		}
		for try := range 20 {
			want := digest()
			switch {
			case try < 5 && len(list) > 0:
				if d := list[rng.IntN(len(list))]; d != nil {
					want = d
				}
			case try == 5:
				clear(want)
			case try == 6:
				for i := range want {
					want[i] = 255
				}
			}
			seen := 0
			got := firstDigest(len(list), func(i int) []byte { seen++; return list[i] }, want)
			if round%6 == 0 {
				looks, uniform = looks+seen, uniform+1
			}
			if round%6 == 5 { // some place, without end
				continue
			}
			if halved := sort.Search(len(list), func(i int) bool { return bytes.Compare(list[i], want) >= 0 }); got != halved {
				t.Fatalf("round %d: %d of %d, want %d", round, got, len(list), halved)
			}
		}
	}
	if looks > 6*uniform {
		t.Errorf("%d looks for each uniform digest", looks/uniform)
	}
}
