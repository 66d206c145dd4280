package command

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal that a person looks at.
func isTerminal(w io.Writer) bool {
	f, ok := osFile(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalWidth returns the columns of the terminal behind w, or 0 if w is not
// one. The variable COLUMNS, where it is set, says it for any writer.
func terminalWidth(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	f, ok := osFile(w)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
