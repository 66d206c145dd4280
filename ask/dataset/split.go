package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"kifudb/archive"
	"kifudb/store"
)

// The sides of a split.
const (
	Train = iota
	Validation
	Test
	sides
)

// SideNames are the names of the sides of a split, as files have them.
var SideNames = [sides]string{"train", "validation", "test"}

// A Split says which share of the games goes to each side. Records of one game go to the same side:
// those that kifudb takes for duplicates, near duplicates included, those with the same main line,
// also turned, mirrored and with colors exchanged, and those that are byte for byte equal.
//
// The side depends only on the seed and on the digests of the records of the game, not on the other games
// or on their order: of these records the least digest counts, hashed with the seed.
type Split struct {
	Shares [sides]float64 // which add up to 1
	Seed   uint64
}

// DefaultSplit is nine of ten games for training.
var DefaultSplit = Split{[sides]float64{0.9, 0.05, 0.05}, 1}

// Check says what is wrong with the shares.
func (s *Split) Check() error {
	sum := 0.0
	for _, share := range s.Shares {
		if !(share >= 0 && share <= 1) {
			return &archive.RequestError{Part: "split", Err: fmt.Errorf("a share is from 0 to 1, not %v", share)}
		}
		sum += share
	}
	if math.Abs(sum-1) > 1e-9 {
		return &archive.RequestError{Part: "split", Err: fmt.Errorf("the shares add up to %v, not to 1", sum)}
	}
	return nil
}

// random returns a number that depends on the seed, a digest and a number, the same for ever: the first
// eight bytes of SHA-256 of the three.
func (s *Split) random(d store.Digest, n int) uint64 {
	b := binary.BigEndian.AppendUint64(nil, s.Seed)
	b = append(b, d[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(n))
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:])
}

// side returns the side of the games of a digest.
func (s *Split) side(d store.Digest) int {
	at := float64(s.random(d, -1)>>11) / (1 << 53)
	for side, share := range s.Shares {
		if at < share {
			return side
		}
		at -= share
	}
	for side := sides - 1; ; side-- { // sums of shares are not exact
		if s.Shares[side] > 0 {
			return side
		}
	}
}

// groups are the records of a set by the games that they are of. It takes some 100 bytes for each record.
type groups struct {
	numbers map[gameAt]int32
	above   []int32        // a forest; a root is above itself
	digests []store.Digest // of a root the least of its records
}

// gameAt names a game of several archives.
type gameAt struct {
	archive int
	id      archive.GameID
}

// groupsOf finds which records of a set are of one game.
func groupsOf(ctx context.Context, vs *archive.Views, set *archive.GameSet) (*groups, error) {
	g := &groups{numbers: map[gameAt]int32{}}
	lines, digests := map[uint64]int32{}, map[store.Digest]int32{}
	for i, v := range vs.All() {
		clusters, err := v.Clusters(ctx)
		if err != nil {
			return nil, err // without them a game might be on two sides
		}
		first := map[int]int32{} // by cluster
		for _, segment := range v.Snapshot().Segments() {
			for it := segment.Live().Iterator(); it.HasNext(); {
				local := int(it.Next())
				id := segment.Base() + archive.GameID(local)
				if in := set.In(i); in != nil && !in.Contains(uint32(id)) {
					continue
				}
				n := int32(len(g.above))
				d := segment.Digest(local)
				g.numbers[gameAt{i, id}] = n
				g.above, g.digests = append(g.above, n), append(g.digests, d)
				if cluster, _, ok := clusters.Of(id); ok {
					join(g, first, cluster, n)
				}
				join(g, lines, segment.Line(local).Digest, n)
				join(g, digests, d, n)
			}
		}
	}
	return g, ctx.Err()
}

// join puts a record beside the first one with the same value.
func join[K comparable](g *groups, first map[K]int32, value K, n int32) {
	if other, ok := first[value]; ok {
		a, b := g.root(other), g.root(n)
		if slices.Compare(g.digests[b][:], g.digests[a][:]) < 0 {
			a, b = b, a
		}
		g.above[b] = a
		return
	}
	first[value] = n
}

func (g *groups) root(n int32) int32 {
	for g.above[n] != n {
		g.above[n] = g.above[g.above[n]]
		n = g.above[n]
	}
	return n
}

// digest returns what decides about the side of a game.
func (g *groups) digest(archive int, id archive.GameID) store.Digest {
	return g.digests[g.root(g.numbers[gameAt{archive, id}])]
}
