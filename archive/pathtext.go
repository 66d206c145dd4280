package archive

import (
	"fmt"
	"os"
	"strings"

	"kifudb/store"
)

// PathText writes a path as text, for JSON and CSV: see [store.PathText].
func PathText(path string) string { return store.PathText(path) }

// PathOf returns the path that the user means: the one that PathText has written so, unless there
// is a file whose name is the text itself.
func PathOf(text string) string {
	path, ok := pathOfText(text)
	if !ok {
		return text
	}
	file, _, _ := strings.Cut(text, "!/")
	if _, err := os.Lstat(file); err == nil {
		return text
	}
	return path
}

// pathOfText is the inverse of PathText. It reports false for what that does not write.
func pathOfText(text string) (path string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		rest := text[i+1:]
		var c byte
		if strings.HasPrefix(rest, `\`) {
			b.WriteByte('\\')
			i++
		} else if n, err := fmt.Sscanf(rest[:min(len(rest), 3)], "x%02X", &c); n == 1 && err == nil {
			b.WriteByte(c)
			i += 3
		} else {
			return "", false
		}
	}
	return b.String(), PathText(b.String()) == text && b.String() != text
}
