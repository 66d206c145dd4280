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

// Eight bytes are looked at in one word, the first in the lowest byte.
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

// A plain move is ;B[xy] or ;W[xy] with small letters. For a word that holds
// (part of) such moves the masks say where what is expected; a bad bit in the
// result of badMove means that it is something else.
//
// The structure must be equal. B and W are told from all other bytes by their
// bits: 0x42 with bits 0, 2 and 4 either all clear or all set. Letters are
// told by adding and subtracting within each byte; where that carries over
// into the next byte, the byte itself has been found bad.
type moveMask struct {
	exact, want  uint64 // bits that must be as wanted
	color        uint64 // bits 0 and 2 of the color's byte
	letter, high uint64 // 1 and 0x80 in each byte of a letter
}

// badMove returns 0 if w is as m says.
func badMove(w uint64, m *moveMask) uint64 {
	return (w^m.want)&m.exact |
		(w^w>>2)&m.color |
		((w-m.letter)^0x60*ones)&(m.letter*0xE0) |
		(w+5*m.letter)&m.high
}

// moveMasks are those of the three words that four moves fill.
var moveMasks = func() (masks [3]moveMask) {
	for i := range masks {
		m := &masks[i]
		for k := 0; k < 8; k++ {
			set := func(field *uint64, b uint64) { *field |= b << (8 * k) }
			switch at := (8*i + k) % MoveLen; at {
			case 0, 2, 5:
				set(&m.exact, 0xFF)
				set(&m.want, uint64(";B[xy]"[at]))
			case 1:
				set(&m.exact, 0xEA)
				set(&m.want, 'B'&0xEA)
				set(&m.color, 0x05)
			default:
				set(&m.letter, 1)
				set(&m.high, 0x80)
			}
		}
	}
	return masks
}()

// oneMove is the mask of a single move; the last two bytes do not matter.
var oneMove = func() moveMask {
	const six = 1<<48 - 1
	m := moveMasks[0]
	m.exact &= six
	m.want &= six
	m.color &= six
	return m
}()

// lowestByte returns the index of the lowest byte marked in m, which is not 0.
func lowestByte(m uint64) int { return bits.TrailingZeros64(m) >> 3 }
