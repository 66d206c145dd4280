package study

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// RemarksCommand is the command remarks.
func RemarksCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "remarks",
		Usage:     "show what was written about a position or pattern, in any game and variation",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb remarks 'pos:"Q16 D4 Q3"'
kifudb remarks pat:@corner.txt annotator:iwamoto
kifudb remarks pos:123@40 --limit 0`,
		Description: `The query must contain exactly one pos:, pat: or seq:; its other terms choose the
games. You see the comments and names of the nodes at which it comes up, turned
or mirrored, and of the nodes after them until the next move or setup; if it
is there from the beginning, also the comments on the game as a whole. Points
named in a comment are those of the board as that game has it: 'kifudb show' with
the reference shows it.

The longest come first. Texts that differ only in white space are shown once,
with all their places; several records of a game count once.`,
		Flags:  append(run.FlagsOf(ask.RemarksOptions{}), run.RecordsFlag(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
		Action: run.Action(newRemarksOptions, runRemarks),
	})
}

type remarksOptions struct {
	archives []string
	search   archive.Search
	remarks  ask.RemarksOptions
}

func newRemarksOptions(c *cli.Context) (o remarksOptions, err error) {
	if o.search.Query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.remarks)
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runRemarks(ctx context.Context, o remarksOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Remarks]{
		Archives: o.archives, Search: &o.search, Watch: &o.remarks.Watch, SoFar: remarksSoFar,
		Ask: func(vs *ask.Views) (*ask.Remarks, error) { return vs.Remarks(ctx, &o.search, &o.remarks) },
	})
	if err != nil {
		return err
	}
	defer done()
	if s.JSON {
		return terminal.PrintJSON(s.Out, found)
	}
	if err := printRemarks(s.Out, found); err != nil {
		return err
	}
	return answer.PrintOwnNote(s.Out, "Note on this position", found.Note)
}

// placesShown is how many places of one text are shown to people; JSON has all.
const placesShown = 3

func remarksSoFar(found *ask.Remarks) string {
	return fmt.Sprintf("%s in %s", phrase.Count(found.Total, "remark"), run.SoFar(found.Games, nil))
}

func printRemarks(w io.Writer, found *ask.Remarks) error {
	var b strings.Builder
	if found.Unread > 0 {
		fmt.Fprintf(&b, "comments of %s with it are not indexed yet, and not read\n", phrase.Records(found.Unread))
	}
	if found.Total == 0 {
		b.WriteString("nothing found\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	if err := answer.DrawAsked(w, found.Asked, nil); err != nil {
		return err
	}
	fmt.Fprintf(&b, "%s in %s%s\n", phrase.Count(found.Total, "remark"), phrase.RecordsOfGames(found.Records, found.Games), shownOf(len(found.Remarks), found.Total, "remarks"))
	for _, r := range found.Remarks {
		b.WriteString("\n" + plaintext.Wrapped(remarkHead(&r), terminal.Width(w), ""))
		for _, line := range strings.Split(strings.TrimRight(r.Text, "\r\n\t "), "\n") {
			b.WriteString(plaintext.Wrapped(plaintext.Printable(strings.TrimRight(line, "\r")), terminal.Width(w), "  "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// remarkHead says where a text stands and whose it is.
func remarkHead(r *ask.Remark) string {
	var places []string
	for _, p := range r.Places[:min(placesShown, len(r.Places))] {
		black, white := answer.PlayersOf(p.Game)
		words := archive.Joined(black, "– "+white)
		if black == "" && white == "" {
			words = archive.Joined(p.Game.Event, path.Base(p.Game.File))
		}
		for _, part := range []string{p.Game.Date, named("annotated by", p.Annotator), named("entered by", p.User)} {
			if part != "" {
				words += ", " + part
			}
		}
		places = append(places, p.Ref+" "+words)
	}
	head := strings.Join(places, "; ")
	if more := len(r.Places) - len(places); more > 0 {
		head += "; " + phrase.Count(more, "more place")
	}
	if r.Games > 1 {
		head = phrase.Games(r.Games) + ": " + head
	}
	switch r.Property {
	case "N":
		head += " (name)"
	case "GC":
		head += " (on the game)"
	}
	return plaintext.Printable(head)
}

// named puts words before a name, if there is one.
func named(words, name string) string {
	if name == "" {
		return ""
	}
	return words + " " + name
}
