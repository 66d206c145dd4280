package charset

import "bytes"

// Declared returns the value of the first CA property in tree, "" if none is
// found. It is a cheap look at the first few thousand bytes for readers that
// need the encoding before they read the properties; a "CA[" inside a text may
// deceive it.
func Declared(tree []byte) string {
	b := tree[:min(len(tree), headSize)]
	for {
		i := bytes.Index(b, []byte("CA["))
		if i < 0 {
			return ""
		}
		before := byte(';')
		if i > 0 {
			before = b[i-1]
		}
		b = b[i+3:]
		if 'A' <= before && before <= 'Z' {
			continue // another identifier, such as FCA
		}
		end := bytes.IndexByte(b, ']')
		if end < 0 || end > 40 {
			continue
		}
		return string(bytes.TrimSpace(b[:end]))
	}
}
