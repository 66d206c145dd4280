package command

import (
	"fmt"
	"io"
	"strings"

	"kifudb/archive"
)

// printOwn prints what the user put on a game below what is shown of its record.
func printOwn(b *strings.Builder, n *archive.Node) {
	if len(n.Tags) > 0 {
		fmt.Fprintf(b, "\nTags: %s\n", strings.Join(n.Tags, " "))
	}
	_ = printOwnNote(b, "Note on the game", n.Note)
	_ = printOwnNote(b, "Note on this position", n.PositionNote)
}

// printOwnNote prints a note, one of a single line behind what it is on.
func printOwnNote(w io.Writer, on, text string) error {
	var err error
	switch {
	case text == "":
	case strings.Contains(text, "\n"):
		_, err = fmt.Fprintf(w, "\n%s:\n%s\n", on, indented(text))
	default:
		_, err = fmt.Fprintf(w, "\n%s: %s\n", on, printable(text))
	}
	return err
}
