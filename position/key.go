package position

import (
	"math"
	"math/bits"
)

// A Key stands for a position in the archive's files: equal positions have
// equal keys, and different ones have different keys but for one chance in
// 2^64. Keys are stable for ever: a test pins them, and a change of a key is a
// change of the file format. Board size and stones are in a key; the side to
// move, a ko and the way to the position are not. Collisions can be made on
// purpose, so an answer found by key is verified on the board.
//
// Each point of a board of a given size has a random 64-bit number, drawn row
// by row from a splitmix64 generator that is seeded with the game and the size.
// The exclusive or of the black stones' numbers, and that of the white stones'
// numbers rotated left by one bit, make the position's hash. Because the colors
// differ by a rotation only, two accumulators with eight lanes each, one lane
// for each symmetry, give the hashes of all sixteen images (eight symmetries,
// colors as they are and swapped) at eight exclusive ors per stone. A hash
// becomes a key by a mixer that is a bijection: it makes the least of sixteen
// numbers, which is a small one, spread over all values again.
type Key uint64

// splitmix64 is Steele, Lea and Flood's generator ("Fast splittable
// pseudorandom number generators", 2014).
type splitmix64 uint64

func (s *splitmix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	return mix(uint64(*s))
}

// mix is splitmix64's finalizer, a bijection.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// KeySeed is the seed of a game's keys on boards of a size. Game is SGF's GM.
func KeySeed(game int, size Size) uint64 {
	return mix(uint64(game)<<32 | uint64(size.Cols)<<16 | uint64(size.Rows))
}

// KeyNumbers returns n numbers drawn from a generator with a seed: what the keys of
// games with rules of their own are made of, as those of Go are.
func KeyNumbers(seed uint64, n int) []uint64 {
	random := splitmix64(seed)
	numbers := make([]uint64, n)
	for i := range numbers {
		numbers[i] = random.next()
	}
	return numbers
}

// KeyOf turns a hash into a key of the class of positions with the given seed, see
// [KeySeed].
func KeyOf(hash, seed uint64) Key { return keyOf(hash, seed) }

// keyOf turns a hash into a key of the class of positions with the given seed.
func keyOf(hash, seed uint64) Key { return Key(mix(hash ^ seed)) }

// lanes are hashes under the eight symmetries. Oblong boards have four; their
// last four lanes repeat the first.
type lanes [8]uint64

// keyTable holds the numbers of one board size. It is not written to once made,
// so clones share it.
type keyTable struct {
	seed uint64
	rows []lanes // by cell of the board

	opening int    // up to so many stones positions have no late keys
	third   []bool // by cell: on the third line; nil if there are no late keys
}

// newKeyTable draws the numbers of a game and a size.
func newKeyTable(rules Rules, size Size) *keyTable {
	t := &keyTable{seed: KeySeed(rules.Number(), size), rows: make([]lanes, cellOf(size.At(size.Area()-1))+1), opening: openingOf(rules, size)}
	if t.opening < math.MaxInt {
		t.third = third(size)
	}
	numbers := KeyNumbers(t.seed, size.Area())
	count := Symmetries(size)
	for i := range numbers {
		p := size.At(i)
		row := &t.rows[cellOf(p)]
		for s := range row {
			row[s] = numbers[size.Index(Symmetry(s%count).Apply(p, size))]
		}
	}
	return t
}

// toggle puts a stone's numbers in or takes them out.
func (l *lanes) toggle(row *lanes) {
	l[0] ^= row[0]
	l[1] ^= row[1]
	l[2] ^= row[2]
	l[3] ^= row[3]
	l[4] ^= row[4]
	l[5] ^= row[5]
	l[6] ^= row[6]
	l[7] ^= row[7]
}

// hash combines the two colors.
func hash(black, white uint64) uint64 { return black ^ bits.RotateLeft64(white, 1) }

// least returns the smallest hash of the sixteen images.
func least(black, white *lanes) uint64 {
	as, swapped := ^uint64(0), ^uint64(0) // one would have to wait for the other
	for i := range black {
		as = min(as, hash(black[i], white[i]))
		swapped = min(swapped, hash(white[i], black[i]))
	}
	return min(as, swapped)
}

// Key returns the key of the position as it lies. The first call makes the
// board keep its keys up to date from then on, at a few nanoseconds per stone.
func (b *Board) Key() Key {
	b.keepKeys()
	return keyOf(hash(b.black[0], b.white[0]), b.keys.seed)
}

// Canonical returns the key that a position shares with all its images: the
// mirrored and turned ones, and those with the colors swapped. Like Key, it
// makes the board keep its keys from the first call on.
func (b *Board) Canonical() Key {
	b.keepKeys()
	return keyOf(least(&b.black, &b.white), b.keys.seed)
}

// keepKeys computes the hashes from scratch unless they are kept already.
func (b *Board) keepKeys() {
	if b.keyed && !b.stale {
		return
	}
	if b.keys == nil {
		b.keys = keyTables.get(b.rules, b.size, newKeyTable)
	}
	b.keyed, b.indexed, b.stale = true, false, false
	b.black, b.white, b.lateBlack, b.lateWhite, b.lateKnown = lanes{}, lanes{}, lanes{}, lanes{}, false
	for i, c := range b.cells {
		if c := colorOf(c); c == Black || c == White {
			b.toggle(i, c)
		}
	}
}
