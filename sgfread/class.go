package sgfread

import (
	"encoding/binary"
	"math/bits"
)

// class sorts bytes by what they can be outside of values.
type class uint8

const (
	junk class = iota // nothing
	space
	semicolon
	open
	closing
	bracket // an opening one
	upper
	lower // small letters and digits: FF[1] to FF[3] allow them in identifiers
)

var classes = func() (t [256]class) {
	for c := 'A'; c <= 'Z'; c++ {
		t[c], t[c|0x20] = upper, lower
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = lower
	}
	for _, c := range " \t\n\v\f\r" {
		t[c] = space
	}
	t[';'], t['('], t[')'], t['['] = semicolon, open, closing, bracket
	return t
}()

// Eight bytes are compared in one word, the first in the lowest byte.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func load(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// brackets marks, with its high bit, the lowest byte of w that is a backslash
// or a closing bracket; marks above the lowest may be wrong. The two
// characters differ in the lowest bit only, so one test finds both.
func brackets(w uint64) uint64 {
	x := (w | ones) ^ 0x5D*ones
	return (x - ones) & ^x & highs
}

// A plain move is ;B[xy] or ;W[xy] with small letters. Whether a word holds
// (part of) such moves is found without a branch; a bad bit in the result
// of the functions below means that it is something else. Of the masks
//
//	want and exact: the characters of the structure must be equal. B and W
//	    are told from other bytes by 0x42, with bits 0, 2 and 4 left out, and
//	color: these three must be all clear or all set.
//	letter, 1 in each byte of a letter: letters are told by subtracting and
//	    adding within the byte; where that carries over into the next byte, the
//	    byte itself has been found bad.
//
// The bytes of the masks are those of ";B[xy];B" and of what follows it.

// badMove looks at the first six bytes of a word.
func badMove(w uint64) uint64 {
	const (
		want   = 0x00005D_0000_5B423B
		exact  = 0x0000FF_0000_FFEAFF
		color  = 0x000000_0000_000500
		letter = 0x000000_0101_000000
	)
	return (w^want)&exact | (w^w>>2)&color |
		((w-letter)^0x60*letter)&(0xE0*letter) | (w+5*letter)&(0x80*letter)
}

// badStone looks at the first six bytes of a word for a move of any two ASCII
// characters, as other games and careless programs have them: ;B[f5].
func badStone(w uint64) uint64 {
	const (
		want   = 0x00005D_0000_5B423B
		exact  = 0x0000FF_0000_FFEAFF
		color  = 0x000000_0000_000500
		letter = 0x000000_0101_000000
	)
	x := (w | letter) ^ 0x5D*letter // 0 in the byte of a bracket or backslash
	return (w^want)&exact | (w^w>>2)&color | (w|(x-letter)&^x)&(0x80*letter)
}

// badMoves looks at the three words that four moves fill.
func badMoves(w0, w1, w2 uint64) uint64 {
	const (
		want0   = 0x423B5D_0000_5B423B // ;B[xy];B
		exact0  = 0xEAFFFF_0000_FFEAFF
		color0  = 0x050000_0000_000500
		letter0 = 0x000000_0101_000000
		want1   = 0x00_5B423B5D_0000_5B // [xy];B[x
		exact1  = 0x00_FFEAFFFF_0000_FF
		color1  = 0x00_00050000_0000_00
		letter1 = 0x01_00000000_0101_00
		want2   = 0x5D_0000_5B423B5D_00 // y];B[xy]
		exact2  = 0xFF_0000_FFEAFFFF_00
		color2  = 0x00_0000_00050000_00
		letter2 = 0x00_0101_00000000_01
	)
	return (w0^want0)&exact0 | (w0^w0>>2)&color0 |
		((w0-letter0)^0x60*letter0)&(0xE0*letter0) | (w0+5*letter0)&(0x80*letter0) |
		(w1^want1)&exact1 | (w1^w1>>2)&color1 |
		((w1-letter1)^0x60*letter1)&(0xE0*letter1) | (w1+5*letter1)&(0x80*letter1) |
		(w2^want2)&exact2 | (w2^w2>>2)&color2 |
		((w2-letter2)^0x60*letter2)&(0xE0*letter2) | (w2+5*letter2)&(0x80*letter2)
}

// lowestByte returns the index of the lowest byte marked in m, which is not 0.
func lowestByte(m uint64) int { return bits.TrailingZeros64(m) >> 3 }
