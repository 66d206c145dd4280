package terminal

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// IsTerminal reports whether what a command reads or writes is a terminal, with a person before it.
func IsTerminal(rw any) bool {
	f, ok := osFile(rw)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the columns of the terminal behind w, or 0 if w is not
// one. The variable COLUMNS, where it is set, says it for any writer.
func Width(w io.Writer) int {
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
