package charset

import "encoding/binary"

const highBits = 0x8080808080808080

// isASCII reports whether no byte of b is 0x80 or more.
func isASCII(b []byte) bool { return nextHigh(b, 0) == len(b) }

// nextHigh returns the index of the first byte at or after i that is 0x80 or
// more, len(b) if there is none. It looks at 32 bytes at a time: most records
// are ASCII, and all moves are.
func nextHigh(b []byte, i int) int {
	for ; i+32 <= len(b); i += 32 {
		w := b[i : i+32 : i+32]
		if (binary.LittleEndian.Uint64(w)|binary.LittleEndian.Uint64(w[8:])|
			binary.LittleEndian.Uint64(w[16:])|binary.LittleEndian.Uint64(w[24:]))&highBits != 0 {
			break
		}
	}
	for ; i < len(b); i++ {
		if b[i] >= 0x80 {
			return i
		}
	}
	return len(b)
}
