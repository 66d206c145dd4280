package sgfread

import (
	"bytes"
	"math"
	"slices"
)

// AppendText appends the meaning of a raw Text value: escapes resolved, each
// line break as one LF, other white space as a space. Everything else stays
// byte for byte; the charset is not converted.
//
// In a charset with lead bytes give its family; an escape is then also undone
// where a writer that thought in bytes has escaped the second byte of a
// character.
func AppendText(dst, raw []byte, lead Lead) []byte {
	return appendText(dst, raw, lead, '\n')
}

// AppendSimpleText is AppendText for SimpleText values, in which a line break
// is a space.
func AppendSimpleText(dst, raw []byte, lead Lead) []byte {
	return appendText(dst, raw, lead, ' ')
}

func appendText(dst, raw []byte, lead Lead, newline byte) []byte {
	lead = lead.in(raw)
	for i := 0; i < len(raw); {
		c := raw[i]
		if c > '\\' && (c < 0x80 || lead == NoLead) || c > '\r' && c != '\\' && c < 0x80 {
			dst = append(dst, c)
			i++
			continue
		}
		if c >= 0x80 {
			if i+1 == len(raw) || !lead.pair(c, raw[i+1]) {
				dst = append(dst, c)
				i++
				continue
			}
			i += 2
			if raw[i-1] == '\\' && i < len(raw) && (raw[i] == '\\' || raw[i] == ']') {
				i++ // leadValueEnd has read it so, too
			}
			dst = append(dst, c, raw[i-1])
			continue
		}
		escaped := c == '\\'
		if escaped {
			i++
			if i == len(raw) {
				break
			}
			if c = raw[i]; c >= 0x80 {
				continue // the character may have two bytes
			}
		}
		i++
		switch c {
		case '\n', '\r':
			// LF, CR, CRLF and LFCR are one line break, paired from the left.
			if i < len(raw) && raw[i]^c == '\n'^'\r' {
				i++
			}
			if escaped {
				continue
			}
			c = newline
		case '\t', '\v', '\f':
			c = ' '
		}
		dst = append(dst, c)
	}
	return dst
}

// SplitComposed splits a raw value at its first colon that is not escaped. If
// there is none, ok is false and first is the whole value.
func SplitComposed(raw []byte, lead Lead) (first, second []byte, ok bool) {
	lead = lead.in(raw)
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == ':':
			return raw[:i], raw[i+1:], true
		case c == '\\', c >= 0x80 && i+1 < len(raw) && lead.pair(c, raw[i+1]):
			i++
		}
	}
	return raw, nil, false
}

// AppendEscaped appends text as a raw value: with closing brackets and
// backslashes escaped, colons too if the value is one half of a composed one,
// and line breaks as LF. It is the inverse of AppendText for what AppendText
// returns. The text must be in UTF-8 or another charset without lead bytes.
//
// A text that would look as if its bracket were missing before a variation
// gets one more escape, which means nothing else.
func AppendEscaped(dst, text []byte, composed bool) []byte {
	start := len(dst)
	return guarded(appendEscaped(dst, text, composed), start)
}

func appendEscaped(dst, text []byte, composed bool) []byte {
	for i, c := range text {
		switch {
		case c == ']' || c == '\\' || c == ':' && composed:
			dst = append(dst, '\\')
		case c == '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
			c = '\n'
		}
		dst = append(dst, c)
	}
	return dst
}

// guarded escapes the last opening bracket of the value from start on, if
// reading would take what is before it for the beginning of a variation.
func guarded(dst []byte, start int) []byte {
	if lostBracket(dst[start:], math.MaxInt) >= 0 {
		dst = slices.Insert(dst, start+bytes.LastIndexByte(dst[start:], '['), '\\')
	}
	return dst
}

// trimmed returns a raw value that is not text without the white space around
// it; if it has escapes or white space within, a copy without them.
func trimmed(raw []byte) []byte {
	for len(raw) > 0 && classes[raw[0]] == space {
		raw = raw[1:]
	}
	for len(raw) > 0 && classes[raw[len(raw)-1]] == space {
		raw = raw[:len(raw)-1]
	}
	for _, c := range raw {
		if c == '\\' || classes[c] == space {
			clean := make([]byte, 0, len(raw))
			for _, c := range raw {
				if c != '\\' && classes[c] != space {
					clean = append(clean, c)
				}
			}
			return clean
		}
	}
	return raw
}

// blank reports whether a raw value is empty or white space.
func blank(raw []byte) bool {
	for _, c := range raw {
		if classes[c] != space {
			return false
		}
	}
	return true
}
