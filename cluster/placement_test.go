package cluster

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
)

// slowOwners is what owns is to find: all bids, sorted, with the hash of the standard library.
func slowOwners(nodes []string, segment string, replicas int) []string {
	bid := func(node string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(node + "\x00" + segment))
		return mix(h.Sum64())
	}
	list := slices.Clone(nodes)
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(bid(b), bid(a)), cmp.Compare(a, b)) })
	return list[:min(replicas, len(list))]
}

// Each node finds for itself whether it is an owner, and all of them together find the same.
// When a node comes, no segment moves but to it.
func TestOwners(t *testing.T) {
	var nodes []string
	before := map[string][]string{}
	for n := range 9 {
		nodes = append(nodes, fmt.Sprint("node", n))
		for replicas := 1; replicas <= 3; replicas++ {
			count := map[string]int{}
			for i := range 300 {
				segment := fmt.Sprintf("%06d", i)
				var owners []string
				for _, name := range nodes {
					var others []bidder
					for _, other := range nodes {
						if other != name {
							others = append(others, newBidder(other))
						}
					}
					if newBidder(name).owns(others, segment, replicas) {
						owners = append(owners, name)
						count[name]++
					}
				}
				want := slowOwners(nodes, segment, replicas)
				slices.Sort(want)
				if !slices.Equal(owners, want) {
					t.Fatalf("segment %s of %d nodes, %d replicas: %v own it, not %v", segment, len(nodes), replicas, owners, want)
				}
				key := fmt.Sprint(segment, replicas)
				for _, o := range owners {
					if n > 0 && o != nodes[n] && len(before[key]) == replicas && !slices.Contains(before[key], o) {
						t.Errorf("segment %s moved to %s when %s came", segment, o, nodes[n])
					}
				}
				before[key] = owners
			}
			for name, has := range count {
				if mean := 300 * min(replicas, len(nodes)) / len(nodes); has < mean/2 || has > 2*mean {
					t.Errorf("%s has %d segments of %d", name, has, 300*replicas)
				}
			}
		}
	}
}
