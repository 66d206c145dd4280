package duplicate

import (
	"cmp"
	"slices"
)

// shared yields the groups of two or more games with the same key, each in
// ascending order, the groups by key. Keys that are 0 say nothing.
//
// Nearly all keys are there once. A set of bits by a part of the key finds
// those that may be there twice, and only they are sorted.
func shared(keys []uint64) [][]int32 {
	size := 1024
	for size < 16*len(keys) {
		size *= 2
	}
	mask := uint64(size - 1)
	once, twice := make([]uint64, size/64), make([]uint64, size/64)
	for _, k := range keys {
		h := k * 0x9E3779B97F4A7C15 >> 20 & mask
		bit := uint64(1) << (h % 64)
		twice[h/64] |= once[h/64] & bit
		once[h/64] |= bit
	}
	type keyed struct {
		key  uint64
		game int32
	}
	var some []keyed
	for i, k := range keys {
		h := k * 0x9E3779B97F4A7C15 >> 20 & mask
		if k != 0 && twice[h/64]>>(h%64)&1 != 0 {
			some = append(some, keyed{k, int32(i)})
		}
	}
	slices.SortFunc(some, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.game, b.game)) })
	var groups [][]int32
	games := make([]int32, len(some))
	for i := 0; i < len(some); {
		n := i
		for ; n < len(some) && some[n].key == some[i].key; n++ {
			games[n] = some[n].game
		}
		if n-i > 1 {
			groups = append(groups, games[i:n:n])
		}
		i = n
	}
	return groups
}
