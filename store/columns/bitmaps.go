package columns

import "encoding/binary"

// The bitmaps are sets of games, one for each property that a game may have: a stone of a
// color ever lies on a point, or a bit of its signature is set. A set has one word for each
// block of games.
//
// The blocks are divided into groups of equal size, and in a group the words of a set follow
// one another. So a pattern in a corner, which lies at one anchor, reads a few sets from
// beginning to end and nothing in between; and a shape that may lie anywhere, for which the
// sets of a block are gathered, finds those of a group in one piece.
type bitmaps struct {
	offset         int // in the index
	things, blocks int
	group          int // blocks
}

const word = 8 // bytes

// end returns where the bitmaps end.
func (b *bitmaps) end() int { return b.offset + word*b.things*b.blocks }

// from returns the words of a thing, from a block on to the last one of its group.
func (b *bitmaps) from(data []byte, thing, block int) []byte {
	first, n := b.groupOf(block)
	words, _ := b.onward(data, thing, block)
	return words[:word*(n-block+first)]
}

// onward returns the words of a thing from a block on, and what follows them, and after how
// many bytes those of the next thing come.
func (b *bitmaps) onward(data []byte, thing, block int) (words []byte, step int) {
	first, n := b.groupOf(block)
	return data[b.offset+word*(b.things*first+n*thing+block-first) : b.end()], word * n
}

// groupOf returns the first block of the group that a block is in, and how many it has.
func (b *bitmaps) groupOf(block int) (first, n int) {
	first = block - block%b.group
	return first, min(b.group, b.blocks-first)
}

// at returns the games of a block of which a thing is true.
func (b *bitmaps) at(data []byte, thing, block int) uint64 {
	return binary.LittleEndian.Uint64(b.from(data, thing, block))
}

// used returns the words of a set, from a block on to the last one of its group, up to a
// maximum. It tells the guard which bytes these are.
func (b *bitmaps) used(x *Index, thing, block, most int) []byte {
	first, n := b.groupOf(block)
	return x.used(b.offset+word*(b.things*first+n*thing+block-first), word*min(n-block+first, most))
}

// groupUsed tells the guard that all words of a block's group are read.
func (b *bitmaps) groupUsed(x *Index, block int) {
	first, n := b.groupOf(block)
	x.guard.Use(b.offset+word*b.things*first, word*b.things*n)
}

// put stores the sets of a block, a word for each thing.
func (b *bitmaps) put(data []byte, block int, words []uint64) {
	for thing, w := range words {
		binary.LittleEndian.PutUint64(b.from(data, thing, block), w)
	}
}

// and leaves in the sets of some blocks, which follow one another from a block on, the
// games of which a thing is true. It reports whether any are left.
func (b *bitmaps) and(x *Index, thing, block int, sets []uint64) bool {
	left := uint64(0)
	for len(sets) > 0 {
		words := b.used(x, thing, block, len(sets))
		n := len(words) / word
		left |= andWords(sets[:n], words)
		sets, block = sets[n:], block+n
	}
	return left != 0
}

// andWords leaves in sets what is in words, too, and returns the union of what is left.
// Written out for eight words it takes half the time.
func andWords(sets []uint64, words []byte) (left uint64) {
	for ; len(sets) >= 8; sets, words = sets[8:], words[8*word:] {
		s, w := (*[8]uint64)(sets), (*[8 * word]byte)(words)
		s[0] &= binary.LittleEndian.Uint64(w[0*word:])
		s[1] &= binary.LittleEndian.Uint64(w[1*word:])
		s[2] &= binary.LittleEndian.Uint64(w[2*word:])
		s[3] &= binary.LittleEndian.Uint64(w[3*word:])
		s[4] &= binary.LittleEndian.Uint64(w[4*word:])
		s[5] &= binary.LittleEndian.Uint64(w[5*word:])
		s[6] &= binary.LittleEndian.Uint64(w[6*word:])
		s[7] &= binary.LittleEndian.Uint64(w[7*word:])
		left |= s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]
	}
	for i := range sets {
		sets[i] &= binary.LittleEndian.Uint64(words[word*i:])
		left |= sets[i]
	}
	return left
}

// andEither does the same with the games of which one of two things is true.
func (b *bitmaps) andEither(x *Index, thing, other, block int, sets []uint64) bool {
	left := uint64(0)
	for len(sets) > 0 {
		these, those := b.used(x, thing, block, len(sets)), b.used(x, other, block, len(sets))
		n := len(these) / word
		for i := range sets[:n] {
			sets[i] &= binary.LittleEndian.Uint64(these[word*i:]) | binary.LittleEndian.Uint64(those[word*i:])
			left |= sets[i]
		}
		sets, block = sets[n:], block+n
	}
	return left != 0
}
