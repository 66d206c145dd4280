package features

import "math/bits"

// A set of games is coded by the numbers of games between them, in Golomb's way: S. W. Golomb,
// "Run-length encodings", IEEE Transactions on Information Theory (1966), with powers of two. If it
// has more than half of the games, those that it has not are coded.

// appendSet appends a set of games, ascending, of so many.
func appendSet(b []byte, set []uint16, games int) []byte {
	if 2*len(set) > games {
		set = others(set, games)
	}
	w := bitWriter{b: b}
	width, next := gapWidth(len(set), games), 0
	for _, local := range set {
		gap := uint64(int(local) - next)
		for range gap >> width {
			w.write(1, 1)
		}
		w.write(0, 1)
		w.write(gap&(1<<width-1), width)
		next = int(local) + 1
	}
	return w.end()
}

// others returns the games that a set does not have.
func others(set []uint16, games int) (rest []uint16) {
	for local := range games {
		if len(set) > 0 && int(set[0]) == local {
			set = set[1:]
		} else {
			rest = append(rest, uint16(local))
		}
	}
	return rest
}

// gapWidth returns how many bits of a gap follow as they are, in a set of some of the games.
func gapWidth(some, games int) int {
	if some == 0 {
		return 0
	}
	return max(bits.Len(uint((games-some)*45/(some*64)))-1, 0) // the mean gap times ln 2, rounded down to a power
}

// addSet adds a set of some of the games to a bitmap with a bit for each.
func addSet(words []uint64, data []byte, some, games int) {
	if 2*some <= games {
		for local := range gaps(data, some, games) {
			words[local>>6] |= 1 << (local & 63)
		}
		return
	}
	from := 0
	fill := func(to int) { // adds the games in between
		for ; from < to && from&63 != 0; from++ {
			words[from>>6] |= 1 << (from & 63)
		}
		for ; from+64 <= to; from += 64 {
			words[from>>6] = 1<<64 - 1
		}
		for ; from < to; from++ {
			words[from>>6] |= 1 << (from & 63)
		}
	}
	for local := range gaps(data, games-some, games) {
		fill(local)
		from = local + 1
	}
	fill(games)
}

// gaps yields so many games that were coded.
func gaps(data []byte, some, games int) func(yield func(local int) bool) {
	return func(yield func(local int) bool) {
		width, next := gapWidth(some, games), 0
		r := bitReader{b: data}
		for range some {
			ones := 0
			for {
				word := r.peek()
				n := min(bits.TrailingZeros64(^word), 32)
				ones += n
				r.at += n
				if n < 32 || r.short() {
					break
				}
			}
			r.at++
			next += ones<<width + int(r.peek()&(1<<width-1))
			r.at += width
			if r.short() || next >= games || !yield(next) {
				return
			}
			next++
		}
	}
}
