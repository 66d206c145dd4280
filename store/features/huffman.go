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
	symbols   = 256
	maxLength = 12 // of a code in bits
)

// An alphabet is a way to write numbers by symbols.
type alphabet struct {
	least [symbols]uint64 // the least number of a symbol
	width [symbols]uint8  // the bits that follow it
	own   int             // numbers below have a symbol of their own
	each  int             // the logarithm of how many symbols a power of two has above
}

// The alphabets. That of rows is for a few hundred rows, that of numbers for any below 2^34.
var (
	numberSymbols = newAlphabet(16, 3)
	rowSymbols    = newAlphabet(192, 0)
)

// Symbols of steps that no number has.
const (
	end  = symbols - 1 // behind the last row of a game
	turn = symbols - 2 // before a step of a player who does not follow
)

func newAlphabet(own, each int) (a alphabet) {
	a = alphabet{own: own, each: each}
	for s := range symbols {
		if s < own {
			a.least[s] = uint64(s)
			continue
		}
		e := (s-own)>>each + each // above the own ones, numbers begin with 2^each
		a.width[s] = uint8(min(e-each, 63))
		a.least[s] = uint64(own) - 1<<each + 1<<min(e, 63) + uint64((s-own)&(1<<each-1))<<a.width[s]
	}
	a.width[end], a.width[turn] = 0, 0
	return a
}

// symbolOf returns the symbol of a number below 2^34, and the bits that follow it.
func (a *alphabet) symbolOf(n uint64) (symbol int, rest uint64, width int) {
	if n < uint64(a.own) {
		return int(n), 0, 0
	}
	n += 1<<a.each - uint64(a.own)
	e := bits.Len64(n) - 1
	width = e - a.each
	return a.own + width<<a.each + int(n>>width&(1<<a.each-1)), n & (1<<width - 1), width
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
func (w *bitWriter) number(a *alphabet, c *codeBook, n uint64) {
	symbol, rest, width := a.symbolOf(n)
	w.write(uint64(c.codes[symbol]), int(c.lengths[symbol]))
	w.write(rest, width)
}

// symbol writes a symbol that is no number.
func (w *bitWriter) symbol(c *codeBook, symbol int) {
	w.write(uint64(c.codes[symbol]), int(c.lengths[symbol]))
}

// distance writes a number from 1 on: the length of its bits in ones, then the bits without the highest.
func (w *bitWriter) distance(n int) {
	width := bits.Len(uint(n)) - 1
	w.write(1<<width-1, width+1)
	w.write(uint64(n)&(1<<width-1), width)
}

// length returns the number of bits written.
func (w *bitWriter) length() int { return 8*len(w.b) + w.n }

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
func (r *bitReader) number(a *alphabet, t *decodeTable) (n uint64, symbol uint16) {
	word := r.peek()
	entry := t.entries[word&(1<<t.width-1)]
	length, symbol := int(entry&15), entry>>4
	width := int(a.width[symbol])
	r.at += length + width
	return a.least[symbol] + word>>length&(1<<width-1), symbol
}

// take reads some bits.
func (r *bitReader) take(width int) uint64 {
	n := r.peek() & (1<<width - 1)
	r.at += width
	return n
}

// distance reads a number that bitWriter.distance has written, 2^32 at most.
func (r *bitReader) distance() int {
	width := min(bits.TrailingZeros64(^r.peek()), 32)
	r.at += width + 1
	n := 1<<width | r.peek()&(1<<width-1)
	r.at += width
	return int(n)
}
