package charset

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// decodeUTF8 appends b to dst with every damaged character replaced.
func decodeUTF8(dst, b []byte) []byte {
	for len(b) > 0 {
		if n := nextHigh(b, 0); n > 0 {
			dst, b = append(dst, b[:n]...), b[n:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = damaged(b)
		}
		dst, b = utf8.AppendRune(dst, r), b[n:]
	}
	return dst
}

// damaged returns the length of the damaged character at the start of b, at
// least 1: a lead byte and those of the continuation bytes it promises that are
// there, some of them as question marks.
func damaged(b []byte) int {
	n := 1
	for n < len(b) && n < promised(b[0]) && (isContinuation(b[n]) || b[n] == '?') {
		n++
	}
	return n
}

// replacedUTF8 counts what decodeUTF8 replaces.
func replacedUTF8(b []byte) int {
	count := 0
	for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i) {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			count++
			n = damaged(b[i:])
		}
		i += n
	}
	return count
}

// promised returns the length of the character that c begins, 1 if none does.
func promised(c byte) int {
	switch {
	case 0xC2 <= c && c <= 0xDF:
		return 2
	case 0xE0 <= c && c <= 0xEF:
		return 3
	case 0xF0 <= c && c <= 0xF4:
		return 4
	}
	return 1
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// scoreUTF8 scores a sample as UTF-8 that may be damaged.
func scoreUTF8(sample []byte) float64 {
	score := 0.0
	for i := nextHigh(sample, 0); i < len(sample); i = nextHigh(sample, i) {
		r, n := utf8.DecodeRune(sample[i:])
		switch {
		case n > 2:
			score -= costUTF8Wide
		case n == 2:
			score -= twoByteCost(sample, i, r)
		default:
			n = damaged(sample[i:])
			score -= damageCost(sample[i:], n)
		}
		i += n
	}
	return score
}

// damageCost returns the cost of the damaged character of n bytes at the start
// of b.
func damageCost(b []byte, n int) float64 {
	switch want := promised(b[0]); {
	case want > 1 && n == want && bytes.IndexByte(b[:n], '?') >= 0:
		return costUTF8Lost
	case want > 2 && n < want && n < len(b) && b[n] == ']':
		return costUTF8Cut // by a limit on the bytes of names
	}
	return costUTF8Bad
}

// twoByteCost returns the cost of the character r of two bytes at b[i:]. In words
// a Latin letter stands beside letters of ASCII, a Greek or Cyrillic one beside
// others of its script, and capitals stand first.
func twoByteCost(b []byte, i int, r rune) float64 {
	before, _ := utf8.DecodeLastRune(b[:i])
	after, _ := utf8.DecodeRune(b[i+2:])
	script := scriptOfWord(r)
	switch {
	case script == nil:
		if 0xA0 <= r && r < 0xC0 { // signs
			return costUTF8Lone
		}
		return costUTF8Odd
	case scriptOfWord(before) != script && scriptOfWord(after) != script:
		return costUTF8Lone
	case unicode.IsUpper(r) && unicode.IsLetter(before):
		return costUTF8Lone
	}
	return costUTF8Word
}

// scriptOfWord returns the script of a letter of which names are made, nil for
// others.
func scriptOfWord(r rune) *unicode.RangeTable {
	switch {
	case r < utf8.RuneSelf && isASCIILetter(byte(r)), 0xC0 <= r && r < 0x180:
		return unicode.Latin
	case 0x386 <= r && r < 0x3CF:
		return unicode.Greek
	case 0x401 <= r && r < 0x460:
		return unicode.Cyrillic
	}
	return nil
}
