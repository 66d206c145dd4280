package charset

import "unicode/utf8"

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
