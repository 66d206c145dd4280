package store

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// PathText writes a path as text, for JSON, CSV and queries. The names of files are bytes, in an encoding
// that nobody knows; a path that is not UTF-8 is written with each other byte as \xE9 and each
// backslash twice. A path that is UTF-8 stays as it is.
func PathText(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for len(path) > 0 {
		r, n := utf8.DecodeRuneInString(path)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02X`, path[0])
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(path[:n])
		}
		path = path[n:]
	}
	return b.String()
}
