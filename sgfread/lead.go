package sgfread

import "unicode/utf8"

// Lead names a family of charsets in which a character may be a lead byte,
// above 0x7F, and a second byte that looks like ASCII.
type Lead uint8

// The families, numbered as in package charset. UTF-8, EUC and the one-byte
// charsets need NoLead.
const (
	NoLead   Lead = iota
	GBK           // and GB18030
	Big5          // and Big5-HKSCS
	ShiftJIS      // and code page 932
)

// String returns the charset's usual name, or "none".
func (l Lead) String() string {
	switch l {
	case Big5:
		return "big5"
	case GBK:
		return "gbk"
	case ShiftJIS:
		return "shift_jis"
	}
	return "none"
}

// in returns the lead bytes of a value: a record may have values in UTF-8 among others,
// of which two bytes are no character.
func (l Lead) in(raw []byte) Lead {
	if l != NoLead && utf8.Valid(raw) {
		return NoLead
	}
	return l
}

// pair reports whether c1 and c2 can be the two bytes of a character. Each half of a
// four-byte GB18030 character counts as a pair.
func (l Lead) pair(c1, c2 byte) bool {
	second := c2 >= 0x40 && c2 <= 0xFE && c2 != 0x7F
	switch l {
	case Big5:
		return c1 >= 0x81 && c1 <= 0xFE && second && (c2 < 0x7F || c2 >= 0xA1)
	case GBK:
		return c1 >= 0x81 && c1 <= 0xFE && (second || c2 >= '0' && c2 <= '9')
	case ShiftJIS:
		return (c1 >= 0x81 && c1 <= 0x9F || c1 >= 0xE0 && c1 <= 0xFC) && second && c2 <= 0xFC
	}
	return false
}

// leadValueEnd is valueEnd for the charsets that have lead bytes.
//
// A backslash or bracket after a lead byte has two readings. Writers that
// think in characters mean the character; writers that think in bytes
// have escaped its second byte; and a truncated text ends with a single
// lead byte, whose bracket does close the value. At each closing bracket where
// the readings disagree, the reader takes the one that leaves good SGF after it.
func (e *engine) leadValueEnd(i int, flags *Flags) int {
	buf := e.buf
	at := func(i int) byte { // what follows the end is never a special byte
		if i < len(buf) {
			return buf[i]
		}
		return 0
	}
	for i < len(buf) {
		c := buf[i]
		switch {
		case c == ']':
			return i
		case c < 0x80 && c != '\\':
			i++
			continue
		case c == '\\':
			*flags |= Escaped
			i++
			if i+1 >= len(buf) && !e.final {
				return -1
			}
			if !e.Lead.pair(at(i), at(i+1)) {
				if at(i) >= 0x80 {
					*flags |= NonASCII
				}
				i++
			}
			continue
		}
		*flags |= NonASCII
		if i+3 >= len(buf) && !e.final {
			return -1
		}
		if !e.Lead.pair(c, at(i+1)) {
			i++
			continue
		}
		// The bracket that closes the value in one of the readings only.
		closing := -1
		i += 2
		switch buf[i-1] {
		case ']':
			closing = i - 1
		case '\\':
			*flags |= Escaped
			switch at(i) {
			case ']':
				closing = i
				i++
			case '\\': // its own escape, or that of what follows
				i++
				if at(i) == ']' {
					closing = i
					i++
				}
			}
		}
		if closing < 0 {
			continue
		}
		ans := e.goodAfter(closing + 1)
		if ans == maybe {
			return -1
		}
		e.hold(AmbiguousTrailByte, closing, buf[max(closing-2, 0):closing+1])
		if ans == yes {
			return closing
		}
	}
	return e.unclosed(flags)
}

// goodAfter reports whether good SGF follows the end of a value at i: another
// value, a property, a node, a variation that has one, or an end.
func (e *engine) goodAfter(i int) answer {
	buf := e.buf
	j, ans := e.skipSpace(i)
	if ans != yes {
		if ans == no && j+farthest > len(buf) {
			return yes // the end of the input
		}
		return ans
	}
	switch classes[buf[j]] {
	case bracket:
		return yes
	case upper, lower:
		name, ans := e.identifierAt(j)
		if ans == yes && TypeOf(name.id).Name == "" {
			return no
		}
		return ans
	case semicolon, open, closing:
	default:
		return no
	}
	k, ans := e.skipSpace(j + 1)
	if ans != yes {
		if ans == no && buf[j] != '(' {
			return yes
		}
		return ans
	}
	switch c := classes[buf[k]]; {
	case buf[j] == '(':
		if c == semicolon {
			return yes
		}
	case c == semicolon, c == open, c == closing:
		return yes
	case buf[j] == ')':
		if e.depth == 1 {
			return yes
		}
	case c == upper, c == lower:
		_, ans := e.identifierAt(k)
		return ans
	}
	return no
}
