package sgfread

import (
	"bytes"
	"unicode/utf8"
)

// text looks for the traces of lossy conversions.
func (c *Checker) text(raw []byte, at int64, p Property) {
	if p.Flags()&NonASCII != 0 {
		switch damage(raw) {
		case damaged:
			c.add(DamagedText, at, raw)
		case cut:
			c.add(CutText, at, raw)
		default:
			if twice := mojibake(raw); c.Twice != nil && c.Twice(raw, twice) || c.Twice == nil && twice {
				c.add(Mojibake, at, raw)
			}
		}
	}
	if p.Flags()&Escaped != 0 {
		if i := jsonEscape(raw); i >= 0 {
			c.add(JSONEscape, at+int64(i), raw[i:i+6])
		}
	}
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		c.add(ControlCharacter, at+int64(i), nil)
	}
}

// jsonEscape returns the index of the first \u and four hexadecimal digits,
// or -1. Programs that keep records as JSON leave them behind.
func jsonEscape(raw []byte) int {
next:
	for i := 0; i+6 <= len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++ // it is escaped itself
			continue
		}
		for _, c := range raw[i+2 : i+6] {
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				continue next
			}
		}
		return i
	}
	return -1
}

// textDamage is what has happened to a text in UTF-8.
type textDamage uint8

const (
	intact  textDamage = iota // or not UTF-8 at all
	damaged                   // "?" stands for continuation bytes
	cut                       // the last character is not complete
)

// damage tells damaged UTF-8 from other charsets: all characters must be
// whole, but for question marks in the place of continuation bytes and an end
// inside of a character. Such question marks come from reading UTF-8 as
// Windows-1252, which lacks five characters.
func damage(b []byte) textDamage {
	found, evidence := intact, false
	for i := 0; i < len(b); {
		if b[i] < 0x80 {
			i++
			continue
		}
		_, n := utf8.DecodeRune(b[i:])
		if n > 1 {
			evidence = true
			i += n
			continue
		}
		switch c := b[i]; {
		case c >= 0xC2 && c <= 0xDF:
			n = 2
		case c >= 0xE0 && c <= 0xEF:
			n = 3
		case c >= 0xF0 && c <= 0xF4:
			n = 4
		default:
			return intact
		}
		for k := 1; k < n; k++ {
			switch {
			case i+k == len(b):
				if found == intact {
					found = cut
				}
			case i+k > len(b):
			case b[i+k] == '?':
				found = damaged
			case b[i+k]&0xC0 != 0x80:
				return intact
			default:
				evidence = true
			}
		}
		i += n
	}
	if !evidence {
		return intact // a single letter of Latin-1 before a question mark
	}
	return found
}

// mojibake recognises text in UTF-8 that was written as such only after
// reading it as Windows-1252 or ISO-8859-1, which it was not. Its traces are
// runs of characters that these charsets have above ASCII: no language writes
// four of them in a row, most of them letters, unless they are the bytes of
// another charset; and if they are the bytes of UTF-8, already two are enough
// behind a capital that begins hardly any other pair.
func mojibake(text []byte) bool {
	var run [32]byte
	n, letters := 0, 0
	for i := 0; i <= len(text); {
		r, size := rune(0), 1
		if i < len(text) {
			if r = rune(text[i]); r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(text[i:])
			}
		}
		i += size
		if c := windows1252(r); c >= 0x80 {
			if c >= 0xC0 && c != 0xD7 && c != 0xF7 {
				letters++
			}
			if n < len(run) {
				run[n] = c
				n++
			}
			continue
		}
		switch {
		case n >= 4 && letters >= 3, n >= 4 && utf8.Valid(run[:n]),
			n >= 2 && (run[0] == 0xC2 || run[0] == 0xC3) && utf8.Valid(run[:n]):
			return true
		}
		n, letters = 0, 0
	}
	return false
}

// windows1252 returns the byte for a character, or 0. Bytes that the charset
// leaves undefined are as in ISO-8859-1.
func windows1252(r rune) byte {
	switch {
	case r < 0x80, r > 0x2122:
		return 0
	case r <= 0xFF:
		return byte(r)
	}
	for i, c := range [...]rune{
		'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
		0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
	} {
		if r == c {
			return byte(0x80 + i)
		}
	}
	return 0
}
