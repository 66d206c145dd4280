package postings

import "kifudb/position"

// Keys are the keys of a game's positions, in their order, as the Builder and Verify need them. Late
// positions often have the key of the one before, so each number stands for a run of equal
// keys:
//
//	bits 63-16  the key, from the top
//	bits 15-1   at which place the run begins, from 0; lastPlace for that and all later ones
//	bit 0       the run has more than one key
type Keys []uint64

const lastPlace = 1<<15 - 1

// KeysOf returns the keys of a game.
func KeysOf(keys ...position.Key) Keys { return Keys(nil).Append(keys) }

// Append appends the keys of a game.
func (k Keys) Append(keys []position.Key) Keys {
	for i, key := range keys {
		if i > 0 && key == keys[i-1] {
			k[len(k)-1] |= 1
			continue
		}
		k = append(k, uint64(key)&^0xFFFF|uint64(min(i, lastPlace))<<1)
	}
	return k
}

// placeOf returns at which place among the game's keys a run begins.
func placeOf(run uint64) int { return int(run & 0xFFFF >> 1) }

// repeated reports whether a run has more than one key.
func repeated(run uint64) bool { return run&1 != 0 }
