package answer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/internal/plaintext"
)

// printOwn prints what the user put on a game below what is shown of its record.
func printOwn(b *strings.Builder, n *archive.Node) {
	for i, c := range n.Corrections {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "* %s: %s; the record says %s\n", c.Field, plaintext.Printable(cmp.Or(c.Text, "not known")), plaintext.Printable(cmp.Or(c.Recorded, "nothing")))
	}
	if len(n.Tags) > 0 {
		fmt.Fprintf(b, "\nTags: %s\n", strings.Join(n.Tags, " "))
	}
	_ = PrintOwnNote(b, "Note on the game", n.Note)
	_ = PrintOwnNote(b, "Note on this position", n.PositionNote)
}

// Marked returns what is shown of a field of a game, with a star if the user
// corrected it.
func Marked(g *archive.Game, text string, field string) string {
	if text != "" && slices.Contains(g.Corrected, field) {
		return text + "*"
	}
	return text
}

// PlayersOf returns who played, with their ranks.
func PlayersOf(g *archive.Game) (black, white string) {
	return archive.Joined(Marked(g, g.Black, "black"), Marked(g, g.BlackRank, "blackrank")),
		archive.Joined(Marked(g, g.White, "white"), Marked(g, g.WhiteRank, "whiterank"))
}

// EventOf joins the event and the round of a game, marked where they were corrected.
func EventOf(g *archive.Game) string {
	return archive.Joined(Marked(g, g.Event, "event"), Marked(g, g.Round, "round"))
}

// correctedGames are those of a list that are corrected, of which the first are named.
type correctedGames struct {
	names []string
	more  int
}

func (c *correctedGames) add(g *archive.Game) {
	const most = 12
	switch {
	case len(g.Corrected) == 0:
	case len(c.names) < most:
		c.names = append(c.names, g.Name())
	default:
		c.more++
	}
}

// print says what the stars in a list mean.
func (c *correctedGames) print(w io.Writer) error {
	if len(c.names) == 0 {
		return nil
	}
	more := ""
	if c.more > 0 {
		more = fmt.Sprintf(" and %s more", phrase.Number(c.more))
	}
	_, err := fmt.Fprintf(w, "* as you corrected it: %s%s; 'kifudb show GAME' shows the values in the record\n", strings.Join(c.names, ", "), more)
	return err
}

// PrintOwnNote prints a note, one of a single line behind what it is on.
func PrintOwnNote(w io.Writer, on, text string) error {
	var err error
	switch {
	case text == "":
	case strings.Contains(text, "\n"):
		_, err = fmt.Fprintf(w, "\n%s:\n%s\n", on, plaintext.Indented(text))
	default:
		_, err = fmt.Fprintf(w, "\n%s: %s\n", on, plaintext.Printable(text))
	}
	return err
}
