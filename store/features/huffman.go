package features

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Numbers are coded by Huffman's method, as in DEFLATE (RFC 1951, "DEFLATE Compressed Data Format
// Specification"): small ones are symbols of their own, larger ones share symbols, and what is left of
// them follows as it is.

const (
	ownSymbols = 16 // numbers below have a symbol of their own
	symbols    = 256
	maxLength  = 11 // of a code in bits
)

// symbolOf returns the symbol of a number below 2^34, and the bits that follow it.
func symbolOf(n uint64) (symbol int, rest uint64, width int) {
	if n < ownSymbols {
		return int(n), 0, 0
	}
	e := bits.Len64(n) - 1 // 4 or more: eight symbols for each power of two
	width = e - 3
	return ownSymbols + (e-4)*8 + int(n>>width&7), n & (1<<width - 1), width
}

// leastOf returns the least number of a symbol, and how many bits follow.
func leastOf(symbol int) (n uint64, width int) {
	if symbol < ownSymbols {
		return uint64(symbol), 0
	}
	e := (symbol-ownSymbols)/8 + 4
	width = e - 3
	return 1<<e | uint64((symbol-ownSymbols)%8)<<width, width
}

// A codeBook has the code of each symbol, written from its lowest bit on.
type codeBook struct {
	lengths [symbols]uint8
	codes   [symbols]uint16
	used    [symbols]bool
}

// newCodeBook makes the codes for symbols that occur so often.
func newCodeBook(counts *[symbols]int) *codeBook {
	c := &codeBook{}
	n := 0
	for s, count := range counts {
		if c.used[s] = count > 0; c.used[s] {
			n++
		}
	}
	if n < 2 {
		return c // a code of no bits
	}
	weights := *counts
	for !c.measure(&weights) {
		for s := range weights {
			if weights[s] > 0 {
				weights[s] = weights[s]/2 + 1
			}
		}
	}
	c.assign()
	return c
}

// measure sets the lengths of codes for symbols of some weights; false if one is too long.
func (c *codeBook) measure(weights *[symbols]int) bool {
	type node struct{ weight, parent int }
	var nodes []node
	var leaves []int
	var open []int // nodes without a parent, by weight
	for s, w := range weights {
		if w > 0 {
			open = append(open, len(nodes))
			leaves = append(leaves, s)
			nodes = append(nodes, node{w, -1})
		}
	}
	byWeight := func(a, b int) int {
		if d := nodes[a].weight - nodes[b].weight; d != 0 {
			return d
		}
		return a - b
	}
	slices.SortFunc(open, byWeight)
	for len(open) > 1 {
		above := len(nodes)
		nodes = append(nodes, node{nodes[open[0]].weight + nodes[open[1]].weight, -1})
		nodes[open[0]].parent, nodes[open[1]].parent = above, above
		open = open[2:]
		at, _ := slices.BinarySearchFunc(open, above, byWeight)
		open = slices.Insert(open, at, above)
	}
	for i, s := range leaves {
		length := 0
		for n := i; nodes[n].parent >= 0; n = nodes[n].parent {
			length++
		}
		if length > maxLength {
			return false
		}
		c.lengths[s] = uint8(length)
	}
	return true
}

// assign gives each symbol its code by the lengths: shorter ones first, then by symbol. It reports
// false if there are no such codes.
func (c *codeBook) assign() bool {
	code, space := uint(0), 0
	for length := 1; length <= maxLength; length++ {
		code <<= 1
		for s := range c.lengths {
			if int(c.lengths[s]) == length {
				c.codes[s] = bits.Reverse16(uint16(code)) >> (16 - length)
				code++
				space += 1 << (maxLength - length)
			}
		}
	}
	return space == 1<<maxLength
}

// appendTo appends the lengths.
func (c *codeBook) appendTo(b []byte) []byte {
	n := 0
	for _, used := range c.used {
		if used {
			n++
		}
	}
	b = binary.AppendUvarint(b, uint64(n))
	next := 0
	for s, used := range c.used {
		if used {
			b = append(binary.AppendUvarint(b, uint64(s-next)), c.lengths[s])
			next = s + 1
		}
	}
	return b
}

// A decodeTable finds symbols by the bits that come next.
type decodeTable struct {
	width   int      // bits that are looked at
	entries []uint16 // symbol times 16 and the length of its code
}

// readTable reads what appendTo has written; nil if it is none.
func readTable(r *reader) *decodeTable {
	c := &codeBook{}
	n, next, last := r.number(), 0, 0
	longest := 0
	for range min(n, symbols+1) {
		s := next + r.number()
		length := r.bytes(1)
		if r.short || s >= symbols || length[0] > maxLength {
			return nil
		}
		c.lengths[s], next, last = length[0], s+1, s
		longest = max(longest, int(length[0]))
	}
	if n < 2 {
		if r.short || longest > 0 {
			return nil
		}
		return &decodeTable{0, []uint16{uint16(last << 4)}}
	}
	if n > symbols || !c.assign() {
		return nil
	}
	t := &decodeTable{longest, make([]uint16, 1<<longest)}
	for s, length := range c.lengths {
		if length == 0 {
			continue
		}
		for at := int(c.codes[s]); at < len(t.entries); at += 1 << length {
			t.entries[at] = uint16(s<<4 | int(length))
		}
	}
	return t
}

// A bitWriter writes numbers from their lowest bits on.
type bitWriter struct {
	b    []byte
	word uint64
	n    int // bits in word
}

func (w *bitWriter) write(n uint64, width int) {
	w.word |= n << w.n
	w.n += width
	for w.n >= 8 {
		w.b = append(w.b, byte(w.word))
		w.word >>= 8
		w.n -= 8
	}
}

// number writes a number by its code.
func (w *bitWriter) number(c *codeBook, n uint64) {
	symbol, rest, width := symbolOf(n)
	w.write(uint64(c.codes[symbol]), int(c.lengths[symbol]))
	w.write(rest, width)
}

// end fills the last byte.
func (w *bitWriter) end() []byte {
	if w.n > 0 {
		w.b = append(w.b, byte(w.word))
		w.word, w.n = 0, 0
	}
	return w.b
}

// A bitReader reads what a bitWriter has written. Behind the end it reads zeros, and is short.
type bitReader struct {
	b  []byte
	at int // in bits
}

func (r *bitReader) short() bool { return r.at > 8*len(r.b) }

// peek returns the next bits, 57 at least.
func (r *bitReader) peek() uint64 {
	i := r.at >> 3
	if i+8 <= len(r.b) {
		return binary.LittleEndian.Uint64(r.b[i:]) >> (r.at & 7)
	}
	var word uint64
	for k := 0; i+k < len(r.b) && k < 8; k++ {
		word |= uint64(r.b[i+k]) << (8 * k)
	}
	return word >> (r.at & 7)
}

// number reads a number by its code.
func (r *bitReader) number(t *decodeTable) uint64 {
	word := r.peek()
	entry := t.entries[word&(1<<t.width-1)]
	length := int(entry & 15)
	n, width := leastOf(int(entry >> 4))
	r.at += length + width
	return n + word>>length&(1<<width-1)
}
