package cluster

import (
	"cmp"
	"hash/fnv"
	"slices"
)

// weight is what a node bids for a segment: the highest bids have it. So a node that
// comes or goes moves no segments but those that become or were its own, and who asks
// finds the owners without asking anybody (rendezvous hashing: Thaler and Ravishankar,
// "Using Name-Based Mappings to Increase Hit Rates", 1998).
func weight(node, segment string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(node))
	h.Write([]byte{0})
	h.Write([]byte(segment))
	return mix(h.Sum64())
}

// mix spreads the last characters of a text over all bits, as FNV does not: the
// finalizer of SplitMix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// owners returns the nodes of a list that own a segment, the first owner first.
func owners(nodes []string, segment string, replicas int) []string {
	type bid struct {
		node   string
		weight uint64
	}
	bids := make([]bid, len(nodes))
	for i, n := range nodes {
		bids[i] = bid{n, weight(n, segment)}
	}
	slices.SortFunc(bids, func(a, b bid) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.node, b.node)) })
	list := make([]string, 0, replicas)
	for _, b := range bids[:min(replicas, len(bids))] {
		list = append(list, b.node)
	}
	return list
}
