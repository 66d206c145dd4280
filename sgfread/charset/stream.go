package charset

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/transform"
)

// headSize is how far Whole and NewReader look. CA stands in the root node,
// and the first escape sequence usually in a name.
const headSize = 4096

// Whole looks at the first bytes of a file and returns the name of the encoding
// from which the file must be converted as a whole before its structure can be
// read: UTF-16 and UTF-32, with or without a byte order mark, and the 7-bit
// encodings ISO-2022-JP, -KR, -CN and HZ-GB-2312. It returns "" for all other files.
// Some 4,000 bytes are enough; more are not looked at.
func Whole(head []byte) string {
	head = head[:min(len(head), headSize)]
	switch {
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE, 0, 0}):
		return UTF32LE
	case bytes.HasPrefix(head, []byte{0, 0, 0xFE, 0xFF}):
		return UTF32BE
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return UTF16LE
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return UTF16BE
	}
	if name := utf16Pattern(head); name != "" {
		return name
	}
	if escapesJIS(head) {
		return ISO2022JP
	}
	if name := escapesShifted(head); name != "" {
		return name
	}
	if escapesHZ(head) {
		return HZ
	}
	if len(head) == headSize && isASCII(head) { // the first escape may come later
		if name, _ := Lookup(Declared(head)); name == ISO2022JP || name == ISO2022KR || name == ISO2022CN || name == HZ {
			return name
		}
	}
	return ""
}

// utf16Pattern recognizes UTF-16 without a mark by the zero bytes of its ASCII
// characters: at the start of a record (text between trees aside) they are all
// on one side of the pairs, and never on the other.
func utf16Pattern(head []byte) string {
	var zero [2]int
	n := min(len(head), 64) &^ 1
	for i, c := range head[:n] {
		if c == 0 {
			zero[i&1]++
		}
	}
	const few = 4 // "(;B[" or so
	switch {
	case n < 2*few:
	case zero[1] == 0 && zero[0] >= few && zero[0]*4 >= n:
		return UTF16BE
	case zero[0] == 0 && zero[1] >= few && zero[1]*4 >= n:
		return UTF16LE
	}
	return ""
}

// escapesJIS reports whether text in ISO-2022-JP begins in b: an escape
// sequence that switches to JIS X 0208 or to half-width kana, and a character.
func escapesJIS(b []byte) bool {
	for {
		i := bytes.IndexByte(b, 0x1B)
		if i < 0 {
			return false
		}
		b = b[i+1:]
		if len(b) >= 4 && b[0] == '$' && (b[1] == '@' || b[1] == 'B') && isJIS(b[2]) && isJIS(b[3]) {
			return true
		}
		if len(b) >= 3 && b[0] == '(' && b[1] == 'I' && isJIS(b[2]) { // half-width kana
			return true
		}
	}
}

// escapesHZ reports whether b has text in HZ, "~{" pairs "~}", and nothing
// else that would make it doubtful.
func escapesHZ(b []byte) bool {
	if !isASCII(b) {
		return false
	}
	i := bytes.Index(b, []byte("~{"))
	if i < 0 {
		return false
	}
	b = b[i+2:]
	n := bytes.Index(b, []byte("~}"))
	if n < 2 || n%2 != 0 {
		return false
	}
	for i, c := range b[:n] {
		if !isJIS(c) || i%2 == 0 && c > 0x77 {
			return false
		}
	}
	return true
}

// isJIS reports whether c may be half of a character of a 94x94 set.
func isJIS(c byte) bool { return 0x21 <= c && c <= 0x7E }

// NewReader returns a reader of r's text in which the structure of SGF is
// ASCII, and the name of the encoding it converts from as [Whole] gives it.
// If nothing needs to be converted the name is "" and the bytes are r's own.
// A byte order mark of UTF-8 is left where it is.
func NewReader(r io.Reader) (io.Reader, string) {
	br := bufio.NewReaderSize(r, headSize)
	head, _ := br.Peek(headSize) // an error will come again with the next read
	name := Whole(head)
	if name == "" {
		return br, ""
	}
	return transform.NewReader(br, lookupEncoding(name).NewDecoder()), name
}
