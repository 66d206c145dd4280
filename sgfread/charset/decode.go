package charset

import (
	"errors"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Decode appends the text of b, written in the encoding with the canonical
// name, to dst as UTF-8. Bytes that the encoding does not define become U+FFFD.
// A name that [Lookup] does not give is taken for UTF-8.
//
// In UTF-8 a character of which bytes are missing becomes one U+FFFD. Question
// marks in the place of missing bytes belong to the character: they are what a
// conversion by way of windows-1252 leaves of the bytes 81, 8D, 8F, 90 and 9D.
func Decode(dst, b []byte, name string) []byte {
	if m := Members(name); m != nil {
		return mix(m).decode(dst, b)
	}
	if isASCII(b) && !redefinesASCII(name) {
		return append(dst, b...)
	}
	if w, ok := wayOf(name); ok {
		if was, ok := w.decode(b); ok {
			return append(dst, was...)
		}
		return decodeUTF8(dst, b)
	}
	if cm := table(name); cm != nil {
		for _, c := range b {
			dst = utf8.AppendRune(dst, cm.DecodeByte(c))
		}
		return dst
	}
	enc := lookupEncoding(name)
	if enc == nil {
		return decodeUTF8(dst, b)
	}
	dec := enc.NewDecoder()
	for {
		if cap(dst)-len(dst) < 2*len(b)+utf8.UTFMax {
			dst = append(make([]byte, 0, 2*cap(dst)+2*len(b)+16), dst...)
		}
		n, used, err := dec.Transform(dst[len(dst):cap(dst)], b, true)
		dst, b = dst[:len(dst)+n], b[used:]
		if err == nil || !errors.Is(err, transform.ErrShortDst) {
			return dst
		}
	}
}

// redefinesASCII reports whether bytes of ASCII may mean other characters in an encoding.
func redefinesASCII(name string) bool {
	switch name {
	case ISO2022JP, ISO2022KR, ISO2022CN, HZ, UTF16LE, UTF16BE, UTF32LE, UTF32BE:
		return true
	}
	return false
}
