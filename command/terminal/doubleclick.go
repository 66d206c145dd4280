package terminal

import (
	"os"
	"path/filepath"
)

// ByDoubleClick returns what a program does that has a console of its own, which Windows opened for
// it: serve and open the page after a double click, which gives no arguments, and import what was
// dropped on it, whose full paths are the arguments. Otherwise it would print its help, or an error, into a
// window that closes at once. A command that somebody typed into a shortcut stays what it is.
func ByDoubleClick(args []string, ownConsole func() bool) []string {
	switch {
	case len(args) == 0 || !ownConsole():
		return args
	case len(args) == 1:
		return []string{args[0], "serve", "--open"}
	}
	for _, arg := range args[1:] {
		if _, err := os.Stat(arg); err != nil || !filepath.IsAbs(arg) {
			return args
		}
	}
	return append([]string{args[0], "import"}, args[1:]...)
}
